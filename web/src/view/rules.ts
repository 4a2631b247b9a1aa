/** The rules of a game beside the board, with diagrams. */

import type { VNode } from "snabbdom";
import { openBoard } from "../actions/game.ts";
import { loadPieceSet, pieceSetClass } from "../board/board.ts";
import type { Block, PieceRow, RulesPage, Section, LocalizedText } from "../content/types.ts";
import type { Game, GameRules } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { kindOf } from "../board/sfen.ts";
import { pieceName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { gameRules } from "../play/rules.ts";
import { diagramView } from "./diagram.ts";
import { button, el, iconButton, pieceImage, select } from "./html.ts";
import { goalText, loadedRules } from "./loaded-rules.ts";

/** Rules pages of built-in games, and the rules that the server writes for loaded games. */
const pages = new WeakMap<Game, RulesPage | GameRules | "loading" | "missing">();

async function fetchBuiltIn({ name }: Game): Promise<RulesPage> {
  const response = await fetch(`rules/${name}.json`);
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as RulesPage;
}

async function fetchPage(ctrl: Controller, game: Game): Promise<void> {
  pages.set(game, "loading");
  try {
    pages.set(game, await (game.loaded ? gameRules(game) : fetchBuiltIn(game)));
  } catch {
    pages.set(game, "missing");
  }
  ctrl.redraw();
}

/** Returns the rules of a game, or null while they are loading. Fetches them on first use. */
function rulesOf(ctrl: Controller, game: Game): RulesPage | GameRules | null {
  const page = pages.get(game);
  if (!page) void fetchPage(ctrl, game);
  return typeof page === "object" ? page : null;
}

/** Returns a short description of a game, or an empty text while its rules are loading. */
export function gameSummary(ctrl: Controller, game: Game): string {
  const page = rulesOf(ctrl, game);
  if (!page) return "";
  return "summary" in page ? localized(page.summary) : goalText(page[lang()]);
}

const localized = (text: LocalizedText): string => text[lang()];

/** Builds the content of a paragraph. Text between asterisks is emphasized. */
const paragraph = (text: LocalizedText): (VNode | string)[] =>
  localized(text)
    .split(/\*([^*]+)\*/)
    .map((part, index) => (index % 2 ? el("em", {}, [part]) : part));

export function rulesView(ctrl: Controller): VNode | null {
  if (!ctrl.rulesGame) return null;
  const game = ctrl.gameByName(ctrl.rulesGame);
  const pieceSet = pieceSetClass(ctrl, game);
  loadPieceSet(ctrl, game);
  const page = rulesOf(ctrl, game);
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
          game.name,
          (name) => ctrl.showRules(name),
          t("rules.of"),
        ),
        ctrl.returnsToNewGame
          ? button("rules-back.primary", t("rules.back"), () => ctrl.showRules(null))
          : null,
        game === ctrl.game ? null : button("try", t("rules.try"), () => openBoard(ctrl, game.name)),
        iconButton("close-rules", "close", t("rules.close"), () => ctrl.showRules(null)),
      ]),
      ...(page ? contents(ctrl, game, page) : fallback(game)),
      button("edit-definition", t(game.loaded ? "definition.edit" : "definition.copy"), () =>
        void ctrl.definition.edit(game),
      ),
    ],
  );
}

/** Builds the content while the page is loading. If it is missing, shows the server's plain-text rules. */
function fallback(game: Game): VNode[] {
  if (pages.get(game) === "loading") return [el("p.hint", {}, [t("rules.wait")])];
  return game.rules.map((text) => el("p", {}, [text]));
}

function contents(ctrl: Controller, game: Game, page: RulesPage | GameRules): VNode[] {
  if (!("summary" in page)) return loadedRules(ctrl, game, page);
  return [
    el("h2", {}, [localized(page.title)]),
    el("p.summary", {}, paragraph(page.summary)),
    ...page.sections.map((section) => sectionView(ctrl, page, section)),
  ];
}

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
