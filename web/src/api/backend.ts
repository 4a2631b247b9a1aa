/** The interface between the page and what answers its requests: the server, or modules in workers. */

import type { Endpoints, ErrorArgument, StreamEndpoints } from "./types.ts";

/** A rejected request. The code selects the translated message. */
export class ApiError extends Error {
  readonly code: string;
  readonly args: Record<string, ErrorArgument>;

  constructor(code: string, message: string, args: Record<string, ErrorArgument> = {}) {
    super(message);
    this.code = code;
    this.args = args;
  }
}

/** Answers the page's requests. A rejected request throws an {@link ApiError}. */
export interface Backend {
  /** Reads and removes the parameters of the page's address that are for the backend, such as a token. */
  readAddress(params: URLSearchParams): Promise<void>;
  /** Registers a listener that is called when requests that were rejected can succeed. */
  onReady(listener: () => void): void;
  /** Sends a request. */
  request<Path extends keyof Endpoints>(
    path: Path,
    body: Endpoints[Path]["request"],
    signal?: AbortSignal,
  ): Promise<Endpoints[Path]["response"]>;
  /** Sends a request with a stream of lines. Aborting it stops the search. */
  stream<Path extends keyof StreamEndpoints>(
    path: Path,
    body: StreamEndpoints[Path]["request"],
    onLine: (line: StreamEndpoints[Path]["line"]) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Returns whether an error comes from a request that the page aborted. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
