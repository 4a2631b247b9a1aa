/**
 * Commands for playing without sight, by the letters that lichess uses: `c` clocks, `l` last move,
 * `o` opponent, `p` pieces, `s` scan a file or rank, `m` moves of a piece.
 */

import type { Color, Kind, Square } from "../api/types.ts";
import { fileOf, piecesInHand, piecesOnBoard, rankOf } from "../board/sfen.ts";
import type { Controller } from "../controller.ts";
import { colorName, describeDestinations, describeMove, pieceName, playerName, squareName } from "../describe.ts";
import { t } from "../i18n.ts";
import { clockText, opposite } from "../play/clock.ts";

const COLORS = ["black", "white"] as const;

/**
 * Returns the answer to a command such as `c`, `p`, `p R`, `s 5`, `s e` or `m 7g`; null if the text
 * is none. `focused` is the square to which a command without an argument refers.
 */
export function answerCommand(ctrl: Controller, text: string, focused: Square | null = null): string | null {
  const [, command, argument = ""] = /^([clopsm])(?:\s+(\S+))?$/.exec(text) ?? [];
  switch (command) {
    case "c":
      return clocksText(ctrl);
    case "l":
      return lastMoveText(ctrl);
    case "o":
      return playersText(ctrl);
    case "p":
      return piecesText(ctrl, argument.toUpperCase() || kindAt(ctrl, focused));
    case "s":
      return scanText(ctrl, argument || focused);
    case "m":
      return movesText(ctrl, argument || focused);
    default:
      return null;
  }
}

function clocksText({ match }: Controller): string {
  const clock = match?.clock;
  if (!clock) return t("command.no-clock");
  return COLORS.map((color) => `${colorName(color)} ${clockText(clock.displayTime(color))}`).join(". ");
}

function lastMoveText({ node, game }: Controller): string {
  return node.move ? describeMove(game, node.move, opposite(node.turn)) : t("announce.start");
}

function playersText({ match }: Controller): string {
  if (!match) return t("command.no-opponent");
  const person = match.personColor();
  const shown: Color[] = person ? [opposite(person)] : [...COLORS];
  return shown.map((color) => `${colorName(color)}: ${playerName(match.players[color])}`).join(". ");
}

/** Returns the kind of the piece on a square; an empty text if there is none. */
const kindAt = ({ node, game }: Controller, square: Square | null): Kind =>
  (square && piecesOnBoard(node.sfen, game.files).get(square)?.kind) || "";

/** Lists the pieces of a kind, or of all kinds. */
function piecesText({ node, game }: Controller, kind: Kind): string {
  const board = [...piecesOnBoard(node.sfen, game.files)].filter(([, piece]) => !kind || piece.kind === kind);
  const sides = COLORS.map((color) => {
    const kinds = new Map<Kind, string[]>();
    for (const [square, piece] of board)
      if (piece.color === color) kinds.set(piece.kind, [...(kinds.get(piece.kind) ?? []), squareName(square)]);
    const placed = [...kinds].map(([kind, squares]) => `${pieceName(game, kind)} ${squares.join(" ")}`);
    const held = [...piecesInHand(node.sfen, color)]
      .filter(([held]) => !kind || held === kind)
      .map(([held, count]) => `${pieceName(game, held)} ${count}`);
    if (held.length) placed.push(t("command.hand", { pieces: held.join(", ") }));
    return `${colorName(color)}: ${placed.join(", ") || t("command.none")}`;
  });
  return sides.join(". ");
}

/** Lists the pieces on a file (`5`), on a rank (`e`), or on the rank of a square. */
function scanText({ node, game }: Controller, line: string | null): string {
  if (!line || !/^(\d+|\d*[a-k])$/.test(line)) return t("command.scan");
  const isFile = /^\d+$/.test(line);
  const number = isFile ? Number(line) : rankOf(line);
  const found = [...piecesOnBoard(node.sfen, game.files)]
    .filter(([square]) => (isFile ? fileOf(square) : rankOf(square)) === number)
    .map(([square, { color, kind }]) => `${squareName(square)} ${colorName(color)} ${pieceName(game, kind)}`);
  return found.join(", ") || t("command.none");
}

/** Lists the squares that the piece on a square can move to. */
function movesText(ctrl: Controller, square: string | null): string {
  const { game, node } = ctrl;
  if (!square || !kindAt(ctrl, square)) return t("command.moves");
  const moves = ctrl.position?.moves.filter((move) => move.from === square) ?? [];
  return describeDestinations(game, node.sfen, square, [...new Set(moves.map((move) => move.to))]);
}
