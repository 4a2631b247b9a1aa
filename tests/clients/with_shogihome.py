"""ShogiHome's dialogue with an engine, according to its code: every option is set to its default, a
game begins with `isready` and `usinewgame`, both sides ponder, and with "early ponder" `ponderhit`
carries the times.

This file repeats the dialogue. `with_shogihome.mjs` runs ShogiHome's own code if there is a checkout.
"""

import re

import referee

TIMES = "btime 60000 wtime 60000 byoyomi 60000"


class Player:
    """An engine, driven like `EngineProcess` in src/background/usi/engine.ts."""

    def __init__(self, variant, early):
        self.engine = referee.Kawari()
        self.early = early
        self.engine.say("usi")
        for line in self.engine.read("usiok"):
            option = re.match(r"option name (\S+) type (\S+)(?: default (\S+))?", line)
            if option and option[2] not in ("button",):
                name, value = option[1], option[3]
                value = {"USI_Variant": variant, "NodesLimit": "400"}.get(name, value)
                self.engine.say(f"setoption name {name} value {value}")
        self.pondered = None

    def ready(self):
        self.engine.say("isready")
        self.engine.read("readyok")
        self.engine.say("usinewgame")

    def move(self, moves):
        """Returns the best move, after a ponder hit or miss."""
        position = "position startpos moves " + " ".join(moves)
        if self.pondered == position:
            self.engine.say("ponderhit" + (f" {TIMES}" if self.early else ""))
        else:
            if self.pondered:
                self.engine.say("stop")
                self.engine.read("bestmove")
            self.engine.say(position)
            self.engine.say(f"go {TIMES}")
        self.pondered = None
        words = self.engine.read("bestmove")[-1].split()
        best, reply = words[1], words[3] if words[2:3] == ["ponder"] else None
        if reply:
            self.pondered = f"{position} {best} {reply}"
            self.engine.say(self.pondered)
            self.engine.say("go ponder" + ("" if self.early else f" {TIMES}"))
        return best

    def gameover(self, result):
        if self.pondered:
            self.engine.say("stop")
        self.engine.say(f"gameover {result}")
        if self.pondered:
            self.engine.read("bestmove")
        self.pondered = None


def whole_game(variant):
    players = [Player(variant, early) for early in (False, True)]
    for player in players:
        player.ready()

    def think(moves):
        return players[len(moves) % 2].move(moves)

    status, moves = referee.play(variant, think, seed=3)
    for player, result in zip(players, ("win", "lose")):
        player.gameover(result)
        # The next game begins immediately.
        player.ready()
        player.engine.say("position startpos")
        player.engine.say("go mate 1000")
        # There is no mate in the start position, and none at all in most games by captures.
        answer = player.engine.read("checkmate")[-1]
        assert answer in (f"checkmate {word}" for word in ("nomate", "timeout", "notimplemented"))
        player.engine.close()
    return f"{variant}: {len(moves)} moves, {status or 'cut off'}"


for name in referee.VARIANTS:
    print(whole_game(name), flush=True)
