/** Texts for moves, squares, pieces and results in the language of the page. */

import type { ApiError } from "./api/client.ts";
import type { Color, Game, Kind, Move, PieceInfo, Square } from "./api/types.ts";
import { countPieces, fileOf, kindOf, parseSfen, piecesOnBoard, rankOf } from "./board/sfen.ts";
import { lang, t, type TextKey } from "./i18n.ts";
import type { Lang, Notation } from "./model/settings.ts";
import type { GameEnd, Player } from "./play/match.ts";

const pieceInfo = (game: Game, kind: Kind): PieceInfo | undefined => game.pieces.find((piece) => piece.kind === kind);

export const pieceName = (game: Game, kind: Kind, language: Lang = lang()): string =>
  pieceInfo(game, kind)?.name[language] ?? kind;

/** Returns the kanji of a piece in Japanese notation. */
export const kanjiOf = (game: Game, kind: Kind): string =>
  pieceInfo(game, kind)?.kanji ?? kind;

export const colorName = (color: Color): string => t(`color.${color}`);

export const colorSymbol = (color: Color): string => (color === "black" ? "☗" : "☖");

/** Returns the name of a player. */
export const playerName = (player: Player): string =>
  player.kind === "engine" ? t("player.level", { level: player.level }) : t(`player.${player.kind}`);

const WIDE = ["０", "１", "２", "３", "４", "５", "６", "７", "８", "９", "１０", "１１"];
const KANJI = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一"];

/** Converts `5e` to `55`, and `10e` to `10-5`. */
export function numericSquare(square: Square): string {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return file > 9 || rank > 9 ? `${file}-${rank}` : `${file}${rank}`;
}

/** Converts `5e` to `５五`. */
const japaneseSquare = (square: Square): string => `${WIDE[fileOf(square)]}${KANJI[rankOf(square)]}`;

/** Returns why a move is not legal, or null if the error has no reason. */
export function describeRejection(game: Game, { args }: ApiError): string | null {
  const { reason, piece, square } = args;
  if (!reason || (reason === "blocked" && !square)) return null;
  return t(`illegal.${reason}`, {
    ...args,
    piece: pieceName(game, String(piece)),
    square: squareName(String(square)),
  });
}

/** Returns a square in the notation of the page's language. */
export const squareName = (square: Square): string => (lang() === "ja" ? japaneseSquare(square) : square);

/** A move in USI and in the notation of game records. */
export type WrittenMove = Pick<Move, "usi" | "record">;

/** Returns the target square of a USI move. */
const targetSquare = (usi: string): Square => usi.match(/\d+[a-k]/g)?.at(-1) ?? "";

/**
 * A move in record notation: piece, origin if needed, move, capture or drop, counter-flip, target,
 * promotion or flip.
 */
const RECORD_MOVE = /^(\+?[A-Z]+)(\d+[a-k])?([-x*])(!?)(\d+[a-k])([+=]?)$/;

/** Formats a move in Japanese notation, with the origin in brackets where needed. */
function japaneseMove(move: WrittenMove, game: Game, before: WrittenMove | null): string {
  const [, letters, from, action, counterflip, to, turn] = RECORD_MOVE.exec(move.record) ?? [];
  if (!letters || !to) return japaneseHasamiMove(move.record);
  const kind = game.pieces.find((piece) => piece.written === letters)?.kind ?? letters;
  const kanji = kanjiOf(game, kind);
  const square = before && targetSquare(before.usi) === to ? "同" : japaneseSquare(to);
  if (action === "*") return `${square}${kanji}打`;
  const flips = game.pieces.some((piece) => piece.turn === "flip");
  const turned = turn === "+" ? (flips ? "反" : "成") : turn === "=" ? "不成" : "";
  return `${square}${kanji}${turned}${from ? `(${numericSquare(from)})` : ""}${counterflip ? "返" : ""}`;
}

/** Converts `6ix6e(7e,8e)` to `６五(69) 取７五・８五`. */
function japaneseHasamiMove(record: string): string {
  const [from, to, ...captured] = [...record.matchAll(/\d+[a-k]/g)].map(([square]) => square);
  if (!from || !to) return record;
  return `${japaneseSquare(to)}(${numericSquare(from)})${captured.length ? ` 取${captured.map(japaneseSquare).join("・")}` : ""}`;
}

/** Formats a move in a notation. `before` is the preceding move, if any. */
export function formatMove(
  move: WrittenMove,
  game: Game,
  notation: Notation,
  before: WrittenMove | null,
): string {
  switch (notation) {
    case "usi":
      return move.usi;
    case "japanese":
      return japaneseMove(move, game, before);
    case "numeric":
      return move.record.replace(/\d+[a-k]/g, numericSquare);
    case "western":
      return move.record;
  }
}

/** Returns a sentence that describes a move, for screen readers. */
export function describeMove(game: Game, move: Move, color: Color): string {
  const to = squareName(move.to);
  const piece = pieceName(game, move.drop ?? move.piece);
  const base = move.drop
    ? t("describe.drop", { color: colorName(color), piece, to })
    : t("describe.move", { color: colorName(color), piece, from: squareName(move.from ?? ""), to });
  const parts = [base];
  if (move.captures.length === 1 && game.family === "drop")
    parts.push(t("describe.capture", { piece: pieceName(game, move.captures[0]?.piece ?? "P") }));
  else if (move.captures.length)
    parts.push(
      t("describe.captures", {
        count: move.captures.length,
        squares: move.captures.map((captured) => squareName(captured.square)).join(", "),
      }),
    );
  if (move.turn) parts.push(t("describe.becomes", { piece: pieceName(game, move.becomes) }));
  if (move.counterFlip)
    parts.push(t("describe.counterflip", { piece: pieceName(game, move.captures[0]?.hand ?? "P") }));
  return `${parts.join(lang() === "ja" ? "、" : ", ")}${lang() === "ja" ? "。" : "."}`;
}

/** Number of squares from which a description gives the count instead of a list. */
const MIN_COUNTED = 20;

/** Describes where the selected piece can move. `selection` is a square, or the role of a piece in hand. */
export function describeDestinations(game: Game, sfen: string, selection: string, squares: Square[]): string {
  const isSquare = /^[1-9]/.test(selection);
  const kind = isSquare ? (piecesOnBoard(sfen, game.files).get(selection)?.kind ?? "P") : kindOf(selection);
  const targets =
    squares.length >= MIN_COUNTED
      ? t("announce.selected.many", { count: squares.length })
      : squares.map(squareName).join(lang() === "ja" ? "、" : ", ");
  const key = `announce.selected${isSquare ? "" : ".hand"}${squares.length ? "" : ".none"}` as TextKey;
  return t(key, { piece: pieceName(game, kind), square: isSquare ? squareName(selection) : "", targets });
}

/** Describes what a press on a square draws or erases. `drawn` is null at the start of an arrow. */
export function describeDrawing(
  square: Square,
  drawn: { from: Square; to: Square; isErased: boolean } | null,
): string {
  if (!drawn) return t("draw.from", { square: squareName(square) });
  if (drawn.isErased) return t("draw.erased");
  const [from, to] = [squareName(drawn.from), squareName(drawn.to)];
  return drawn.from === drawn.to ? t("draw.circle", { square: to }) : t("draw.arrow", { from, to });
}

export const describeReason = (reason: GameEnd["reason"]): string => t(`reason.${reason}`);

/** Returns the reason why a game ended. */
function endReason({ winner, reason }: GameEnd, sfen: string): string {
  // A side without a move may also win or draw, in games from files.
  if (reason === "checkmate" || reason === "no-legal-move")
    return t(`end.${reason}`, { side: colorName(parseSfen(sfen).turn) });
  if (!winner) return t(`end.${reason}`);
  const loser: Color = winner === "black" ? "white" : "black";
  const args = { winner: colorName(winner), loser: colorName(loser) };
  const remaining = countPieces(sfen, loser);
  switch (reason) {
    case "men-captured":
      return t(`end.${reason}.${remaining === 0 ? "none" : remaining === 1 ? "one" : "some"}`, {
        ...args,
        count: remaining,
      });
    case "lead":
      return t("end.lead", { ...args, count: countPieces(sfen, winner) - remaining });
    case "repetition":
    case "impasse":
      return t(`end.${reason}.won`, args);
    default:
      return t(`end.${reason}`, args);
  }
}

/** Returns the result from a neutral point of view. */
export const resultText = (winner: Color | null): string =>
  winner ? t("result.win", { color: colorName(winner) }) : t("result.draw");

/** Describes the end of a game. `person` is the side of a person who played against the engine. */
export function describeEnd(end: GameEnd, sfen: string, person: Color | null): string {
  const personal = end.winner === person ? "result.won" : "result.lost";
  const result = end.winner && person ? t(personal) : resultText(end.winner);
  return t("result.line", { result, reason: endReason(end, sfen) });
}
