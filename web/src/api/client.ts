/** The requests of the page. */

import { ApiError, type Backend } from "./backend.ts";
import type {
  AnalyseLine,
  AnalyseRequest,
  Color,
  Endpoints,
  GameFormat,
  Games,
  Line,
  PictureOptions,
  RecordGame,
  SearchLine,
  SearchRequest,
  StreamEndpoints,
} from "./types.ts";
import { isStored, storedDefinitions } from "../model/definitions.ts";

export { ApiError, isAbort } from "./backend.ts";

let backend: Backend;

/** Sets the backend, before the first request. */
export function setBackend(value: Backend): void {
  backend = value;
}

/**
 * Runs a request. If the server has lost its game, for example after a restart, sends the stored
 * definitions again and retries once.
 */
async function withGames<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "game" && isStored(error.args["name"]))) throw error;
    await listGames();
    return send();
  }
}

/**
 * Returns the games of the backend. Loads those of the stored definitions that it does not have, and
 * skips definitions that it rejects.
 */
async function listGames(): Promise<Games> {
  const list = await backend.request("games", {});
  for (const { name, text } of storedDefinitions()) {
    if (list.games.some((game) => game.name === name)) continue;
    try {
      list.games.push(await backend.request("load", { text }));
    } catch (error) {
      if (!(error instanceof ApiError && /^(definition|too-many-games)$/.test(error.code))) throw error;
    }
  }
  return list;
}

const request = <Path extends keyof Endpoints>(
  path: Path,
  body: Endpoints[Path]["request"],
  signal?: AbortSignal,
): Promise<Endpoints[Path]["response"]> => withGames(() => backend.request(path, body, signal));

const stream = <Path extends keyof StreamEndpoints>(
  path: Path,
  body: StreamEndpoints[Path]["request"],
  onLine: (line: StreamEndpoints[Path]["line"]) => void,
  signal: AbortSignal,
): Promise<void> => withGames(() => backend.stream(path, body, onLine, signal));

export const api = {
  readAddress: (params: URLSearchParams) => backend.readAddress(params),
  onReady: (listener: () => void) => backend.onReady(listener),
  status: () => request("status", {}),
  games: listGames,
  rules: (game: string) => request("rules", { game }),
  check: (text: string) => request("check", { text }),
  load: (text: string) => request("load", { text }),
  position: (line: Line, signal?: AbortSignal) => request("position", line, signal),
  line: (line: Line) => request("line", line),
  word: (line: Line, word: string) => request("word", { ...line, word }),
  sfen: (game: string, sfen: string) => request("sfen", { game, sfen }),
  picture: (line: Line, options: PictureOptions) => request("picture", { ...line, options }),
  search: (body: SearchRequest, onLine: (line: SearchLine) => void, signal: AbortSignal) =>
    stream("search", body, onLine, signal),
  analyse: (body: AnalyseRequest, onLine: (line: AnalyseLine) => void, signal: AbortSignal) =>
    stream("analyse", body, onLine, signal),
  draw: (line: Line, engine: Color, level: number) => request("draw", { ...line, engine, level }),
  importText: (text: string, game: string) => request("import", { text, game }),
  exportRecord: (format: GameFormat, record: RecordGame) => request("export", { format, record }),
};
