/**
 * The definitions of the user's games, stored in the browser. The server keeps a game only until it
 * ends, so the page sends the definitions again.
 */

import type { Game, GameRules } from "../api/types.ts";

interface StoredDefinition {
  /** Name of the game. */
  name: string;
  text: string;
}

const KEY = "kawari.definitions";

/** Returns the definitions. One that inherits from another is after it. */
export function storedDefinitions(): StoredDefinition[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as StoredDefinition[];
  } catch {
    return [];
  }
}

export const isStored = (name: unknown): boolean => storedDefinitions().some((one) => one.name === name);

/** Stores the definition of a game instead of an earlier one with its name. Returns false if the storage is full. */
export function storeDefinition(name: string, text: string): boolean {
  const stored = storedDefinitions();
  const known = stored.find((one) => one.name === name);
  if (known) known.text = text;
  else stored.push({ name, text });
  return save(stored);
}

/** Removes the definition of a game. */
export function removeDefinition(name: string): void {
  save(storedDefinitions().filter((one) => one.name !== name));
}

function save(definitions: StoredDefinition[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(definitions));
    return true;
  } catch {
    return false;
  }
}

/** Returns the text to edit: the user's own with its comments, or that of the server. */
export const editableText = (game: Game, rules: GameRules): string =>
  storedDefinitions().find((one) => one.name === game.name)?.text ?? rules.definition;
