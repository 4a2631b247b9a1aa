/** Opens and closes the position editor. */

import type { Controller } from "../controller.ts";
import { Editor } from "../play/editor.ts";
import { TWO_PEOPLE } from "../play/match.ts";
import { openBoard, setUpBoard } from "./game.ts";

/** Opens the editor with the displayed position, or closes it. */
export function toggleEditor(ctrl: Controller): void {
  if (ctrl.editor) return closeEditor(ctrl);
  if (ctrl.match?.running) ctrl.match.pause();
  ctrl.analysis.stop();
  ctrl.learning?.close();
  ctrl.choice = null;
  ctrl.editor = new Editor(ctrl.game, ctrl.node.sfen, ctrl);
  ctrl.redraw();
}

/** Switches the editor to another game's start position. */
export function editGame(ctrl: Controller, name: string): void {
  const game = ctrl.gameByName(name);
  ctrl.editor = new Editor(game, game.start, ctrl);
  ctrl.redraw();
}

export function closeEditor(ctrl: Controller): void {
  ctrl.editor = null;
  ctrl.goTo(ctrl.node);
}

/** Opens the edited position on an analysis board. */
export function analyseEdited(ctrl: Controller): void {
  const position = ctrl.editor?.position;
  if (position) openBoard(ctrl, position.game, position.sfen);
}

/** Opens the edited position and the new-game dialog. */
export function playEdited(ctrl: Controller): void {
  const position = ctrl.editor?.position;
  if (!position) return;
  ctrl.confirmIfPlaying(async () => {
    await setUpBoard(
      ctrl,
      { game: position.game, start: position.sfen, players: TWO_PEOPLE, time: null },
      false,
    );
    ctrl.newGameForm = { ...ctrl.newGameForm, game: ctrl.game.name, start: ctrl.start ? "here" : "start" };
    ctrl.openDialog("new");
  });
}
