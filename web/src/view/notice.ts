/** A message that goes away by itself. It covers no square of the board. */

import type { VNode } from "snabbdom";
import type { Ctrl } from "../ctrl.ts";
import { t } from "../i18n.ts";
import { el, iconButton } from "./html.ts";

/** Between the message and what it stands beside, in pixels. */
const GAP = 8;

export function noticeView(ctrl: Ctrl): VNode | null {
  if (!ctrl.notice) return null;
  const { text, kind } = ctrl.notice;
  return el(`div.notice.${kind}`, { key: "notice", attrs: { role: "alert" } }, [
    el("span", {}, [text]),
    iconButton("dismiss", "close", t("act.close"), () => ctrl.dismiss()),
  ]);
}

/** The message over the page: on the column beside the board, else below or above the board. */
export function floatingNotice(ctrl: Ctrl): VNode | null {
  const notice = noticeView(ctrl);
  if (!notice) return null;
  const follow = (): void => place(notice.elm as HTMLElement);
  notice.data = {
    ...notice.data,
    hook: {
      insert: () => {
        follow();
        addEventListener("scroll", follow, { passive: true });
        addEventListener("resize", follow);
      },
      postpatch: (_, now) => place(now.elm as HTMLElement),
      destroy: () => {
        removeEventListener("scroll", follow);
        removeEventListener("resize", follow);
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
    // Not on the field in which somebody types, if there is room above it.
    const field = document.activeElement?.closest("input, textarea")?.getBoundingClientRect();
    const above = (field?.top ?? 0) - notice.offsetHeight - GAP;
    style.top = `${above > board.bottom ? above : innerHeight - notice.offsetHeight - GAP}px`;
  }
}
