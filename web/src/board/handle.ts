/** The methods of the board widget that the rest of the page uses. */

import type { Color } from "../api/types.ts";

export interface BoardHandle {
  /** Squares to which the selected piece can move. */
  readonly targets: ReadonlySet<string>;
  readonly hasSelection: boolean;
  readonly selectedSquare: string | null;
  /** Role of the piece selected in hand. */
  readonly selectedDrop: string | null;
  /** Whether a press on the board draws arrows and circles. */
  readonly isDrawing: boolean;
  /** Whether the displayed position has arrows or circles of the user. */
  readonly hasDrawings: boolean;
  sync(): void;
  unselect(): void;
  setDrawing(isOn: boolean): void;
  eraseDrawings(): void;
  pressSquare(square: string): void;
  pressHand(role: string): void;
  setHoveredSquare(square: string | null): void;
  dragNewPiece(color: Color, role: string, event: MouseEvent | TouchEvent): void;
}
