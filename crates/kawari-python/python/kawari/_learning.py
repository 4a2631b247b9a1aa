"""Batches of positions as NumPy arrays. NumPy is imported by the first call."""

from __future__ import annotations

from . import _kawari

# Type checkers take this for typing.TYPE_CHECKING, whose import costs 10 ms.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ._kawari import Board


def planes(boards: Sequence[Board]) -> NDArray[np.uint8]:
    """Returns positions as planes of numbers.

    The array has the shape (positions, planes, ranks, files) and the type uint8. All boards have
    the same game. Each position is seen by its side to move: row 0 is the farthest rank, and for
    White the board is rotated by 180 degrees. Game.plane_names names the planes:

    - one plane for each kind of piece of the side to move, then of the opponent: 1 on its squares;
    - one plane for each kind in hand of the side to move, then of the opponent: the count on all
      squares;
    - in games with counter-flips (Hajiku Shogi), the marked piece;
    - 1 on all squares if White is to move;
    - on all squares, the number of earlier occurrences of the position;
    - on all squares, the half-moves towards the end of the game by a counter (no capture,
      impasse).
    """
    import numpy as np

    data, shape = _kawari._planes(boards)
    return np.frombuffer(data, dtype=np.uint8).reshape(shape)


def legal_mask(boards: Sequence[Board]) -> NDArray[np.bool_]:
    """Returns which moves are legal.

    The array has the shape (positions, Game.move_indices) and the type bool. All boards have the
    same game. Board.move_index returns the index of a move, Board.move_at_index the move of an
    index. An index is origin * squares + target. Squares are counted row by row as in planes().
    Origins are, in this order: squares; squares with a promotion, in games with promotions; the
    kinds that can be dropped, in the order of Game.hand_kinds, and their promoted sides if a drop
    can choose the side; in games with counter-flips, squares with a counter-flip, and squares with a
    counter-flip and a flip. Index 0 is a pass.
    """
    import numpy as np

    data, shape = _kawari._legal_mask(boards)
    return np.frombuffer(data, dtype=np.bool_).reshape(shape)
