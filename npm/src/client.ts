// The client of a worker: sends one request at a time, and can stop it.

import { RequestError } from "./host.js";
import type { FromWorker, ToWorker } from "./messages.js";
import type { GameFile } from "./modules.js";
import { type Thread, startThread } from "./thread.js";

/** What a worker needs to start. */
export interface ClientOptions {
  module: WebAssembly.Module;
  files: GameFile[];
  definitions: string[];
  /** Whether to stop searches through shared memory. Otherwise the worker is replaced. */
  sharesMemory: boolean;
}

/** Result of a request that was stopped by replacing the worker. */
export const STOPPED = Symbol("stopped");

interface Call {
  id: number;
  name: string;
  body: object;
  onLine: (line: unknown) => void;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/** Returns whether the page or Node can share memory with a worker. */
export function canShareMemory(): boolean {
  const isolated = (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated;
  return typeof SharedArrayBuffer !== "undefined" && isolated !== false;
}

/** A worker and its queue of requests. */
export class Client {
  readonly #options: ClientOptions;
  readonly #stopped: Int32Array | null;
  #thread: Promise<Thread> | undefined;
  #queue: Call[] = [];
  #current: Call | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#stopped = options.sharesMemory ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.#start();
  }

  /** Whether searches are stopped through shared memory. */
  get sharesMemory(): boolean {
    return this.#stopped !== null;
  }

  #start(): void {
    const { module, files, definitions } = this.#options;
    const receive = (message: unknown) => {
      if (this.#thread === thread) this.#receive(message as FromWorker);
    };
    const fail = (error: Error) => {
      if (this.#thread === thread) this.#fail(error);
    };
    const thread = startThread(receive, fail);
    this.#thread = thread;
    const start: ToWorker = { type: "start", module, files, definitions, stopped: this.#stopped };
    thread.then((started) => {
      started.keepAlive(false);
      started.post(start);
    }, fail);
  }

  /** Sends a request after the earlier ones. Lines of a stream are passed to `onLine`. */
  call(name: string, body: object, onLine: (line: unknown) => void = () => {}): { id: number; answer: Promise<unknown> } {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#isClosed) return reject(new Error("the engine is closed"));
      this.#queue.push({ id, name, body, onLine, resolve, reject });
      this.#sendNext();
    });
    return { id, answer };
  }

  #sendNext(): void {
    if (this.#current || !this.#thread) return;
    const call = this.#queue.shift();
    this.#current = call;
    if (!call) return;
    const { id, name, body } = call;
    void this.#thread.then((thread) => {
      thread.keepAlive(true);
      thread.post({ type: "call", id, name, body } satisfies ToWorker);
    }, () => {});
  }

  #receive(message: FromWorker): void {
    const call = this.#current;
    if (!call || call.id !== message.id) return;
    if (message.type === "line") return call.onLine(message.line);
    void this.#thread?.then((thread) => thread.keepAlive(false));
    this.#current = undefined;
    if (message.type === "answer") {
      call.resolve(message.answer);
    } else {
      const { code, message: text, args } = message;
      call.reject(code === null ? new Error(text) : new RequestError({ code, message: text, args }));
      // A module that has panicked cannot be used any more.
      if (code === null) this.#replace();
    }
    this.#sendNext();
  }

  #fail(error: Error): void {
    this.#thread = undefined;
    const calls = [...(this.#current ? [this.#current] : []), ...this.#queue];
    [this.#current, this.#queue] = [undefined, []];
    for (const call of calls) call.reject(error);
  }

  #replace(): void {
    void this.#thread?.then((thread) => thread.terminate());
    this.#start();
  }

  /**
   * Stops a request. With shared memory, the module ends it and answers. Otherwise the worker is replaced by a new
   * one, and the answer is `STOPPED`.
   */
  stop(id: number): void {
    if (this.#current?.id !== id) {
      const call = this.#queue.find((waiting) => waiting.id === id);
      if (!call) return;
      this.#queue = this.#queue.filter((waiting) => waiting !== call);
      return call.resolve(STOPPED);
    }
    if (this.#stopped) {
      Atomics.store(this.#stopped, 0, id);
      return;
    }
    const call = this.#current;
    this.#current = undefined;
    this.#replace();
    call.resolve(STOPPED);
    this.#sendNext();
  }

  /** Ends the worker. Running and waiting requests fail. */
  close(): void {
    this.#isClosed = true;
    void this.#thread?.then((thread) => thread.terminate(), () => {});
    this.#fail(new Error("the engine is closed"));
  }
}
