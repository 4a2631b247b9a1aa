#!/usr/bin/env python3
"""An engine that resigns at random and otherwise plays the first legal move.

    dice.py SEED NAME [ELO]

With a random opening of an even number of moves and `kawari match … --max-moves` two plies
later, each side makes at most one roll. A side that resigns loses; otherwise the game is a
draw. The probability of resigning depends on the opening, which favours one side, so that the
two games of a pair differ as in a real match. Between equal engines a win and a loss are
equally likely. ELO is the advantage of this engine in normalised Elo.

A roll is a function of SEED, NAME and the position, so `--concurrency` does not change a match.
The engine has no rules: with `rules=other` the referee sends the legal moves.
"""

import hashlib
import math
import sys

DRAWS = 0.3
"""Fraction of drawn games."""
LEAN = 0.15
"""Maximum effect of an opening on the winning probability of a side."""


def roll(text: str) -> float:
    """Returns a pseudo-random number in [0, 1) that depends on the text."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") / 2.0**64


def shift_of(elo: float) -> float:
    """Returns the points per game that a player gains by this many normalised Elo: 800 / ln 10
    normalised Elo are one standard deviation."""
    # The opening's effect cancels within a pair, so pairs vary less than two independent games.
    variance = (1.0 - DRAWS) / 4.0 - LEAN * LEAN / 3.0
    return elo * math.log(10.0) / 800.0 * math.sqrt(variance)


class Dice:
    """The state of the engine."""

    def __init__(self, seed: str, name: str, elo: float) -> None:
        self.salt = f"{seed} {name} "
        self.seed = seed
        self.shift = shift_of(elo)
        self.moves = ""
        self.count = 0

    def position(self, words: str) -> None:
        """Sets the moves so far."""
        self.moves = words.partition(" moves ")[2]
        self.count = len(self.moves.split())

    def gives_up(self) -> bool:
        """Returns the answer for this position."""
        is_first = self.count % 2 == 0
        opening = self.moves if is_first else self.moves.rpartition(" ")[0]
        lean = LEAN * (2.0 * roll(f"{self.seed} {opening}") - 1.0)
        loss = (1.0 - DRAWS) / 2.0 + lean
        win = 1.0 - DRAWS - loss
        # A roll only decides losses. The points gained depend on the alternative: a win or a
        # draw for Black, a draw for White, who rolls last.
        if is_first:
            chance = loss - self.shift * (win + DRAWS) / (win + DRAWS / 2.0)
        else:
            chance = (win - 2.0 * self.shift) / (win + DRAWS)
        return roll(self.salt + self.moves) < chance


def main() -> None:
    seed, name = sys.argv[1:3]
    dice = Dice(seed, name, float(sys.argv[3]) if len(sys.argv) > 3 else 0.0)
    say = sys.stdout.write
    for line in sys.stdin:
        word = line.split(" ", 1)[0].rstrip()
        if word == "position":
            dice.position(line.rstrip("\n"))
            continue
        if word == "go":
            legal = line.partition(" searchmoves ")[2].split(" ", 1)[0].rstrip()
            say("bestmove resign\n" if dice.gives_up() else f"bestmove {legal}\n")
        elif word == "isready":
            say("readyok\n")
        elif word == "usi":
            games = "minishogi var minishogi"
            say(f"id name dice\noption name USI_Variant type combo default {games}\nusiok\n")
        elif word == "quit":
            break
        else:
            continue
        sys.stdout.flush()


if __name__ == "__main__":
    main()
