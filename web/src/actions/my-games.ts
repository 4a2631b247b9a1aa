/** Stores games in the list of all games. The modules for it are loaded when the first game is stored. */

import type { Controller } from "../controller.ts";

/** Number of moves from which an abandoned game is stored. */
const MIN_ABANDONED_MOVES = 4;

/** Stores the game on the board, or updates it in the list. */
export function storeGame(ctrl: Controller): void {
  const { match } = ctrl;
  if (!match?.id || !match.live.parent) return;
  const { start } = ctrl;
  import("../play/store-game.ts")
    .then(({ storeMatch }) => storeMatch(ctrl, match, start))
    .catch((error: unknown) => ctrl.showError(error));
}

/** Stores the running game before another one replaces it. */
export function storeAbandonedGame(ctrl: Controller): void {
  if (ctrl.match?.running && ctrl.match.live.ply >= MIN_ABANDONED_MOVES) storeGame(ctrl);
}
