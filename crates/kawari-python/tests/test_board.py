"""Boards: the semantics of python-chess, for all games."""

from __future__ import annotations

import copy
import pickle

import pytest
from conftest import GAMES, load_lions, play_random_game
from hypothesis import given, settings
from hypothesis import strategies as st

import kawari
from kawari import BLACK, WHITE, Board, Move

a_game = st.sampled_from(GAMES)
a_seed = st.integers(0, 2**32)


def state(board: Board) -> tuple:
    """Returns the position of a board, its moves and its results."""
    return (
        board.sfen(),
        board.start_sfen,
        board.turn,
        board.key,
        board.ply,
        board.move_stack,
        board.record(),
        board.legal_moves.usi(),
        board.outcome(),
        board.is_check(),
        board.occurrences(),
        board.piece_map(),
        board.hand(BLACK),
        board.hand(WHITE),
    )


@settings(max_examples=150, deadline=None)
@given(a_game, a_seed, st.integers(0, 150))
def test_pop_restores_what_was_before_push(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    before = state(board)
    for move in board.legal_moves:
        board.push(move)
        assert board.peek() == move and board.ply == before[4] + 1
        assert board.turn == before[2].opponent
        assert board.pop() == move
        assert state(board) == before
    states = []
    while board.move_stack:
        states.append(state(board))
        board.pop()
    assert board == Board(game)
    replayed = Board(game)
    for expected in reversed(states):
        replayed.push(expected[5][-1])
        assert state(replayed) == expected


@settings(max_examples=100, deadline=None)
@given(a_game, a_seed, st.integers(0, 150))
def test_copies_and_texts_give_the_same_game(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    copies = [
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    ]
    by_usi, by_record = Board(game), Board(game)
    for move, record in zip(board.move_stack, board.record()):
        assert by_usi.push_usi(move.usi()) == move
        assert by_record.move_record(move) == record
        assert by_record.push_record(record) == move
    for other in [*copies, by_usi, by_record]:
        assert other == board and state(other) == state(board)
    from_sfen = Board(game, board.sfen())
    assert from_sfen == board and from_sfen.move_stack == []
    for other in copies:
        if other.move_stack:
            other.pop()
            assert other != board and board.ply == other.ply + 1


@settings(max_examples=100, deadline=None)
@given(a_game, a_seed, st.integers(0, 100))
def test_details_agree_with_the_position_after_the_move(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    before = board.piece_map()
    for move in board.legal_moves:
        details = board.details(move)
        assert details.move == move and details.record == board.move_record(move)
        assert [capture.square for capture in details.captures] == [
            capture.square for capture in board.captures(move)
        ]
        assert board.is_capture(move) == bool(details.captures)
        for capture in details.captures:
            assert before[capture.square].kind == capture.piece
            assert before[capture.square].color == board.turn.opponent
        after = board.copy()
        after.push(move)
        assert after.is_check() == board.gives_check(move) == details.gives_check
        pieces = after.piece_map()
        if move.is_pass:
            assert pieces == before
            continue
        assert pieces[move.to_square].kind == details.becomes
        assert (details.becomes != details.piece) == move.promotion
        assert move.promotion == (details.promotion or details.demotion)
        gone = set(before) - set(pieces)
        captured = {capture.square for capture in details.captures} - {move.to_square}
        assert gone == captured | ({move.from_square} if move.from_square else set())


@settings(max_examples=100, deadline=None)
@given(a_game, a_seed, st.integers(0, 300))
def test_outcome_ends_the_game(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    outcome = board.outcome()
    assert board.is_game_over() == (outcome is not None)
    if outcome is None:
        assert board.result() == "*" and len(board.legal_moves) > 0
        return
    expected = {BLACK: "1-0", WHITE: "0-1", None: "1/2-1/2"}[outcome.winner]
    assert board.result() == outcome.result() == expected
    name = {BLACK: "black wins", WHITE: "white wins", None: "draw"}[outcome.winner]
    assert str(outcome) == f"{name}: {outcome.reason}"
    assert board.is_checkmate() == (outcome.reason == "checkmate")


@settings(max_examples=50, deadline=None)
@given(a_game, a_seed, st.integers(0, 60))
def test_perft_is_the_sum_over_moves(game, seed, plies):
    board = Board(game)
    play_random_game(board, seed, plies)
    assert board.perft(0) == 1 and board.perft(1) == len(board.legal_moves)
    divided = board.divide(2)
    assert list(divided) == board.legal_moves.usi()
    assert sum(divided.values()) == board.perft(2)
    for move in board.legal_moves[:5]:
        board.push(move)
        assert board.perft(1) == divided[move.usi()]
        board.pop()


def test_start_of_shogi():
    board = Board()
    assert (board.game.name, board.turn, board.ply) == ("shogi", BLACK, 0)
    assert board.sfen() == "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert len(board.legal_moves) == 30 and board.legal_moves.count() == 30
    assert Move.from_usi("7g7f") in board.legal_moves
    assert Move.from_usi("7g7e") not in board.legal_moves
    assert "7g7f" not in board.legal_moves
    assert board.legal_moves[0] == min(board.legal_moves, key=str)
    assert board.legal_moves[-1] == list(board.legal_moves)[29]
    assert board.legal_moves[1:3] == list(board.legal_moves)[1:3]
    with pytest.raises(IndexError):
        board.legal_moves[30]
    assert [board.perft(depth) for depth in range(4)] == [1, 30, 900, 25470]
    assert repr(board) == f"Board('shogi', '{board.sfen()}')"
    assert eval(repr(board), {"Board": Board}) == board
    assert str(board).splitlines()[0] == "White in hand: -"


def test_pieces_and_hands():
    board = Board("shogi", "4k4/9/4p4/9/4+R4/9/9/9/4K4 b 2Pg 1")
    piece = board.piece_at("5e")
    assert (piece.symbol, piece.kind, piece.color, piece.is_promoted) == ("+R", "+R", BLACK, True)
    assert board.piece_at("1a") is None
    assert board.piece_at("5c") == kawari.Piece("p") and board.piece_at("5c").color == WHITE
    assert board.pieces("K", WHITE) == ["5a"] and board.pieces("G", WHITE) == []
    assert board.hand(BLACK) == {"P": 2} and board.hand(WHITE) == {"G": 1}
    assert list(board.piece_map()) == ["5a", "5c", "5e", "5i"]
    for square in ["10a", "1j", "e5", ""]:
        with pytest.raises(ValueError):
            board.piece_at(square)


def test_errors_leave_the_board_unchanged():
    board = Board("minishogi")
    before = state(board)
    for usi, error in [
        ("3e3a", kawari.IllegalMoveError),
        ("hello", kawari.InvalidMoveError),
        ("9i9h", kawari.InvalidMoveError),
    ]:
        with pytest.raises(error):
            board.push_usi(usi)
    with pytest.raises(kawari.IllegalMoveError, match="the piece on 1a is the opponent's"):
        board.push(Move.from_usi("1a1b"))
    with pytest.raises(kawari.SfenError):
        board.set_sfen("rbsgk/4p/5/P4/KGSBR b -")
    with pytest.raises(kawari.SfenError):
        board.reset("no such handicap")
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    with pytest.raises(kawari.GameError, match='did you mean "minishogi"'):
        Board("minishogy")
    with pytest.raises(TypeError):
        board.push("3e3d")
    with pytest.raises(TypeError):
        Board(3)
    with pytest.raises(TypeError):
        hash(board)
    assert state(board) == before
    assert issubclass(kawari.IllegalMoveError, ValueError)


def test_end_of_the_game():
    board = Board("yari", "6k/7/6+B/7/5R1/7/7/7/K6 b P 1")
    board.push_record("P*1b")
    assert board.is_checkmate() and str(board.outcome()) == "black wins: checkmate"
    assert (board.outcome().winner, board.result()) == (BLACK, "1-0")
    assert len(board.legal_moves) == 0
    with pytest.raises(kawari.IllegalMoveError, match="the game is over"):
        board.push_usi("1a1b")
    board.pop()
    assert board.outcome() is None and board.result() == "*"


def test_repetition_and_declaration():
    board = Board("minishogi", "k4/5/5/5/4K b - 1")
    for usi in ["1e1d", "5a5b", "1d1e", "5b5a"] * 3:
        assert board.outcome() is None
        board.push_usi(usi)
    assert board.occurrences() == 4 and str(board.outcome()) == "white wins: repetition"
    board = Board("shogi", "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1")
    assert board.outcome() is None and str(board.declaration()) == "black wins: declaration"


def test_handicaps():
    board = Board("shogi", handicap="two-pieces")
    assert board.turn == WHITE and board.sfen() == board.game.handicaps["two-pieces"]
    board.reset()
    assert board == Board()
    board.reset("rook")
    assert board == Board("shogi", handicap="rook")
    with pytest.raises(ValueError):
        Board("shogi", board.sfen(), handicap="rook")


def test_records():
    text = '[Variant "yari"]\n[Result "black"]\n\n 1. P-4f 2. P-4d {a comment} (2. P-3d) 3. P-3f\n'
    board = Board.from_record(text)
    assert board.game.name == "yari" and board.record() == ["P-4f", "P-4d", "P-3f"]
    assert Board.from_record("P-7f P-3d", "shogi").move_stack == [
        Move.from_usi("7g7f"),
        Move.from_usi("3c3d"),
    ]
    with pytest.raises(ValueError):
        Board.from_record('[Variant "yari"]\n1. P-4e')
    with pytest.raises(kawari.AmbiguousMoveError):
        Board("shogi", "4k4/9/9/9/9/9/9/9/G1G1K4 b - 1").parse_record("G-8h")


def test_boards_of_two_games_differ():
    sfen = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1"
    assert Board("hasami", sfen) != Board("hasami-nocorner", sfen)
    assert Board("hasami") != "hasami"


def test_loaded_games():
    game = load_lions()
    board = Board("lions")
    assert game.is_loaded and game.title == "Lion Shogi" and board.game == game
    silver = {piece.symbol: piece for piece in game.pieces}["S"]
    assert (silver.betza, silver.name, silver.royal) == ("FfD", "Silver", False)
    assert kawari.load_games(game.definition) == [game]
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(kawari.GameError, match="line 2"):
        kawari.load_games('name = "broken"\nbase = "nothing"\n')
    with pytest.raises(OSError):
        kawari.load_games("no-such-file.toml")


def test_loaded_files(tmp_path):
    path = tmp_path / "narrow.toml"
    path.write_text('name = "narrow"\nbase = "minishogi"\ntitle = "Narrow"\n', encoding="utf-8")
    for source in [path, str(path), [path]]:
        assert [game.name for game in kawari.load_games(source)] == ["narrow"]
    assert "narrow" in kawari.variants()


def test_games_are_exported_and_read():
    board = Board("shogi")
    for usi in ["7g7f", "3c3d", "8h2b+"]:
        board.push_usi(usi)
    for format in ["record", "kif", "csa"]:
        assert Board.from_record(board.export(format)) == board, format
    assert board.export("usi") == "shogi startpos moves 7g7f 3c3d 8h2b+\n"
    assert "７六歩(77)" in board.export("kif")
    with pytest.raises(ValueError, match='unknown format "pgn"'):
        board.export("pgn")
    with pytest.raises(ValueError, match="CSA files have no yari"):
        Board("yari").export("csa")


def test_moves_are_read_in_japanese_notation():
    board = Board("shogi")
    assert board.parse_record("７六歩") == Move.from_usi("7g7f")
    assert board.push_record("☗７六歩(77)") == Move.from_usi("7g7f")
    with pytest.raises(ValueError, match="not legal"):
        board.parse_record("７六歩")
