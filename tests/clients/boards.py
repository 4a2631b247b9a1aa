"""Board classes for python-chess's engine module."""

import copy

import pyffish


class Move:
    """A move as text; python-chess's own class has only eight ranks."""

    def __init__(self, word):
        self.word = word

    def uci(self):
        return self.word

    def __eq__(self, other):
        return isinstance(other, Move) and self.word == other.word

    def __hash__(self):
        return hash(self.word)

    def __bool__(self):
        return self.word != "0000"


class Board:
    """The methods that python-chess's engine module needs."""

    chess960 = False

    def __init__(self):
        self.move_stack = []

    def copy(self, *, stack=True):
        board = copy.copy(self)
        board.move_stack = list(self.move_stack)
        return board

    def root(self):
        board = self.copy()
        board.move_stack.clear()
        return board

    @property
    def turn(self):
        return len(self.move_stack) % 2 == 0

    def words(self):
        return [move.uci() for move in self.move_stack]

    def legal(self):
        raise NotImplementedError

    def parse_uci(self, word):
        # python-chess writes it in lower case.
        word = word[0].upper() + word[1:] if "@" in word else word
        if word not in self.legal():
            raise ValueError(f"{word} is not legal after {' '.join(self.words())}")
        return Move(word)

    def push_uci(self, word):
        move = self.parse_uci(word)
        self.push(move)
        return move

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()


class Yari(Board):
    """Yari with the rules of Fairy-Stockfish."""

    uci_variant = "yarishogi"

    def __init__(self, start=None):
        super().__init__()
        self.start = start or pyffish.start_fen(self.uci_variant)

    @property
    def turn(self):
        return (self.start.split()[1] == "w") == (len(self.move_stack) % 2 == 0)

    def legal(self):
        return set(pyffish.legal_moves(self.uci_variant, self.start, self.words()))

    def fen(self, **_):
        return pyffish.get_fen(self.uci_variant, self.start, self.words())
