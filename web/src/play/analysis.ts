/** The engine's view of the position shown, for as long as it is wanted. */

import type { Info, Score } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import type { Node } from "../model/tree.ts";
import type { Settings } from "../model/settings.ts";

/** The least time between two drawings of what the engine says. */
const CALM = 120;

interface Host {
  settings: Settings;
  lineTo(node: Node): { game: string; start?: string; moves: string[] };
  failed(error: unknown): void;
  redraw(): void;
}

export class Analysis {
  on = false;
  node: Node | null = null;
  /** By rank: the best line first. */
  infos: Info[] = [];
  private host: Host;
  private search: AbortController | null = null;
  private drawn = 0;

  constructor(host: Host) {
    this.host = host;
  }

  get running(): boolean {
    return this.search !== null;
  }

  toggle(node: Node): void {
    this.on = !this.on;
    if (this.on) this.follow(node);
    else this.stop();
    this.host.redraw();
  }

  /** Begins anew, as after a change of the settings. */
  restart(node: Node): void {
    this.node = null;
    this.follow(node);
  }

  /** Turns to the position shown, if analysis is wanted. */
  follow(node: Node): void {
    if (!this.on || this.node === node) return;
    this.stop();
    this.node = node;
    if (node.outcome && !node.position?.moves.length) return;
    void this.run(node);
  }

  private async run(node: Node): Promise<void> {
    const search = new AbortController();
    this.search = search;
    const { lines, threads, hash } = this.host.settings;
    try {
      await api.search(
        { ...this.host.lineTo(node), limits: { infinite: true }, multipv: lines, threads, hash },
        (line) => {
          if (line.type === "info" && this.search === search) this.hear(line);
        },
        search.signal,
      );
    } catch (error) {
      if (!isAbort(error) && this.search === search) {
        this.on = false;
        this.host.failed(error);
      }
    }
    if (this.search === search) this.search = null;
    this.host.redraw();
  }

  private hear(info: Info): void {
    if (info.bound !== "exact" && this.infos[info.multipv - 1]) return;
    this.infos[info.multipv - 1] = info;
    const now = performance.now();
    if (now - this.drawn < CALM) {
      setTimeout(() => this.host.redraw(), CALM);
      return;
    }
    this.drawn = now;
    this.host.redraw();
  }

  stop(): void {
    this.search?.abort();
    this.search = null;
    this.node = null;
    this.infos = [];
  }
}

/** Turns a score of the side to move into one of Black's. */
export function forBlack(score: Score, node: Node): Score {
  if (node.turn === "black") return score;
  return "cp" in score ? { cp: -score.cp } : { mate: -score.mate };
}

/** How good a score is, from -1 (lost) to 1 (won). */
export function chances(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-0.003 * score.cp)) - 1;
}

/** `+1.23`, `#5`, `-#4`. */
export function scoreText(score: Score): string {
  if ("mate" in score) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  const value = (Math.abs(score.cp) / 100).toFixed(Math.abs(score.cp) >= 1000 ? 1 : 2);
  return `${score.cp > 0 ? "+" : score.cp < 0 ? "−" : ""}${value}`;
}
