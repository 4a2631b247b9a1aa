/** The rules of a loaded game, which the server writes from the definition, with diagrams of the moves. */

import type { VNode } from "snabbdom";
import type { Block, Game, GameRules, PieceSide, Rules } from "../api/types.ts";
import { roleOf } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";
import { lang, t } from "../i18n.ts";
import { diagramView } from "./diagram.ts";
import { el, pieceImage } from "./html.ts";
import { moveDiagram } from "./move-diagram.ts";

/** Returns the first sentences about the goal of a game. */
export function goalText(rules: Rules): string {
  const goal = rules.sections.find((section) => section.topic === "goal");
  const [block] = goal?.blocks ?? [];
  return block?.kind === "text" ? block.text : "";
}

export function loadedRules(ctrl: Controller, game: Game, rules: GameRules): VNode[] {
  const { title, sections } = rules[lang()];
  return [
    el("h2", {}, [title]),
    ...rules.notes.map((note) => el("p.note", {}, [note])),
    ...sections.map((section) =>
      el("section", { key: `${game.name}-${section.topic}`, attrs: { "data-section": section.topic } }, [
        el("h3", {}, [section.title]),
        ...section.blocks.map((block, index) =>
          blockView(ctrl, game, block, `${game.name}-${section.topic}-${index}`),
        ),
      ]),
    ),
  ];
}

function blockView(ctrl: Controller, game: Game, block: Block, key: string): VNode {
  switch (block.kind) {
    case "text":
      return el("p", { key }, [block.text]);
    case "list":
      return el(
        "ul",
        { key },
        block.items.map((item) => el("li", {}, [item])),
      );
    case "board":
      return el("div.diagrams", { key }, [
        // A new version of the game may have another start position.
        diagramView(ctrl, game.name, { sfen: block.sfen }, `${key}-${block.sfen}`),
      ]);
    case "pieces":
      return el("div.piece-sides", { key }, [
        ...block.sides.map(sideView),
        el("p.hint", {}, [legend(block.sides)]),
      ]);
  }
}

function sideView(side: PieceSide): VNode {
  const role = roleOf(side.letters);
  return el("div.piece-side", { key: side.letters, attrs: { "data-side": side.letters } }, [
    moveDiagram(side.moves, pieceImage("sente", role)),
    el("div", {}, [
      el("h4", {}, [side.name, side.name === side.letters ? null : el("span.letters", {}, [side.letters])]),
      el("p", {}, [side.text]),
    ]),
  ]);
}

/** Returns the meaning of the marks in the diagrams. */
function legend(sides: PieceSide[]): string {
  const kinds = (["steps", "slides", "jumps", "walks"] as const).filter((kind) =>
    sides.some((side) => side.moves[kind].length),
  );
  return kinds.map((kind) => t(`rules.marks.${kind}`)).join(" · ");
}
