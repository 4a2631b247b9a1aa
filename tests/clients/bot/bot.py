"""A small bot with the API and the configuration file of lichess-bot. It plays Yari on pychess.

    python bot.py CONFIG

It reads `token`, `url`, `engine`, `move_overhead` and, in `challenge`, `concurrency`, `variants`,
`time_controls` and `modes`.
"""

import json
import sys
import threading
from pathlib import Path

import chess.engine
import requests
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from boards import Yari  # noqa: E402


class Bot:
    def __init__(self, config):
        self.config = config
        self.url = config["url"].rstrip("/")
        self.variants = config["challenge"]["variants"]
        if unknown := set(self.variants) - {Yari.uci_variant}:
            sys.exit(f"unknown variants {', '.join(sorted(unknown))}, expected {Yari.uci_variant}")
        capabilities = {"version": 1, "variants": self.variants}
        self.headers = {
            "Authorization": f"Bearer {config['token']}",
            "X-PyChess-Bot-Capabilities": json.dumps(capabilities),
        }
        self.name = self.get("/api/account").json()["username"]
        self.free_games = threading.Semaphore(config["challenge"]["concurrency"])

    def get(self, path, **options):
        response = requests.get(self.url + path, headers=self.headers, timeout=15, **options)
        response.raise_for_status()
        return response

    def post(self, path, **data):
        response = requests.post(self.url + path, headers=self.headers, data=data, timeout=15)
        response.raise_for_status()

    def stream(self, path):
        """Yields the events of a stream without its pings."""
        for line in self.get(path, stream=True).iter_lines():
            event = json.loads(line) if line else {"type": "ping"}
            if event["type"] != "ping":
                yield event

    def run(self):
        for event in self.stream("/api/stream/event"):
            if event["type"] == "challenge":
                self.answer(event["challenge"])
            elif event["type"] == "gameStart":
                threading.Thread(target=self.play, args=(event["game"]["id"],)).start()
            elif event["type"] == "terminated":
                break

    def decline_reason(self, challenge):
        """Returns lichess-bot's reason to decline a challenge, or None."""
        accepted = self.config["challenge"]
        if challenge["speed"] not in accepted["time_controls"]:
            return "timeControl"
        if challenge["variant"]["key"] not in self.variants:
            return "variant"
        if ("rated" if challenge["rated"] else "casual") not in accepted["modes"]:
            return "casual" if challenge["rated"] else "rated"
        return None

    def answer(self, challenge):
        if reason := self.decline_reason(challenge):
            self.post(f"/api/challenge/{challenge['id']}/decline", reason=reason)
        else:
            threading.Thread(target=self.accept, args=(challenge["id"],)).start()

    def accept(self, challenge):
        """Accepts a challenge when a game may start."""
        self.free_games.acquire()
        self.post(f"/api/challenge/{challenge}/accept")

    def play(self, game):
        settings = self.config["engine"]
        program = Path(settings["dir"]) / settings["name"]
        engine = chess.engine.SimpleEngine.popen_uci(str(program), timeout=60)
        try:
            engine.configure(settings["uci_options"])
            self.play_moves(game, engine)
        finally:
            engine.quit()
            self.free_games.release()

    def play_moves(self, game, engine):
        start, is_white = None, None
        for event in self.stream(f"/api/bot/game/stream/{game}"):
            if event["type"] == "gameEnd":
                break
            if event["type"] == "gameFull":
                start, is_white = event["initialFen"], event["white"]["name"] == self.name
            state = event.get("state", event)
            board = Yari(start)
            for word in state["moves"].split():
                board.push_uci(word)
            if board.turn == is_white:
                result = engine.play(board, self.limit(state, is_white), game=game)
                self.post(f"/api/bot/game/{game}/move/{result.move.uci()}")

    def limit(self, state, is_white):
        times = {"w": state["wtime"], "b": state["btime"]}
        side = "w" if is_white else "b"
        times[side] = max(1, times[side] - self.config["move_overhead"])
        return chess.engine.Limit(
            white_clock=times["w"] / 1000,
            black_clock=times["b"] / 1000,
            white_inc=state["winc"] / 1000,
            black_inc=state["binc"] / 1000,
        )


Bot(yaml.safe_load(Path(sys.argv[1]).read_text())).run()
