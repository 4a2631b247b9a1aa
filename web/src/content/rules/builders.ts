/** Helper functions that build the blocks and positions of the rules pages. */

import type { Block, Diagram, DiagramArrow, DiagramMark, LocalizedText } from "../types.ts";

export const bilingual = (en: string, ja: string): LocalizedText => ({ en, ja });

export const text = (en: string, ja: string): Block => ({ kind: "text", text: { en, ja } });

export const diagrams = (...items: Diagram[]): Block => ({ kind: "diagrams", diagrams: items });

export const list = (...items: LocalizedText[]): Block => ({ kind: "list", items });

/** Builds marks from a list of squares: `5d 6e`. */
export const marks = (kind: DiagramMark["kind"], squares: string): DiagramMark[] =>
  squares.split(" ").map((square) => ({ square, kind }));

/** Builds arrows from a list of moves: `5e-5d 5e-4d`, or `P*-5d` for a drop. */
export const arrows = (kind: NonNullable<DiagramArrow["kind"]>, moves: string): DiagramArrow[] =>
  moves.split(" ").map((move) => {
    const [from = "", to = ""] = move.split("-");
    return { from, to, kind };
  });

const DIGITS = "123456789";

/** Builds an SFEN from lists of pieces, each a letter and a square: `P5e +R3c`. */
export const sfen = (
  files: number,
  ranks: number,
  black: string,
  white: string,
  side: "b" | "w" = "b",
  hands = "-",
): string => {
  const pieces = new Map<string, string>();
  const place = (list: string, withCase: (letter: string) => string): void => {
    for (const item of list.split(" ").filter((item) => item !== "")) {
      const square = item.slice(-2);
      if (pieces.has(square)) throw new Error(`two pieces on ${square}: "${black}", "${white}"`);
      pieces.set(square, withCase(item.slice(0, -2)));
    }
  };
  place(black, (letter) => letter.toUpperCase());
  place(white, (letter) => letter.toLowerCase());
  const rows: string[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    let row = "";
    let empty = 0;
    for (let file = files; file >= 1; file--) {
      const piece = pieces.get(`${DIGITS[file - 1]}${"abcdefghi"[rank]}`);
      if (piece === undefined) empty += 1;
      else {
        row += (empty > 0 ? empty : "") + piece;
        empty = 0;
      }
    }
    rows.push(row + (empty > 0 ? empty : ""));
  }
  return `${rows.join("/")} ${side} ${hands} 1`;
};
