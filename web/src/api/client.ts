/** Talks to the program: every request carries the token, every search is one request. */

import type {
  AnalyseLine,
  AnalyseRequest,
  Color,
  ExportFormat,
  Failure,
  Games,
  Imported,
  Line,
  Move,
  Position,
  RecordGame,
  Score,
  SearchLine,
  SearchRequest,
  Step,
} from "./types.ts";
import { currentToken, noteAnswer, renewToken } from "./token.ts";

/** What the program refused, with a code that can be said in any language. */
export class ApiError extends Error {
  readonly code: string;
  readonly args: Record<string, string | number>;

  constructor(code: string, message: string, args: Record<string, string | number> = {}) {
    super(message);
    this.code = code;
    this.args = args;
  }
}

/** One request; the error says whether it was closed by us or nobody answered. */
async function post(path: string, body: object, token: string, signal?: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Kawari-Token": token },
      body: JSON.stringify(body),
      cache: "no-store",
      ...(signal ? { signal } : {}),
    });
    noteAnswer(token, response.status !== 401);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("gone", `The program does not answer (${String(error)}).`);
  }
}

/** Sends a request; when the token is missing or refused, once more with one of another tab. */
async function send(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const token = currentToken();
  let response = token ? await post(path, body, token, signal) : null;
  if ((!response || response.status === 401) && (await renewToken(token)))
    response = await post(path, body, currentToken(), signal);
  if (!response) throw new ApiError("token", "There is no token.");
  if (response.ok) return response;
  const failure = (await response.json().catch(() => null)) as Failure | null;
  if (!failure?.error) throw new ApiError(`http-${response.status}`, response.statusText);
  throw new ApiError(failure.error.code, failure.error.message, failure.error.args);
}

async function ask<Answer>(path: string, body: object, signal?: AbortSignal): Promise<Answer> {
  return (await (await send(path, body, signal)).json()) as Answer;
}

/** Reads a stream of JSON lines until it ends or the signal closes it. */
async function stream<Item>(
  path: string,
  body: object,
  each: (item: Item) => void,
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
    for (const line of lines) if (line && !signal.aborted) each(JSON.parse(line) as Item);
  }
}

/** True for the error of a request that we closed ourselves. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

export const api = {
  status: () => ask<{ searches: number }>("status", {}),
  games: () => ask<Games>("games", {}),
  position: (line: Line, signal?: AbortSignal) => ask<Position>("position", line, signal),
  line: (line: Line) => ask<{ steps: Step[]; position: Position }>("line", line),
  word: (line: Line, word: string) => ask<Move>("word", { ...line, word }),
  sfen: (game: string, sfen: string) => ask<Position>("sfen", { game, sfen }),
  search: (request: SearchRequest, each: (line: SearchLine) => void, signal: AbortSignal) =>
    stream("search", request, each, signal),
  analyse: (request: AnalyseRequest, each: (line: AnalyseLine) => void, signal: AbortSignal) =>
    stream("analyse", request, each, signal),
  draw: (line: Line, engine: Color, level: number) =>
    ask<{ accepts: boolean; score: Score | null }>("draw", { ...line, engine, level }),
  importText: (text: string, game: string) => ask<Imported>("import", { text, game }),
  exportRecord: (format: ExportFormat, record: RecordGame) =>
    ask<{ text: string; name: string }>("export", { format, record }),
};
