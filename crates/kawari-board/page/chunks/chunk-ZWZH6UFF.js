// src/i18n.ts
var translations = {};
var current = "en";
var lang = () => current;
async function setLanguage(lang2) {
  const response = await fetch(`words/${lang2}.json`);
  if (!response.ok) return;
  translations = await response.json();
  current = lang2;
}
var fill = (text, args) => text.replace(/\{(\w+)\}/g, (placeholder, name) => String(args[name] ?? placeholder));
function t(key, args = {}) {
  const text = translations[key];
  return text === void 0 ? key.slice(key.indexOf(".") + 1) : fill(text, args);
}
function errorText(error) {
  const text = translations[`error.${error.code}`];
  if (text === void 0) return error.message;
  const args = { ...error.args };
  for (const name of ["color", "winner"]) if (args[name]) args[name] = translations[`color.${args[name]}`] ?? args[name];
  return fill(text, args);
}

export {
  lang,
  setLanguage,
  t,
  errorText
};
