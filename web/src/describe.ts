/** Words for moves, squares, pieces and results, in the language of the page. */

import type { Color, Game, Kind, Move, Square } from "./api/types.ts";
import { men, placed } from "./board/sfen.ts";
import { pieceNames } from "./content/pieces.ts";
import { type Key, lang, t } from "./i18n.ts";
import { familyOf, type Lang, type Notation } from "./model/settings.ts";
import type { End } from "./play/match.ts";

/** `+P` → `pp`: the name of a face as a class and as a key. */
export const roleOf = (kind: Kind): string => kind.toLowerCase().replace("+", "p");

/** `pp` → `+P`. */
export const kindOf = (role: string): Kind => (role.length > 1 ? `+${role.slice(1)}` : role).toUpperCase();

export const pieceName = (game: Game, kind: Kind, language: Lang = lang()): string =>
  pieceNames[familyOf(game.name)][roleOf(kind)]?.name[language] ?? kind;

/** The signs of a face in Japanese notation. */
export const kanjiOf = (game: Game, kind: Kind): string =>
  pieceNames[familyOf(game.name)][roleOf(kind)]?.kanji ?? kind;

export const colorName = (color: Color): string => t(`color.${color}`);

export const mark = (color: Color): string => (color === "black" ? "☗" : "☖");

const WIDE = "０１２３４５６７８９";
const KANJI = "〇一二三四五六七八九";
const rankNumber = (square: Square): number => square.charCodeAt(1) - 96;

/** `5e` as `55`. */
export const numeric = (square: Square): string => `${square[0]}${rankNumber(square)}`;
/** `5e` as `５五`. */
const japaneseSquare = (square: Square): string => `${WIDE[Number(square[0])]}${KANJI[rankNumber(square)]}`;

/** A square as people say it. */
export const squareName = (square: Square): string => (lang() === "ja" ? japaneseSquare(square) : square);

/** A move as the program writes it, in both ways. */
export type Written = Pick<Move, "usi" | "record">;

/** Where a move in USI ends. */
const target = (usi: string): Square =>
  usi[1] === "*" ? usi.slice(2, 4) : usi.startsWith("+") ? usi.slice(3, 5) : usi.slice(2, 4);

/** The parts of a written move: piece, start where it is ambiguous, how, counter-flip, square, turn. */
const RECORD = /^(\+?[A-Z]+)([1-9][a-i])?([-x*])(!?)([1-9][a-i])([+=]?)$/;

/** The move as Japanese records write it; the origin in brackets where it would be ambiguous. */
function japanese(move: Written, game: Game, before: Written | null): string {
  const [, letters, from, how, counterflip, to, turn] = RECORD.exec(move.record) ?? [];
  if (!letters || !to) return japaneseHasami(move.record);
  const kind = game.pieces.find((piece) => piece.written === letters)?.kind ?? letters;
  const kanji = kanjiOf(game, kind);
  const square = before && target(before.usi) === to ? "同" : japaneseSquare(to);
  if (how === "*") return `${square}${kanji}打`;
  const flips = game.pieces.some((piece) => piece.turn === "flip");
  const turned = turn === "+" ? (flips ? "反" : "成") : turn === "=" ? "不成" : "";
  return `${square}${kanji}${turned}${from ? `(${numeric(from)})` : ""}${counterflip ? "返" : ""}`;
}

/** `6ix6e(7e,8e)` as `６五(69) 取７五・８五`. */
function japaneseHasami(record: string): string {
  const [from, to, ...fallen] = [...record.matchAll(/[1-9][a-i]/g)].map(([square]) => square);
  if (!from || !to) return record;
  return `${japaneseSquare(to)}(${numeric(from)})${fallen.length ? ` 取${fallen.map(japaneseSquare).join("・")}` : ""}`;
}

/** The move in the notation that was chosen. */
export function notate(move: Written, game: Game, notation: Notation, before: Written | null): string {
  switch (notation) {
    case "usi":
      return move.usi;
    case "japanese":
      return japanese(move, game, before);
    case "numeric":
      return move.record.replace(/[1-9][a-i]/g, numeric);
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
  if (move.counterFlip)
    parts.push(t("say.counterflip", { piece: pieceName(game, move.captures[0]?.hand ?? "P") }));
  return `${parts.join(lang() === "ja" ? "、" : ", ")}${lang() === "ja" ? "。" : "."}`;
}

/** From how many squares on their number is said instead of their names. */
const MANY = 20;

/** Where a piece can go that has been picked up: from a square, or as a face from the hand. */
export function describePicked(game: Game, sfen: string, held: string, squares: Square[]): string {
  const isSquare = /^[1-9]/.test(held);
  const kind = isSquare ? (placed(sfen, game.files).get(held)?.kind ?? "P") : kindOf(held);
  const targets =
    squares.length >= MANY
      ? t("said.picked.many", { count: squares.length })
      : squares.map(squareName).join(lang() === "ja" ? "、" : ", ");
  const key = `said.picked${isSquare ? "" : ".hand"}${squares.length ? "" : ".none"}` as Key;
  return t(key, { piece: pieceName(game, kind), square: isSquare ? squareName(held) : "", targets });
}

export const describeReason = (reason: End["reason"]): string => t(`reason.${reason}`);

/** What has ended the game, in a sentence of its own. */
function endReason({ winner, reason }: End, sfen: string): string {
  if (!winner) return t(`end.${reason}`);
  const loser: Color = winner === "black" ? "white" : "black";
  const args = { winner: colorName(winner), loser: colorName(loser) };
  const left = men(sfen, loser);
  switch (reason) {
    case "men-captured":
      return t(`end.${reason}.${left === 0 ? "none" : left === 1 ? "one" : "some"}`, { ...args, count: left });
    case "lead":
      return t("end.lead", { ...args, count: men(sfen, winner) - left });
    case "repetition":
    case "impasse":
      return t(`end.${reason}.won`, args);
    default:
      return t(`end.${reason}`, args);
  }
}

/** Who has won, for nobody in particular. */
export const resultText = (winner: Color | null): string =>
  winner ? t("result.win", { color: colorName(winner) }) : t("result.draw");

/** The end of a game in words: for the one person who plays against the engine, if one does. */
export function describeEnd(end: End, sfen: string, person: Color | null): string {
  const personal = end.winner === person ? "result.won" : "result.lost";
  const result = end.winner && person ? t(personal) : resultText(end.winner);
  return t("result.line", { result, reason: endReason(end, sfen) });
}
