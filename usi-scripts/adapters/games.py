"""Notation of Kawari's games for Fairy-Stockfish and Fairy-Stockfish-X.

Moves are played by Kawari's rules, as far as is necessary to write the position for the
engine. Their legality is not checked. Squares have their USI names. A piece is a letter, in
upper case for Black, with `+` before it if it is flipped.
"""

import re

RANKS = "abcdefghi"
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))

MOVE = re.compile(r"(\d[a-i])(\d[a-i])([+-]?)(!?)([+-]?)")
DROP = re.compile(r"(\+?[A-Z])\*(\d[a-i])")
CELL = re.compile(r"\d|\+?[A-Za-z]")
HELD = re.compile(r"(\d*)(\+?[A-Za-z])")


class Position:
    """Board, side to move, hands and number of the next move."""

    def __init__(self, sfen):
        board, self.side, hands, number = sfen.split()
        self.number = int(number)
        rows = [CELL.findall(row) for row in board.split("/")]
        self.ranks = len(rows)
        self.files = sum(int(cell) if cell.isdigit() else 1 for cell in rows[0])
        self.board = {}
        for rank, row in zip(RANKS, rows):
            file = self.files
            for cell in row:
                if cell.isdigit():
                    file -= int(cell)
                else:
                    self.board[f"{file}{rank}"] = cell
                    file -= 1
        self.hands = {piece: int(count or 1) for count, piece in HELD.findall(hands)}

    def sfen(self, letter):
        """Returns the position as SFEN, with the letters of `letter`."""
        rows = []
        for rank in RANKS[: self.ranks]:
            squares = (f"{file}{rank}" for file in range(self.files, 0, -1))
            row = "".join(letter(self.board[at]) if at in self.board else "." for at in squares)
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
        hands = ((piece, count) for piece, count in self.hands.items() if count > 0)
        hands = "".join((str(count) if count > 1 else "") + letter(piece) for piece, count in hands)
        return f"{'/'.join(rows)} {self.side} {hands or '-'} {self.number}"

    def own(self, piece):
        """Returns the piece as one of the side to move."""
        return piece.upper() if self.side == "b" else piece.lower()

    def hold(self, piece, count):
        self.hands[piece] = self.hands.get(piece, 0) + count

    def end_turn(self):
        self.side = "w" if self.side == "b" else "b"
        self.number += 1


class Yari:
    """A built-in game of Fairy-Stockfish, with the same notation. The engine gets all moves, so
    it can detect repetitions."""

    name = "yarishogi"
    needs_file = False

    def position(self, words):
        """Returns the arguments of `position` for the engine, and the first event that its rules
        do not have, or None."""
        return " ".join(words), None

    def to_engine(self, word):
        """Converts a move to the engine's notation."""
        return word

    def from_engine(self, word):
        """Converts a move from the engine's notation."""
        return word


class PositionOnly(Yari):
    """A game of Fairy-Stockfish-X. The engine gets the current position instead of the moves,
    because its rules differ."""

    needs_file = True

    def position(self, words):
        at = words.index("moves") if "moves" in words else len(words)
        sfen = self.start if words[0] == "startpos" else " ".join(words[1:at])
        position = Position(sfen.replace("!", ""))
        differences = [self.play(position, word) for word in words[at + 1 :]]
        difference = next(filter(None, differences), None)
        return "sfen " + position.sfen(self.letter), difference


class Hajiku(PositionOnly):
    """The engine has a letter for each side of a piece. In a new position no piece has flipped
    yet, so it writes every flip as `+`."""

    name = "hajikux"
    start = "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1"
    letters = {"+G": "R", "+S": "V", "+C": "M", "+F": "B", "+P": "T"}
    faces = {letter: face for face, letter in letters.items()}

    def play(self, position, word):
        """Plays a move. Returns an event that the engine's rules do not have, or None."""
        drop = DROP.fullmatch(word)
        if drop:
            piece, target = position.own(drop[1]), drop[2]
            position.hold(piece, -1)
            counter_flip = None
        else:
            start, target, flip, counter_flip, late_flip = MOVE.fullmatch(word).groups()
            piece = position.board.pop(start)
            if flip or late_flip:
                piece = piece[1:] if piece.startswith("+") else "+" + piece
            captured = position.board.get(target)
            if captured:
                is_tokin = captured in ("+P", "+p")
                kept = captured[1:] if is_tokin else ("+" if counter_flip else "") + captured
                position.hold(position.own(kept), 1)
        position.board[target] = piece
        position.end_turn()
        return "a counter-flip" if counter_flip else None

    def letter(self, piece):
        letter = self.letters.get(piece.upper(), piece)
        return letter.upper() if piece.isupper() else letter.lower()

    def to_engine(self, word):
        drop = DROP.fullmatch(word)
        return f"{self.letter(drop[1])}*{drop[2]}" if drop else word.replace("!", "")

    def from_engine(self, word):
        drop = DROP.fullmatch(word)
        return f"{self.faces.get(drop[1], drop[1])}*{drop[2]}" if drop else word


class Hasami(PositionOnly):
    """The engine's letter for a man is R, and its rules only capture single men."""

    start = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"

    def __init__(self, name, takes_corners):
        self.name = name
        self.takes_corners = takes_corners

    def play(self, position, word):
        """Plays a move. Returns an event that the engine's rules do not have, or None."""
        move = MOVE.fullmatch(word)
        board, target = position.board, move[2]
        board[target] = board.pop(move[1])
        runs = self.runs(position, target)
        for run in runs:
            for square in run:
                board.pop(square, None)
        position.end_turn()
        return "a run of men captured" if any(len(run) > 1 for run in runs) else None

    def runs(self, position, target):
        """Returns the captures of the man that moved to `target`, as lists of squares."""
        own, enemy = position.own("P"), position.own("P").swapcase()
        men = {square: man[-1] for square, man in position.board.items()}
        runs = []
        for step in STEPS:
            run, square = [], beside(target, step)
            while men.get(square) == enemy:
                run.append(square)
                square = beside(square, step)
            if run and men.get(square) == own:
                runs.append(run)
        if self.takes_corners:
            for corner in (f"{file}{rank}" for file in (1, 9) for rank in "ai"):
                holders = [at for at in (beside(corner, step) for step in STEPS) if men.get(at) == own]
                if men.get(corner) == enemy and len(holders) == 2 and target in holders:
                    runs.append([corner])
        return runs

    def letter(self, man):
        return "R" if man.isupper() else "r"


def beside(square, step):
    """Returns the square one step away; an invalid name outside of the board."""
    return f"{int(square[:-1]) + step[0]}{chr(ord(square[-1]) + step[1])}"


GAMES = {
    "yari": Yari(),
    "hajiku": Hajiku(),
    "hasami": Hasami("hasami9c", takes_corners=True),
    "hasami-nocorner": Hasami("hasami9", takes_corners=False),
}
