/** Parses SFEN, and converts between SFEN and the names of shogiground. */

import type { Color, Game, Kind, Move, Square } from "../api/types.ts";

export type GroundColor = "sente" | "gote";

export const groundColor = (color: Color): GroundColor => (color === "black" ? "sente" : "gote");

/** Converts a kind of piece to shogiground's role: `+P` to `pp`. */
export const roleOf = (kind: Kind): string => kind.toLowerCase().replace("+", "p");

/** Converts a role of shogiground to a kind of piece: `pp` to `+P`. */
export const kindOf = (role: string): Kind => (role.length > 1 ? `+${role.slice(1)}` : role).toUpperCase();

/**
 * Returns the role of the piece in hand that a move drops; null for other moves. In games whose
 * captured pieces can be dropped with either side up, the hand holds the unpromoted side.
 */
export function droppedRole({ drop }: Move, game: Game): string | null {
  return drop && roleOf(game.hand.includes(drop) ? drop : drop.replace("+", ""));
}

/** Conversion functions for shogiground's configuration. */
export const forsyth = {
  fromForsyth: (text: string): string => roleOf(text),
  toForsyth: (role: string): string => kindOf(role).toLowerCase(),
};

/** Returns the file of a square: 10 for `10a`. */
export const fileOf = (square: Square): number => parseInt(square, 10);

/** Returns the rank of a square: 1 for `10a`. */
export const rankOf = (square: Square): number => square.charCodeAt(square.length - 1) - 96;

export interface PlacedPiece {
  color: Color;
  kind: Kind;
  /** Hajiku: the next move can capture the piece with a counter-flip. */
  marked: boolean;
}

/** Splits an SFEN into its fields. Counter-flip marks are removed from the board. */
export function parseSfen(sfen: string): { board: string; turn: Color; hands: string } {
  const [board = "", turn = "b", hands = "-"] = sfen.split(" ");
  return { board: board.replaceAll("!", ""), turn: turn === "w" ? "white" : "black", hands };
}

const colorOf = (piece: string): Color => (piece === piece.toUpperCase() ? "black" : "white");

export function piecesOnBoard(sfen: string, files: number): Map<Square, PlacedPiece> {
  const board = new Map<Square, PlacedPiece>();
  const rows = (sfen.split(" ")[0] ?? "").split("/");
  rows.forEach((row, rank) => {
    let file = files;
    for (const [, empty, piece, mark] of row.matchAll(/(\d+)|(\+?[A-Za-z])(!?)/g)) {
      if (empty) file -= Number(empty);
      if (!piece) continue;
      const square = `${file}${String.fromCharCode(97 + rank)}`;
      board.set(square, { color: colorOf(piece), kind: piece.toUpperCase(), marked: mark === "!" });
      file -= 1;
    }
  });
  return board;
}

/** Returns the number of pieces of each kind in a side's hand. */
export function piecesInHand(sfen: string, color: Color): Map<Kind, number> {
  const hand = new Map<Kind, number>();
  for (const [, count, piece] of parseSfen(sfen).hands.matchAll(/(\d*)(\+?[A-Za-z])/g)) {
    if (!piece || colorOf(piece) !== color) continue;
    const kind = piece.toUpperCase();
    hand.set(kind, (hand.get(kind) ?? 0) + (count ? Number(count) : 1));
  }
  return hand;
}

/** Returns the number of a side's pieces on the board. */
export const countPieces = (sfen: string, color: Color): number =>
  [...parseSfen(sfen).board].filter((letter) => /[a-z]/i.test(letter) && colorOf(letter) === color).length;
