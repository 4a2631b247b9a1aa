"""Moves, colors and pieces as values."""

from __future__ import annotations

import pickle

import pytest

import kawari
from kawari import BLACK, WHITE, Color, Move


def test_parts_of_moves():
    move = Move.from_usi("8h2b+")
    assert (move.from_square, move.to_square, move.drop) == ("8h", "2b", None)
    assert move.promotion and not move.counter_flip and not move.is_pass
    drop = Move.from_usi("+G*5e")
    assert (drop.from_square, drop.to_square, drop.drop) == (None, "5e", "+G")
    counter = Move.from_usi("5a4b!")
    assert counter.counter_flip and not counter.promotion
    nothing = Move.from_usi("pass")
    assert nothing.is_pass and nothing.from_square is None and nothing.to_square is None


@pytest.mark.parametrize(
    "usi", ["7g7f", "8h2b+", "P*5e", "+G*5e", "5a4b!", "5a4b+!", "10a11k+", "pass"]
)
def test_moves_are_values(usi):
    move = Move.from_usi(usi)
    assert move.usi() == str(move) == usi
    assert eval(repr(move), {"Move": Move}) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert hash(move) == hash(Move.from_usi(usi)) and len({move, Move.from_usi(usi)}) == 1
    if not move.is_pass:
        assert move == Move(
            move.from_square,
            move.to_square,
            promotion=move.promotion,
            counter_flip=move.counter_flip,
            drop=move.drop,
        )
    assert move != usi


def test_moves_are_ordered():
    moves = [Move.from_usi(usi) for usi in ["7g7f", "P*5e", "2g2f"]]
    assert sorted(sorted(moves), reverse=True) == sorted(moves)[::-1]


@pytest.mark.parametrize("usi", ["", "7g", "7g7f++", "12a1a", "p*5e", "resign"])
def test_bad_moves(usi):
    with pytest.raises(kawari.InvalidMoveError):
        Move.from_usi(usi)


def test_bad_parts():
    for arguments in [
        {"from_square": None, "to_square": "5e"},
        {"from_square": "5f", "to_square": "5e", "drop": "P"},
        {"from_square": None, "to_square": "5e", "drop": "P", "promotion": True},
        {"from_square": "5z", "to_square": "5e"},
    ]:
        with pytest.raises(ValueError):
            Move(**arguments)


def test_colors():
    assert (BLACK, WHITE) == (Color.BLACK, Color.WHITE) == (0, 1)
    assert BLACK.opponent == WHITE and WHITE.opponent == BLACK
    assert (str(BLACK), str(WHITE)) == ("black", "white")
    assert pickle.loads(pickle.dumps(WHITE)) == WHITE and {BLACK: 1}[Color.BLACK] == 1


def test_pieces():
    piece = kawari.Piece("+r")
    assert (piece.color, piece.kind, str(piece)) == (WHITE, "+R", "+r")
    assert pickle.loads(pickle.dumps(piece)) == piece == eval(repr(piece), {"Piece": kawari.Piece})
    with pytest.raises(ValueError):
        kawari.Piece("")


def test_games():
    names = [game.name for game in kawari.games() if not game.is_loaded]
    assert len(names) == 13 and set(names) <= set(kawari.variants())
    shogi = kawari.Game("shogi")
    assert (shogi.files, shogi.ranks, shogi.japanese) == (9, 9, "将棋")
    assert shogi.hand_kinds == ["R", "B", "G", "S", "N", "L", "P"]
    assert kawari.Game("Shogi") == shogi and {shogi: 1}[kawari.Game(shogi)] == 1
    assert [piece.symbol for piece in kawari.Game("hasami").pieces] == ["P"]
    assert "Pawn" in shogi.rules and 'name = "shogi"' in shogi.definition
    assert pickle.loads(pickle.dumps(shogi)) == shogi
