/** A game being played: whose turn it is, the engine's moves, the clock, how it ends. */

import type { BestMove, Color, Info, Limits, Move, Outcome, Reason } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import { type Node, pathTo } from "../model/tree.ts";
import { Clock, other, type TimeControl } from "./clock.ts";

export type Player = { kind: "human" } | { kind: "engine"; level: number };
export type Players = Record<Color, Player>;

export interface Setup {
  game: string;
  /** SFEN, or null for the game's own start. */
  start: string | null;
  players: Players;
  time: Record<Color, TimeControl> | null;
}

export interface End {
  winner: Color | null;
  reason: Reason | "resignation" | "agreement" | "time";
}

/** What a match needs of the page around it. */
export interface Host {
  /** Appends a move to the game and shows it. */
  advance(from: Node, move: Move, best?: BestMove): Promise<Node>;
  lineTo(node: Node): { game: string; start?: string; moves: string[] };
  ended(end: End): void;
  failed(error: unknown): void;
  redraw(): void;
  engineTime(): number;
  engineOptions(): { hash: number; threads: number };
}

/** Between the moves of two engines without a clock, so that a person can follow. */
const PACE = 500;

export class Match {
  readonly setup: Setup;
  readonly players: Players;
  readonly clock: Clock | null;
  live: Node;
  end: End | null = null;
  paused = false;
  /** What the engine sees while it thinks, or saw last. */
  seen: { color: Color; info: Info } | null = null;
  private host: Host;
  private search: AbortController | null = null;
  private flag = 0;
  /** A weak engine plays each game another way. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  constructor(host: Host, setup: Setup, live: Node, clock?: Clock) {
    this.host = host;
    this.setup = setup;
    this.players = { ...setup.players };
    this.live = live;
    this.clock = clock ?? (setup.time ? Clock.fresh(setup.time.black, setup.time.white) : null);
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

  /** A person is to move, and the game goes on. */
  awaitsPerson(): boolean {
    return this.running && !this.paused && this.playerToMove().kind === "human";
  }

  hasEngine(): boolean {
    return this.engineColor() !== null;
  }

  engineColor(): Color | null {
    if (this.players.white.kind === "engine") return "white";
    return this.players.black.kind === "engine" ? "black" : null;
  }

  bothEngines(): boolean {
    return this.players.white.kind === "engine" && this.players.black.kind === "engine";
  }

  /** The side of the person who plays against the engine, if one does. */
  personColor(): Color | null {
    const engine = this.bothEngines() ? null : this.engineColor();
    return engine ? other(engine) : null;
  }

  /** Goes on from the live position: the end, the clock, the engine. */
  go(): void {
    this.halt();
    if (!this.running || this.paused) return;
    if (this.live.outcome) return this.finish(endBy(this.live.outcome));
    if (this.clock) {
      this.clock.start(this.turn);
      this.watch();
    }
    if (this.playerToMove().kind === "engine") void this.think();
    this.host.redraw();
  }

  /** A person has moved. */
  async played(move: Move): Promise<void> {
    if (!this.awaitsPerson()) return;
    await this.move(move);
  }

  private async move(move: Move, best?: BestMove): Promise<void> {
    const color = this.turn;
    if (this.clock && !this.clock.press(color)) return this.finish({ winner: other(color), reason: "time" });
    clearTimeout(this.flag);
    const from = this.live;
    const node = await this.host.advance(from, move, best);
    if (this.live !== from || !this.running) return;
    if (this.clock) node.clock = this.clock.times();
    this.live = node;
    this.go();
  }

  private async think(): Promise<void> {
    const player = this.playerToMove();
    if (player.kind !== "engine") return;
    const search = new AbortController();
    this.search = search;
    const began = performance.now();
    const color = this.turn;
    let best: BestMove | null = null;
    const request = {
      ...this.host.lineTo(this.live),
      ...this.host.engineOptions(),
      level: player.level,
      seed: this.seed,
      ...this.limits(player.level),
    };
    try {
      await api.search(
        request,
        (line) => {
          if (line.type === "info") this.seen = { color, info: line };
          else if (line.type === "bestmove") best = line;
          if (best && !this.bothEngines()) void this.answer(search, color, best);
        },
        search.signal,
      );
      if (!best) return;
      if (this.bothEngines() && !this.clock) await pause(PACE - (performance.now() - began));
      await this.answer(search, color, best);
    } catch (error) {
      if (this.search === search) this.search = null;
      if (isAbort(error) || search.signal.aborted) return;
      this.pause();
      this.host.failed(error);
    }
  }

  private limits(level: number): { limits?: Limits } {
    if (this.clock) return { limits: this.clock.limits() };
    return level < 8 ? {} : { limits: { movetime: this.host.engineTime() } };
  }

  /** The engine has answered; a second call for the same search does nothing. */
  private async answer(search: AbortController, color: Color, best: BestMove): Promise<void> {
    if (this.search !== search || search.signal.aborted) return;
    this.search = null;
    if (best.move) return this.move(best.move, best);
    if (best.outcome) return this.finish(endBy(best.outcome));
    const winner = best.answer === "win" ? color : other(color);
    this.finish({ winner, reason: best.answer === "win" ? "declaration" : "resignation" });
  }

  /** Ends the game when a flag falls. */
  private watch(): void {
    clearTimeout(this.flag);
    if (!this.clock?.running) return;
    const color = this.clock.running;
    const left = this.clock.left(color);
    if (left <= 0) return this.finish({ winner: other(color), reason: "time" });
    this.flag = window.setTimeout(() => this.watch(), Math.min(left + 1, 1000));
  }

  /** Stops what runs, and leaves the game as it is. */
  halt(): void {
    clearTimeout(this.flag);
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
    this.go();
  }

  finish(end: End): void {
    if (!this.running) return;
    this.halt();
    this.end = end;
    this.host.ended(end);
  }

  resign(): void {
    const engine = this.engineColor();
    const loser = engine && !this.bothEngines() ? other(engine) : this.turn;
    this.finish({ winner: other(loser), reason: "resignation" });
  }

  /** The node to which a take-back leads, if there is one. */
  takeBackTarget(): Node | null {
    const path = pathTo(this.live);
    for (let at = path.length - 2; at >= 0; at--) {
      const node = path[at];
      if (node && (this.players[node.turn].kind === "human" || this.bothEngines())) return node;
    }
    return null;
  }

  /** Goes back to a node of the game and on from there; what came after stays as a variation. */
  goBack(node: Node): void {
    this.halt();
    this.end = null;
    this.live = node;
    this.seen = null;
    if (this.clock && node.clock) this.clock.set(node.clock);
    else if (this.clock && this.setup.time && !node.parent)
      this.clock.set([this.setup.time.black.base, this.setup.time.white.base]);
    if (this.bothEngines()) this.paused = true;
    this.go();
  }

  swapSides(): void {
    const { black, white } = this.players;
    this.setPlayers({ black: white, white: black });
  }

  setPlayers(players: Players): void {
    this.halt();
    this.players.black = players.black;
    this.players.white = players.white;
    this.go();
  }
}

const endBy = (outcome: Outcome): End => ({ winner: outcome.winner, reason: outcome.reason });

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, Math.max(0, ms)));
