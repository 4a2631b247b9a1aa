/** The dialog that sends the game to a friend or to a phone: a link, and its QR code. */

import { renderSVG } from "uqr";
import type { VNode } from "snabbdom";
import { publicLink } from "../actions/share.ts";
import type { Controller } from "../controller.ts";
import { t } from "../i18n.ts";
import { dialogBox } from "./dialog.ts";
import { button, el, fieldValue } from "./html.ts";

export function shareDialog(ctrl: Controller): VNode {
  const link = publicLink(ctrl);
  const isFriendGame = Boolean(ctrl.match?.setup.friend);
  return dialogBox(ctrl, "share", t(isFriendGame ? "friend.send" : "share.title"), () => ctrl.openDialog(null), [
    el("p.hint", {}, [t(isFriendGame ? "friend.send.hint" : "share.hint")]),
    el("input", {
      attrs: { name: "link", readonly: true, "aria-label": t("share.link") },
      on: { focus: (event) => (event.target as HTMLInputElement).select() },
      ...fieldValue(link),
    }),
    el("div.actions", {}, [
      button("copy-link.primary", t("records.copy"), () => void ctrl.copyText(link), { autofocus: true }),
      // Phones send a link with any of their programs.
      "share" in navigator
        ? button("send-link", t("share.send"), () => void navigator.share({ url: link }).catch(() => undefined))
        : null,
      button("share-file", t("share.file"), () => ctrl.openDialog("records")),
    ]),
    qrCode(link),
  ]);
}

/** Builds the QR code of a link. The link of a very long game does not fit. */
function qrCode(link: string): VNode {
  try {
    const svg = renderSVG(link, { border: 2 });
    return el("img.qr-code", {
      attrs: { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: t("share.qr"), width: 240, height: 240 },
    });
  } catch {
    return el("p.hint", {}, [t("share.too-long")]);
  }
}
