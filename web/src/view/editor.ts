/** What stands beside the board while a position is set up. */

import type { VNode } from "snabbdom";
import { closeEditor, editGame, leaveEditor, playEdited } from "../actions.ts";
import type { Color, Kind } from "../api/types.ts";
import { groundColor } from "../board/sfen.ts";
import type { Ctrl } from "../ctrl.ts";
import { colorName, describeReason, pieceName, roleOf } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import type { Editor, Tool } from "../play/editor.ts";
import { button, el, type Option, pieceImage, select, shown } from "./html.ts";

export function editorView(ctrl: Ctrl, editor: Editor): VNode {
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
        select("edit-start", presets(editor), "", (sfen) => sfen && editor.read(sfen), t("editor.preset")),
        button("clear", t("editor.clear"), () => editor.clear()),
        el("div.tools", { attrs: { role: "group", "aria-label": t("editor.tools") } }, [
          toolButton(editor, "move", t("editor.move")),
          toolButton(editor, "remove", t("editor.remove")),
          editor.game.pieces.some((piece) => piece.turn === "flip")
            ? toolButton(editor, "mark", t("editor.mark"))
            : null,
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
          ...shown(editor.sfen),
          // The editor of another game may have come since this was drawn.
          on: {
            change: (event) => void ctrl.editor?.readTyped((event.target as HTMLInputElement).value.trim()),
          },
        }),
      ]),
    ]),
    el("div.editor-foot", {}, [
      verdict(editor),
      el("div.actions", {}, [
        button("editor-done.primary", t("editor.done"), () => leaveEditor(ctrl), {
          disabled: !editor.accepted,
        }),
        button("editor-play", t("editor.play"), () => playEdited(ctrl), {
          disabled: !editor.accepted?.moves.length,
        }),
        button("editor-cancel", t("act.cancel"), () => closeEditor(ctrl)),
      ]),
    ]),
  ]);
}

function verdict(editor: Editor): VNode {
  if (editor.refusal)
    return el("p.error", { attrs: { role: "alert", "data-refusal": "" } }, [editor.refusal]);
  const outcome = editor.accepted?.outcome;
  if (outcome)
    return el("p.hint", { attrs: { role: "status" } }, [
      t("editor.over", { reason: describeReason(outcome.reason) }),
    ]);
  return el("p.good", { attrs: { role: "status" } }, [editor.accepted ? t("editor.good") : "…"]);
}

function presets(editor: Editor): Option[] {
  const { game } = editor;
  const handicaps = game.handicaps.map((one): Option => [one.sfen, t(`handicap.${one.name}`)]);
  return [["", t("editor.preset")], [game.start, t("start.start")], ...handicaps];
}

const toolButton = (editor: Editor, tool: Tool & string, label: string): VNode =>
  button("tool", label, () => editor.choose(tool), { pressed: editor.tool === tool, data: { tool } });

/** Faces to put down: by a click and then one on the board, or dragged there. */
function palette(ctrl: Ctrl, editor: Editor, color: Color): VNode {
  const face = (kind: Kind): VNode => {
    const chosen =
      typeof editor.tool === "object" && editor.tool.put.color === color && editor.tool.put.kind === kind;
    const name = `${colorName(color)} ${pieceName(editor.game, kind)}`;
    const role = roleOf(kind);
    return el(
      "button.face",
      {
        key: role,
        attrs: {
          type: "button",
          "aria-pressed": String(chosen),
          "aria-label": name,
          title: name,
          "data-face": `${color} ${kind}`,
        },
        on: {
          click: () => editor.choose({ put: { color, kind } }),
          mousedown: (event) => ctrl.board?.dragNew(color, role, event),
          touchstart: (event) => ctrl.board?.dragNew(color, role, event),
        },
      },
      [pieceImage(groundColor(color), role)],
    );
  };
  return el(
    "div.palette",
    { attrs: { role: "group", "aria-label": t("editor.palette", { color: colorName(color) }) } },
    editor.game.pieces.map((piece) => face(piece.kind)),
  );
}

function hands(editor: Editor, color: Color): VNode {
  const held = (kind: Kind): VNode => {
    const count = editor.hands[color].get(kind) ?? 0;
    const name = pieceName(editor.game, kind);
    return el("span.held", { key: kind, attrs: { "data-held": `${color} ${kind}` } }, [
      button("less", "−", () => editor.hold(color, kind, -1), {
        title: t("editor.less", { piece: name }),
        disabled: count === 0,
        children: ["−"],
      }),
      pieceImage(groundColor(color), roleOf(kind)),
      el("b", {}, [String(count)]),
      button("more-one", "+", () => editor.hold(color, kind, 1), {
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
      ...editor.game.hand.map(held),
    ],
  );
}
