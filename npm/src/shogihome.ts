// The engine of shogi for ShogiHome, by its contract `shogihome-wasm-engine/1`.

import { setModuleFolder } from "./modules.js";
import { UsiEngine } from "./usi.js";

/** The engine as ShogiHome uses it. */
export interface ShogiHomeEngine {
  /** Takes a USI command. */
  postMessage(command: string): void;
  /** Adds a function that receives the lines of the engine. */
  addMessageListener(listener: (line: string) => void): void;
  removeMessageListener(listener: (line: string) => void): void;
  /** Ends the engine. It writes nothing afterwards. */
  terminate(): void;
}

/** Creates the engine. `locateFile` returns the address of a file of this folder. */
export default async function createKawari(
  options: { locateFile?: (path: string) => string } = {},
): Promise<ShogiHomeEngine> {
  const locate = options.locateFile ?? ((path: string) => new URL(path, import.meta.url).href);
  setModuleFolder(locate("modules/"));
  const listeners = new Set<(line: string) => void>();
  const write = (line: string) => [...listeners].forEach((listener) => listener(line));
  const engine = new UsiEngine(write, { variant: "shogi", hasVariants: false });
  return {
    postMessage: (command) => engine.send(command),
    addMessageListener: (listener) => void listeners.add(listener),
    removeMessageListener: (listener) => void listeners.delete(listener),
    terminate: () => engine.terminate(),
  };
}
