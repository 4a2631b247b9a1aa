/** The draw mode of the board. */

import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";

export function toggleDrawing(ctrl: Controller): void {
  const { board } = ctrl;
  if (!board || ctrl.editor || ctrl.learning) return;
  const isOn = !board.isDrawing;
  board.setDrawing(isOn);
  ctrl.announce(t(isOn ? "draw.on" : "draw.off"));
  if (isOn) ctrl.notify(t("draw.on"));
  else ctrl.redraw();
}

export function eraseDrawings(ctrl: Controller): void {
  ctrl.board?.eraseDrawings();
  ctrl.announce(t("draw.erased"));
  ctrl.redraw();
}
