/** Reads typed moves in every notation that the page writes, by matching them against the legal moves. */

import type { Game, Move } from "./api/types.ts";
import { kanjiOf, notate, numeric, pieceName } from "./describe.ts";
import { lang } from "./i18n.ts";
import { NOTATIONS } from "./model/settings.ts";

/** Normalizes a word: narrow digits and letters, one form of each sign, no blanks, no marks of the side. */
function plain(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s☗☖▲△▼▽]/g, "")
    .replace(/[一二三四五六七八九]/g, (digit) => String("〇一二三四五六七八九".indexOf(digit)))
    .replaceAll("龍", "竜")
    .replaceAll("王", "玉");
}

/** Returns the forms in which the page may write a move. */
const printed = (move: Move, game: Game, before: Move | null): string[] =>
  NOTATIONS.flatMap((notation) => [before, null].map((last) => plain(notate(move, game, notation, last))));

/** Returns shorter and longer forms of a move in Japanese notation. */
function loose(move: Move, game: Game, before: Move | null): string[] {
  const to = numeric(move.to);
  const from = move.from ? numeric(move.from) : "";
  if (game.family === "hasami") return [to, `${to}(${from})`, `${from}${to}`];
  const squares = before?.to === move.to ? [to, "同", `同${to}`, `${to}同`] : [to];
  const pieces = [kanjiOf(game, move.piece), pieceName(game, move.piece, "ja")].map(plain);
  const turns = move.turn ? ["", "成", "反"] : move.record.endsWith("=") ? ["", "不成", "生", "不反"] : [""];
  const origins = from ? ["", `(${from})`] : ["", "打"];
  const flips = move.counterFlip ? ["", "返"] : [""];
  const forms = squares.flatMap((square) => pieces.map((piece) => square + piece));
  return forms.flatMap((form) =>
    turns.flatMap((turn) =>
      origins.flatMap((origin) =>
        flips.flatMap((flip) => [`${form}${turn}${origin}${flip}`, `${form}${origin}${turn}${flip}`]),
      ),
    ),
  );
}

/** Returns the legal moves that a word can mean. Exact forms go before shorter and longer ones. */
export function typedMoves(word: string, moves: Move[], game: Game, before: Move | null): Move[] {
  const text = plain(word);
  const exact = moves.filter((move) => printed(move, game, before).includes(text));
  if (exact.length) return exact;
  const short = game.family === "hasami" ? text.replace(/取.*/, "") : text;
  const found = moves.filter((move) => loose(move, game, before).includes(short));
  // Without 打, a piece on the board that can go to the square goes before one in hand.
  const moved = found.filter((move) => move.from);
  return moved.length ? moved : found;
}

/** Returns the word for the server to read, or an error code for a word that only this page can read. */
export function readable(word: string): { word: string } | { code: "move/illegal" | "move/syntax" } {
  const narrow = word.normalize("NFKC");
  if (/^[ -~]*$/.test(narrow)) return { word: narrow };
  return { code: /^(\d\d|同)/.test(plain(word)) ? "move/illegal" : "move/syntax" };
}

/** Writes a move so that no other legal move is written the same way. */
export function writeUniquely(move: Move, game: Game): string {
  if (lang() !== "ja") return move.usi;
  const text = notate(move, game, "japanese", null);
  return move.from && !text.includes("(") ? `${text}(${numeric(move.from)})` : text;
}
