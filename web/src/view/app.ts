/** The root view: header, board, panel and dialogs. */

import type { VNode } from "snabbdom";
import { toggleEditor } from "../actions/editor.ts";
import { toggleTraining } from "../actions/training.ts";
import { boardStyle, pieceSetClass } from "../board/board.ts";
import type { Game } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { lang, t } from "../i18n.ts";
import { editorView } from "./editor.ts";
import { tokenDialog } from "./failure.ts";
import { reportView } from "./game-report.ts";
import { button, el, iconButton, svgIcon } from "./html.ts";
import { lazyDialog } from "./lazy-dialog.ts";
import { newGameDialog } from "./new-game.ts";
import { floatingNotice } from "./notice.ts";
import { panelView } from "./panel.ts";
import { playerView } from "./players.ts";
import { confirmationDialog } from "./confirmation.ts";
import { rulesView } from "./rules.ts";
import { boardView, handView } from "./board.ts";

const definitionDialog = lazyDialog(async () => (await import("./definition-editor.ts")).definitionDialog);
const importExportDialog = lazyDialog(async () => (await import("./import-export.ts")).importExportDialog);
const myGamesDialog = lazyDialog(async () => (await import("./my-games.ts")).myGamesDialog);
const shareDialog = lazyDialog(async () => (await import("./share.ts")).shareDialog);
const settingsDialog = lazyDialog(async () => (await import("./settings.ts")).settingsDialog);
const keysDialog = lazyDialog(async () => (await import("./settings.ts")).keysDialog);

export function view(ctrl: Controller): VNode {
  const game = ctrl.displayedGame;
  const hasPlayers = !ctrl.editor && !ctrl.training;
  return el("div#app", { class: { "with-rules": ctrl.rulesGame !== null, "with-training": ctrl.training !== null } }, [
    headerView(ctrl, game),
    el(
      "main",
      {
        attrs: stateAttributes(ctrl),
        style: boardStyle(game),
        class: { "no-hands": !game.hand.length },
      },
      [
        rulesView(ctrl),
        el("div.play-area", { key: "play-area", class: { [pieceSetClass(ctrl, game)]: true } }, [
          boardView(ctrl),
          handView(ctrl, "top"),
          hasPlayers ? playerView(ctrl, "top") : null,
          ctrl.editor ? editorView(ctrl, ctrl.editor) : (ctrl.training?.view() ?? panelView(ctrl)),
          hasPlayers ? playerView(ctrl, "bottom") : null,
          handView(ctrl, "bottom"),
        ]),
        hasPlayers && !ctrl.learning ? reportView(ctrl) : null,
      ],
    ),
    el("div.announcements", { attrs: { "aria-live": "polite", role: "log" } }, [
      el("p", { key: ctrl.announcement }, [ctrl.announcement]),
    ]),
    ctrl.dialog || ctrl.confirmation ? null : floatingNotice(ctrl),
    openDialogView(ctrl),
    ctrl.confirmation ? confirmationDialog(ctrl, ctrl.confirmation) : null,
  ]);
}

/** Returns attributes that expose the page's state to scripts. */
function stateAttributes(ctrl: Controller): Record<string, string | number> {
  const { match, node } = ctrl;
  const end = match?.end ?? node.outcome;
  return {
    "data-state": pageState(ctrl),
    "data-ply": node.ply,
    "data-legal": ctrl.legalMoves().length,
    "data-game": ctrl.displayedGame.name,
    "data-result": end ? `${end.winner ? `${end.winner} wins` : "draw"}: ${end.reason}` : "",
  };
}

function pageState(ctrl: Controller): string {
  const { match } = ctrl;
  if (ctrl.editor) return "editing";
  if (ctrl.training) return ctrl.training.state;
  if (ctrl.report.progress || ctrl.isAwaitingEngine) return "busy";
  if (!match) return "free";
  if (!match.running) return "over";
  if (match.paused) return "paused";
  return match.thinking ? "thinking" : "idle";
}

function headerView(ctrl: Controller, game: Game): VNode {
  const sound = ctrl.settings.sound;
  return el("header.top", {}, [
    el("h1", {}, [
      el("span.brand", { attrs: { "aria-hidden": "true" } }, ["変"]),
      el("span", {}, ["Kawari"]),
      el("span.title", {}, [game.title[lang()]]),
    ]),
    el("nav", { attrs: { "aria-label": t("nav.label") } }, [
      menuButton("new", "plus", t("nav.new"), () => ctrl.openDialog("new")),
      menuButton("edit", "edit", t("nav.edit"), () => toggleEditor(ctrl)),
      menuButton("records", "save", t("nav.records"), () => ctrl.openDialog("records")),
      menuButton("my-games", "list", t("games.title"), () => ctrl.openDialog("games")),
      menuButton(
        "rules",
        "book",
        t("nav.rules"),
        () => ctrl.showRules(ctrl.rulesGame ? null : ctrl.game.name),
        ctrl.rulesGame !== null,
      ),
      menuButton("learn", "cap", t("nav.learn"), () => toggleTraining(ctrl), ctrl.training !== null),
      iconButton(
        "sound",
        sound ? "sound" : "mute",
        t("settings.sound"),
        () => ctrl.changeSettings({ sound: !sound }),
        {
          pressed: sound,
        },
      ),
      button("language", ctrl.settings.lang === "en" ? "日本語" : "English", () =>
        ctrl.changeSettings({ lang: ctrl.settings.lang === "en" ? "ja" : "en" }),
      ),
      iconButton("keys", "keys", t("keys.title"), () => ctrl.openDialog("keys")),
      iconButton("settings", "gear", t("settings.title"), () => ctrl.openDialog("settings")),
    ]),
  ]);
}

/** A menu button. Narrow windows show only its icon. */
const menuButton = (
  name: string,
  icon: string,
  label: string,
  onPress: () => void,
  pressed?: boolean,
): VNode =>
  button(`${name}.menu`, label, onPress, {
    title: label,
    children: [svgIcon(icon), el("span", {}, [label])],
    ...(pressed === undefined ? {} : { pressed }),
  });

function openDialogView(ctrl: Controller): VNode | null {
  switch (ctrl.dialog) {
    case "new":
      return newGameDialog(ctrl);
    case "definition":
      return definitionDialog(ctrl);
    case "records":
      return importExportDialog(ctrl);
    case "games":
      return myGamesDialog(ctrl);
    case "share":
      return shareDialog(ctrl);
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
