import {
  describeMissed,
  moveField
} from "./chunk-XB5IFKFD.js";
import "./chunk-3GP66OLQ.js";
import "./chunk-SZQIUDPN.js";
import "./chunk-VKVB3CHS.js";
import "./chunk-6X2GCIFU.js";
import "./chunk-75HB23TF.js";
import "./chunk-6M27PRUM.js";
import "./chunk-EQEMLRRC.js";
import {
  button,
  el,
  iconButton
} from "./chunk-OWP3H2MV.js";
import {
  colorName,
  formatMove
} from "./chunk-HJVU5CB3.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-XCEMHILM.js";
import "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/view/learning.ts
var REVEALING = ["win-missed", "gain-missed"];
function learningView(ctrl, learning) {
  const { mistake } = learning;
  return el("section.panel.learning", { key: "learning", attrs: { "aria-label": t("learn.title"), tabindex: -1, "data-learning": learning.state }, hook: { insert: (vnode) => showPanel(vnode.elm) } }, [el("header", {}, [el("h2", {}, [t("learn.title")]), iconButton("learn-close", "close", t("act.close"), () => learning.close())]), el("div.learn-text", { attrs: { role: "status" } }, mistake ? mistakeText(ctrl, learning, mistake) : summary(learning)), el("div.actions", {}, mistake ? [button("learn-show", t("learn.show"), () => void learning.showBest()), button("learn-next", t(isSolved(learning) ? "learn.next" : "learn.skip"), () => learning.next())] : [button("learn-again", t("learn.again"), () => learning.start()), button("learn-end", t("act.close"), () => learning.close())]), mistake ? moveField(ctrl) : null]);
}
function showPanel(panel) {
  panel.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
var isSolved = ({ state }) => state === "found" || state === "shown";
function mistakeText(ctrl, learning, mistake) {
  const { state, tried } = learning;
  const { evaluation, parent } = mistake;
  const written = (move) => move ? formatMove(move, ctrl.game, ctrl.settings.notation, parent?.move ?? null) : "";
  const isShown = (missed2) => isSolved(learning) || !REVEALING.includes(missed2.kind);
  const missed = (evaluation?.missed ?? []).filter(isShown).map((one) => describeMissed(ctrl.game, one));
  const isBest = tried?.usi === evaluation?.best?.usi;
  return [el("p.hint", {}, [t("learn.count", { number: learning.index + 1, count: learning.mistakes.length })]), el("p", {}, [ctrl.match?.personColor() ? t("learn.played", { move: written(mistake.move) }) : t("learn.played.side", { color: colorName(learning.color), move: written(mistake.move) }), el("b.glyph", { attrs: { "data-glyph": evaluation?.glyph ?? "" } }, [evaluation?.glyph ?? ""]), " ", missed.join(" ")]), state === "try" ? el("p", {}, [t("learn.find")]) : null, state === "judging" ? el("p", {}, [t("learn.judging", { move: written(tried) })]) : null, state === "wrong" ? el("p.error", {}, [t("learn.wrong", { move: written(tried) })]) : null, state === "found" ? el("p.good", {}, [t("learn.found", { move: written(tried) })]) : null, isSolved(learning) && !(state === "found" && isBest) ? el("p", {}, [t("report.best", { move: written(evaluation?.best) })]) : null, learning.arrows.length ? el("p.hint", {}, [t("learn.arrows")]) : null];
}
var summary = ({ count, mistakes }) => [el("p", {}, [t("learn.done", { ...count, count: mistakes.length })])];
export {
  learningView
};
