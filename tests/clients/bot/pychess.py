"""The part of pychess that a bot needs: its bot API, with pyffish as the referee.

An opponent on the site plays random moves. pychess does not check the legality of a bot's moves. Here
an illegal move ends the game and is listed in `errors`.
"""

import itertools
import json
import queue
import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

import pyffish

BOT, TOKEN = "KawariBot", "bot-token"
CAPABILITIES = "X-PyChess-Bot-Capabilities"
SECONDS_BETWEEN_PINGS = 6
VARIANT = "yarishogi"


def speed(base, increment):
    """Returns the name of a time control in seconds, as pychess computes it."""
    limits = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))
    estimate = base + 40 * increment
    return next((name for limit, name in limits if estimate < limit), "classical")


class Game:
    """A game of the bot against random moves, with clocks."""

    def __init__(self, number, is_bot_white, base, increment, start, first_moves):
        self.number = number
        self.is_bot_white = is_bot_white
        self.initial_fen = start
        self.start = start or pyffish.start_fen(VARIANT)
        self.is_white_first = self.start.split()[1] == "w"
        self.first_moves = list(first_moves)
        self.rng = random.Random(number)
        self.clocks = {True: base * 1000, False: base * 1000}
        self.increment = increment
        self.moves, self.events, self.errors = [], queue.Queue(), []
        self.result = None
        self.turn_began = None
        self.lock = threading.Lock()

    @property
    def id(self):
        return f"game{self.number:04}"

    @property
    def is_white_to_move(self):
        return self.is_white_first == (len(self.moves) % 2 == 0)

    @property
    def is_bot_to_move(self):
        return self.is_white_to_move == self.is_bot_white

    def legal(self):
        return pyffish.legal_moves(VARIANT, self.start, self.moves)

    def state(self):
        # pychess sends the increment in seconds.
        return {
            "type": "gameState", "moves": " ".join(self.moves), "wtime": self.clocks[True],
            "btime": self.clocks[False], "winc": self.increment, "binc": self.increment,
            "wdraw": False, "bdraw": False, "wtakeback": False, "btakeback": False,
            "status": "started",
        }

    def full(self):
        white, black = (BOT, "Random") if self.is_bot_white else ("Random", BOT)
        return {
            "type": "gameFull", "id": self.id, "variant": {"name": VARIANT},
            "white": {"name": white}, "black": {"name": black}, "initialFen": self.initial_fen,
            "createdAt": int(time.time()), "state": self.state(),
        }

    def open_stream(self):
        """Starts the game: the opponent moves if it is its turn."""
        with self.lock:
            self.events.put(self.full())
            self.turn_began = time.monotonic()
            self.move_opponent()

    def move_opponent(self):
        if not self.result and not self.is_bot_to_move:
            mv = self.first_moves.pop(0) if self.first_moves else self.rng.choice(sorted(self.legal()))
            self.push(mv)

    def move_bot(self, mv):
        with self.lock:
            if self.result or not self.is_bot_to_move:
                self.errors.append(f"{mv} out of turn after {' '.join(self.moves)}")
            elif mv not in self.legal():
                self.end(None, f"illegal move {mv} after {' '.join(self.moves)}")
            else:
                self.push(mv)
                self.move_opponent()

    def push(self, mv):
        assert mv in self.legal(), mv
        side, now = self.is_white_to_move, time.monotonic()
        self.clocks[side] -= round(1000 * (now - self.turn_began))
        self.turn_began = now
        if self.clocks[side] < 0:
            self.end(None, f"{'bot' if self.is_bot_to_move else 'opponent'} lost on time")
            return
        self.clocks[side] += 1000 * self.increment
        self.moves.append(mv)
        self.events.put(self.state())
        # Results of pyffish are from the view of the side to move.
        is_over, value = pyffish.is_optional_game_end(VARIANT, self.start, self.moves)
        if not self.legal():
            is_over, value = True, pyffish.game_result(VARIANT, self.start, self.moves)
        if is_over:
            self.end(0 if value == 0 else 1 if (value > 0) == self.is_bot_to_move else -1)

    def end(self, result, error=None):
        """Ends the game with the bot's result: 1, 0 or -1, or None after an error."""
        self.result = error or {1: "won", 0: "drawn", -1: "lost"}[result]
        if error:
            self.errors.append(error)
        self.events.put({"type": "gameEnd", "game": {"id": self.id}})
        self.events.put(None)


class Site(ThreadingHTTPServer):
    """The server. `challenges` maps each challenge to `accepted` or the reason to decline it."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.events = queue.Queue()
        self.games, self.challenges = {}, {}
        self.changed = threading.Condition()
        self.numbers = itertools.count()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request, client_address):
        # The bot closes its connections when it ends.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def challenge(self, variant=VARIANT, base=60, increment=1, rated=False, is_bot_white=True,
                  start="", first_moves=()):
        """Sends a challenge to the bot and returns its game."""
        game = Game(next(self.numbers), is_bot_white, base, increment, start, first_moves)
        color = "black" if is_bot_white else "white"
        self.games[game.id] = game
        self.events.put({"type": "challenge", "challenge": {
            "id": game.id,
            "challenger": {"name": "Random", "rating": 1500, "title": ""},
            "variant": {"key": variant},
            "rated": rated,
            "timeControl": {"type": "clock", "limit": base, "increment": increment},
            "color": color, "finalColor": color,
            "speed": speed(base, increment),
            "perf": {"name": variant},
        }})
        return game

    def answer(self, id, answer):
        with self.changed:
            self.challenges[id] = answer
            self.changed.notify_all()

    def wait_for_answer(self, game, seconds=60):
        """Returns the answer to a challenge."""
        with self.changed:
            assert self.changed.wait_for(lambda: game.id in self.challenges, seconds), "no answer"
            return self.challenges[game.id]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_authorized(self):
        if self.headers["Authorization"] == f"Bearer {TOKEN}":
            return True
        self.reply(403, {"error": "wrong token"})
        return False

    def stream(self, events):
        """Sends events as lines of JSON, with pings between them, until None."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while True:
            try:
                event = events.get(timeout=SECONDS_BETWEEN_PINGS)
            except queue.Empty:
                event = {"type": "ping"}
            if event is None:
                break
            line = json.dumps(event).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
        self.wfile.write(b"0\r\n\r\n")

    def do_GET(self):
        if not self.is_authorized():
            return
        match self.path.partition("?")[0].split("/")[1:]:
            case ["api", "account"]:
                self.reply(200, {"id": BOT, "username": BOT, "title": "BOT"})
            case ["api", "account", "playing"]:
                self.reply(200, {"nowPlaying": []})
            case ["api", "users", "status"]:
                self.reply(200, [{"id": BOT, "online": True}])
            case ["api", "stream", "event"]:
                capabilities = json.loads(self.headers[CAPABILITIES] or "{}")
                if VARIANT in capabilities.get("variants", []) and capabilities["version"] == 1:
                    self.stream(self.server.events)
                else:
                    self.reply(400, {"error": f"{CAPABILITIES} without {VARIANT}"})
            case ["api", "bot", "game", "stream", id] if id in self.server.games:
                self.server.games[id].open_stream()
                self.stream(self.server.games[id].events)
            case _:
                self.reply(404, {"error": "no such page"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        path = self.path.partition("?")[0].split("/")[1:]
        if path == ["api", "token", "test"]:
            info = {"scopes": "bot:play", "userId": BOT, "expires": 1358509698620}
            self.reply(200, {token: info if token == TOKEN else None for token in body.split(",")})
            return
        if not self.is_authorized():
            return
        match path:
            case ["api", "challenge", id, "accept"] if id in self.server.games:
                self.server.answer(id, "accepted")
                self.server.events.put({"type": "gameStart", "game": {
                    "id": id, "skill_level": "8", "chess960": "False"}})
            case ["api", "challenge", id, "decline"] if id in self.server.games:
                self.server.answer(id, parse_qs(body).get("reason", ["generic"])[0])
            case ["api", "bot", "game", id, "move", mv] if id in self.server.games:
                self.server.games[id].move_bot(mv)
            case ["api", "bot", "game", id, "chat" | "abort" | "resign" as action]:
                if action != "chat":
                    self.server.games[id].errors.append(action)
            case _:
                self.reply(404, {"error": "no such page"})
                return
        self.reply(200, {"ok": True})
