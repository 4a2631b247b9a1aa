"""variantfishtest, a match runner without rules, plays two games of every variant in UCI. The
results must match the rules.

It is not on PyPI: VARIANTFISHTEST is the path of a checkout
(https://github.com/ianfab/variantfishtest).
"""

import os
import re
import subprocess
import sys

import referee

CHECKOUT = os.environ["VARIANTFISHTEST"]


def games(variant):
    # Searches are limited by nodes; the clock is long enough.
    limits = ["--e1-options", "NodesLimit=300", "--e2-options", "NodesLimit=200"]
    run = subprocess.run(
        [sys.executable, "variantfishtest.py", referee.KAWARI, referee.KAWARI, "-v", variant,
         "-n", "2", "-t", "600000", "-i", "1000", "--verbosity", "2", *limits],
        cwd=CHECKOUT, capture_output=True, text=True, timeout=900,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    played = re.findall(r"Game \(.*\):\nstartpos\n(.*)\n", run.stdout)
    assert len(played) == 2, run.stdout + run.stderr
    score = re.search(r"Total: 2 W: (\d) L: (\d) D: (\d)", run.stdout)
    counted = tuple(map(int, score.groups()))
    expected = [0, 0, 0]
    told = []
    for number, words in enumerate(played):
        status, length = by_the_rules(variant, words.split())
        # The first program is White in the first game and Black in the second.
        winner = status.partition(" wins")[0]
        first = "white" if number == 0 else "black"
        expected[2 if status.startswith("draw") else 0 if winner == first else 1] += 1
        told.append(f"{length} moves, {status}")
    assert counted == tuple(expected), f"{variant}: {counted}, not {expected}: {told}"
    return f"{variant}: " + "; ".join(told)


def by_the_rules(name, moves):
    """Returns the result. The last word may report the end instead of a move."""
    rules = referee.Kawari(greeting="uci")
    rules.read("uciok")
    rules.say(f"setoption name UCI_Variant value {name}")
    rules.hear()
    last = moves[-1]
    rules.position(moves[:-1])
    status = rules.status()
    if status is None:
        rules.position(moves)
        status = rules.status()
    assert status is not None, f"{name}: the game goes on after {last}"
    rules.close()
    return status, len(moves)


for variant in referee.VARIANTS:
    print(games(variant), flush=True)
