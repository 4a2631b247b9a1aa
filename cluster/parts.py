#!/usr/bin/env python3
"""Splits work of `kawari` into parts that any machine can run, in any order and repeatedly.

    parts.py make JOB analyse POSITIONS [--size LINES] -- --nodes 1000 --no-time
    parts.py make JOB selfplay GAMES [--size GAMES] -- hajiku --nodes 5000 --seed 7
    parts.py make JOB match PAIRS [--size PAIRS] -- yari --engine … --engine …
    parts.py make JOB grow LINES -- yari --positions 500 --nodes 1000000
    parts.py missing JOB          prints the numbers of the missing parts
    parts.py run JOB NUMBER       runs a part
    parts.py merge JOB OUTPUT     merges all parts

JOB is a folder that all machines share. It has the configuration (`job.json`), the input
lines of each part (`in/`) and the results (`out/`). A part is finished when its file is in
`out/`. The file is written under another name first, so an unfinished part is never taken
for a finished one, and an interrupted part continues where it was. `merge` writes byte for
byte what one run on one machine writes: `kawari analyse … > OUTPUT`, `kawari selfplay …
--log OUTPUT`, and for a match the log that `kawari match report` reads.

A job of kind `grow` grows opening books with `kawari book grow`: LINES has the moves to the root
of each book, one line for each part. `merge` merges the books. An interrupted part continues its
book and adds the full number of positions to it.

Slurm and GNU parallel use these commands; the programs for Ray and Spark call the
functions. Needs Python 3.9, nothing else.
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

SIZES = {"analyse": 1000, "selfplay": 20, "match": 10, "grow": 1}
"""Default number of lines, games or pairs per part: enough to make the start of the program
negligible, and few enough to repeat a lost part quickly."""

FIRST_FIELD = b'{"line":'
"""The start of every answer."""


class EngineDied(Exception):
    """A program was killed or had an I/O error; a retry may succeed."""


class Refused(Exception):
    """The request is invalid; a retry fails too."""


@dataclass(frozen=True)
class Part:
    """A range of the lines, games or pairs of a job."""

    number: int
    first: int
    """Number of lines, games or pairs before this part."""
    count: int

    @property
    def name(self) -> str:
        """Returns the name of its files."""
        return f"{self.number:06}"


@dataclass(frozen=True)
class Work:
    """The configuration of a job."""

    kind: str
    """`analyse`, `selfplay`, `match` or `grow`."""
    words: tuple[str, ...]
    """Options of that command, equal for all parts."""
    total: int
    """Number of lines, games or pairs."""
    size: int
    """Lines, games or pairs per part."""
    input: Optional[str]
    """Digest of the input."""
    kawari: str
    """Digest of the program, because another version may give other answers."""

    def part(self, number: int) -> Part:
        """Returns the part with this number."""
        first = number * self.size
        if not 0 <= first < self.total:
            raise Refused(f"there is no part {number}")
        return Part(number, first, min(self.size, self.total - first))

    def parts(self) -> list[Part]:
        """Returns all parts in order."""
        return [self.part(number) for number in range(-(-self.total // self.size))]

    def command(self, kawari: str, part: Part, source: Path, target: Path) -> list[str]:
        """Returns the command that reads `source` and writes or continues `target`."""
        if self.kind == "analyse":
            return [kawari, "analyse", *self.words, "--jobs=1", f"--resume={target}", str(source)]
        if self.kind == "grow":
            variant, *words = self.words
            moves = source.read_text().strip()
            own = [str(target), f"--moves={moves}", "--jobs=1", "--quiet"]
            return [kawari, "book", "grow", variant, *own, *words]
        log = [f"--log={target}", "--resume"]
        if self.kind == "selfplay":
            span = [f"--first-game={part.first}", f"--games={part.count}", "--jobs=1"]
            return [kawari, "selfplay", *self.words, *span, *log]
        # The SPRT needs the results of all parts.
        words, _ = split_options(self.words, TEST_OPTIONS)
        return [
            kawari,
            "match",
            *words,
            f"--first-pair={part.first}",
            f"--pairs={part.count}",
            *log,
        ]


TEST_OPTIONS = {"--sprt": 4, "--elo-model": 1}
"""Options of the SPRT, with the numbers of their values."""


def split_options(words: Sequence[str], values: dict[str, int]) -> tuple[list[str], list[str]]:
    """Splits options into those without and those with a name in `values`.

    `values` has the number of values of each name.
    """
    rest, found = list(words), []
    for name, count in values.items():
        for place, word in enumerate(rest):
            if word.partition("=")[0] == name:
                end = place + 1 + (count if word == name else count - 1)
                found += rest[place:end]
                del rest[place:end]
                break
    return rest, found


def digest(path: Path) -> str:
    """Returns the SHA-256 of a file."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            total.update(block)
    return total.hexdigest()


def program(name: str) -> Path:
    """Returns the path of a program given by name or path."""
    found = shutil.which(name)
    if found is None:
        raise Refused(f"there is no program {name}")
    return Path(found).resolve()


def end_with_parent() -> Optional[Callable[[], object]]:
    """Returns a function that makes Linux kill the new process when its parent dies.

    A program that outlives its worker would keep the lock on the part's file.
    """
    if sys.platform != "linux":
        return None
    libc, set_death_signal = ctypes.CDLL(None), 1
    return lambda: libc.prctl(set_death_signal, signal.SIGKILL)


def run_program(command: Sequence[str]) -> bytes:
    """Runs `kawari` and returns its output.

    Invalid input lines and faults of engines have their own exit statuses. They are part
    of the output and not failures here.
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
    """Runs a part. Its file is complete when this returns."""
    unfinished = target.with_name(f"{target.name}.unfinished")
    run_program(work.command(kawari, part, source, unfinished))
    unfinished.replace(target)


def do_part_alone(work: Work, part: Part, kawari: str, lines: bytes) -> bytes:
    """Runs a part without a shared folder and returns the result."""
    with tempfile.TemporaryDirectory(prefix="kawari-part-") as name:
        folder = Path(name)
        source, target = folder / "in", folder / "out"
        source.write_bytes(lines)
        do_part(work, part, kawari, source, target)
        return target.read_bytes()


def renumbered(answers: Iterable[bytes], lines_before: int) -> Iterator[bytes]:
    """Yields the answers of a part with line numbers of the whole file."""
    for answer in answers:
        number, comma, rest = answer[len(FIRST_FIELD) :].partition(b",")
        if not answer.startswith(FIRST_FIELD) or not comma:
            raise EngineDied(f"no answer: {answer[:80]!r}")
        yield b'{"line":%d,%b' % (int(number) + lines_before, rest)


def lines_in_parts(file: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Yields the lines of a file in blocks of `size`."""
    lines = iter(file)
    while part := b"".join(itertools.islice(lines, size)):
        yield part


class Job:
    """A folder with the parts of a job."""

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
        """Creates the folder, or opens an existing one with the same configuration.

        `of` is the file of positions or lines, or the number of games or pairs.
        """
        source = Path(of) if kind in ("analyse", "grow") else None
        if kind == "grow" and size != 1:
            raise Refused("a part of a book is one line")
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
        """Returns the path of a part's input."""
        return self.folder / "in" / part.name

    def target(self, part: Part) -> Path:
        """Returns the path of a part's result."""
        return self.folder / "out" / part.name

    def missing(self) -> list[Part]:
        """Returns the unfinished parts."""
        done = set(os.listdir(self.folder / "out"))
        return [part for part in self.work.parts() if part.name not in done]

    def run(self, number: int, kawari: Path) -> None:
        """Runs a part unless it is finished."""
        part = self.work.part(number)
        if self.target(part).exists():
            return
        if digest(kawari) != self.work.kawari:
            raise Refused(f"{kawari} is not the program that the job was made with")
        do_part(self.work, part, str(kawari), self.source(part), self.target(part))

    def lines(self, part: Part) -> Iterator[bytes]:
        """Yields the lines of a part's result as a single run would write them."""
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
        """Returns the header that the log of a single run would have."""
        with self.target(part).open("rb") as file:
            line = next(file)
        header: dict[str, Any] = json.loads(line)
        header.pop("first_game", None)
        header.pop("first_pair", None)
        if self.work.kind == "match":
            header["sprt"] = sprt_of(self.work.words)
        text = json.dumps(header, separators=(",", ":"), ensure_ascii=False)
        return text.encode() + b"\n"

    def merge(self, output: Path, kawari: str) -> None:
        """Writes the results of all parts as a single run would, or merges the books."""
        missing = self.missing()
        if missing:
            raise Refused(
                f"{len(missing)} parts are not done, the first of them {missing[0].number}"
            )
        if output.exists():
            raise Refused(f"{output} exists already")
        if self.work.kind == "grow":
            books = [str(self.target(part)) for part in self.work.parts()]
            merge = [str(program(kawari)), "book", "merge", self.work.words[0]]
            run_program([*merge, *books, f"--output={output}"])
            return
        write(output, (line for part in self.work.parts() for line in self.lines(part)))


def sprt_of(words: Sequence[str]) -> Optional[dict[str, Any]]:
    """Returns the SPRT in the form of a log header."""
    _, test = split_options(words, TEST_OPTIONS)
    if not test:
        return None
    options = argparse.ArgumentParser()
    options.add_argument("--sprt", nargs=4, type=float, required=True)
    options.add_argument("--elo-model", default="normalized")
    found = options.parse_args(test)
    elo0, elo1, alpha, beta = found.sprt
    return {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": found.elo_model}


def write(path: Path, content: bytes | Iterable[bytes], mode: int = 0o644) -> None:
    """Writes a file atomically."""
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
    """Returns the command-line parser."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kawari", default="kawari", help="the program")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="split the work")
    make.add_argument("job", type=Path)
    make.add_argument("kind", choices=list(SIZES))
    make.add_argument("of", help="file of positions or lines, or number of games or pairs")
    make.add_argument("--size", type=int, help="lines, games or pairs per part")
    for name, what in (("missing", "list the unfinished parts"), ("run", "run a part")):
        command = commands.add_parser(name, help=what)
        command.add_argument("job", type=Path)
    command.add_argument("number", type=int)
    merge = commands.add_parser("merge", help="merge the parts")
    merge.add_argument("job", type=Path)
    merge.add_argument("output", type=Path)
    return parser


def split_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Splits arguments at `--`."""
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
        job.merge(args.output, args.kawari)


if __name__ == "__main__":
    try:
        main()
    except (EngineDied, Refused, OSError) as error:
        sys.exit(f"parts.py: {error}")
