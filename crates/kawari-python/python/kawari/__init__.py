"""Rules, engine and mate solver for shogi variants.

>>> import kawari
>>> board = kawari.Board("minishogi")
>>> board.push_usi("3e3d")
Move.from_usi('3e3d')
>>> len(board.legal_moves)
14
"""

from ._kawari import (
    AmbiguousMoveError,
    Analysis,
    Board,
    Capture,
    Color,
    Engine,
    Game,
    GameError,
    IllegalMoveError,
    Info,
    InvalidMoveError,
    LegalMoves,
    MateResult,
    Move,
    MoveDetails,
    Outcome,
    Piece,
    PieceKind,
    Score,
    SearchResult,
    SfenError,
    __version__,
    games,
    load_games,
    variants,
)
from ._learning import legal_mask, planes

BLACK = Color.BLACK
WHITE = Color.WHITE

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMoveError",
    "Analysis",
    "Board",
    "Capture",
    "Color",
    "Engine",
    "Game",
    "GameError",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "LegalMoves",
    "MateResult",
    "Move",
    "MoveDetails",
    "Outcome",
    "Piece",
    "PieceKind",
    "Score",
    "SearchResult",
    "SfenError",
    "__version__",
    "games",
    "legal_mask",
    "load_games",
    "planes",
    "variants",
]
