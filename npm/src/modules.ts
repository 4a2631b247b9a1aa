// The WebAssembly modules and the files of the games.

import { CATALOGUE } from "./catalogue.js";

/** A file of a game for its searches. */
export interface GameFile {
  /** Request that passes the file to a module. */
  kind: "network" | "exceptions";
  /** Game of the file. */
  game: string;
  bytes: Uint8Array;
}

/** Name of the module for games from files. */
export const LOADED = "loaded";
/** Name of the module for records and pictures of all games. */
export const RECORDS = "records";

let folder = new URL("../modules/", import.meta.url);

/** Sets the folder with the modules, as a URL that ends with a slash. */
export function setModuleFolder(url: string | URL): void {
  folder = new URL(url, import.meta.url);
  compiled.clear();
}

/** Returns the name of a built-in game, or `undefined` for another name. Ignores case. */
export function builtIn(name: string): string | undefined {
  const wanted = name.toLowerCase();
  const found = CATALOGUE.find((game) => game.name === wanted || game.aliases.includes(wanted));
  return found?.name;
}

async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(name, folder);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return new Uint8Array(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url.href}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** Returns a module. It is compiled once. */
export function compile(name: string): Promise<WebAssembly.Module> {
  let module = compiled.get(name);
  if (!module) {
    module = read(`${name}.wasm`).then((bytes) => WebAssembly.compile(bytes));
    compiled.set(name, module);
    module.catch(() => compiled.delete(name));
  }
  return module;
}

/** Returns the network and the exceptions of a built-in game. */
export async function gameFiles(name: string): Promise<GameFile[]> {
  const kinds = CATALOGUE.find((game) => game.name === name)?.files ?? [];
  return Promise.all(kinds.map(async (kind) => ({ kind, game: name, bytes: await read(`${name}.${kind}`) })));
}
