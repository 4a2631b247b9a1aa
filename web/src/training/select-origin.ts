import type { Move } from "../api/types.ts";
import { droppedRole } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";

/** Selects the piece on the board that a move moves or drops. */
export function selectOrigin(ctrl: Controller, move: Move | null): void {
  const { board } = ctrl;
  if (!move || !board) return;
  if (board.hasSelection) board.unselect();
  if (move.from) board.pressSquare(move.from);
  else board.pressHand(droppedRole(move, ctrl.game) ?? "");
  ctrl.redraw();
}
