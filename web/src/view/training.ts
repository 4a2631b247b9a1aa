/** The panel with lessons and puzzles beside the board. */

import type { VNode } from "snabbdom";
import type { Move } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { pieceName, squareName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import type { Tab } from "../training/handle.ts";
import type { Training } from "../training/training.ts";
import { button, el, iconButton, select } from "./html.ts";
import { lessonsView } from "./lessons.ts";
import { moveField, navigation } from "./panel.ts";
import { puzzlesView } from "./puzzles.ts";

export function trainingView(ctrl: Controller, training: Training): VNode {
  const { tab } = training;
  return el("section.panel.training", { key: "training", attrs: { "aria-label": t("training.label") } }, [
    el("header.training-head", {}, [
      el("div.tabs", { attrs: { role: "group", "aria-label": t("training.label") } }, [tabButton(training, "lessons"), tabButton(training, "puzzles")]),
      select(
        "training-game",
        ctrl.games.games.map((game) => [game.name, game.title[lang()]]),
        training.game,
        (name) => training.showGame(name),
        t("training.game"),
      ),
      iconButton("close-training", "close", t("training.close"), () => training.close()),
    ]),
    el("div.training-body", { key: tab }, [
      ...(tab === "lessons" ? lessonsView(ctrl, training) : puzzlesView(ctrl, training.puzzles)),
    ]),
    navigation(ctrl),
    moveField(ctrl),
  ]);
}

const tabButton = (training: Training, tab: Tab): VNode =>
  button(`tab-${tab}.tab`, t(`training.${tab}`), () => training.showTab(tab), { pressed: training.tab === tab });

/** Builds the text that names the piece to move. */
export function hintText(ctrl: Controller, move: Move | null): VNode | null {
  if (!move) return null;
  const piece = pieceName(ctrl.game, move.drop ?? move.piece);
  const text = move.from
    ? t("training.hint.board", { piece, square: squareName(move.from) })
    : t("training.hint.drop", { piece });
  return el("p.hinted", {}, [text]);
}

/** Builds the button that shows the piece to move. */
export const hintButton = (isEnabled: boolean, onPress: () => void): VNode =>
  button("training-hint", t("training.hint"), onPress, { disabled: !isEnabled });

/** Builds the message below a task. Its place is reserved, so that the buttons do not move. */
export const messageView = (kind: "right" | "wrong" | "none", children: (VNode | string | null)[]): VNode =>
  el("div.message", { class: { [kind]: true }, attrs: { role: "status" } }, children);
