/** The exercise with the mistakes of a side, in place of the move list. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { colorName, formatMove, type WrittenMove } from "../describe.ts";
import { describeMissed } from "../describe-missed.ts";
import { t } from "../i18n.ts";
import type { Missed, TreeNode } from "../model/tree.ts";
import type { Learning } from "../play/learning.ts";
import { button, el, iconButton } from "./html.ts";
import { moveField } from "./panel.ts";

/** What reveals the better move. The rest is shown with the position. */
const REVEALING: Missed["kind"][] = ["win-missed", "gain-missed"];

export function learningView(ctrl: Controller, learning: Learning): VNode {
  const { mistake } = learning;
  return el(
    "section.panel.learning",
    {
      key: "learning",
      attrs: { "aria-label": t("learn.title"), tabindex: -1, "data-learning": learning.state },
      hook: { insert: (vnode) => showPanel(vnode.elm as HTMLElement) },
    },
    [
      el("header", {}, [
        el("h2", {}, [t("learn.title")]),
        iconButton("learn-close", "close", t("act.close"), () => learning.close()),
      ]),
      el("div.learn-text", { attrs: { role: "status" } }, mistake ? mistakeText(ctrl, learning, mistake) : summary(learning)),
      el(
        "div.actions",
        {},
        mistake
          ? [
              button("learn-show", t("learn.show"), () => void learning.showBest()),
              button("learn-next", t(isSolved(learning) ? "learn.next" : "learn.skip"), () => learning.next()),
            ]
          : [
              button("learn-again", t("learn.again"), () => learning.start()),
              button("learn-end", t("act.close"), () => learning.close()),
            ],
      ),
      mistake ? moveField(ctrl) : null,
    ],
  );
}

/** Moves the focus to the exercise. The board is at the top of the page. */
function showPanel(panel: HTMLElement): void {
  panel.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

const isSolved = ({ state }: Learning): boolean => state === "found" || state === "shown";

function mistakeText(ctrl: Controller, learning: Learning, mistake: TreeNode): (VNode | null)[] {
  const { state, tried } = learning;
  const { evaluation, parent } = mistake;
  const written = (move: WrittenMove | null | undefined): string =>
    move ? formatMove(move, ctrl.game, ctrl.settings.notation, parent?.move ?? null) : "";
  const isShown = (missed: Missed): boolean => isSolved(learning) || !REVEALING.includes(missed.kind);
  const missed = (evaluation?.missed ?? []).filter(isShown).map((one) => describeMissed(ctrl.game, one));
  const isBest = tried?.usi === evaluation?.best?.usi;
  return [
    el("p.hint", {}, [t("learn.count", { number: learning.index + 1, count: learning.mistakes.length })]),
    el("p", {}, [
      ctrl.match?.personColor()
        ? t("learn.played", { move: written(mistake.move) })
        : t("learn.played.side", { color: colorName(learning.color), move: written(mistake.move) }),
      el("b.glyph", { attrs: { "data-glyph": evaluation?.glyph ?? "" } }, [evaluation?.glyph ?? ""]),
      " ",
      missed.join(" "),
    ]),
    state === "try" ? el("p", {}, [t("learn.find")]) : null,
    state === "judging" ? el("p", {}, [t("learn.judging", { move: written(tried) })]) : null,
    state === "wrong" ? el("p.error", {}, [t("learn.wrong", { move: written(tried) })]) : null,
    state === "found" ? el("p.good", {}, [t("learn.found", { move: written(tried) })]) : null,
    isSolved(learning) && !(state === "found" && isBest)
      ? el("p", {}, [t("report.best", { move: written(evaluation?.best) })])
      : null,
    learning.arrows.length ? el("p.hint", {}, [t("learn.arrows")]) : null,
  ];
}

const summary = ({ count, mistakes }: Learning): VNode[] => [
  el("p", {}, [t("learn.done", { ...count, count: mistakes.length })]),
];
