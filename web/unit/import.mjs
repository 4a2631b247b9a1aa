// Imports TypeScript modules of the page.
import { build } from "esbuild";
import { join } from "node:path";

const src = join(import.meta.dirname, "../src");

let imports = 0;

/** Bundles and imports a new instance of a module. The path is absolute, or relative to `src`. */
export async function importModule(path) {
  const result = await build({
    entryPoints: [path.startsWith("/") ? path : join(src, path)],
    bundle: true,
    alias: { "@content": join(src, "content") },
    format: "esm",
    write: false,
    charset: "utf8",
    logLevel: "warning",
  });
  imports += 1;
  const source = `${result.outputFiles[0].text}\n// ${imports}`;
  return import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
}
