/** The backend of `kawari board`: requests to the server over HTTP. */

import { ApiError, type Backend } from "./backend.ts";
import { currentToken, onToken, recordTokenUse, renewToken, storeAndShareToken } from "./token.ts";
import type { Endpoints, Failure, StreamEndpoints } from "./types.ts";

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
async function send(path: string, body: object, signal?: AbortSignal): Promise<Response> {
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

async function readAddress(params: URLSearchParams): Promise<void> {
  const token = params.get("token");
  params.delete("token");
  if (token) await storeAndShareToken(token);
}

export const server: Backend = { readAddress, onReady: onToken, request, stream };
