// The games' folders in the engine's sources, for both builds.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";

const games = join(import.meta.dirname, "../crates/kawari-engine/src/games");

/** Returns the names of the folders in a folder. */
export const folders = async (path) =>
  (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

/** Returns the folders of the games that have a file of this name. */
export const gamesWith = async (name) => {
  const paths = [];
  for (const family of await folders(games))
    for (const game of await folders(join(games, family)))
      if (existsSync(join(games, family, game, name))) paths.push(join(games, family, game));
  return paths;
};

/** Returns the name of the game with a folder. */
export const gameName = (folder) => basename(folder).replaceAll("_", "-");
