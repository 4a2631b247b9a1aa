// Builds the WebAssembly modules: one for each game, `loaded` for games from files, and `records` for
// records and pictures of all games.
//
//     node build.mjs [--output FOLDER] [MODULE...]
//
// Writes MODULE.wasm, GAME.network, GAME.exceptions if the game has any, and games.json, which lists
// the games as the server's `/api/games` does. Needs cargo, a compiler for
// wasm32-unknown-unknown (see toolchain.sh), and wasm-opt from `npm ci` in this folder.
// Exits with status 3 if there is no compiler.

import { execFile, execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { instantiate } from "./host.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const root = resolve(folder, "../..");
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"));
const triple = "wasm32-unknown-unknown";
const run = promisify(execFile);

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

/** Maximum number of modules that are built at a time. Each compiler takes up to 0.8 GB of memory. */
const MAX_BUILDERS = 4;

/** Maximum size in bytes of the module of a game, as it is and compressed. */
const MAX_SIZE = { raw: 700_000, packed: 330_000 };

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

/** Returns the environment and the arguments of cargo with a compiler for WebAssembly. */
function toolchain() {
    const found = spawnSync(join(folder, "toolchain.sh"), { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
    if (found.status !== 0) process.exit(found.status ?? 1);
    const exports = [...found.stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const env = { ...process.env, ...Object.fromEntries(exports) };
    const args = ["build", "--locked", "--quiet", "-p", "kawari-wasm", "--profile", "wasm", "--target", triple];
    let flags = "-C target-feature=+simd128 -C link-arg=-zstack-size=4194304";
    // Without its sources, the standard library is the installed one, which is larger.
    const sysroot = execFileSync(env.RUSTC ?? "rustc", ["--print", "sysroot"], { env, encoding: "utf8" }).trim();
    const buildsLibrary = existsSync(join(sysroot, "lib/rustlib/src/rust/library"));
    if (buildsLibrary) {
        // Without messages of panics the modules are 10 % smaller.
        env.RUSTC_BOOTSTRAP = "1";
        args.push("-Zbuild-std=std", "-Zbuild-std-features=optimize_for_size");
        flags += " -Zunstable-options -Cpanic=immediate-abort";
    }
    env[`CARGO_TARGET_${triple.toUpperCase().replaceAll("-", "_")}_RUSTFLAGS`] = flags;
    return { env, args, buildsLibrary };
}

/** Compiles a module with a builder's own folder, since cargo locks it. Returns the path of the file. */
async function compile(name, builder) {
    const { env, args } = cargo;
    const builds = join(target, `wasm-builder-${builder}`);
    const isRecords = name === "records";
    await run("cargo", [...args, "--target-dir", builds, ...(isRecords ? ["--features", "records"] : [])], {
        cwd: root,
        env: isRecords ? env : { ...env, KAWARI_GAMES: name },
    });
    return join(builds, triple, "wasm/kawari_wasm.wasm");
}

/** Optimises a module and writes it to the output. Prints its size. */
async function optimise(name, built) {
    const module = join(output, `${name}.wasm`);
    // The stack is at the start of the memory, so that its first kilobyte is used only when the
    // stack is full.
    const options = ["-O3", "--low-memory-unused", ...FEATURES, "--strip-debug", "--strip-producers"];
    await run(join(folder, "node_modules/.bin/wasm-opt"), [...options, built, "-o", module]);
    const size = printSize(module);
    const isTooLarge = size.raw > MAX_SIZE.raw || size.packed > MAX_SIZE.packed;
    if (isTooLarge && folders.has(name) && cargo.buildsLibrary) throw new Error(`${module} is too large`);
}

/** Copies the files of a game to the output. */
function copyFiles(name) {
    for (const [file, extension] of [
        ["default.network", "network"],
        ["endgames.exceptions", "exceptions"],
    ]) {
        const source = folders.has(name) ? join(folders.get(name), file) : "";
        if (!existsSync(source)) continue;
        const copy = join(output, `${name}.${extension}`);
        copyFileSync(source, copy);
        printSize(copy);
    }
}

/** Prints and returns the size of a file in bytes, as it is and compressed. */
function printSize(path) {
    const bytes = readFileSync(path);
    const [raw, packed] = [bytes.length, gzipSync(bytes, { level: 9 }).length];
    console.log(`${basename(path)}: ${raw} bytes, ${packed} compressed`);
    return { raw, packed };
}

const names = process.argv.slice(2);
const option = names.indexOf("--output");
const [, chosen] = option < 0 ? [] : names.splice(option, 2);
const output = resolve(chosen ?? join(target, "wasm-modules"));
const folders = gameFolders();
const modules = names.length > 0 ? names : [...folders.keys(), "loaded", "records"];
mkdirSync(output, { recursive: true });
const cargo = toolchain();
/** The modules that no builder has taken yet. */
const queue = modules.values();

/** Takes modules from the queue and builds them until it is empty. */
async function build(builder) {
    for (const name of queue) {
        await optimise(name, await compile(name, builder));
        copyFiles(name);
    }
}

const builders = Math.min(availableParallelism(), MAX_BUILDERS, modules.length);
await Promise.all(Array.from({ length: builders }, (_, builder) => build(builder)));
if (names.length === 0) {
    const lists = [];
    for (const name of modules.filter((name) => name !== "records")) {
        const module = await instantiate(readFileSync(join(output, `${name}.wasm`)));
        lists.push(module.call("games", {}));
    }
    const games = lists.flatMap((list) => list.games);
    writeFileSync(join(output, "games.json"), `${JSON.stringify({ ...lists[0], games })}\n`);
}
