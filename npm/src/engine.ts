// The engine: searches on a worker.

import type { BestMove, Endpoints, Info, SearchLine, SearchRequest, StreamEndpoints } from "./api.js";
import { Client, STOPPED, canShareMemory } from "./client.js";
import { loadedGame } from "./game.js";
import { LOADED, builtIn, compile, gameFiles } from "./modules.js";

/** Options of an engine. */
export interface EngineOptions {
  /**
   * Whether a search is stopped through shared memory, which keeps its hash table. Default: if the page is
   * cross-origin isolated, and in Node.
   */
  sharedMemory?: boolean;
}

/** A search: as `/api/search` of the server without `game`. */
export type SearchOptions = Omit<SearchRequest, "game" | "threads"> & {
  /** Stops the search when it is aborted. The search still answers. */
  signal?: AbortSignal;
};

/** A mate search. */
export interface MateOptions {
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string;
  /** Moves from the start, in USI notation. */
  moves?: readonly string[];
  /** Time limit in milliseconds. */
  time?: number;
  /** Node limit. */
  nodes?: number;
  /** Maximum length of a mate, in plies. */
  plies?: number;
  /** Stops the search when it is aborted. The verdict is then `unknown`. */
  signal?: AbortSignal;
}

/** Answer of a mate search. */
export interface Mate {
  verdict: "mate" | "nomate" | "unknown" | "notimplemented";
  /** The mating line in USI notation. */
  moves: string[];
  /** The mating line in written notation. */
  record: string[];
  /** Whether the mate is the shortest one. */
  shortest: boolean;
  /** Whether the mate has quiet moves. */
  quiet: boolean;
  /** Nodes searched. */
  nodes: number;
  /** Time of the search, in milliseconds. */
  time: number;
}

/** Answer of a search. */
export interface SearchResult {
  answer: BestMove["answer"];
  /** Best move in USI notation, with answer `move`. */
  move: string | null;
  /** Expected reply in USI notation. */
  ponder: string | null;
  /** Last progress with an exact score; `null` if there was none. */
  info: Info | null;
  /** Full answer of the module; `null` if the search was stopped without shared memory. */
  bestMove: BestMove | null;
}

/** A running search. Iterating gives its progress; `result` is its answer. */
export class Search implements AsyncIterable<Info> {
  /** Answer of the search. */
  readonly result: Promise<SearchResult>;
  readonly #stop: () => void;
  #infos: Info[] = [];
  #isDone = false;
  #wake: () => void = () => {};

  /** @internal */
  constructor(client: Client, body: object, signal?: AbortSignal) {
    let last: Info | null = null;
    let bestMove: BestMove | null = null;
    let isStopping = false;
    const onLine = (line: unknown) => {
      const event = line as SearchLine;
      if (event.type === "info") {
        const { type: _, ...info } = event;
        if (info.bound === "exact" && info.multipv === 1) last = info;
        this.#infos.push(info);
        this.#wake();
        if (isStopping) stop();
      } else if (event.type === "bestmove") {
        bestMove = event;
      }
    };
    const { id, answer } = client.call("search", body, onLine);
    const stop = () => {
      isStopping = true;
      // Without shared memory, the last progress is the answer. The first one comes after about a millisecond.
      if (canStop(client, last)) client.stop(id);
    };
    this.#stop = stop;
    this.result = stopOnAbort(answer, stop, signal)
      .then((value) => (value === STOPPED ? stopped(last) : finished(bestMove, last)))
      .finally(() => {
        this.#isDone = true;
        this.#wake();
      });
    // An error of a search that is only iterated is thrown by the iterator.
    this.result.catch(() => {});
  }

  /** Stops the search. It still answers. */
  stop(): void {
    this.#stop();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Info, SearchResult> {
    let next = 0;
    try {
      for (;;) {
        while (next < this.#infos.length) yield this.#infos[next++]!;
        if (this.#isDone) return await this.result;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      // After a `break` in the loop.
      if (!this.#isDone) this.#stop();
    }
  }
}

/** Stops a call when the signal is aborted. Returns its answer. */
function stopOnAbort<Answer>(answer: Promise<Answer>, stop: () => void, signal?: AbortSignal): Promise<Answer> {
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  return answer.finally(() => signal?.removeEventListener("abort", stop));
}

function canStop(client: Client, last: Info | null): boolean {
  return client.sharesMemory || last !== null;
}

function finished(bestMove: BestMove | null, info: Info | null): SearchResult {
  if (!bestMove) throw new Error("the search ended without an answer");
  const { answer, move, ponder } = bestMove;
  return { answer, move: move?.usi ?? null, ponder: ponder?.usi ?? null, info, bestMove };
}

function stopped(info: Info | null): SearchResult {
  const [move = null, ponder = null] = info?.pv ?? [];
  return { answer: move === null ? "resign" : "move", move, ponder, info, bestMove: null };
}

/** The engine of a game, on a worker. */
export class Engine {
  /** Name of the game. */
  readonly game: string;
  readonly #client: Client;

  private constructor(game: string, client: Client) {
    this.game = game;
    this.#client = client;
  }

  /** Starts the engine of a built-in game, or of one that `loadGame` has loaded. */
  static async create(variant: string, { sharedMemory = canShareMemory() }: EngineOptions = {}): Promise<Engine> {
    const loaded = loadedGame(variant);
    const name = loaded ? variant : (builtIn(variant) ?? variant);
    const evaluatedAs = loaded ? loaded.info.evaluatedAs : name;
    const [module, files] = await Promise.all([
      compile(loaded || !builtIn(variant) ? LOADED : name),
      evaluatedAs === null ? [] : gameFiles(evaluatedAs),
    ]);
    const definitions = loaded ? [loaded.text] : [];
    return new Engine(name, new Client({ module, files, definitions, sharesMemory: sharedMemory }));
  }

  /** Searches a position. Searches of an engine run one after the other. */
  search({ signal, ...options }: SearchOptions = {}): Search {
    return new Search(this.#client, { game: this.game, ...options }, signal);
  }

  /** Searches for a mate. */
  async mate({ signal, ...options }: MateOptions = {}): Promise<Mate> {
    const { id, answer } = this.#client.call("mate", { game: this.game, ...options });
    const mate = await stopOnAbort(answer, () => this.#client.stop(id), signal);
    const unknown: Mate = {
      verdict: "unknown",
      moves: [],
      record: [],
      shortest: false,
      quiet: false,
      nodes: 0,
      time: 0,
    };
    return mate === STOPPED ? unknown : (mate as Mate);
  }

  /** Sends another request of the server, such as `position` or `draw`. */
  request<Name extends keyof Endpoints>(
    name: Name,
    body: Endpoints[Name]["request"],
  ): Promise<Endpoints[Name]["response"]> {
    return this.#client.call(name, body).answer as Promise<Endpoints[Name]["response"]>;
  }

  /** Analyses a game from its last position to its first. Passes the lines of the server to `onLine`. */
  async analyse(
    request: Omit<StreamEndpoints["analyse"]["request"], "game" | "threads">,
    onLine: (line: StreamEndpoints["analyse"]["line"]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const receive = (line: unknown) => {
      if (!signal?.aborted) onLine(line as StreamEndpoints["analyse"]["line"]);
    };
    const { id, answer } = this.#client.call("analyse", { game: this.game, ...request }, receive);
    await stopOnAbort(answer, () => this.#client.stop(id), signal);
  }

  /** Clears the hash table. */
  async newGame(): Promise<void> {
    await this.#client.call("new-game", {}).answer;
  }

  /** Ends the worker. */
  close(): void {
    this.#client.close();
  }
}
