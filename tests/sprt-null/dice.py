#!/usr/bin/env python3
"""An engine that plays by dice: on its move it gives up, or makes the first legal one.

    dice.py SEED NAME [ELO]

After a random opening with an even number of moves, `kawari match … --max-moves`
two plies later makes a game of one roll by each side at most: whoever gives up has
lost, and if nobody does the game is drawn. How likely it is to give up hangs on the
opening, which is better for one side or the other, so that the two games of a pair
are as unlike each other as in a real match. Between equals a win and a loss are
equally likely for either player. ELO is how many normalised Elo this engine is
stronger than one without.

A roll is a function of SEED, NAME and the position, so a match is the same however
many games are played at once. The rules are not known here: the referee tells the
legal moves to an engine with `rules=other`.
"""

import hashlib
import math
import sys

DRAWS = 0.3
"""Share of drawn games."""
LEAN = 0.15
"""How much an opening may add to the chance of either side, or take from it."""


def roll(text: str) -> float:
    """A number from 0 up to 1, a function of the text."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") / 2.0**64


def shift_of(elo: float) -> float:
    """How many points a game a player gains who is stronger by so many normalised
    Elo: 800 / ln 10 of them are a gain of one deviation."""
    # What the opening adds to one game of a pair it takes from the other, so pairs
    # spread less than two games with openings of their own.
    variance = (1.0 - DRAWS) / 4.0 - LEAN * LEAN / 3.0
    return elo * math.log(10.0) / 800.0 * math.sqrt(variance)


class Dice:
    """What is known of the game, and how the dice fall."""

    def __init__(self, seed: str, name: str, elo: float) -> None:
        self.salt = f"{seed} {name} "
        self.seed = seed
        self.shift = shift_of(elo)
        self.moves = ""
        self.count = 0

    def position(self, words: str) -> None:
        """Hears the moves so far."""
        self.moves = words.partition(" moves ")[2]
        self.count = len(self.moves.split())

    def gives_up(self) -> bool:
        """Rolls for this position."""
        is_first = self.count % 2 == 0
        opening = self.moves if is_first else self.moves.rpartition(" ")[0]
        lean = LEAN * (2.0 * roll(f"{self.seed} {opening}") - 1.0)
        loss = (1.0 - DRAWS) / 2.0 + lean
        win = 1.0 - DRAWS - loss
        # A player decides about losses alone; the points gained hang on what comes
        # instead: for Black a win or a draw, for White, who rolls last, a draw.
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
