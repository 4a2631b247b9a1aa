"""Runs a notebook and compares its text output.

    run_notebook.py FILE [--write]

The output of a cell with the tag `varies` is not compared: it depends on the search. `--write`
writes the output into the file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def text(cell: nbformat.NotebookNode) -> str:
    """Returns the text output of a cell: printed text, which comes in parts, and values."""
    outputs = []
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            outputs.append(output.text)
        elif output.output_type in ("execute_result", "display_data"):
            outputs.append("".join(output.data.get("text/plain", "")))
    return "".join(outputs)


def main(arguments: list[str]) -> int:
    path = Path(arguments[0])
    expected = nbformat.read(path, as_version=4)
    found = nbformat.read(path, as_version=4)
    NotebookClient(found, timeout=300, kernel_name="python3").execute()
    if "--write" in arguments:
        for cell in found.cells:
            cell.get("metadata", {}).pop("execution", None)
        nbformat.write(found, path)
        return 0
    for number, (one, other) in enumerate(zip(expected.cells, found.cells), 1):
        varies = "varies" in one.metadata.get("tags", [])
        if one.cell_type == "code" and not varies and text(one) != text(other):
            print(
                f"{path}: cell {number} printed {text(other)!r}, not {text(one)!r}", file=sys.stderr
            )
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
