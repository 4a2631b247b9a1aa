/** The rules of a game beside the board, with diagrams. */

import type { VNode } from "snabbdom";
import { openBoard } from "../actions/game.ts";
import { loadPieceSet, pieceSetClass } from "../board/board.ts";
import type { Block, PieceRow, RulesPage, Section, LocalizedText } from "../content/types.ts";
import type { Controller } from "../controller.ts";
import { kindOf } from "../board/sfen.ts";
import { pieceName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { diagramView } from "./diagram.ts";
import { button, el, iconButton, pieceImage, select } from "./html.ts";

const pages = new Map<string, RulesPage | "loading" | "missing">();

async function fetchPage(ctrl: Controller, game: string): Promise<void> {
  pages.set(game, "loading");
  try {
    const response = await fetch(`rules/${game}.json`);
    if (!response.ok) throw new Error(response.statusText);
    pages.set(game, (await response.json()) as RulesPage);
  } catch {
    pages.set(game, "missing");
  }
  ctrl.redraw();
}

/** Returns the rules page of a game, or null while it is loading. Fetches it on first use. */
export function rulesPage(ctrl: Controller, game: string): RulesPage | null {
  const page = pages.get(game);
  if (!page) void fetchPage(ctrl, game);
  return typeof page === "object" ? page : null;
}

const localized = (text: LocalizedText): string => text[lang()];

/** Builds the content of a paragraph. Text between asterisks is emphasized. */
const paragraph = (text: LocalizedText): (VNode | string)[] =>
  localized(text)
    .split(/\*([^*]+)\*/)
    .map((part, index) => (index % 2 ? el("em", {}, [part]) : part));

export function rulesView(ctrl: Controller): VNode | null {
  const game = ctrl.rulesGame;
  if (!game) return null;
  const pieceSet = pieceSetClass(ctrl, ctrl.gameByName(game));
  loadPieceSet(pieceSet);
  const page = rulesPage(ctrl, game);
  return el(
    "aside.rules",
    {
      key: "rules",
      class: { [pieceSet]: true },
      attrs: { "aria-label": t("rules.label"), tabindex: 0 },
      hook: { insert: (vnode) => ctrl.returnsToNewGame && (vnode.elm as HTMLElement).focus() },
    },
    [
      el("header", {}, [
        select(
          "rules-of",
          ctrl.games.games.map((one) => [one.name, one.title[lang()]]),
          game,
          (name) => ctrl.showRules(name),
          t("rules.of"),
        ),
        ctrl.returnsToNewGame
          ? button("rules-back.primary", t("rules.back"), () => ctrl.showRules(null))
          : null,
        game === ctrl.game.name ? null : button("try", t("rules.try"), () => openBoard(ctrl, game)),
        iconButton("close-rules", "close", t("rules.close"), () => ctrl.showRules(null)),
      ]),
      ...(page ? contents(ctrl, page) : fallback(ctrl, game)),
    ],
  );
}

/** Builds the content while the page is loading. If it is missing, shows the server's plain-text rules. */
function fallback(ctrl: Controller, game: string): VNode[] {
  if (pages.get(game) === "loading") return [el("p.hint", {}, [t("rules.wait")])];
  return ctrl.gameByName(game).rules.map((text) => el("p", {}, [text]));
}

const contents = (ctrl: Controller, page: RulesPage): VNode[] => [
  el("h2", {}, [localized(page.title)]),
  el("p.summary", {}, paragraph(page.summary)),
  ...page.sections.map((section) => sectionView(ctrl, page, section)),
];

const sectionView = (ctrl: Controller, page: RulesPage, section: Section): VNode =>
  el("section", { key: `${page.game}-${section.id}`, attrs: { "data-section": section.id } }, [
    el("h3", {}, [localized(section.title)]),
    ...section.blocks.map((block, index) =>
      blockView(ctrl, page, block, `${page.game}-${section.id}-${index}`),
    ),
  ]);

function blockView(ctrl: Controller, page: RulesPage, block: Block, key: string): VNode {
  switch (block.kind) {
    case "text":
      return el("p", { key }, paragraph(block.text));
    case "list":
      return el(
        "ul",
        { key },
        block.items.map((item) => el("li", {}, paragraph(item))),
      );
    case "diagrams":
      return el(
        "div.diagrams",
        { key },
        block.diagrams.map((one, index) => diagramView(ctrl, page.game, one, `${key}-${index}`)),
      );
    case "pieces":
      return el(
        "div.piece-rows",
        { key },
        block.rows.map((row) => pieceRow(ctrl, page, row, `${key}-${row.role}`)),
      );
  }
}

function pieceRow(ctrl: Controller, page: RulesPage, row: PieceRow, key: string): VNode {
  const game = ctrl.gameByName(page.game);
  const name = (role: string): string => pieceName(game, kindOf(role));
  return el("div.piece-row", { key }, [
    el("h4", {}, [
      pieceImage("sente", row.role),
      name(row.role),
      row.promoted
        ? el("span.turned", {}, [" → ", pieceImage("sente", row.promoted), name(row.promoted)])
        : null,
    ]),
    el("p", {}, paragraph(row.moves)),
    row.diagram || row.promotedDiagram
      ? el("div.diagrams", {}, [
          row.diagram ? diagramView(ctrl, page.game, row.diagram, `${key}-a`, name(row.role)) : null,
          row.promoted && row.promotedDiagram
            ? diagramView(ctrl, page.game, row.promotedDiagram, `${key}-b`, name(row.promoted))
            : null,
        ])
      : null,
  ]);
}
