/** The rules of a game beside the board, with pictures drawn by the same board. */

import type { VNode } from "snabbdom";
import { openBoard } from "../actions.ts";
import { loadSet, setClass } from "../board/ground.ts";
import type { Block, PieceRow, RulesPage, Section, Text } from "../content/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { pieceName, kindOf } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { diagram } from "./diagram.ts";
import { button, el, iconButton, pieceImage, select } from "./html.ts";

const pages = new Map<string, RulesPage | "wanted" | "missing">();

async function fetchPage(ctrl: Ctrl, game: string): Promise<void> {
  pages.set(game, "wanted");
  try {
    const response = await fetch(`rules/${game}.json`);
    if (!response.ok) throw new Error(response.statusText);
    pages.set(game, (await response.json()) as RulesPage);
  } catch {
    pages.set(game, "missing");
  }
  ctrl.redraw();
}

/** The page of a game, fetched when it is first asked for. */
export function rulesPage(ctrl: Ctrl, game: string): RulesPage | null {
  const page = pages.get(game);
  if (!page) void fetchPage(ctrl, game);
  return typeof page === "object" ? page : null;
}

const say = (text: Text): string => text[lang()];

/** A paragraph; words between stars are emphasised. */
const paragraph = (text: Text): (VNode | string)[] =>
  say(text)
    .split(/\*([^*]+)\*/)
    .map((part, index) => (index % 2 ? el("em", {}, [part]) : part));

export function rulesView(ctrl: Ctrl): VNode | null {
  const game = ctrl.rulesOf;
  if (!game) return null;
  loadSet(setClass(ctrl, game));
  const page = rulesPage(ctrl, game);
  return el(
    "aside.rules",
    {
      key: "rules",
      class: { [setClass(ctrl, game)]: true },
      attrs: { "aria-label": t("rules.label"), tabindex: 0 },
      hook: { insert: (vnode) => ctrl.isChoosing && (vnode.elm as HTMLElement).focus() },
    },
    [
      el("header", {}, [
        select(
          "rules-of",
          ctrl.games.games.map((one) => [one.name, one.title[lang()]]),
          game,
          (name) => ctrl.readRules(name),
          t("rules.of"),
        ),
        ctrl.isChoosing ? button("rules-back.primary", t("rules.back"), () => ctrl.readRules(null)) : null,
        game === ctrl.game.name ? null : button("try", t("rules.try"), () => openBoard(ctrl, game)),
        iconButton("close-rules", "close", t("rules.close"), () => ctrl.readRules(null)),
      ]),
      ...(page ? contents(ctrl, page) : plain(ctrl, game)),
    ],
  );
}

/** While the texts are on their way, or when they are not there: the program's own words. */
function plain(ctrl: Ctrl, game: string): VNode[] {
  if (pages.get(game) === "wanted") return [el("p.hint", {}, [t("rules.wait")])];
  return ctrl.gameNamed(game).rules.map((text) => el("p", {}, [text]));
}

const contents = (ctrl: Ctrl, page: RulesPage): VNode[] => [
  el("h2", {}, [say(page.title)]),
  el("p.summary", {}, paragraph(page.summary)),
  ...page.sections.map((section) => sectionView(ctrl, page, section)),
];

const sectionView = (ctrl: Ctrl, page: RulesPage, section: Section): VNode =>
  el("section", { key: `${page.game}-${section.id}`, attrs: { "data-section": section.id } }, [
    el("h3", {}, [say(section.title)]),
    ...section.blocks.map((block, index) =>
      blockView(ctrl, page, block, `${page.game}-${section.id}-${index}`),
    ),
  ]);

function blockView(ctrl: Ctrl, page: RulesPage, block: Block, key: string): VNode {
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
        block.diagrams.map((one, index) => diagram(ctrl, page.game, one, `${key}-${index}`)),
      );
    case "pieces":
      return el(
        "div.piece-rows",
        { key },
        block.rows.map((row) => pieceRow(ctrl, page, row, `${key}-${row.role}`)),
      );
  }
}

function pieceRow(ctrl: Ctrl, page: RulesPage, row: PieceRow, key: string): VNode {
  const game = ctrl.gameNamed(page.game);
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
          row.diagram ? diagram(ctrl, page.game, row.diagram, `${key}-a`) : null,
          row.promotedDiagram ? diagram(ctrl, page.game, row.promotedDiagram, `${key}-b`) : null,
        ])
      : null,
  ]);
}
