"""Referee for the client tests. It replays every client's game in a USI process and compares the
results."""

import os
import random
import subprocess

KAWARI = os.environ["KAWARI"]

VARIANTS = (
    "hasami", "hasami-nocorner", "hasami-chess", "hasami-jsa", "dai-hasami", "hasami-five",
    "hasami-brainking", "hasami-ludos", "mak-yek", "yari", "hajiku", "shogi", "minishogi",
)


class Kawari:
    """The program, in USI or in the protocol of `greeting`."""

    def __init__(self, variant=None, greeting=None):
        self.process = subprocess.Popen(
            [KAWARI], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        if greeting:
            self.say(greeting)
        if variant:
            self.say(f"setoption name USI_Variant value {variant}")
            self.say("isready")
            self.read("readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        return line.rstrip("\n")

    def read(self, front):
        """Returns the lines up to and including one with this prefix."""
        lines = [self.hear()]
        while not lines[-1].startswith(front):
            lines.append(self.hear())
        return lines

    def ask(self, line):
        """Returns the answer to a query; skips other lines."""
        self.say(line)
        while (answer := self.hear()).startswith("info string"):
            assert "error" not in answer, answer
        return answer

    def position(self, moves, start="startpos"):
        """Sets a position; raises an error if it is rejected."""
        self.say(f"position {start}" + (" moves " + " ".join(moves) if moves else ""))
        # `position` prints errors and ends by history. The answer to `sfen` comes after them.
        self.say("sfen")
        while (line := self.hear()).startswith("info string"):
            assert "error" not in line, f"{line}: {' '.join(moves)}"
        return line

    def status(self):
        """Returns the result, or None if the game continues."""
        status = self.ask("status").removeprefix("status ")
        return None if status == "ongoing" else status

    def moves(self):
        return self.ask("moves").split()

    def fen(self):
        return self.ask("fen")

    def close(self):
        self.say("quit")
        self.process.stdin.close()
        assert self.process.wait(20) == 0


def opening(variant, plies, seed):
    """Returns random opening moves, so that games differ."""
    rng = random.Random(f"{variant} {seed}")
    rules = Kawari(variant)
    moves = []
    for _ in range(plies):
        rules.position(moves)
        if rules.status():
            break
        moves.append(rng.choice(rules.moves()))
    rules.close()
    return moves


def play(variant, think, longest=400, plies=4, seed=0):
    """Plays a game with the answers of `think(moves)`; returns its result and its moves.

    Whatever is answered has to be a legal move; `resign` and `win` are for the end.
    """
    rules = Kawari(variant)
    moves = opening(variant, plies, seed)
    while True:
        rules.position(moves)
        status = rules.status()
        if status or len(moves) >= longest:
            break
        answer = think(list(moves))
        if answer == "win":
            # Only a declaration can win a game that continues.
            assert "shogi" in variant, f"{variant}: it claims to have won"
            status = "declaration"
            break
        assert answer in rules.moves(), f"{variant}: {answer} after {' '.join(moves)}"
        moves.append(answer)
    rules.close()
    return status, moves
