/** The move list: main line, variations and comments. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { colorSymbol, formatMove } from "../describe.ts";
import { missedText } from "../describe-missed.ts";
import { t } from "../i18n.ts";
import type { TreeNode } from "../model/tree.ts";
import { scoreText } from "../play/analysis.ts";
import { opposite } from "../play/clock.ts";
import { el, fieldValue } from "./html.ts";

const moveText = (ctrl: Controller, node: TreeNode): string =>
  node.move ? formatMove(node.move, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null) : "";

/** Returns the move number of a node. */
const moveNumber = (ctrl: Controller, node: TreeNode): number =>
  node.ply + Number(ctrl.tree.root.sfen.split(" ")[3] ?? 1) - 1;

function moveButton(ctrl: Controller, node: TreeNode): VNode {
  const current = node === ctrl.node;
  const attrs: Record<string, string | number> = {
    type: "button",
    "data-node": node.id,
    "data-ply": node.ply,
    "data-usi": node.move?.usi ?? "",
  };
  if (current) attrs["aria-current"] = "true";
  const glyph = node.evaluation?.glyph;
  return el(
    "button.move",
    {
      key: node.id,
      attrs,
      class: { current, live: node === ctrl.match?.live && ctrl.match.running },
      on: { click: () => ctrl.goTo(node) },
      hook: {
        insert: (vnode) => current && scrollIntoList(vnode.elm as HTMLElement),
        postpatch: (old, vnode) =>
          current && !old.data?.class?.["current"] && scrollIntoList(vnode.elm as HTMLElement),
      },
    },
    [
      el("span.side", { attrs: { "aria-hidden": "true" } }, [colorSymbol(opposite(node.turn))]),
      moveText(ctrl, node),
      glyph ? el("span.glyph", { attrs: { "data-glyph": glyph } }, [glyph]) : null,
      node.evaluation && !node.outcome && !startsVariation(node)
        ? el("span.score", {}, [scoreText(node.evaluation.score)])
        : null,
    ],
  );
}

const startsVariation = (node: TreeNode): boolean => node.parent?.children[0] !== node;

/** Scrolls the move list to a move without scrolling the page. */
function scrollIntoList(button: HTMLElement): void {
  requestAnimationFrame(() => {
    const list = button.closest<HTMLElement>(".moves");
    if (!list) return;
    const [inner, outer] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
  });
}

const commentText = (node: TreeNode): VNode | null =>
  node.comment ? el("span.comment", {}, [node.comment]) : null;

function bestMove(ctrl: Controller, node: TreeNode): VNode | null {
  const { evaluation } = node;
  if (!evaluation?.glyph || !evaluation.best) return null;
  const move = formatMove(evaluation.best, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null);
  return el("span.comment.best-move", {}, [t(`report.${evaluation.glyph}`), " ", t("report.best", { move }), missedText(ctrl.game, evaluation)]);
}

/** Builds a variation with its own variations nested inside. */
function variation(ctrl: Controller, first: TreeNode): VNode {
  const row: (VNode | null)[] = [];
  for (let at: TreeNode | undefined = first; at; at = at.children[0]) {
    row.push(el("span.number", {}, [`${moveNumber(ctrl, at)}.`]), moveButton(ctrl, at), commentText(at));
    if (at !== first) row.push(...alternatives(at).map((alternative) => variation(ctrl, alternative)));
  }
  return el("div.variation", { key: `v${first.id}` }, row);
}

/** Returns the alternatives to a move that continues its line. */
const alternatives = (node: TreeNode): TreeNode[] =>
  node.parent?.children[0] === node ? node.parent.children.slice(1) : [];

/** Keeps the current move visible when the list shrinks, for example below analysis lines. */
function keepCurrentMoveVisible(list: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    const current = list.querySelector<HTMLElement>("[aria-current]");
    if (current) scrollIntoList(current);
  });
  observer.observe(list);
}

/** Builds the list. The style sheet arranges it in two columns: Black's moves and White's. */
export function movesView(ctrl: Controller): VNode {
  const { root } = ctrl.tree;
  const rows: VNode[] = root.comment ? [el("li", { key: "root" }, [commentText(root)])] : [];
  for (let at = root.children[0]; at; at = at.children[0]) {
    rows.push(
      el(`li.${opposite(at.turn)}`, { key: at.id, attrs: { value: moveNumber(ctrl, at) } }, [
        el("span.number", {}, [String(moveNumber(ctrl, at))]),
        moveButton(ctrl, at),
        bestMove(ctrl, at),
        commentText(at),
        ...alternatives(at).map((alternative) => variation(ctrl, alternative)),
      ]),
    );
  }
  const isEmpty = root.children.length === 0;
  const attrs = { role: "region", "aria-label": t("moves.label"), tabindex: 0 };
  const hook = { insert: (vnode: VNode) => keepCurrentMoveVisible(vnode.elm as HTMLElement) };
  return el("div.moves", { attrs, hook }, [
    isEmpty ? el("p.hint", {}, [t("moves.none")]) : el("ol", {}, rows),
  ]);
}

/** Builds the comment field of the displayed position. */
export function commentField(ctrl: Controller): VNode {
  const { node } = ctrl;
  return el("textarea.comment-field", {
    key: `comment-${node.id}`,
    attrs: {
      name: "comment",
      rows: 2,
      placeholder: t("comment.placeholder"),
      "aria-label": t("comment.placeholder"),
    },
    ...fieldValue(node.comment),
    on: { change: (event) => ctrl.setComment(node, (event.target as HTMLTextAreaElement).value.trim()) },
  });
}
