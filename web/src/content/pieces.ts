import type { Text } from "./types.ts";

/** What a face is called, and the signs that the Japanese notation writes for it. */
export interface PieceName {
  name: Text;
  kanji: string;
}

const face = (en: string, ja: string, kanji: string): PieceName => ({ name: { en, ja }, kanji });

/** Names of the faces by family of pieces and role. */
export const pieceNames: Record<"hasami" | "yari" | "hajiku" | "shogi", Record<string, PieceName>> = {
  hasami: { p: face("Man", "駒", "") },
  yari: {
    k: face("General", "玉将", "玉"),
    r: face("Yari Rook", "香飛", "香飛"),
    b: face("Yari Bishop", "香角", "香角"),
    n: face("Yari Knight", "香桂", "香桂"),
    p: face("Pawn", "歩", "歩"),
    pr: face("Rook", "飛車", "飛"),
    pb: face("Yari Gold (Bishop)", "香金（香角）", "香金"),
    pn: face("Yari Gold (Knight)", "香金（香桂）", "香金"),
    pp: face("Yari Silver", "香銀", "香銀"),
  },
  hajiku: {
    k: face("King", "玉将", "玉"),
    g: face("Gold", "金将", "金"),
    s: face("Silver", "銀将", "銀"),
    c: face("Copper", "銅将", "銅"),
    f: face("Leopard", "猛豹", "豹"),
    p: face("Pawn", "歩", "歩"),
    pg: face("Rook", "飛車", "飛"),
    ps: face("Vertical Mover", "竪行", "竪"),
    pc: face("Side Mover", "横行", "横"),
    pf: face("Bishop", "角行", "角"),
    pp: face("Tokin", "と金", "と"),
  },
  shogi: {
    k: face("King", "玉将", "玉"),
    r: face("Rook", "飛車", "飛"),
    b: face("Bishop", "角行", "角"),
    g: face("Gold", "金将", "金"),
    s: face("Silver", "銀将", "銀"),
    n: face("Knight", "桂馬", "桂"),
    l: face("Lance", "香車", "香"),
    p: face("Pawn", "歩", "歩"),
    pr: face("Dragon", "竜王", "竜"),
    pb: face("Horse", "竜馬", "馬"),
    ps: face("Promoted Silver", "成銀", "成銀"),
    pn: face("Promoted Knight", "成桂", "成桂"),
    pl: face("Promoted Lance", "成香", "成香"),
    pp: face("Tokin", "と金", "と"),
  },
};
