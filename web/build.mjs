// Makes `dist/` from `src/`: the page as the program serves it. Run by `npm run build`;
// the same sources give the same bytes, so CI can run it and look for a difference.
import { build } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";

const root = import.meta.dirname;
const src = join(root, "src");
const dist = join(root, "dist");

/** What all the scripts may weigh together, gzipped. */
const SCRIPT_LIMIT = 60_000;

const bundle = (entry, outfile) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    logLevel: "warning",
    absWorkingDir: root,
  });

/** The pictures of a set as rules of one style sheet, equal pictures together. */
const pieceSheet = async (set) => {
  const names = (await readdir(join(src, "pieces", set))).filter((name) => name.endsWith(".svg")).sort();
  const selectors = new Map();
  for (const name of names) {
    const [colour, role, facing] = name.slice(0, -".svg".length).split("-");
    const svg = (await readFile(join(src, "pieces", set, name), "utf8")).trim();
    const piece = `piece.${colour === "black" ? "sente" : "gote"}.${role}`;
    const below = (colour === "black") === (facing === "up") ? "sente" : "gote";
    const selector = `.set-${set} .orientation-${below} ${piece}`;
    selectors.set(svg, [...(selectors.get(svg) ?? []), selector]);
  }
  const quoted = (svg) =>
    svg.replace(/>\s+</g, "><").replace(/"/g, "'").replace(/%/g, "%25").replace(/#/g, "%23").replace(/</g, "%3C").replace(/>/g, "%3E");
  return [...selectors].map(([svg, list]) => `${list.join(",\n")} {\n  background-image: url("data:image/svg+xml,${quoted(svg)}");\n}\n`).join("");
};

const pieces = async () => {
  await mkdir(join(dist, "pieces"), { recursive: true });
  for (const set of (await readdir(join(src, "pieces"), { withFileTypes: true })).filter((e) => e.isDirectory()))
    await writeFile(join(dist, "pieces", `${set.name}.css`), await pieceSheet(set.name));
};

/** The rules' texts are data: a file for each game, fetched when somebody reads it. */
const rules = async () => {
  if (!existsSync(join(src, "content/rules.ts"))) return;
  const made = await build({
    entryPoints: [join(src, "content/rules.ts")],
    bundle: true,
    format: "esm",
    write: false,
    charset: "utf8",
    logLevel: "warning",
  });
  const text = made.outputFiles[0].text;
  const module = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
  await mkdir(join(dist, "rules"), { recursive: true });
  for (const page of module.rules)
    await writeFile(join(dist, "rules", `${page.game}.json`), `${JSON.stringify(page, null, 1)}\n`);
};

const weigh = async () => {
  const script = await readFile(join(dist, "board.js"));
  const weight = gzipSync(script, { level: 9 }).length;
  console.log(`board.js ${script.length} bytes, gzipped ${weight} of ${SCRIPT_LIMIT}`);
  if (weight > SCRIPT_LIMIT) throw new Error("the scripts are too heavy");
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await bundle(join(src, "main.ts"), join(dist, "board.js"));
await bundle(join(src, "style/board.css"), join(dist, "board.css"));
await cp(join(src, "index.html"), join(dist, "index.html"));
await cp(join(src, "icon.svg"), join(dist, "icon.svg"));
if (existsSync(join(src, "sounds"))) await cp(join(src, "sounds"), join(dist, "sounds"), { recursive: true });
await pieces();
await rules();
await weigh();
