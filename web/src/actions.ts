/** What a person asks for now and then: new games, advice, the editor, a link to share. */

import { api } from "./api/client.ts";
import type { Ctrl } from "./ctrl.ts";
import { describeMove } from "./describe.ts";
import { t } from "./i18n.ts";
import { shareFragment } from "./model/record.ts";
import { mainLine } from "./model/tree.ts";
import { Editor } from "./play/editor.ts";
import type { Setup } from "./play/match.ts";
import { open, PEOPLE, playFrom } from "./play/opening.ts";

/** How long the engine looks for a hint, in milliseconds. */
const HINT_TIME = 800;

/** The first visit: the window of a new game over a board on which nobody plays. */
export async function welcome(ctrl: Ctrl): Promise<void> {
  await put(ctrl, { game: ctrl.game.name, start: null, players: PEOPLE, time: null }, false);
  ctrl.openDialog("new");
}

/** Begins a game; asks first if that ends another one. */
export function begin(ctrl: Ctrl, setup: Setup): void {
  ctrl.unlessPlaying(() => void put(ctrl, setup));
}

/** A board to look at and to move on, without players; asks first if that ends a game. */
export function openBoard(ctrl: Ctrl, game: string, start: string | null = null): void {
  ctrl.unlessPlaying(() => void put(ctrl, { game, start, players: PEOPLE, time: null }, false));
}

async function put(ctrl: Ctrl, setup: Setup, isMatch = true): Promise<void> {
  try {
    await open(ctrl, setup, isMatch);
  } catch (error) {
    ctrl.failed(error);
  }
}

/** Goes on as a game from the position shown, with the players of the last game or of the last choice. */
export function playHere(ctrl: Ctrl): void {
  playFrom(ctrl, ctrl.node, ctrl.match?.players ?? ctrl.draft.players);
}

export async function askHint(ctrl: Ctrl): Promise<void> {
  const { node } = ctrl;
  if (!ctrl.position?.moves.length || ctrl.asking) return;
  ctrl.asking = true;
  ctrl.redraw();
  try {
    await api.search(
      { ...ctrl.lineTo(node), limits: { movetime: HINT_TIME } },
      (line) => {
        if (line.type !== "bestmove" || ctrl.node !== node || !line.move) return;
        ctrl.hint = line.move;
        ctrl.say(t("said.hint", { move: describeMove(ctrl.game, line.move, node.turn) }));
      },
      new AbortController().signal,
    );
  } catch (error) {
    ctrl.failed(error);
  }
  ctrl.asking = false;
  ctrl.redraw();
}

/** The engine decides by how it stands; two people at one board have agreed. */
export async function offerDraw(ctrl: Ctrl): Promise<void> {
  ctrl.askDraw(false);
  const { match } = ctrl;
  if (!match?.running) return;
  const engine = match.engineColor();
  if (!engine) return match.finish({ winner: null, reason: "agreement" });
  const player = match.players[engine];
  const { live } = match;
  ctrl.asking = true;
  ctrl.redraw();
  try {
    const answer = await api.draw(ctrl.lineTo(live), engine, player.kind === "engine" ? player.level : 8);
    const same = match.live === live && match.running && match.players[engine] === player;
    if (same && answer.accepts) match.finish({ winner: null, reason: "agreement" });
    else if (same) ctrl.tell(t("draw.declined"));
  } catch (error) {
    ctrl.failed(error);
  }
  ctrl.asking = false;
  ctrl.redraw();
}

export function runReport(ctrl: Ctrl): void {
  void ctrl.report.run(mainLine(ctrl.tree));
  ctrl.redraw();
}

// The editor

export function edit(ctrl: Ctrl): void {
  if (ctrl.editor) return closeEditor(ctrl);
  if (ctrl.match?.running) ctrl.match.pause();
  ctrl.analysis.stop();
  ctrl.choice = null;
  ctrl.editor = new Editor(ctrl, ctrl.node.sfen);
  ctrl.redraw();
}

/** Sets up another game's start. */
export function editGame(ctrl: Ctrl, name: string): void {
  const game = ctrl.gameNamed(name);
  ctrl.editor = new Editor({ game, redraw: () => ctrl.redraw() }, game.start);
  ctrl.redraw();
}

export function closeEditor(ctrl: Ctrl): void {
  ctrl.editor = null;
  ctrl.jump(ctrl.node);
}

/** Shows the position that was set up, to be looked at. */
export function leaveEditor(ctrl: Ctrl): void {
  const position = ctrl.editor?.accepted;
  if (position) openBoard(ctrl, position.game, position.sfen);
}

/** Asks who is to play from the position that was set up. */
export function playEdited(ctrl: Ctrl): void {
  const position = ctrl.editor?.accepted;
  if (!position) return;
  ctrl.unlessPlaying(async () => {
    await put(ctrl, { game: position.game, start: position.sfen, players: PEOPLE, time: null }, false);
    ctrl.draft = { ...ctrl.draft, game: ctrl.game.name, start: ctrl.start ? "here" : "start" };
    ctrl.openDialog("new");
  });
}

// To share

/** An address that opens the game in this program elsewhere; never with the token. */
export async function share(ctrl: Ctrl): Promise<void> {
  const fragment = shareFragment(ctrl.game.name, ctrl.start, ctrl.node, ctrl.endOfLine(ctrl.node));
  await copy(ctrl, `${location.origin}/#${fragment}`);
}

export async function copy(ctrl: Ctrl, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    ctrl.tell(t("copied"));
  } catch {
    ctrl.tell(text);
  }
}
