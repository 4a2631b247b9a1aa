/** Requests to the engine: hints, draw offers and the game report. */

import { api } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { describeMove } from "../describe.ts";
import { t } from "../i18n.ts";
import { mainLine } from "../model/tree.ts";

/** Search time for a hint, in milliseconds. */
const HINT_TIME = 800;

export async function requestHint(ctrl: Controller): Promise<void> {
  const { node } = ctrl;
  if (!ctrl.position?.moves.length || ctrl.isAwaitingEngine) return;
  ctrl.isAwaitingEngine = true;
  ctrl.redraw();
  try {
    await api.search(
      { ...ctrl.lineTo(node), limits: { movetime: HINT_TIME } },
      (line) => {
        if (line.type !== "bestmove" || ctrl.node !== node || !line.move) return;
        ctrl.hint = line.move;
        ctrl.announce(t("announce.hint", { move: describeMove(ctrl.game, line.move, node.turn) }));
      },
      new AbortController().signal,
    );
  } catch (error) {
    ctrl.showError(error);
  }
  ctrl.isAwaitingEngine = false;
  ctrl.redraw();
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
