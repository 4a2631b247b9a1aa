/** The database of the browser with all games that were played on it. */

import { isStoredGame, type StoredGame } from "./stored-game.ts";

const DATABASE = "kawari";
const STORE = "games";

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("the database is blocked"));
  });
}

/** Runs requests in a transaction and returns the result of the one that `run` returns. */
async function transact<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result> | null,
): Promise<Result | null> {
  const database = await openDatabase();
  try {
    return await new Promise<Result | null>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result ?? null);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export interface GameList {
  /** The games, the newest first. */
  games: StoredGame[];
  /** Number of entries that cannot be read. */
  damaged: number;
}

/** Returns all games. Fails if the browser has no database. */
export async function loadGames(): Promise<GameList> {
  const entries = (await transact<unknown[]>("readonly", (store) => store.getAll())) ?? [];
  const games = entries.filter(isStoredGame).sort((one, two) => two.date.localeCompare(one.date));
  return { games, damaged: entries.length - games.length };
}

/** Returns a game, or null if there is none with this name. */
export async function loadGame(id: string): Promise<StoredGame | null> {
  const entry = await transact<unknown>("readonly", (store) => store.get(id));
  return isStoredGame(entry) ? entry : null;
}

/** Stores games. Those with the same names are replaced. Fails if the storage is full. */
export async function putGames(games: StoredGame[]): Promise<void> {
  await transact("readwrite", (store) => {
    for (const game of games) store.put(game);
    return null;
  });
}

/** Deletes the games with these names. */
export async function deleteGames(ids: string[]): Promise<void> {
  await transact("readwrite", (store) => {
    for (const id of ids) store.delete(id);
    return null;
  });
}

/** Deletes all games, with the entries that cannot be read. */
export async function clearGames(): Promise<void> {
  await transact("readwrite", (store) => store.clear());
}
