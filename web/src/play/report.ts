/** The analysis of a whole game: a score for each position, and the moves that lost most. */

import type { Judged, Score } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import type { Node } from "../model/tree.ts";
import type { Settings } from "../model/settings.ts";
import { chances } from "./analysis.ts";

interface Host {
  settings: Settings;
  lineTo(node: Node): { game: string; start?: string; moves: string[] };
  failed(error: unknown): void;
  changed(): void;
  redraw(): void;
}

export class Report {
  /** How many positions are judged, of how many; null when nothing runs. */
  progress: { done: number; of: number } | null = null;
  private host: Host;
  private search: AbortController | null = null;

  constructor(host: Host) {
    this.host = host;
  }

  async run(line: Node[]): Promise<void> {
    const last = line.at(-1);
    if (!last) return;
    this.stop();
    const search = new AbortController();
    this.search = search;
    this.progress = { done: 0, of: line.length };
    const judged: Judged[] = [];
    const { reportTime, threads, hash } = this.host.settings;
    const request = { ...this.host.lineTo(last), limits: { movetime: reportTime }, threads, hash };
    try {
      await api.analyse(
        request,
        (item) => {
          if (item.type !== "position" || this.search !== search) return;
          judged[item.ply] = item;
          this.progress = { done: item.done, of: line.length };
          line.forEach((node, ply) => judge(node, judged[ply - 1], judged[ply]));
          this.host.redraw();
        },
        search.signal,
      );
    } catch (error) {
      if (!isAbort(error)) this.host.failed(error);
    }
    if (this.search === search) this.stop();
    this.host.changed();
  }

  stop(): void {
    this.search?.abort();
    this.search = null;
    this.progress = null;
  }
}

/** From how much a move lost, on the scale of {@link chances}. */
function glyphFor(loss: number): "?!" | "?" | "??" | null {
  if (loss >= 0.6) return "??";
  if (loss >= 0.3) return "?";
  return loss >= 0.15 ? "?!" : null;
}

const scoreOf = (judged: Judged): Score | null => {
  if (judged.score) return judged.score;
  if (!judged.outcome) return null;
  const { winner } = judged.outcome;
  return winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 };
};

function judge(node: Node, before: Judged | undefined, after: Judged | undefined): void {
  const score = after && scoreOf(after);
  if (!after || !score) return;
  const judgement = { score, depth: after.depth, best: null, glyph: null };
  node.judgement = judgement;
  const earlier = before && scoreOf(before);
  if (!before || !earlier || !node.parent || before.best?.usi === node.move?.usi) return;
  const sign = node.parent.turn === "black" ? 1 : -1;
  const loss = sign * (chances(earlier) - chances(score));
  node.judgement = { ...judgement, best: before.best, glyph: glyphFor(loss) };
}
