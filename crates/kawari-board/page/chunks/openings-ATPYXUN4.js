import {
  totalOf
} from "./chunk-QQUOBJP7.js";
import {
  setHoveredMove
} from "./chunk-EQEMLRRC.js";
import {
  RECORD_FILES,
  button,
  el,
  fileButton
} from "./chunk-OWP3H2MV.js";
import {
  colorName,
  formatMove
} from "./chunk-HJVU5CB3.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import {
  scoreText
} from "./chunk-XCEMHILM.js";
import "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/view/openings.ts
function openingsView(ctrl, openings) {
  const name = openings.name(lang());
  return el("div", {}, [name ? el("p.opening-name", {}, [name]) : null, movesView(ctrl, openings), el("div.actions", {}, [button("count-mine", t("openings.mine"), () => void openings.countMyGames(), { disabled: Boolean(openings.progress) }), fileButton("openings-file", t("openings.file"), RECORD_FILES, (file) => void openings.countFile(file))]), countText(openings)]);
}
function countText(openings) {
  if (openings.progress) return el("p.hint", {}, [t("openings.progress", openings.progress)]);
  const count = openings.countedGames();
  return count ? el("p.hint", {}, [t("openings.counted", { count })]) : null;
}
function movesView(ctrl, openings) {
  const book = openings.book();
  if (book === void 0) return el("p.hint", {}, [t("openings.loading")]);
  const moves = openings.moves();
  const hasCounts = openings.countedGames() > 0;
  if (!moves.length) return el("p.hint", {}, [t(book || hasCounts ? "openings.none" : "openings.no-book")]);
  const columns = ["move", "score", "depth", ...hasCounts ? ["games", "results"] : []];
  return el("table", {}, [el("thead", {}, [el("tr", {}, columns.map((name) => el("th", { attrs: { scope: "col" } }, [t(`openings.${name}`)])))]), el("tbody", { on: { mouseleave: () => setHoveredMove(ctrl, null) } }, moves.map((row) => moveRow(ctrl, row, hasCounts)))]);
}
function moveRow(ctrl, { move, book, count }, hasCounts) {
  const text = formatMove(move, ctrl.game, ctrl.settings.notation, ctrl.node.move);
  return el("tr", { key: move.usi, on: { mouseenter: () => setHoveredMove(ctrl, move.usi) } }, [el("td", {}, [button("book-move", text, () => void ctrl.playLine([move.usi]), { data: { usi: move.usi } })]), el("td", {}, [book ? scoreText({ cp: book.score }) : ""]), el("td", {}, [book ? String(book.depth) : ""]), hasCounts ? el("td", {}, [count ? String(totalOf(count)) : ""]) : null, hasCounts ? el("td", {}, [count ? resultBar(count) : null]) : null]);
}
function resultBar(count) {
  const { black, white, draw } = count;
  const percent = (part) => `${100 * part / totalOf(count)}%`;
  const label = `${colorName("black")} ${black}, ${t("result.draw")} ${draw}, ${colorName("white")} ${white}`;
  return el("span.result-bar", { attrs: { role: "img", "aria-label": label, title: label } }, [el("span.black", { style: { width: percent(black) } }), el("span.draw", { style: { width: percent(draw) } }), el("span.white", { style: { width: percent(white) } })]);
}
export {
  openingsView
};
