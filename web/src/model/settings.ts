/** What a person has chosen, kept from one visit to the next. */

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";
export type Coordinates = "engine" | "numeric" | "japanese" | "none";
export const NOTATIONS = ["western", "numeric", "japanese", "usi"] as const;
export type Notation = (typeof NOTATIONS)[number];
export type Family = "hasami" | "yari" | "hajiku" | "shogi";

export interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  animation: boolean;
  coordinates: Coordinates;
  notation: Notation;
  sets: Record<Family, string>;
  /** What has been chosen by hand, and no longer follows the language: the key of a setting or `sets.` and a family. */
  chosen: string[];
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

type Local = Pick<Settings, "coordinates" | "notation" | "sets">;

/** What follows the language as long as nobody chooses otherwise. */
function localDefaults(lang: Lang): Local {
  const japanese = lang === "ja";
  const set = japanese ? "kanji" : "western";
  return {
    coordinates: japanese ? "japanese" : "engine",
    notation: japanese ? "japanese" : "western",
    sets: { hasami: japanese ? "wedge" : "disc", yari: set, hajiku: set, shogi: "kanji" },
  };
}

const browserLang = (): Lang => (navigator.language.startsWith("ja") ? "ja" : "en");

function defaults(): Settings {
  const lang = browserLang();
  return {
    ...localDefaults(lang),
    lang,
    chosen: [],
    theme: "auto",
    sound: true,
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

/** What differs between two choices of the settings that follow the language. */
function differences(one: Local, other: Local): string[] {
  const families = Object.keys(SETS) as Family[];
  return [
    ...(["coordinates", "notation"] as const).filter((key) => one[key] !== other[key]),
    ...families.filter((family) => one.sets[family] !== other.sets[family]).map((family) => `sets.${family}`),
  ];
}

/** Sets what nobody has chosen as the language has it. */
function localised(settings: Settings): Settings {
  const { chosen } = settings;
  const local = localDefaults(settings.lang);
  const sets = { ...local.sets };
  for (const family of Object.keys(SETS) as Family[])
    if (chosen.includes(`sets.${family}`)) sets[family] = settings.sets[family];
  return {
    ...settings,
    coordinates: chosen.includes("coordinates") ? settings.coordinates : local.coordinates,
    notation: chosen.includes("notation") ? settings.notation : local.notation,
    sets,
  };
}

/** The settings after a person has changed some. */
export function changed(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change };
  const chosen = new Set([...settings.chosen, ...differences(settings, next)]);
  return localised({ ...next, chosen: [...chosen] });
}

/** The kept settings over the defaults; what is broken is forgotten. */
export function loadSettings(): Settings {
  const base = defaults();
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const settings = { ...base, ...kept, sets: { ...base.sets, ...kept.sets } };
    // Settings without the list of what was chosen began with the language of the browser.
    const chosen = Array.isArray(kept.chosen)
      ? kept.chosen
      : differences(settings, localDefaults(browserLang()));
    return localised({ ...settings, chosen });
  } catch {
    return base;
  }
}

export function saveSettings(settings: Settings): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}
