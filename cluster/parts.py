#!/usr/bin/env python3
"""Work of `kawari` in parts, which any machine can do in any order and do again.

    parts.py make JOB analyse POSITIONS [--size LINES] -- --nodes 1000 --no-time
    parts.py make JOB selfplay GAMES [--size GAMES] -- hajiku --nodes 5000 --seed 7
    parts.py make JOB match PAIRS [--size PAIRS] -- yari --engine … --engine …
    parts.py missing JOB          the numbers of the parts that are not done
    parts.py run JOB NUMBER       does one of them
    parts.py merge JOB OUTPUT     puts them together

JOB is a folder that all machines see. It holds what is asked for (`job.json`), the
lines of each part (`in/`) and what came out (`out/`). A part is done when its file is
in `out/`; it is written under another name first, so nothing half done is ever taken
for it, and a part that was killed goes on where it was. The output of `merge` is, byte
for byte, that of one run on one machine: `kawari analyse … > OUTPUT`, `kawari selfplay
… --log OUTPUT`, and of a match the log that `kawari match report` reads.

Slurm and GNU parallel use these commands, Ray and Spark the functions behind them.
Needs Python 3.9, nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Optional

SIZES = {"analyse": 1000, "selfplay": 20, "match": 10}
"""Lines, games or pairs of a part, where nothing is said: enough that to start a
program counts for nothing, few enough that a part which is lost is soon done again."""

FIRST_FIELD = b'{"line":'
"""What every answer begins with."""


class EngineDied(Exception):
    """A program was killed, or could not read or write: another try may do."""


class Refused(Exception):
    """What was asked for makes no sense, here or anywhere."""


@dataclass(frozen=True)
class Part:
    """Some of the lines, games or pairs of a job."""

    number: int
    first: int
    """How many there are before them."""
    count: int

    @property
    def name(self) -> str:
        """The name of its files."""
        return f"{self.number:06}"


@dataclass(frozen=True)
class Work:
    """What is asked for."""

    kind: str
    """`analyse`, `selfplay` or `match`."""
    words: tuple[str, ...]
    """Options of that command, the same for all parts."""
    total: int
    """Lines, games or pairs."""
    size: int
    """Of them in a part."""
    input: Optional[str]
    """Digest of the lines."""
    kawari: str
    """Digest of the program: another version may give other answers."""

    def part(self, number: int) -> Part:
        """The part with a number."""
        first = number * self.size
        if not 0 <= first < self.total:
            raise Refused(f"there is no part {number}")
        return Part(number, first, min(self.size, self.total - first))

    def parts(self) -> list[Part]:
        """All parts, in their order."""
        return [self.part(number) for number in range(-(-self.total // self.size))]

    def command(self, kawari: str, part: Part, source: Path, target: Path) -> list[str]:
        """What does a part: reads `source`, writes `target` or goes on with it."""
        if self.kind == "analyse":
            return [kawari, "analyse", *self.words, "--jobs=1", f"--resume={target}", str(source)]
        log = [f"--log={target}", "--resume"]
        if self.kind == "selfplay":
            span = [f"--first-game={part.first}", f"--games={part.count}", "--jobs=1"]
            return [kawari, "selfplay", *self.words, *span, *log]
        # No test is decided by one part alone.
        words, _ = without_test(self.words)
        return [
            kawari,
            "match",
            *words,
            f"--first-pair={part.first}",
            f"--pairs={part.count}",
            *log,
        ]


def without_test(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The options of a match without its SPRT, and those of the SPRT."""
    rest, test = list(words), []
    for name, values in (("--sprt", 4), ("--elo-model", 1)):
        for place, word in enumerate(rest):
            if word.partition("=")[0] == name:
                end = place + 1 + (values if word == name else values - 1)
                test += rest[place:end]
                del rest[place:end]
                break
    return rest, test


def digest(path: Path) -> str:
    """Of the content of a file."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            total.update(block)
    return total.hexdigest()


def program(name: str) -> Path:
    """Where a program is that is given by name or path."""
    found = shutil.which(name)
    if found is None:
        raise Refused(f"there is no program {name}")
    return Path(found).resolve()


def end_with_parent() -> Optional[Callable[[], object]]:
    """What a new process has to do so that Linux ends it with its parent: a program that
    outlives the killed worker which it works for would hold the lock on a part's file."""
    if sys.platform != "linux":
        return None
    libc, set_death_signal = ctypes.CDLL(None), 1
    return lambda: libc.prctl(set_death_signal, signal.SIGKILL)


def run_program(command: Sequence[str]) -> bytes:
    """Runs `kawari` to its end; what it wrote.

    Bad lines of input and faults of engines have an exit status of their own and are
    part of what came out, so they do not count as failures here.
    """
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=end_with_parent()
    )
    bad_lines = 1 if command[1] == "analyse" else 0
    faults = 4 if command[1] == "match" else 0
    if done.returncode in (0, bad_lines, faults):
        return done.stdout
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode == 2:
        raise Refused(said)
    raise EngineDied(f"{command[0]} ended with status {done.returncode}: {said}")


def do_part(work: Work, part: Part, kawari: str, source: Path, target: Path) -> None:
    """Does a part; its file is there when this returns, and complete."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    run_program(work.command(kawari, part, source, unfinished))
    unfinished.replace(target)


def do_part_alone(work: Work, part: Part, kawari: str, lines: bytes) -> bytes:
    """Does a part where there is no folder that other machines see."""
    with tempfile.TemporaryDirectory(prefix="kawari-part-") as name:
        folder = Path(name)
        source, target = folder / "in", folder / "out"
        source.write_bytes(lines)
        do_part(work, part, kawari, source, target)
        return target.read_bytes()


def renumbered(answers: Iterable[bytes], lines_before: int) -> Iterator[bytes]:
    """Answers to a part of a file, with the numbers that their lines have in the whole."""
    for answer in answers:
        number, comma, rest = answer[len(FIRST_FIELD) :].partition(b",")
        if not answer.startswith(FIRST_FIELD) or not comma:
            raise EngineDied(f"no answer: {answer[:80]!r}")
        yield b'{"line":%d,%b' % (int(number) + lines_before, rest)


def lines_in_parts(file: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The lines of a file, so many at a time."""
    lines = iter(file)
    while part := b"".join(itertools.islice(lines, size)):
        yield part


class Job:
    """A folder with the parts of a work."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            fields = json.loads((folder / "job.json").read_text())
        except FileNotFoundError:
            raise Refused(f"{folder} is not the folder of a job") from None
        self.work = Work(**{**fields, "words": tuple(fields["words"])})

    @classmethod
    def make(
        cls, folder: Path, kind: str, words: Sequence[str], of: str, size: int, kawari: Path
    ) -> Job:
        """Makes the folder, or accepts the one that is there for the same work.

        `of` is the file of positions, or the number of games or pairs.
        """
        source = Path(of) if kind == "analyse" else None
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("in", "out"):
            (folder / name).mkdir(exist_ok=True)
        if source is None:
            total, lines = int(of), None
        else:
            with source.open("rb") as file:
                total = sum(1 for _ in file)
            lines = digest(source)
        work = Work(kind, tuple(words), total, size, lines, digest(kawari))
        if (folder / "job.json").exists():
            known = asdict(cls(folder).work)
            for name, value in asdict(work).items():
                if known[name] != value:
                    raise Refused(f"{folder} is another job: its {name} is {known[name]}")
            return cls(folder)
        if source is not None:
            with source.open("rb") as file:
                for part, text in zip(work.parts(), lines_in_parts(file, size)):
                    (folder / "in" / part.name).write_bytes(text)
        write(folder / "job.json", json.dumps(asdict(work), indent=1).encode())
        return cls(folder)

    def source(self, part: Part) -> Path:
        """The lines of a part."""
        return self.folder / "in" / part.name

    def target(self, part: Part) -> Path:
        """What has come out of a part, once it is done."""
        return self.folder / "out" / part.name

    def missing(self) -> list[Part]:
        """The parts that are not done."""
        done = set(os.listdir(self.folder / "out"))
        return [part for part in self.work.parts() if part.name not in done]

    def run(self, number: int, kawari: Path) -> None:
        """Does a part, if it is not done."""
        part = self.work.part(number)
        if self.target(part).exists():
            return
        if digest(kawari) != self.work.kawari:
            raise Refused(f"{kawari} is not the program that the job was made with")
        do_part(self.work, part, str(kawari), self.source(part), self.target(part))

    def lines(self, part: Part) -> Iterator[bytes]:
        """What has come out of a part, as it stands in what one run writes."""
        header = self.header(part)
        expected = header if part.number == 0 else self.header(self.work.part(0))
        if header != expected:
            raise Refused(f"part {part.number} has another header: {header.decode()}")
        with self.target(part).open("rb") as file:
            next(file)
            if self.work.kind == "analyse":
                yield from renumbered(file, part.first)
            else:
                yield from [header] if part.number == 0 else []
                yield from file

    def header(self, part: Part) -> bytes:
        """The header of a part's log as that of the whole has it."""
        with self.target(part).open("rb") as file:
            line = next(file)
        header: dict[str, Any] = json.loads(line)
        header.pop("first_game", None)
        header.pop("first_pair", None)
        if self.work.kind == "match":
            header["sprt"] = sprt_of(self.work.words)
        text = json.dumps(header, separators=(",", ":"), ensure_ascii=False)
        return text.encode() + b"\n"

    def merge(self, output: Path) -> None:
        """Writes what has come out, as one run does."""
        missing = self.missing()
        if missing:
            raise Refused(
                f"{len(missing)} parts are not done, the first of them {missing[0].number}"
            )
        if output.exists():
            raise Refused(f"{output} exists already")
        write(output, (line for part in self.work.parts() for line in self.lines(part)))


def sprt_of(words: Sequence[str]) -> Optional[dict[str, Any]]:
    """The test of a match as the header of its log has it."""
    _, test = without_test(words)
    if not test:
        return None
    options = argparse.ArgumentParser()
    options.add_argument("--sprt", nargs=4, type=float, required=True)
    options.add_argument("--elo-model", default="normalized")
    found = options.parse_args(test)
    elo0, elo1, alpha, beta = found.sprt
    return {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": found.elo_model}


def write(path: Path, content: bytes | Iterable[bytes], mode: int = 0o644) -> None:
    """Writes a file that is there as a whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent or ".", prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:
            for block in [content] if isinstance(content, bytes) else content:
                file.write(block)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kawari", default="kawari", help="the program")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="parts the work")
    make.add_argument("job", type=Path)
    make.add_argument("kind", choices=list(SIZES))
    make.add_argument("of", help="the file of positions, or the number of games or pairs")
    make.add_argument("--size", type=int, help="lines, games or pairs of a part")
    for name, what in (("missing", "lists the parts that are not done"), ("run", "does a part")):
        command = commands.add_parser(name, help=what)
        command.add_argument("job", type=Path)
    command.add_argument("number", type=int)
    merge = commands.add_parser("merge", help="puts the parts together")
    merge.add_argument("job", type=Path)
    merge.add_argument("output", type=Path)
    return parser


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """What stands before `--`, and what stands behind it."""
    if "--" not in words:
        return list(words), []
    place = list(words).index("--")
    return list(words[:place]), list(words[place + 1 :])


def main() -> None:
    own, words = split_words(sys.argv[1:])
    args = options().parse_args(own)
    if args.command == "make":
        size = args.size or SIZES[args.kind]
        job = Job.make(args.job, args.kind, words, args.of, size, program(args.kawari))
        print(f"{len(job.work.parts())} parts, {len(job.missing())} of them to do")
        return
    job = Job(args.job)
    if args.command == "missing":
        for part in job.missing():
            print(part.number)
    elif args.command == "run":
        job.run(args.number, program(args.kawari))
    else:
        job.merge(args.output)


if __name__ == "__main__":
    try:
        main()
    except (EngineDied, Refused, OSError) as error:
        sys.exit(f"parts.py: {error}")
