/** Games with a friend: each move is sent as a link with the whole game. */

import type { Color } from "../api/types.ts";
import { ApiError } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import { type FriendGame, friendGame, linkRelation, storeFriendGame } from "../model/friend-games.ts";
import { type SharedGame, treeOfRecord } from "../model/record.ts";
import { lastNode, movesTo } from "../model/tree.ts";
import { opposite } from "../play/clock.ts";
import { Match, type Players } from "../play/match.ts";

/** Returns the players of a game with a friend. */
export const friendPlayers = (side: Color): Players =>
  side === "black"
    ? { black: { kind: "human" }, white: { kind: "friend" } }
    : { black: { kind: "friend" }, white: { kind: "human" } };

/** Stores the moves of the running game, if it is one with a friend. */
export function saveFriendGame({ match, game, start }: Controller): void {
  const side = match?.personColor();
  if (!match?.setup.friend || !side) return;
  const resigned = match.end?.reason === "resignation" ? match.loser() : null;
  storeFriendGame({ id: match.setup.friend, game: game.name, start, side, moves: movesTo(match.live), resigned });
}

/**
 * Opens a link of a game with a friend. The side to move of a new game is this browser's player. A
 * link that does not continue the stored game throws an {@link ApiError} and changes nothing.
 */
export async function openFriendGame(ctrl: Controller, id: string, link: SharedGame): Promise<void> {
  const stored = friendGame(id);
  const relation = stored ? linkRelation(stored, link) : "continues";
  if (relation === "other") throw new ApiError("friend/other", t("error.friend/other"));
  const opened = relation === "older" && stored ? { ...link, moves: stored.moves, resigned: stored.resigned } : link;
  const tree = await treeOfRecord({ ...opened, moves: opened.moves.map((usi) => ({ usi })) });
  const last = lastNode(tree.root);
  const side: FriendGame["side"] = stored?.side ?? (opened.resigned ? opposite(opened.resigned) : last.turn);
  ctrl.openTree(opened.game, opened.start, tree, last);
  const players = friendPlayers(side);
  const match = new Match(ctrl, { game: opened.game, start: ctrl.start, players, time: null, friend: id }, last);
  if (opened.resigned) match.end = { winner: opposite(opened.resigned), reason: "resignation" };
  ctrl.match = match;
  ctrl.orientation = side;
  match.proceed();
  ctrl.saveAndRedraw();
  if (relation === "older") ctrl.notify(t("friend.older"));
}
