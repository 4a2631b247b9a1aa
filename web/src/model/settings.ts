/** The user's settings, stored in the browser. */

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";
export type Coordinates = "engine" | "numeric" | "japanese" | "none";
export const NOTATIONS = ["western", "numeric", "japanese", "usi"] as const;
export type Notation = (typeof NOTATIONS)[number];
/** Games that share piece sets. */
export type PieceFamily = "hasami" | "yari" | "hajiku" | "shogi";

export interface Settings {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  animation: boolean;
  coordinates: Coordinates;
  notation: Notation;
  /** Piece set of each family. */
  sets: Record<PieceFamily, string>;
  /**
   * Settings that the user chose and that no longer follow the language: the setting's key, or
   * `sets.` and a family.
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

/** Piece sets of each family, the default first. */
export const PIECE_SETS: Record<PieceFamily, string[]> = {
  hasami: ["wedge", "disc"],
  yari: ["kanji", "western"],
  hajiku: ["kanji", "western"],
  shogi: ["kanji", "western"],
};

const KEY = "kawari.settings";

export const pieceFamily = (game: string): PieceFamily =>
  game === "yari" || game === "hajiku" ? game : game === "shogi" || game === "minishogi" ? "shogi" : "hasami";

/** The settings whose defaults depend on the language. */
type LocaleSettings = Pick<Settings, "coordinates" | "notation" | "sets">;

function localeDefaults(lang: Lang): LocaleSettings {
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
    ...localeDefaults(lang),
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

/** Returns the names of the settings that differ, in the form of {@link Settings.chosen}. */
function differences(one: LocaleSettings, other: LocaleSettings): string[] {
  const families = Object.keys(PIECE_SETS) as PieceFamily[];
  return [
    ...(["coordinates", "notation"] as const).filter((key) => one[key] !== other[key]),
    ...families.filter((family) => one.sets[family] !== other.sets[family]).map((family) => `sets.${family}`),
  ];
}

/** Resets the settings that the user has not chosen to the defaults of the language. */
function withLocaleDefaults(settings: Settings): Settings {
  const { chosen } = settings;
  const local = localeDefaults(settings.lang);
  const sets = { ...local.sets };
  for (const family of Object.keys(PIECE_SETS) as PieceFamily[])
    if (chosen.includes(`sets.${family}`)) sets[family] = settings.sets[family];
  return {
    ...settings,
    coordinates: chosen.includes("coordinates") ? settings.coordinates : local.coordinates,
    notation: chosen.includes("notation") ? settings.notation : local.notation,
    sets,
  };
}

/** Returns the settings after a change by the user. */
export function withChange(settings: Settings, change: Partial<Settings>): Settings {
  const next = { ...settings, ...change };
  const chosen = new Set([...settings.chosen, ...differences(settings, next)]);
  return withLocaleDefaults({ ...next, chosen: [...chosen] });
}

/** Returns the stored settings. Missing values get their defaults; invalid JSON is ignored. */
export function loadSettings(): Settings {
  const base = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
    const settings = { ...base, ...stored, sets: { ...base.sets, ...stored.sets } };
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
