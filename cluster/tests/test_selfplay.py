"""Tests of `selfplay.py`."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from support import CLUSTER, KAWARI, FolderTest

SELFPLAY = CLUSTER / "selfplay.py"
PLAN = """
# two games
yari   600 --nodes 40 --max-moves 60
hasami 400 --nodes 40 --max-moves 60 --bound 400
"""


class Supervisor(FolderTest):
    def plan(self, text: str) -> Path:
        path = self.folder / "plan"
        path.write_text(text)
        return path

    def words(self, folder: Path, *more: object) -> list[str]:
        plan = self.plan(PLAN)
        words = [SELFPLAY, plan, folder, "--kawari", KAWARI, "--games", 3, "--nice", 0, *more]
        return [str(word) for word in words]

    def files(self, folder: Path) -> dict[str, bytes]:
        """Returns the files by program, game and name."""
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        return {str(file.relative_to(folder)): file.read_bytes() for file in files}

    def test_the_plan_is_fulfilled_also_after_kills(self) -> None:
        whole = self.folder / "whole"
        output = self.run_to_end(*self.words(whole, "--jobs", 1)).stdout.decode()
        self.assertRegex(output, r"yari: \d+ of 600 positions\n")
        expected = self.files(whole)
        for game, needed in (("yari", 600), ("hasami", 400)):
            names = [Path(name).stem for name in expected if name.startswith(game)]
            positions = [int(name.rsplit("-", 1)[1]) for name in names]
            self.assertGreaterEqual(sum(positions), needed)
            self.assertLess(sum(positions) - positions[-1], needed, "more games than needed")
        self.assertFalse([name for name in expected if name.endswith(".unfinished")])
        self.assertEqual(self.run_to_end(*self.words(whole)).stdout, b"", "nothing is left to do")

        killed = self.folder / "killed"
        for sent in (signal.SIGKILL, signal.SIGTERM):
            before = self.files(killed)
            driver = subprocess.Popen(self.words(killed, "--jobs", 1))
            while self.files(killed) == before and driver.poll() is None:
                time.sleep(0.001)
            driver.send_signal(sent)
            driver.wait()
        self.run_to_end(*self.words(killed, "--jobs", 1))
        self.assertEqual(self.files(killed), expected)

    def test_another_program_searches_the_positions_again(self) -> None:
        folder = self.folder / "old"
        self.run_to_end(*self.words(folder, "--jobs", 2))
        other = self.folder / "kawari"
        shutil.copy(KAWARI, other)
        with other.open("ab") as file:
            file.write(b"\0")
        before = {Path(name).name: content for name, content in self.files(folder).items()}
        self.run_to_end(*self.words(folder, "--jobs", 2, "--kawari", other))
        after = {Path(name).name: content for name, content in self.files(folder).items()}
        self.assertEqual(before.keys(), after.keys())
        for name, content in after.items():
            header, _, games = content.partition(b"\n")
            self.assertIn(b'"rescored":', header)
            self.assert_same(games, before[name].partition(b"\n")[2])
        self.assertEqual(len(list((folder / "yari").iterdir())), 2, "folders of both programs")

    def test_the_disk_limit_and_faults_end_the_run(self) -> None:
        folder = self.folder / "limited"
        self.run_to_end(*self.words(folder, "--jobs", 1, "--disk", 1e-9))
        self.assertEqual(len(self.files(folder)), 1, "the limit is reached after one part")
        for text, message in (
            ("yari many", "line 1 of the plan is not"),
            ("yari 5\nyari 6", "line 2 of the plan: yari has a line already"),
            ("", "the plan is empty"),
            ("checkers 5", "checkers"),
            ("yari 5 --nodes 0", "--nodes"),
        ):
            words = [SELFPLAY, self.plan(text), self.folder / "faults", "--kawari", KAWARI, "--nice", "0"]
            done = subprocess.run([str(word) for word in words], capture_output=True, env=os.environ)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr.decode())
