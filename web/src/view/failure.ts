/** Error pages: no connection to the server, or no valid token. */

import type { VNode } from "snabbdom";
import { ApiError } from "../api/client.ts";
import type { Controller } from "../controller.ts";
import { errorText, t } from "../i18n.ts";
import { dialogBox } from "./dialog.ts";
import { button, el } from "./html.ts";

const isToken = (error: unknown): boolean => error instanceof ApiError && error.code === "token";

/** Builds the page that is shown if the start failed. `isRetry` is true after a failed retry. */
export function failureView(error: unknown, isRetry: boolean, retry: () => void): VNode {
  const text = error instanceof ApiError ? errorText(error) : String(error);
  return el("div#app", {}, [
    el("main.failed", { key: "failed", attrs: { "data-failed": "" } }, [
      ...(isToken(error) ? tokenHelp(isRetry) : [el("p", { attrs: { role: "alert" } }, [text])]),
      button("retry.primary", t("act.retry"), retry),
    ]),
  ]);
}

/** Builds the dialog that is shown if the server rejects the token, for example after a restart. */
export const tokenDialog = (ctrl: Controller): VNode =>
  dialogBox(ctrl, "token", t("token.title"), () => ctrl.openDialog(null), [
    ...tokenHelp(ctrl.hasTokenRetryFailed).slice(1),
    el("footer", {}, [
      button("retry.primary", t("act.retry"), () => void ctrl.retryToken(), { autofocus: true }),
    ]),
  ]);

const tokenHelp = (isRetry: boolean): VNode[] => [
  el("h2", {}, [t("token.title")]),
  el("p", {}, [t("token.explanation")]),
  el(
    "ol",
    {},
    (["token.step.run", "token.step.open", "token.step.tab"] as const).map((key) => el("li", {}, [t(key)])),
  ),
  el("p.error", { attrs: { role: "status" } }, [isRetry ? t("token.still-missing") : ""]),
];
