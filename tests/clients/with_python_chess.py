"""python-chess's engine module plays whole games in UCI: `hasami-chess`, whose rules this file
implements again, and Yari with the rules of pyffish. The results must match Kawari's rules.

python-chess takes the value of `UCI_Variant`, the FEN and the moves from a board object. Each game
has a board class.
"""

import chess
import chess.engine

import referee
from boards import Board, Yari


class HasamiChess(Board):
    """Hasami on eight by eight: men slide, and men between two enemies are captured."""

    uci_variant = "hasami-chess"

    def squares(self):
        men = {(file, 0): True for file in range(8)} | {(file, 7): False for file in range(8)}
        for number, word in enumerate(self.words()):
            (a, b, c, d), mover = word, number % 2 == 0
            here = (ord(c) - 97, int(d) - 1)
            men[here] = men.pop((ord(a) - 97, int(b) - 1))
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                run, at = [], (here[0] + step[0], here[1] + step[1])
                while men.get(at) == (not mover):
                    run.append(at)
                    at = (at[0] + step[0], at[1] + step[1])
                if men.get(at) == mover:
                    for taken in run:
                        del men[taken]
        return men

    def legal(self):
        men, words = self.squares(), set()
        for (file, rank), side in men.items():
            if side != self.turn:
                continue
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                at = (file + step[0], rank + step[1])
                while 0 <= at[0] < 8 and 0 <= at[1] < 8 and at not in men:
                    words.add(f"{chr(97 + file)}{rank + 1}{chr(97 + at[0])}{at[1] + 1}")
                    at = (at[0] + step[0], at[1] + step[1])
        return words

    def fen(self, **_):
        men, rows = self.squares(), []
        for rank in range(7, -1, -1):
            row = "".join({True: "P", False: "p", None: " "}[men.get((f, rank))] for f in range(8))
            for gap in range(8, 0, -1):
                row = row.replace(" " * gap, str(gap))
            rows.append(row)
        side = "w" if self.turn else "b"
        return f"{'/'.join(rows)} {side} - - 0 {len(self.move_stack) // 2 + 1}"


def game(kind, variant, seed, **limits):
    engine = chess.engine.SimpleEngine.popen_uci(referee.KAWARI, timeout=60)
    engine.configure({"Hash": 8, "Threads": 1})
    rules = referee.Kawari(greeting="uci")
    rules.read("uciok")
    rules.say(f"setoption name UCI_Variant value {kind.uci_variant}")
    rules.hear()
    board = kind()
    prefix = {0: [], 1: ["d1d4"] if kind is HasamiChess else ["d3d4"]}[seed % 2]
    for word in prefix:
        board.push_uci(word)
    white, black = 20.0, 20.0
    while True:
        rules.position(board.words())
        status = rules.status()
        if kind is HasamiChess:
            assert status or set(rules.moves()) == board.legal(), board.fen()
        if status or len(board.move_stack) > 400:
            break
        limit = chess.engine.Limit(
            white_clock=white, black_clock=black, white_inc=0.01, black_inc=0.01, **limits
        )
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=seed)
        assert result.move, f"no move in a game that goes on: {board.fen()}"
        assert "score" in result.info and not result.resigned
        # The board replays the longest line.
        assert "pv" in result.info or kind is Yari
        board.push(result.move)
    if not rules.moves():
        result = engine.play(board, chess.engine.Limit(depth=1), game=seed)
        assert not result.move, f"a move after the end: {result.move}"
    analysis = engine.analyse(kind(), chess.engine.Limit(depth=4), game=object(), multipv=2)
    assert len(analysis) == 2 and analysis[0]["score"].relative.score() is not None
    rules.close()
    engine.quit()
    print(f"{variant}: {len(board.move_stack)} moves, {status or 'cut off'}", flush=True)
    return status


ends = [game(HasamiChess, "hasami-chess", seed, nodes=300 + 200 * seed) for seed in range(4)]
ends += [game(Yari, "yari", seed, nodes=300 + 200 * seed) for seed in range(4)]
assert sum(end is not None for end in ends[:4]) >= 1 and all(ends[4:]), ends

# A chess board requests chess, which the engine does not play.
engine = chess.engine.SimpleEngine.popen_uci(referee.KAWARI)
try:
    engine.play(chess.Board(), chess.engine.Limit(depth=1))
    raise AssertionError("chess is not among its games")
except chess.engine.EngineError as error:
    assert "chess" in str(error)
engine.quit()

# CECP: the handshake works.
engine = chess.engine.SimpleEngine.popen_xboard(referee.KAWARI)
assert engine.id["name"].startswith("Kawari")
engine.quit()
