// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", western: "western" };

const GOLD = "WfFbR";

export const faces = {
  k: { kanji: ["玉", "王"], letter: "G", moves: "K", size: SIZES.king },
  r: { kanji: "香飛", letter: "YR", moves: "fsR", size: SIZES.major },
  b: { kanji: "香角", letter: "YB", moves: "fRfF", size: SIZES.major },
  n: { kanji: "香桂", letter: "YN", moves: "fRffN", size: SIZES.minor },
  p: { kanji: "歩", letter: "P", moves: "fW", size: SIZES.pawn },
  pr: { kanji: "飛車", letter: "+YR", moves: "R", size: SIZES.major },
  pb: { kanji: "香金", foot: "角", letter: "+YB", moves: GOLD, size: SIZES.major },
  pn: { kanji: "香金", foot: "桂", letter: "+YN", moves: GOLD, size: SIZES.minor },
  pp: { kanji: "香銀", letter: "+P", moves: "fWfFbR", size: SIZES.pawn },
};
