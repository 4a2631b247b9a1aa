"""Tests of `ray/run.py` and `ray/parquet.py` on this machine."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import pyarrow
import pyarrow.parquet

from support import CLUSTER, KAWARI, OPTIONS, ClusterTest, kawari, kill_in_the_middle

RUN = [sys.executable, CLUSTER / "ray/run.py", "--kawari", KAWARI, "--cpus", "2"]
PARQUET = [sys.executable, CLUSTER / "ray/parquet.py", "--kawari", KAWARI, "--cpus", "2"]


class Ray(ClusterTest):
    def analysis(self, name: str) -> tuple[list[object], Path]:
        """Returns the command for the positions in small parts, and its output."""
        output = self.folder / name
        command = [*RUN, "--size", "50", "analyse", self.positions, output, "--", *OPTIONS]
        return command, output

    def done(self, output: Path) -> list[Path]:
        """Returns the finished parts."""
        folder = output.with_name(f"{output.name}.parts") / "out"
        return sorted(folder.glob("[0-9]*")) if folder.exists() else []

    def test_what_was_killed_is_done_again(self) -> None:
        command, output = self.analysis("killed")
        run, killed = kill_in_the_middle(
            command, done=lambda: len(self.done(output)), worker=1, when=(5, 15)
        )
        self.assertEqual((run.returncode, killed), (0, ["engine", "worker"]), run.stderr[-2000:])
        self.assertIn(b"40 of 40 parts", run.stderr)
        self.assert_same(output.read_bytes(), self.expected)

    def test_it_goes_on_after_the_drivers_death(self) -> None:
        command, output = self.analysis("resumed")
        driver = subprocess.Popen([str(word) for word in command], stderr=subprocess.DEVNULL)
        while len(self.done(output)) < 5:
            self.assertIsNone(driver.poll())
            time.sleep(0.02)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        before = {path: path.stat().st_mtime_ns for path in self.done(output)}
        self.assertTrue(5 <= len(before) < 40 and not output.exists())
        self.run_to_end(*command)
        self.assert_same(output.read_bytes(), self.expected)
        self.assertEqual({path: path.stat().st_mtime_ns for path in before}, before)

    def test_selfplay_is_one_run(self) -> None:
        output, log = self.folder / "selfplay", self.folder / "selfplay.jsonl"
        words = ["yari", "--nodes", "100", "--max-moves", "50"]
        self.run_to_end(*RUN, "--size", "2", "selfplay", "7", output, "--", *words)
        kawari("selfplay", *words, "--games", "7", "--log", str(log))
        self.assert_same(output.read_bytes(), log.read_bytes())

    def test_a_match_ends_with_its_test(self) -> None:
        """The engines are sent with the job, and only the parts before the decision count."""
        engine = self.folder / "engine"
        engine.write_bytes(Path(KAWARI).read_bytes())
        engine.chmod(0o755)
        words = ["hasami-jsa", "--sprt", "0", "60", "0.05", "0.05"]
        for name, nodes in (("eight", 400), ("one", 50)):
            words += ["--engine", f"name={name}", "cmd=./engine", f"nodes={nodes}"]
        output, log = self.folder / "match", self.folder / "match.jsonl"
        run = self.run_to_end(
            *RUN, "--size", "5", "--send", engine, "match", "200", output, "--", *words
        )
        self.assertIn(b"H1 accepted", run.stdout)
        subprocess.run(
            [KAWARI, "match", *words, "--pairs", "200", "--log", log], cwd=self.folder, check=True
        )
        # A single run tests after each pair, the parts after five pairs.
        found, expected = output.read_bytes().splitlines(), log.read_bytes().splitlines()
        self.assertEqual(found[: len(expected)], expected)
        self.assertTrue(0 <= len(found) - len(expected) < 10 and len(found) % 10 == 1)

    def test_a_table_keeps_its_rows(self) -> None:
        rows: list[str | None] = [*self.lines]
        rows[5] = None
        table = pyarrow.table({"id": list(range(len(rows))), "position": rows})
        source, target = self.folder / "positions.parquet", self.folder / "answers.parquet"
        pyarrow.parquet.write_table(table, source)
        run, killed = kill_in_the_middle(
            [*PARQUET, source, target, "--", *OPTIONS], done=lambda: 1, worker=1, when=(1, 1)
        )
        self.assertEqual((run.returncode, killed), (0, ["engine", "worker"]), run.stderr[-2000:])
        found = pyarrow.parquet.read_table(target)
        self.assertEqual(found.column("id").to_pylist(), list(range(len(rows))))
        answers = {
            answer["line"] - 1: answer for answer in map(json.loads, self.expected.splitlines())
        }
        for row in found.to_pylist():
            answer = {} if row["id"] == 5 else answers.get(row["id"], {})
            self.assertEqual(row["bestmove"], answer.get("bestmove"))
            self.assertEqual(row["nodes"], answer.get("nodes"))
            self.assertEqual(row["error"], answer.get("error"))
            score = answer.get("score") or {}
            self.assertEqual(row["score_cp"], score.get("cp"))
            self.assertEqual(row["score_mate"], score.get("mate"))
            self.assertEqual(row["favours"], score.get("favours"))
            self.assertEqual(row["sfen"], answer.get("position"))


if __name__ == "__main__":
    unittest.main()
