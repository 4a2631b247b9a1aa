/** Shares the game as a link. */

import type { Controller } from "../controller.ts";
import { shareFragment } from "../model/record.ts";
import { movesTo } from "../model/tree.ts";

/** The page on the web, for links from a local server, which other machines cannot open. */
const SITE = "https://kawari-shogi.github.io/kawari/";

/** Returns the fragment of a link to the displayed game. */
function fragment(ctrl: Controller): string {
  const { match, node } = ctrl;
  const end = ctrl.endOfLine(node);
  const friend = match?.setup.friend ?? null;
  return shareFragment({
    game: ctrl.game.name,
    start: ctrl.start,
    moves: movesTo(friend && match ? match.live : end),
    ply: friend || node === end ? null : node.ply,
    friend,
    resigned: friend && match?.end?.reason === "resignation" ? match.loser() : null,
  });
}

/** Returns a link that opens the game on this page. It never contains the token. */
export const pageLink = (ctrl: Controller): string => `${location.origin}${location.pathname}#${fragment(ctrl)}`;

/** Returns a link that opens the game on other machines. */
export function publicLink(ctrl: Controller): string {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return isLocal ? `${SITE}#${fragment(ctrl)}` : pageLink(ctrl);
}

/** Copies a link that opens the game on this page. */
export const shareLink = (ctrl: Controller): Promise<void> => ctrl.copyText(pageLink(ctrl));
