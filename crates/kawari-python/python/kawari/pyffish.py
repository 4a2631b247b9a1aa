"""The functions of pyffish, for the games of Kawari.

Names, arguments and results are those of pyffish 0.0.90: positions are FEN or SFEN, moves are UCI.
An invalid argument raises an exception instead of ending the process. The README of the package
lists what is there and what differs.

>>> from kawari import pyffish as sf
>>> fen = sf.start_fen("minishogi")
>>> sf.get_fen("minishogi", fen, ["c1c2"])
'rbsgk/4p/5/P1S2/KG1BR[] b - - 0 1'
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from . import _kawari
from ._kawari import Board, Game, SfenError, __version__

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_OK = 1

NOTATION_DEFAULT = 0
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5

_BY_HISTORY = {"repetition", "perpetual check", "no capture", "impasse"}
_WITHOUT_MOVES = {"checkmate", "no legal move"}


def version() -> tuple[int, int, int]:
    """Returns the version of Kawari."""
    major, minor, patch = map(int, __version__.split("."))
    return major, minor, patch


def info() -> str:
    """Returns the name and the version of Kawari."""
    return f"Kawari {__version__}"


def variants() -> list[str]:
    """Returns the names of the games, sorted."""
    return sorted(_kawari._chess_games())


def load_variant_config(config: str) -> None:
    """Loads games from the text of a variants.ini.

    Games that would play differently from Fairy-Stockfish are not loaded. A warning names the
    reasons.
    """
    _, problems = _kawari._load_variants_ini(config)
    for problem in problems:
        warnings.warn(problem, stacklevel=2)


def start_fen(variant: str) -> str:
    """Returns the start position as FEN."""
    return _kawari._fen(Board(variant))


def captures_to_hand(variant: str) -> bool:
    """Returns true if captured pieces go to the hand."""
    return bool(Game(variant).hand_kinds)


def two_boards(variant: str) -> bool:
    """Returns false: no game is played on two boards."""
    Game(variant)
    return False


def _is_sfen(fen: str) -> bool:
    """Returns true for an SFEN: four fields, and hands without brackets."""
    return len(fen.split()) == 4 and "[" not in fen


def _board(variant: str, fen: str, moves: Sequence[str] = ()) -> Board:
    board = Board(variant, fen if _is_sfen(fen) else _kawari._fen_to_sfen(fen))
    for move in moves:
        board.push_usi(_kawari._uci_to_usi(board.game, move))
    return board


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """Returns FEN_OK for a valid position, and a negative number for an invalid one."""
    try:
        _board(variant, fen)
    except SfenError:
        return -1
    return FEN_OK


def legal_moves(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> list[str]:
    """Returns the legal moves after the moves from a position."""
    return _kawari._uci_moves(_board(variant, fen, moves))


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """Returns the position after the moves from a position, as FEN or SFEN."""
    board = _board(variant, fen, moves)
    return board.sfen() if sfen else _kawari._fen(board)


def _written(record: str, notation: int) -> str:
    if notation == NOTATION_SHOGI_HODGES:
        return record
    if notation in (NOTATION_DEFAULT, NOTATION_SHOGI_HODGES_NUMBER):
        return re.sub(r"(?<=\d)[a-k]", lambda rank: str(ord(rank[0]) - ord("a") + 1), record)
    raise ValueError("notation must be NOTATION_SHOGI_HODGES or NOTATION_SHOGI_HODGES_NUMBER")


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """Returns a move in record notation, with ranks as numbers by default."""
    return get_san_moves(variant, fen, [move], chess960, notation)[0]


def get_san_moves(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    notation: int = NOTATION_DEFAULT,
) -> list[str]:
    """Returns moves that follow each other in record notation."""
    return [_written(record, notation) for record in _board(variant, fen, moves).record()]


def gives_check(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
    """Returns true if the side to move is in check after the moves."""
    return _board(variant, fen, moves).is_check()


def is_capture(
    variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False
) -> bool:
    """Returns true if a move captures."""
    board = _board(variant, fen, moves)
    return board.is_capture(board.parse_usi(_kawari._uci_to_usi(board.game, move)))


def _value(board: Board, winner: _kawari.Color | None) -> int:
    """Returns a result from the view of the side to move."""
    if winner is None:
        return VALUE_DRAW
    return VALUE_MATE if winner == board.turn else -VALUE_MATE


def is_immediate_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Returns whether a goal of the game is reached on the board, and the result.

    Mate and positions without a legal move are not such ends: see game_result.
    """
    board = _board(variant, fen, moves)
    outcome = board.outcome()
    if outcome is None or outcome.reason in _BY_HISTORY | _WITHOUT_MOVES:
        return False, VALUE_DRAW
    return True, _value(board, outcome.winner)


def is_optional_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Returns whether the game ends by repetition, a counter or a declaration, and the result."""
    board = _board(variant, fen, moves)
    outcome = board.outcome() or board.declaration()
    if outcome is None or outcome.reason not in _BY_HISTORY | {"declaration"}:
        return False, VALUE_DRAW
    return True, _value(board, outcome.winner)


def game_result(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
    """Returns the result of a finished game from the view of the side to move."""
    board = _board(variant, fen, moves)
    outcome = board.outcome()
    if outcome is None:
        raise ValueError("the game is not over")
    return _value(board, outcome.winner)
