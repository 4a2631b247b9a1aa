"""Ayane, a match server without rules, plays a whole game of every variant with Kawari. The result
must match the rules.

Ayane is not on PyPI: AYANE is the path of a checkout
(https://github.com/yaneurao/Ayane).
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.environ["AYANE"], "source"))

import shogi.Ayane as ayane

import referee

LONGEST = 320


def whole_game(variant):
    server = ayane.AyaneruServer()
    server.error_print = True
    server.moves_to_draw = LONGEST
    for engine in server.engines:
        engine.set_engine_options({"USI_Variant": variant, "NodesLimit": "400"})
        engine.connect(referee.KAWARI)
    server.set_time_setting("byoyomi 10000")
    moves = referee.opening(variant, 4, 2)
    server.game_start("startpos moves " + " ".join(moves))
    deadline = time.monotonic() + 600
    while not server.game_result.is_gameover():
        assert time.monotonic() < deadline, f"{variant}: no end of {server.sfen}"
        time.sleep(0.02)
    result, words = server.game_result, server.sfen.split()
    server.terminate()
    moves = words[words.index("moves") + 1:]
    rules = referee.Kawari(variant)
    rules.position(moves)
    status, declares = rules.status(), not rules.moves()
    rules.close()
    if result == ayane.GameResult.MAX_MOVES:
        # Ayane does not detect repetition, so a drawn game continues.
        assert status is None or status.startswith("draw"), f"{variant}: {status}"
    else:
        winner = "black" if result == ayane.GameResult.BLACK_WIN else "white"
        if status is None:
            assert "shogi" in variant and not declares, f"{variant}: {result} in a game that goes on"
        else:
            assert status.startswith(f"{winner} wins"), f"{variant}: {result}, {status}"
    return f"{variant}: {len(moves)} moves, {status or 'cut off'}"


for name in referee.VARIANTS:
    print(whole_game(name), flush=True)
