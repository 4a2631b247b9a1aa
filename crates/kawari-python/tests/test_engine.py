"""Searches, analyses and mate searches."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import GAMES, load_lions

import kawari
from kawari import Board, Engine, Move

NETWORKS = Path(__file__).parents[2] / "kawari-engine" / "src" / "games"


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_search_in_every_game(game):
    board = Board(game)
    result = Engine(game, hash=1).search(board, nodes=2000)
    assert result.move in board.legal_moves and result.answer == "move"
    assert result.pv[0] == result.move and result.depth >= 1 and result.nodes >= 1000
    for move in result.pv:
        board.push(move)
    while board.ply > 1:
        board.pop()
    assert result.ponder is None or result.ponder in board.legal_moves
    assert result.score.cp is not None or result.score.mate is not None


def test_searches_are_reproducible():
    board = Board("yari")
    results = [Engine("yari").search(board, nodes=20_000) for _ in range(2)]
    assert results[0].pv == results[1].pv and results[0].nodes == results[1].nodes
    assert results[0].nodes >= 20_000


def test_limits():
    engine, board = Engine("hasami"), Board("hasami")
    assert engine.search(board, depth=3).depth == 3
    began = time.monotonic()
    result = engine.search(board, time=0.2)
    assert 0.05 < time.monotonic() - began < 10 and result.time > 0
    assert engine.search(board, clock=(0.3, 100), byoyomi=0).move is not None
    only = [Move.from_usi("9i9h"), Move.from_usi("9i9g")]
    result = engine.search(board, nodes=500, moves=only, multipv=2)
    assert result.lines[0].pv[0] == result.move
    assert {line.pv[0] for line in result.lines} == set(only)
    assert [line.multipv for line in result.lines] == [1, 2]
    with pytest.raises(ValueError, match="needs a limit"):
        engine.search(board)
    with pytest.raises(ValueError, match="time must be"):
        engine.search(board, time=-1)
    with pytest.raises(ValueError, match="multipv"):
        engine.search(board, nodes=1, multipv=0)
    with pytest.raises(kawari.IllegalMoveError):
        engine.search(board, nodes=1, moves=[Move.from_usi("5e5f")])
    with pytest.raises(ValueError, match="the engine plays hasami, but the board is yari"):
        engine.search(Board("yari"), nodes=1)


def test_scores():
    mate = Engine("yari").search(Board("yari", "6k/7/6+B/7/5R1/7/7/7/K6 b P 1"), depth=4)
    assert (mate.score.mate, mate.score.cp, str(mate.score)) == (1, None, "mate 1")
    assert -mate.score < mate.score and int(mate.score) == 31999
    even = Engine("shogi").evaluate(Board("shogi"))
    assert abs(even.cp) < 300 and even.mate is None
    ahead = Engine("shogi").evaluate(Board("shogi", "4k4/9/9/9/9/9/9/9/4K4 b R 1"))
    assert ahead.cp > 300 and ahead > even


def test_answers_without_a_move():
    engine = Engine("yari")
    lost = Board("yari", "6k/7/6+B/7/5R1/7/7/7/K6 b P 1")
    lost.push_usi("P*1b")
    result = engine.search(lost, nodes=100)
    assert (result.answer, result.move, result.lines) == ("resign", None, [])
    won = Board("shogi", "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1")
    assert Engine().search(won, nodes=100).answer == "win"
    assert Engine().search(won, nodes=100, play_on=True).answer == "move"


def test_levels():
    board = Board("minishogi")
    moves = {Engine("minishogi", level=1, seed=seed).search(board).move for seed in range(1, 20)}
    assert len(moves) > 3
    again = [Engine("minishogi", level=1, seed=5).search(board).move for _ in range(2)]
    assert again[0] == again[1]
    with pytest.raises(ValueError, match="level"):
        Engine("minishogi", level=9)


def test_networks(tmp_path):
    file = next((NETWORKS / "drop" / "yari").glob("default.network"))
    board = Board("yari")
    built_in = Engine("yari").evaluate(board)
    for network in [file, str(file), file.read_bytes()]:
        assert Engine("yari", network=network).evaluate(board) == built_in
    by_hand = Engine("yari", network="none")
    assert by_hand.evaluation != Engine("yari").evaluation
    with pytest.raises(OSError):
        Engine("yari", network=tmp_path / "missing")
    with pytest.raises(ValueError):
        Engine("yari", network=b"not a network")
    with pytest.raises(ValueError):
        Engine("hasami", network=file)
    with pytest.raises(TypeError):
        Engine("yari", network=1)


def test_mate():
    board = Board("yari", "6k/7/6+B/7/5R1/7/7/7/K6 b P 1")
    result = Engine("yari").mate(board, unique=True)
    assert result and result.answer == "mate" and result.is_shortest
    for move in result.moves:
        board.push(move)
    assert board.is_checkmate()
    none = Engine("yari").mate(Board("yari", "3k3/7/7/7/7/7/7/7/K5P b - 1"))
    assert not none and none.answer == "no mate" and none.moves == []
    quiet = Board("shogi", "8k/9/9/6S2/9/9/9/9/4K4 b G 1")
    result = Engine("shogi").mate(quiet)
    assert result and result.is_quiet and len(result.moves) == 3
    assert not Engine("shogi").mate(quiet, quiet=False)
    assert Engine("shogi").mate(Board("shogi"), nodes=1).answer in {"unknown", "no mate"}
    assert Engine("hasami").mate(Board("hasami"), nodes=10).answer == "not implemented"


def test_analysis_is_an_iterator():
    engine, board = Engine("shogi"), Board("shogi")
    with engine.analysis(board) as analysis:
        depths = []
        for info in analysis:
            depths.append(info.depth)
            assert info.pv[0] in board.legal_moves and info.bound in {"exact", "lower", "upper"}
            if info.depth >= 4:
                break
    assert depths == sorted(depths) and depths[-1] == 4
    result = analysis.result()
    assert result.move in board.legal_moves and result.depth >= 4
    assert list(analysis) == [] and analysis.next_info() is None
    limited = engine.analysis(board, depth=3)
    assert [info.depth for info in limited if info.bound == "exact"][-1] == 3
    assert limited.result().depth == 3


def test_stop_is_fast():
    analysis = Engine("shogi").analysis(Board("shogi"))
    time.sleep(0.3)
    began = time.monotonic()
    analysis.stop()
    result = analysis.result()
    assert time.monotonic() - began < 5 and result.move is not None


def test_a_new_search_stops_an_analysis():
    engine, board = Engine("hajiku"), Board("hajiku")
    analysis = engine.analysis(board)
    assert engine.search(board, nodes=1000).move is not None
    assert analysis.result().move is not None
    first = engine.analysis(board)
    second = engine.analysis(board)
    assert first.result().move is not None
    first.stop()  # must not stop the second one
    assert second.next_info() is not None
    del first
    second.stop()
    assert second.result().move is not None
    engine.analysis(board)  # deleted while it runs
    assert engine.search(board, depth=1).depth == 1
    engine.new_game()


def test_asynchronous_analyses():
    async def analyse(game: str) -> tuple[int, str]:
        board = Board(game)
        async with Engine(game).analysis(board) as analysis:
            async for info in analysis:
                if info.depth >= 4:
                    break
        return info.depth, game

    async def all_games() -> list:
        return await asyncio.gather(*(analyse(game) for game in ["yari", "hasami", "minishogi"]))

    assert asyncio.run(all_games()) == [(4, "yari"), (4, "hasami"), (4, "minishogi")]


def test_asynchronous_analysis_ends_and_is_cancelled():
    async def until_the_end() -> int:
        return [info.depth async for info in Engine("yari").analysis(Board("yari"), depth=3)][-1]

    assert asyncio.run(until_the_end()) == 3
    engine = Engine("yari")

    async def forever() -> None:
        async for _ in engine.analysis(Board("yari")):
            pass

    async def cancel() -> None:
        task = asyncio.create_task(forever())
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(cancel(), 60))
    assert engine.search(Board("yari"), nodes=100).move is not None


def in_threads(count: int, task) -> None:
    """Runs a task in threads. Fails if one fails or none ends within a minute."""
    errors = []

    def run(number: int) -> None:
        try:
            task(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "deadlock"
    assert errors == []


def test_threads_share_an_engine():
    engine, board = Engine("yari"), Board("yari")

    def work(number: int) -> None:
        for _ in range(10):
            assert engine.search(board, nodes=2000).move is not None
            engine.evaluate(board)
            assert engine.mate(board, nodes=200).answer in {"unknown", "no mate"}
            analysis = engine.analysis(board)
            analysis.next_info()
            engine.stop()
            analysis.result()
            repr(engine), engine.evaluation

    in_threads(4, work)


def test_threads_share_an_analysis():
    engine = Engine("hasami")
    analysis = engine.analysis(Board("hasami"), nodes=200_000)
    results = []

    def work(number: int) -> None:
        for info in analysis:
            results.append(info.depth)
        assert analysis.result().move is not None

    in_threads(3, work)
    assert results


def test_engines_run_beside_each_other():
    def work(number: int) -> None:
        game = ["yari", "hasami", "minishogi", "hajiku"][number]
        board, engine = Board(game), Engine(game, hash=1, threads=2)
        while board.ply < 6:
            board.push(engine.search(board, nodes=3000).move)

    in_threads(4, work)


def test_python_runs_during_a_search():
    engine, board = Engine("shogi"), Board("shogi")
    done = threading.Event()

    def search() -> None:
        engine.search(board, time=1.0)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    counter = 0
    while not done.is_set() and counter < 10_000_000:
        counter += 1
    thread.join()
    assert counter > 10_000, "the GIL was not released"


def test_threads_share_a_board():
    board = Board("shogi")

    def work(number: int) -> None:
        for _ in range(200):
            try:
                board.push_usi("7g7f")
                board.pop()
            except (ValueError, IndexError):
                pass  # the other thread has played
            len(board.legal_moves), board.sfen(), board.perft(1), board.copy()

    in_threads(4, work)


FOREVER = """
import signal, sys, kawari

# A job in the background of a shell starts with SIGINT ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
engine, board = kawari.Engine("shogi"), kawari.Board("shogi")
tasks = {
    "search": lambda: engine.search(board, time=1000),
    "analysis": lambda: engine.analysis(board).result(),
    "perft": lambda: board.perft(9),
}
try:
    print("ready", flush=True)
    tasks[sys.argv[1]]()
    print("ended")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_interrupts(tmp_path):
    script = tmp_path / "forever.py"
    script.write_text(FOREVER, encoding="utf-8")
    if sys.platform == "win32":
        pytest.skip("signals of Windows go to the whole console")
    for task in ["search", "analysis", "perft"]:
        process = subprocess.Popen(
            [sys.executable, str(script), task], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        assert (output, process.returncode) == ("interrupted\n", 0), task


def test_loaded_game_is_searched():
    game = load_lions()
    result = Engine(game).search(Board("lions"), nodes=3000)
    assert result.move in Board(game).legal_moves
