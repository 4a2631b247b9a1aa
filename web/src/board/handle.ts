/** The methods of the board widget that the rest of the page uses. */

import type { Color } from "../api/types.ts";

export interface BoardHandle {
  /** Squares to which the selected piece can move. */
  readonly targets: ReadonlySet<string>;
  readonly hasSelection: boolean;
  readonly selectedSquare: string | null;
  /** Role of the piece selected in hand. */
  readonly selectedDrop: string | null;
  sync(): void;
  unselect(): void;
  pressSquare(square: string): void;
  pressHand(role: string): void;
  setHoveredSquare(square: string | null): void;
  dragNewPiece(color: Color, role: string, event: MouseEvent | TouchEvent): void;
}
