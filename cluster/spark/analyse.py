#!/usr/bin/env python3
"""Analyses positions where they lie in Spark: lines of text in, lines of JSON out.

    spark-submit --py-files ../parts.py --files /usr/bin/kawari analyse.py \\
        --kawari ./kawari hdfs:///positions hdfs:///answers -- --nodes 1000 --no-time

What stands behind `--` are options of `kawari analyse`. Each partition of the input is
piped through a program of its own, and the output has as many partitions: joined in
their order (`cat answers/part-*`), they are what one run on one machine writes.

`RDD.pipe` has to be told `checkCode=True`: without it the rows of a program that was
killed are lost, and the job ends well. With it Spark does the partition again, four
times at most (`spark.task.maxFailures`; on one machine `--master 'local[2,4]'`, for
`local[2]` tries nothing twice). Bad lines have the exit status 1; they are answered
with an error like any other line, and are no failure here.
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
"""A shell's words for it."""


def analysed(positions: RDD[str], kawari: str, words: list[str]) -> RDD[str]:
    """The answers to each line, in the order of the lines."""
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
    parser.add_argument("positions", help="a file or a folder of lines")
    parser.add_argument("answers", help="a folder, a new one")
    parser.add_argument("--kawari", default="kawari", help="the program, on each machine")
    parser.add_argument("--partitions", type=int, help="at least so many")
    args = parser.parse_args(own)
    spark = SparkContext(appName="kawari analyse")
    try:
        positions = spark.textFile(args.positions, args.partitions)
        analysed(positions, args.kawari, words).saveAsTextFile(args.answers)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
