/** Counts of the moves that were played in each position of a set of games. */

import type { Color, Step } from "../api/types.ts";
import { positionKey } from "./opening-book.ts";

/** Numbers of games by their result. */
export interface ResultCount {
  black: number;
  white: number;
  draw: number;
}

export const totalOf = ({ black, white, draw }: ResultCount): number => black + white + draw;

/** Number of moves of each game that are counted, from its start. */
export const COUNTED_PLIES = 40;

export class OpeningCounts {
  /** Number of games. */
  games = 0;
  /** Results by the position before a move, and by the move in USI. */
  private positions = new Map<string, Map<string, ResultCount>>();

  /** Counts the moves of a game. `steps` has the start position and the position after each move. */
  add(steps: Step[], winner: Color | null): void {
    this.games += 1;
    steps.slice(1).forEach(({ move }, index) => {
      const before = steps[index];
      if (!move || !before) return;
      const key = positionKey(before.sfen);
      const moves = this.positions.get(key) ?? new Map<string, ResultCount>();
      const count = moves.get(move.usi) ?? { black: 0, white: 0, draw: 0 };
      count[winner ?? "draw"] += 1;
      this.positions.set(key, moves.set(move.usi, count));
    });
  }

  /** Returns the counts of the moves in a position, by the move in USI. */
  moves(sfen: string): ReadonlyMap<string, ResultCount> {
    return this.positions.get(positionKey(sfen)) ?? new Map();
  }
}
