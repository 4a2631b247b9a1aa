/** The page without the program: what has failed, what to do, and a button to try again. */

import type { VNode } from "snabbdom";
import { ApiError } from "../api/client.ts";
import type { Ctrl } from "../ctrl.ts";
import { sayError, t } from "../i18n.ts";
import { button, dialogBox, el } from "./html.ts";

const isToken = (error: unknown): boolean => error instanceof ApiError && error.code === "token";

/** Instead of the page, when it could not start. `again`: it was not the first attempt. */
export function failureView(error: unknown, again: boolean, retry: () => void): VNode {
  const text = error instanceof ApiError ? sayError(error) : String(error);
  return el("div#app", {}, [
    el("main.failed", { key: "failed", attrs: { "data-failed": "" } }, [
      ...(isToken(error) ? tokenHelp(again) : [el("p", { attrs: { role: "alert" } }, [text])]),
      button("retry.primary", t("act.retry"), retry),
    ]),
  ]);
}

/** The same over the page, when the program has been started anew since. */
export const tokenDialog = (ctrl: Ctrl): VNode =>
  dialogBox(ctrl, "token", t("token.title"), () => ctrl.openDialog(null), [
    ...tokenHelp(ctrl.hasRetried).slice(1),
    el("footer", {}, [button("retry.primary", t("act.retry"), () => void ctrl.retry(), { autofocus: true })]),
  ]);

const tokenHelp = (again: boolean): VNode[] => [
  el("h2", {}, [t("token.title")]),
  el("p", {}, [t("token.why")]),
  el(
    "ol",
    {},
    (["token.step.run", "token.step.open", "token.step.tab"] as const).map((key) => el("li", {}, [t(key)])),
  ),
  el("p.error", { attrs: { role: "status" } }, [again ? t("token.still") : ""]),
];
