/** The confirmation dialog. Escape and a click outside cancel the action. */

import type { VNode } from "snabbdom";
import type { Controller, Confirmation } from "../controller.ts";
import { dialogBox } from "./dialog.ts";
import { button, el } from "./html.ts";

export const confirmationDialog = (ctrl: Controller, { text, yes, no }: Confirmation): VNode =>
  dialogBox(ctrl, "confirm", text, () => ctrl.answerConfirmation(false), [
    el("footer", {}, [
      button("confirm-yes.danger", yes, () => ctrl.answerConfirmation(true), { ignoresDoubleClick: true }),
      button("confirm-no", no, () => ctrl.answerConfirmation(false), { autofocus: true, ignoresDoubleClick: true }),
    ]),
  ]);
