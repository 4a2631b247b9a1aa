/** Translations of the page's texts. */

import type { ApiError } from "./api/client.ts";
import type { ErrorArgument } from "./api/types.ts";
import type { Lang } from "./model/settings.ts";
import type { en } from "./words/en.ts";

export type TextKey = keyof typeof en;
/** Keys built from names that the server sends. A name without a translation is shown unchanged. */
type ServerKey =
  `${"handicap" | "board" | "level" | "openings" | "error" | "illegal" | "end" | "reason" | "set" | "theme" | "coords" | "notation"}.${string}`;
type Args = Record<string, ErrorArgument>;

let translations: Record<string, string> = {};
let current: Lang = "en";

export const lang = (): Lang => current;

/** Loads the translations of a language and makes it the page's language. */
export async function setLanguage(lang: Lang): Promise<void> {
  const response = await fetch(`words/${lang}.json`);
  if (!response.ok) return;
  translations = (await response.json()) as Record<string, string>;
  current = lang;
}

const fill = (text: string, args: Args): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(args[name] ?? placeholder));

/** Returns the translation of a key with its placeholders filled in. */
export function t(key: TextKey | ServerKey, args: Args = {}): string {
  const text = translations[key];
  return text === undefined ? key.slice(key.indexOf(".") + 1) : fill(text, args);
}

/** Returns the translation of an error, or the server's English message if there is none. */
export function errorText(error: ApiError): string {
  const text = translations[`error.${error.code}`];
  if (text === undefined) return error.message;
  const args: Args = { ...error.args };
  for (const name of ["color", "winner"])
    if (args[name]) args[name] = translations[`color.${args[name]}`] ?? args[name];
  return fill(text, args);
}
