"""A bot plays Yari with `bot/config.yml` on a fake of pychess: whole games on the clock against
random moves, as both colours. pyffish is the referee. Challenges to other games are declined.

    python with_bot.py [CHECKOUT]

The bot is `bot/bot.py`, or pychess-bot in a checkout.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

from bot.pychess import TOKEN, Site

HERE = Path(__file__).resolve().parent
KAWARI = Path(os.environ["KAWARI"])
CHECKOUT = sys.argv[1] if len(sys.argv) > 1 else None
GAMES = 6
SECONDS = 240
# The Knight on c6 may jump to b8 without a promotion. By the rules of `yari` it must promote there.
KNIGHT_START = "3k3/7/7/2N4/7/7/7/7/3K3[rrbb] w 0 1"


def write_config(folder, url):
    """Writes the shipped configuration with the token, the site and the program of this test."""
    config = yaml.safe_load((HERE / "bot/config.yml").read_text())
    config["token"], config["url"] = TOKEN, url
    config["engine"]["dir"], config["engine"]["name"] = str(KAWARI.parent), KAWARI.name
    config["engine"]["uci_options"]["Hash"] = 8
    config["move_overhead"] = 200
    if CHECKOUT:
        # pychess-bot has a fixed time of ten seconds for the first move.
        config["engine"]["uci_options"]["go_commands"] = {"movetime": 500}
    file = Path(folder) / "config.yml"
    file.write_text(yaml.safe_dump(config))
    return file


def start_bot(config):
    if CHECKOUT:
        command = ["lichess-bot.py", "--disable_auto_logging", "--config", str(config)]
        return subprocess.Popen([sys.executable, *command], cwd=CHECKOUT)
    return subprocess.Popen([sys.executable, HERE / "bot/bot.py", str(config)])


def decline(site, reason, **challenge):
    answer = site.wait_for_answer(site.challenge(**challenge))
    assert answer == reason, f"{challenge}: {answer}, not {reason}"


def play(site, bot, **challenge):
    game = site.challenge(**challenge)
    assert site.wait_for_answer(game) == "accepted"
    deadline = time.monotonic() + SECONDS
    while not game.result:
        assert bot.poll() is None, "the bot has ended"
        assert time.monotonic() < deadline, f"no end after {' '.join(game.moves)}"
        time.sleep(0.05)
    assert not game.errors, game.errors
    color = "white" if game.is_bot_white else "black"
    clocks = [f"{game.clocks[side] / 1000:.1f} s" for side in (True, False)]
    print(f"{color}: {len(game.moves)} moves, {game.result}, clocks {', '.join(clocks)}", flush=True)
    return game.result


site = Site()
with tempfile.TemporaryDirectory() as folder:
    bot = start_bot(write_config(folder, site.url))
    try:
        for variant in ("shogi", "minishogi", "standard", "yari"):
            decline(site, "variant", variant=variant)
        decline(site, "timeControl", base=15, increment=0)
        decline(site, "casual", rated=True)
        results = []
        for number in range(GAMES):
            clock = {"base": 40, "increment": 0} if number == 0 else {"base": 3, "increment": 1}
            results.append(play(site, bot, is_bot_white=number % 2 == 0, **clock))
        # pychess-bot plays other start positions only in newer versions.
        if not CHECKOUT:
            game = {"is_bot_white": False, "start": KNIGHT_START, "first_moves": ["c6b8"]}
            results.append(play(site, bot, base=3, **game))
        assert set(results) == {"won"}, results
    finally:
        bot.terminate()
        bot.wait(30)
