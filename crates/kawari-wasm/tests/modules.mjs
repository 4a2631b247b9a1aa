// The built modules.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { instantiate } from "../host.mjs";

const root = resolve(fileURLToPath(import.meta.url), "../../../..");

/** Folder of the modules. */
export const MODULES = resolve(
    process.env.KAWARI_MODULES ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "wasm-modules"),
);

/** The native program. */
export const KAWARI = resolve(process.env.KAWARI ?? join(root, "target/debug/kawari"));

/** Names of the built-in games. */
export const GAMES = JSON.parse(readFileSync(join(MODULES, "games.json"), "utf8")).games.map((game) => game.name);

/** Returns the path of a definition that is shipped with the rules. */
export function definition(name) {
    return join(root, "crates/kawari-rules/games", `${name}.toml`);
}

/** Passes the network and the exceptions of a built-in game to a module. */
export function setFiles(module, game) {
    for (const kind of ["network", "exceptions"]) {
        const path = join(MODULES, `${game}.${kind}`);
        if (existsSync(path)) module.call(kind, { game }, { file: readFileSync(path) });
    }
}

/** Returns a new instance of a module. */
export async function open(name) {
    const module = await instantiate(readFileSync(join(MODULES, `${name}.wasm`)));
    if (GAMES.includes(name)) setFiles(module, name);
    return module;
}
