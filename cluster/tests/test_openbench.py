"""Tests of `openbench/`: the dialogue of a worker with its runner.

How a worker reads a line stands in its `worker.py`: the third word is the game, the
seventh the result, and some words behind the first colon are faults. Needs nothing but
Python and the program."""

from __future__ import annotations

import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

CLUSTER = Path(__file__).resolve().parents[1]
KAWARI = os.environ.get("KAWARI") or str(CLUSTER.parent / "target/release/kawari")
OPENBENCH = CLUSTER / "openbench"
GAMES = CLUSTER.parent / "crates/kawari-engine/src/games"
RUNNER = OPENBENCH / "fastchess-ob"

CRASHING = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    if line.startswith("usi\\n"):
        print("option name USI_Variant type combo default yari var yari")
        print("option name USI_Hash type spin default 1 min 1 max 99")
        print("option name Threads type spin default 1 min 1 max 1")
        print("usiok", flush=True)
    elif line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        sys.exit(3)
"""


class OpenBench(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kawari-openbench-"))
        for name in ("Engines", "Books", "PGNs"):
            (self.folder / name).mkdir()
        for name in ("dev", "base"):
            (self.folder / "Engines" / name).symlink_to(KAWARI)
        crashing = self.folder / "Engines/crashing"
        crashing.write_text(CRASHING)
        crashing.chmod(0o755)
        shutil.copy(GAMES / "drop/yari/openings.book", self.folder / "Books/kawari-yari.epd")

    def tearDown(self) -> None:
        shutil.rmtree(self.folder)

    def play(
        self, rounds: int, start: int, base: str = "base", limit: str = "tc=inf nodes=60"
    ) -> subprocess.CompletedProcess[str]:
        """Runs the runner with the arguments of a worker."""
        limits = f"{limit} option.Threads=1 option.Hash=8"
        engines = "".join(
            f"-engine dir=Engines/ cmd=./{name} proto=uci {limits} name=Kawari-{side} "
            for name, side in (("dev", "dev"), (base, "base"))
        )
        words = (
            f"-recover -variant standard -testEnv -concurrency 2 -rounds {rounds} -games 2 "
            f"-resign movecount=3 score=400 -draw movenumber=32 movecount=8 score=10 {engines}"
            f"-openings file=Books/kawari-yari.epd format=epd order=random start={start} -srand 7 "
            "-pgnout file=PGNs/7.pgn seldepth=true nodes=true match_line=^info"
        )
        return subprocess.run(
            [sys.executable, RUNNER, *words.split()],
            cwd=self.folder,
            capture_output=True,
            text=True,
            env=os.environ | {"KAWARI": KAWARI},
        )

    def results(self, output: str) -> dict[int, str]:
        """Returns games and results as a worker reads them."""
        lines = [line.split() for line in output.splitlines() if "Finished game" in line]
        return {int(words[2]): words[6] for words in lines}

    def openings(self) -> collections.Counter[str]:
        """Returns how often each opening was played, from the PGN."""
        text = (self.folder / "PGNs/7.pgn").read_text()
        games = text.strip().split("\n\n")[1::2]
        return collections.Counter(game.rpartition("{book}")[0] for game in games)

    def test_the_version_is_new_enough(self) -> None:
        output = subprocess.check_output([sys.executable, RUNNER, "--version"], text=True)
        found = re.search(r"\d+\.\d+(\.\d+)?", output)
        self.assertGreater(tuple(map(int, (found or [""])[0].split("."))), (1, 8, 1))

    def test_a_workload_is_played(self) -> None:
        run = self.play(rounds=8, start=3)
        self.assertEqual(run.returncode, 0, run.stderr)
        results = self.results(run.stdout)
        self.assertEqual(sorted(results), list(range(1, 9)))
        self.assertLessEqual(set(results.values()), {"1-0", "0-1", "1/2-1/2"})
        # Two equal programs split each pair.
        for game in range(1, 9, 2):
            self.assertEqual(results[game], results[game + 1])
        self.assertEqual(sorted(self.openings().values()), [2, 2, 2, 2])
        self.assertNotIn("abandoned", (self.folder / "PGNs/7.pgn").read_text())

    def test_workloads_without_a_clock_share_no_opening(self) -> None:
        """The server advances by half as many openings as it orders rounds."""
        self.play(rounds=6, start=1)
        first = self.openings()
        (self.folder / "PGNs/7.pgn").unlink()
        self.play(rounds=6, start=1 + 6 // 2)
        self.assertFalse(first.keys() & self.openings().keys())
        last = self.play(rounds=6, start=500)
        self.assertEqual(len(self.results(last.stdout)), 2)
        over = self.play(rounds=6, start=501)
        self.assertNotEqual(over.returncode, 0)
        self.assertIn("there is no clock", over.stderr)

    def test_a_book_is_played_again_with_a_clock(self) -> None:
        run = self.play(rounds=2, start=500, limit="tc=0.05+0.01 timemargin=5000")
        self.assertEqual(sorted(self.results(run.stdout)), [1, 2, 3, 4], run.stderr)

    def test_faults_have_the_words_that_are_counted(self) -> None:
        run = self.play(rounds=2, start=1, base="crashing")
        self.assertEqual(run.returncode, 4, run.stderr)
        lines = [line for line in run.stdout.splitlines() if "Finished game" in line]
        for line, loser in zip(lines, ("Black", "White")):
            self.assertIn("disconnects", line.split(":")[1])
            self.assertIn(loser, line)
        self.assertEqual(self.results(run.stdout), {1: "1-0", 2: "0-1"})
        terminations = re.findall(r'Termination "(.*)"', (self.folder / "PGNs/7.pgn").read_text())
        self.assertEqual(terminations, ["abandoned", "abandoned"])

    def test_slips_are_named(self) -> None:
        missing = self.play(rounds=2, start=1, base="none")
        self.assertNotEqual(missing.returncode, 0)
        self.assertIn("Engines/none", missing.stderr)
        (self.folder / "Books/kawari-yari.epd").rename(self.folder / "Books/other.epd")
        words = "-engine name=a cmd=a -engine name=b cmd=b -openings file=Books/other.epd -rounds 2"
        run = subprocess.run(
            [sys.executable, RUNNER, *words.split()],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        self.assertIn("the name of the book must be kawari-GAME.epd", run.stderr)

    def serve(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Writes the configuration of a server."""
        for name in ("Engines", "Books"):
            (self.folder / "server" / name).mkdir(parents=True, exist_ok=True)
        program, server = OPENBENCH / "server.py", self.folder / "server"
        command = [sys.executable, str(program), str(server), *words]
        return subprocess.run(command, capture_output=True, text=True)

    def test_a_server_is_told_of_engine_and_books(self) -> None:
        told = self.serve("--source", "https://example.org/me/kawari/", "--nps", "123456")
        self.assertEqual(told.returncode, 0, told.stderr)
        engine = json.loads((self.folder / "server/Engines/Kawari.json").read_text())
        self.assertEqual(engine["source"], "https://example.org/me/kawari")
        self.assertEqual(engine["nps"], 123456)
        books_by_name = sorted(
            (f"kawari-{book.parent.name.replace('_', '-')}.epd", book)
            for book in GAMES.glob("*/*/openings.book")
        )
        names = [name for name, _ in books_by_name]
        self.assertEqual(json.loads(told.stdout.partition("\n")[2])["books"], names)
        raw = "https://example.org/me/kawari/raw/main"
        for name, book in books_by_name:
            fields = json.loads((self.folder / "server/Books" / f"{name}.json").read_text())
            packed = book.with_name("openings.epd.zip")
            with zipfile.ZipFile(packed) as archive:
                self.assertEqual(archive.namelist(), [name])
                content = archive.read(name)
            self.assertEqual(content, book.read_bytes())
            self.assertEqual(fields["sha"], hashlib.sha256(content).hexdigest())
            path = packed.relative_to(CLUSTER.parent).as_posix()
            self.assertEqual(fields["source"], f"{raw}/{path}")

    def test_new_openings_are_packed_where_they_are_fetched(self) -> None:
        words = ["--source", "https://example.org/kawari", "--count", "3", "--kawari", KAWARI]
        refused = self.serve(*words)
        self.assertIn("need --archives and --books", refused.stderr)
        archives = self.folder / "archives"
        told = self.serve(*words, "--books", "https://example.org/b", "--archives", str(archives))
        self.assertEqual(told.returncode, 0, told.stderr)
        name = "kawari-hajiku.epd"
        fields = json.loads((self.folder / f"server/Books/{name}.json").read_text())
        self.assertEqual(fields["source"], f"https://example.org/b/{name}.zip")
        with zipfile.ZipFile(archives / f"{name}.zip") as archive:
            content = archive.read(name)
        self.assertEqual(fields["sha"], hashlib.sha256(content).hexdigest())
        lines = [line for line in content.splitlines() if not line.startswith(b"#")]
        self.assertEqual(len(lines), 3)

    def test_the_engine_is_built_where_the_server_says(self) -> None:
        fields = json.loads((OPENBENCH / "Kawari.json").read_text())
        folder = CLUSTER.parent / fields["build"]["path"]
        command = ["make", "-n", "-C", folder, "EXE=Kawari-ABCDEF12"]
        if shutil.which("make"):
            self.assertIn("Kawari-ABCDEF12", subprocess.check_output(command, text=True))
            refused = subprocess.run([*command, "EVALFILE=net"], capture_output=True, text=True)
            self.assertNotEqual(refused.returncode, 0)


if __name__ == "__main__":
    unittest.main()
