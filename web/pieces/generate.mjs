// Draws every piece of every set into `web/src/pieces/SET/COLOUR-ROLE-FACING.svg`.
// Run by hand (`npm ci && npm run generate`): what it draws is committed, so that
// building the page needs no font. See FONTS.txt for the fonts.

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
        const picture = draw[style](face, role, colour, facing);
        writeFileSync(new URL(`${name}/${colour}-${role}-${facing}.svg`, OUT), picture);
        bytes += picture.length;
      }
    }
  }
  console.log(`${name}: ${bytes} bytes`);
}
