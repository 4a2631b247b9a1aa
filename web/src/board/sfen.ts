/** Between the program's SFEN and what shogiground reads. */

import type { Color, Kind, Square } from "../api/types.ts";
import { kindOf, roleOf } from "../describe.ts";

export type GroundColor = "sente" | "gote";

export const groundColor = (color: Color): GroundColor => (color === "black" ? "sente" : "gote");

export const forsyth = {
  fromForsyth: (text: string): string => roleOf(text),
  toForsyth: (role: string): string => kindOf(role).toLowerCase(),
};

export interface Placed {
  color: Color;
  kind: Kind;
  /** Hajiku: may be counter-flipped when it is captured now. */
  marked: boolean;
}

/** The fields of an SFEN; the mark of a counter-flip taken out of the board. */
export function fields(sfen: string): { board: string; turn: Color; hands: string; number: string } {
  const [board = "", turn = "b", hands = "-", number = "1"] = sfen.split(" ");
  return { board: board.replaceAll("!", ""), turn: turn === "w" ? "white" : "black", hands, number };
}

const colorOf = (face: string): Color => (face === face.toUpperCase() ? "black" : "white");

/** What stands on each square. */
export function placed(sfen: string, files: number): Map<Square, Placed> {
  const board = new Map<Square, Placed>();
  const rows = (sfen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, rank) => {
    let file = files;
    for (const [, count, face, bang] of row.matchAll(/(\d+)|(\+?[A-Za-z])(!?)/g)) {
      if (count) file -= Number(count);
      if (!face) continue;
      const square = `${file}${String.fromCharCode(97 + rank)}`;
      board.set(square, { color: colorOf(face), kind: face.toUpperCase(), marked: bang === "!" });
      file -= 1;
    }
  });
  return board;
}

/** How many of each kind a side has in hand. */
export function hand(sfen: string, color: Color): Map<Kind, number> {
  const held = new Map<Kind, number>();
  for (const [, count, face] of fields(sfen).hands.matchAll(/(\d*)(\+?[A-Za-z])/g)) {
    if (!face || colorOf(face) !== color) continue;
    const kind = face.toUpperCase();
    held.set(kind, (held.get(kind) ?? 0) + (count ? Number(count) : 1));
  }
  return held;
}

/** Pieces that a side has on the board. */
export const men = (sfen: string, color: Color): number =>
  [...fields(sfen).board].filter((letter) => /[a-z]/i.test(letter) && colorOf(letter) === color).length;
