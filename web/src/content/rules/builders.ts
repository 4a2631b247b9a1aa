/** Words and positions from which the rules' pages are put together. */

import type { Block, Diagram, DiagramArrow, DiagramMark, Text } from "../types.ts";

export const both = (en: string, ja: string): Text => ({ en, ja });

export const text = (en: string, ja: string): Block => ({ kind: "text", text: { en, ja } });

export const pictures = (...diagrams: Diagram[]): Block => ({ kind: "diagrams", diagrams });

export const list = (...items: Text[]): Block => ({ kind: "list", items });

/** Squares that carry a mark. */
export const marked = (kind: DiagramMark["kind"], squares: string): DiagramMark[] =>
  squares.split(" ").map((square) => ({ square, kind }));

/** Arrows, written `5e-5d 5e-4d`; a drop is `P*-5d`. */
export const arrows = (kind: NonNullable<DiagramArrow["kind"]>, words: string): DiagramArrow[] =>
  words.split(" ").map((word) => {
    const [from = "", to = ""] = word.split("-");
    return { from, to, kind };
  });

const DIGITS = "123456789";

/** An SFEN from lists of pieces, each the square with the letter before it: `P5e +Rg3c`. */
export const sfen = (
  files: number,
  ranks: number,
  black: string,
  white: string,
  side: "b" | "w" = "b",
  hands = "-",
): string => {
  const pieces = new Map<string, string>();
  const put = (words: string, dress: (letter: string) => string): void => {
    for (const word of words.split(" ").filter((word) => word !== "")) {
      const square = word.slice(-2);
      if (pieces.has(square)) throw new Error(`two pieces on ${square}: ${black} | ${white}`);
      pieces.set(square, dress(word.slice(0, -2)));
    }
  };
  put(black, (letter) => letter.toUpperCase());
  put(white, (letter) => letter.toLowerCase());
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
