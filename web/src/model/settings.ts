/** The user's settings, stored in the browser. */

import type { Game } from "../api/types.ts";

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";
export const BOARD_THEMES = ["wood", "light", "green", "blue", "grey"] as const;
export type BoardTheme = (typeof BOARD_THEMES)[number];
export type Coordinates = "engine" | "numeric" | "japanese" | "none";
export const NOTATIONS = ["western", "numeric", "japanese", "usi"] as const;
export type Notation = (typeof NOTATIONS)[number];

export interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  /** Volume of the sounds, in percent. */
  volume: number;
  board: BoardTheme;
  animation: boolean;
  coordinates: Coordinates;
  notation: Notation;
  /** Picture styles that the user chose, by the game with the pictures. */
  sets: Record<string, string>;
  /**
   * Settings that the user chose and that no longer follow the language: the setting's key, or
   * `sets.` and a game with pictures.
   */
  chosen: string[];
  showDests: boolean;
  arrows: boolean;
  bar: boolean;
  lines: number;
  threads: number;
  hash: number;
  /** Milliseconds for each position of a game report. */
  reportTime: number;
  /** Milliseconds for each engine move at full strength without a clock. */
  engineTime: number;
}

const KEY = "kawari.settings";

/** Returns the style of a game's pieces: the user's choice, or the default of the language. */
export function pieceStyle(settings: Settings, { pictures }: Game): string {
  const chosen = settings.sets[pictures.game];
  return chosen && pictures.styles.includes(chosen) ? chosen : pictures.default[settings.lang];
}

/** The settings whose defaults depend on the language. */
type LocaleSettings = Pick<Settings, "coordinates" | "notation">;

function localeDefaults(lang: Lang): LocaleSettings {
  const japanese = lang === "ja";
  return {
    coordinates: japanese ? "japanese" : "engine",
    notation: japanese ? "japanese" : "western",
  };
}

const browserLang = (): Lang => (navigator.language.startsWith("ja") ? "ja" : "en");

function defaults(): Settings {
  const lang = browserLang();
  return {
    ...localeDefaults(lang),
    lang,
    sets: {},
    chosen: [],
    theme: "auto",
    sound: true,
    volume: 100,
    board: "wood",
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    showDests: true,
    arrows: true,
    bar: true,
    lines: 3,
    threads: 1,
    hash: 64,
    reportTime: 200,
    engineTime: 2000,
  };
}

/** Returns the keys of the settings that differ. */
const differences = (one: LocaleSettings, other: LocaleSettings): string[] =>
  (["coordinates", "notation"] as const).filter((key) => one[key] !== other[key]);

/** Resets the settings that the user has not chosen to the defaults of the language. */
function withLocaleDefaults(settings: Settings): Settings {
  const { chosen } = settings;
  const local = localeDefaults(settings.lang);
  return {
    ...settings,
    coordinates: chosen.includes("coordinates") ? settings.coordinates : local.coordinates,
    notation: chosen.includes("notation") ? settings.notation : local.notation,
    sets: Object.fromEntries(Object.entries(settings.sets).filter(([game]) => chosen.includes(`sets.${game}`))),
  };
}

/** Returns the settings after a change by the user. */
export function withChange(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change };
  const sets = Object.keys(change.sets ?? {}).map((game) => `sets.${game}`);
  const chosen = new Set([...settings.chosen, ...differences(settings, next), ...sets]);
  return withLocaleDefaults({ ...next, chosen: [...chosen] });
}

/** Returns the stored settings. Missing values get their defaults; invalid JSON is ignored. */
export function loadSettings(): Settings {
  const base = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const settings = { ...base, ...stored };
    // Settings of an older version have no `chosen` list. Their defaults followed the browser's language.
    const chosen = Array.isArray(stored.chosen)
      ? stored.chosen
      : differences(settings, localeDefaults(browserLang()));
    return withLocaleDefaults({ ...settings, chosen });
  } catch {
    return base;
  }
}

export function saveSettings(settings: Settings): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}
