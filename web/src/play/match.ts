/** A running game: players, engine moves, clock and result. */

import type { BestMove, Color, Info, Limits, Line, Move, Outcome, Reason } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import { pathTo, type TreeNode } from "../model/tree.ts";
import { Clock, opposite, type TimeControl } from "./clock.ts";

/** A player. A friend moves in another browser and sends each move as a link. */
export type Player = { kind: "human" } | { kind: "friend" } | { kind: "engine"; level: number };
export type Players = Record<Color, Player>;

export const TWO_PEOPLE: Players = { black: { kind: "human" }, white: { kind: "human" } };

export interface Setup {
  game: string;
  /** SFEN of the start position; null for the game's usual one. */
  start: string | null;
  players: Players;
  time: Record<Color, TimeControl> | null;
  /** Id of a game with a friend by links. */
  friend?: string;
}

export interface GameEnd {
  winner: Color | null;
  reason: Reason | "resignation" | "agreement" | "time";
}

export interface MatchHost {
  appendMove(from: TreeNode, move: Move, best?: BestMove): Promise<TreeNode>;
  lineTo(node: TreeNode): Line;
  onGameEnd(end: GameEnd): void;
  showError(error: unknown): void;
  redraw(): void;
  saveAndRedraw(): void;
  readonly games: { limits: { levels: number } };
  readonly settings: { engineTime: number; hash: number; threads: number };
}

/** Minimum time per move in a game between two engines without a clock, in milliseconds. */
const MIN_MOVE_TIME = 500;

export class Match {
  readonly setup: Setup;
  readonly players: Players;
  readonly clock: Clock | null;
  /** Name of the game in the list of all games; null if it was deleted there. */
  id: string | null;
  /** Latest position of the game. */
  live: TreeNode;
  end: GameEnd | null = null;
  /** Whether the result was counted for the win streak. It stays true when moves are taken back. */
  isCounted = false;
  paused = false;
  /** Latest search info of the engine, and the engine's side. */
  lastInfo: { color: Color; info: Info } | null = null;
  private host: MatchHost;
  private search: AbortController | null = null;
  private flagTimer = 0;
  /** Random seed, so that a weak engine varies its play from game to game. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor(host: MatchHost, setup: Setup, live: TreeNode, clock?: Clock, id?: string | null) {
    this.host = host;
    this.setup = setup;
    this.players = { ...setup.players };
    this.live = live;
    this.id = id === undefined ? (setup.friend ?? newId()) : id;
    this.clock = clock ?? (setup.time ? Clock.fromControls(setup.time.black, setup.time.white) : null);
  }

  get running(): boolean {
    return this.end === null;
  }

  get turn(): Color {
    return this.live.turn;
  }

  get thinking(): boolean {
    return this.search !== null;
  }

  playerToMove(): Player {
    return this.players[this.turn];
  }

  isPersonToMove(): boolean {
    return this.running && !this.paused && this.playerToMove().kind === "human";
  }

  hasEngine(): boolean {
    return this.engineColor() !== null;
  }

  hasTwoEngines(): boolean {
    return this.players.white.kind === "engine" && this.players.black.kind === "engine";
  }

  engineColor(): Color | null {
    if (this.players.white.kind === "engine") return "white";
    return this.players.black.kind === "engine" ? "black" : null;
  }

  /** Returns the friend's side in a game by links, else null. */
  friendColor(): Color | null {
    if (this.players.white.kind === "friend") return "white";
    return this.players.black.kind === "friend" ? "black" : null;
  }

  /** Returns the person's side in a game against the engine or a friend, else null. */
  personColor(): Color | null {
    return personOf(this.players);
  }

  /** Continues the game from `live`: ends it if it is decided, else starts the clock and the engine. */
  proceed(): void {
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

  async playPersonMove(move: Move): Promise<void> {
    if (!this.isPersonToMove()) return;
    await this.playMove(move);
  }

  private async playMove(move: Move, best?: BestMove): Promise<void> {
    const color = this.turn;
    if (this.clock && !this.clock.press(color))
      return this.finish({ winner: opposite(color), reason: "time" });
    clearTimeout(this.flagTimer);
    const from = this.live;
    const node = await this.host.appendMove(from, move, best);
    if (this.live !== from || !this.running) return;
    if (this.clock) node.clock = this.clock.times();
    this.live = node;
    this.host.saveAndRedraw();
    this.proceed();
  }

  private async startSearch(): Promise<void> {
    const player = this.playerToMove();
    if (player.kind !== "engine") return;
    const search = new AbortController();
    this.search = search;
    const startedAt = performance.now();
    const color = this.turn;
    let best: BestMove | null = null;
    const { hash, threads } = this.host.settings;
    const request = {
      ...this.host.lineTo(this.live),
      hash,
      threads,
      level: player.level,
      seed: this.seed,
      ...this.searchLimits(player.level),
    };
    try {
      await api.search(
        request,
        (line) => {
          if (line.type === "info") this.lastInfo = { color, info: line };
          else if (line.type === "bestmove") best = line;
          if (best && !this.hasTwoEngines()) void this.onBestMove(search, color, best);
        },
        search.signal,
      );
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

  private searchLimits(level: number): { limits?: Limits } {
    if (this.clock) return { limits: this.clock.limits() };
    return level < this.host.games.limits.levels
      ? {}
      : { limits: { movetime: this.host.settings.engineTime } };
  }

  /** Plays the engine's move or ends the game. Further calls for the same search do nothing. */
  private async onBestMove(search: AbortController, color: Color, best: BestMove): Promise<void> {
    if (this.search !== search || search.signal.aborted) return;
    this.search = null;
    if (best.move) return this.playMove(best.move, best);
    if (best.outcome) return this.finish(gameEnd(best.outcome));
    const winner = best.answer === "win" ? color : opposite(color);
    this.finish({ winner, reason: best.answer === "win" ? "declaration" : "resignation" });
  }

  /** Ends the game if the flag has fallen; otherwise sets a timer to check again. */
  private scheduleFlagCheck(): void {
    clearTimeout(this.flagTimer);
    if (!this.clock?.running) return;
    const color = this.clock.running;
    const left = this.clock.timeLeft(color);
    if (left <= 0) return this.finish({ winner: opposite(color), reason: "time" });
    this.flagTimer = window.setTimeout(() => this.scheduleFlagCheck(), Math.min(left + 1, 1000));
  }

  /** Stops the search and the clock. */
  halt(): void {
    clearTimeout(this.flagTimer);
    this.search?.abort();
    this.search = null;
    this.clock?.pause();
  }

  pause(): void {
    this.halt();
    this.paused = true;
    this.host.redraw();
  }

  resume(): void {
    this.paused = false;
    this.proceed();
  }

  finish(end: GameEnd): void {
    if (!this.running) return;
    this.halt();
    this.end = end;
    this.host.onGameEnd(end);
  }

  resign(): void {
    const loser = this.personColor() ?? this.turn;
    this.finish({ winner: opposite(loser), reason: "resignation" });
  }

  /** Returns the side that has lost; null in a running or drawn game. */
  loser(): Color | null {
    return this.end?.winner ? opposite(this.end.winner) : null;
  }

  /**
   * Returns the position before a person's last move, or between two engines the previous position.
   * Returns null if there is none.
   */
  takeBackTarget(): TreeNode | null {
    // The friend may have the link with the last move already.
    if (this.friendColor()) return null;
    const path = pathTo(this.live);
    for (let at = path.length - 2; at >= 0; at--) {
      const node = path[at];
      if (node && (this.players[node.turn].kind === "human" || this.hasTwoEngines())) return node;
    }
    return null;
  }

  /** Continues from an earlier node. The moves after it stay in the tree. */
  returnTo(node: TreeNode): void {
    this.halt();
    this.end = null;
    this.live = node;
    this.lastInfo = null;
    if (this.clock && node.clock) this.clock.setTimes(node.clock);
    else if (this.clock && this.setup.time && !node.parent)
      this.clock.setTimes([this.setup.time.black.base, this.setup.time.white.base]);
    if (this.hasTwoEngines()) this.paused = true;
    this.proceed();
  }

  swapSides(): void {
    const { black, white } = this.players;
    this.setPlayers({ black: white, white: black });
  }

  setPlayers(players: Players): void {
    this.halt();
    this.players.black = players.black;
    this.players.white = players.white;
    this.proceed();
  }
}

/** Returns a name for a new game that no other game has. */
const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Returns the side of the person in a game against the engine or a friend, else null. */
export function personOf({ black, white }: Players): Color | null {
  if ((black.kind === "human") === (white.kind === "human")) return null;
  return black.kind === "human" ? "black" : "white";
}

const gameEnd = (outcome: Outcome): GameEnd => ({ winner: outcome.winner, reason: outcome.reason });

const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, Math.max(0, ms)));
