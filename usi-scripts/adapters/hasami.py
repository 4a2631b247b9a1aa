#!/usr/bin/env python3
"""USI adapter between `kawari match` and two programs for Hasami Shogi with other protocols.

    hasami.py arena COMMAND...    a player of https://github.com/tinghan-wei/hasamiShogi
    hasami.py agent COMMAND...    the agent of https://github.com/xoxor/hasamiShogi

The arena has the rules of `hasami-kochi`, the agent those of `hasami-brainking`. Needs Python
3.8 and no packages. The programs ignore the limits of `go`, and games begin at the start
position. A program is started again when a position does not continue its game.
"""

import re
import socket
import subprocess
import sys

RANKS = "abcdefghi"


class ProgramError(Exception):
    """The program cannot play the game, or its answer is not a move."""


def squares(move):
    """Returns the squares of a USI move: file from 1 and row from 0, from Black's side."""
    return [(int(file), 8 - RANKS.index(rank)) for file, rank in re.findall(r"([1-9])([a-i])", move)]


def usi(moved):
    """Returns the USI move for two squares."""
    return "".join(f"{file}{RANKS[8 - row]}" for file, row in moved)


class ArenaPlayer:
    """A player of the arena, which reads and writes moves as digits: rows and columns from 0."""

    def __init__(self, command, is_black):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, text=True, **pipes)
        self.is_black = is_black
        self.send("OK?")
        self.process.stdout.readline()  # the name
        self.send("Black" if is_black else "White")

    def send(self, line):
        print(line, file=self.process.stdin, flush=True)

    def play(self, number, move):
        """Plays the move with this number, from 0."""
        if (number % 2 == 0) == self.is_black:
            raise ProgramError("the player chooses all its moves: play without openings (--plies 0)")
        self.send("".join(f"{row}{file - 1}" for file, row in squares(move)))

    def choose(self):
        """Returns the program's move."""
        answer = self.process.stdout.readline().strip()
        if not re.fullmatch("[0-8]{4}", answer):
            raise ProgramError(f"not a move: {answer!r}")
        row, column, to_row, to_column = map(int, answer)
        return usi([(column + 1, row), (to_column + 1, to_row)])


class Agent:
    """An agent that connects to a game server, here the adapter. Its squares are a letter for the
    row and a digit for the file."""

    def __init__(self, command, is_black):
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = ["-addr", "127.0.0.1", "-p", str(server.getsockname()[1])]
            # Its standard output has diagrams.
            self.process = subprocess.Popen([*command, *address], stdout=subprocess.DEVNULL)
            server.settimeout(20)
            self.stream = server.accept()[0].makefile("rw")
        self.send("WELCOME BLACK" if is_black else "WELCOME WHITE")

    def send(self, line):
        print(line, file=self.stream, flush=True)

    def play(self, _number, move):
        """Plays a move of either side."""
        letters = "".join(f"{'ABCDEFGHI'[row]}{file}" for file, row in squares(move))
        self.send(f"OPPONENT_MOVE {letters}")

    def choose(self):
        """Returns the program's move."""
        self.send("YOUR_TURN")
        answer = self.stream.readline().strip()
        if not re.fullmatch("MOVE ([A-I][1-9]){2}", answer):
            raise ProgramError(f"not a move: {answer!r}")
        moved = re.findall("([A-I])([1-9])", answer.replace("MOVE ", ""))
        return usi([(int(file), "ABCDEFGHI".index(row)) for row, file in moved])


PROGRAMS = {"arena": ArenaPlayer, "agent": Agent}


class Adapter:
    """The program and the moves of its game."""

    def __init__(self, program, command):
        self.start_program = lambda is_black: program(command, is_black)
        self.program = None
        self.played = []

    def choose(self, moves):
        """Returns the program's move after `moves` from the start position."""
        known = len(self.played)
        if self.program is None or moves[:known] != self.played:
            self.close()
            self.program, known = self.start_program(len(moves) % 2 == 0), 0
        for number, move in enumerate(moves[known:], known):
            self.program.play(number, move)
        move = self.program.choose()
        self.played = [*moves, move]
        return move

    def close(self):
        if self.program:
            self.program.process.kill()
            self.program.process.wait()
        self.program, self.played = None, []


def main(program, command):
    adapter = Adapter(program, command)
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words == ["usi"]:
            print(f"id name {command[0]}\nusiok", flush=True)
        elif words == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["usinewgame"]:
            adapter.close()
        elif words[:1] == ["position"]:
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
        elif words[:1] == ["go"]:
            try:
                print(f"bestmove {adapter.choose(moves)}", flush=True)
            except (ProgramError, OSError) as error:
                adapter.close()
                print(f"info string error: {error}\nbestmove resign", flush=True)
        elif words == ["quit"]:
            break
    adapter.close()


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in PROGRAMS:
        sys.exit(__doc__)
    main(PROGRAMS[sys.argv[1]], sys.argv[2:])
