import {
  dialogBox
} from "./chunk-V3PPJ4S3.js";
import {
  BOARD_THEMES,
  NOTATIONS,
  pieceStyle
} from "./chunk-YJKNFF3A.js";
import {
  play
} from "./chunk-SZQIUDPN.js";
import {
  checkbox,
  el,
  numberField,
  selectField
} from "./chunk-OWP3H2MV.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-YLVDSGH3.js";

// src/view/settings.ts
function settingsDialog(ctrl) {
  const { settings } = ctrl;
  const { limits } = ctrl.games;
  const { pictures } = ctrl.game;
  const options = (prefix, keys) => keys.map((key) => [key, t(`${prefix}.${key}`)]);
  return dialogBox(ctrl, "settings", t("settings.title"), () => ctrl.openDialog(null), [el("div.fields", {}, [selectField("lang", t("settings.lang"), [["en", "English"], ["ja", "日本語"]], settings.lang, (lang) => ctrl.changeSettings({ lang })), selectField("theme", t("settings.theme"), options("theme", ["auto", "light", "dark"]), settings.theme, (theme) => ctrl.changeSettings({ theme })), selectField("board-theme", t("settings.board"), options("board", BOARD_THEMES), settings.board, (board) => ctrl.changeSettings({ board })), selectField("set", t("settings.set"), options("set", pictures.styles), pieceStyle(settings, ctrl.game), (style) => ctrl.changeSettings({ sets: { ...settings.sets, [pictures.game]: style } })), selectField("coordinates", t("settings.coordinates"), options("coords", ["engine", "numeric", "japanese", "none"]), settings.coordinates, (coordinates) => ctrl.changeSettings({ coordinates })), selectField("notation", t("settings.notation"), options("notation", NOTATIONS), settings.notation, (notation) => ctrl.changeSettings({ notation })), checkbox("sound", t("settings.sound"), settings.sound, (sound) => ctrl.changeSettings({ sound })), numberField("volume", t("settings.volume"), settings.volume, [0, 100, 5], (volume) => {
    ctrl.changeSettings({ volume });
    if (settings.sound) play("move", volume);
  }), checkbox("animation", t("settings.animation"), settings.animation, (animation) => ctrl.changeSettings({ animation })), checkbox("dests", t("settings.dests"), settings.showDests, (showDests) => ctrl.changeSettings({ showDests })), checkbox("arrows", t("settings.arrows"), settings.arrows, (arrows) => ctrl.changeSettings({ arrows })), checkbox("bar", t("settings.bar"), settings.bar, (bar) => ctrl.changeSettings({ bar })), numberField("threads", t("settings.threads"), settings.threads, [1, limits.threads, 1], (threads) => ctrl.changeSettings({ threads })), numberField("hash", t("settings.hash"), settings.hash, [1, limits.hash, 1], (hash) => ctrl.changeSettings({ hash })), numberField("engine-time", t("settings.enginetime", { level: limits.levels }), settings.engineTime / 1e3, [0.1, 600, 0.1], (seconds) => ctrl.changeSettings({ engineTime: Math.round(seconds * 1e3) }))]), el("p.hint", {}, [ctrl.games.program, " · ", el("a", { attrs: { href: "licences.txt", target: "_blank" } }, [t("settings.licences")])])]);
}
function keysDialog(ctrl) {
  const keys = [["← →", t("keys.step")], ["↑ ↓", t("keys.ends")], ["⇧ ↑ ↓", t("keys.variation")], ["Tab", t("keys.tab")], ["Enter", t("keys.enter")], ["Esc", t("keys.escape")], ["/", t("keys.entry")], ["f", t("keys.flip")], ["d", t("keys.draw")], ["a", t("keys.analysis")], ["h", t("keys.hint")], ["t", t("keys.threat")], ["u", t("keys.takeback")], ["c l o p s m", t("keys.commands")], ["n", t("keys.new")], ["r", t("keys.rules")], ["e", t("keys.learn")], ["?", t("keys.help")]];
  return dialogBox(ctrl, "keys", t("keys.title"), () => ctrl.openDialog(null), [el("dl.keys", {}, keys.flatMap(([key, text]) => [el("dt", {}, [el("kbd", {}, [key])]), el("dd", {}, [text])]))]);
}
export {
  keysDialog,
  settingsDialog
};
