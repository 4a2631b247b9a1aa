/** The games that the user has opened, stored in the browser. The others are offered with their lessons. */

const KEY = "kawari.opened";

/** Also used if the storage does not work. */
let opened: string[] | null = null;

function load(): string[] {
  if (opened) return opened;
  opened = [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (Array.isArray(stored)) opened = stored.filter((name) => typeof name === "string");
  } catch {
    // Starts with an empty list.
  }
  return opened;
}

export const hasOpened = (game: string): boolean => load().includes(game);

export function markOpened(game: string): void {
  if (hasOpened(game)) return;
  load().push(game);
  try {
    localStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // The list lasts until the page is closed.
  }
}
