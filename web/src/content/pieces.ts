/** Names of the pieces. */

import type { LocalizedText } from "./types.ts";

/** The name of a piece, and its kanji in Japanese notation. */
export interface PieceName {
  name: LocalizedText;
  kanji: string;
}

const piece = (en: string, ja: string, kanji: string): PieceName => ({ name: { en, ja }, kanji });

/** Names of the pieces by piece family and role. */
export const pieceNames: Record<"hasami" | "yari" | "hajiku" | "shogi", Record<string, PieceName>> = {
  hasami: { p: piece("Man", "駒", "") },
  yari: {
    k: piece("General", "玉将", "玉"),
    r: piece("Yari Rook", "香飛", "香飛"),
    b: piece("Yari Bishop", "香角", "香角"),
    n: piece("Yari Knight", "香桂", "香桂"),
    p: piece("Pawn", "歩", "歩"),
    pr: piece("Rook", "飛車", "飛"),
    pb: piece("Yari Gold (Bishop)", "香金（香角）", "香金"),
    pn: piece("Yari Gold (Knight)", "香金（香桂）", "香金"),
    pp: piece("Yari Silver", "香銀", "香銀"),
  },
  hajiku: {
    k: piece("King", "玉将", "玉"),
    g: piece("Gold", "金将", "金"),
    s: piece("Silver", "銀将", "銀"),
    c: piece("Copper", "銅将", "銅"),
    f: piece("Leopard", "猛豹", "豹"),
    p: piece("Pawn", "歩", "歩"),
    pg: piece("Rook", "飛車", "飛"),
    ps: piece("Vertical Mover", "竪行", "竪"),
    pc: piece("Side Mover", "横行", "横"),
    pf: piece("Bishop", "角行", "角"),
    pp: piece("Tokin", "と金", "と"),
  },
  shogi: {
    k: piece("King", "玉将", "玉"),
    r: piece("Rook", "飛車", "飛"),
    b: piece("Bishop", "角行", "角"),
    g: piece("Gold", "金将", "金"),
    s: piece("Silver", "銀将", "銀"),
    n: piece("Knight", "桂馬", "桂"),
    l: piece("Lance", "香車", "香"),
    p: piece("Pawn", "歩", "歩"),
    pr: piece("Dragon", "竜王", "竜"),
    pb: piece("Horse", "竜馬", "馬"),
    ps: piece("Promoted Silver", "成銀", "成銀"),
    pn: piece("Promoted Knight", "成桂", "成桂"),
    pl: piece("Promoted Lance", "成香", "成香"),
    pp: piece("Tokin", "と金", "と"),
  },
};
