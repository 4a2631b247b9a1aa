#!/usr/bin/env python3
"""Measures the error rate of SPRTs in `kawari match`, between engines of known strength that play at
random (`dice.py`).

    simulate.py --kawari target/release/kawari --elo1 20 --matches 1000

plays a thousand matches of `--sprt 0 20 0.05 0.05` between equal engines, with the referee and
processes of `kawari match`, and counts how often "a gain" is accepted; 5 % is correct. With `--elo
20` the first engine is 20 normalised Elo stronger, and "no gain" is the error. The exit status is
1 if the rate differs from 5 % by more than `--tolerance`.

It is not part of `cargo test`, because it takes hours: a match of [0, 20] has about 1,600 games and
one of [0, 10] about 6,400, and a core plays about 2,000 games per second. Each match depends only
on its number. Results are lines in `--results`; an interrupted run continues there. Needs Python 3.9, nothing else.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

DICE = Path(__file__).with_name("dice.py")
VARIANT = "minishogi"
PLIES = 8
MOST_PAIRS = 20_000
ERROR = 0.05


def make_book(kawari: str, path: Path) -> None:
    """Writes different openings, as many as a match may need."""
    command = [kawari, "selfplay", VARIANT, "--nodes", "1", "--plies", str(PLIES)]
    command += ["--max-moves", str(PLIES), "--games", str(MOST_PAIRS + 2_000)]
    games = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    openings = dict.fromkeys(" ".join(json.loads(game)["moves"]) for game in games.splitlines())
    path.write_text("".join(f"{moves}\n" for moves in list(openings)[:MOST_PAIRS]))


def engine(name: str, seed: int, elo: float) -> list[str]:
    """Returns the `--engine` words of a player."""
    words = [f"name={name}", f"cmd={sys.executable}", f"arg={DICE}"]
    words += [f"arg={word}" for word in (seed, name, elo)]
    return ["--engine", *words, "rules=other", "nodes=1"]


def play(options: argparse.Namespace, book: Path, seed: int) -> dict[str, object]:
    """Plays a match and returns its result."""
    command = [options.kawari, "match", VARIANT, *engine("A", seed, options.elo)]
    command += [*engine("B", seed, 0.0), "--openings", str(book), "--pairs", str(MOST_PAIRS)]
    command += ["--max-moves", str(PLIES + 2), "--pin=never"]
    command += ["--sprt", str(options.elo0), str(options.elo1), str(ERROR), str(ERROR)]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    score = re.search(r"^A against B: (\d+) games, (\d+) won, (\d+) drawn, (\d+) lost", report)
    verdict = re.search(r"(H0|H1) accepted|undecided", report)
    if score is None or verdict is None:
        raise SystemExit(f"match {seed} has no result:\n{report}")
    games, won, drawn, lost = map(int, score.groups())
    return {
        "seed": seed,
        "verdict": verdict[1] or "undecided",
        "games": games,
        "won": won,
        "drawn": drawn,
        "lost": lost,
    }


def summary(options: argparse.Namespace, results: list[dict[str, object]]) -> bool:
    """Prints the error rate; returns true if it is within the tolerance."""
    wrong = "H1" if options.elo <= (options.elo0 + options.elo1) / 2 else "H0"
    counts = {verdict: 0 for verdict in ("H0", "H1", "undecided")}
    for result in results:
        counts[str(result["verdict"])] += 1
    rate = counts[wrong] / len(results)
    deviation = math.sqrt(ERROR * (1 - ERROR) / len(results))
    games = sum(int(str(result["games"])) for result in results)
    print(
        f"SPRT [{options.elo0:g}, {options.elo1:g}] at {options.elo:g} normalised Elo: "
        f"{len(results)} matches, {games} games, {counts}"
    )
    print(
        f"wrong ({wrong} accepted): {100 * rate:.1f} %, where 5.0 % is expected "
        f"with a 95 % interval of +/- {196 * deviation:.1f}"
    )
    tolerance: float = options.tolerance
    return abs(rate - ERROR) <= tolerance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kawari", default="target/release/kawari", help="the program")
    parser.add_argument("--elo", type=float, default=0.0, help="what the first engine is stronger")
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2, help="matches at once")
    parser.add_argument("--tolerance", type=float, default=0.01)
    parser.add_argument("--results", type=Path, help="write a line for each match; go on with it")
    options = parser.parse_args()

    results: list[dict[str, object]] = []
    if options.results and options.results.exists():
        results = [json.loads(line) for line in options.results.read_text().splitlines()]
    done = {result["seed"] for result in results}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        book = Path(folder, "book")
        make_book(options.kawari, book)
        seeds = [seed for seed in range(1, options.matches + 1) if seed not in done]
        waiting = [pool.submit(play, options, book, seed) for seed in seeds]
        for match in as_completed(waiting):
            results.append(match.result())
            if options.results:
                with options.results.open("a") as file:
                    file.write(json.dumps(results[-1]) + "\n")
            if len(results) % 50 == 0:
                print(f"{len(results)} of {options.matches}", file=sys.stderr)
    sys.exit(0 if summary(options, results) else 1)


if __name__ == "__main__":
    main()
