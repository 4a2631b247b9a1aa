// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", bold: "bold", western: "western", symbols: "symbols" };

const GOLD = "WfFbR";

export const faces = {
  k: { kanji: ["玉", "王"], letter: "G", symbol: "crown", moves: "K", size: SIZES.king },
  r: { kanji: "香飛", bold: "飛", letter: "YR", symbol: "spearhead tower", moves: "fsR", size: SIZES.major },
  b: { kanji: "香角", bold: "角", letter: "YB", symbol: "spearhead mitre", moves: "fRfF", size: SIZES.major },
  n: { kanji: "香桂", bold: "桂", letter: "YN", symbol: "spearhead horse", moves: "fRffN", size: SIZES.minor },
  p: { kanji: "歩", letter: "P", symbol: "pawn", moves: "fW", size: SIZES.pawn },
  pr: { kanji: "飛車", bold: "飛", letter: "+YR", symbol: "tower", moves: "R", size: SIZES.major },
  pb: { kanji: "香金", foot: "角", bold: "金", letter: "+YB", symbol: "spearhead mitre rays", moves: GOLD, size: SIZES.major },
  pn: { kanji: "香金", foot: "桂", bold: "金", letter: "+YN", symbol: "spearhead horse rays", moves: GOLD, size: SIZES.minor },
  pp: { kanji: "香銀", bold: "銀", letter: "+P", symbol: "spearhead moon", moves: "fWfFbR", size: SIZES.pawn },
};
