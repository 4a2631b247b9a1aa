"""Helpers of the tests in this folder: positions, the answers of a single run, and the killing of
processes."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable, Sequence
from pathlib import Path

CLUSTER = Path(__file__).resolve().parents[1]
KAWARI = os.environ.get("KAWARI") or str(CLUSTER.parent / "target/release/kawari")
GAMES = "hasami hasami-jsa dai-hasami hasami-ludos mak-yek yari hajiku shogi minishogi".split()
BAD = {100: "nonsense", 555: "hasami startpos moves 9i1a", 700: "", 701: "# a comment"}
OPTIONS = ["--nodes", "1000", "--no-time"]
POSITIONS = 2000


def kawari(*words: str) -> bytes:
    """Returns the program's output; invalid lines are not a failure."""
    done = subprocess.run([KAWARI, *words], capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr.decode())
    return done.stdout


def mixed_positions(count: int) -> list[str]:
    """Returns positions of many games in random order, with some invalid lines."""
    lines = []
    for game in GAMES:
        words = ["--games", "48", "--nodes", "1", "--plies", "30", "--max-moves", "30"]
        for played in kawari("selfplay", game, *words).splitlines():
            moves = json.loads(played)["moves"]
            for length in range(0, len(moves), 6):
                lines.append(f"{game} startpos moves {' '.join(moves[: length + 1])}")
    random.Random(3).shuffle(lines)
    del lines[count:]
    assert len(lines) == count
    for place, bad in BAD.items():
        if place < count:
            lines[place] = bad
    return lines


class FolderTest(unittest.TestCase):
    """A test with a temporary folder."""

    maxDiff = 2000
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="kawari-test-"))

    @classmethod
    def tearDownClass(cls) -> None:
        shutil.rmtree(cls.folder)

    def assert_same(self, found: bytes, expected: bytes) -> None:
        """Compares without printing a long difference."""
        if found != expected:
            lines, wanted = found.splitlines(), expected.splitlines()
            others = [pair for pair in zip(lines, wanted) if pair[0] != pair[1]]
            told = f"{len(lines)} lines, not {len(wanted)}; {len(others)} others"
            self.fail("\n".join([told, *(str(line) for pair in others[:2] for line in pair)]))

    def run_to_end(self, *words: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
        """Runs a program, which must succeed."""
        command = [str(word) for word in words]
        done = subprocess.run(
            command, capture_output=True, env=os.environ | {"KAWARI": KAWARI} | environment
        )
        self.assertEqual(done.returncode, 0, done.stderr.decode()[-3000:])
        return done


class ClusterTest(FolderTest):
    """A test with positions and the answers of a single run."""

    positions: Path
    lines: list[str]
    expected: bytes

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.positions = cls.folder / "positions"
        cls.lines = mixed_positions(POSITIONS)
        cls.positions.write_text("\n".join(cls.lines) + "\n")
        cls.expected = kawari("analyse", *OPTIONS, str(cls.positions))


def processes() -> dict[int, tuple[int, str]]:
    """Returns all processes with parent and command."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text()
                command = (entry / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            found[int(entry.name)] = (int(status.rpartition(")")[2].split()[1]), command)
    return found


def engines_of(driver: int) -> list[int]:
    """Returns the engines among the descendants of a process."""
    known = processes()

    def is_below(process: int) -> bool:
        while process in known:
            if process == driver:
                return True
            process = known[process][0]
        return False

    return [
        process
        for process, (_, command) in known.items()
        if " analyse " in command
        and not command.startswith("sh ")
        and is_below(process)
        and "kawari" in command.split()[0]
    ]


def ancestor(process: int, generations: int) -> int:
    """Returns true if a process is an ancestor of another."""
    known = processes()
    for _ in range(generations):
        process = known[process][0]
    return process


def kill_in_the_middle(
    command: Sequence[object],
    done: Callable[[], int],
    worker: int,
    when: Sequence[int],
    **environment: str,
) -> tuple[subprocess.CompletedProcess[bytes], list[str]]:
    """Runs a program and kills, with SIGKILL, an engine that works for it, and later the
    worker that stands so many generations above one; each once so many parts are done.

    What the program came to, and what was killed.
    """
    driver = subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"KAWARI": KAWARI} | environment,
    )
    killed: list[str] = []

    def kill() -> None:
        for name, generations, threshold in (("engine", 0, when[0]), ("worker", worker, when[1])):
            while driver.poll() is None:
                engines = engines_of(driver.pid) if done() >= threshold else []
                try:
                    if engines:
                        os.kill(ancestor(engines[0], generations), signal.SIGKILL)
                        killed.append(name)
                        break
                except (KeyError, ProcessLookupError):
                    pass
                time.sleep(0.005)

    hand = threading.Thread(target=kill)
    hand.start()
    output, errors = driver.communicate()
    hand.join()
    sys.stderr.write(f"killed in the middle: {', '.join(killed)}\n")
    done_by = [str(word) for word in command]
    return subprocess.CompletedProcess(done_by, driver.returncode, output, errors), killed
