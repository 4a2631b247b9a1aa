#!/usr/bin/env python3
"""Measures the overhead of Ray: the same analysis with `kawari --jobs 2` and with
`ray/run.py` on two cores, in turn.

    target/cluster/bin/python cluster/measure.py --positions 100000 --rounds 3

The time of Ray includes the parts and the merge; its start is printed separately. The
outputs are compared. `cluster/check` makes the environment.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CLUSTER = Path(__file__).resolve().parent
sys.path.insert(0, str(CLUSTER / "tests"))
OPTIONS = ["--nodes", "1000", "--no-time"]


def positions(count: int, kawari: str) -> list[str]:
    """Returns this number of positions from several games."""
    os.environ["KAWARI"] = kawari
    from support import mixed_positions

    # The sample is repeated; a position analysed twice costs the same.
    sample = mixed_positions(2000)
    return [sample[place % len(sample)] for place in range(count)]


def plain(kawari: str, source: Path, target: Path, jobs: int) -> float:
    """Returns the seconds of one run."""
    begun = time.monotonic()
    with target.open("wb") as output:
        command = [kawari, "analyse", *OPTIONS, f"--jobs={jobs}", str(source)]
        status = subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL).returncode
    if status not in (0, 1):
        sys.exit(f"status {status}")
    return time.monotonic() - begun


def with_ray(kawari: str, source: Path, target: Path, jobs: int) -> tuple[float, float]:
    """Returns the seconds of Ray's work and of its start."""
    command = [sys.executable, str(CLUSTER / "ray/run.py"), "--kawari", kawari, "--cpus", str(jobs)]
    command += ["analyse", str(source), str(target), "--", *OPTIONS]
    begun = time.monotonic()
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    total = time.monotonic() - begun
    found = re.search(r"([0-9.]+) s of work", done.stderr)
    if done.returncode or found is None:
        sys.exit(done.stderr)
    return float(found[1]), total - float(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kawari", default=str(CLUSTER.parent / "target/release/kawari"))
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    alone, ray, starts = [], [], []
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, "positions")
        source.write_text("".join(f"{line}\n" for line in positions(args.positions, args.kawari)))
        for number in range(args.rounds):
            one, other = Path(name, f"one-{number}"), Path(name, f"other-{number}")
            alone.append(plain(args.kawari, source, one, args.jobs))
            seconds, start = with_ray(args.kawari, source, other, args.jobs)
            ray.append(seconds)
            starts.append(start)
            if not filecmp.cmp(one, other, shallow=False):
                sys.exit("the answers differ")
            print(
                f"{alone[-1]:.1f} s alone, {seconds:.1f} s with Ray, {start:.1f} s its start and end"
            )
    overhead = statistics.median(ray) / statistics.median(alone) - 1
    print(
        f"medians: {statistics.median(alone):.1f} s and {statistics.median(ray):.1f} s: {100 * overhead:+.1f} %"
    )


if __name__ == "__main__":
    main()
