// Builds `crates/kawari-board/page`, the files that `kawari board` serves, from `src/`. Run with `npm run build`.
// The output is reproducible: CI rebuilds it and compares it with the committed files.
import { build, transform } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { folders, gameName, gamesWith } from "./games.mjs";
import { firstScriptSize } from "./script-size.mjs";

const root = import.meta.dirname;
const src = join(root, "src");
const dist = join(root, "../crates/kawari-board/page");
const pictures = join(root, "../crates/kawari-draw/pictures");
/** Modules that the rules pages and lessons in the games' folders import. */
const alias = { "@content": join(src, "content") };

/** Maximum size of the scripts that the page loads first, gzipped, in bytes. */
const MAX_SCRIPT_SIZE = 90_000;

/** An esbuild plugin that removes comments and whitespace. */
const stripComments = {
  name: "strip-comments",
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

const bundle = (entry, name) =>
  build({
    entryPoints: [entry],
    outdir: dist,
    entryNames: name,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    metafile: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    plugins: [stripComments],
    logLevel: "warning",
    absWorkingDir: root,
  });

/** Returns the style sheet of a piece set. Selectors with the same image share a rule. */
const pieceStyleSheet = async (set, folder) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".svg")).sort();
  const selectors = new Map();
  for (const name of names) {
    const [colour, role, facing] = name.slice(0, -".svg".length).split("-");
    const svg = (await readFile(join(folder, name), "utf8")).trim();
    const piece = `piece.${colour === "black" ? "sente" : "gote"}.${role}`;
    const orientation = (colour === "black") === (facing === "up") ? "sente" : "gote";
    const selector = `.set-${set} .orientation-${orientation} ${piece}`;
    selectors.set(svg, [...(selectors.get(svg) ?? []), selector]);
  }
  const escapeSvg = (svg) =>
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
        `${list.join(",\n")} {\n  background-image: url("data:image/svg+xml,${escapeSvg(svg)}");\n}\n`,
    )
    .join("");
};

const buildPieces = async () => {
  await mkdir(join(dist, "pieces"), { recursive: true });
  for (const game of await folders(pictures))
    for (const style of await folders(join(pictures, game))) {
      const set = `${game}-${style}`;
      await writeFile(join(dist, "pieces", `${set}.css`), await pieceStyleSheet(set, join(pictures, game, style)));
    }
};

/** Bundles and imports a TypeScript module. */
const importModule = async (path) => {
  const result = await build({
    entryPoints: [path],
    bundle: true,
    alias,
    format: "esm",
    write: false,
    charset: "utf8",
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].text).toString("base64")}`);
};

const writeJson = (folder, name, value) =>
  writeFile(join(dist, folder, `${name}.json`), `${JSON.stringify(value, null, 1)}\n`);

/** Writes the texts as JSON. The page fetches its language, and the rules and lessons of a game when they are opened. */
const buildTexts = async () => {
  for (const folder of ["words", "rules", "lessons"]) await mkdir(join(dist, folder), { recursive: true });
  for (const lang of ["en", "ja"]) await writeJson("words", lang, (await importModule(join(src, `words/${lang}.ts`)))[lang]);
  for (const game of await gamesWith("rules.ts")) {
    const { default: page } = await importModule(join(game, "rules.ts"));
    await writeJson("rules", page.game, page);
  }
  for (const game of await gamesWith("lessons.ts")) {
    const { default: path } = await importModule(join(game, "lessons.ts"));
    await writeJson("lessons", path.game, path);
  }
};

/** Writes the names of openings by game and by position. */
const buildOpeningNames = async () => {
  const names = {};
  for (const game of await gamesWith("opening-names.tsv")) {
    const [, ...lines] = (await readFile(join(game, "opening-names.tsv"), "utf8")).trimEnd().split("\n");
    const rows = lines.map((line) => line.split("\t"));
    names[gameName(game)] = Object.fromEntries(rows.map(([position, , en, ja]) => [position, { en, ja }]));
  }
  await writeJson("", "openings", names);
};

/** Copies the puzzles of the games. */
const copyPuzzles = async () => {
  await mkdir(join(dist, "puzzles"), { recursive: true });
  for (const game of await gamesWith("puzzles.jsonl")) {
    await cp(join(game, "puzzles.jsonl"), join(dist, "puzzles", `${gameName(game)}.jsonl`));
  }
};

/** Writes the licences of the bundled packages. */
const buildLicences = async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const head = [
    "Kawari board: GNU General Public License, version 3 or later.",
    "The source is in the folder web/ of Kawari's repository, the licence in the file LICENSE.",
    "The characters on the pieces come from open fonts: see web/pieces.",
    "",
    `The scripts contain shogiground ${dependencies.shogiground}, GNU General Public License, version 3 or later,`,
    `and snabbdom ${dependencies.snabbdom}, uqr ${dependencies.uqr} and gifenc ${dependencies.gifenc}, under these licences:`,
    "",
  ];
  const licence = (name, file = "LICENSE") => readFile(join(root, `node_modules/${name}/${file}`), "utf8");
  const licences = [await licence("snabbdom"), await licence("uqr"), await licence("gifenc", "LICENSE.md")];
  await writeFile(join(dist, "licences.txt"), [head.join("\n"), ...licences].join("\n"));
};

const checkScriptSize = async (metafile) => {
  const size = await firstScriptSize(metafile, join(dist, "board.js"), root);
  console.log(`scripts that the page loads first: ${size} of ${MAX_SCRIPT_SIZE} bytes, gzipped`);
  if (size > MAX_SCRIPT_SIZE) throw new Error(`the scripts are too large: ${size} bytes gzipped, limit ${MAX_SCRIPT_SIZE}`);
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const { metafile } = await bundle(join(src, "board.ts"), "board");
await bundle(join(src, "style/main.css"), "board");
await cp(join(src, "index.html"), join(dist, "index.html"));
await cp(join(src, "icon.svg"), join(dist, "icon.svg"));
if (existsSync(join(src, "sounds"))) await cp(join(src, "sounds"), join(dist, "sounds"), { recursive: true });
await buildPieces();
await buildTexts();
await buildOpeningNames();
await copyPuzzles();
await buildLicences();
await checkScriptSize(metafile);
