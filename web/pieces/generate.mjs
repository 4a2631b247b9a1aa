// Draws the pieces of every game with a file `faces.mjs` in `crates/kawari-draw/pictures/GAME`, to
// `STYLE/COLOUR-ROLE-FACING.svg` in the same folder. Run it by hand
// (`npm ci && npm run generate`). The images are committed, so that building the page needs no
// fonts. See FONTS.txt for the fonts.
//
// A faces file lists the faces by role: the SFEN letter in lower case, with the prefix `p` for
// promoted or flipped pieces. The fields of a face:
// - kanji: one or two characters; [Black's, White's] if they differ
// - bold: the kanji of the style with one bold kanji, if the piece has two
// - foot: a small kanji that distinguishes two pieces with the same name
// - letter: the letters of the western style
// - symbol: a symbol of `symbols.mjs`. `spearhead` adds the head of a spear; `rays`, `diagonal` and `orthogonal` add marks
// - moves: Betza notation, as in the engine
// - size: the size of the wedge

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { boldPiece, disc, kanjiPiece, pawn, stone, symbolPiece, westernPiece } from "./draw.mjs";

const PICTURES = new URL("../../crates/kawari-draw/pictures/", import.meta.url);
const draw = { kanji: kanjiPiece, bold: boldPiece, western: westernPiece, symbols: symbolPiece, disc, stone, pawn };

const pictureFolders = readdirSync(PICTURES).map((game) => new URL(`${game}/`, PICTURES));

for (const folder of pictureFolders) {
  const { faces, styles } = await import(new URL("faces.mjs", folder));
  for (const [style, drawing] of Object.entries(styles)) {
    const out = new URL(`${style}/`, folder);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
    let bytes = 0;
    for (const [role, face] of Object.entries(faces)) {
      for (const colour of ["black", "white"]) {
        for (const facing of ["up", "down"]) {
          const image = draw[drawing](face, role, colour, facing);
          writeFileSync(new URL(`${colour}-${role}-${facing}.svg`, out), image);
          bytes += image.length;
        }
      }
    }
    console.log(`${out.pathname}: ${bytes} bytes`);
  }
}
