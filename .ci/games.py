"""Games between two copies of an engine with clocks and pondering, for `.ci/clocks` and
`.ci/soak`. A third copy is the referee. Needs Python 3.8, nothing else."""

import os
import queue
import subprocess
import threading
import time


class Fault(Exception):
    """A fault of an engine."""


class Engine:
    """A running engine. A separate thread reads its answers with their times."""

    def __init__(self, command, name="engine"):
        self.name = name
        self.process = subprocess.Popen(
            [command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
            # Ctrl-C goes to the script only.
            preexec_fn=getattr(os, "setpgrp", None),
        )
        # Its `option` lines by name.
        self.options = {}
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.request("usi", "usiok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((line.rstrip("\n"), time.monotonic()))
        self.lines.put((None, time.monotonic()))

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
        except OSError:
            raise Fault(f"{self.name} has exited") from None

    def wait_for(self, front, patience=60.0):
        """Returns the next line with this prefix and its time. Raises Fault for an error or an
        unexpected bestmove."""
        while True:
            try:
                line, at = self.lines.get(timeout=patience)
            except queue.Empty:
                raise Fault(f"no `{front}` from {self.name}") from None
            if line is None:
                raise Fault(f"{self.name} exited with {self.process.wait()}")
            if line.startswith("info string error"):
                raise Fault(f"{self.name}: `{line}`")
            if line.startswith("option name "):
                self.options[line.split()[2]] = line
            if line.startswith(front):
                return line, at
            if line.startswith("bestmove"):
                raise Fault(f"{self.name}: unexpected `{line}`")

    def request(self, line, front=""):
        self.send(line)
        return self.wait_for(front)[0]

    def set(self, name, value):
        self.send(f"setoption name {name} value {value}")

    def memory(self):
        """Returns its memory in KiB; 0 where there is no /proc."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        except (OSError, StopIteration):
            return 0

    def processor(self):
        """Returns its processor time in seconds; 0 where there is no /proc."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
                user, system = stat.read().rpartition(")")[2].split()[11:13]
                return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return 0.0

    def threads(self):
        """Returns its number of threads; 0 where there is no /proc."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("Threads"))
        except (OSError, StopIteration):
            return 0

    def quit(self):
        self.send("quit")
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault(f"{self.name} does not quit") from None


class Clock:
    """The clock of a side: main time, increment and byoyomi in seconds."""

    def __init__(self, main=0.0, increment=0.0, byoyomi=0.0):
        self.main, self.increment, self.byoyomi = main, increment, byoyomi
        self.left = main

    @classmethod
    def parse(cls, text):
        """Parses `10+0`, `20+0.2` or `10b1`: main time with an increment or byoyomi."""
        for mark, name in (("+", "increment"), ("b", "byoyomi")):
            main, found, more = text.partition(mark)
            if found:
                return cls(float(main), **{name: float(more)})
        return cls(float(text))

    def fresh(self):
        return Clock(self.main, self.increment, self.byoyomi)

    def allowance(self):
        return self.left + self.increment + self.byoyomi

    def spend(self, seconds):
        self.left = max(0.0, self.left + self.increment - seconds)


def clock_words(clocks, side):
    """Returns the arguments of `go` for both clocks, with the mover's byoyomi."""
    black, white = (round(clock.left * 1000) for clock in clocks)
    words = f"btime {black} wtime {white}"
    if clocks[0].increment or clocks[1].increment:
        black, white = (round(clock.increment * 1000) for clock in clocks)
        words += f" binc {black} winc {white}"
    if clocks[side].byoyomi:
        words += f" byoyomi {round(clocks[side].byoyomi * 1000)}"
    return words


class Game:
    """A game between `players`, Black first. `limits` are the arguments of `go` for a side
    without a clock; `ponders` says which side ponders."""

    def __init__(self, referee, players, clocks=(None, None), limits=("", ""), ponders=(False, False)):
        self.referee, self.players = referee, players
        self.clocks, self.limits, self.ponders = clocks, limits, ponders
        self.moves = []
        # The move that each side ponders on.
        self.expected = [None, None]
        # For each move: side, seconds, and the share of the available main time and
        # byoyomi that it used.
        self.times = []
        # For each move, the time left of main time, increment and byoyomi.
        self.spare = []
        self.hits = 0

    def play(self, opening=(), longest=400):
        """Plays until the referee ends the game, a resignation, or `longest` plies. Returns
        the result; raises Fault."""
        self.moves = list(opening)
        for player in self.players:
            player.request("usinewgame\nisready", "readyok")
        while True:
            # One write for all three, because each can be slow on a busy machine.
            legal = self.referee.request(self.position(self.moves) + "\nmoves\nstatus").split()
            # `position` also reports an end by history.
            while legal[:2] == ["info", "string"]:
                legal = self.referee.wait_for("")[0].split()
            status = self.referee.wait_for("status")[0]
            if status != "status ongoing" or len(self.moves) >= longest:
                break
            side = len(self.moves) % 2
            move = self.think(side)
            if move == "resign":
                status = f"{self.players[side].name} resigns"
                break
            if move == "win":
                status = f"{self.players[side].name} declares a win"
                break
            if move not in legal:
                raise Fault(f"{self.players[side].name} plays {move}: {self.position(self.moves)}")
            self.moves.append(move)
        for side in (0, 1):
            self.stop_pondering(side)
            self.players[side].send("gameover draw")
        return status

    @staticmethod
    def position(moves):
        return "position startpos" + (" moves " + " ".join(moves) if moves else "")

    def go_words(self, side):
        if self.clocks[side]:
            clocks = [clock or self.clocks[side] for clock in self.clocks]
            return " ".join(filter(None, [clock_words(clocks, side), self.limits[side]]))
        return self.limits[side]

    def think(self, side):
        player, clock = self.players[side], self.clocks[side]
        allowance = clock and clock.allowance()
        main = clock and clock.left
        processor = player.processor()
        if self.expected[side] and self.expected[side] == self.moves[-1]:
            self.expected[side] = None
            self.hits += 1
            begun = time.monotonic()
            player.send("ponderhit")
        else:
            self.stop_pondering(side)
            begun = time.monotonic()
            player.send(self.position(self.moves) + "\ngo " + self.go_words(side))
        line, at = player.wait_for("bestmove", patience=60 + (allowance or 0))
        seconds = at - begun
        if clock:
            if seconds > allowance:
                late, had = seconds - allowance, player.processor() - processor
                raise Fault(
                    f"{player.name} loses on time by {late * 1000:.0f} ms; it has had a processor"
                    f" for {had:.2f} of {seconds:.2f} s"
                )
            clock.spend(seconds)
            self.spare.append(allowance - seconds)
        self.times.append((side, seconds, main))
        words = line.split()
        if self.ponders[side] and words[2:3] == ["ponder"]:
            self.ponder(side, words[1], words[3])
        return words[1]

    def ponder(self, side, move, answer):
        self.expected[side] = answer
        player = self.players[side]
        position = self.position(self.moves + [move, answer])
        player.send(position + "\ngo ponder " + self.go_words(side))

    def stop_pondering(self, side):
        if self.expected[side]:
            self.expected[side] = None
            self.players[side].send("stop")
            self.players[side].wait_for("bestmove")


def random_opening(referee, random, plies):
    """Returns random legal moves that do not end the game."""
    while True:
        moves = []
        for _ in range(plies):
            words = referee.request(Game.position(moves) + "\nmoves").split()
            if not words or words[:2] == ["info", "string"]:
                break
            moves.append(random.choice(words))
        referee.send(Game.position(moves) + "\nstatus")
        if referee.wait_for("status")[0] == "status ongoing":
            return moves
