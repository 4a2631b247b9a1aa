import {
  definitionFileButton
} from "./chunk-KG5YQCSV.js";
import {
  dialogBox
} from "./chunk-V3PPJ4S3.js";
import {
  downloadText
} from "./chunk-3LZUAQNW.js";
import {
  button,
  el,
  fieldValue,
  select
} from "./chunk-OWP3H2MV.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import {
  isStored
} from "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/view/definition-editor.ts
function definitionDialog(ctrl) {
  const { definition } = ctrl;
  return dialogBox(ctrl, "definition", t("definition.title"), () => ctrl.openDialog(null), [el("div.actions", {}, [select("definition-of", [["", t("definition.from")], ...ctrl.games.games.map((game) => [game.name, game.title[lang()]])], "", (name) => name && void definition.edit(ctrl.gameByName(name)), t("definition.from")), definitionFileButton(ctrl), button("download-definition", t("records.download"), () => downloadText(`${definition.name ?? "game"}.toml`, definition.text), { disabled: !definition.text })]), definition.text ? null : el("p.hint", {}, [t("definition.hint")]), textView(ctrl), errorList(definition.errors), el("footer", {}, [button("play-definition.primary", t("definition.play"), () => void definition.play(), { disabled: !definition.text.trim() || definition.isChecked && definition.errors.length > 0 }), el("span.hint", { attrs: { role: "status" } }, [statusText(ctrl)]), removeButton(definition)])]);
}
function removeButton(definition) {
  const { name } = definition;
  if (!name || !isStored(name)) return null;
  return button("remove-definition", t("definition.remove"), () => definition.remove(name));
}
function statusText({ definition }) {
  if (!definition.text.trim()) return "";
  if (!definition.isChecked) return "…";
  const count = definition.errors.length;
  return count ? t("definition.errors", { count }) : t("definition.correct");
}
function textView(ctrl) {
  const { definition } = ctrl;
  const lines = definition.text.split("\n");
  const messages = /* @__PURE__ */ new Map();
  for (const { line, key, message } of definition.errors) messages.set(line, [...messages.get(line) ?? [], key ? `${key}: ${message}` : message]);
  return el("div.code", {}, [el("div.rows", { attrs: { "aria-hidden": "true" } }, lines.map((text, index) => {
    const errors = messages.get(index + 1);
    return el("div.row", { class: { wrong: errors !== void 0 } }, [el("span.number", {}, [String(index + 1)]), errors ? el("span.copy", {}, [text]) : null, errors ? el("span.message", {}, [errors.join("; ")]) : null]);
  })), el("textarea", { attrs: { name: "definition", wrap: "off", spellcheck: "false", autocapitalize: "off", "aria-label": t("definition.title"), "aria-invalid": String(definition.errors.length > 0) }, ...fieldValue(definition.text), on: { input: (event) => definition.setText(event.target.value), scroll: (event) => {
    const field = event.target;
    const layer = field.previousElementSibling;
    layer.scrollTop = field.scrollTop;
    layer.style.setProperty("--scrolled", `${field.scrollLeft}px`);
  } } })]);
}
var errorList = (errors) => errors.length ? el("ol.definition-errors", { attrs: { role: "alert" } }, errors.map(({ line, column, key, message }) => el("li", { attrs: { "data-line": line } }, [button("definition-error.link", t("definition.line", { line }), () => goToLine(line, column)), key ? el("code", {}, [key]) : null, message]))) : null;
function goToLine(line, column) {
  const field = document.querySelector("textarea[name=definition]");
  if (!field) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const before = [...lines[line - 1] ?? ""].slice(0, column - 1).join("").length;
  field.setSelectionRange(start + before, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = field.scrollHeight / lines.length * Math.max(0, line - 4);
  field.focus();
}
export {
  definitionDialog
};
