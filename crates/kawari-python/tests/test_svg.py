"""Pictures of boards."""

from __future__ import annotations

import inspect
import xml.etree.ElementTree as ElementTree

import pytest
from conftest import GAMES, play_random_game

import kawari
from kawari import WHITE, Board, Move

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_can_be_drawn(game):
    board = Board(game)
    play_random_game(board, 5, 20)
    root = ElementTree.fromstring(board.svg())
    assert root.tag == f"{SVG}svg"
    held = sum(len(board.hand(color)) for color in (kawari.BLACK, WHITE))
    pieces = root.findall(f"{SVG}use")
    assert len(pieces) == len(board.piece_map()) + held
    description = root.findtext(f"{SVG}desc")
    assert description.startswith(f"SFEN {board.sfen()}; last move {board.peek()}")
    assert board._repr_svg_() == board.svg()


def test_options_change_the_picture():
    board = Board("shogi")
    board.push_usi("7g7f")
    default = board.svg()
    changed = [
        board.svg(pieces="western"),
        board.svg(bottom=WHITE),
        board.svg(coordinates="none"),
        board.svg(theme="dark"),
        board.svg(width=300),
        board.svg(last_move=False),
        board.svg(arrows=[Move.from_usi("3c3d")]),
        board.svg(arrows=["3c3d:hint"]),
        board.svg(marks=["5e"]),
    ]
    assert len({default, *changed}) == 1 + len(changed)
    assert board.svg(arrows=["3c3d"]) == board.svg(arrows=[Move.from_usi("3c3d")])
    assert ElementTree.fromstring(changed[4]).get("width") == "300"


@pytest.mark.parametrize(
    "options, message",
    [
        ({"pieces": "disc"}, 'unknown piece style "disc", expected kanji, bold, western'),
        ({"coordinates": "x"}, 'unknown coordinates "x", expected engine, numeric'),
        ({"theme": "x"}, 'unknown theme "x", expected light or dark'),
        ({"width": 0}, "width 0 is out of range"),
        ({"arrows": ["P*5e"]}, "Black has no P in hand"),
        ({"arrows": ["7g"]}, "`7g` is not a move"),
        ({"marks": ["5e:star"]}, 'unknown kind of mark "star"'),
        ({"marks": ["10a"]}, "`10a` is not on the board of 9 files and 9 ranks"),
    ],
)
def test_errors_name_what_is_wrong(options, message):
    with pytest.raises(ValueError, match=message):
        Board("shogi").svg(**options)


def test_the_signature_has_the_options_by_name():
    parameters = inspect.signature(Board.svg).parameters
    assert all(
        parameter.kind is inspect.Parameter.KEYWORD_ONLY
        for name, parameter in parameters.items()
        if name != "self"
    )
