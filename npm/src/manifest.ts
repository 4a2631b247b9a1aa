// The manifest of the engine for ShogiHome.

import { AUTHOR, NAME, usiOptions } from "./usi.js";

/** Lowest level that the menu for phones shows, and the highest one, which is full strength. */
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Returns the manifest, `engine.json`. */
export function manifest(): object {
  const preset = (level: number) => ({
    id: level === 8 ? "kawari-shogi-v1" : `kawari-shogi-v1-level${level}`,
    displayName: level === 8 ? "Kawari" : `Kawari level ${level}`,
    values: { Skill: level },
    tags: level === 8 ? ["game", "research", "mate"] : ["game"],
    mobileGame: { label: level === 8 ? "Kawari" : `Kawari Lv.${level}` },
  });
  return {
    abi: "shogihome-wasm-engine/1",
    module: "shogihome.js",
    moduleFormat: "esm",
    name: NAME,
    author: AUTHOR,
    licenses: [{ spdx: "GPL-3.0-or-later", file: "LICENSE.txt" }],
    options: usiOptions("shogi", false),
    presets: LEVELS.map(preset),
  };
}
