/** The buttons that open the exercise with the mistakes of a side, which is loaded when it is first opened. */

import type { VNode } from "snabbdom";
import type { Color } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { colorName } from "../describe.ts";
import { t } from "../i18n.ts";
import { isMistake, type TreeNode } from "../model/tree.ts";
import type { Learning } from "../play/learning.ts";
import { button } from "./html.ts";

/** The view of the exercise; null until it is loaded. */
let view: ((ctrl: Controller, learning: Learning) => VNode) | null = null;

/** Returns the panel of the exercise, or null if it is not open. */
export const learningPanel = (ctrl: Controller): VNode | null =>
  ctrl.learning && view ? view(ctrl, ctrl.learning) : null;

async function openLearning(ctrl: Controller, color: Color, line: TreeNode[]): Promise<void> {
  try {
    const [{ Learning }, { learningView }] = await Promise.all([
      import("../play/learning.ts"),
      import("./learning.ts"),
    ]);
    if (ctrl.analysis.enabled) ctrl.analysis.toggle(ctrl.node);
    view = learningView;
    ctrl.learning = new Learning(ctrl, color, line);
    ctrl.learning.start();
  } catch (error) {
    ctrl.showError(error);
  }
}

/** Builds a button for the person's mistakes; in other games one for each side. */
export function learnButtons(ctrl: Controller, line: TreeNode[]): VNode[] {
  if (ctrl.match?.running || ctrl.report.progress) return [];
  const person = ctrl.match?.personColor();
  const colors: Color[] = person ? [person] : ["black", "white"];
  return colors.flatMap((color) => {
    const count = line.filter(({ parent, evaluation }) => parent?.turn === color && isMistake(evaluation)).length;
    const label = person ? t("learn.start", { count }) : t("learn.start.side", { count, color: colorName(color) });
    const data = { color };
    return count ? button("learn", label, () => void openLearning(ctrl, color, line), { data }) : [];
  });
}
