#!/usr/bin/env python3
"""Analyses positions in Spark: lines of text in, lines of JSON out.

    spark-submit --py-files ../parts.py --files /usr/bin/kawari analyse.py \\
        --kawari ./kawari hdfs:///positions hdfs:///answers -- --nodes 1000 --no-time

The arguments after `--` are options of `kawari analyse`. Each partition of the input is
piped through its own process, and the output has the same number of partitions. Joined in
order (`cat answers/part-*`), they are what one run on one machine writes.

`RDD.pipe` needs `checkCode=True`: without it the rows of a killed process are lost, and the
job succeeds. With it Spark repeats the partition, at most four times
(`spark.task.maxFailures`). On one machine use `--master 'local[2,4]'`, since `local[2]`
never retries. Invalid lines give exit status 1 and an answer with an error; they are not a
failure here.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from parts import renumbered, split_words  # noqa: E402

from pyspark import RDD, SparkContext  # noqa: E402

BAD_LINES_ARE_FINE = '"$0" analyse "$@" || [ $? -eq 1 ]'
"""The command as a shell word list."""


def analysed(positions: RDD[str], kawari: str, words: list[str]) -> RDD[str]:
    """Returns the answers in the order of the lines."""
    command = shlex.join(["sh", "-c", BAD_LINES_ARE_FINE, kawari, "--jobs=1", *words])
    counts = positions.mapPartitions(lambda lines: [sum(1 for _ in lines)]).collect()
    before = [0, *accumulate(counts)]

    def renumber(number: int, answers: Iterable[str]) -> Iterator[str]:
        lines = (answer.encode() for answer in answers)
        return (line.decode() for line in renumbered(lines, before[number]))

    return positions.pipe(command, checkCode=True).mapPartitionsWithIndex(renumber)


def main() -> None:
    own, words = split_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("positions", help="file or folder of lines")
    parser.add_argument("answers", help="new output folder")
    parser.add_argument("--kawari", default="kawari", help="program on each machine")
    parser.add_argument("--partitions", type=int, help="minimum number of partitions")
    args = parser.parse_args(own)
    spark = SparkContext(appName="kawari analyse")
    try:
        positions = spark.textFile(args.positions, args.partitions)
        analysed(positions, args.kawari, words).saveAsTextFile(args.answers)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
