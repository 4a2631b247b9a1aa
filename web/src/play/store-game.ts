/** Stores the game on the board in the list of all games. */

import { t } from "../i18n.ts";
import { loadGame, putGames } from "../model/game-store.ts";
import { storedMatch } from "../model/stored-game.ts";
import type { Match } from "./match.ts";

interface StoreHost {
  notify(text: string, kind: "error"): void;
}

/** Stores a game or updates its entry. Shows a message if the browser cannot store it. */
export async function storeMatch(host: StoreHost, match: Match, start: string | null): Promise<void> {
  const { id } = match;
  if (!id) return;
  // Later changes of the game are not part of this entry.
  const entry = storedMatch(match, start, id, null);
  try {
    const before = await loadGame(id);
    await putGames([before ? storedMatch(match, start, id, before) : entry]);
  } catch {
    host.notify(t("games.not-stored"), "error");
  }
}
