// Makes `dist/` from `src/`: the page as the program serves it. Run by `npm run build`;
// the same sources give the same bytes, so CI can run it and look for a difference.
import { build, transform } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";

const root = import.meta.dirname;
const src = join(root, "src");
const dist = join(root, "dist");

/** What all the scripts may weigh together, gzipped. */
const SCRIPT_LIMIT = 66_000;

/** Leaves the comments out: they are for those who read the sources. */
const withoutComments = {
  name: "without-comments",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      const loader = path.endsWith(".ts") ? "ts" : "js";
      const { code } = await transform(await readFile(path, "utf8"), {
        loader,
        minifyWhitespace: true,
        charset: "utf8",
        target: "es2022",
      });
      return { contents: code, loader: "js" };
    }),
};

const bundle = (entry, outfile) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    plugins: [withoutComments],
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
    svg
      .replace(/>\s+</g, "><")
      .replace(/"/g, "'")
      .replace(/%/g, "%25")
      .replace(/#/g, "%23")
      .replace(/</g, "%3C")
      .replace(/>/g, "%3E");
  return [...selectors]
    .map(
      ([svg, list]) =>
        `${list.join(",\n")} {\n  background-image: url("data:image/svg+xml,${quoted(svg)}");\n}\n`,
    )
    .join("");
};

const pieces = async () => {
  await mkdir(join(dist, "pieces"), { recursive: true });
  for (const set of (await readdir(join(src, "pieces"), { withFileTypes: true })).filter((e) =>
    e.isDirectory(),
  ))
    await writeFile(join(dist, "pieces", `${set.name}.css`), await pieceSheet(set.name));
};

/** What a module of data exports. */
const load = async (path) => {
  const made = await build({
    entryPoints: [join(src, path)],
    bundle: true,
    format: "esm",
    write: false,
    charset: "utf8",
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
};

const writeJson = (folder, name, value) =>
  writeFile(join(dist, folder, `${name}.json`), `${JSON.stringify(value, null, 1)}\n`);

/** Texts are data: the page fetches its language, and the rules of a game when somebody reads them. */
const texts = async () => {
  for (const folder of ["words", "rules"]) await mkdir(join(dist, folder), { recursive: true });
  for (const lang of ["en", "ja"]) await writeJson("words", lang, (await load(`words/${lang}.ts`))[lang]);
  if (!existsSync(join(src, "content/rules.ts"))) return;
  for (const page of (await load("content/rules.ts")).rules) await writeJson("rules", page.game, page);
};

/** Whose work the page holds besides our own. */
const licences = async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const head = [
    "The page of Kawari: GNU General Public License, version 3 or later.",
    "Its sources are in web/ of Kawari's repository, the licence in its file LICENSE.",
    "The signs on the pieces are drawn from open fonts: see web/pieces.",
    "",
    `board.js holds shogiground ${dependencies.shogiground}, GNU General Public License, version 3 or later,`,
    `and snabbdom ${dependencies.snabbdom}, under this licence:`,
    "",
  ];
  const snabbdom = await readFile(join(root, "node_modules/snabbdom/LICENSE"), "utf8");
  await writeFile(join(dist, "licences.txt"), head.join("\n") + "\n" + snabbdom);
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
await texts();
await licences();
await weigh();
