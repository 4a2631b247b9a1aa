/** Shares the game as a link. */

import type { Controller } from "../controller.ts";
import { shareFragment } from "../model/record.ts";

/** Copies a link that opens the game on this page. It never contains the token. */
export async function shareLink(ctrl: Controller): Promise<void> {
  const fragment = shareFragment(ctrl.game.name, ctrl.start, ctrl.node, ctrl.endOfLine(ctrl.node));
  await ctrl.copyText(`${location.origin}${location.pathname}#${fragment}`);
}
