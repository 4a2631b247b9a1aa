// The size of the scripts that a page loads first.
import { readFile } from "node:fs/promises";
import { relative, join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Returns the size of a script and of the chunks that it imports statically, gzipped, in bytes. `metafile` is esbuild's,
 * with paths relative to `root`.
 */
export async function firstScriptSize(metafile, script, root) {
  const paths = new Set([relative(root, script)]);
  for (const path of paths)
    for (const { path: imported, kind, external } of metafile.outputs[path].imports)
      if (kind === "import-statement" && !external) paths.add(imported);
  let size = 0;
  for (const path of paths) size += gzipSync(await readFile(join(root, path)), { level: 9 }).length;
  return size;
}
