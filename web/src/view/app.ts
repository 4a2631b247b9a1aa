/** The whole page. */

import type { VNode } from "snabbdom";
import { edit } from "../actions.ts";
import { setClass } from "../board/ground.ts";
import type { Game } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { lang, t } from "../i18n.ts";
import { editorView } from "./editor.ts";
import { tokenDialog } from "./failure.ts";
import { graphView } from "./graph.ts";
import { button, el, iconButton, sign } from "./html.ts";
import { newGameDialog } from "./newgame.ts";
import { floatingNotice } from "./notice.ts";
import { panelView } from "./panel.ts";
import { playerView } from "./players.ts";
import { questionDialog } from "./question.ts";
import { recordsDialog } from "./records.ts";
import { rulesView } from "./rules.ts";
import { keysDialog, settingsDialog } from "./settings.ts";
import { boardView, handView } from "./table.ts";

export function view(ctrl: Ctrl): VNode {
  const game = ctrl.boardGame;
  return el("div#app", { class: { "with-rules": ctrl.rulesOf !== null } }, [
    top(ctrl, game),
    el(
      "main",
      {
        attrs: hooks(ctrl),
        style: { "--files": String(game.files), "--ranks": String(game.ranks) },
        class: { "no-hands": !game.hand.length },
      },
      [
        rulesView(ctrl),
        el("div.table", { key: "table", class: { [setClass(ctrl, game.name)]: true } }, [
          boardView(ctrl),
          handView(ctrl, "top"),
          ctrl.editor ? null : playerView(ctrl, "top"),
          ctrl.editor ? editorView(ctrl, ctrl.editor) : panelView(ctrl),
          ctrl.editor ? null : playerView(ctrl, "bottom"),
          handView(ctrl, "bottom"),
        ]),
        ctrl.editor ? null : graphView(ctrl),
      ],
    ),
    el("div.heard", { attrs: { "aria-live": "polite", role: "log", "data-said": "" } }, [
      el("p", { key: ctrl.said }, [ctrl.said]),
    ]),
    ctrl.dialog || ctrl.question ? null : floatingNotice(ctrl),
    dialog(ctrl),
    ctrl.question ? questionDialog(ctrl, ctrl.question) : null,
  ]);
}

/** What the page is doing, for those who drive it by script. */
function hooks(ctrl: Ctrl): Record<string, string | number> {
  const { match, node } = ctrl;
  const end = match?.end ?? node.outcome;
  return {
    "data-state": state(ctrl),
    "data-ply": node.ply,
    "data-legal": ctrl.legal().length,
    "data-game": ctrl.boardGame.name,
    "data-result": end ? `${end.winner ? `${end.winner} wins` : "draw"}: ${end.reason}` : "",
  };
}

function state(ctrl: Ctrl): string {
  const { match } = ctrl;
  if (ctrl.editor) return "editing";
  if (ctrl.report.progress || ctrl.asking) return "busy";
  if (!match) return "free";
  if (!match.running) return "over";
  if (match.paused) return "paused";
  return match.thinking ? "thinking" : "idle";
}

function top(ctrl: Ctrl, game: Game): VNode {
  const sound = ctrl.settings.sound;
  return el("header.top", {}, [
    el("h1", {}, [
      el("span.brand", { attrs: { "aria-hidden": "true" } }, ["変"]),
      el("span", {}, ["Kawari"]),
      el("span.title", {}, [game.title[lang()]]),
    ]),
    el("nav", { attrs: { "aria-label": t("nav.label") } }, [
      menu("new", "plus", t("nav.new"), () => ctrl.openDialog("new")),
      menu("edit", "edit", t("nav.edit"), () => edit(ctrl)),
      menu("records", "save", t("nav.records"), () => ctrl.openDialog("records")),
      menu(
        "rules",
        "book",
        t("nav.rules"),
        () => ctrl.readRules(ctrl.rulesOf ? null : ctrl.game.name),
        ctrl.rulesOf !== null,
      ),
      iconButton("sound", sound ? "sound" : "mute", t("settings.sound"), () => ctrl.set({ sound: !sound }), {
        pressed: sound,
      }),
      button("language", ctrl.settings.lang === "en" ? "日本語" : "English", () =>
        ctrl.set({ lang: ctrl.settings.lang === "en" ? "ja" : "en" }),
      ),
      iconButton("keys", "keys", t("keys.title"), () => ctrl.openDialog("keys")),
      iconButton("settings", "gear", t("settings.title"), () => ctrl.openDialog("settings")),
    ]),
  ]);
}

/** A menu button: its words give way to its sign where there is little room. */
const menu = (name: string, icon: string, label: string, press: () => void, pressed?: boolean): VNode =>
  button(`${name}.menu`, label, press, {
    title: label,
    children: [sign(icon), el("span", {}, [label])],
    ...(pressed === undefined ? {} : { pressed }),
  });

function dialog(ctrl: Ctrl): VNode | null {
  switch (ctrl.dialog) {
    case "new":
      return newGameDialog(ctrl);
    case "records":
      return recordsDialog(ctrl);
    case "settings":
      return settingsDialog(ctrl);
    case "keys":
      return keysDialog(ctrl);
    case "token":
      return tokenDialog(ctrl);
    case null:
      return null;
  }
}
