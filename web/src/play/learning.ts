/** The exercise with the mistakes of a side: the player looks for a better move in each position. */

import type { Color, Game, Line, Move, Score } from "../api/types.ts";
import { api, isAbort } from "../api/client.ts";
import type { Settings } from "../model/settings.ts";
import { isMistake, type Tree, type TreeNode } from "../model/tree.ts";
import { blackScore, winningChances } from "./analysis.ts";
import { opposite } from "./clock.ts";
import { stepsAfter } from "./mistakes.ts";

interface LearningHost {
  readonly game: Game;
  readonly settings: Settings;
  readonly tree: Tree;
  orientation: Color;
  learning: Learning | null;
  lineTo(node: TreeNode): Line & { moves: string[] };
  goTo(node: TreeNode): void;
  showError(error: unknown): void;
  redraw(): void;
}

/** Search time to judge a move, in milliseconds. */
const JUDGING_TIME = 500;
/** Loss on the scale of {@link winningChances} up to which a move counts as good as the best one. */
const MAX_LOSS = 0.1;

/** An arrow on the board. */
export interface LearningArrow {
  move: Move;
  color: Color;
  brush: "no" | "capture";
}

export type LearningState = "try" | "judging" | "wrong" | "found" | "shown" | "done";

/** A result of a search: the score from Black's side, and the first move of the principal variation. */
interface Judgement {
  score: Score;
  reply: string | undefined;
}

/** Returns the mistakes of a side in a line. */
export const mistakesOf = (line: TreeNode[], color: Color): TreeNode[] =>
  line.filter(({ parent, evaluation }) => parent?.turn === color && isMistake(evaluation));

export class Learning {
  state: LearningState = "try";
  index = 0;
  /** Numbers of mistakes whose better move was found, shown or skipped. */
  readonly count = { found: 0, shown: 0, skipped: 0 };
  /** The last tried move of the current mistake. */
  tried: Move | null = null;
  arrows: LearningArrow[] = [];
  readonly color: Color;
  readonly mistakes: TreeNode[];
  private host: LearningHost;
  private search = new AbortController();
  /** Score of the best move of the current mistake, searched as long as the tried ones. */
  private bestScore: Score | null = null;

  constructor(host: LearningHost, color: Color, line: TreeNode[]) {
    this.host = host;
    this.color = color;
    this.mistakes = mistakesOf(line, color);
  }

  /** The node after the current mistake. */
  get mistake(): TreeNode | null {
    return this.mistakes[this.index] ?? null;
  }

  get canMove(): boolean {
    return this.state === "try" || this.state === "wrong";
  }

  /** Shows the position before the first mistake. */
  start(): void {
    this.count.found = this.count.shown = this.count.skipped = 0;
    this.host.orientation = this.color;
    this.show(0);
  }

  private show(index: number): void {
    this.stop();
    this.search = new AbortController();
    this.index = index;
    this.tried = this.bestScore = null;
    this.arrows = [];
    const { mistake } = this;
    this.state = mistake ? "try" : "done";
    const node = mistake?.parent ?? this.mistakes.at(-1);
    if (node) this.host.goTo(node);
    if (mistake) void this.drawRefutation(mistake);
  }

  /** Draws arrows for the played move and for the reply to it. */
  private async drawRefutation(mistake: TreeNode): Promise<void> {
    const { parent, move, evaluation } = mistake;
    if (!parent || !move) return;
    try {
      const replies = evaluation?.lines?.played.slice(0, 1) ?? [];
      const steps = await stepsAfter(this.host, parent, [move.usi, ...replies]);
      if (this.mistake !== mistake || this.state !== "try") return;
      this.drawArrows(move, steps[1]?.move);
    } catch (error) {
      this.host.showError(error);
    }
  }

  private drawArrows(move: Move, reply: Move | null | undefined): void {
    const { color } = this;
    this.arrows = [{ move, color, brush: "no" }];
    if (reply) this.arrows.push({ move: reply, color: opposite(color), brush: "capture" });
    this.host.redraw();
  }

  /** Judges a move. A good one stays on the board; after another one the position returns. */
  async tryMove(move: Move): Promise<void> {
    const { mistake, host } = this;
    const parent = mistake?.parent;
    if (!parent || !mistake.evaluation?.best || !this.canMove) return;
    const { signal } = this.search;
    this.state = "judging";
    this.tried = move;
    this.arrows = [];
    try {
      const node = await this.nodeAfter(parent, move);
      if (signal.aborted) return;
      host.goTo(node);
      const { isGood, reply } = await this.judge(mistake, move, node, signal);
      if (signal.aborted) return;
      if (isGood) return this.finish("found");
      this.state = "wrong";
      host.goTo(parent);
      this.drawArrows(move, node.position?.moves.find(({ usi }) => usi === reply));
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.state = "try";
      host.goTo(parent);
      host.showError(error);
    }
  }

  private async nodeAfter(parent: TreeNode, move: Move): Promise<TreeNode> {
    const line = this.host.lineTo(parent);
    const position = await api.position({ ...line, moves: [...line.moves, move.usi] });
    return this.host.tree.detached(parent, move, position);
  }

  private async judge(
    mistake: TreeNode,
    move: Move,
    node: TreeNode,
    signal: AbortSignal,
  ): Promise<{ isGood: boolean; reply?: string | undefined }> {
    const best = mistake.evaluation?.best;
    const bestScore = mistake.parent?.evaluation?.score;
    if (!mistake.parent || !best || !bestScore || best.usi === move.usi) return { isGood: true };
    if (mistake.move?.usi === move.usi) return { isGood: false, reply: mistake.evaluation?.lines?.played[0] };
    const { score, reply } = await this.evaluate(node, signal);
    if (this.isClose(score, bestScore)) return { isGood: true };
    // The score of the report may be from a shorter search.
    this.bestScore ??= (await this.evaluate(await this.nodeAfter(mistake.parent, best), signal)).score;
    return { isGood: this.isClose(score, this.bestScore), reply };
  }

  private isClose(score: Score, best: Score): boolean {
    const loss = winningChances(best) - winningChances(score);
    return (this.color === "black" ? loss : -loss) <= MAX_LOSS;
  }

  private async evaluate(node: TreeNode, signal: AbortSignal): Promise<Judgement> {
    if (node.outcome) {
      const { winner } = node.outcome;
      return { score: winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 }, reply: undefined };
    }
    const { threads, hash } = this.host.settings;
    const judgement: Judgement = { score: { cp: 0 }, reply: undefined };
    await api.search(
      { ...this.host.lineTo(node), limits: { movetime: JUDGING_TIME }, threads, hash },
      (line) => {
        if (line.type !== "info" || line.bound !== "exact") return;
        judgement.score = blackScore(line.score, node);
        judgement.reply = line.pv[0];
      },
      signal,
    );
    return judgement;
  }

  /** Shows the best move on the board. */
  async showBest(): Promise<void> {
    const { mistake, host } = this;
    const best = mistake?.evaluation?.best;
    if (!mistake?.parent || !best) return;
    this.stop();
    this.search = new AbortController();
    const { signal } = this.search;
    try {
      const node = await this.nodeAfter(mistake.parent, best);
      if (signal.aborted) return;
      host.goTo(node);
      this.finish("shown");
    } catch (error) {
      host.showError(error);
    }
  }

  private finish(state: "found" | "shown"): void {
    this.arrows = [];
    // A move that was found counts as found if the best one is shown afterwards.
    if (this.state !== "found" && this.state !== "shown") {
      this.count[state]++;
      this.state = state;
    }
    this.host.redraw();
  }

  /** Goes to the next mistake. The current one counts as skipped if it was neither found nor shown. */
  next(): void {
    if (this.canMove || this.state === "judging") this.count.skipped++;
    this.show(this.index + 1);
  }

  /** Stops the search. */
  stop(): void {
    this.search.abort();
  }

  /** Ends the exercise. */
  close(): void {
    this.stop();
    this.host.learning = null;
    this.host.goTo(this.mistake ?? this.mistakes.at(-1) ?? this.host.tree.root);
  }
}
