/** Opens and closes lessons and puzzles. */

import type { Controller } from "../controller.ts";
import { markOpened } from "../model/opened-games.ts";
import type { Tab } from "../training/handle.ts";

let isLoading = false;

/** Opens lessons or puzzles of a game. Their modules are loaded on first use. */
export async function openTraining(ctrl: Controller, tab: Tab, game: string): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const { Training } = await import("../training/training.ts");
    markOpened(game);
    ctrl.training?.close();
    ctrl.editor = ctrl.dialog = null;
    new Training(ctrl, tab, game);
  } catch (error) {
    ctrl.showError(error);
  }
  isLoading = false;
}

/** Opens the lessons and puzzles of the displayed game, or closes them. */
export function toggleTraining(ctrl: Controller): void {
  if (ctrl.training) ctrl.training.close();
  else void openTraining(ctrl, "lessons", ctrl.displayedGame.name);
}
