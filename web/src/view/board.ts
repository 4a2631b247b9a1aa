/** The board with hands, evaluation bar and move choice. */

import type { VNode } from "snabbdom";
import { Board } from "../board/board.ts";
import { countPieces, groundColor } from "../board/sfen.ts";
import type { Color, Game } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName, resultText } from "../describe.ts";
import { t } from "../i18n.ts";
import { winningChances, blackScore, scoreText } from "../play/analysis.ts";
import { opposite } from "../play/clock.ts";
import { choiceDialog } from "./move-choice.ts";
import { grid, handButtons } from "./grid.ts";
import { el, pieceImage } from "./html.ts";

export function boardView(ctrl: Controller): VNode {
  return el("section.board-area", { attrs: { "aria-label": t("board.label") } }, [
    ctrl.settings.bar ? evaluationBar(ctrl) : null,
    el(
      "div.board",
      {
        key: "board",
        attrs: {
          "data-game": ctrl.displayedGame.name,
          "data-sfen": ctrl.displayedSfen(),
          "data-turn": ctrl.node.turn,
          // The board ignores input until the legal moves have been fetched.
          "aria-busy": String(!ctrl.editor && !ctrl.position),
        },
        class: { editing: ctrl.editor !== null, drawing: ctrl.board?.isDrawing ?? false },
      },
      [el("div.ground", { hook: { insert: () => mount(ctrl) } }), grid(ctrl), choiceDialog(ctrl)],
    ),
  ]);
}

/** Creates the board widget once its elements are in the document. */
function mount(ctrl: Controller): void {
  queueMicrotask(() => {
    const find = (selector: string): HTMLElement | null => document.querySelector(selector);
    const [board, topHand, bottomHand] = [
      find(".ground"),
      find(".hand-top .pieces"),
      find(".hand-bottom .pieces"),
    ];
    if (!board || !topHand || !bottomHand) return;
    ctrl.board = new Board(ctrl, { board, topHand, bottomHand });
    ctrl.redraw();
  });
}

/** Returns the maximum number of columns in a hand. */
export const handColumns = (game: Game): string => String(Math.max(1, game.hand.length));

export function handView(ctrl: Controller, place: "top" | "bottom"): VNode {
  const color: Color = (place === "bottom") === (ctrl.orientation === "black") ? "black" : "white";
  const hasHand = ctrl.displayedGame.hand.length > 0;
  const hasMen = ctrl.displayedGame.family === "hasami" && !ctrl.editor;
  return el(
    `div.hand.hand-${place}`,
    {
      key: `hand-${place}`,
      class: { none: !hasHand },
      style: { "--kinds": handColumns(ctrl.displayedGame) },
    },
    [el("div.pieces"), hasHand ? handButtons(ctrl, place) : hasMen ? capturedMen(ctrl, color) : null],
  );
}

/** Builds the row of men that a side has captured, for games without hands. */
function capturedMen(ctrl: Controller, color: Color): VNode {
  const loser = opposite(color);
  const count = Math.max(
    0,
    countPieces(ctrl.tree.root.sfen, loser) - countPieces(ctrl.displayedSfen(), loser),
  );
  const label = t("captured-men", { color: colorName(color), count });
  return el(
    "div.captured-men",
    { attrs: { role: "img", "aria-label": label, title: label, "data-captured": String(count) } },
    Array.from({ length: count }, () => pieceImage(groundColor(loser), "p")),
  );
}

function evaluationBar(ctrl: Controller): VNode {
  const best = ctrl.analysis.infos[0];
  const score = best ? blackScore(best.score, ctrl.node) : (ctrl.node.evaluation?.score ?? null);
  const blackShare = score ? (winningChances(score) + 1) / 2 : 0.5;
  const text = ctrl.node.outcome ? resultText(ctrl.node.outcome.winner) : score ? scoreText(score) : "…";
  if (!ctrl.analysis.enabled) return el("div.bar.off", { attrs: { "aria-hidden": "true" } });
  return el(
    "div.bar",
    {
      class: { flipped: ctrl.orientation === "white" },
      attrs: {
        role: "meter",
        "aria-label": t("bar.label"),
        "aria-valuemin": 0,
        "aria-valuemax": 100,
        "aria-valuenow": Math.round(blackShare * 100),
        "aria-valuetext": text,
      },
    },
    [el("div.fill", { style: { "--share": blackShare.toFixed(3) } }), el("span", {}, [text])],
  );
}
