#!/usr/bin/env python3
"""Writes the configuration of Kawari for an OpenBench server.

    server.py OPENBENCH --source https://github.com/NAME/kawari
    server.py OPENBENCH --source … --books https://example.org/books --archives DIR --count 20000

OPENBENCH is the server's folder. `Engines/Kawari.json` names the repository that workers
fetch and build. `Books/kawari-GAME.epd.json` has the address of each game's book:
`openings.epd.zip` in the game's folder, on the repository's branch `main`, or below the
address given by `--books`. Upload the archives that are written to `--archives` there. With `--count` they
have new openings, this number for each game.
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
ROOT = HERE.parents[1]
GAMES = ROOT / "crates/kawari-engine/src/games"


def engine(source: str, nps: int | None) -> str:
    """Returns `Kawari.json` with the repository and the speed of the reference machine."""
    fields = json.loads((HERE / "Kawari.json").read_text())
    fields["source"] = source
    if nps is not None:
        fields["nps"] = nps
    return json.dumps(fields, indent=4) + "\n"


def openings(game: str, book: Path, kawari: str, count: int | None, seed: int) -> str:
    """Returns the openings of a game: those of its book, or new ones."""
    if count is None:
        return book.read_text()
    words = ["book", "make", game, f"--count={count}", f"--seed={seed}"]
    return subprocess.run([kawari, *words], check=True, capture_output=True, text=True).stdout


def pack(name: str, text: str, folder: Path) -> None:
    """Writes an archive for the workers."""
    # A fixed date makes archives of equal books equal.
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(folder / f"{name}.zip", "w") as archive:
        archive.writestr(entry, text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("openbench", type=Path, help="folder of the server")
    parser.add_argument("--source", required=True, help="address of the repository in a browser")
    parser.add_argument("--nps", type=int, help="nodes per second of `kawari bench` on the reference machine")
    parser.add_argument("--books", help="address from which workers load the archives")
    parser.add_argument("--archives", type=Path, help="folder for the archives")
    parser.add_argument("--count", type=int, help="openings of a new book")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kawari", default="kawari", help="program that makes them")
    args = parser.parse_args()
    source = args.source.rstrip("/")
    if args.count and not (args.books and args.archives):
        sys.exit("server.py: new openings need --archives and --books")
    targets = [args.openbench / name for name in ("Engines", "Books")]
    for folder in targets:
        if not folder.is_dir():
            sys.exit(f"server.py: there is no {folder}")
    engines, books = targets
    if args.archives:
        args.archives.mkdir(parents=True, exist_ok=True)
    names = []
    games = {book.parent.name.replace("_", "-"): book for book in GAMES.glob("*/*/openings.book")}
    for name, game in sorted((f"kawari-{game}.epd", game) for game in games):
        book = games[game]
        text = openings(game, book, args.kawari, args.count, args.seed)
        if args.books:
            address = f"{args.books.rstrip('/')}/{name}.zip"
        else:
            archive = book.with_name("openings.epd.zip").relative_to(ROOT).as_posix()
            address = f"{source}/raw/main/{archive}"
        if args.archives:
            pack(name, text, args.archives)
        digest = hashlib.sha256(text.encode()).hexdigest()
        fields = {"sha": digest, "source": address}
        (books / f"{name}.json").write_text(json.dumps(fields, indent=4) + "\n")
        names.append(name)
    (engines / "Kawari.json").write_text(engine(source, args.nps))
    print("Add to Config/config.json:")
    print(json.dumps({"engines": ["Kawari"], "books": names}, indent=4))


if __name__ == "__main__":
    main()
