// src/model/settings.ts
var BOARD_THEMES = ["wood", "light", "green", "blue", "grey"];
var NOTATIONS = ["western", "numeric", "japanese", "usi"];
var KEY = "kawari.settings";
function pieceStyle(settings, { pictures }) {
  const chosen = settings.sets[pictures.game];
  return chosen && pictures.styles.includes(chosen) ? chosen : pictures.default[settings.lang];
}
function localeDefaults(lang) {
  const japanese = lang === "ja";
  return { coordinates: japanese ? "japanese" : "engine", notation: japanese ? "japanese" : "western" };
}
var browserLang = () => navigator.language.startsWith("ja") ? "ja" : "en";
function defaults() {
  const lang = browserLang();
  return { ...localeDefaults(lang), lang, sets: {}, chosen: [], theme: "auto", sound: true, volume: 100, board: "wood", animation: !matchMedia("(prefers-reduced-motion: reduce)").matches, showDests: true, arrows: true, bar: true, lines: 3, threads: 1, hash: 64, reportTime: 200, engineTime: 2e3 };
}
var differences = (one, other) => ["coordinates", "notation"].filter((key) => one[key] !== other[key]);
function withLocaleDefaults(settings) {
  const { chosen } = settings;
  const local = localeDefaults(settings.lang);
  return { ...settings, coordinates: chosen.includes("coordinates") ? settings.coordinates : local.coordinates, notation: chosen.includes("notation") ? settings.notation : local.notation, sets: Object.fromEntries(Object.entries(settings.sets).filter(([game]) => chosen.includes(`sets.${game}`))) };
}
function withChange(settings, change) {
  const next = { ...settings, ...change };
  const sets = Object.keys(change.sets ?? {}).map((game) => `sets.${game}`);
  const chosen = /* @__PURE__ */ new Set([...settings.chosen, ...differences(settings, next), ...sets]);
  return withLocaleDefaults({ ...next, chosen: [...chosen] });
}
function loadSettings() {
  const base = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const settings = { ...base, ...stored };
    const chosen = Array.isArray(stored.chosen) ? stored.chosen : differences(settings, localeDefaults(browserLang()));
    return withLocaleDefaults({ ...settings, chosen });
  } catch {
    return base;
  }
}
function saveSettings(settings) {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

export {
  BOARD_THEMES,
  NOTATIONS,
  pieceStyle,
  withChange,
  loadSettings,
  saveSettings
};
