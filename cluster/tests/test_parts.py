"""Tests of `parts.py` alone, with GNU parallel and as a Slurm array."""

from __future__ import annotations

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from support import (
    CLUSTER,
    KAWARI,
    OPTIONS,
    ClusterTest,
    FolderTest,
    kawari,
    kill_in_the_middle,
)

PARTS = CLUSTER / "parts.py"


class JobTest(FolderTest):
    """A test that runs jobs in parts."""

    def make(self, name: str, *words: object) -> Path:
        job = self.folder / name
        self.run_to_end(PARTS, "--kawari", KAWARI, "make", job, *words)
        return job

    def missing(self, job: Path) -> list[str]:
        return self.run_to_end(PARTS, "missing", job).stdout.decode().split()

    def merged(self, job: Path) -> bytes:
        output = job / "merged"
        self.run_to_end(PARTS, "--kawari", KAWARI, "merge", job, output)
        return output.read_bytes()


class Games(JobTest):
    def test_parts_of_selfplay_are_one_run(self) -> None:
        words = ["yari", "--nodes", "100", "--max-moves", "50"]
        job = self.make("selfplay", "selfplay", 7, "--size", 3, "--", *words)
        for number in self.missing(job):
            self.run_to_end(PARTS, "--kawari", KAWARI, "run", job, number)
        log = self.folder / "selfplay.jsonl"
        kawari("selfplay", *words, "--games", "7", "--log", str(log))
        self.assert_same(self.merged(job), log.read_bytes())

    def test_parts_of_a_match_are_one_match(self) -> None:
        words = ["hasami", "--max-moves", "50", "--sprt", "0", "20", "0.05", "0.05"]
        for name, nodes in (("A", 40), ("B", 30)):
            words += ["--engine", f"name={name}", f"cmd={KAWARI}", f"nodes={nodes}"]
        job = self.make("match", "match", 12, "--size", 5, "--", *words)
        for number in self.missing(job):
            self.run_to_end(PARTS, "--kawari", KAWARI, "run", job, number)
        log = self.folder / "match.jsonl"
        report = kawari("match", *words, "--pairs", "12", "--log", str(log))
        self.assert_same(self.merged(job), log.read_bytes())
        self.assertEqual(kawari("match", "report", str(job / "merged")), report)


class Books(JobTest):
    def test_books_from_several_roots_are_merged(self) -> None:
        lines = self.folder / "lines.txt"
        lines.write_text("3e2d\n4e4d 2a3b\n")
        words = ["minishogi", "--positions", "3", "--nodes", "500"]
        job = self.make("grow", "grow", lines, "--", *words)
        self.assertEqual(self.missing(job), ["0", "1"])
        for number in self.missing(job):
            self.run_to_end(PARTS, "--kawari", KAWARI, "run", job, number)
        books = []
        for name, moves in (("a", "3e2d"), ("b", "4e4d 2a3b")):
            book = self.folder / name
            grow = ["grow", words[0], str(book), f"--moves={moves}", *words[1:], "--quiet"]
            kawari("book", *grow)
            books.append(str(book))
        self.assert_same(self.merged(job), kawari("book", "merge", "minishogi", *books))


class Positions(JobTest, ClusterTest):
    def analysis(self, name: str, size: int) -> Path:
        return self.make(name, "analyse", self.positions, "--size", size, "--", *OPTIONS)

    def test_parts_of_an_analysis_are_one_run(self) -> None:
        job = self.analysis("analysis", 700)
        self.assertEqual(self.missing(job), ["0", "1", "2"])
        for number in (2, 0, 1):
            self.run_to_end(PARTS, "--kawari", KAWARI, "run", job, number)
        self.assert_same(self.merged(job), self.expected)
        refused = subprocess.run([PARTS, "merge", job, job / "merged"], capture_output=True)
        self.assertIn(b"exists already", refused.stderr)

    def test_a_job_is_not_taken_for_another(self) -> None:
        job = self.analysis("other", 500)
        command: list[str | Path] = [PARTS, "--kawari", KAWARI, "make", job, "analyse"]
        command.append(self.positions)
        for words in (["--size", "500", "--", "--nodes", "7"], ["--size", "400", "--", *OPTIONS]):
            refused = subprocess.run([*command, *words], capture_output=True)
            self.assertIn(b"is another job", refused.stderr)
        unfinished = subprocess.run([PARTS, "merge", job, job / "merged"], capture_output=True)
        self.assertIn(b"4 parts are not done", unfinished.stderr)
        other = subprocess.run([PARTS, "--kawari", "sh", "run", job, "0"], capture_output=True)
        self.assertIn(b"is not the program", other.stderr)
        refused = subprocess.run(
            [
                PARTS,
                "--kawari",
                KAWARI,
                "run",
                self.make("bad", "selfplay", 3, "--", "nogame"),
                "0",
            ],
            capture_output=True,
        )
        self.assertIn(b"nogame", refused.stderr)

    @unittest.skipUnless(shutil.which("parallel"), "there is no GNU parallel")
    def test_parallel_does_again_what_was_killed(self) -> None:
        job = self.analysis("parallel", 50)
        run, killed = kill_in_the_middle(
            [CLUSTER / "parallel/run", job, "-j", "2"],
            done=lambda: len(os.listdir(job / "out")),
            worker=1,
            when=(5, 15),
        )
        self.assertEqual((run.returncode, killed), (0, ["engine", "worker"]), run.stderr)
        self.assert_same(self.merged(job), self.expected)

    def test_tasks_of_an_array_share_the_parts(self) -> None:
        job = self.analysis("array", 200)
        batch = CLUSTER / "slurm/part.sbatch"

        def task(number: int) -> None:
            span = {"SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "3"}
            self.run_to_end("bash", batch, PARTS, job, SLURM_ARRAY_TASK_ID=str(number), **span)

        task(2)
        self.assertEqual(self.missing(job), ["0", "2", "3", "5", "6", "8", "9"])
        task(1)
        task(3)
        self.assertEqual(self.missing(job), [])
        self.assert_same(self.merged(job), self.expected)


if __name__ == "__main__":
    unittest.main()
