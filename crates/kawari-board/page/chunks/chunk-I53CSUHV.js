// src/model/definitions.ts
var KEY = "kawari.definitions";
function storedDefinitions() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}
var isStored = (name) => storedDefinitions().some((one) => one.name === name);
function storeDefinition(name, text) {
  const stored = storedDefinitions();
  const known = stored.find((one) => one.name === name);
  if (known) known.text = text;
  else stored.push({ name, text });
  return save(stored);
}
function removeDefinition(name) {
  save(storedDefinitions().filter((one) => one.name !== name));
}
function save(definitions) {
  try {
    localStorage.setItem(KEY, JSON.stringify(definitions));
    return true;
  } catch {
    return false;
  }
}
var editableText = (game, rules) => storedDefinitions().find((one) => one.name === game.name)?.text ?? rules.definition;

export {
  storedDefinitions,
  isStored,
  storeDefinition,
  removeDefinition,
  editableText
};
