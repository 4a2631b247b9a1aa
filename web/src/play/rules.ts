/** The rules of the games, fetched on first use. */

import type { Game, GameRules } from "../api/types.ts";
import { api } from "../api/client.ts";

/** A game that is loaded again is another object, so its old rules are dropped. */
const cache = new WeakMap<Game, Promise<GameRules>>();

/** Returns the rules of a game as the server writes them from its definition. */
export function gameRules(game: Game): Promise<GameRules> {
  const known = cache.get(game);
  if (known) return known;
  const fetched = api.rules(game.name);
  cache.set(game, fetched);
  fetched.catch(() => cache.delete(game));
  return fetched;
}
