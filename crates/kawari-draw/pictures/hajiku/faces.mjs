// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", bold: "bold", western: "western", symbols: "symbols" };

export const faces = {
  k: { kanji: ["玉", "王"], letter: "K", symbol: "crown", moves: "K", size: SIZES.king },
  g: { kanji: "金", letter: "G", symbol: "sun", moves: "WfF", size: SIZES.general },
  s: { kanji: "銀", letter: "S", symbol: "moon", moves: "FfW", size: SIZES.general },
  c: { kanji: "銅", letter: "C", symbol: "copper", moves: "vWfF", size: SIZES.general },
  f: { kanji: "豹", letter: "F", symbol: "paw", moves: "FvW", size: SIZES.general },
  p: { kanji: "歩", letter: "P", symbol: "pawn", moves: "fW", size: SIZES.pawn },
  pg: { kanji: "飛", letter: "+G", symbol: "tower", moves: "R", size: SIZES.general },
  ps: { kanji: "竪", letter: "+S", symbol: "vertical", moves: "vRsW", size: SIZES.general },
  pc: { kanji: "横", letter: "+C", symbol: "horizontal", moves: "sRvW", size: SIZES.general },
  pf: { kanji: "角", letter: "+F", symbol: "mitre", moves: "B", size: SIZES.general },
  pp: { kanji: "と", letter: "+P", symbol: "pawn rays", moves: "WfF", size: SIZES.pawn },
};
