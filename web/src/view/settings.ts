/** The window of the settings. */

import type { VNode } from "snabbdom";
import type { Ctrl } from "../ctrl.ts";
import { t } from "../i18n.ts";
import {
  type Coordinates,
  familyOf,
  type Lang,
  type Notation,
  NOTATIONS,
  SETS,
  type Theme,
} from "../model/settings.ts";
import { amount, choose, dialogBox, el, type Option, tick } from "./html.ts";

export function settingsDialog(ctrl: Ctrl): VNode {
  const { settings } = ctrl;
  const { limits } = ctrl.games;
  const family = familyOf(ctrl.game.name);
  const words = (prefix: "theme" | "set" | "coords" | "notation", keys: readonly string[]): Option[] =>
    keys.map((key) => [key, t(`${prefix}.${key}`)]);
  return dialogBox(ctrl, "settings", t("settings.title"), () => ctrl.openDialog(null), [
    el("div.fields", {}, [
      choose(
        "lang",
        t("settings.lang"),
        [
          ["en", "English"],
          ["ja", "日本語"],
        ],
        settings.lang,
        (lang) => ctrl.set({ lang: lang as Lang }),
      ),
      choose(
        "theme",
        t("settings.theme"),
        words("theme", ["auto", "light", "dark"]),
        settings.theme,
        (theme) => ctrl.set({ theme: theme as Theme }),
      ),
      choose("set", t("settings.set"), words("set", SETS[family]), settings.sets[family], (set) =>
        ctrl.set({ sets: { ...settings.sets, [family]: set } }),
      ),
      choose(
        "coordinates",
        t("settings.coordinates"),
        words("coords", ["engine", "numeric", "japanese", "none"]),
        settings.coordinates,
        (coordinates) => ctrl.set({ coordinates: coordinates as Coordinates }),
      ),
      choose(
        "notation",
        t("settings.notation"),
        words("notation", NOTATIONS),
        settings.notation,
        (notation) => ctrl.set({ notation: notation as Notation }),
      ),
      tick("sound", t("settings.sound"), settings.sound, (sound) => ctrl.set({ sound })),
      tick("animation", t("settings.animation"), settings.animation, (animation) => ctrl.set({ animation })),
      tick("dests", t("settings.dests"), settings.showDests, (showDests) => ctrl.set({ showDests })),
      tick("arrows", t("settings.arrows"), settings.arrows, (arrows) => ctrl.set({ arrows })),
      tick("bar", t("settings.bar"), settings.bar, (bar) => ctrl.set({ bar })),
      amount("threads", t("settings.threads"), settings.threads, [1, limits.threads, 1], (threads) =>
        ctrl.set({ threads }),
      ),
      amount("hash", t("settings.hash"), settings.hash, [1, limits.hash, 1], (hash) => ctrl.set({ hash })),
      amount(
        "engine-time",
        t("settings.enginetime"),
        settings.engineTime / 1000,
        [0.1, 600, 0.1],
        (seconds) => ctrl.set({ engineTime: Math.round(seconds * 1000) }),
      ),
    ]),
    el("p.hint", {}, [
      ctrl.games.program,
      " · ",
      el("a", { attrs: { href: "licences.txt", target: "_blank" } }, [t("settings.licences")]),
    ]),
  ]);
}

export function keysDialog(ctrl: Ctrl): VNode {
  const keys: [string, string][] = [
    ["← →", t("keys.walk")],
    ["↑ ↓", t("keys.ends")],
    ["⇧ ↑ ↓", t("keys.variation")],
    ["Tab", t("keys.tab")],
    ["Enter", t("keys.enter")],
    ["Esc", t("keys.escape")],
    ["/", t("keys.entry")],
    ["f", t("keys.flip")],
    ["a", t("keys.analysis")],
    ["h", t("keys.hint")],
    ["u", t("keys.takeback")],
    ["n", t("keys.new")],
    ["r", t("keys.rules")],
    ["?", t("keys.help")],
  ];
  return dialogBox(ctrl, "keys", t("keys.title"), () => ctrl.openDialog(null), [
    el(
      "dl.keys",
      {},
      keys.flatMap(([key, text]) => [el("dt", {}, [el("kbd", {}, [key])]), el("dd", {}, [text])]),
    ),
  ]);
}
