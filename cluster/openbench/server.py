#!/usr/bin/env python3
"""Writes what an OpenBench server has to know of Kawari.

    server.py OPENBENCH --source https://github.com/NAME/kawari
    server.py OPENBENCH --source … --books https://example.org/books --archives DIR --count 20000

OPENBENCH is the server's own folder. `Engines/Kawari.json` gets the repository that
workers fetch and build, `Books/kawari-GAME.epd.json` of each game where its book is to
be found: in `books/` beside this program, as the repository has it on its branch
`main`, or below the address behind `--books`. There go the archives that are written to
`--archives`; with `--count` they hold new openings, so many for each game.
Needs Python 3.9, nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPENINGS = HERE.parents[1] / "books"


def engine(source: str, nps: int | None) -> str:
    """`Kawari.json` for the server: with the repository, and the speed of the machine
    that clocks are meant for."""
    fields = json.loads((HERE / "Kawari.json").read_text())
    fields["source"] = source
    if nps is not None:
        fields["nps"] = nps
    return json.dumps(fields, indent=4) + "\n"


def openings(book: Path, kawari: str, count: int | None, seed: int) -> str:
    """The openings of a game: those of its book, or so many new ones."""
    if count is None:
        return book.read_text()
    words = ["book", "make", book.stem, f"--count={count}", f"--seed={seed}"]
    return subprocess.run([kawari, *words], check=True, capture_output=True, text=True).stdout


def pack(name: str, text: str, folder: Path) -> None:
    """Writes an archive for the workers."""
    # The date of a file is a part of an archive: without one, the same book is the same.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        archive.writestr(entry, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("openbench", type=Path, help="the folder of the server")
    parser.add_argument("--source", required=True, help="the repository, as a browser shows it")
    parser.add_argument("--nps", type=int, help="of `kawari bench` where clocks are meant for")
    parser.add_argument("--books", help="where workers find the archives")
    parser.add_argument("--archives", type=Path, help="write archives to this folder")
    parser.add_argument("--count", type=int, help="make books of so many openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kawari", default="kawari", help="the program that makes them")
    args = parser.parse_args()
    source = args.source.rstrip("/")
    address = args.books or f"{source}/raw/main/cluster/openbench/books"
    if args.count and not (args.books and args.archives):
        sys.exit("server.py: new openings need --archives, and --books, where these will be")
    targets = [args.openbench / name for name in ("Engines", "Books")]
    for folder in targets:
        if not folder.is_dir():
            sys.exit(f"server.py: there is no {folder}")
    engines, books = targets
    if args.archives:
        args.archives.mkdir(parents=True, exist_ok=True)
    names = []
    for book in sorted(OPENINGS.glob("*.book")):
        text = openings(book, args.kawari, args.count, args.seed)
        name = f"kawari-{book.stem}.epd"
        if args.archives:
            pack(name, text, args.archives)
        digest = hashlib.sha256(text.encode()).hexdigest()
        fields = {"sha": digest, "source": f"{address.rstrip('/')}/{name}.zip"}
        (books / f"{name}.json").write_text(json.dumps(fields, indent=4) + "\n")
        names.append(name)
    (engines / "Kawari.json").write_text(engine(source, args.nps))
    print("To be named in Config/config.json:")
    print(json.dumps({"engines": ["Kawari"], "books": names}, indent=4))


if __name__ == "__main__":
    main()
