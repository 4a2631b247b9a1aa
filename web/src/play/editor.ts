/** The position editor: pieces, hands and side to move, validated by the server. */

import type { Color, Game, Kind, Position, Square } from "../api/types.ts";
import { ApiError, api } from "../api/client.ts";
import { kindOf, parseSfen, type PlacedPiece, piecesInHand, piecesOnBoard } from "../board/sfen.ts";
import type { Hands, Pieces } from "shogiground/types";
import { errorText } from "../i18n.ts";

/** The effect of a click on a square. */
export type Tool = { put: { color: Color; kind: Kind } } | "move" | "remove" | "mark";

interface EditorHost {
  redraw(): void;
}

/** Codes of syntax errors. The board can still show a position with any other `sfen/…` error. */
const SYNTAX_ERROR = /^sfen\/(field-count|rank-count|rank-length|piece|side|hand|move-number)$/;

const rankLetter = (rank: number): string => String.fromCharCode(97 + rank);

export class Editor {
  readonly game: Game;
  pieces = new Map<Square, PlacedPiece>();
  hands: Record<Color, Map<Kind, number>> = { black: new Map(), white: new Map() };
  turn: Color = "black";
  tool: Tool = "move";
  /** Origin of a move by two clicks, after the first click. */
  selectedSquare: Square | null = null;
  /** The validated position; null while it is invalid or not yet validated. */
  position: Position | null = null;
  /** Reason why the server rejected the position. */
  error: string | null = null;
  private host: EditorHost;
  /** Number of the latest request. Responses to earlier requests are ignored. */
  private requestId = 0;

  constructor(game: Game, sfen: string, host: EditorHost) {
    this.host = host;
    this.game = game;
    this.loadSfen(sfen);
  }

  loadSfen(sfen: string): void {
    this.pieces = piecesOnBoard(sfen, this.game.files);
    this.hands = { black: piecesInHand(sfen, "black"), white: piecesInHand(sfen, "white") };
    this.turn = parseSfen(sfen).turn;
    this.onChange();
  }

  /** Loads an SFEN typed by the user. A syntax error leaves the board unchanged. */
  async loadTypedSfen(sfen: string): Promise<void> {
    const id = ++this.requestId;
    try {
      await api.sfen(this.game.name, sfen);
    } catch (error) {
      if (id !== this.requestId) return;
      if (!(error instanceof ApiError) || SYNTAX_ERROR.test(error.code)) {
        this.position = null;
        this.error = error instanceof ApiError ? errorText(error) : String(error);
        this.host.redraw();
        return;
      }
    }
    if (id === this.requestId) this.loadSfen(sfen);
  }

  get sfen(): string {
    const rows: string[] = [];
    for (let rank = 0; rank < this.game.ranks; rank++) {
      let row = "";
      let empty = 0;
      for (let file = this.game.files; file >= 1; file--) {
        const piece = this.pieces.get(`${file}${rankLetter(rank)}`);
        if (!piece) {
          empty++;
          continue;
        }
        row += `${empty || ""}${sfenPiece(piece.color, piece.kind)}${piece.marked ? "!" : ""}`;
        empty = 0;
      }
      rows.push(row + (empty || ""));
    }
    return `${rows.join("/")} ${this.turn === "black" ? "b" : "w"} ${this.sfenHands()} 1`;
  }

  private sfenHands(): string {
    const side = (color: Color): string =>
      this.game.hand
        .map((kind) => {
          const count = this.hands[color].get(kind) ?? 0;
          return count ? `${count > 1 ? count : ""}${sfenPiece(color, kind)}` : "";
        })
        .join("");
    return side("black") + side("white") || "-";
  }

  /** Applies the current tool to a square. */
  pressSquare(square: Square): void {
    const piece = this.pieces.get(square);
    const { tool } = this;
    if (tool === "move") return this.selectOrMove(square);
    if (tool === "remove") this.pieces.delete(square);
    else if (tool === "mark") {
      if (piece) this.pieces.set(square, { ...piece, marked: !piece.marked });
    } else if (piece?.color === tool.put.color && piece.kind === tool.put.kind) this.pieces.delete(square);
    else this.pieces.set(square, { ...tool.put, marked: false });
    this.onChange();
  }

  private selectOrMove(square: Square): void {
    if (!this.selectedSquare) this.selectedSquare = this.pieces.has(square) ? square : null;
    else {
      if (this.selectedSquare !== square) this.movePiece(this.selectedSquare, square);
      this.selectedSquare = null;
    }
    this.host.redraw();
  }

  private movePiece(from: Square, to: Square): void {
    const piece = this.pieces.get(from);
    if (!piece) return;
    this.pieces.delete(from);
    this.pieces.set(to, piece);
    this.onChange();
  }

  /** Copies the pieces of the board widget after a drag. Counter-flip marks stay on unmoved pieces. */
  setPieces(pieces: Pieces, hands: Hands): void {
    const before = this.pieces;
    this.pieces = new Map();
    for (const [square, { color, role }] of pieces) {
      const piece = { color: color === "sente" ? "black" : "white", kind: kindOf(role) } as const;
      const old = before.get(square);
      const marked = old?.marked === true && old.color === piece.color && old.kind === piece.kind;
      this.pieces.set(square, { ...piece, marked });
    }
    for (const color of ["black", "white"] as const)
      this.hands[color] = new Map(
        [...(hands.get(color === "black" ? "sente" : "gote") ?? [])].map(([role, count]) => [
          kindOf(role),
          count,
        ]),
      );
    this.onChange();
  }

  /** Adds `by` pieces of a kind to a hand. */
  changeHand(color: Color, kind: Kind, by: number): void {
    const count = Math.max(0, (this.hands[color].get(kind) ?? 0) + by);
    this.hands[color].set(kind, count);
    this.onChange();
  }

  setTurn(turn: Color): void {
    this.turn = turn;
    this.onChange();
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.selectedSquare = null;
    this.host.redraw();
  }

  /** Removes all pieces except Kings. */
  clear(): void {
    for (const [square, piece] of this.pieces)
      if (!this.game.pieces.find((one) => one.kind === piece.kind)?.royal) this.pieces.delete(square);
    this.hands = { black: new Map(), white: new Map() };
    this.onChange();
  }

  private onChange(): void {
    void this.validate(++this.requestId);
    this.host.redraw();
  }

  private async validate(id: number): Promise<void> {
    let position: Position | null = null;
    let message: string | null = null;
    try {
      position = await api.sfen(this.game.name, this.sfen);
    } catch (error) {
      message = error instanceof ApiError ? errorText(error) : String(error);
    }
    if (id !== this.requestId) return;
    this.position = position;
    this.error = message;
    this.host.redraw();
  }
}

const sfenPiece = (color: Color, kind: Kind): string => (color === "black" ? kind : kind.toLowerCase());
