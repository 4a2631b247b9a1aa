"""Runs the Python examples of a Markdown file and compares their output.

    run_markdown.py FILE [--without MODULE...] [--write]

All blocks marked `python` run in one namespace. A block marked `text` after such a block is its
output. The output of a block marked `text varies` is not compared: it depends on the search. With
`--without`, examples that need one of these modules are skipped with a message. `--write` writes
the output into the file.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path

BLOCKS = re.compile(
    r"^```python\n(.*?)^```\n(?:\n```(text(?: varies)?)\n.*?^```\n)?", re.MULTILINE | re.DOTALL
)


def run(text: str, missing: list[str], compares: bool) -> str:
    """Runs the blocks of a text and returns it with their output.

    If `compares` is true, output that varies is not replaced.
    """
    namespace: dict[str, object] = {"__name__": "example"}

    def run_block(match: re.Match[str]) -> str:
        code = match[1]
        line = text.count("\n", 0, match.start()) + 2
        output = io.StringIO()
        try:
            with contextlib.redirect_stdout(output):
                exec(compile("\n" * (line - 1) + code, "example", "exec"), namespace)
        except ModuleNotFoundError as error:
            if error.name not in missing:
                raise
            print(f"example in line {line} skipped: no module {error.name}", file=sys.stderr)
            return match[0]
        kind = match[2] or "text"
        if compares and kind == "text varies":
            return match[0]
        block = f"```python\n{code}```\n"
        return block + (f"\n```{kind}\n{output.getvalue()}```\n" if output.getvalue() else "")

    return BLOCKS.sub(run_block, text)


def main(arguments: list[str]) -> int:
    path = Path(arguments[0])
    text = path.read_text(encoding="utf-8")
    if "--write" in arguments:
        path.write_text(run(text, [], compares=False), encoding="utf-8")
        return 0
    missing = arguments[arguments.index("--without") + 1 :] if "--without" in arguments else []
    found = run(text, missing, compares=True)
    if found == text:
        return 0
    for expected, actual in zip(text.splitlines(), found.splitlines()):
        if expected != actual:
            print(f"{path}: expected `{expected}`, found `{actual}`", file=sys.stderr)
            return 1
    print(f"{path}: output is missing or too long", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
