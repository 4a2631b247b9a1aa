#!/usr/bin/env python3
"""USI adapter between `kawari match` and Fairy-Stockfish or Fairy-Stockfish-X.

    fairy.py ENGINE [ARGUMENT...]

Needs Python 3.8 and no packages. The engine for `yari` is Fairy-Stockfish; for `hajiku`,
`hasami` and `hasami-nocorner` it is the fork Fairy-Stockfish-X. If a game has a move that the
engine's rules do not allow, the adapter writes `info string rules differ: ...` before the
engine's answer. Lines that cannot be translated are passed on unchanged, so that the match
runner can report them.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

from games import GAMES

VARIANTS = Path(__file__).resolve().with_name("variants.ini")

# Longer lines are passed on in parts.
LONGEST_LINE = 1 << 16

# Answers of the engine if it has no legal move.
NO_MOVE = ("resign", "(none)", "0000")


class Adapter:
    """The translation of a session. Two threads use it, one for each direction. The fields that
    they share do not change during a search."""

    def __init__(self):
        self.game = None
        self.difference = None
        self.is_reported = False

    def to_engine(self, line):
        """Returns the engine's input for a line of the match runner."""
        words = line.split()
        first, rest = (words[0], words[1:]) if words else ("", [])
        if first == "setoption" and rest[1:2] and rest[1].lower() in ("usi_variant", "uci_variant"):
            return self.choose(rest[-1], line)
        if first == "usinewgame":
            self.difference, self.is_reported = None, False
        elif self.game and first == "position":
            position, difference = self.game.position(rest)
            self.difference = self.difference or difference
            return [f"position {position}"]
        elif self.game and first == "go" and "searchmoves" in rest:
            at = rest.index("searchmoves") + 1
            # Two of our moves may be the same move of the engine.
            moves = dict.fromkeys(self.game.to_engine(word) for word in rest[at:])
            return [" ".join(["go", *rest[:at], *moves])]
        return [line]

    def choose(self, name, line):
        self.game = GAMES.get(name.lower())
        if not self.game:
            return [line]
        chosen = [f"setoption name USI_Variant value {self.game.name}"]
        if self.game.needs_file:
            chosen.insert(0, f"setoption name VariantPath value {VARIANTS}")
        return chosen

    def from_engine(self, line):
        """Returns the output for a line of the engine."""
        words = line.split()
        if words[:3] == ["option", "name", "USI_Variant"]:
            # Add our names of the games.
            return [line + "".join(f" var {name}" for name in GAMES if name not in words)]
        if not self.game or len(words) < 2:
            return [line]
        if words[0] == "info" and "pv" in words:
            at = words.index("pv") + 1
            return [" ".join(words[:at] + [self.game.from_engine(word) for word in words[at:]])]
        if words[0] != "bestmove":
            return [line]
        move = self.game.from_engine(words[1])
        if move in NO_MOVE:
            # The match runner only asks for a move if our rules have one.
            move = "resign"
            self.difference = self.difference or "no move seen"
        answer = [f"bestmove {move}"]
        if self.difference and not self.is_reported:
            self.is_reported = True
            answer.insert(0, f"info string rules differ: {self.difference}")
        return answer


def pass_on(source, sink, translate):
    """Translates and writes lines until the end of the source."""
    while True:
        line = source.readline(LONGEST_LINE)
        if not line:
            return
        try:
            end = "\n" if line.endswith("\n") else ""
            line = "".join(part + end for part in translate(line.rstrip("\r\n")))
        except (ValueError, LookupError, AttributeError, TypeError):
            pass
        sink.write(line)
        sink.flush()


def read_engine(engine, adapter):
    """Passes on the engine's output, and exits when the engine does."""
    try:
        pass_on(engine.stdout, sys.stdout, adapter.from_engine)
    except OSError:
        engine.kill()
    # The main thread may be blocked on its input.
    os._exit(engine.wait() & 0xFF)


def main(command):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    engine = subprocess.Popen(command, text=True, **pipes)
    for stream in (sys.stdin, sys.stdout, engine.stdin, engine.stdout):
        # Every byte is a valid character in Latin-1.
        stream.reconfigure(encoding="latin-1", newline="\n")
    adapter = Adapter()
    reader = threading.Thread(target=read_engine, args=(engine, adapter), daemon=True)
    reader.start()
    try:
        pass_on(sys.stdin, engine.stdin, adapter.to_engine)
        engine.stdin.close()
        engine.wait(timeout=1)
    except (OSError, subprocess.TimeoutExpired):
        engine.kill()
    reader.join(timeout=1)
    os._exit(1)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
