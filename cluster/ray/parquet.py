#!/usr/bin/env python3
"""Analyses a column of positions with Ray Data: Parquet in, Parquet out.

    parquet.py positions.parquet answers.parquet -- --nodes 1000

The rows keep their order and columns. The columns of an answer (`SCHEMA`) are appended; a
row without a position has nulls there. The arguments after `--` are options of `kawari
analyse`. `--column` names the column of positions, in any form that `analyse` reads.

Ray repeats a block of rows whose engine or worker is killed. A run cannot be resumed after
the death of the driver; `run.py` can. Needs `ray[data]`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Optional

import pyarrow as pa
import ray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import parts  # noqa: E402
from parts import EngineDied, Part, Work, do_part_alone, program, split_words  # noqa: E402
from run import Sent  # noqa: E402

# The machines of the cluster do not have these modules.
for module in (parts, sys.modules["run"]):
    ray.cloudpickle.register_pickle_by_value(module)  # type: ignore[no-untyped-call]

SCHEMA = pa.schema(
    [
        ("variant", pa.string()),
        ("sfen", pa.string()),
        ("depth", pa.int32()),
        ("seldepth", pa.int32()),
        ("score_cp", pa.int32()),
        ("score_mate", pa.int32()),
        ("favours", pa.string()),
        ("bestmove", pa.string()),
        ("pv", pa.string()),
        ("nodes", pa.int64()),
        ("result", pa.string()),
        ("reason", pa.string()),
        ("error", pa.string()),
    ]
)
"""Columns of an answer. Every block has all of them, so that the schema is the same."""

BLOCK = 1000
"""Rows per task."""


def row(answer: dict[str, Any]) -> dict[str, Any]:
    """Converts an answer to a row."""
    score = answer.get("score") or {}
    best: dict[str, Any] = next(iter(answer.get("pvs") or []), {})
    found = {
        "sfen": answer.get("position"),
        "score_cp": score.get("cp"),
        "score_mate": score.get("mate"),
        "favours": score.get("favours"),
        "pv": " ".join(best["moves"]) if best else None,
    }
    return {name: found.get(name, answer.get(name)) for name in SCHEMA.names}


def analysed(
    table: pa.Table, column: str, words: tuple[str, ...], sent: Sent, kawari: str
) -> pa.Table:
    """Returns the rows of a block with their answers."""
    positions: list[Optional[str]] = table.column(column).to_pylist()
    # A value with a line break is not a position and must not shift the following rows.
    lines = "".join(f"{' '.join((text or '').splitlines())}\n" for text in positions)
    part = Part(0, 0, len(positions))
    work = Work("analyse", words, part.count, part.count, None, "")
    output = do_part_alone(work, part, str(sent.unpacked() / kawari), lines.encode())
    rows: list[dict[str, Any]] = [{}] * part.count
    for line in output.splitlines()[1:]:
        answer = json.loads(line)
        rows[answer["line"] - 1] = row(answer)
    answers = pa.Table.from_pylist(rows, schema=SCHEMA)
    for field in SCHEMA:
        table = table.append_column(field, answers.column(field.name))
    return table


def main() -> None:
    own, words = split_words(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("positions", help="Parquet file or folder")
    parser.add_argument("answers", help="output folder")
    parser.add_argument("--column", default="position", help="column of the positions")
    parser.add_argument("--kawari", default="kawari", help="the program")
    parser.add_argument("--address", help="address of the cluster; `auto` for the one of this machine")
    parser.add_argument("--cpus", type=int, help="cores to use when there is no cluster")
    parser.add_argument("--tries", type=int, default=4, help="tries per block (default: 4)")
    args = parser.parse_args(own)
    if Path(args.answers).exists():
        sys.exit(f"parquet.py: {args.answers} exists already")
    ray.init(address=args.address, num_cpus=args.cpus, log_to_driver=False)
    ray.data.DataContext.get_current().execution_options.preserve_order = True
    kawari = program(args.kawari)
    given = {"column": args.column, "words": tuple(words), "sent": Sent.of([kawari])}
    given["kawari"] = kawari.name
    again = {"max_retries": args.tries - 1, "retry_exceptions": [EngineDied]}
    table = ray.data.read_parquet(args.positions)
    blocks = table.repartition(target_num_rows_per_block=BLOCK)
    blocks.map_batches(
        analysed,  # type: ignore[arg-type]
        fn_kwargs=given,
        batch_size=None,
        batch_format="pyarrow",
        num_cpus=1,
        **again,
    ).write_parquet(args.answers)


if __name__ == "__main__":
    main()
