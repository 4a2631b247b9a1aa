/** A modal dialog of the page. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { type Children, el, iconButton } from "./html.ts";
import { noticeView } from "./notice.ts";

/** Builds a modal dialog. Escape, its close button and a click outside close it. */
export function dialogBox(
  ctrl: Controller,
  name: string,
  title: string,
  close: () => void,
  children: Children,
): VNode {
  return el(
    `dialog.${name}`,
    {
      key: name,
      attrs: { "data-dialog": name, "aria-label": title },
      hook: {
        insert: (vnode) => (vnode.elm as HTMLDialogElement).showModal(),
        destroy: (vnode) => (vnode.elm as HTMLDialogElement).close(),
      },
      on: {
        cancel: (event) => {
          event.preventDefault();
          close();
        },
        mousedown: (event) => {
          if (event.target !== event.currentTarget) return;
          // The second click of a double click belongs to the button that opened the dialog:
          // it neither closes the dialog nor takes the focus from its buttons.
          if (event.detail < 2) close();
          else event.preventDefault();
        },
      },
    },
    [
      el("div.box", {}, [
        el("header", {}, [el("h2", {}, [title]), iconButton("close", "close", "✕", close)]),
        // A modal dialog makes the rest of the page inert, so the message is shown inside it.
        ctrl.confirmation ? null : noticeView(ctrl),
        ...children,
      ]),
    ],
  );
}
