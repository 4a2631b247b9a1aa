/** Page-wide keyboard shortcuts and file drops. */

import { toggleDrawing } from "./actions/drawing.ts";
import { requestHint, requestThreat } from "./actions/engine.ts";
import { toggleTraining } from "./actions/training.ts";
import type { Controller } from "./controller.ts";

/** Elements in which letters and arrow keys keep their own meaning. */
const OWN_KEYS = "input, textarea, select, dialog, .choice, [contenteditable]";

const TEXT_FIELD = "input, textarea";
const SQUARE = "[role=gridcell]";

/** Keys that leave the position, or show its best move. */
const REVEALING_KEYS = /^(Arrow\w+|[ahu])$/;

/** Runs the shortcut of a key. Returns false if the key has none. */
function runShortcut(ctrl: Controller, event: KeyboardEvent): boolean {
  if (ctrl.learning && REVEALING_KEYS.test(event.key)) return false;
  switch (event.key) {
    case "ArrowLeft":
      ctrl.step("back");
      break;
    case "ArrowRight":
      ctrl.step("forward");
      break;
    case "ArrowUp":
      ctrl.step(event.shiftKey ? "up" : "first");
      break;
    case "ArrowDown":
      ctrl.step(event.shiftKey ? "down" : "last");
      break;
    case "/":
      document.querySelector<HTMLElement>("input[name=entry]")?.focus();
      break;
    case "f":
      ctrl.flip();
      break;
    case "a":
      if (!ctrl.training) ctrl.analysis.toggle(ctrl.node);
      break;
    case "h":
      if (ctrl.training) ctrl.training.hint();
      else if (ctrl.movableColor()) void requestHint(ctrl);
      break;
    case "t":
      if (!ctrl.training) void requestThreat(ctrl);
      break;
    case "u":
      ctrl.takeBack();
      break;
    case "d":
      toggleDrawing(ctrl);
      break;
    case "n":
      ctrl.openDialog("new");
      break;
    case "r":
      ctrl.showRules(ctrl.rulesGame ? null : ctrl.game.name);
      break;
    case "e":
      toggleTraining(ctrl);
      break;
    case "?":
      ctrl.openDialog("keys");
      break;
    case "Escape":
      if (ctrl.returnsToNewGame) ctrl.showRules(null);
      else if (ctrl.board?.isDrawing) toggleDrawing(ctrl);
      else ctrl.cancelSelection();
      break;
    default:
      return ctrl.answerCommand(event.key, focusedSquare(event));
  }
  return true;
}

/** Returns the square of the board that has the focus. */
const focusedSquare = ({ target }: KeyboardEvent): string | null =>
  (target as HTMLElement).closest<HTMLElement>(SQUARE)?.dataset["square"] ?? null;

/** The square that had the focus before a text field, if any. */
let squareBeforeField: HTMLElement | null = null;

/** Leaves a text field and returns the focus to the square that had it before. */
function leaveField(field: HTMLElement): void {
  field.blur();
  squareBeforeField?.focus();
}

export function bindKeys(ctrl: Controller): void {
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if ((target as HTMLElement).matches(TEXT_FIELD))
      squareBeforeField = (relatedTarget as HTMLElement | null)?.closest(SQUARE) ?? null;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ctrl.dialog || ctrl.confirmation) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && !event.isComposing && target.matches(TEXT_FIELD)) return leaveField(target);
    if (ctrl.editor || target.closest(OWN_KEYS)) return;
    // The up and down arrows scroll the move list and the rules.
    const scrolls = target.closest(".moves, .rules") && /^Arrow(Up|Down)$/.test(event.key) && !event.shiftKey;
    if (!scrolls && runShortcut(ctrl, event)) event.preventDefault();
  });
}

/** Opens files dropped anywhere on the page: definitions of games, and records. */
export function bindFileDrop(ctrl: Controller): void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && /\.toml$/i.test(file.name)) void ctrl.definition.openFile(file);
    else void ctrl.importExport.importFile(file);
  });
}
