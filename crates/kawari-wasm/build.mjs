// Builds the WebAssembly modules: one for each game, and `loaded` for games from files.
//
//     node build.mjs [--output FOLDER] [GAME...]
//
// Writes GAME.wasm, GAME.network, GAME.exceptions if the game has any, and games.json, which lists
// the games as the server's `/api/games` does. Needs cargo, a compiler for
// wasm32-unknown-unknown (see toolchain.sh), and wasm-opt from `npm ci` in this folder.
// Exits with status 3 if there is no compiler.

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { instantiate } from "./host.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const root = resolve(folder, "../..");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"));
const triple = "wasm32-unknown-unknown";

/** Features that all current browsers and Node 20 have. */
const FEATURES = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/** Returns the games by name, each with the folder of its files. They have the order of `kawari variants`. */
function gameFolders() {
    const games = join(root, "crates/kawari-engine/src/games");
    const found = [];
    for (const family of ["drop", "hasami"]) {
        for (const name of readdirSync(join(games, family))) {
            const path = join(games, family, name);
            if (!existsSync(join(path, "game.rs"))) continue;
            const [, order] = /\border: (\d+)/.exec(readFileSync(join(path, "game.rs"), "utf8"));
            found.push({ name: name.replaceAll("_", "-"), path, order: Number(order) });
        }
    }
    found.sort((one, other) => one.order - other.order);
    return new Map(found.map(({ name, path }) => [name, path]));
}

/** Returns the environment of cargo with a compiler for WebAssembly. */
function environment() {
    const found = spawnSync(join(folder, "toolchain.sh"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    if (found.status !== 0) process.exit(found.status ?? 1);
    const exports = [...found.stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const flags = `CARGO_TARGET_${triple.toUpperCase().replaceAll("-", "_")}_RUSTFLAGS`;
    return {
        ...process.env,
        ...Object.fromEntries(exports),
        [flags]: "-C target-feature=+simd128 -C link-arg=-zstack-size=4194304",
    };
}

/** Returns the name of the pictures of a game's pieces. Games from files may be Hasami games. */
function pictures(name) {
    if (name === "loaded" || folders.get(name).includes("/hasami/")) return "hasami";
    return name === "minishogi" ? "shogi" : name;
}

function build(name, output, env) {
    const args = ["build", "--locked", "--quiet", "-p", "kawari-wasm", "--profile", "wasm", "--target", triple];
    args.push("--features", pictures(name));
    execFileSync("cargo", args, { cwd: root, env: { ...env, KAWARI_GAMES: name }, stdio: "inherit" });
    const module = join(output, `${name}.wasm`);
    const strip = ["--strip-debug", "--strip-producers"];
    const built = join(target, triple, "wasm/kawari_wasm.wasm");
    execFileSync(join(folder, "node_modules/.bin/wasm-opt"), ["-O3", ...FEATURES, ...strip, built, "-o", module]);
    return module;
}

/** Returns the size of a file, as it is and compressed. */
function size(path) {
    const packed = gzipSync(readFileSync(path), { level: 9 }).length;
    return `${statSync(path).size} bytes, ${packed} compressed`;
}

const names = process.argv.slice(2);
const option = names.indexOf("--output");
const [, chosen] = option < 0 ? [] : names.splice(option, 2);
const output = resolve(chosen ?? join(target, "wasm-modules"));
const folders = gameFolders();
const modules = names.length > 0 ? names : [...folders.keys(), "loaded"];
mkdirSync(output, { recursive: true });
const env = environment();
const games = [];
let described;
for (const name of modules) {
    const module = build(name, output, env);
    console.log(`${name}.wasm: ${size(module)}`);
    for (const [file, extension] of [
        ["default.network", "network"],
        ["endgames.exceptions", "exceptions"],
    ]) {
        const source = folders.has(name) ? join(folders.get(name), file) : "";
        if (!existsSync(source)) continue;
        const copy = join(output, `${name}.${extension}`);
        copyFileSync(source, copy);
        console.log(`${name}.${extension}: ${size(copy)}`);
    }
    described = (await instantiate(readFileSync(module))).call("games", {});
    games.push(...described.games);
}
if (names.length === 0) {
    writeFileSync(join(output, "games.json"), `${JSON.stringify({ ...described, games })}\n`);
}
