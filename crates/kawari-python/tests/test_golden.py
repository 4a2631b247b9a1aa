"""Moves, results and records against the data and the program of the Rust library."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from conftest import DEFINITION, ENGINE_TESTS, play_random_game

import kawari
from kawari import Board

BUILT_IN = [game.name for game in kawari.games() if not game.is_loaded]
MAX_PERFT = 30_000


def golden(file: str) -> list[list[str]]:
    text = (ENGINE_TESTS / "golden" / file).read_text(encoding="utf-8")
    return [line.split("|") for line in text.splitlines()]


def start(game: str, sfen: str) -> Board:
    return Board(game) if sfen == "startpos" else Board(game, sfen)


def status(board: Board) -> str:
    return str(board.outcome() or "ongoing")


@pytest.mark.parametrize("game", sorted({fields[1] for fields in golden("cases.txt")}))
def test_golden_positions(game):
    cases = [fields for fields in golden("cases.txt") if fields[1] == game]
    for kind, _, sfen, *fields in cases:
        if kind == "badsfen":
            with pytest.raises(kawari.SfenError):
                Board(game, sfen)
        elif kind == "legal":
            assert start(game, sfen).legal_moves.usi() == fields[0].split()
        elif kind == "play":
            moves, expected_sfen, expected_status = fields
            board = start(game, sfen)
            for usi in moves.split():
                board.push_usi(usi)
            assert (board.sfen(), status(board)) == (expected_sfen, expected_status)


@pytest.mark.parametrize("game", sorted({fields[0] for fields in golden("records.txt")}))
def test_golden_records(game):
    cases = [fields[1:] for fields in golden("records.txt") if fields[0] == game]
    for moves, record in cases:
        board = Board(game)
        for usi in moves.split():
            board.push_usi(usi)
        assert board.record() == record.split()


@pytest.mark.parametrize("game", BUILT_IN)
def test_golden_perft(game):
    text = (ENGINE_TESTS / "perft" / f"{game}.perft").read_text(encoding="utf-8")
    checked = 0
    for line in text.splitlines():
        words = line.split(maxsplit=1)
        if words[:1] == ["sfen"]:
            board = Board(game, words[1])
        elif words[:1] == ["perft"]:
            depth, count = map(int, words[1].split())
            if count <= MAX_PERFT:
                assert board.perft(depth) == count, (board.sfen(), depth)
                checked += 1
    assert checked > 0


@pytest.mark.parametrize("game", BUILT_IN)
def test_golden_legal_moves(game):
    text = (ENGINE_TESTS / "legal" / f"{game}.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        sfen, moves = line.split("|")
        assert Board(game, sfen.strip()).legal_moves.usi() == moves.split()


class Program:
    """A running program `kawari`, in the protocol USI."""

    def __init__(self, path: str):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True)

    def send(self, *lines: str) -> list[str]:
        """Sends lines and returns the answers."""
        print(*lines, "isready", sep="\n", file=self.process.stdin, flush=True)
        answers = []
        for line in self.process.stdout:
            if line.strip() == "readyok":
                return answers
            answers.append(line.strip())
        raise EOFError("the program has ended")


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = os.environ.get("KAWARI") or shutil.which("kawari")
    if path is None:
        pytest.skip("needs the program kawari: set KAWARI to its path")
    definition = tmp_path_factory.mktemp("games") / "lions.toml"
    definition.write_text(DEFINITION, encoding="utf-8")
    program = Program(path)
    program.send("usi", f"setoption name VariantPath value {definition}")
    yield program
    program.process.stdin.close()
    program.process.wait()


@pytest.mark.parametrize("game", [*BUILT_IN, "lions"])
def test_random_games_agree_with_the_program(program, game):
    program.send(f"setoption name USI_Variant value {game}")
    for seed in range(8):
        board = Board(game)
        play_random_game(board, seed, 300)
        for _ in range(min(board.ply, 40)):
            moves = " ".join(move.usi() for move in board.move_stack)
            program.send(f"position startpos moves {moves}")
            listed, found_sfen, found_status, record = (
                " ".join(program.send(command)) for command in ["moves", "sfen", "status", "record"]
            )
            assert listed.split() == board.legal_moves.usi()
            assert found_sfen == board.sfen()
            assert found_status.endswith(f"status {status(board)}"), found_status
            assert record.split()[1:] == board.record()
            board.pop()
