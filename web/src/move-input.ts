/** Matches typed moves against the legal moves, in every notation that the page writes. */

import type { Game, Move } from "./api/types.ts";
import { formatMove, kanjiOf, numericSquare, pieceName } from "./describe.ts";
import { lang } from "./i18n.ts";
import { NOTATIONS } from "./model/settings.ts";

/** Normalizes a typed move: half-width digits and letters, no spaces, no side symbols. */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s☗☖▲△▼▽]/g, "")
    .replace(/十一|[一二三四五六七八九十]/g, (rank) =>
      rank === "十一" ? "11" : String("〇一二三四五六七八九十".indexOf(rank)),
    )
    .replaceAll("龍", "竜")
    .replaceAll("王", "玉");
}

/** Returns the move in each notation of the page. */
const writtenForms = (move: Move, game: Game, previous: Move | null): string[] =>
  NOTATIONS.flatMap((notation) =>
    [previous, null].map((before) => normalize(formatMove(move, game, notation, before))),
  );

/** Returns further accepted forms in Japanese notation, shorter and longer than the written one. */
function lenientForms(move: Move, game: Game, previous: Move | null): string[] {
  const to = numericSquare(move.to);
  const from = move.from ? numericSquare(move.from) : "";
  if (game.family === "hasami") return [to, `${to}(${from})`, `${from}${to}`];
  const squares = previous?.to === move.to ? [to, "同", `同${to}`, `${to}同`] : [to];
  const pieces = [kanjiOf(game, move.piece), pieceName(game, move.piece, "ja")].map(normalize);
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

/** Returns the legal moves that match a typed move. Written forms take precedence over lenient ones. */
export function matchingMoves(typed: string, moves: Move[], game: Game, previous: Move | null): Move[] {
  const text = normalize(typed);
  const exact = moves.filter((move) => writtenForms(move, game, previous).includes(text));
  if (exact.length) return exact;
  const withoutCaptures = game.family === "hasami" ? text.replace(/取.*/, "") : text;
  const found = moves.filter((move) => lenientForms(move, game, previous).includes(withoutCaptures));
  // Without 打, moves of pieces on the board take precedence over drops.
  const boardMoves = found.filter((move) => move.from);
  return boardMoves.length ? boardMoves : found;
}

/**
 * Returns a typed move in the form to send to the server, which reads ASCII only. For Japanese
 * notation it returns the error code to show instead.
 */
export function toServerMove(typed: string): { word: string } | { code: "move/illegal" | "move/syntax" } {
  const text = typed.normalize("NFKC");
  if (/^[ -~]*$/.test(text)) return { word: text };
  return { code: /^(\d\d|同)/.test(normalize(typed)) ? "move/illegal" : "move/syntax" };
}

/** Formats a move unambiguously, with its origin. */
export function unambiguousMove(move: Move, game: Game): string {
  if (lang() !== "ja") return move.usi;
  const text = formatMove(move, game, "japanese", null);
  return move.from && !text.includes("(") ? `${text}(${numericSquare(move.from)})` : text;
}
