"""Kawari's own rules, asked of the program in USI: every client's game is played again
here, and has to have the end that it has here."""

import os
import random
import subprocess

KAWARI = os.environ["KAWARI"]

VARIANTS = (
    "hasami", "hasami-nocorner", "hasami-chess", "hasami-jsa", "dai-hasami", "hasami-five",
    "hasami-brainking", "hasami-ludos", "mak-yek", "yari", "hajiku", "shogi", "minishogi",
)


class Kawari:
    """The program, in USI or in the dialect of the greeting."""

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
        """The lines up to one that begins like this, which is the last."""
        lines = [self.hear()]
        while not lines[-1].startswith(front):
            lines.append(self.hear())
        return lines

    def ask(self, line):
        """The answer to a question; what is said beside it is passed over."""
        self.say(line)
        while (answer := self.hear()).startswith("info string"):
            assert "error" not in answer, answer
        return answer

    def position(self, moves, start="startpos"):
        """Sets a position; an error ends the program that plays."""
        self.say(f"position {start}" + (" moves " + " ".join(moves) if moves else ""))
        # An end by history is announced, an error too; `sfen` says that there is no more.
        self.say("sfen")
        while (line := self.hear()).startswith("info string"):
            assert "error" not in line, f"{line}: {' '.join(moves)}"
        return line

    def status(self):
        """How the game stands: None while it goes on."""
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
    """Random moves to begin with, so that games differ."""
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
    """Plays a game by what `think(moves)` answers; how it has ended, and its moves.

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
            # Nothing but a declaration wins a game that goes on.
            assert "shogi" in variant, f"{variant}: it claims to have won"
            status = "declaration"
            break
        assert answer in rules.moves(), f"{variant}: {answer} after {' '.join(moves)}"
        moves.append(answer)
    rules.close()
    return status, moves
