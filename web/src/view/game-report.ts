/** The game report: a graph of the scores and the worst moves. */

import { h, type VNode } from "snabbdom";
import { runReport } from "../actions/engine.ts";
import type { Controller } from "../controller.ts";
import { formatMove, resultText } from "../describe.ts";
import { t } from "../i18n.ts";
import { mainLine, type TreeNode } from "../model/tree.ts";
import { scoreText, winningChances } from "../play/analysis.ts";
import { learnButtons } from "./learn-button.ts";
import { button, el, type Option, select } from "./html.ts";

const WIDTH = 600;
const HEIGHT = 120;

export function reportView(ctrl: Controller): VNode | null {
  const line = mainLine(ctrl.tree);
  if (line.length < 2) return null;
  const isEvaluated = line.some((node) => node.evaluation);
  return el("section.game-report", { attrs: { "aria-label": t("report.label") } }, [
    el("div.report-head", {}, [
      ctrl.report.progress
        ? button("report-stop", t("report.stop"), () => {
            ctrl.report.stop();
            ctrl.redraw();
          })
        : button("report", t(isEvaluated ? "report.again" : "report.start"), () => runReport(ctrl)),
      ctrl.report.progress
        ? null
        : select(
            "report-time",
            timeOptions(),
            String(ctrl.settings.reportTime),
            (ms) => ctrl.changeSettings({ reportTime: Number(ms) }),
            t("report.time"),
          ),
      progressView(ctrl),
      ...learnButtons(ctrl, line),
    ]),
    isEvaluated ? graph(ctrl, line) : null,
    isEvaluated && !ctrl.report.progress ? worstMoves(ctrl, line) : null,
  ]);
}

const timeOptions = (): Option[] => [
  ["50", t("report.quick")],
  ["200", t("report.normal")],
  ["1000", t("report.deep")],
];

function progressView(ctrl: Controller): VNode | null {
  const { progress } = ctrl.report;
  if (!progress) return null;
  return el("label.progress", {}, [
    el("progress", {
      attrs: { max: progress.of, "aria-label": t("report.progress") },
      props: { value: progress.done },
    }),
    el("span", {}, [`${progress.done} / ${progress.of}`]),
  ]);
}

const y = (node: TreeNode): number =>
  (HEIGHT / 2) * (1 - (node.evaluation ? winningChances(node.evaluation.score) : 0));

function graph(ctrl: Controller, line: TreeNode[]): VNode {
  const x = (ply: number): number => (ply / Math.max(1, line.length - 1)) * WIDTH;
  const evaluated = line.filter((node) => node.evaluation);
  const points = evaluated.map((node) => `${x(node.ply).toFixed(1)},${y(node).toFixed(1)}`).join(" ");
  const [first, last] = [evaluated[0], evaluated.at(-1)];
  const area = first && last ? `${x(first.ply)},${HEIGHT / 2} ${points} ${x(last.ply)},${HEIGHT / 2}` : "";
  const currentX = line.includes(ctrl.node) ? x(ctrl.node.ply) : null;
  const mistakes = evaluated.filter((node) => node.evaluation?.glyph);
  return h(
    "svg.graph",
    {
      attrs: {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("report.curve"),
      },
      on: { click: (event: MouseEvent) => goToClicked(ctrl, line, event) },
    },
    [
      h("rect.ground-half", { attrs: { x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 } }),
      h("polygon", { attrs: { points: area } }),
      h("line.zero", { attrs: { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 } }),
      h("polyline", { attrs: { points } }),
      ...(currentX === null
        ? []
        : [h("line.current", { attrs: { x1: currentX, x2: currentX, y1: 0, y2: HEIGHT } })]),
      ...mistakes.map((node) =>
        h("line.mistake", {
          key: node.id,
          attrs: {
            x1: x(node.ply),
            x2: x(node.ply),
            y1: y(node) - 0.1,
            y2: y(node) + 0.1,
            "data-glyph": node.evaluation?.glyph ?? "",
          },
        }),
      ),
    ],
  );
}

function goToClicked(ctrl: Controller, line: TreeNode[], event: MouseEvent): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const ply = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
  const node = line[ply];
  if (node) ctrl.goTo(node);
}

/** Returns how much a move lost, on the scale of {@link winningChances}. */
const lossOf = (node: TreeNode): number =>
  node.parent?.evaluation && node.evaluation
    ? Math.abs(winningChances(node.parent.evaluation.score) - winningChances(node.evaluation.score))
    : 0;

/** Returns the score of a position, or the result if the game is over. */
function evaluationText(node: TreeNode | null): string {
  if (node?.outcome) return resultText(node.outcome.winner);
  return node?.evaluation ? scoreText(node.evaluation.score) : "";
}

function worstMoves(ctrl: Controller, line: TreeNode[]): VNode {
  const mistakes = line
    .filter((node) => node.evaluation?.glyph)
    .sort((one, two) => lossOf(two) - lossOf(one));
  if (!mistakes.length) return el("p.worst-moves", {}, [t("report.clean")]);
  const item = (node: TreeNode): VNode =>
    el("li", { key: node.id }, [
      button("mistake", "", () => ctrl.goTo(node), {
        data: { ply: String(node.ply) },
        children: [
          `${node.ply}. ${node.move ? formatMove(node.move, ctrl.game, ctrl.settings.notation, null) : ""} `,
          el("b", {}, [node.evaluation?.glyph ?? ""]),
          ` ${evaluationText(node.parent)} → ${evaluationText(node)}`,
        ],
      }),
      node.evaluation?.best
        ? el("span", {}, [
            t("report.best", {
              move: formatMove(node.evaluation.best, ctrl.game, ctrl.settings.notation, null),
            }),
          ])
        : null,
    ]);
  return el("div.worst-moves", {}, [
    el("h3", {}, [t("report.worst")]),
    el("ol", {}, mistakes.slice(0, 8).map(item)),
  ]);
}
