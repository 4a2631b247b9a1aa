"""Measures kawari, pyffish and python-shogi: calls, import, size of the wheel.

    benchmark.py [WHEEL]

Prints a Markdown table in microseconds. A library that is not installed has an empty column.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import kawari

SECONDS = 0.3
STARTS = 15


def microseconds(call) -> float:
    """Returns the time of a call: the best of five averages."""
    best = float("inf")
    for _ in range(5):
        count, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < SECONDS / 5:
            for _ in range(10):
                call()
            count += 10
        best = min(best, elapsed / count)
    return best * 1e6


def push_and_pop(board, move):
    def call():
        board.push(move)
        board.pop()

    return call


def kawari_calls() -> dict[str, object]:
    yari, shogi = kawari.Board("yari"), kawari.Board("shogi")
    move = kawari.Move.from_usi("7g7f")
    boards = [kawari.Board("shogi") for _ in range(64)]
    calls = {
        "legal moves, yari": lambda: list(yari.legal_moves),
        "legal moves, shogi": lambda: list(shogi.legal_moves),
        "number of legal moves, shogi": lambda: len(shogi.legal_moves),
        "push and pop, shogi": push_and_pop(shogi, move),
        "SFEN, shogi": shogi.sfen,
    }
    try:
        kawari.planes(boards)
    except ImportError:
        return calls
    calls["planes, shogi, of 64 positions"] = lambda: kawari.planes(boards)
    calls["masks, shogi, of 64 positions"] = lambda: kawari.legal_mask(boards)
    return calls


def pyffish_calls() -> dict[str, object]:
    import pyffish as sf

    yari, shogi = sf.start_fen("yarishogi"), sf.start_fen("shogi")
    return {
        "legal moves, yari": lambda: sf.legal_moves("yarishogi", yari, []),
        "legal moves, shogi": lambda: sf.legal_moves("shogi", shogi, []),
        "number of legal moves, shogi": lambda: len(sf.legal_moves("shogi", shogi, [])),
        "push and pop, shogi": lambda: sf.get_fen("shogi", shogi, ["c3c4"]),
        "SFEN, shogi": lambda: sf.get_fen("shogi", shogi, [], False, True),
    }


def python_shogi_calls() -> dict[str, object]:
    import shogi

    board = shogi.Board()
    move = shogi.Move.from_usi("7g7f")
    return {
        "legal moves, shogi": lambda: list(board.legal_moves),
        "number of legal moves, shogi": lambda: len(board.legal_moves),
        "push and pop, shogi": push_and_pop(board, move),
        "SFEN, shogi": board.sfen,
    }


def start_time(code: str) -> float:
    """Returns the shortest of several run times of a new interpreter, in milliseconds."""
    times = []
    for _ in range(STARTS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
        times.append(time.perf_counter() - began)
    return 1000 * min(times)


def main(arguments: list[str]) -> None:
    columns = {}
    for name, calls in [
        ("kawari", kawari_calls),
        ("pyffish", pyffish_calls),
        ("python-shogi", python_shogi_calls),
    ]:
        try:
            columns[name] = {row: microseconds(call) for row, call in calls().items()}
        except ImportError:
            columns[name] = {}
    print("| " + " | ".join(["", *columns]) + " |")
    print("|---|" + "---:|" * len(columns))
    for row in columns["kawari"]:
        times = [column.get(row) for column in columns.values()]
        cells = ["" if time is None else f"{time:.3g}" for time in times]
        print(f"| {row} | " + " | ".join(cells) + " |")
    bare = start_time("pass")
    for name, module in [("kawari", "kawari"), ("pyffish", "pyffish"), ("python-shogi", "shogi")]:
        if columns[name]:
            extra = start_time(f"import {module}") - bare
            print(f"import {module}: {extra:.1f} ms beyond Python's {bare:.1f} ms")
    for wheel in arguments:
        print(f"{Path(wheel).name}: {Path(wheel).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
