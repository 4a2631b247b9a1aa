// Draws every piece of every set to `web/src/pieces/SET/COLOUR-ROLE-FACING.svg`.
// Run it by hand (`npm ci && npm run generate`). The images are committed, so that building the page
// needs no fonts. See FONTS.txt for the fonts.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { games, sets } from "./sets.mjs";
import { disc, kanjiPiece, westernPiece } from "./draw.mjs";

const OUT = new URL("../src/pieces/", import.meta.url);
const draw = { kanji: kanjiPiece, western: westernPiece, disc };

rmSync(OUT, { recursive: true, force: true });
for (const { name, game, style } of sets) {
  mkdirSync(new URL(`${name}/`, OUT), { recursive: true });
  let bytes = 0;
  for (const [role, face] of Object.entries(games[game])) {
    for (const colour of ["black", "white"]) {
      for (const facing of ["up", "down"]) {
        const image = draw[style](face, role, colour, facing);
        writeFileSync(new URL(`${name}/${colour}-${role}-${facing}.svg`, OUT), image);
        bytes += image.length;
      }
    }
  }
  console.log(`${name}: ${bytes} bytes`);
}
