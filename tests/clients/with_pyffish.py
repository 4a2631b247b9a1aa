"""pyffish, the rules of Fairy-Stockfish, checks 50 whole games of Yari that Kawari plays in UCI:
positions, legal moves, checks and results.

Known differences: a Knight must promote on the second-to-last rank only in Kawari, and pyffish has
no impasse.
"""

import random

import pyffish

import referee

GAMES = 50
NAME = "yarishogi"
assert NAME in pyffish.variants(), "this pyffish does not know Yari"


def known_difference(mv, side):
    """Returns true for a Knight move to the second-to-last rank without promotion."""
    rank = {"white": "8", "black": "2"}[side]
    return len(mv) == 4 and mv[3] == rank


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
    moves, touched = [], 0
    while len(moves) < 600:
        kawari.position(moves)
        assert without_counts(fen) == without_counts(kawari.fen()), fen
        status, side = kawari.status(), kawari.ask("side")
        ours, theirs = set(kawari.moves()), set(pyffish.legal_moves(NAME, fen, []))
        if status is None or ours:
            extra = theirs - ours
            assert not ours - theirs, f"{fen}: {ours - theirs}"
            for mv in extra:
                assert known_difference(mv, side), f"{fen}: {mv}"
                assert mv + "+" in ours, f"{fen}: {mv}"
                assert piece_on(fen, mv[:2]) in "Nn", f"{fen}: {mv}"
            touched += bool(extra)
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
    return len(moves), status, touched


def check_end(status, side, theirs, is_over, value, start, moves):
    """Checks that the results are equal, except for an impasse."""
    winner, _, reason = status.partition(" wins: ")
    won = winner == side
    if "impasse" in status:
        return
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


def piece_on(fen, square):
    """Returns the letter of the piece on a square."""
    rows = fen.split("[")[0].split("/")
    row = rows[len(rows) - int(square[1])]
    file = 0
    for letter in row:
        if letter == "+":
            continue
        if letter.isdigit():
            file += int(letter)
            continue
        if file == ord(square[0]) - ord("a"):
            return letter
        file += 1
    return ""


ends = {}
plies = differences = 0
for number in range(GAMES):
    length, end, differ = game(number)
    plies += length
    differences += differ
    ends[end] = ends.get(end, 0) + 1
print(f"{GAMES} games, {plies} moves; the Knight's promotion differed in {differences} positions")
for end, count in sorted(ends.items(), key=lambda item: -item[1]):
    print(f"  {count} {end or 'cut off'}")
