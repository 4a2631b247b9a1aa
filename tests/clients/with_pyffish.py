"""pyffish, the rules of Fairy-Stockfish, checks 50 whole games of `yarishogi` that Kawari plays in UCI:
positions, legal moves, checks and results.
"""

import random

import pyffish

import referee

GAMES = 50
NAME = "yarishogi"
assert NAME in pyffish.variants(), "this pyffish does not know Yari"


def without_counts(fen):
    """Returns board, hands and side; the counts of the FEN differ."""
    board, side = fen.split(" ")[:2]
    board, hands = board.split("[")
    return board, sorted(hands.strip("]-")), side


def game(seed):
    rng = random.Random(seed)
    kawari = referee.Kawari(greeting="uci")
    kawari.read("uciok")
    kawari.say(f"setoption name UCI_Variant value {NAME}")
    kawari.hear()
    fen = start = pyffish.start_fen(NAME)
    moves = []
    while len(moves) < 600:
        kawari.position(moves)
        assert without_counts(fen) == without_counts(kawari.fen()), fen
        status, side = kawari.status(), kawari.ask("side")
        ours, theirs = set(kawari.moves()), set(pyffish.legal_moves(NAME, fen, []))
        if status is None or ours:
            assert ours == theirs, f"{fen}: {ours ^ theirs}"
        is_over, value = pyffish.is_optional_game_end(NAME, start, moves)
        if status:
            check_end(status, side, theirs, is_over, value, start, moves)
            break
        assert theirs and not is_over, f"{fen}: the game goes on here and not there"
        if len(moves) < 6:
            mv = rng.choice(sorted(ours))
        else:
            kawari.say(f"go nodes {rng.choice((100, 200, 400))}")
            mv = kawari.read("bestmove")[-1].split()[1]
        fen = pyffish.get_fen(NAME, fen, [mv])
        moves.append(mv)
    kawari.close()
    return len(moves), status


def check_end(status, side, theirs, is_over, value, start, moves):
    """Checks that the results are equal."""
    winner, _, reason = status.partition(" wins: ")
    won = winner == side
    if "checkmate" in status or "no legal move" in status:
        assert not theirs and not won, status
        assert pyffish.game_result(NAME, start, moves) < 0, status
        assert ("checkmate" in status) == bool(pyffish.gives_check(NAME, start, moves)), status
        return
    assert is_over, f"{status}: it goes on there: {' '.join(moves)}"
    if status.startswith("draw"):
        assert value == 0, status
    else:
        assert (value > 0) == won, f"{reason}: {value}"


ends = {}
plies = 0
for number in range(GAMES):
    length, end = game(number)
    plies += length
    ends[end] = ends.get(end, 0) + 1
print(f"{GAMES} games, {plies} moves")
for end, count in sorted(ends.items(), key=lambda item: -item[1]):
    print(f"  {count} {end or 'cut off'}")
