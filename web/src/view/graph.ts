/** The whole game as a curve, and the moves that lost most. */

import { h, type VNode } from "snabbdom";
import { runReport } from "../actions.ts";
import type { Ctrl } from "../ctrl.ts";
import { notate, resultText } from "../describe.ts";
import { t } from "../i18n.ts";
import { mainLine, type Node } from "../model/tree.ts";
import { chances, scoreText } from "../play/analysis.ts";
import { button, el, type Option, select } from "./html.ts";

const WIDTH = 600;
const HEIGHT = 120;

export function graphView(ctrl: Ctrl): VNode | null {
  const line = mainLine(ctrl.tree);
  if (line.length < 2) return null;
  const judged = line.some((node) => node.judgement);
  return el("section.under", { attrs: { "aria-label": t("graph.label") } }, [
    el("div.graph-head", {}, [
      ctrl.report.progress
        ? button("report-stop", t("graph.stop"), () => {
            ctrl.report.stop();
            ctrl.redraw();
          })
        : button("report", t(judged ? "graph.again" : "graph.start"), () => runReport(ctrl)),
      ctrl.report.progress
        ? null
        : select(
            "report-time",
            times(),
            String(ctrl.settings.reportTime),
            (ms) => ctrl.set({ reportTime: Number(ms) }),
            t("graph.time"),
          ),
      progress(ctrl),
    ]),
    judged ? curve(ctrl, line) : null,
    judged && !ctrl.report.progress ? worst(ctrl, line) : null,
  ]);
}

const times = (): Option[] => [
  ["50", t("graph.quick")],
  ["200", t("graph.normal")],
  ["1000", t("graph.deep")],
];

function progress(ctrl: Ctrl): VNode | null {
  const { progress } = ctrl.report;
  if (!progress) return null;
  return el("label.progress", {}, [
    el("progress", {
      attrs: { max: progress.of, "aria-label": t("graph.progress") },
      props: { value: progress.done },
    }),
    el("span", {}, [`${progress.done} / ${progress.of}`]),
  ]);
}

const y = (node: Node): number => (HEIGHT / 2) * (1 - (node.judgement ? chances(node.judgement.score) : 0));

function curve(ctrl: Ctrl, line: Node[]): VNode {
  const x = (ply: number): number => (ply / Math.max(1, line.length - 1)) * WIDTH;
  const known = line.filter((node) => node.judgement);
  const points = known.map((node) => `${x(node.ply).toFixed(1)},${y(node).toFixed(1)}`).join(" ");
  const [first, last] = [known[0], known.at(-1)];
  const area = first && last ? `${x(first.ply)},${HEIGHT / 2} ${points} ${x(last.ply)},${HEIGHT / 2}` : "";
  const here = line.includes(ctrl.node) ? x(ctrl.node.ply) : null;
  const faults = known.filter((node) => node.judgement?.glyph);
  return h(
    "svg.graph",
    {
      attrs: {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("graph.curve"),
      },
      on: { click: (event: MouseEvent) => goTo(ctrl, line, event) },
    },
    [
      h("rect.ground-half", { attrs: { x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 } }),
      h("polygon", { attrs: { points: area } }),
      h("line.zero", { attrs: { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 } }),
      h("polyline", { attrs: { points } }),
      ...(here === null ? [] : [h("line.here", { attrs: { x1: here, x2: here, y1: 0, y2: HEIGHT } })]),
      ...faults.map((node) =>
        h("line.fault", {
          key: node.id,
          attrs: {
            x1: x(node.ply),
            x2: x(node.ply),
            y1: y(node) - 0.1,
            y2: y(node) + 0.1,
            "data-glyph": node.judgement?.glyph ?? "",
          },
        }),
      ),
    ],
  );
}

function goTo(ctrl: Ctrl, line: Node[], event: MouseEvent): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const ply = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
  const node = line[ply];
  if (node) ctrl.jump(node);
}

/** What the move cost, on the scale of the chances. */
const cost = (node: Node): number =>
  node.parent?.judgement && node.judgement
    ? Math.abs(chances(node.parent.judgement.score) - chances(node.judgement.score))
    : 0;

/** How a position was judged; a decided game has its result instead of a score. */
function judgedText(node: Node | null): string {
  if (node?.outcome) return resultText(node.outcome.winner);
  return node?.judgement ? scoreText(node.judgement.score) : "";
}

function worst(ctrl: Ctrl, line: Node[]): VNode {
  const faults = line.filter((node) => node.judgement?.glyph).sort((one, two) => cost(two) - cost(one));
  if (!faults.length) return el("p.worst", {}, [t("graph.clean")]);
  const item = (node: Node): VNode =>
    el("li", { key: node.id }, [
      button("fault", "", () => ctrl.jump(node), {
        data: { ply: String(node.ply) },
        children: [
          `${node.ply}. ${node.move ? notate(node.move, ctrl.game, ctrl.settings.notation, null) : ""} `,
          el("b", {}, [node.judgement?.glyph ?? ""]),
          ` ${judgedText(node.parent)} → ${judgedText(node)}`,
        ],
      }),
      node.judgement?.best
        ? el("span", {}, [
            t("judged.best", { move: notate(node.judgement.best, ctrl.game, ctrl.settings.notation, null) }),
          ])
        : null,
    ]);
  return el("div.worst", {}, [el("h3", {}, [t("graph.worst")]), el("ol", {}, faults.slice(0, 8).map(item))]);
}
