/** The editor's panel beside the board. */

import type { VNode } from "snabbdom";
import { analyseEdited, closeEditor, editGame, playEdited } from "../actions/editor.ts";
import type { Color, Kind } from "../api/types.ts";
import { groundColor, roleOf } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";
import { colorName, describeReason, pieceName } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import type { Editor, Tool } from "../play/editor.ts";
import { button, el, type Option, pieceImage, select, fieldValue } from "./html.ts";

export function editorView(ctrl: Controller, editor: Editor): VNode {
  return el("section.panel.editor", { key: "editor", attrs: { "aria-label": t("editor.label") } }, [
    el("div.editor-body", {}, [
      el("h2", {}, [t("editor.label")]),
      el("div.editor-top", {}, [
        select(
          "edit-game",
          ctrl.games.games.map((game) => [game.name, game.title[lang()]]),
          editor.game.name,
          (name) => editGame(ctrl, name),
          t("new.game"),
        ),
        select(
          "edit-turn",
          [
            ["black", t("editor.turn", { color: colorName("black") })],
            ["white", t("editor.turn", { color: colorName("white") })],
          ],
          editor.turn,
          (turn) => editor.setTurn(turn as Color),
          t("editor.turn.label"),
        ),
        select(
          "edit-start",
          presets(editor),
          "",
          (sfen) => sfen && editor.loadSfen(sfen),
          t("editor.preset"),
        ),
        button("clear", t("editor.clear"), () => editor.clear()),
        el("div.tools", { attrs: { role: "group", "aria-label": t("editor.tools") } }, [
          toolButton(editor, "move", t("editor.move")),
          toolButton(editor, "remove", t("editor.remove")),
          editor.game.counterFlip ? toolButton(editor, "mark", t("editor.mark")) : null,
        ]),
      ]),
      palette(ctrl, editor, "white"),
      palette(ctrl, editor, "black"),
      editor.game.hand.length ? hands(editor, "white") : null,
      editor.game.hand.length ? hands(editor, "black") : null,
      el("label.field.sfen", {}, [
        el("span", {}, ["SFEN"]),
        el("input", {
          attrs: { name: "sfen", spellcheck: "false", autocomplete: "off" },
          ...fieldValue(editor.sfen),
          // The editor may have been replaced by that of another game since the last redraw.
          on: {
            change: (event) =>
              void ctrl.editor?.loadTypedSfen((event.target as HTMLInputElement).value.trim()),
          },
        }),
      ]),
    ]),
    el("div.editor-foot", {}, [
      validation(editor),
      el("div.actions", {}, [
        button("editor-analyse.primary", t("editor.analyse"), () => analyseEdited(ctrl), {
          disabled: !editor.position,
        }),
        button("editor-play", t("editor.play"), () => playEdited(ctrl), {
          disabled: !editor.position?.moves.length,
        }),
        button("editor-cancel", t("act.cancel"), () => closeEditor(ctrl)),
      ]),
    ]),
  ]);
}

function validation(editor: Editor): VNode {
  if (editor.error) return el("p.error", { attrs: { role: "alert", "data-error": "" } }, [editor.error]);
  const outcome = editor.position?.outcome;
  if (outcome)
    return el("p.hint", { attrs: { role: "status" } }, [
      t("editor.over", { reason: describeReason(outcome.reason) }),
    ]);
  return el("p.good", { attrs: { role: "status" } }, [editor.position ? t("editor.valid") : "…"]);
}

function presets(editor: Editor): Option[] {
  const { game } = editor;
  const handicaps = game.handicaps.map((one): Option => [one.sfen, t(`handicap.${one.name}`)]);
  return [["", t("editor.preset")], [game.start, t("start.start")], ...handicaps];
}

const toolButton = (editor: Editor, tool: Tool & string, label: string): VNode =>
  button("tool", label, () => editor.setTool(tool), { pressed: editor.tool === tool, data: { tool } });

/** Pieces to place: the user clicks one and then a square, or drags it to the board. */
function palette(ctrl: Controller, editor: Editor, color: Color): VNode {
  const pieceButton = (kind: Kind): VNode => {
    const isSelected =
      typeof editor.tool === "object" && editor.tool.put.color === color && editor.tool.put.kind === kind;
    const name = `${colorName(color)} ${pieceName(editor.game, kind)}`;
    const role = roleOf(kind);
    return el(
      "button.palette-piece",
      {
        key: role,
        attrs: {
          type: "button",
          "aria-pressed": String(isSelected),
          "aria-label": name,
          title: name,
          "data-piece": `${color} ${kind}`,
        },
        on: {
          click: () => editor.setTool({ put: { color, kind } }),
          mousedown: (event) => ctrl.board?.dragNewPiece(color, role, event),
          touchstart: (event) => ctrl.board?.dragNewPiece(color, role, event),
        },
      },
      [pieceImage(groundColor(color), role)],
    );
  };
  return el(
    "div.palette",
    { attrs: { role: "group", "aria-label": t("editor.palette", { color: colorName(color) }) } },
    editor.game.pieces.map((piece) => pieceButton(piece.kind)),
  );
}

function hands(editor: Editor, color: Color): VNode {
  const handCount = (kind: Kind): VNode => {
    const count = editor.hands[color].get(kind) ?? 0;
    const name = pieceName(editor.game, kind);
    return el("span.hand-count", { key: kind, attrs: { "data-hand-count": `${color} ${kind}` } }, [
      button("hand-minus", "−", () => editor.changeHand(color, kind, -1), {
        title: t("editor.less", { piece: name }),
        disabled: count === 0,
        children: ["−"],
      }),
      pieceImage(groundColor(color), roleOf(kind)),
      el("b", {}, [String(count)]),
      button("hand-plus", "+", () => editor.changeHand(color, kind, 1), {
        title: t("editor.more", { piece: name }),
        children: ["+"],
      }),
    ]);
  };
  return el(
    "div.hands",
    { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } },
    [
      el("span.color", {}, [t("grid.hand.label", { color: colorName(color) })]),
      ...editor.game.hand.map(handCount),
    ],
  );
}
