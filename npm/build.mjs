// Builds the package: dist/ from src/, modules/ from the built WebAssembly modules, and shogihome/, the engine of shogi
// by ShogiHome's contract `shogihome-wasm-engine/1`. Run with `npm run build`, after
// `node crates/kawari-wasm/build.mjs`. KAWARI_MODULES is the folder of the modules.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

import { modules, writeSources } from "./sources.mjs";

const root = import.meta.dirname;
const source = resolve(root, "..");

/** Maximum size of the scripts, gzipped, in bytes. */
const MAX_SCRIPT_SIZE = 16_000;

const catalogue = writeSources();

for (const folder of ["dist", "modules", "shogihome"]) rmSync(join(root, folder), { recursive: true, force: true });
execFileSync("npx", ["tsc", "--emitDeclarationOnly"], { cwd: root, stdio: "inherit" });
/** Bundles a script of src/ to a folder. */
const bundle = (name, folder) =>
  build({
    entryPoints: [join(root, "src", `${name}.ts`)],
    outfile: join(root, folder, `${name}.js`),
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["node:*"],
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: "warning",
  });
await Promise.all([bundle("index", "dist"), bundle("worker", "dist")]);
let size = 0;
for (const name of ["index", "worker"]) size += gzipSync(readFileSync(join(root, "dist", `${name}.js`)), { level: 9 }).length;
console.log(`scripts: ${size} bytes, gzipped`);
if (size > MAX_SCRIPT_SIZE) throw new Error(`the scripts have more than ${MAX_SCRIPT_SIZE} bytes`);

mkdirSync(join(root, "modules"));
for (const { name, files } of catalogue) {
  for (const kind of ["wasm", ...files]) copyFileSync(join(modules, `${name}.${kind}`), join(root, "modules", `${name}.${kind}`));
}
for (const name of ["loaded.wasm", "records.wasm"]) copyFileSync(join(modules, name), join(root, "modules", name));
copyFileSync(join(source, "LICENSE"), join(root, "LICENSE"));

// ShogiHome loads the wasm file from the folder of the script.
await Promise.all([bundle("shogihome", "shogihome"), bundle("worker", "shogihome")]);
mkdirSync(join(root, "shogihome/modules"), { recursive: true });
for (const kind of ["wasm", "network"]) cpSync(join(root, `modules/shogi.${kind}`), join(root, `shogihome/modules/shogi.${kind}`));
copyFileSync(join(source, "LICENSE"), join(root, "shogihome/LICENSE.txt"));
await bundle("manifest", "dist");
const { manifest } = await import("./dist/manifest.js");
writeFileSync(join(root, "shogihome/engine.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
for (const name of ["manifest.js", "manifest.d.ts", "shogihome.d.ts", "worker.d.ts"]) rmSync(join(root, "dist", name));
