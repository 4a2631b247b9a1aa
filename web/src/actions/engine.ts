/** Requests to the engine: hints, threats, draw offers and the game report. */

import type { Line, Move, Score } from "../api/types.ts";
import { api } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { describeMove } from "../describe.ts";
import { t } from "../i18n.ts";
import { mainLine } from "../model/tree.ts";
import { opposite } from "../play/clock.ts";

/** Search time for a hint or a threat, in milliseconds. */
const HINT_TIME = 800;

/** Searches a position for its best move. `onMove` gets it unless the display has changed. */
async function searchMove(
  ctrl: Controller,
  line: Line,
  onMove: (move: Move, score: Score | null) => void,
): Promise<void> {
  const { node } = ctrl;
  if (ctrl.isAwaitingEngine) return;
  ctrl.isAwaitingEngine = true;
  // A message about a threat would seem to describe the arrow of the hint.
  ctrl.dismissNotice();
  let score: Score | null = null;
  try {
    await api.search(
      { ...line, limits: { movetime: HINT_TIME } },
      (event) => {
        if (event.type === "info") score = event.score;
        if (event.type === "bestmove" && event.move && ctrl.node === node) onMove(event.move, score);
      },
      new AbortController().signal,
    );
  } catch (error) {
    ctrl.showError(error);
  }
  ctrl.isAwaitingEngine = false;
  ctrl.redraw();
}

/** Returns a sentence for a forced win, else an empty text. */
function winText(score: Score | null): string {
  if (!score || !("mate" in score) || score.mate <= 0) return "";
  return score.mate === 1 ? t("gain.win") : t("gain.mate", { count: score.mate });
}

/** Shows the best move, with a reason if there is a visible one. */
export async function requestHint(ctrl: Controller): Promise<void> {
  const { node } = ctrl;
  if (!ctrl.position?.moves.length) return;
  await searchMove(ctrl, ctrl.lineTo(node), (move, score) => {
    ctrl.hint = { move, by: node.turn };
    const win = winText(score);
    ctrl.announce(`${t("announce.hint", { move: describeMove(ctrl.game, move, node.turn) })} ${win}`.trim());
    if (win) ctrl.notify(win);
  });
}

/** Shows what the side that is not to move would play if it were: its threat. */
export async function requestThreat(ctrl: Controller): Promise<void> {
  const { node } = ctrl;
  if (node.outcome) return;
  if (node.check) return ctrl.notify(t("threat.check"));
  const by = opposite(node.turn);
  await searchMove(ctrl, { game: ctrl.game.name, start: withOtherSide(node.sfen) }, (move, score) => {
    ctrl.hint = { move, by };
    const win = winText(score);
    const label = t(win || move.captures.length ? "threat.found" : "threat.none");
    const text = `${label} ${describeMove(ctrl.game, move, by)} ${win}`.trim();
    ctrl.announce(text);
    ctrl.notify(text);
  });
}

/** Returns an SFEN with the other side to move. A right to counter-flip ends with the turn. */
function withOtherSide(sfen: string): string {
  const [board = "", side, ...rest] = sfen.split(" ");
  return [board.replaceAll("!", ""), side === "b" ? "w" : "b", ...rest].join(" ");
}

/** Offers a draw. The engine accepts or declines by its evaluation; between two people the game is drawn. */
export async function offerDraw(ctrl: Controller): Promise<void> {
  ctrl.setConfirmingDraw(false);
  const { match } = ctrl;
  if (!match?.running) return;
  const engine = match.engineColor();
  if (!engine) return match.finish({ winner: null, reason: "agreement" });
  const player = match.players[engine];
  const { live } = match;
  ctrl.isAwaitingEngine = true;
  ctrl.redraw();
  try {
    const level = player.kind === "engine" ? player.level : ctrl.games.limits.levels;
    const answer = await api.draw(ctrl.lineTo(live), engine, level);
    const isUnchanged = match.live === live && match.running && match.players[engine] === player;
    if (isUnchanged && answer.accepts) match.finish({ winner: null, reason: "agreement" });
    else if (isUnchanged) ctrl.notify(t("draw.declined"));
  } catch (error) {
    ctrl.showError(error);
  }
  ctrl.isAwaitingEngine = false;
  ctrl.redraw();
}

export function runReport(ctrl: Controller): void {
  void ctrl.report.run(mainLine(ctrl.tree));
  ctrl.redraw();
}
