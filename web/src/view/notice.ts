/** A temporary message, placed so that it does not cover the board. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import { el, iconButton } from "./html.ts";

/** Distance from the edges of the window and of other elements, in pixels. */
const GAP = 8;

export function noticeView(ctrl: Controller): VNode | null {
  if (!ctrl.notice) return null;
  const { text, kind } = ctrl.notice;
  return el(`div.notice.${kind}`, { key: "notice", attrs: { role: "alert" } }, [
    el("span", {}, [text]),
    iconButton("dismiss", "close", t("act.close"), () => ctrl.dismissNotice()),
  ]);
}

/** Builds the message over the panel if it is beside the board, else below or above the board. */
export function floatingNotice(ctrl: Controller): VNode | null {
  const notice = noticeView(ctrl);
  if (!notice) return null;
  const reposition = (): void => place(notice.elm as HTMLElement);
  notice.data = {
    ...notice.data,
    hook: {
      insert: () => {
        reposition();
        addEventListener("scroll", reposition, { passive: true });
        addEventListener("resize", reposition);
      },
      postpatch: (_, now) => place(now.elm as HTMLElement),
      destroy: () => {
        removeEventListener("scroll", reposition);
        removeEventListener("resize", reposition);
      },
    },
  };
  return notice;
}

function place(notice: HTMLElement): void {
  const board = document.querySelector(".board")?.getBoundingClientRect();
  const panel = document.querySelector(".panel")?.getBoundingClientRect();
  if (!board || !panel) return;
  const { style } = notice;
  const isBeside = panel.left >= board.right;
  const [left, width] = isBeside ? [panel.left, panel.width] : [GAP, innerWidth - 2 * GAP];
  style.left = `${left}px`;
  style.width = `${width}px`;
  if (isBeside) style.top = `${Math.max(GAP, panel.top)}px`;
  else if (innerHeight - board.bottom < board.top) style.top = `${GAP}px`;
  else {
    // Avoids the focused text field if there is room above it.
    const field = document.activeElement?.closest("input, textarea")?.getBoundingClientRect();
    const above = (field?.top ?? 0) - notice.offsetHeight - GAP;
    style.top = `${above > board.bottom ? above : innerHeight - notice.offsetHeight - GAP}px`;
  }
}
