import {
  Clock,
  opposite
} from "./chunk-75HB23TF.js";
import {
  pathTo
} from "./chunk-6M27PRUM.js";
import {
  api,
  isAbort
} from "./chunk-Y6ZJ5L5C.js";

// src/play/match.ts
var TWO_PEOPLE = { black: { kind: "human" }, white: { kind: "human" } };
var MIN_MOVE_TIME = 500;
var Match = class {
  setup;
  players;
  clock;
  id;
  live;
  end = null;
  isCounted = false;
  paused = false;
  lastInfo = null;
  host;
  search = null;
  flagTimer = 0;
  seed = Math.floor(Math.random() * 2 ** 32);
  constructor(host, setup, live, clock, id) {
    this.host = host;
    this.setup = setup;
    this.players = { ...setup.players };
    this.live = live;
    this.id = id === void 0 ? setup.friend ?? newId() : id;
    this.clock = clock ?? (setup.time ? Clock.fromControls(setup.time.black, setup.time.white) : null);
  }
  get running() {
    return this.end === null;
  }
  get turn() {
    return this.live.turn;
  }
  get thinking() {
    return this.search !== null;
  }
  playerToMove() {
    return this.players[this.turn];
  }
  isPersonToMove() {
    return this.running && !this.paused && this.playerToMove().kind === "human";
  }
  hasEngine() {
    return this.engineColor() !== null;
  }
  hasTwoEngines() {
    return this.players.white.kind === "engine" && this.players.black.kind === "engine";
  }
  engineColor() {
    if (this.players.white.kind === "engine") return "white";
    return this.players.black.kind === "engine" ? "black" : null;
  }
  friendColor() {
    if (this.players.white.kind === "friend") return "white";
    return this.players.black.kind === "friend" ? "black" : null;
  }
  personColor() {
    return personOf(this.players);
  }
  proceed() {
    this.halt();
    if (!this.running || this.paused) return;
    if (this.live.outcome) return this.finish(gameEnd(this.live.outcome));
    if (this.clock) {
      this.clock.start(this.turn);
      this.scheduleFlagCheck();
    }
    if (this.playerToMove().kind === "engine") void this.startSearch();
    this.host.redraw();
  }
  async playPersonMove(move) {
    if (!this.isPersonToMove()) return;
    await this.playMove(move);
  }
  async playMove(move, best) {
    const color = this.turn;
    if (this.clock && !this.clock.press(color)) return this.finish({ winner: opposite(color), reason: "time" });
    clearTimeout(this.flagTimer);
    const from = this.live;
    const node = await this.host.appendMove(from, move, best);
    if (this.live !== from || !this.running) return;
    if (this.clock) node.clock = this.clock.times();
    this.live = node;
    this.host.saveAndRedraw();
    this.proceed();
  }
  async startSearch() {
    const player = this.playerToMove();
    if (player.kind !== "engine") return;
    const search = new AbortController();
    this.search = search;
    const startedAt = performance.now();
    const color = this.turn;
    let best = null;
    const { hash, threads } = this.host.settings;
    const request = { ...this.host.lineTo(this.live), hash, threads, level: player.level, seed: this.seed, ...this.searchLimits(player.level) };
    try {
      await api.search(request, (line) => {
        if (line.type === "info") this.lastInfo = { color, info: line };
        else if (line.type === "bestmove") best = line;
        if (best && !this.hasTwoEngines()) void this.onBestMove(search, color, best);
      }, search.signal);
      if (!best) return;
      if (this.hasTwoEngines() && !this.clock) await delay(MIN_MOVE_TIME - (performance.now() - startedAt));
      await this.onBestMove(search, color, best);
    } catch (error) {
      if (this.search === search) this.search = null;
      if (isAbort(error) || search.signal.aborted) return;
      this.pause();
      this.host.showError(error);
    }
  }
  searchLimits(level) {
    if (this.clock) return { limits: this.clock.limits() };
    return level < this.host.games.limits.levels ? {} : { limits: { movetime: this.host.settings.engineTime } };
  }
  async onBestMove(search, color, best) {
    if (this.search !== search || search.signal.aborted) return;
    this.search = null;
    if (best.move) return this.playMove(best.move, best);
    if (best.outcome) return this.finish(gameEnd(best.outcome));
    const winner = best.answer === "win" ? color : opposite(color);
    this.finish({ winner, reason: best.answer === "win" ? "declaration" : "resignation" });
  }
  scheduleFlagCheck() {
    clearTimeout(this.flagTimer);
    if (!this.clock?.running) return;
    const color = this.clock.running;
    const left = this.clock.timeLeft(color);
    if (left <= 0) return this.finish({ winner: opposite(color), reason: "time" });
    this.flagTimer = window.setTimeout(() => this.scheduleFlagCheck(), Math.min(left + 1, 1e3));
  }
  halt() {
    clearTimeout(this.flagTimer);
    this.search?.abort();
    this.search = null;
    this.clock?.pause();
  }
  pause() {
    this.halt();
    this.paused = true;
    this.host.redraw();
  }
  resume() {
    this.paused = false;
    this.proceed();
  }
  finish(end) {
    if (!this.running) return;
    this.halt();
    this.end = end;
    this.host.onGameEnd(end);
  }
  resign() {
    const loser = this.personColor() ?? this.turn;
    this.finish({ winner: opposite(loser), reason: "resignation" });
  }
  loser() {
    return this.end?.winner ? opposite(this.end.winner) : null;
  }
  takeBackTarget() {
    if (this.friendColor()) return null;
    const path = pathTo(this.live);
    for (let at = path.length - 2; at >= 0; at--) {
      const node = path[at];
      if (node && (this.players[node.turn].kind === "human" || this.hasTwoEngines())) return node;
    }
    return null;
  }
  returnTo(node) {
    this.halt();
    this.end = null;
    this.live = node;
    this.lastInfo = null;
    if (this.clock && node.clock) this.clock.setTimes(node.clock);
    else if (this.clock && this.setup.time && !node.parent) this.clock.setTimes([this.setup.time.black.base, this.setup.time.white.base]);
    if (this.hasTwoEngines()) this.paused = true;
    this.proceed();
  }
  swapSides() {
    const { black, white } = this.players;
    this.setPlayers({ black: white, white: black });
  }
  setPlayers(players) {
    this.halt();
    this.players.black = players.black;
    this.players.white = players.white;
    this.proceed();
  }
};
var newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
function personOf({ black, white }) {
  if (black.kind === "human" === (white.kind === "human")) return null;
  return black.kind === "human" ? "black" : "white";
}
var gameEnd = (outcome) => ({ winner: outcome.winner, reason: outcome.reason });
var delay = (ms) => new Promise((done) => setTimeout(done, Math.max(0, ms)));

export {
  TWO_PEOPLE,
  Match,
  personOf
};
