/** The page's own words in the language that was chosen. */

import type { ApiError } from "./api/client.ts";
import type { Lang } from "./model/settings.ts";
import type { en } from "./words/en.ts";

export type Key = keyof typeof en;
/** Names that come from the program: a new one is shown as it is. */
type Open = `${"handicap" | "error" | "end" | "reason" | "set" | "theme" | "coords" | "notation"}.${string}`;
type Args = Record<string, string | number>;

/** The words of the language, once they are here. */
let table: Record<string, string> = {};
let current: Lang = "en";

export const lang = (): Lang => current;

/** Fetches the words of a language and speaks it from then on. */
export async function speak(lang: Lang): Promise<void> {
  const response = await fetch(`words/${lang}.json`);
  if (!response.ok) return;
  table = (await response.json()) as Record<string, string>;
  current = lang;
}

const fill = (text: string, args: Args): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));

export function t(key: Key | Open, args: Args = {}): string {
  const text = table[key];
  return text === undefined ? key.slice(key.indexOf(".") + 1) : fill(text, args);
}

/** An error of the program's in words: ours where we have them, else its own. */
export function sayError(error: ApiError): string {
  const text = table[`error.${error.code}`];
  if (text === undefined) return error.message;
  const args: Args = { ...error.args };
  for (const name of ["color", "winner"])
    if (args[name]) args[name] = table[`color.${args[name]}`] ?? args[name];
  return fill(text, args);
}
