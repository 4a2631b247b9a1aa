/** Games with a friend by links: the moves and the side that this browser has stored. */

import type { Color } from "../api/types.ts";

/** A game with a friend. */
export interface FriendGame {
  /** The same in both browsers. */
  id: string;
  game: string;
  /** SFEN of the start position; null for the game's usual one. */
  start: string | null;
  /** The side of this browser's player. */
  side: Color;
  /** Moves in USI. */
  moves: string[];
  /** The side that has resigned. */
  resigned: Color | null;
}

/** Relation of a link to the stored game. */
export type LinkRelation = "continues" | "same" | "older" | "other";

const KEY = "kawari.friend-games";
/** Number of games that are kept. The one that was stored first is dropped. */
const MAX_GAMES = 100;

function loadGames(): FriendGame[] {
  try {
    const games: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? (games as FriendGame[]) : [];
  } catch {
    return [];
  }
}

/** Returns the stored game with an id. */
export const friendGame = (id: string): FriendGame | null => loadGames().find((game) => game.id === id) ?? null;

/** Stores a game. Without room for it, the link is all that is left of the game. */
export function storeFriendGame(game: FriendGame): void {
  const games = loadGames();
  const index = games.findIndex((one) => one.id === game.id);
  games.splice(index < 0 ? games.length : index, 1, game);
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(-MAX_GAMES)));
  } catch {
    // The storage is full.
  }
}

/** Returns a random id. */
export function newFriendGameId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares a link with the stored game. Only a move of the friend continues it. */
export function linkRelation(stored: FriendGame, link: Omit<FriendGame, "id" | "side">): LinkRelation {
  const count = Math.min(stored.moves.length, link.moves.length);
  const isOther =
    stored.game !== link.game ||
    stored.start !== link.start ||
    stored.moves.slice(0, count).join() !== link.moves.slice(0, count).join();
  if (isOther) return "other";
  const added = link.moves.length - stored.moves.length;
  if (added < 0) return "older";
  if (added === 0) return link.resigned && !stored.resigned ? "continues" : "same";
  return added === 1 && !stored.resigned ? "continues" : "other";
}
