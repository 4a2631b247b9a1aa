/** Beginning a game, going on with one, and keeping it for the next visit. */

import type { BestMove, Line, Move } from "../api/types.ts";
import { api } from "../api/client.ts";
import type { Ctrl } from "../ctrl.ts";
import { lang, t } from "../i18n.ts";
import { keep, type Kept, nodeAt, treeOf } from "../model/store.ts";
import { type Node, Tree } from "../model/tree.ts";
import { Clock } from "./clock.ts";
import { type End, Match, type Players, type Setup } from "./match.ts";

export const PEOPLE: Players = { black: { kind: "human" }, white: { kind: "human" } };

function newMatch(ctrl: Ctrl, setup: Setup, live: Node, clock?: Clock): Match {
  const host = {
    advance: (from: Node, move: Move, best?: BestMove) => ctrl.advance(from, move, best),
    lineTo: (node: Node) => ctrl.lineTo(node),
    ended: (end: End) => ctrl.ended(end),
    failed: (error: unknown) => ctrl.failed(error),
    redraw: () => ctrl.redraw(),
    engineTime: () => ctrl.settings.engineTime,
    engineOptions: () => ({ hash: ctrl.settings.hash, threads: ctrl.settings.threads }),
  };
  return new Match(host, setup, live, clock);
}

/** A new game, or a board to look at when nobody is to play. */
export async function open(ctrl: Ctrl, setup: Setup, isMatch = true): Promise<void> {
  const line: Line = { game: setup.game, ...(setup.start ? { start: setup.start } : {}) };
  const position = await api.position(line);
  const tree = new Tree({ ...position, position });
  ctrl.show(setup.game, setup.start, tree, tree.root);
  if (isMatch) ctrl.match = newMatch(ctrl, setup, tree.root);
  const { black, white } = setup.players;
  const alone = isMatch && black.kind === "engine" && white.kind === "human";
  ctrl.orientation = alone ? "white" : "black";
  ctrl.say(t("said.start", { game: ctrl.game.title[lang()] }));
  ctrl.changed();
  ctrl.match?.go();
}

/** Goes on as a game from a position of the tree; clocks begin anew. */
export function playFrom(ctrl: Ctrl, node: Node, players: Players): void {
  const time = ctrl.match?.setup.time ?? null;
  ctrl.match?.halt();
  ctrl.tree.promote(node);
  ctrl.match = newMatch(ctrl, { game: ctrl.game.name, start: ctrl.start, players, time }, node);
  ctrl.jump(node);
  ctrl.changed();
  ctrl.match.go();
}

/** Puts what was kept back on the board. */
export function restore(ctrl: Ctrl, kept: Kept): void {
  const tree = treeOf(kept);
  ctrl.show(kept.setup.game, kept.setup.start, tree, nodeAt(tree, kept.shown));
  ctrl.orientation = kept.orientation;
  if (!kept.match) return;
  const clock = kept.clock ? new Clock(kept.clock) : undefined;
  const match = newMatch(ctrl, kept.setup, nodeAt(tree, kept.live), clock);
  match.end = kept.end;
  // A clock must not run for somebody who has only come back to look.
  match.paused = match.clock !== null || match.bothEngines();
  ctrl.match = match;
  match.go();
}

export function keepGame(ctrl: Ctrl): void {
  const { match, start } = ctrl;
  const setup: Setup = match
    ? { ...match.setup, start, players: match.players }
    : { game: ctrl.game.name, start, players: PEOPLE, time: null };
  const state = {
    setup,
    match: match !== null,
    end: match?.end ?? null,
    clock: match?.clock?.state ?? null,
    orientation: ctrl.orientation,
  };
  keep(state, ctrl.tree, ctrl.node, match?.live ?? ctrl.node);
}
