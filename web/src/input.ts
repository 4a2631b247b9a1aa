/** Keys that work everywhere on the page, and files that are dropped on it. */

import { askHint } from "./actions.ts";
import type { Ctrl } from "./ctrl.ts";

/** Where letters and arrows belong to the element itself. */
const TYPING = "input, textarea, select, dialog, .choice, [contenteditable]";

/** Fields that take text. */
const FIELD = "input, textarea";
const SQUARE = "[role=gridcell]";

function act(ctrl: Ctrl, event: KeyboardEvent): boolean {
  switch (event.key) {
    case "ArrowLeft":
      ctrl.walk("back");
      break;
    case "ArrowRight":
      ctrl.walk("forward");
      break;
    case "ArrowUp":
      ctrl.walk(event.shiftKey ? "up" : "first");
      break;
    case "ArrowDown":
      ctrl.walk(event.shiftKey ? "down" : "last");
      break;
    case "/":
      document.querySelector<HTMLElement>("input[name=entry]")?.focus();
      break;
    case "f":
      ctrl.flip();
      break;
    case "a":
      ctrl.analysis.toggle(ctrl.node);
      break;
    case "h":
      if (ctrl.movable()) void askHint(ctrl);
      break;
    case "u":
      ctrl.takeBack();
      break;
    case "n":
      ctrl.openDialog("new");
      break;
    case "r":
      ctrl.readRules(ctrl.rulesOf ? null : ctrl.game.name);
      break;
    case "?":
      ctrl.openDialog("keys");
      break;
    case "Escape":
      if (ctrl.isChoosing) ctrl.readRules(null);
      else ctrl.putBack();
      break;
    default:
      return false;
  }
  return true;
}

/** Where the focus was before a field had it. */
let before: HTMLElement | null = null;

/** Leaves a field: the focus goes back to the square that it came from, if it came from one. */
function leave(field: HTMLElement): void {
  field.blur();
  before?.focus();
}

export function bindKeys(ctrl: Ctrl): void {
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if ((target as HTMLElement).matches(FIELD)) before = (relatedTarget as HTMLElement | null)?.closest(SQUARE) ?? null;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ctrl.dialog || ctrl.question) return;
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && !event.isComposing && target.matches(FIELD)) return leave(target);
    if (ctrl.editor || target.closest(TYPING)) return;
    // Lists that scroll keep their arrows up and down.
    const scrolls = target.closest(".moves, .rules") && /^Arrow(Up|Down)$/.test(event.key) && !event.shiftKey;
    if (!scrolls && act(ctrl, event)) event.preventDefault();
  });
}

/** A file let go anywhere on the page is read. */
export function bindFiles(ctrl: Ctrl): void {
  const holds = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!holds(event)) return;
    event.preventDefault();
    void ctrl.records.readFile(event.dataTransfer?.files[0]);
  });
}
