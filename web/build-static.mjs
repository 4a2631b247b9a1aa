// Builds `site`, the page without a server, for any host. Run with `npm run build:static`, after `npm run build` and
// `node crates/kawari-wasm/build.mjs`. KAWARI_MODULES is the folder of the modules.
import { Resvg } from "@resvg/resvg-js";
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";

import { modules } from "../npm/sources.mjs";
import { gameName, gamesWith } from "./games.mjs";
import { firstScriptSize } from "./script-size.mjs";

const root = import.meta.dirname;
const src = join(root, "src");
const page = join(root, "../crates/kawari-board/page");
const site = join(root, "site");

/** Maximum size of the scripts that the page loads first, gzipped, in bytes. */
const MAX_SCRIPT_SIZE = 75_000;
/** Colour of the title bar of the window. */
const THEME_COLOR = "#5b3a16";

const DESCRIPTION =
  "Play and analyse Hasami Shogi, Yari Shogi, Hajiku Shogi, shogi and your own games against an engine in the browser";

const HEAD = `    <meta name="description" content="${DESCRIPTION}" />
    <meta name="theme-color" content="${THEME_COLOR}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="apple-touch-icon" href="icons/180.png" />
`;

const MANIFEST = {
  name: "Kawari",
  short_name: "Kawari",
  description: DESCRIPTION,
  id: "./",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#ffffff",
  theme_color: THEME_COLOR,
  icons: [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "icons/192.png", sizes: "192x192", type: "image/png" },
    { src: "icons/512.png", sizes: "512x512", type: "image/png" },
    { src: "icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

const bundle = (entry, name, options = {}) =>
  build({
    entryPoints: [entry],
    entryNames: name,
    outdir: site,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "inline",
    external: ["node:*"],
    minify: true,
    logLevel: "warning",
    absWorkingDir: root,
    ...options,
  });

/** Returns the paths of the files in a folder of the site. */
const files = (folder = site) =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [relative(site, path).replaceAll("\\", "/")];
    });

const writePage = () => {
  const html = readFileSync(join(src, "index.html"), "utf8");
  writeFileSync(join(site, "index.html"), html.replace("  </head>", `${HEAD}  </head>`));
  writeFileSync(join(site, "manifest.webmanifest"), `${JSON.stringify(MANIFEST, null, 2)}\n`);
};

/** Draws the icons. A system may cut off the margin of a maskable one. iOS needs a background. */
const writeIcons = () => {
  mkdirSync(join(site, "icons"));
  const svg = readFileSync(join(src, "icon.svg"), "utf8");
  const draw = (name, width, margin, background) => {
    const viewBox = `viewBox="${-margin} ${-margin} ${32 + 2 * margin} ${32 + 2 * margin}"`;
    const options = { fitTo: { mode: "width", value: width }, ...(background ? { background } : {}) };
    const picture = new Resvg(svg.replace(/viewBox="[^"]*"/, viewBox), options);
    writeFileSync(join(site, "icons", name), picture.render().asPng());
  };
  draw("192.png", 192, 0);
  draw("512.png", 512, 0);
  draw("maskable.png", 512, 8, "#ffffff");
  draw("180.png", 180, 3, "#ffffff");
};

/** Copies the modules and the files of the games. */
const copyModules = () => {
  mkdirSync(join(site, "modules"));
  for (const name of readdirSync(modules))
    if (/\.(wasm|network|exceptions)$/.test(name)) copyFileSync(join(modules, name), join(site, "modules", name));
  copyFileSync(join(modules, "games.json"), join(site, "games.json"));
};

/** Copies the opening books. */
const copyBooks = async () => {
  mkdirSync(join(site, "books"));
  for (const game of await gamesWith("default.book"))
    copyFileSync(join(game, "default.book"), join(site, "books", `${gameName(game)}.book`));
};

/** Bundles the service worker. Its version changes with any file of the site. */
const buildServiceWorker = async () => {
  const isUsedLater = (path) => /^(books|modules|pieces|puzzles)\//.test(path);
  const all = files();
  const hash = createHash("sha256");
  for (const path of all) hash.update(path).update(readFileSync(join(site, path)));
  const shell = ["./", ...all.filter((path) => path !== "index.html" && !isUsedLater(path))];
  await bundle(join(src, "offline/service-worker.ts"), "service-worker", {
    define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), SHELL: JSON.stringify(shell) },
  });
};

const checkScriptSize = async (metafile) => {
  let size = await firstScriptSize(metafile, join(site, "board.js"), root);
  for (const name of ["worker", "service-worker"])
    size += gzipSync(readFileSync(join(site, `${name}.js`)), { level: 9 }).length;
  console.log(`scripts of the static page: ${size} of ${MAX_SCRIPT_SIZE} bytes, gzipped`);
  if (size > MAX_SCRIPT_SIZE) throw new Error(`the scripts are too large: ${size} bytes gzipped, limit ${MAX_SCRIPT_SIZE}`);
};

rmSync(site, { recursive: true, force: true });
cpSync(page, site, { recursive: true });
rmSync(join(site, "chunks"), { recursive: true });
const { metafile } = await bundle(join(src, "static.ts"), "board", {
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  metafile: true,
});
await bundle(join(root, "../npm/src/worker.ts"), "worker");
writePage();
writeIcons();
copyModules();
await copyBooks();
await buildServiceWorker();
await checkScriptSize(metafile);
