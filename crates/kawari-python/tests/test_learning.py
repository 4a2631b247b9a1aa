"""Planes, masks and move indices."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import GAMES, play_random_game
from hypothesis import given, settings
from hypothesis import strategies as st

import kawari
from kawari import WHITE, Board, Move

np = pytest.importorskip("numpy")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 120))
def test_masks_are_the_legal_moves(game, seed, plies):
    boards = [Board(game), Board(game)]
    play_random_game(boards[1], seed, plies)
    mask = kawari.legal_mask(boards)
    assert mask.dtype == bool and mask.shape == (2, game.move_indices)
    for board, row in zip(boards, mask):
        moves = {board.move_at_index(int(index)) for index in np.flatnonzero(row)}
        assert moves == set(board.legal_moves) and row.sum() == len(board.legal_moves)
        for move in moves:
            assert board.move_at_index(board.move_index(move)) == move


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 120))
def test_planes_show_the_position(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    planes = kawari.planes([board, Board(game)])
    names = game.plane_names
    assert planes.dtype == np.uint8 and planes.shape == (2, len(names), game.ranks, game.files)
    found = dict(zip(names, planes[0]))
    pieces = 0
    for square, piece in board.piece_map().items():
        file, rank = int(square[:-1]), ord(square[-1]) - ord("a")
        row, column = rank, game.files - file
        if board.turn == WHITE:
            row, column = game.ranks - 1 - rank, file - 1
        side = "own" if piece.color == board.turn else "opponent"
        assert found[f"{side} {piece.kind}"][row, column] == 1
        pieces += 1
    kinds = [
        name for name in names if name.split()[0] in {"own", "opponent"} and "hand" not in name
    ]
    assert sum(int(found[name].sum()) for name in kinds) == pieces
    for side, color in [("own", board.turn), ("opponent", board.turn.opponent)]:
        for kind in game.hand_kinds:
            assert (found[f"{side} hand {kind}"] == board.hand(color).get(kind, 0)).all()
    assert (found["white to move"] == int(board.turn == WHITE)).all()
    assert (found["earlier occurrences"] == board.occurrences() - 1).all()
    assert ("counter-flip mark" in found) == (game.name == "hajiku")


def test_views_of_both_sides_are_equal():
    """A position rotated by 180 degrees with the colors exchanged has the same planes."""
    black = Board("shogi", "4k4/9/9/9/4P4/9/9/9/3K5 b Rp 1")
    white = Board("shogi", "5k3/9/9/9/4p4/9/9/9/4K4 w Pr 1")
    planes = kawari.planes([black, white])
    last = planes.shape[1] - 3
    assert (planes[0, :last] == planes[1, :last]).all()
    assert (kawari.legal_mask([black])[0] == kawari.legal_mask([white])[0]).all()
    assert black.move_index(Move.from_usi("5e5d")) == white.move_index(Move.from_usi("5e5f"))


def test_arrays_are_documented_numbers():
    shogi = kawari.Game("shogi")
    assert len(shogi.plane_names) == 2 * 14 + 2 * 7 + 3
    assert shogi.plane_names[0] == "own P" and shogi.plane_names[28] == "own hand R"
    assert shogi.move_indices == (2 * 81 + 7) * 81
    assert kawari.Game("hasami").move_indices == 81 * 81
    assert kawari.Game("hajiku").move_indices == (4 * 63 + 9) * 63
    board = Board("hasami")
    assert board.move_index(Move.from_usi("9a8a")) == 1
    assert board.move_index(Move.from_usi("8a9a")) == 81
    assert board.move_at_index(0) == Move.from_usi("pass")
    with pytest.raises(IndexError):
        board.move_at_index(81 * 81)
    with pytest.raises(kawari.InvalidMoveError):
        board.move_index(Move.from_usi("P*5e"))


def test_counter_flips_have_indices():
    board = Board("hajiku", "3k3/3G!3/7/7/7/7/7/7/K6 w S 2")
    indices = [board.move_index(Move.from_usi(usi)) for usi in ["4a4b", "4a4b!"]]
    assert len(set(indices)) == 2
    assert kawari.legal_mask([board])[0][indices].all()
    mark = board.game.plane_names.index("counter-flip mark")
    assert kawari.planes([board])[0, mark].sum() == 1


def test_arrays_can_be_written():
    planes = kawari.planes([Board()])
    planes[0, 0, 0, 0] = 7
    assert kawari.planes([Board()])[0, 0, 0, 0] == 0


def test_bad_batches():
    with pytest.raises(ValueError, match="at least one"):
        kawari.planes([])
    with pytest.raises(ValueError, match="one game"):
        kawari.legal_mask([Board("hasami"), Board("shogi")])
    with pytest.raises(TypeError):
        kawari.planes([1])


def test_numpy_is_imported_only_when_it_is_used():
    script = (
        "import sys, kawari\n"
        "kawari.Engine('yari').search(kawari.Board('yari'), nodes=100)\n"
        "assert 'numpy' not in sys.modules and 'asyncio' not in sys.modules\n"
        "kawari.planes([kawari.Board()])\n"
        "assert 'numpy' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
