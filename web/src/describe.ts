/** Words for moves, squares, pieces and results, in the language of the page. */

import type { Color, Game, Kind, Move, Square } from "./api/types.ts";
import { pieceNames } from "./content/pieces.ts";
import { lang, t } from "./i18n.ts";
import { familyOf, type Notation } from "./model/settings.ts";
import type { End } from "./play/match.ts";

/** `+P` → `pp`: the name of a face as a class and as a key. */
export const roleOf = (kind: Kind): string => kind.toLowerCase().replace("+", "p");

/** `pp` → `+P`. */
export const kindOf = (role: string): Kind =>
  (role.length > 1 ? `+${role.slice(1)}` : role).toUpperCase();

export const pieceName = (game: Game, kind: Kind): string =>
  pieceNames[familyOf(game.name)][roleOf(kind)]?.name[lang()] ?? kind;

export const colorName = (color: Color): string => t(`color.${color}`);

export const mark = (color: Color): string => (color === "black" ? "☗" : "☖");

const WIDE = "０１２３４５６７８９";
const KANJI = "〇一二三四五六七八九";
const rankNumber = (square: Square): number => square.charCodeAt(1) - 96;

/** `5e` as `55`. */
const numeric = (square: Square): string => `${square[0]}${rankNumber(square)}`;
/** `5e` as `５五`. */
const japaneseSquare = (square: Square): string =>
  `${WIDE[Number(square[0])]}${KANJI[rankNumber(square)]}`;

/** A square as people say it. */
export const squareName = (square: Square): string => (lang() === "ja" ? japaneseSquare(square) : square);

function turnMark(move: Move, game: Game): string {
  const info = game.pieces.find((piece) => piece.kind === move.piece);
  if (move.turn === "flip") return "反";
  if (move.turn === "promote") return "成";
  const inZone = game.zone > 0 && move.from !== null && info?.turn === "promote";
  return inZone && /=$/.test(move.record) ? "不成" : "";
}

/** The move as Japanese records write it; the origin in brackets where it would be ambiguous. */
function japanese(move: Move, game: Game, before: Move | null): string {
  const kanji = pieceNames[familyOf(game.name)][roleOf(move.piece)]?.kanji ?? move.piece;
  const square = before && before.to === move.to ? "同" : japaneseSquare(move.to);
  if (move.drop) return `${square}${kanji}打`;
  if (game.family === "hasami") {
    const fallen = move.captures.map((captured) => japaneseSquare(captured.square)).join("・");
    return `${japaneseSquare(move.to)}(${numeric(move.from ?? "")})${fallen ? ` 取${fallen}` : ""}`;
  }
  const ambiguous = move.from && move.record.includes(move.from) ? `(${numeric(move.from)})` : "";
  return `${square}${kanji}${turnMark(move, game)}${ambiguous}${move.counterFlip ? "返" : ""}`;
}

/** The move in the notation that was chosen. */
export function notate(move: Move, game: Game, notation: Notation, before: Move | null): string {
  switch (notation) {
    case "usi":
      return move.usi;
    case "japanese":
      return japanese(move, game, before);
    case "numeric":
      return move.record.replace(/([1-9])([a-i])/g, (square) => numeric(square));
    case "western":
      return move.record;
  }
}

/** The move in a sentence, for those who hear the page. */
export function describeMove(game: Game, move: Move, color: Color): string {
  const to = squareName(move.to);
  const piece = pieceName(game, move.drop ?? move.piece);
  const base = move.drop
    ? t("say.drop", { color: colorName(color), piece, to })
    : t("say.move", { color: colorName(color), piece, from: squareName(move.from ?? ""), to });
  const parts = [base];
  if (move.captures.length === 1 && game.family === "drop")
    parts.push(t("say.takes", { piece: pieceName(game, move.captures[0]?.piece ?? "P") }));
  else if (move.captures.length)
    parts.push(
      t("say.falls", {
        count: move.captures.length,
        squares: move.captures.map((captured) => squareName(captured.square)).join(", "),
      }),
    );
  if (move.turn) parts.push(t("say.becomes", { piece: pieceName(game, move.becomes) }));
  if (move.counterFlip) parts.push(t("say.counterflip", { piece: pieceName(game, move.captures[0]?.hand ?? "P") }));
  return `${parts.join(lang() === "ja" ? "、" : ", ")}${lang() === "ja" ? "。" : "."}`;
}

export const describeReason = (reason: End["reason"]): string => t(`reason.${reason}`);

export function describeEnd(end: End): string {
  const result = end.winner ? t("result.win", { color: colorName(end.winner) }) : t("result.draw");
  return `${result} ${t("result.by", { reason: describeReason(end.reason) })}`;
}
