/** Finds out from the principal variations what a mistake missed. */

import type { Captured, Color, Game, Line, Reason, Score, Step } from "../api/types.ts";
import { api } from "../api/client.ts";
import { type Missed, movesTo, type TreeNode } from "../model/tree.ts";

interface MistakeHost {
  readonly game: Game;
  lineTo(node: TreeNode): Line;
}

/** Number of plies of a line in which captures count. Exchanges are followed to their end. */
const EXCHANGE_PLIES = 8;

const ROWS: Reason[] = ["five-in-a-row", "row"];

/** Sets what each mistake of a line missed. */
export async function explainMistakes(host: MistakeHost, line: TreeNode[]): Promise<void> {
  for (const node of line) {
    const { parent, evaluation } = node;
    if (!parent?.evaluation || !evaluation?.lines || !node.move) continue;
    const { played, best } = evaluation.lines;
    evaluation.missed = missedBy(host.game, {
      color: parent.turn,
      before: parent.evaluation.score,
      after: evaluation.score,
      played: await stepsAfter(host, parent, [node.move.usi, ...played]),
      best: await stepsAfter(host, parent, best),
    });
  }
}

/** Returns the steps of a line that starts at a node. */
export async function stepsAfter(host: MistakeHost, node: TreeNode, usiMoves: string[]): Promise<Step[]> {
  const { steps } = await api.line({ ...host.lineTo(node), moves: [...movesTo(node), ...usiMoves] });
  return steps.slice(node.ply + 1);
}

interface Mistake {
  /** The side that made the mistake. */
  color: Color;
  /** Scores before and after the move, from Black's side. */
  before: Score;
  after: Score;
  /** The line with the played move, and the best one. */
  played: Step[];
  best: Step[];
}

export function missedBy(game: Game, { color, before, after, played, best }: Mistake): Missed[] {
  const missed: Missed[] = [];
  const sign = color === "black" ? 1 : -1;
  const mateBefore = "mate" in before ? sign * before.mate : 0;
  const mateAfter = "mate" in after ? sign * after.mate : 0;
  if (mateBefore > 0 && mateAfter <= 0)
    missed.push({ kind: "win-missed", plies: mateBefore, by: winKind(game, best) });
  if (mateAfter < 0 && mateBefore >= 0 && !played[0]?.outcome)
    missed.push({ kind: "win-allowed", plies: -mateAfter, by: winKind(game, played) });
  const exchanges = { played: exchange(game, played, color), best: exchange(game, best, color) };
  const isWorse = exchanges.played.balance < exchanges.best.balance;
  if (!isWorse) return missed;
  const run = played.find((step) => isByOpponent(step, color) && capturesRun(game, step));
  const squares = run?.move?.captures.map(({ square }) => square) ?? [];
  if (squares.length) missed.push({ kind: "run", squares });
  const { lost, won, balance } = exchanges.played;
  const isRunOnly = squares.length === lost.length && !won.length;
  if (balance < 0 && !isRunOnly) missed.push({ kind: "loss", lost, won });
  else if (balance >= 0 && exchanges.best.balance > 0)
    missed.push({ kind: "gain-missed", won: exchanges.best.won, lost: exchanges.best.lost });
  return missed;
}

/** Returns how a line wins: by mate in games with a King, by a row if its end shows one. */
function winKind(game: Game, line: Step[]): "mate" | "row" | "other" {
  const reason = line.at(-1)?.outcome?.reason;
  if (reason && ROWS.includes(reason)) return "row";
  return game.pieces.some((piece) => piece.royal) ? "mate" : "other";
}

/** Returns whether the opponent of a side has made the move of a step. */
const isByOpponent = (step: Step, color: Color): boolean => step.turn === color;

const capturesRun = (game: Game, { move }: Step): boolean =>
  game.family === "hasami" && (move?.captures.length ?? 0) > 1;

/** Returns a rough value of a piece, by the number of its moves. */
function pieceValue(game: Game, kind: string): number {
  const piece = game.pieces.find((one) => one.kind === kind);
  return piece ? piece.leaps.length + 4 * piece.slides.length : 1;
}

interface Exchange {
  /** Kinds of pieces that the side loses and wins, without those that it loses as well as wins. */
  lost: string[];
  won: string[];
  /** Value of the won pieces less that of the lost ones. */
  balance: number;
}

/** Returns the pieces that a side loses and wins in the first moves of a line. */
function exchange(game: Game, line: Step[], color: Color): Exchange {
  const lost: string[] = [];
  const won: string[] = [];
  for (const [ply, step] of line.entries()) {
    const captures: Captured[] = step.move?.captures ?? [];
    if (ply >= EXCHANGE_PLIES && !captures.length) break;
    (isByOpponent(step, color) ? lost : won).push(...captures.map(({ piece }) => piece));
  }
  for (const kind of [...lost]) {
    if (!won.includes(kind)) continue;
    won.splice(won.indexOf(kind), 1);
    lost.splice(lost.indexOf(kind), 1);
  }
  const value = (kinds: string[]): number => kinds.reduce((sum, kind) => sum + pieceValue(game, kind), 0);
  return { lost, won, balance: value(won) - value(lost) };
}
