// Messages between a client and its worker.

import type { GameFile } from "./modules.js";

/** A message to the worker. */
export type ToWorker =
  /** First message: the module, its files, and the definitions of loaded games. */
  | {
      type: "start";
      module: WebAssembly.Module;
      files: GameFile[];
      definitions: string[];
      /** Shared number of the last call that must stop, if memory can be shared. */
      stopped: Int32Array | null;
    }
  /** A request of the module. */
  | { type: "call"; id: number; name: string; body: object };

/** A message of the worker. */
export type FromWorker =
  | { type: "line"; id: number; line: unknown }
  | { type: "answer"; id: number; answer: unknown }
  | { type: "error"; id: number; code: string | null; message: string; args: object };
