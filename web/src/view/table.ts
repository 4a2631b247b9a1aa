/** The board with its hands, its evaluation bar, and what lies over it. */

import type { VNode } from "snabbdom";
import { Board } from "../board/ground.ts";
import { groundColor, men } from "../board/sfen.ts";
import type { Color, Game } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName, resultText } from "../describe.ts";
import { t } from "../i18n.ts";
import { chances, forBlack, scoreText } from "../play/analysis.ts";
import { other } from "../play/clock.ts";
import { choiceDialog } from "./choice.ts";
import { grid, handKeys } from "./grid.ts";
import { el, pieceImage } from "./html.ts";

export function boardView(ctrl: Ctrl): VNode {
  return el("section.board-area", { attrs: { "aria-label": t("board.label") } }, [
    ctrl.settings.bar ? bar(ctrl) : null,
    el(
      "div.board",
      {
        key: "board",
        attrs: {
          "data-game": ctrl.boardGame.name,
          "data-sfen": ctrl.shownSfen(),
          "data-turn": ctrl.node.turn,
          // Before the moves are known, nothing that is done on the board is understood.
          "aria-busy": String(!ctrl.editor && !ctrl.position),
        },
        class: { editing: ctrl.editor !== null },
      },
      [el("div.ground", { hook: { insert: () => mount(ctrl) } }), grid(ctrl), choiceDialog(ctrl)],
    ),
  ]);
}

/** Makes the board once its three places stand on the page. */
function mount(ctrl: Ctrl): void {
  queueMicrotask(() => {
    const find = (selector: string): HTMLElement | null => document.querySelector(selector);
    const [board, top, bottom] = [find(".ground"), find(".hand-top .pieces"), find(".hand-bottom .pieces")];
    if (!board || !top || !bottom) return;
    ctrl.board = new Board(ctrl, { board, top, bottom });
    ctrl.redraw();
  });
}

/** How many pieces of a hand stand side by side where there is room for them. */
export const columns = (game: Game): string => String(Math.max(1, game.hand.length));

export function handView(ctrl: Ctrl, place: "top" | "bottom"): VNode {
  const color: Color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const holds = ctrl.boardGame.hand.length > 0;
  return el(
    `div.hand.hand-${place}`,
    { key: `hand-${place}`, class: { none: !holds }, style: { "--kinds": columns(ctrl.boardGame) } },
    [el("div.pieces"), holds ? handKeys(ctrl, place) : ctrl.editor ? null : taken(ctrl, color)],
  );
}

/** In games without hands: the men that a side has captured. */
function taken(ctrl: Ctrl, color: Color): VNode {
  const loser = other(color);
  const count = Math.max(0, men(ctrl.tree.root.sfen, loser) - men(ctrl.shownSfen(), loser));
  const label = t("taken", { color: colorName(color), count });
  return el(
    "div.taken",
    { attrs: { role: "img", "aria-label": label, title: label, "data-taken": String(count) } },
    Array.from({ length: count }, () => pieceImage(groundColor(loser), "p")),
  );
}

function bar(ctrl: Ctrl): VNode {
  const best = ctrl.analysis.infos[0];
  const score = best ? forBlack(best.score, ctrl.node) : (ctrl.node.judgement?.score ?? null);
  const share = score ? (chances(score) + 1) / 2 : 0.5;
  const text = ctrl.node.outcome ? resultText(ctrl.node.outcome.winner) : score ? scoreText(score) : "…";
  if (!ctrl.analysis.on) return el("div.bar.off", { attrs: { "aria-hidden": "true" } });
  return el(
    "div.bar",
    {
      class: { turned: ctrl.orientation === "white" },
      attrs: {
        role: "meter",
        "aria-label": t("bar.label"),
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-valuenow": Math.round(share * 100),
        "aria-valuetext": text,
      },
    },
    [el("div.fill", { style: { height: `${(share * 100).toFixed(1)}%` } }), el("span", {}, [text])],
  );
}
