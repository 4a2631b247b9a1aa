"""Tests of `spark/analyse.py` on this machine, with executors as separate processes."""

from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

import pyspark

from support import CLUSTER, KAWARI, OPTIONS, ClusterTest, kill_in_the_middle

SPARK = Path(pyspark.__file__).parent


class Spark(ClusterTest):
    def command(self, master: str, output: Path, positions: Path) -> list[object]:
        """Returns the command for these positions in 20 partitions."""
        return [
            *(SPARK / "bin/spark-submit", "--master", master),
            *("--py-files", CLUSTER / "parts.py", CLUSTER / "spark/analyse.py"),
            *("--kawari", KAWARI, "--partitions", "20", positions, output, "--", *OPTIONS),
        ]

    def answers(self, output: Path) -> bytes:
        self.assertTrue((output / "_SUCCESS").exists())
        return b"".join(path.read_bytes() for path in sorted(output.glob("part-*")))

    def test_what_was_killed_is_done_again(self) -> None:
        # The engine's ancestors are a shell, a Python worker, its daemon, and the
        # executor.
        for name, worker in (("worker", 2), ("executor", 4)):
            with self.subTest(name):
                output = self.folder / name
                run, killed = kill_in_the_middle(
                    self.command("local-cluster[2,1,1024]", output, self.positions),
                    done=lambda: len(list(output.rglob("part-*"))),
                    worker=worker,
                    when=(3, 8),
                    SPARK_HOME=str(SPARK),
                )
                errors = run.stderr.decode()[-3000:]
                self.assertEqual((run.returncode, killed), (0, ["engine", "worker"]), errors)
                self.assert_same(self.answers(output), self.expected)

    def test_what_cannot_be_done_is_no_success(self) -> None:
        """A missing engine ends the job; no answers are lost silently."""
        output = self.folder / "failed"
        command = self.command("local[2]", output, self.positions)
        command[command.index(KAWARI)] = "/no/such/engine"
        run = subprocess.run(
            [str(word) for word in command],
            capture_output=True,
            env=os.environ | {"SPARK_HOME": str(SPARK)},
        )
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse((output / "_SUCCESS").exists())


if __name__ == "__main__":
    unittest.main()
