// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { wedge: "kanji", disc: "disc", stone: "stone", pawn: "pawn" };

export const faces = {
  p: { kanji: ["歩", "と"], letter: "", moves: "R", size: SIZES.pawn },
};
