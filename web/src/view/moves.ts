/** The list of the moves: the main line, variations beside it, comments. */

import type { VNode } from "snabbdom";
import type { Ctrl } from "../ctrl.ts";
import { mark, notate } from "../describe.ts";
import { t } from "../i18n.ts";
import type { Node } from "../model/tree.ts";
import { scoreText } from "../play/analysis.ts";
import { other } from "../play/clock.ts";
import { el, shown } from "./html.ts";

const moveText = (ctrl: Ctrl, node: Node): string =>
  node.move ? notate(node.move, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null) : "";

/** The number by which the move goes in the record. */
const plyOf = (ctrl: Ctrl, node: Node): number =>
  node.ply + Number(ctrl.tree.root.sfen.split(" ")[3] ?? 1) - 1;

function moveButton(ctrl: Ctrl, node: Node): VNode {
  const current = node === ctrl.node;
  const attrs: Record<string, string | number> = {
    type: "button",
    "data-node": node.id,
    "data-ply": node.ply,
    "data-usi": node.move?.usi ?? "",
  };
  if (current) attrs["aria-current"] = "true";
  const glyph = node.judgement?.glyph;
  return el(
    "button.move",
    {
      key: node.id,
      attrs,
      class: { current, live: node === ctrl.match?.live && ctrl.match.running },
      on: { click: () => ctrl.jump(node) },
      hook: {
        insert: (vnode) => current && reveal(vnode.elm as HTMLElement),
        postpatch: (old, vnode) => current && !old.data?.class?.["current"] && reveal(vnode.elm as HTMLElement),
      },
    },
    [
      el("span.side", { attrs: { "aria-hidden": "true" } }, [mark(other(node.turn))]),
      moveText(ctrl, node),
      glyph ? el("span.glyph", { attrs: { "data-glyph": glyph } }, [glyph]) : null,
      node.judgement && !node.outcome && !inVariation(node) ? el("span.score", {}, [scoreText(node.judgement.score)]) : null,
    ],
  );
}

const inVariation = (node: Node): boolean => node.parent?.children[0] !== node;

/** Scrolls the list, and nothing but the list, to a move. */
function reveal(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const list = button.closest<HTMLElement>(".moves");
    if (!list) return;
    const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
  });
}

const comment = (node: Node): VNode | null => (node.comment ? el("span.comment", {}, [node.comment]) : null);

function better(ctrl: Ctrl, node: Node): VNode | null {
  const { judgement } = node;
  if (!judgement?.glyph || !judgement.best) return null;
  const move = notate(judgement.best, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null);
  return el("span.comment.better", {}, [t(`judged.${judgement.glyph}`), " ", t("judged.best", { move })]);
}

/** A variation: its moves in a row, those inside it in brackets. */
function variation(ctrl: Ctrl, first: Node): VNode {
  const row: (VNode | null)[] = [];
  for (let at: Node | undefined = first; at; at = at.children[0]) {
    row.push(el("span.number", {}, [`${plyOf(ctrl, at)}.`]), moveButton(ctrl, at), comment(at));
    if (at !== first) row.push(...siblings(at).map((side) => variation(ctrl, side)));
  }
  return el("div.variation", { key: `v${first.id}` }, row);
}

/** The variations that begin where this first child begins. */
const siblings = (node: Node): Node[] =>
  node.parent?.children[0] === node ? node.parent.children.slice(1) : [];

/** Keeps the current move in sight when lines of the analysis take room from the list. */
function watchSize(list: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (current) reveal(current);
  });
  observer.observe(list);
}

export function movesView(ctrl: Ctrl): VNode {
  const rows: (VNode | null)[] = [comment(ctrl.tree.root)];
  for (let at = ctrl.tree.root.children[0]; at; at = at.children[0]) {
    rows.push(
      el("li", { key: at.id, attrs: { value: plyOf(ctrl, at) } }, [
        el("span.number", {}, [String(plyOf(ctrl, at))]),
        moveButton(ctrl, at),
        better(ctrl, at),
        comment(at),
        ...siblings(at).map((side) => variation(ctrl, side)),
      ]),
    );
  }
  const empty = ctrl.tree.root.children.length === 0;
  const attrs = { role: "region", "aria-label": t("moves.label"), tabindex: 0 };
  const hook = { insert: (vnode: VNode) => watchSize(vnode.elm as HTMLElement) };
  return el("div.moves", { attrs, hook }, [
    empty ? el("p.hint", {}, [t("moves.none")]) : el("ol", {}, rows),
  ]);
}

/** What can be done with the move shown, when it is one. */
export function commentView(ctrl: Ctrl): VNode {
  const { node } = ctrl;
  return el("textarea.comment-field", {
    key: `comment-${node.id}`,
    attrs: {
      name: "comment",
      rows: 2,
      placeholder: t("comment.placeholder"),
      "aria-label": t("comment.placeholder"),
    },
    ...shown(node.comment),
    on: { change: (event) => ctrl.comment(node, (event.target as HTMLTextAreaElement).value.trim()) },
  });
}
