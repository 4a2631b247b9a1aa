"""Positions and games that several tests use."""

from __future__ import annotations

import random
from pathlib import Path

import kawari

ENGINE_TESTS = Path(__file__).parents[2] / "kawari-engine" / "tests"

# A game from a file: shogi on five files, with a piece that the built-in games do not have.
DEFINITION = """\
name = "lions"
base = "minishogi"
title = "Lion Shogi"

[pieces.S]
moves = "FfD"
"""


def load_lions() -> kawari.Game:
    """Loads the game of DEFINITION."""
    (game,) = kawari.load_games(DEFINITION)
    return game


def all_games() -> list[kawari.Game]:
    """Returns the built-in games, the game of DEFINITION, and some shipped ones."""
    built_in = [game for game in kawari.games() if not game.is_loaded]
    shipped = ["kyotoshogi", "torishogi", "hasami-kochi"]
    return [*built_in, load_lions(), *map(kawari.Game, shipped)]


GAMES = all_games()


def play_random_game(board: kawari.Board, seed: int, plies: int) -> None:
    """Plays random moves until the game is over, or `plies` are played."""
    choices = random.Random(seed)
    for _ in range(plies):
        moves = board.legal_moves
        if board.is_game_over() or not moves:
            return
        board.push(choices.choice(moves))
