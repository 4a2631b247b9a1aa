/** What a person has chosen, kept from one visit to the next. */

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";
export type Coordinates = "engine" | "numeric" | "japanese" | "none";
export type Notation = "western" | "numeric" | "japanese" | "usi";
export type Family = "hasami" | "yari" | "hajiku" | "shogi";

export interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  animation: boolean;
  coordinates: Coordinates;
  notation: Notation;
  sets: Record<Family, string>;
  showDests: boolean;
  arrows: boolean;
  bar: boolean;
  lines: number;
  threads: number;
  hash: number;
  /** Milliseconds for each position of a whole-game analysis. */
  reportTime: number;
  /** Milliseconds for a move of the engine at full strength without a clock. */
  engineTime: number;
}

/** The sets of pictures that a family has; the first is the default. */
export const SETS: Record<Family, string[]> = {
  hasami: ["wedge", "disc"],
  yari: ["kanji", "western"],
  hajiku: ["kanji", "western"],
  shogi: ["kanji", "western"],
};

const KEY = "kawari.settings";

/** Families of pictures: the Hasami games share one, so do shogi and minishogi. */
export const familyOf = (game: string): Family =>
  game === "yari" || game === "hajiku" ? game : game === "shogi" || game === "minishogi" ? "shogi" : "hasami";

function defaults(): Settings {
  const japanese = navigator.language.startsWith("ja");
  const set = japanese ? "kanji" : "western";
  return {
    lang: japanese ? "ja" : "en",
    theme: "auto",
    sound: true,
    animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    coordinates: japanese ? "japanese" : "engine",
    notation: japanese ? "japanese" : "western",
    sets: { hasami: japanese ? "wedge" : "disc", yari: set, hajiku: set, shogi: "kanji" },
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

/** The kept settings over the defaults; what is broken is forgotten. */
export function loadSettings(): Settings {
  const base = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    return { ...base, ...kept, sets: { ...base.sets, ...kept.sets } };
  } catch {
    return base;
  }
}

export function saveSettings(settings: Settings): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}
