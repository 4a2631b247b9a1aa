import {
  movesTo
} from "./chunk-6M27PRUM.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";

// src/play/mistakes.ts
var EXCHANGE_PLIES = 8;
var ROWS = ["five-in-a-row", "row"];
async function explainMistakes(host, line) {
  for (const node of line) {
    const { parent, evaluation } = node;
    if (!parent?.evaluation || !evaluation?.lines || !node.move) continue;
    const { played, best } = evaluation.lines;
    evaluation.missed = missedBy(host.game, { color: parent.turn, before: parent.evaluation.score, after: evaluation.score, played: await stepsAfter(host, parent, [node.move.usi, ...played]), best: await stepsAfter(host, parent, best) });
  }
}
async function stepsAfter(host, node, usiMoves) {
  const { steps } = await api.line({ ...host.lineTo(node), moves: [...movesTo(node), ...usiMoves] });
  return steps.slice(node.ply + 1);
}
function missedBy(game, { color, before, after, played, best }) {
  const missed = [];
  const sign = color === "black" ? 1 : -1;
  const mateBefore = "mate" in before ? sign * before.mate : 0;
  const mateAfter = "mate" in after ? sign * after.mate : 0;
  if (mateBefore > 0 && mateAfter <= 0) missed.push({ kind: "win-missed", plies: mateBefore, by: winKind(game, best) });
  if (mateAfter < 0 && mateBefore >= 0 && !played[0]?.outcome) missed.push({ kind: "win-allowed", plies: -mateAfter, by: winKind(game, played) });
  const exchanges = { played: exchange(game, played, color), best: exchange(game, best, color) };
  const isWorse = exchanges.played.balance < exchanges.best.balance;
  if (!isWorse) return missed;
  const run = played.find((step) => isByOpponent(step, color) && capturesRun(game, step));
  const squares = run?.move?.captures.map(({ square }) => square) ?? [];
  if (squares.length) missed.push({ kind: "run", squares });
  const { lost, won, balance } = exchanges.played;
  const isRunOnly = squares.length === lost.length && !won.length;
  if (balance < 0 && !isRunOnly) missed.push({ kind: "loss", lost, won });
  else if (balance >= 0 && exchanges.best.balance > 0) missed.push({ kind: "gain-missed", won: exchanges.best.won, lost: exchanges.best.lost });
  return missed;
}
function winKind(game, line) {
  const reason = line.at(-1)?.outcome?.reason;
  if (reason && ROWS.includes(reason)) return "row";
  return game.pieces.some((piece) => piece.royal) ? "mate" : "other";
}
var isByOpponent = (step, color) => step.turn === color;
var capturesRun = (game, { move }) => game.family === "hasami" && (move?.captures.length ?? 0) > 1;
function pieceValue(game, kind) {
  const piece = game.pieces.find((one) => one.kind === kind);
  return piece ? piece.leaps.length + 4 * piece.slides.length : 1;
}
function exchange(game, line, color) {
  const lost = [];
  const won = [];
  for (const [ply, step] of line.entries()) {
    const captures = step.move?.captures ?? [];
    if (ply >= EXCHANGE_PLIES && !captures.length) break;
    (isByOpponent(step, color) ? lost : won).push(...captures.map(({ piece }) => piece));
  }
  for (const kind of [...lost]) {
    if (!won.includes(kind)) continue;
    won.splice(won.indexOf(kind), 1);
    lost.splice(lost.indexOf(kind), 1);
  }
  const value = (kinds) => kinds.reduce((sum, kind) => sum + pieceValue(game, kind), 0);
  return { lost, won, balance: value(won) - value(lost) };
}

export {
  explainMistakes,
  stepsAfter,
  missedBy
};
