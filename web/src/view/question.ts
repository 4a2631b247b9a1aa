/** A question over everything else; Escape and a click beside it answer no. */

import type { VNode } from "snabbdom";
import type { Ctrl, Question } from "../ctrl.ts";
import { button, dialogBox, el } from "./html.ts";

export const questionDialog = (ctrl: Ctrl, { text, yes, no }: Question): VNode =>
  dialogBox(ctrl, "question", text, () => ctrl.answer(false), [
    el("footer", {}, [
      button("answer-yes.danger", yes, () => ctrl.answer(true), { careful: true }),
      button("answer-no", no, () => ctrl.answer(false), { autofocus: true }),
    ]),
  ]);
