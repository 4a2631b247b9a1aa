/** A position being set up: pieces, hands, the side to move; judged by the program. */

import type { Color, Game, Kind, Position, Square } from "../api/types.ts";
import { ApiError, api } from "../api/client.ts";
import { fields, hand, type Placed, placed } from "../board/sfen.ts";
import type { Hands, Pieces } from "shogiground/types";
import { kindOf } from "../describe.ts";
import { sayError } from "../i18n.ts";

/** What a press on a square does. */
export type Tool = { put: { color: Color; kind: Kind } } | "move" | "remove" | "mark";

interface Page {
  readonly game: Game;
  redraw(): void;
}

/** What is wrong with a text that draws no board; other faults are those of a position, and can be mended. */
const UNREADABLE = /^sfen\/(field-count|rank-count|rank-length|piece|side|hand|move-number)$/;

const letter = (rank: number): string => String.fromCharCode(97 + rank);

export class Editor {
  readonly game: Game;
  pieces = new Map<Square, Placed>();
  hands: Record<Color, Map<Kind, number>> = { black: new Map(), white: new Map() };
  turn: Color = "black";
  tool: Tool = "move";
  /** The square whose piece is on its way, when pieces are moved by click. */
  lifted: Square | null = null;
  /** What the program says of the position: why it is refused, or that it can be played. */
  refusal: string | null = null;
  accepted: Position | null = null;
  private page: Page;
  private asked = 0;

  constructor(page: Page, sfen: string) {
    this.page = page;
    this.game = page.game;
    this.read(sfen);
  }

  read(sfen: string): void {
    this.pieces = placed(sfen, this.game.files);
    this.hands = { black: hand(sfen, "black"), white: hand(sfen, "white") };
    this.turn = fields(sfen).turn;
    this.changed();
  }

  /** Takes over an SFEN that was typed; one that is no board at all is refused, and nothing changes. */
  async readTyped(sfen: string): Promise<void> {
    const asked = ++this.asked;
    try {
      await api.sfen(this.game.name, sfen);
    } catch (error) {
      if (asked !== this.asked) return;
      if (!(error instanceof ApiError) || UNREADABLE.test(error.code)) {
        this.accepted = null;
        this.refusal = error instanceof ApiError ? sayError(error) : String(error);
        this.page.redraw();
        return;
      }
    }
    if (asked === this.asked) this.read(sfen);
  }

  /** The position as SFEN. */
  get sfen(): string {
    const rows: string[] = [];
    for (let rank = 0; rank < this.game.ranks; rank++) {
      let row = "";
      let empty = 0;
      for (let file = this.game.files; file >= 1; file--) {
        const piece = this.pieces.get(`${file}${letter(rank)}`);
        if (!piece) {
          empty++;
          continue;
        }
        row += `${empty || ""}${face(piece.color, piece.kind)}${piece.marked ? "!" : ""}`;
        empty = 0;
      }
      rows.push(row + (empty || ""));
    }
    return `${rows.join("/")} ${this.turn === "black" ? "b" : "w"} ${this.handsText()} 1`;
  }

  private handsText(): string {
    const side = (color: Color): string =>
      this.game.hand
        .map((kind) => {
          const count = this.hands[color].get(kind) ?? 0;
          return count ? `${count > 1 ? count : ""}${face(color, kind)}` : "";
        })
        .join("");
    return side("black") + side("white") || "-";
  }

  /** A press on a square: what it does depends on the tool. */
  press(square: Square): void {
    const piece = this.pieces.get(square);
    const { tool } = this;
    if (tool === "move") return this.lift(square);
    if (tool === "remove") this.pieces.delete(square);
    else if (tool === "mark") {
      if (piece) this.pieces.set(square, { ...piece, marked: !piece.marked });
    } else if (piece?.color === tool.put.color && piece.kind === tool.put.kind) this.pieces.delete(square);
    else this.pieces.set(square, { ...tool.put, marked: false });
    this.changed();
  }

  private lift(square: Square): void {
    if (!this.lifted) this.lifted = this.pieces.has(square) ? square : null;
    else {
      if (this.lifted !== square) this.move(this.lifted, square);
      this.lifted = null;
    }
    this.page.redraw();
  }

  move(from: Square, to: Square): void {
    const piece = this.pieces.get(from);
    if (!piece) return;
    this.pieces.delete(from);
    this.pieces.set(to, piece);
    this.changed();
  }

  /** Takes over what stands on the board after a drag. */
  take(pieces: Pieces, hands: Hands): void {
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
    this.changed();
  }

  hold(color: Color, kind: Kind, by: number): void {
    const count = Math.max(0, (this.hands[color].get(kind) ?? 0) + by);
    this.hands[color].set(kind, count);
    this.changed();
  }

  setTurn(turn: Color): void {
    this.turn = turn;
    this.changed();
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.lifted = null;
    this.page.redraw();
  }

  /** Clears all but what a side can't do without. */
  clear(): void {
    for (const [square, piece] of this.pieces)
      if (!this.game.pieces.find((one) => one.kind === piece.kind)?.royal) this.pieces.delete(square);
    this.hands = { black: new Map(), white: new Map() };
    this.changed();
  }

  private changed(): void {
    void this.judge(++this.asked);
    this.page.redraw();
  }

  /** Asks the program; an answer that comes too late is forgotten. */
  private async judge(asked: number): Promise<void> {
    let accepted: Position | null = null;
    let refusal: string | null = null;
    try {
      accepted = await api.sfen(this.game.name, this.sfen);
    } catch (error) {
      refusal = error instanceof ApiError ? sayError(error) : String(error);
    }
    if (asked !== this.asked) return;
    this.accepted = accepted;
    this.refusal = refusal;
    this.page.redraw();
  }
}

const face = (color: Color, kind: Kind): string => (color === "black" ? kind : kind.toLowerCase());
