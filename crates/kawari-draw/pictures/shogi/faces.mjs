// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", western: "western" };

const GOLD = "WfF";

export const faces = {
  k: { kanji: ["玉", "王"], letter: "K", moves: "K", size: SIZES.king },
  r: { kanji: "飛", letter: "R", moves: "R", size: SIZES.major },
  b: { kanji: "角", letter: "B", moves: "B", size: SIZES.major },
  g: { kanji: "金", letter: "G", moves: GOLD, size: SIZES.general },
  s: { kanji: "銀", letter: "S", moves: "FfW", size: SIZES.general },
  n: { kanji: "桂", letter: "N", moves: "ffN", size: SIZES.minor },
  l: { kanji: "香", letter: "L", moves: "fR", size: SIZES.minor },
  p: { kanji: "歩", letter: "P", moves: "fW", size: SIZES.pawn },
  pr: { kanji: "竜", letter: "+R", moves: "RF", size: SIZES.major },
  pb: { kanji: "馬", letter: "+B", moves: "BW", size: SIZES.major },
  ps: { kanji: "全", letter: "+S", moves: GOLD, size: SIZES.general },
  pn: { kanji: "圭", letter: "+N", moves: GOLD, size: SIZES.minor },
  pl: { kanji: "杏", letter: "+L", moves: GOLD, size: SIZES.minor },
  pp: { kanji: "と", letter: "+P", moves: GOLD, size: SIZES.pawn },
};
