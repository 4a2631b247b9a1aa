/** What the engine says of the position shown. */

import type { VNode } from "snabbdom";
import type { Info } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { notate } from "../describe.ts";
import { t } from "../i18n.ts";
import { forBlack, scoreText } from "../play/analysis.ts";
import { el, type Option, select } from "./html.ts";

/** How much of a line is shown. */
const SHOWN = 14;

export function analysisView(ctrl: Ctrl): VNode {
  const { analysis } = ctrl;
  const best = analysis.infos[0];
  return el(
    "section.analysis",
    { class: { on: analysis.on }, attrs: { "aria-label": t("analysis.label") } },
    [
      el("div.analysis-head", {}, [
        el(
          "button.switch",
          {
            attrs: {
              type: "button",
              role: "switch",
              "aria-checked": String(analysis.on),
              "data-do": "analysis",
            },
            on: { click: () => analysis.toggle(ctrl.node) },
          },
          [el("span.knob"), t("analysis.label")],
        ),
        best
          ? el("strong.score", { attrs: { "data-score": "" } }, [scoreText(forBlack(best.score, ctrl.node))])
          : null,
        best ? el("span.facts", {}, [facts(best)]) : null,
        analysis.on && !best
          ? el("span.facts", {}, [t(analysis.running ? "analysis.wait" : "analysis.none")])
          : null,
        el("span.gap"),
        analysis.on ? linesChoice(ctrl) : null,
      ]),
      analysis.on
        ? el(
            "ol.lines",
            { on: { mouseleave: () => point(ctrl, null) } },
            analysis.infos.slice(0, ctrl.settings.lines).map((info) => line(ctrl, info)),
          )
        : null,
    ],
  );
}

function linesChoice(ctrl: Ctrl): VNode {
  const options = Array.from(
    { length: ctrl.games.limits.lines },
    (_, index): Option => [String(index + 1), t("analysis.lines", { count: index + 1 })],
  );
  return select(
    "lines",
    options,
    String(ctrl.settings.lines),
    (lines) => ctrl.set({ lines: Number(lines) }),
    t("analysis.lines.label"),
  );
}

const short = (value: number): string =>
  value >= 1e6
    ? `${(value / 1e6).toFixed(1)}M`
    : value >= 1e3
      ? `${(value / 1e3).toFixed(0)}k`
      : String(value);

const facts = (info: Info): string =>
  t("analysis.facts", {
    depth: `${info.depth}/${info.seldepth}`,
    nodes: short(info.nodes),
    nps: short(info.nps),
  });

function point(ctrl: Ctrl, usi: string | null): void {
  if (ctrl.hovered === usi) return;
  ctrl.hovered = usi;
  ctrl.redraw();
}

function line(ctrl: Ctrl, info: Info): VNode {
  const moves = info.pv.map((usi, index) => ({ usi, record: info.record[index] ?? usi }));
  const words = moves.slice(0, SHOWN).map((move, index) =>
    el(
      "button.pv",
      {
        attrs: { type: "button", "data-usi": move.usi },
        on: { click: () => void ctrl.follow(info.pv.slice(0, index + 1)) },
      },
      [notate(move, ctrl.game, ctrl.settings.notation, moves[index - 1] ?? ctrl.node.move)],
    ),
  );
  return el(
    "li",
    {
      key: info.multipv,
      attrs: { "data-line": info.multipv },
      on: { mouseenter: () => point(ctrl, info.pv[0] ?? null) },
    },
    [el("strong", {}, [scoreText(forBlack(info.score, ctrl.node))]), ...words],
  );
}
