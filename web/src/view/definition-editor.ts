/** The dialog in which a user edits the definition of a game, with errors beside its lines. */

import type { VNode } from "snabbdom";
import type { DefinitionError } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { downloadText } from "../download.ts";
import { lang, t } from "../i18n.ts";
import { isStored } from "../model/definitions.ts";
import type { DefinitionEditor } from "../play/definition-editor.ts";
import { definitionFileButton } from "./definition-file-button.ts";
import { dialogBox } from "./dialog.ts";
import { button, el, fieldValue, select } from "./html.ts";

export function definitionDialog(ctrl: Controller): VNode {
  const { definition } = ctrl;
  return dialogBox(ctrl, "definition", t("definition.title"), () => ctrl.openDialog(null), [
    el("div.actions", {}, [
      select(
        "definition-of",
        [
          ["", t("definition.from")],
          ...ctrl.games.games.map((game): [string, string] => [game.name, game.title[lang()]]),
        ],
        "",
        (name) => name && void definition.edit(ctrl.gameByName(name)),
        t("definition.from"),
      ),
      definitionFileButton(ctrl),
      button(
        "download-definition",
        t("records.download"),
        () => downloadText(`${definition.name ?? "game"}.toml`, definition.text),
        { disabled: !definition.text },
      ),
    ]),
    definition.text ? null : el("p.hint", {}, [t("definition.hint")]),
    textView(ctrl),
    errorList(definition.errors),
    el("footer", {}, [
      button("play-definition.primary", t("definition.play"), () => void definition.play(), {
        disabled: !definition.text.trim() || (definition.isChecked && definition.errors.length > 0),
      }),
      el("span.hint", { attrs: { role: "status" } }, [statusText(ctrl)]),
      removeButton(definition),
    ]),
  ]);
}

function removeButton(definition: DefinitionEditor): VNode | null {
  const { name } = definition;
  if (!name || !isStored(name)) return null;
  return button("remove-definition", t("definition.remove"), () => definition.remove(name));
}

function statusText({ definition }: Controller): string {
  if (!definition.text.trim()) return "";
  if (!definition.isChecked) return "…";
  const count = definition.errors.length;
  return count ? t("definition.errors", { count }) : t("definition.correct");
}

/** Builds the text field over a layer with the line numbers and the errors, which scrolls with it. */
function textView(ctrl: Controller): VNode {
  const { definition } = ctrl;
  const lines = definition.text.split("\n");
  const messages = new Map<number, string[]>();
  for (const { line, key, message } of definition.errors)
    messages.set(line, [...(messages.get(line) ?? []), key ? `${key}: ${message}` : message]);
  return el("div.code", {}, [
    el(
      "div.rows",
      { attrs: { "aria-hidden": "true" } },
      lines.map((text, index) => {
        const errors = messages.get(index + 1);
        return el("div.row", { class: { wrong: errors !== undefined } }, [
          el("span.number", {}, [String(index + 1)]),
          errors ? el("span.copy", {}, [text]) : null,
          errors ? el("span.message", {}, [errors.join("; ")]) : null,
        ]);
      }),
    ),
    el("textarea", {
      attrs: {
        name: "definition",
        wrap: "off",
        spellcheck: "false",
        autocapitalize: "off",
        "aria-label": t("definition.title"),
        "aria-invalid": String(definition.errors.length > 0),
      },
      ...fieldValue(definition.text),
      on: {
        input: (event) => definition.setText((event.target as HTMLTextAreaElement).value),
        scroll: (event) => {
          const field = event.target as HTMLTextAreaElement;
          const layer = field.previousElementSibling as HTMLElement;
          layer.scrollTop = field.scrollTop;
          layer.style.setProperty("--scrolled", `${field.scrollLeft}px`);
        },
      },
    }),
  ]);
}

/** Builds the list of errors. A click on one moves the cursor to its line. */
const errorList = (errors: DefinitionError[]): VNode | null =>
  errors.length
    ? el(
        "ol.definition-errors",
        { attrs: { role: "alert" } },
        errors.map(({ line, column, key, message }) =>
          el("li", { attrs: { "data-line": line } }, [
            button("definition-error.link", t("definition.line", { line }), () => goToLine(line, column)),
            key ? el("code", {}, [key]) : null,
            message,
          ]),
        ),
      )
    : null;

/** Moves the cursor to a line and a column, and scrolls to them. */
function goToLine(line: number, column: number): void {
  const field = document.querySelector<HTMLTextAreaElement>("textarea[name=definition]");
  if (!field) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const before = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  field.setSelectionRange(start + before, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 4);
  field.focus();
}
