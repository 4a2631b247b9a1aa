/** The fields of the new-game dialog. */

import type { Color } from "../api/types.ts";
import type { Players } from "../play/match.ts";

/** Values of the new-game dialog. They stay until the page is reloaded. */
export interface NewGameForm {
  game: string;
  /** A handicap's name, `start` for the start position, or `here` for the displayed position. */
  start: string;
  players: Players;
  hasClock: boolean;
  /** Base time in minutes, increment and byoyomi in seconds. */
  time: Record<Color, { minutes: number; increment: number; byoyomi: number }>;
}

export const initialForm = (game: string, level: number): NewGameForm => ({
  game,
  start: "start",
  players: { black: { kind: "human" }, white: { kind: "engine", level } },
  hasClock: false,
  time: {
    black: { minutes: 10, increment: 0, byoyomi: 30 },
    white: { minutes: 10, increment: 0, byoyomi: 30 },
  },
});
