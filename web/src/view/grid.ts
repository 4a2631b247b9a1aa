/** A table over the board for screen readers and keyboard navigation. */

import type { Hooks, VNode } from "snabbdom";
import type { Kind, Square } from "../api/types.ts";
import { type PlacedPiece, piecesInHand, piecesOnBoard, roleOf } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";
import { colorName, pieceName, squareName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { el } from "./html.ts";

const rankLetter = (rank: number): string => String.fromCharCode(97 + rank);

/** Returns the squares row by row, as displayed. */
function squareRows(ctrl: Controller): Square[][] {
  const { files, ranks } = ctrl.displayedGame;
  const table = Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: files }, (_, column) => `${files - column}${rankLetter(rank)}`),
  );
  return ctrl.orientation === "black" ? table : table.reverse().map((row) => row.reverse());
}

function squareLabel(ctrl: Controller, square: Square, piece: PlacedPiece | undefined): string {
  const content = piece
    ? t("grid.piece", { color: colorName(piece.color), piece: pieceName(ctrl.displayedGame, piece.kind) })
    : t("grid.empty");
  const last = ctrl.node.move?.to === square ? `, ${t("grid.last")}` : "";
  const capturedHere = ctrl.node.move?.captures.some(
    (captured) => captured.square === square && captured.square !== ctrl.node.move?.to,
  )
    ? `, ${t("grid.captured")}`
    : "";
  const winning = !ctrl.editor && ctrl.node.outcome?.row?.includes(square) ? `, ${t("grid.winning")}` : "";
  const dest = ctrl.board?.targets.has(square) ? `, ${t("grid.dest")}` : "";
  return `${squareName(square)}, ${content}${last}${capturedHere}${winning}${dest}`;
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const focusOn = (square: Square): void =>
  document.querySelector<HTMLElement>(`.grid [data-square="${square}"]`)?.focus();

function onKey(ctrl: Controller, event: KeyboardEvent, table: Square[][]): void {
  const square = (event.target as HTMLElement).dataset["square"];
  if (!square) return;
  const row = table.findIndex((squares) => squares.includes(square));
  const column = table[row]?.indexOf(square) ?? 0;
  const step = STEPS[event.key];
  if (step) {
    const next = table[row + step[0]]?.[column + step[1]];
    if (next) focusOn(next);
  } else if (event.key === "Home") focusOn(table[row]?.[0] ?? square);
  else if (event.key === "End") focusOn(table[row]?.at(-1) ?? square);
  else if (event.key === "Enter" || event.key === " ") ctrl.pressSquare(square);
  else if (event.key === "Escape" && ctrl.board?.hasSelection) ctrl.cancelSelection();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a square had the focus before the current redraw. Flipping the board would lose it. */
let hasFocus = false;

const keepFocus: Hooks = {
  prepatch: (old) => void (hasFocus = old.elm?.contains(document.activeElement) ?? false),
  postpatch: (_, now) => {
    const square = (now.data?.["focus"] as Square | null | undefined) ?? null;
    if (hasFocus && square && !now.elm?.contains(document.activeElement)) focusOn(square);
  },
};

export function grid(ctrl: Controller): VNode {
  const table = squareRows(ctrl);
  const pieces = piecesOnBoard(ctrl.displayedSfen(), ctrl.displayedGame.files);
  const tabStop =
    ctrl.focusedSquare && table.flat().includes(ctrl.focusedSquare) ? ctrl.focusedSquare : table.at(-1)?.[0];
  const cell = (square: Square): VNode =>
    el("td", {
      key: square,
      attrs: {
        role: "gridcell",
        "data-square": square,
        tabindex: square === tabStop ? 0 : -1,
        "aria-label": squareLabel(ctrl, square, pieces.get(square)),
        "aria-selected": String(
          ctrl.editor ? ctrl.editor.selectedSquare === square : ctrl.board?.selectedSquare === square,
        ),
      },
    });
  return el(
    "table.grid",
    {
      hook: keepFocus,
      focus: ctrl.focusedSquare,
      attrs: { role: "grid", "aria-label": t("grid.label", { game: ctrl.displayedGame.title[lang()] }) },
      on: {
        keydown: (event) => onKey(ctrl, event, table),
        focusin: (event) => {
          const square = (event.target as HTMLElement).dataset["square"];
          if (!square) return;
          ctrl.focusedSquare = square;
          ctrl.board?.setHoveredSquare(square);
        },
        focusout: () => ctrl.board?.setHoveredSquare(null),
      },
    },
    [
      el(
        "tbody",
        { attrs: { role: "presentation" } },
        table.map((row) => el("tr", { attrs: { role: "row" } }, row.map(cell))),
      ),
    ],
  );
}

/** Builds buttons over the pieces in hand, which shogiground cannot focus. */
export function handButtons(ctrl: Controller, place: "top" | "bottom"): VNode {
  const color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const hand = piecesInHand(ctrl.displayedSfen(), color);
  const handButton = (kind: Kind): VNode => {
    const count = hand.get(kind) ?? 0;
    const name = t("grid.hand", {
      color: colorName(color),
      piece: pieceName(ctrl.displayedGame, kind),
      count,
    });
    return el("button", {
      attrs: {
        type: "button",
        "data-hand": `${color} ${kind}`,
        "aria-label": name,
        "aria-pressed": String(ctrl.node.turn === color && ctrl.board?.selectedDrop === roleOf(kind)),
      },
      props: { disabled: count === 0 },
      on: { click: () => ctrl.board?.pressHand(roleOf(kind)) },
    });
  };
  return el(
    "div.hand-buttons",
    { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } },
    [...[...ctrl.displayedGame.hand].reverse().map(handButton)],
  );
}
