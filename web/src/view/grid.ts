/** The board as a table: what a screen reader reads, and where the keyboard's focus walks. */

import type { Hooks, VNode } from "snabbdom";
import type { Kind, Square } from "../api/types.ts";
import { hand, type Placed, placed } from "../board/sfen.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName, pieceName, roleOf, squareName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { el } from "./html.ts";

const letter = (rank: number): string => String.fromCharCode(97 + rank);

/** The squares as they lie on the screen, row by row. */
function rows(ctrl: Ctrl): Square[][] {
  const { files, ranks } = ctrl.boardGame;
  const table = Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: files }, (_, column) => `${files - column}${letter(rank)}`),
  );
  return ctrl.orientation === "black" ? table : table.reverse().map((row) => row.reverse());
}

function label(ctrl: Ctrl, square: Square, piece: Placed | undefined): string {
  const what = piece
    ? t("grid.piece", { color: colorName(piece.color), piece: pieceName(ctrl.boardGame, piece.kind) })
    : t("grid.empty");
  const last = ctrl.node.move?.to === square ? `, ${t("grid.last")}` : "";
  const fallen = ctrl.node.move?.captures.some(
    (captured) => captured.square === square && captured.square !== ctrl.node.move?.to,
  )
    ? `, ${t("grid.fallen")}`
    : "";
  const won = !ctrl.editor && ctrl.node.outcome?.row?.includes(square) ? `, ${t("grid.won")}` : "";
  const dest = ctrl.board?.targets.has(square) ? `, ${t("grid.dest")}` : "";
  return `${squareName(square)}, ${what}${last}${fallen}${won}${dest}`;
}

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const focusOn = (square: Square): void =>
  document.querySelector<HTMLElement>(`.grid [data-square="${square}"]`)?.focus();

function onKey(ctrl: Ctrl, event: KeyboardEvent, table: Square[][]): void {
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
  else if (event.key === "Enter" || event.key === " ") ctrl.press(square);
  else if (event.key === "Escape" && ctrl.board?.isHolding) ctrl.putBack();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whether the focus is on the board while that is drawn: a board that is turned would lose it. */
let hasFocus = false;

const keepFocus: Hooks = {
  prepatch: (old) => void (hasFocus = old.elm?.contains(document.activeElement) ?? false),
  postpatch: (_, now) => {
    const square = (now.data?.["focus"] as Square | null | undefined) ?? null;
    if (hasFocus && square && !now.elm?.contains(document.activeElement)) focusOn(square);
  },
};

export function grid(ctrl: Ctrl): VNode {
  const table = rows(ctrl);
  const pieces = placed(ctrl.shownSfen(), ctrl.boardGame.files);
  const entry = ctrl.focus && table.flat().includes(ctrl.focus) ? ctrl.focus : table.at(-1)?.[0];
  const cell = (square: Square): VNode =>
    el("td", {
      key: square,
      attrs: {
        role: "gridcell",
        "data-square": square,
        tabindex: square === entry ? 0 : -1,
        "aria-label": label(ctrl, square, pieces.get(square)),
        "aria-selected": String(ctrl.editor ? ctrl.editor.lifted === square : ctrl.board?.selected === square),
      },
    });
  return el(
    "table.grid",
    {
      hook: keepFocus,
      focus: ctrl.focus,
      attrs: { role: "grid", "aria-label": t("grid.label", { game: ctrl.boardGame.title[lang()] }) },
      on: {
        keydown: (event) => onKey(ctrl, event, table),
        focusin: (event) => {
          const square = (event.target as HTMLElement).dataset["square"];
          if (!square) return;
          ctrl.focus = square;
          ctrl.board?.hover(square);
        },
        focusout: () => ctrl.board?.hover(null),
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

/** The pieces in hand as buttons over their pictures: the pictures know no keyboard. */
export function handKeys(ctrl: Ctrl, place: "top" | "bottom"): VNode {
  const color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const held = hand(ctrl.shownSfen(), color);
  const key = (kind: Kind): VNode => {
    const count = held.get(kind) ?? 0;
    const name = t("grid.hand", { color: colorName(color), piece: pieceName(ctrl.boardGame, kind), count });
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
    "div.hand-keys",
    { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } },
    [...[...ctrl.boardGame.hand].reverse().map(key)],
  );
}
