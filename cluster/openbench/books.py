#!/usr/bin/env python3
"""Packs the books of openings as an OpenBench server and its workers want them.

    books.py --url https://example.org/books              # those of books/, into books/ here
    books.py --url … --count 20000 --seed 7 OUTPUT        # larger ones, made anew

For each game there is `kawari-GAME.epd.zip`, to be found by the workers below `--url`,
and `kawari-GAME.epd.json`, for `Books/` of the server. Without `--count` the books are
those of `books/` in the repository, which `kawari book make` has made.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOOKS = HERE.parents[1] / "books"


def pack(name: str, text: str, url: str, folder: Path) -> None:
    """Writes the archive and what the server has to know of it."""
    book = f"kawari-{name}.epd"
    # The date of a file is a part of an archive: without one, the same book is the same.
    entry = zipfile.ZipInfo(book)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(folder / f"{book}.zip", "w") as archive:
        archive.writestr(entry, text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    fields = {"sha": digest, "source": f"{url.rstrip('/')}/{book}.zip"}
    (folder / f"{book}.json").write_text(json.dumps(fields, indent=4) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("output", nargs="?", type=Path, default=HERE / "books")
    parser.add_argument("--url", required=True, help="where workers will find the archives")
    parser.add_argument("--count", type=int, help="make books of so many openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kawari", default="kawari", help="the program that makes them")
    args = parser.parse_args()
    args.output.mkdir(exist_ok=True)
    for book in sorted(BOOKS.glob("*.book")):
        text = book.read_text()
        if args.count:
            words = [
                "book",
                "make",
                book.stem,
                "--count",
                str(args.count),
                "--seed",
                str(args.seed),
            ]
            text = subprocess.run(
                [args.kawari, *words], check=True, capture_output=True, text=True
            ).stdout
        pack(book.stem, text, args.url, args.output)


if __name__ == "__main__":
    main()
