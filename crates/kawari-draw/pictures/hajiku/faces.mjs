// The faces of the pieces. `web/pieces/generate.mjs` draws them.

import { SIZES } from "../../../../web/pieces/sizes.mjs";

/** Folders of the pictures, and the function of `web/pieces/draw.mjs` that draws each. */
export const styles = { kanji: "kanji", western: "western" };

export const faces = {
  k: { kanji: ["玉", "王"], letter: "K", moves: "K", size: SIZES.king },
  g: { kanji: "金", letter: "G", moves: "WfF", size: SIZES.general },
  s: { kanji: "銀", letter: "S", moves: "FfW", size: SIZES.general },
  c: { kanji: "銅", letter: "C", moves: "vWfF", size: SIZES.general },
  f: { kanji: "豹", letter: "F", moves: "FvW", size: SIZES.general },
  p: { kanji: "歩", letter: "P", moves: "fW", size: SIZES.pawn },
  pg: { kanji: "飛", letter: "+G", moves: "R", size: SIZES.general },
  ps: { kanji: "竪", letter: "+S", moves: "vRsW", size: SIZES.general },
  pc: { kanji: "横", letter: "+C", moves: "sRvW", size: SIZES.general },
  pf: { kanji: "角", letter: "+F", moves: "B", size: SIZES.general },
  pp: { kanji: "と", letter: "+P", moves: "WfF", size: SIZES.pawn },
};
