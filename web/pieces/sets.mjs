// The pieces of every set: their characters and moves.
//
// A role is the SFEN letter in lower case, with the prefix `p` for promoted or flipped pieces. Moves
// are in Betza notation, as in the drop games of the engine.

/** Relative sizes of the wedges: as in real sets, a King is larger than a Pawn. */
const KING = 1;
const MAJOR = 0.97;
const GENERAL = 0.94;
const MINOR = 0.91;
const PAWN = 0.88;

const SHOGI_GOLD = "WfF";
const YARI_GOLD = "WfFbR";

// kanji: [Black's, White's] if they differ; foot: a small kanji that distinguishes two pieces with
// the same name.
export const games = {
  hasami: {
    p: { kanji: ["歩", "と"], letter: "", moves: "R", size: PAWN },
  },
  yari: {
    k: { kanji: ["玉", "王"], letter: "G", moves: "K", size: KING },
    r: { kanji: "香飛", letter: "YR", moves: "fsR", size: MAJOR },
    b: { kanji: "香角", letter: "YB", moves: "fRfF", size: MAJOR },
    n: { kanji: "香桂", letter: "YN", moves: "fRffN", size: MINOR },
    p: { kanji: "歩", letter: "P", moves: "fW", size: PAWN },
    pr: { kanji: "飛車", letter: "+YR", moves: "R", size: MAJOR },
    pb: { kanji: "香金", foot: "角", letter: "+YB", moves: YARI_GOLD, size: MAJOR },
    pn: { kanji: "香金", foot: "桂", letter: "+YN", moves: YARI_GOLD, size: MINOR },
    pp: { kanji: "香銀", letter: "+P", moves: "fWfFbR", size: PAWN },
  },
  hajiku: {
    k: { kanji: ["玉", "王"], letter: "K", moves: "K", size: KING },
    g: { kanji: "金", letter: "G", moves: "WfF", size: GENERAL },
    s: { kanji: "銀", letter: "S", moves: "FfW", size: GENERAL },
    c: { kanji: "銅", letter: "C", moves: "vWfF", size: GENERAL },
    f: { kanji: "豹", letter: "F", moves: "FvW", size: GENERAL },
    p: { kanji: "歩", letter: "P", moves: "fW", size: PAWN },
    pg: { kanji: "飛", letter: "+G", moves: "R", size: GENERAL },
    ps: { kanji: "竪", letter: "+S", moves: "vRsW", size: GENERAL },
    pc: { kanji: "横", letter: "+C", moves: "sRvW", size: GENERAL },
    pf: { kanji: "角", letter: "+F", moves: "B", size: GENERAL },
    pp: { kanji: "と", letter: "+P", moves: "WfF", size: PAWN },
  },
  shogi: {
    k: { kanji: ["玉", "王"], letter: "K", moves: "K", size: KING },
    r: { kanji: "飛", letter: "R", moves: "R", size: MAJOR },
    b: { kanji: "角", letter: "B", moves: "B", size: MAJOR },
    g: { kanji: "金", letter: "G", moves: SHOGI_GOLD, size: GENERAL },
    s: { kanji: "銀", letter: "S", moves: "FfW", size: GENERAL },
    n: { kanji: "桂", letter: "N", moves: "ffN", size: MINOR },
    l: { kanji: "香", letter: "L", moves: "fR", size: MINOR },
    p: { kanji: "歩", letter: "P", moves: "fW", size: PAWN },
    pr: { kanji: "竜", letter: "+R", moves: "RF", size: MAJOR },
    pb: { kanji: "馬", letter: "+B", moves: "BW", size: MAJOR },
    ps: { kanji: "全", letter: "+S", moves: SHOGI_GOLD, size: GENERAL },
    pn: { kanji: "圭", letter: "+N", moves: SHOGI_GOLD, size: MINOR },
    pl: { kanji: "杏", letter: "+L", moves: SHOGI_GOLD, size: MINOR },
    pp: { kanji: "と", letter: "+P", moves: SHOGI_GOLD, size: PAWN },
  },
};

/** All piece sets. */
export const sets = [
  { name: "hasami-wedge", game: "hasami", style: "kanji" },
  { name: "hasami-disc", game: "hasami", style: "disc" },
  { name: "yari-kanji", game: "yari", style: "kanji" },
  { name: "yari-western", game: "yari", style: "western" },
  { name: "hajiku-kanji", game: "hajiku", style: "kanji" },
  { name: "hajiku-western", game: "hajiku", style: "western" },
  { name: "shogi-kanji", game: "shogi", style: "kanji" },
  { name: "shogi-western", game: "shogi", style: "western" },
];
