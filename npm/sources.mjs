// Writes the generated sources in src/, which the package and the static page of the board use. Run by build.mjs, and
// with `node sources.mjs`. KAWARI_MODULES is the folder of the modules.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = import.meta.dirname;
const source = resolve(root, "..");

const target = process.env.CARGO_TARGET_DIR ?? join(source, "target");

/** The folder of the WebAssembly modules. */
export const modules = resolve(process.env.KAWARI_MODULES ?? join(target, "wasm-modules"));

/** Writes the sources. Returns the built-in games with their files. */
export function writeSources() {
  const { games } = JSON.parse(readFileSync(join(modules, "games.json"), "utf8"));
  const catalogue = games.map(({ name, aliases }) => {
    const files = ["network", "exceptions"].filter((kind) => existsSync(join(modules, `${name}.${kind}`)));
    return { name, aliases: aliases.map((alias) => alias.toLowerCase()), files };
  });
  writeFileSync(
    join(root, "src/catalogue.ts"),
    `// The built-in games. Written by sources.mjs.\n
export const CATALOGUE: readonly {
  name: string;
  aliases: readonly string[];
  files: readonly ("network" | "exceptions")[];
}[] = ${JSON.stringify(catalogue, null, 2)};\n`,
  );
  copyFileSync(join(source, "web/src/api/generated.ts"), join(root, "src/api.ts"));
  copyFileSync(join(source, "crates/kawari-wasm/host.mjs"), join(root, "src/host.js"));
  return catalogue;
}

if (process.argv[1] === import.meta.filename) writeSources();
