/** The game report: a score for each position, and the moves that lost the most. */

import type { AnalysedPosition, Game, Line, Score } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import type { Evaluation, TreeNode } from "../model/tree.ts";
import type { Settings } from "../model/settings.ts";
import { winningChances } from "./analysis.ts";

interface ReportHost {
  readonly game: Game;
  settings: Settings;
  lineTo(node: TreeNode): Line;
  showError(error: unknown): void;
  saveAndRedraw(): void;
  onReportEnd(): void;
  redraw(): void;
}

export class GameReport {
  /** Number of analysed positions and their total; null when no report is running. */
  progress: { done: number; of: number } | null = null;
  private host: ReportHost;
  private search: AbortController | null = null;

  constructor(host: ReportHost) {
    this.host = host;
  }

  async run(line: TreeNode[]): Promise<void> {
    const last = line.at(-1);
    if (!last) return;
    this.stop();
    const search = new AbortController();
    this.search = search;
    this.progress = { done: 0, of: line.length };
    const analysed: AnalysedPosition[] = [];
    const { reportTime, threads, hash } = this.host.settings;
    const request = { ...this.host.lineTo(last), limits: { movetime: reportTime }, threads, hash };
    try {
      await api.analyse(
        request,
        (item) => {
          if (item.type !== "position" || this.search !== search) return;
          analysed[item.ply] = item;
          this.progress = { done: item.done, of: line.length };
          line.forEach((node, ply) => evaluateNode(node, analysed[ply - 1], analysed[ply]));
          this.host.redraw();
        },
        search.signal,
      );
      const { explainMistakes } = await import("./mistakes.ts");
      if (this.search === search) await explainMistakes(this.host, line);
    } catch (error) {
      if (!isAbort(error)) this.host.showError(error);
    }
    if (this.search !== search) return this.host.saveAndRedraw();
    this.stop();
    this.host.onReportEnd();
  }

  stop(): void {
    this.search?.abort();
    this.search = null;
    this.progress = null;
  }
}

/** Returns the glyph for a move that lost this much on the scale of {@link winningChances}. */
function glyphFor(loss: number): Evaluation["glyph"] {
  if (loss >= 0.6) return "??";
  if (loss >= 0.3) return "?";
  return loss >= 0.15 ? "?!" : null;
}

function scoreOf(analysed: AnalysedPosition): Score | null {
  if (analysed.score) return analysed.score;
  if (!analysed.outcome) return null;
  const { winner } = analysed.outcome;
  return winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 };
}

/** Sets a node's evaluation from the analysed positions before and after its move. */
function evaluateNode(
  node: TreeNode,
  before: AnalysedPosition | undefined,
  after: AnalysedPosition | undefined,
): void {
  const score = after && scoreOf(after);
  if (!after || !score) return;
  const evaluation = { score, depth: after.depth, best: null, glyph: null };
  node.evaluation = evaluation;
  const scoreBefore = before && scoreOf(before);
  if (!before || !scoreBefore || !node.parent || before.best?.usi === node.move?.usi) return;
  const sign = node.parent.turn === "black" ? 1 : -1;
  const glyph = glyphFor(sign * (winningChances(scoreBefore) - winningChances(score)));
  const lines = glyph ? { lines: { played: after.pv, best: before.pv } } : {};
  node.evaluation = { ...evaluation, best: before.best, glyph, ...lines };
}
