/** The next game, as far as it is chosen. */

import type { Color } from "../api/types.ts";
import type { Players } from "../play/match.ts";

/** What is chosen so far; kept from one game to the next. */
export interface Draft {
  game: string;
  /** A handicap's name, `start`, or `here` for the position on the board. */
  start: string;
  players: Players;
  timed: boolean;
  /** Minutes and seconds. */
  time: Record<Color, { minutes: number; increment: number; byoyomi: number }>;
}

export const firstDraft = (game: string, level: number): Draft => ({
  game,
  start: "start",
  players: { black: { kind: "human" }, white: { kind: "engine", level } },
  timed: false,
  time: {
    black: { minutes: 10, increment: 0, byoyomi: 30 },
    white: { minutes: 10, increment: 0, byoyomi: 30 },
  },
});
