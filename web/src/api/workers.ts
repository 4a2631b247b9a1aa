/** The backend without a server: WebAssembly modules in workers, for rules and for searches. */

import { Client, canShareMemory } from "../../../npm/src/client.ts";
import { RequestError } from "../../../npm/src/host.js";
import { LOADED, RECORDS, builtIn, compile, gameFiles, setModuleFolder } from "../../../npm/src/modules.ts";
import { ApiError, type Backend } from "./backend.ts";
import type { Endpoints, ErrorArgument, Game, Games, StreamEndpoints } from "./types.ts";

/** Maximum number of searches that run at the same time, as for the server. */
const MAX_SEARCHES = 4;

/** A worker for searches. */
interface Searcher {
  game: string;
  client: Client;
  /** Number of searches that were not aborted. */
  searches: number;
}

/** Games from definitions, by name. One that inherits from another is after it. */
const loaded = new Map<string, { text: string; game: Game }>();
/** Texts of the definitions. Restarted workers for rules load them. */
const definitions: string[] = [];
/** Workers for rules and records, by module. */
const rules = new Map<string, Promise<Client>>();
let searchers: Searcher[] = [];

setModuleFolder(new URL("modules/", document.baseURI));

/** Returns the module that plays a game. */
function moduleOf(game: string): string {
  if (loaded.has(game)) return LOADED;
  const name = builtIn(game);
  if (!name) throw new ApiError("game", `unknown variant "${game}"`, { name: game });
  return name;
}

/** Returns the worker for the rules or records of a module. */
function rulesClient(name: string): Promise<Client> {
  let client = rules.get(name);
  if (!client) {
    const texts = name === LOADED || name === RECORDS ? definitions : [];
    const options = { files: [], definitions: texts, sharesMemory: false };
    client = compile(name).then((module) => new Client({ ...options, module }));
    rules.set(name, client);
    client.catch(() => rules.delete(name));
  }
  return client;
}

async function callRules(name: string, path: string, body: object): Promise<unknown> {
  return (await rulesClient(name)).call(path, body).answer;
}

async function startSearcher(game: string): Promise<Client> {
  const evaluatedAs = loaded.has(game) ? loaded.get(game)?.game.evaluatedAs : builtIn(game);
  const [module, files] = await Promise.all([compile(moduleOf(game)), evaluatedAs ? gameFiles(evaluatedAs) : []]);
  const texts = loaded.has(game) ? [...definitions] : [];
  return new Client({ module, files, definitions: texts, sharesMemory: canShareMemory() });
}

/** Closes the idle workers for searches that a condition selects. */
function closeIdle(isClosed: (searcher: Searcher) => boolean): void {
  const closed = searchers.filter((searcher) => !searcher.searches && isClosed(searcher));
  searchers = searchers.filter((searcher) => !closed.includes(searcher));
  for (const { client } of closed) client.close();
}

/** Returns a free worker of the game. Its hash table has the results of the last search. */
async function freeSearcher(game: string): Promise<Searcher> {
  closeIdle((searcher) => searcher.game !== game);
  const free = searchers.find((searcher) => !searcher.searches);
  if (free) return free;
  const client = await startSearcher(game);
  const searcher = { game, client, searches: 0 };
  if (searchers.length >= MAX_SEARCHES) {
    client.close();
    throw new ApiError("busy", `${MAX_SEARCHES} searches are running`, { limit: MAX_SEARCHES });
  }
  searchers.push(searcher);
  return searcher;
}

/** Runs a request with a search. Aborting it stops the search and frees the worker immediately. */
async function search(
  game: string,
  path: string,
  body: object,
  onLine: (line: unknown) => void = () => undefined,
  signal?: AbortSignal,
): Promise<unknown> {
  moduleOf(game);
  const searcher = await freeSearcher(game);
  signal?.throwIfAborted();
  searcher.searches += 1;
  const { id, answer } = searcher.client.call(path, body, (line) => {
    if (!signal?.aborted) onLine(line);
  });
  const stop = (): void => {
    searcher.searches -= 1;
    searcher.client.stop(id);
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await answer;
  } finally {
    signal?.removeEventListener("abort", stop);
    if (!signal?.aborted) searcher.searches -= 1;
    signal?.throwIfAborted();
  }
}

/** Loads a definition. Workers that search games from definitions start again, with the new one. */
async function load(text: string): Promise<Game> {
  const game = (await callRules(LOADED, "load", { text })) as Game;
  loaded.set(game.name, { text, game });
  definitions.splice(0, definitions.length, ...[...loaded.values()].map((one) => one.text));
  if (rules.has(RECORDS)) await callRules(RECORDS, "load", { text });
  closeIdle(({ game: searched }) => loaded.has(searched));
  return game;
}

async function games(): Promise<Games> {
  const response = await fetch("games.json");
  if (!response.ok) throw new Error(`cannot load ${response.url}: ${response.status} ${response.statusText}`);
  const list = (await response.json()) as Games;
  return { ...list, games: [...list.games, ...[...loaded.values()].map(({ game }) => game)] };
}

async function answer(path: keyof Endpoints, body: Endpoints[keyof Endpoints]["request"]): Promise<unknown> {
  if (path === "games") return games();
  if (path === "status") return { searches: searchers.filter((searcher) => searcher.searches).length };
  if (path === "rules" || path === "check") return callRules(LOADED, path, body);
  if (path === "load") return load((body as Endpoints["load"]["request"]).text);
  if (path === "import" || path === "export" || path === "picture") return callRules(RECORDS, path, body);
  const { game } = body as { game: string };
  return path === "draw" ? search(game, path, body) : callRules(moduleOf(game), path, body);
}

/** Converts an error of a worker. */
function apiError(error: unknown): unknown {
  if (error instanceof RequestError) {
    return new ApiError(error.code, error.message, error.args as Record<string, ErrorArgument>);
  }
  // `fetch` throws a TypeError if there is no connection.
  return error instanceof TypeError ? new ApiError("offline", error.message) : error;
}

async function request<Path extends keyof Endpoints>(
  path: Path,
  body: Endpoints[Path]["request"],
  signal?: AbortSignal,
): Promise<Endpoints[Path]["response"]> {
  try {
    const response = await answer(path, body);
    signal?.throwIfAborted();
    return response as Endpoints[Path]["response"];
  } catch (error) {
    throw apiError(error);
  }
}

async function stream<Path extends keyof StreamEndpoints>(
  path: Path,
  body: StreamEndpoints[Path]["request"],
  onLine: (line: StreamEndpoints[Path]["line"]) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    await search(body.game, path, body, (line) => onLine(line as StreamEndpoints[Path]["line"]), signal);
  } catch (error) {
    throw apiError(error);
  }
}

export const workers: Backend = {
  readAddress: () => Promise.resolve(),
  onReady: () => undefined,
  request,
  stream,
};
