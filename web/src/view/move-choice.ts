/** The dialog that asks for promotion, flip or counter-flip, with a picture of each resulting piece. */

import type { VNode } from "snabbdom";
import type { Move } from "../api/types.ts";
import { fileOf, groundColor, rankOf, roleOf } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";
import { pieceName } from "../describe.ts";
import { t } from "../i18n.ts";
import { el, pieceImage } from "./html.ts";

/** Sorts promotions and flips first, then captures with a counter-flip. */
const order = (one: Move, other: Move): number =>
  Number(other.turn !== null) - Number(one.turn !== null) ||
  Number(other.counterFlip) - Number(one.counterFlip);

function optionText(ctrl: Controller, move: Move, moves: Move[]): string {
  const pieceText = t(move.turn ? `choice.${move.turn}` : move.drop ? "choice.drop" : "choice.stay", {
    piece: pieceName(ctrl.game, move.becomes),
  });
  if (!moves.some((one) => one.counterFlip)) return pieceText;
  const captureText = t(move.counterFlip ? "choice.counterflip" : "choice.take", {
    piece: pieceName(ctrl.game, move.captures[0]?.hand ?? "P"),
  });
  return moves.some((one) => one.turn !== move.turn) ? `${pieceText}, ${captureText}` : captureText;
}

export function choiceDialog(ctrl: Controller): VNode | null {
  const { choice } = ctrl;
  if (!choice) return null;
  const color = groundColor(ctrl.node.turn);
  const canCounterFlip = choice.moves.some((move) => move.counterFlip);
  const option = (move: Move): VNode => {
    const captured = move.captures[0]?.hand;
    return el(
      "button.option",
      {
        key: move.usi,
        attrs: { type: "button", "data-usi": move.usi },
        on: { click: () => void ctrl.playMove(move) },
      },
      [
        pieceImage(color, roleOf(move.becomes)),
        canCounterFlip && captured ? el("span.gain", {}, ["+", pieceImage(color, roleOf(captured))]) : null,
        el("span.option-text", {}, [optionText(ctrl, move, choice.moves)]),
      ],
    );
  };
  const { files, ranks } = ctrl.game;
  const file = fileOf(choice.to);
  const rank = rankOf(choice.to) - 1;
  const isBlackBelow = ctrl.orientation === "black";
  const x = ((isBlackBelow ? files - file : file - 1) + 0.5) / files;
  const y = ((isBlackBelow ? rank : ranks - 1 - rank) + 0.5) / ranks;
  return el(
    "div.choice",
    {
      attrs: {
        role: "dialog",
        "aria-modal": "true",
        "aria-label": t("choice.title"),
        "data-dialog": "choice",
      },
      on: {
        mousedown: (event) => {
          if (event.target === event.currentTarget) ctrl.cancelChoice();
        },
        keydown: (event) => onKey(ctrl, event),
      },
    },
    [
      el(
        "div.options",
        {
          class: { low: y > 0.5, left: x < 0.34, right: x > 0.66 },
          style: { left: `${x * 100}%`, top: `${y * 100}%` },
          hook: { insert: (vnode) => (vnode.elm as HTMLElement).querySelector("button")?.focus() },
        },
        [...choice.moves].sort(order).map(option),
      ),
    ],
  );
}

function onKey(ctrl: Controller, event: KeyboardEvent): void {
  event.stopPropagation();
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[
    event.key
  ];
  if (event.key === "Escape") ctrl.cancelChoice();
  else if (step) buttons.at((at + step) % buttons.length)?.focus();
  else return;
  event.preventDefault();
}
