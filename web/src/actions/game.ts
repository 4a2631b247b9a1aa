/** Starts, continues and restores games. */

import type { Line } from "../api/types.ts";
import { api } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { lang, t } from "../i18n.ts";
import { newFriendGameId } from "../model/friend-games.ts";
import { markOpened } from "../model/opened-games.ts";
import { nodeAtPath, restoreTree, type SavedSession } from "../model/session.ts";
import { Tree } from "../model/tree.ts";
import { storeAbandonedGame, storeGame } from "./my-games.ts";
import { Clock } from "../play/clock.ts";
import { Match, type Setup, TWO_PEOPLE } from "../play/match.ts";

/** Shows the new-game dialog over an analysis board with the start position of a game. */
export async function showGame(ctrl: Controller, game: string): Promise<void> {
  await setUpBoard(ctrl, { game, start: null, players: TWO_PEOPLE, time: null }, false);
  ctrl.openDialog("new");
}

/** Starts a game. Asks for confirmation first if that ends a running game. */
export function startGame(ctrl: Controller, setup: Setup): void {
  markOpened(setup.game);
  ctrl.confirmIfPlaying(() => void setUpBoard(ctrl, setup, true));
}

/** Starts another game of the same players. */
export function rematch(ctrl: Controller, { setup, players }: Match): void {
  const { friend: _, ...rest } = setup;
  startGame(ctrl, { ...rest, players, ...(setup.friend ? { friend: newFriendGameId() } : {}) });
}

/** Opens an analysis board without players. Asks for confirmation first if that ends a running game. */
export function openBoard(ctrl: Controller, game: string, start: string | null = null): void {
  markOpened(game);
  ctrl.confirmIfPlaying(() => void setUpBoard(ctrl, { game, start, players: TWO_PEOPLE, time: null }, false));
}

/** Opens a position as a game, or as an analysis board if `isMatch` is false. */
export async function setUpBoard(ctrl: Controller, setup: Setup, isMatch: boolean): Promise<void> {
  const line: Line = { game: setup.game, ...(setup.start ? { start: setup.start } : {}) };
  try {
    const position = await api.position(line);
    const tree = new Tree({ ...position, position });
    ctrl.openTree(setup.game, setup.start, tree, tree.root);
    if (isMatch) ctrl.match = new Match(ctrl, setup, tree.root);
    const { black, white } = setup.players;
    const isPersonWhite = isMatch && black.kind !== "human" && white.kind === "human";
    ctrl.orientation = isPersonWhite ? "white" : "black";
    ctrl.announce(t("announce.new-board", { game: ctrl.game.title[lang()] }));
    ctrl.saveAndRedraw();
    ctrl.match?.proceed();
  } catch (error) {
    ctrl.showError(error);
  }
}

/**
 * Starts a game from the displayed position, with the players of the last game or of the new-game
 * dialog. The clocks start with full time.
 */
export function playFromHere(ctrl: Controller): void {
  markOpened(ctrl.game.name);
  const { node } = ctrl;
  // A game with a friend starts from the new-game dialog.
  const last = ctrl.match?.players ?? ctrl.newGameForm.players;
  const players = last.black.kind === "friend" || last.white.kind === "friend" ? TWO_PEOPLE : last;
  const time = ctrl.match?.setup.time ?? null;
  ctrl.match?.halt();
  storeAbandonedGame(ctrl);
  ctrl.tree.promote(node);
  ctrl.match = new Match(ctrl, { game: ctrl.game.name, start: ctrl.start, players, time }, node);
  ctrl.goTo(node);
  ctrl.saveAndRedraw();
  ctrl.match.proceed();
}

/** Restores a saved game. */
export function restoreGame(ctrl: Controller, saved: SavedSession): void {
  const tree = restoreTree(saved);
  ctrl.openTree(saved.setup.game, saved.setup.start, tree, nodeAtPath(tree, saved.shown));
  ctrl.orientation = saved.orientation;
  if (!saved.match) return;
  const clock = saved.clock ? new Clock(saved.clock) : undefined;
  const match = new Match(ctrl, saved.setup, nodeAtPath(tree, saved.live), clock, saved.id);
  match.end = saved.end;
  // Games with a clock start paused, so that opening the page costs no time.
  match.paused = match.clock !== null || match.hasTwoEngines();
  ctrl.match = match;
  // The page may have been closed before the game was stored.
  if (match.end) storeGame(ctrl);
  match.proceed();
}
