import {
  el,
  iconButton
} from "./chunk-OWP3H2MV.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";

// src/view/notice.ts
var GAP = 8;
function noticeView(ctrl) {
  if (!ctrl.notice) return null;
  const { text, kind } = ctrl.notice;
  return el(`div.notice.${kind}`, { key: "notice", attrs: { role: "alert" } }, [el("span", {}, [text]), iconButton("dismiss", "close", t("act.close"), () => ctrl.dismissNotice())]);
}
function floatingNotice(ctrl) {
  const notice = noticeView(ctrl);
  if (!notice) return null;
  const reposition = () => place(notice.elm);
  notice.data = { ...notice.data, hook: { insert: () => {
    reposition();
    addEventListener("scroll", reposition, { passive: true });
    addEventListener("resize", reposition);
  }, postpatch: (_, now) => place(now.elm), destroy: () => {
    removeEventListener("scroll", reposition);
    removeEventListener("resize", reposition);
  } } };
  return notice;
}
function place(notice) {
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
    const field = document.activeElement?.closest("input, textarea")?.getBoundingClientRect();
    const above = (field?.top ?? 0) - notice.offsetHeight - GAP;
    style.top = `${above > board.bottom ? above : innerHeight - notice.offsetHeight - GAP}px`;
  }
}

// src/view/dialog.ts
function dialogBox(ctrl, name, title, close, children) {
  return el(`dialog.${name}`, { key: name, attrs: { "data-dialog": name, "aria-label": title }, hook: { insert: (vnode) => vnode.elm.showModal(), destroy: (vnode) => vnode.elm.close() }, on: { cancel: (event) => {
    event.preventDefault();
    close();
  }, mousedown: (event) => {
    if (event.target !== event.currentTarget) return;
    if (event.detail < 2) close();
    else event.preventDefault();
  } } }, [el("div.box", {}, [el("header", {}, [el("h2", {}, [title]), iconButton("close", "close", "✕", close)]), ctrl.confirmation ? null : noticeView(ctrl), ...children])]);
}

export {
  floatingNotice,
  dialogBox
};
