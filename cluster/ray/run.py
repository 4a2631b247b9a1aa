#!/usr/bin/env python3
"""Runs analysis, selfplay and matches on a Ray cluster, or on this machine.

    run.py analyse POSITIONS OUTPUT -- --nodes 1000 --no-time
    run.py selfplay GAMES OUTPUT -- hajiku --nodes 5000 --seed 7
    run.py match PAIRS OUTPUT --send new --send old -- \\
        yari --engine name=new cmd=./new --engine name=old cmd=./old --each nodes=10000

The arguments after `--` are options of that command of `kawari`. OUTPUT is byte for byte
what one run on one machine writes. Finished parts are kept in OUTPUT.parts, one file each
(see `parts.py`), so the same command continues after any interruption, including the death
of the driver.

A part whose engine or worker is killed, or whose machine is lost, is repeated elsewhere,
up to `--tries` times. The program is sent with the job, and with `--send` any other file;
the machines need only Ray. `--address auto` uses the cluster started by `ray start`;
without it Ray runs on this machine only.

A match with `--sprt` ends when its first parts decide the test. The test is evaluated after
each part, in the order of the parts, whatever the order in which they finish.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import ray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import parts  # noqa: E402
from parts import EngineDied, Job, Part, Refused, Work, do_part_alone, write  # noqa: E402

# The machines of the cluster do not have this module.
ray.cloudpickle.register_pickle_by_value(parts)  # type: ignore[no-untyped-call]

PENDING = 4
"""Queued parts per core, so that no core is idle."""


@dataclass(frozen=True)
class Sent:
    """The program and other files that are sent to the machines."""

    digest: str
    files: Any
    """References to the contents by name."""

    @classmethod
    def of(cls, paths: Iterable[Path]) -> Sent:
        """Stores these files under their names."""
        files = {path.name: path.read_bytes() for path in paths}
        total = hashlib.sha256()
        for name, content in sorted(files.items()):
            total.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
        return cls(total.hexdigest()[:16], ray.put(files))

    def unpacked(self) -> Path:
        """Returns a folder with the files on this machine; creates it once."""
        root = Path(tempfile.gettempdir(), f"kawari-{os.getuid()}-{self.digest}")
        if not (root / "complete").exists():
            root.mkdir(mode=0o700, exist_ok=True)
            for name, content in ray.get(self.files).items():
                write(root / name, content, mode=0o755)
            (root / "complete").touch()
        return root


@ray.remote(num_cpus=1)
def do(work: Work, part: Part, lines: bytes, sent: Sent, kawari: str) -> bytes:
    """Runs a part on this machine."""
    os.chdir(sent.unpacked())
    return do_part_alone(work, part, f"./{kawari}", lines)


class Progress:
    """Progress lines on standard error."""

    INTERVAL = 5.0

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done, self.before = total, done, done
        self.begun = self.told = time.monotonic()

    def advance(self) -> None:
        """Counts a finished part."""
        self.done += 1
        now = time.monotonic()
        if now - self.told >= self.INTERVAL or self.done == self.total:
            self.told = now
            pace = (now - self.begun) / (self.done - self.before)
            left = (self.total - self.done) * pace
            print(f"{self.done} of {self.total} parts, {left:.0f} s left", file=sys.stderr)


class Test:
    """The SPRT of a match, evaluated in the order of the parts."""

    def __init__(self, job: Job, kawari: Path, log: Path) -> None:
        self.job, self.kawari, self.log = job, kawari, log
        self.parts: list[Part] = []

    def is_decided(self) -> bool:
        """Adds the finished parts; returns true when the test is decided."""
        missing = {part.number for part in self.job.missing()}
        for part in self.job.work.parts()[len(self.parts) :]:
            if part.number in missing:
                return False
            self.parts.append(part)
            with self.log.open("ab" if part.number else "wb") as file:
                file.writelines(self.job.lines(part))
            report = [str(self.kawari), "match", "report", str(self.log)]
            if b" accepted: " in parts.run_program(report):
                return True
        return False


def do_all(job: Job, sent: Sent, kawari: str, tries: int, test: Optional[Test]) -> Iterator[Part]:
    """Runs the missing parts and yields each finished one."""
    if test and test.is_decided():
        return
    cluster = ray.cluster_resources()  # type: ignore[no-untyped-call]
    task = do.options(max_retries=tries - 1, retry_exceptions=[EngineDied])
    waiting = iter(job.missing())
    pending: dict[Any, Part] = {}
    while True:
        room = PENDING * max(1, int(cluster["CPU"])) - len(pending)
        for _ in range(room):
            part = next(waiting, None)
            if part is None:
                break
            source = job.source(part)
            lines = source.read_bytes() if source.exists() else b""
            pending[task.remote(job.work, part, lines, sent, kawari)] = part
        if not pending:
            return
        ready, _ = ray.wait(list(pending))
        for done in ready:
            part = pending.pop(done)
            try:
                write(job.target(part), ray.get(done))
            except (ray.exceptions.RayError, EngineDied) as error:
                cause = error.cause if isinstance(error, ray.exceptions.RayTaskError) else error
                raise Refused(f"part {part.number}, {tries} tries: {cause}") from None
            yield part
        if test and test.is_decided():
            for task_left in pending:
                ray.cancel(task_left, force=True)
            return


def options() -> argparse.ArgumentParser:
    """Returns the command-line parser."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("kind", choices=list(parts.SIZES))
    parser.add_argument("of", help="file of positions, or number of games or pairs")
    parser.add_argument("output", type=Path)
    parser.add_argument("--size", type=int, help="lines, games or pairs per part")
    parser.add_argument("--kawari", default="kawari", help="the program")
    parser.add_argument("--send", action="append", default=[], help="another file to send to the machines")
    parser.add_argument("--address", help="address of the cluster; `auto` for the one of this machine")
    parser.add_argument("--cpus", type=int, help="cores to use when there is no cluster")
    parser.add_argument("--tries", type=int, default=4, help="tries per part (default: 4)")
    return parser


def main() -> None:
    own, words = parts.split_words(sys.argv[1:])
    args = options().parse_args(own)
    kawari = parts.program(args.kawari)
    size = args.size or parts.SIZES[args.kind]
    if args.output.exists():
        raise Refused(f"{args.output} exists already")
    folder = args.output.with_name(f"{args.output.name}.parts")
    job = Job.make(folder, args.kind, words, args.of, size, kawari)

    has_test = args.kind == "match" and parts.sprt_of(words) is not None
    test = Test(job, kawari, folder / "so-far.jsonl") if has_test else None
    ray.init(address=args.address, num_cpus=args.cpus, log_to_driver=False)
    to_send = [*map(Path, args.send), kawari]
    if len({path.name for path in to_send}) < len(to_send):
        raise Refused("two files that are sent have one name")
    sent = Sent.of(to_send)
    progress = Progress(len(job.work.parts()), len(job.work.parts()) - len(job.missing()))
    for _ in do_all(job, sent, kawari.name, args.tries, test):
        progress.advance()
    if test and test.parts and job.missing():
        test.log.replace(args.output)
    else:
        job.merge(args.output, str(kawari))
    print(f"{time.monotonic() - progress.begun:.1f} s of work", file=sys.stderr)
    if args.kind == "match":
        subprocess.run([str(kawari), "match", "report", str(args.output)], check=False)


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError) as error:
        sys.exit(f"run.py: {error}")
