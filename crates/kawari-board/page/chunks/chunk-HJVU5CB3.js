import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";

// src/board/sfen.ts
var groundColor = (color) => color === "black" ? "sente" : "gote";
var roleOf = (kind) => kind.toLowerCase().replace("+", "p");
var kindOf = (role) => (role.length > 1 ? `+${role.slice(1)}` : role).toUpperCase();
function droppedRole({ drop }, game) {
  return drop && roleOf(game.hand.includes(drop) ? drop : drop.replace("+", ""));
}
var forsyth = { fromForsyth: (text) => roleOf(text), toForsyth: (role) => kindOf(role).toLowerCase() };
var fileOf = (square) => parseInt(square, 10);
var rankOf = (square) => square.charCodeAt(square.length - 1) - 96;
function parseSfen(sfen) {
  const [board = "", turn = "b", hands = "-"] = sfen.split(" ");
  return { board: board.replaceAll("!", ""), turn: turn === "w" ? "white" : "black", hands };
}
var colorOf = (piece) => piece === piece.toUpperCase() ? "black" : "white";
function piecesOnBoard(sfen, files) {
  const board = /* @__PURE__ */ new Map();
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
function piecesInHand(sfen, color) {
  const hand = /* @__PURE__ */ new Map();
  for (const [, count, piece] of parseSfen(sfen).hands.matchAll(/(\d*)(\+?[A-Za-z])/g)) {
    if (!piece || colorOf(piece) !== color) continue;
    const kind = piece.toUpperCase();
    hand.set(kind, (hand.get(kind) ?? 0) + (count ? Number(count) : 1));
  }
  return hand;
}
var countPieces = (sfen, color) => [...parseSfen(sfen).board].filter((letter) => /[a-z]/i.test(letter) && colorOf(letter) === color).length;

// src/describe.ts
var pieceInfo = (game, kind) => game.pieces.find((piece) => piece.kind === kind);
var pieceName = (game, kind, language = lang()) => pieceInfo(game, kind)?.name[language] ?? kind;
var kanjiOf = (game, kind) => pieceInfo(game, kind)?.kanji ?? kind;
var colorName = (color) => t(`color.${color}`);
var colorSymbol = (color) => color === "black" ? "☗" : "☖";
var playerName = (player) => player.kind === "engine" ? t("player.level", { level: player.level }) : t(`player.${player.kind}`);
var WIDE = ["０", "１", "２", "３", "４", "５", "６", "７", "８", "９", "１０", "１１"];
var KANJI = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一"];
function numericSquare(square) {
  const [file, rank] = [fileOf(square), rankOf(square)];
  return file > 9 || rank > 9 ? `${file}-${rank}` : `${file}${rank}`;
}
var japaneseSquare = (square) => `${WIDE[fileOf(square)]}${KANJI[rankOf(square)]}`;
function describeRejection(game, { args }) {
  const { reason, piece, square } = args;
  if (!reason || reason === "blocked" && !square) return null;
  return t(`illegal.${reason}`, { ...args, piece: pieceName(game, String(piece)), square: squareName(String(square)) });
}
var squareName = (square) => lang() === "ja" ? japaneseSquare(square) : square;
var targetSquare = (usi) => usi.match(/\d+[a-k]/g)?.at(-1) ?? "";
var RECORD_MOVE = /^(\+?[A-Z]+)(\d+[a-k])?([-x*])(!?)(\d+[a-k])([+=]?)$/;
function japaneseMove(move, game, before) {
  const [, letters, from, action, counterflip, to, turn] = RECORD_MOVE.exec(move.record) ?? [];
  if (!letters || !to) return japaneseHasamiMove(move.record);
  const kind = game.pieces.find((piece) => piece.written === letters)?.kind ?? letters;
  const kanji = kanjiOf(game, kind);
  const square = before && targetSquare(before.usi) === to ? "同" : japaneseSquare(to);
  if (action === "*") return `${square}${kanji}打`;
  const flips = game.pieces.some((piece) => piece.turn === "flip");
  const turned = turn === "+" ? flips ? "反" : "成" : turn === "=" ? "不成" : "";
  return `${square}${kanji}${turned}${from ? `(${numericSquare(from)})` : ""}${counterflip ? "返" : ""}`;
}
function japaneseHasamiMove(record) {
  const [from, to, ...captured] = [...record.matchAll(/\d+[a-k]/g)].map(([square]) => square);
  if (!from || !to) return record;
  return `${japaneseSquare(to)}(${numericSquare(from)})${captured.length ? ` 取${captured.map(japaneseSquare).join("・")}` : ""}`;
}
function formatMove(move, game, notation, before) {
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
function describeMove(game, move, color) {
  const to = squareName(move.to);
  const piece = pieceName(game, move.drop ?? move.piece);
  const base = move.drop ? t("describe.drop", { color: colorName(color), piece, to }) : t("describe.move", { color: colorName(color), piece, from: squareName(move.from ?? ""), to });
  const parts = [base];
  if (move.captures.length === 1 && game.family === "drop") parts.push(t("describe.capture", { piece: pieceName(game, move.captures[0]?.piece ?? "P") }));
  else if (move.captures.length) parts.push(t("describe.captures", { count: move.captures.length, squares: move.captures.map((captured) => squareName(captured.square)).join(", ") }));
  if (move.turn) parts.push(t("describe.becomes", { piece: pieceName(game, move.becomes) }));
  if (move.counterFlip) parts.push(t("describe.counterflip", { piece: pieceName(game, move.captures[0]?.hand ?? "P") }));
  return `${parts.join(lang() === "ja" ? "、" : ", ")}${lang() === "ja" ? "。" : "."}`;
}
var MIN_COUNTED = 20;
function describeDestinations(game, sfen, selection, squares) {
  const isSquare = /^[1-9]/.test(selection);
  const kind = isSquare ? piecesOnBoard(sfen, game.files).get(selection)?.kind ?? "P" : kindOf(selection);
  const targets = squares.length >= MIN_COUNTED ? t("announce.selected.many", { count: squares.length }) : squares.map(squareName).join(lang() === "ja" ? "、" : ", ");
  const key = `announce.selected${isSquare ? "" : ".hand"}${squares.length ? "" : ".none"}`;
  return t(key, { piece: pieceName(game, kind), square: isSquare ? squareName(selection) : "", targets });
}
function describeDrawing(square, drawn) {
  if (!drawn) return t("draw.from", { square: squareName(square) });
  if (drawn.isErased) return t("draw.erased");
  const [from, to] = [squareName(drawn.from), squareName(drawn.to)];
  return drawn.from === drawn.to ? t("draw.circle", { square: to }) : t("draw.arrow", { from, to });
}
var describeReason = (reason) => t(`reason.${reason}`);
function endReason({ winner, reason }, sfen) {
  if (reason === "checkmate" || reason === "no-legal-move") return t(`end.${reason}`, { side: colorName(parseSfen(sfen).turn) });
  if (!winner) return t(`end.${reason}`);
  const loser = winner === "black" ? "white" : "black";
  const args = { winner: colorName(winner), loser: colorName(loser) };
  const remaining = countPieces(sfen, loser);
  switch (reason) {
    case "men-captured":
      return t(`end.${reason}.${remaining === 0 ? "none" : remaining === 1 ? "one" : "some"}`, { ...args, count: remaining });
    case "lead":
      return t("end.lead", { ...args, count: countPieces(sfen, winner) - remaining });
    case "repetition":
    case "impasse":
      return t(`end.${reason}.won`, args);
    default:
      return t(`end.${reason}`, args);
  }
}
var resultText = (winner) => winner ? t("result.win", { color: colorName(winner) }) : t("result.draw");
function describeEnd(end, sfen, person) {
  const personal = end.winner === person ? "result.won" : "result.lost";
  const result = end.winner && person ? t(personal) : resultText(end.winner);
  return t("result.line", { result, reason: endReason(end, sfen) });
}

export {
  groundColor,
  roleOf,
  kindOf,
  droppedRole,
  forsyth,
  fileOf,
  rankOf,
  parseSfen,
  piecesOnBoard,
  piecesInHand,
  countPieces,
  pieceName,
  kanjiOf,
  colorName,
  colorSymbol,
  playerName,
  numericSquare,
  describeRejection,
  squareName,
  formatMove,
  describeMove,
  describeDestinations,
  describeDrawing,
  describeReason,
  resultText,
  describeEnd
};
