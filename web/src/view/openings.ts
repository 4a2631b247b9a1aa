/** The opening explorer. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { colorName, formatMove } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { type ResultCount, totalOf } from "../model/opening-counts.ts";
import { scoreText } from "../play/analysis.ts";
import type { OpeningMove, Openings } from "../play/openings.ts";
import { setHoveredMove } from "./analysis.ts";
import { button, el, fileButton, RECORD_FILES } from "./html.ts";

export function openingsView(ctrl: Controller, openings: Openings): VNode {
  const name = openings.name(lang());
  return el("div", {}, [
    name ? el("p.opening-name", {}, [name]) : null,
    movesView(ctrl, openings),
    el("div.actions", {}, [
      button("count-mine", t("openings.mine"), () => void openings.countMyGames(), { disabled: Boolean(openings.progress) }),
      fileButton("openings-file", t("openings.file"), RECORD_FILES, (file) => void openings.countFile(file)),
    ]),
    countText(openings),
  ]);
}

function countText(openings: Openings): VNode | null {
  if (openings.progress) return el("p.hint", {}, [t("openings.progress", openings.progress)]);
  const count = openings.countedGames();
  return count ? el("p.hint", {}, [t("openings.counted", { count })]) : null;
}

function movesView(ctrl: Controller, openings: Openings): VNode {
  const book = openings.book();
  if (book === undefined) return el("p.hint", {}, [t("openings.loading")]);
  const moves = openings.moves();
  const hasCounts = openings.countedGames() > 0;
  if (!moves.length) return el("p.hint", {}, [t(book || hasCounts ? "openings.none" : "openings.no-book")]);
  const columns = ["move", "score", "depth", ...(hasCounts ? ["games", "results"] : [])] as const;
  return el("table", {}, [
    el("thead", {}, [
      el("tr", {}, columns.map((name) => el("th", { attrs: { scope: "col" } }, [t(`openings.${name}`)]))),
    ]),
    el("tbody", { on: { mouseleave: () => setHoveredMove(ctrl, null) } }, moves.map((row) => moveRow(ctrl, row, hasCounts))),
  ]);
}

function moveRow(ctrl: Controller, { move, book, count }: OpeningMove, hasCounts: boolean): VNode {
  const text = formatMove(move, ctrl.game, ctrl.settings.notation, ctrl.node.move);
  return el("tr", { key: move.usi, on: { mouseenter: () => setHoveredMove(ctrl, move.usi) } }, [
    el("td", {}, [
      button("book-move", text, () => void ctrl.playLine([move.usi]), { data: { usi: move.usi } }),
    ]),
    el("td", {}, [book ? scoreText({ cp: book.score }) : ""]),
    el("td", {}, [book ? String(book.depth) : ""]),
    hasCounts ? el("td", {}, [count ? String(totalOf(count)) : ""]) : null,
    hasCounts ? el("td", {}, [count ? resultBar(count) : null]) : null,
  ]);
}

/** Builds a bar with the shares of Black's wins, draws and White's wins. */
function resultBar(count: ResultCount): VNode {
  const { black, white, draw } = count;
  const percent = (part: number): string => `${(100 * part) / totalOf(count)}%`;
  const label = `${colorName("black")} ${black}, ${t("result.draw")} ${draw}, ${colorName("white")} ${white}`;
  return el("span.result-bar", { attrs: { role: "img", "aria-label": label, title: label } }, [
    el("span.black", { style: { width: percent(black) } }),
    el("span.draw", { style: { width: percent(draw) } }),
    el("span.white", { style: { width: percent(white) } }),
  ]);
}
