/** HTTP client of the server's API. Aborting a search request stops the search. */

import type {
  AnalyseLine,
  AnalyseRequest,
  Color,
  Endpoints,
  ErrorArgument,
  GameFormat,
  Failure,
  Game,
  Games,
  Line,
  PictureOptions,
  RecordGame,
  SearchLine,
  SearchRequest,
  StreamEndpoints,
} from "./types.ts";
import { isStored, storedDefinitions } from "../model/definitions.ts";
import { currentToken, recordTokenUse, renewToken } from "./token.ts";

/** An error response of the server. The code selects the translated message. */
export class ApiError extends Error {
  readonly code: string;
  readonly args: Record<string, ErrorArgument>;

  constructor(code: string, message: string, args: Record<string, ErrorArgument> = {}) {
    super(message);
    this.code = code;
    this.args = args;
  }
}

/** Sends one request. Throws an {@link ApiError} if the server does not respond. */
async function post(path: string, body: object, token: string, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Kawari-Token": token },
      body: JSON.stringify(body),
      cache: "no-store",
      ...(signal ? { signal } : {}),
    });
    recordTokenUse(token, response.status !== 401);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("gone", `no response from the program: ${String(error)}`);
  }
}

/** Sends a request. If the token is missing or rejected, retries once with a token of another tab. */
async function sendWithToken(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const token = currentToken();
  let response = token ? await post(path, body, token, signal) : null;
  if ((!response || response.status === 401) && (await renewToken(token)))
    response = await post(path, body, currentToken(), signal);
  if (!response) throw new ApiError("token", "missing token");
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  if (!failure?.error) throw new ApiError(`http-${response.status}`, response.statusText);
  throw new ApiError(failure.error.code, failure.error.message, failure.error.args);
}

/**
 * Sends a request. If the server has lost its game, for example after a restart, sends the stored
 * definitions again and retries once.
 */
async function send(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  try {
    return await sendWithToken(path, body, signal);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "game" && isStored(error.args["name"]))) throw error;
    await listGames();
    return sendWithToken(path, body, signal);
  }
}

/**
 * Returns the games of the server. Loads those of the stored definitions that it does not have, and
 * skips definitions that it rejects.
 */
async function listGames(): Promise<Games> {
  const list = (await (await sendWithToken("games", {})).json()) as Games;
  for (const { name, text } of storedDefinitions()) {
    if (list.games.some((game) => game.name === name)) continue;
    try {
      list.games.push((await (await sendWithToken("load", { text })).json()) as Game);
    } catch (error) {
      if (!(error instanceof ApiError && /^(definition|too-many-games)$/.test(error.code))) throw error;
    }
  }
  return list;
}

async function request<Path extends keyof Endpoints>(
  path: Path,
  body: Endpoints[Path]["request"],
  signal?: AbortSignal,
): Promise<Endpoints[Path]["response"]> {
  return (await (await send(path, body, signal)).json()) as Endpoints[Path]["response"];
}

/** Reads a stream of JSON lines until it ends or the request is aborted. */
async function stream<Path extends keyof StreamEndpoints>(
  path: Path,
  body: StreamEndpoints[Path]["request"],
  onLine: (line: StreamEndpoints[Path]["line"]) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      if (line && !signal.aborted) onLine(JSON.parse(line) as StreamEndpoints[Path]["line"]);
  }
}

/** Returns whether an error comes from a request that the page aborted. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

export const api = {
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
