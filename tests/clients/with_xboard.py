"""xboard, on a virtual screen, plays whole games of Yari and Hajiku between two copies of Kawari, with
drops, promotions and flips both ways. The result and the final board, hands included, must match
the rules.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile

import referee

XBOARD = os.environ.get("XBOARD", "/usr/games/xboard")


def whole_game(variant, depth):
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "xvfb-run", "-a", "-s", "-screen 0 1024x1024x24", XBOARD,
            "-fcp", referee.KAWARI, "-scp", referee.KAWARI, "-variant", variant,
            # xboard has no rules for these games, so it must not check the engines' claims.
            "-testLegality", "false", "-mg", "1", "-tc", "60", "-inc", "0",
            "-searchDepth", str(depth), "-sgf", "game.pgn", "-spf", "end.fen",
            "-debugMode", "true", "-nameOfDebugFile", "debug.txt",
            "-popupExitMessage", "false", "-popupMoveErrors", "false",
            "-saveSettingsOnExit", "false",
        ]
        environment = dict(os.environ, HOME=folder)
        subprocess.run(
            command, cwd=folder, env=environment, check=True, timeout=1200,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        files = {}
        for name in ("game.pgn", "end.fen", "debug.txt"):
            with open(os.path.join(folder, name), encoding="latin-1") as file:
                files[name] = file.read()
    debug = files["debug.txt"]
    assert "llegal" not in re.sub("testLegality", "", debug), debug
    moves = re.findall(r"^\d+ <(?:first |second): move (\S+)", debug, re.M)
    shown = re.findall(r"\} (1-0|0-1|1/2-1/2)\s*$", files["game.pgn"].strip(), re.M)
    result, fen = by_the_rules(variant, moves)
    assert shown == [result.split()[0]], f"{shown}, not {result}"
    compare(variant, files["end.fen"], fen)
    kinds = collections.Counter({
        "drops": sum("@" in mv for mv in moves),
        "promotions": sum(mv.endswith("+") for mv in moves),
        "flips up": sum(bool(re.search("[rvhb]$", mv)) for mv in moves),
        "flips down": sum(bool(re.search("[gscf]$", mv)) for mv in moves),
    })
    print(f"{variant}: {len(moves)} moves, {result}; {dict(kinds)}", flush=True)
    return kinds


def by_the_rules(variant, moves):
    """Returns the result and the final position of the moves, from a third copy."""
    rules = referee.Kawari(greeting="xboard")
    for line in (f"variant {variant}", "force", "nopost", *(f"usermove {mv}" for mv in moves)):
        rules.say(line)
    rules.say("ping 1")
    heard = rules.read("pong 1")
    assert not any("llegal" in line for line in heard), heard
    rules.say("go")
    result = rules.hear()
    rules.say("uci")
    rules.read("uciok")
    fen = rules.fen()
    rules.close()
    return result, fen


FACES = {"R": "+G", "V": "+S", "H": "+C", "B": "+F"}


def compare(variant, shown, fen):
    """Checks that xboard's board and hands match the rules."""
    line = next(line for line in shown.splitlines() if line.count("/") == 8)
    board, hands = re.match(r"(\S+?)\[(.*?)\]", line).groups()
    if variant == "hajiku":
        board, hands = (re.sub("[RVHBrvhb]", face, text) for text in (board, hands))
    own_board, own_hands = re.match(r"(\S+?)\[(.*?)\]", fen.replace("!", "")).groups()
    assert board == own_board, f"{board}, not {own_board}"
    held = lambda text: sorted(re.findall(r"\+?[A-Za-z]", text))
    assert held(hands) == held(own_hands), f"{hands}, not {own_hands}"


def face(match):
    letter = match.group()
    written = FACES[letter.upper()]
    return written if letter.isupper() else written.lower()


def games_with(variant, wanted):
    """Plays games of increasing depth until each wanted kind of move has occurred. With pondering
    games differ, and a single one may lack a kind."""
    made = collections.Counter()
    for depth in (3, 4, 5, 6):
        made += whole_game(variant, depth)
        if all(made[kind] for kind in wanted):
            return
    raise AssertionError(f"{variant}: not all of {wanted} in {dict(made)}")


games_with("yarishogi", ["drops", "promotions"])
games_with("hajiku", ["drops", "flips up", "flips down"])
sys.exit(0)
