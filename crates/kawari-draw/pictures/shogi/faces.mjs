// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", bold: "bold", western: "western", symbols: "symbols" };

const GOLD = "WfF";

export const faces = {
  k: { kanji: ["玉", "王"], letter: "K", symbol: "crown", moves: "K", size: SIZES.king },
  r: { kanji: "飛", letter: "R", symbol: "tower", moves: "R", size: SIZES.major },
  b: { kanji: "角", letter: "B", symbol: "mitre", moves: "B", size: SIZES.major },
  g: { kanji: "金", letter: "G", symbol: "sun", moves: GOLD, size: SIZES.general },
  s: { kanji: "銀", letter: "S", symbol: "moon", moves: "FfW", size: SIZES.general },
  n: { kanji: "桂", letter: "N", symbol: "horse", moves: "ffN", size: SIZES.minor },
  l: { kanji: "香", letter: "L", symbol: "spear", moves: "fR", size: SIZES.minor },
  p: { kanji: "歩", letter: "P", symbol: "pawn", moves: "fW", size: SIZES.pawn },
  pr: { kanji: "竜", letter: "+R", symbol: "tower diagonal", moves: "RF", size: SIZES.major },
  pb: { kanji: "馬", letter: "+B", symbol: "mitre orthogonal", moves: "BW", size: SIZES.major },
  ps: { kanji: "全", letter: "+S", symbol: "moon rays", moves: GOLD, size: SIZES.general },
  pn: { kanji: "圭", letter: "+N", symbol: "horse rays", moves: GOLD, size: SIZES.minor },
  pl: { kanji: "杏", letter: "+L", symbol: "spear rays", moves: GOLD, size: SIZES.minor },
  pp: { kanji: "と", letter: "+P", symbol: "pawn rays", moves: GOLD, size: SIZES.pawn },
};
