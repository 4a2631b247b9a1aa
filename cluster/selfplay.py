#!/usr/bin/env python3
"""Keeps cores busy with self-play for `kawari train`, at the lowest priority.

    selfplay.py PLAN FOLDER [--jobs 2] [--disk 20] [--games 2000]
    kawari train yari FOLDER/yari/*/*.games --output yari.net

Each line of PLAN has a game, the number of positions that it needs, and options of `kawari
selfplay`: `yari 10000000 --plies 8`. `selfplay.plan` is the plan of the built-in networks. The
next games are always of the game that has the smallest share of its positions. When all have
their positions, those of earlier programs are searched again (`--rescore`), because the new
program has a better network.

FOLDER has one folder for each game, in it one for each program that computed the scores, named
by its digest, and in these the finished files: `PROGRAM-NUMBER-POSITIONS.games`, with the program
that played the games. A file is complete when it has this name. Nothing else is stored: the
same command continues after a kill. Ends when the plan is fulfilled, or when FOLDER is larger
than `--disk`. Needs Python 3.9, nothing else.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from parts import EngineDied, Refused, digest, end_with_parent, program, split_options

FINISHED = re.compile(r"(?P<part>[0-9a-f]{8}-\d{6})-(?P<positions>\d+)\.games")
"""The name of a finished file."""

OPENING_OPTIONS = {"--plies": 1, "--bound": 1, "--max-moves": 1}
"""Options of the games, which do not apply when their positions are searched again."""


@dataclass(frozen=True)
class Need:
    """A line of the plan."""

    game: str
    positions: int
    words: tuple[str, ...]
    """Options of `kawari selfplay`."""


@dataclass(frozen=True)
class GamesFile:
    """A finished file."""

    path: Path
    part: str
    """Program and number of its games."""
    positions: int


@dataclass(frozen=True)
class Part:
    """Games to play, or a file to search again."""

    need: Need
    name: str
    """Name of the finished file without positions and ending."""
    words: tuple[str, ...]
    """Options of `kawari selfplay`."""
    unfinished: Path
    old: Optional[Path] = None
    """File with the old scores, which is removed."""


def read_plan(text: str) -> list[Need]:
    """Returns the lines of a plan. Text after `#` is a comment."""
    needs: list[Need] = []
    for line, words in enumerate((shlex.split(line, comments=True) for line in text.splitlines()), 1):
        if not words:
            continue
        if len(words) < 2 or not words[1].isdigit() or int(words[1]) == 0:
            raise Refused(f"line {line} of the plan is not `GAME POSITIONS [OPTION]…`")
        if any(need.game == words[0] for need in needs):
            raise Refused(f"line {line} of the plan: {words[0]} has a line already")
        needs.append(Need(words[0], int(words[1]), tuple(words[2:])))
    if not needs:
        raise Refused("the plan is empty")
    return needs


class Supervisor:
    """Chooses parts and runs them."""

    def __init__(self, needs: Sequence[Need], folder: Path, kawari: Path, games: int, disk: int):
        self.needs = needs
        self.folder = folder
        self.kawari = kawari
        self.program = digest(kawari)[:8]
        self.games = games
        self.disk = disk
        # Stopping takes the lock again.
        self.lock = threading.RLock()
        self.running: dict[Path, subprocess.Popen[bytes]] = {}
        """Running programs by their unfinished files."""
        self.is_ending = False
        self.failure: Optional[Exception] = None
        for need in needs:
            self.scored(need).mkdir(parents=True, exist_ok=True)
            # A kill may have left a file beside its replacement.
            for file in self.old_files(need):
                if (self.scored(need) / file.path.name).exists():
                    file.path.unlink()

    def scored(self, need: Need) -> Path:
        """Returns the folder of a game's files with scores of this program."""
        return self.folder / need.game / self.program

    def files(self, need: Need) -> list[GamesFile]:
        """Returns the finished files of a game."""
        paths = sorted((self.folder / need.game).glob("*/*.games"))
        names = ((path, FINISHED.fullmatch(path.name)) for path in paths)
        return [GamesFile(path, name["part"], int(name["positions"])) for path, name in names if name]

    def old_files(self, need: Need) -> list[GamesFile]:
        """Returns the files of a game with scores of other programs."""
        return [file for file in self.files(need) if file.path.parent != self.scored(need)]

    def positions(self, need: Need) -> int:
        """Returns the number of positions in a game's finished files."""
        return sum(file.positions for file in self.files(need))

    def size(self) -> int:
        """Returns the size of all files in bytes."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    def next_part(self) -> Optional[Part]:
        """Returns the most urgent part that is not running; `None` when there is none."""
        if self.size() > self.disk:
            print(f"{self.folder} has reached the disk limit", file=sys.stderr)
            return None
        shares = [(self.positions(need) / need.positions, need) for need in self.needs]
        share, most_urgent = min(shares, key=lambda pair: pair[0])
        if share < 1:
            return self.play(most_urgent)
        parts = (self.rescore(need, file) for need in self.needs for file in self.old_files(need))
        return next((part for part in parts if part.unfinished not in self.running), None)

    def play(self, need: Need) -> Part:
        """Returns the next games to play."""
        finished = {file.part for file in self.files(need)}
        for number in itertools.count():
            name = f"{self.program}-{number:06}"
            if name not in finished and self.unfinished(need, name) not in self.running:
                break
        words = (
            # Another program plays from other openings.
            f"--seed={int(self.program, 16)}",
            f"--first-game={number * self.games}",
            f"--games={self.games}",
            *need.words,
        )
        return Part(need, name, words, self.unfinished(need, name))

    def rescore(self, need: Need, file: GamesFile) -> Part:
        """Returns the search of a file's positions."""
        words, _ = split_options(need.words, OPENING_OPTIONS)
        words.append(f"--rescore={file.path}")
        return Part(need, file.part, tuple(words), self.unfinished(need, file.part), file.path)

    def unfinished(self, need: Need, name: str) -> Path:
        """Returns the path of an unfinished file."""
        return self.scored(need) / f"{name}.unfinished"

    def work(self) -> None:
        """Runs parts until there are none, one of them fails, or the program ends."""
        while True:
            with self.lock:
                part = None if self.is_ending else self.next_part()
                if part is None:
                    return
                output = (f"--data={part.unfinished}", "--resume", "--jobs=1")
                process = subprocess.Popen(
                    [self.kawari, "selfplay", part.need.game, *part.words, *output],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    preexec_fn=end_with_parent(),
                )
                self.running[part.unfinished] = process
            _, errors = process.communicate()
            with self.lock:
                del self.running[part.unfinished]
                if self.is_ending:
                    return
                try:
                    self.finish(part, process.returncode, errors.decode(errors="replace"))
                except (EngineDied, Refused, OSError) as error:
                    self.failure = error
                    self.end()

    def finish(self, part: Part, status: int, output: str) -> None:
        """Names the file of a finished part."""
        game = part.need.game
        summary = re.search(r"^ *(\d+) positions searched$", output, re.MULTILINE)
        if status != 0 or summary is None:
            kind = Refused if status == 2 else EngineDied
            raise kind(f"{game}, {part.name}: kawari ended with status {status}: {output.strip()}")
        part.unfinished.replace(part.unfinished.with_name(f"{part.name}-{summary[1]}.games"))
        if part.old is not None:
            part.old.unlink()
        print(f"{game}: {self.positions(part.need):,} of {part.need.positions:,} positions", flush=True)

    def end(self) -> None:
        """Stops the running parts; the next run continues them."""
        with self.lock:
            self.is_ending = True
            for process in self.running.values():
                process.terminate()


def lower_priority(niceness: int) -> None:
    """Gives this process and its children a lower priority."""
    os.nice(niceness)
    # Linux compares the niceness only within a session unless the session's is set too.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("plan", type=Path, help="file with a line for each game")
    options.add_argument("folder", type=Path, help="folder for the games")
    options.add_argument("--kawari", default="kawari", help="the program")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games played in parallel")
    options.add_argument("--disk", type=float, default=20, help="limit for FOLDER in GiB")
    options.add_argument("--games", type=int, default=2000, help="games per file")
    options.add_argument("--nice", type=int, default=19, help="niceness; 19 is the lowest priority")
    args = options.parse_args()
    if args.nice:
        lower_priority(args.nice)
    supervisor = Supervisor(
        read_plan(args.plan.read_text()),
        args.folder,
        program(args.kawari),
        args.games,
        int(args.disk * 2**30),
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    workers = [threading.Thread(target=supervisor.work) for _ in range(args.jobs)]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            while worker.is_alive():
                worker.join(0.5)
    finally:
        supervisor.end()
    if supervisor.failure is not None:
        raise supervisor.failure


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except (EngineDied, Refused, OSError) as error:
        sys.exit(f"selfplay.py: {error}")
