import {
  el,
  select
} from "./chunk-OWP3H2MV.js";
import {
  formatMove
} from "./chunk-HJVU5CB3.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import {
  blackScore,
  scoreText
} from "./chunk-XCEMHILM.js";

// src/view/analysis.ts
var MAX_MOVES = 14;
function analysisView(ctrl) {
  const { analysis } = ctrl;
  const best = analysis.infos[0];
  return el("section.analysis", { class: { on: analysis.enabled }, attrs: { "aria-label": t("analysis.label") } }, [el("div.analysis-head", {}, [el("button.switch", { attrs: { type: "button", role: "switch", "aria-checked": String(analysis.enabled), "data-do": "analysis" }, on: { click: () => analysis.toggle(ctrl.node) } }, [el("span.knob"), t("analysis.label")]), best ? el("strong.score", { attrs: { "data-score": "" } }, [scoreText(blackScore(best.score, ctrl.node))]) : null, el("span.gap"), analysis.enabled ? lineCountSelect(ctrl) : null]), analysis.enabled || best ? el("p.search-info", {}, [searchInfo(ctrl, best)]) : null, analysis.enabled ? el("ol.lines", { style: { "--lines": String(ctrl.settings.lines) }, on: { mouseleave: () => setHoveredMove(ctrl, null) } }, analysis.infos.slice(0, ctrl.settings.lines).map((info) => lineView(ctrl, info))) : null]);
}
function lineCountSelect(ctrl) {
  const options = Array.from({ length: ctrl.games.limits.lines }, (_, index) => [String(index + 1), t("analysis.lines", { count: index + 1 })]);
  return select("lines", options, String(ctrl.settings.lines), (lines) => ctrl.changeSettings({ lines: Number(lines) }), t("analysis.lines.label"));
}
var compactNumber = (value) => value >= 1e6 ? `${(value / 1e6).toFixed(1)}M` : value >= 1e3 ? `${(value / 1e3).toFixed(0)}k` : String(value);
function searchInfo({ analysis }, info) {
  if (!info) return t(analysis.running ? "analysis.wait" : "analysis.none");
  return t("analysis.info", { depth: `${info.depth}/${info.seldepth}`, nodes: compactNumber(info.nodes), nps: compactNumber(info.nps) });
}
function setHoveredMove(ctrl, usi) {
  if (ctrl.hoveredMove === usi) return;
  ctrl.hoveredMove = usi;
  ctrl.redraw();
}
function lineView(ctrl, info) {
  const moves = info.pv.map((usi, index) => ({ usi, record: info.record[index] ?? usi }));
  const buttons = moves.slice(0, MAX_MOVES).map((move, index) => el("button.pv", { key: `${index} ${move.usi}`, attrs: { type: "button", "data-usi": move.usi }, on: { click: () => void ctrl.playLine(info.pv.slice(0, index + 1)) } }, [formatMove(move, ctrl.game, ctrl.settings.notation, moves[index - 1] ?? ctrl.node.move)]));
  return el("li", { key: info.multipv, attrs: { "data-line": info.multipv }, on: { mouseenter: () => setHoveredMove(ctrl, info.pv[0] ?? null) } }, [el("strong", {}, [scoreText(blackScore(info.score, ctrl.node))]), ...buttons]);
}

export {
  analysisView,
  setHoveredMove
};
