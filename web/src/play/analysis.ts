/** Continuous engine analysis of the displayed position. */

import type { Info, Line, Score } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import type { TreeNode } from "../model/tree.ts";
import type { Settings } from "../model/settings.ts";

/** Minimum time between two redraws, in milliseconds. */
const REDRAW_INTERVAL = 120;

interface AnalysisHost {
  settings: Settings;
  lineTo(node: TreeNode): Line;
  showError(error: unknown): void;
  redraw(): void;
}

export class Analysis {
  enabled = false;
  /** The node being analysed. */
  node: TreeNode | null = null;
  /** Latest info of each principal variation, the best first. */
  infos: Info[] = [];
  private host: AnalysisHost;
  private search: AbortController | null = null;
  private lastRedraw = 0;

  constructor(host: AnalysisHost) {
    this.host = host;
  }

  get running(): boolean {
    return this.search !== null;
  }

  toggle(node: TreeNode): void {
    this.enabled = !this.enabled;
    if (this.enabled) this.follow(node);
    else this.stop();
    this.host.redraw();
  }

  /** Restarts the search, for example after a settings change. */
  restart(node: TreeNode): void {
    this.node = null;
    this.follow(node);
  }

  /** Switches the analysis to another node if it is enabled. */
  follow(node: TreeNode): void {
    if (!this.enabled || this.node === node) return;
    this.stop();
    this.node = node;
    if (node.outcome && !node.position?.moves.length) return;
    void this.run(node);
  }

  private async run(node: TreeNode): Promise<void> {
    const search = new AbortController();
    this.search = search;
    const { lines, threads, hash } = this.host.settings;
    try {
      await api.search(
        { ...this.host.lineTo(node), limits: { infinite: true }, multipv: lines, threads, hash },
        (line) => {
          if (line.type === "info" && this.search === search) this.onInfo(line);
        },
        search.signal,
      );
    } catch (error) {
      if (!isAbort(error) && this.search === search) {
        this.enabled = false;
        this.host.showError(error);
      }
    }
    if (this.search === search) this.search = null;
    this.host.redraw();
  }

  private onInfo(info: Info): void {
    if (info.bound !== "exact" && this.infos[info.multipv - 1]) return;
    this.infos[info.multipv - 1] = info;
    const now = performance.now();
    if (now - this.lastRedraw < REDRAW_INTERVAL) {
      setTimeout(() => this.host.redraw(), REDRAW_INTERVAL);
      return;
    }
    this.lastRedraw = now;
    this.host.redraw();
  }

  stop(): void {
    this.search?.abort();
    this.search = null;
    this.node = null;
    this.infos = [];
  }
}

export const negate = (score: Score): Score => ("cp" in score ? { cp: -score.cp } : { mate: -score.mate });

/** Converts a score from the side to move to Black's side. */
export const blackScore = (score: Score, node: TreeNode): Score =>
  node.turn === "black" ? score : negate(score);

/** Maps a score to the range from -1 (lost) to 1 (won). */
export function winningChances(score: Score): number {
  if ("mate" in score) return score.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-0.003 * score.cp)) - 1;
}

/** Formats a score: `+1.23`, `#5`, `−#4`. */
export function scoreText(score: Score): string {
  if ("mate" in score) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  const value = (Math.abs(score.cp) / 100).toFixed(Math.abs(score.cp) >= 1000 ? 1 : 2);
  return `${score.cp > 0 ? "+" : score.cp < 0 ? "−" : ""}${value}`;
}
