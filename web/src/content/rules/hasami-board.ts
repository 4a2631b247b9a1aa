/** The boards of the Hasami family, and positions on them. */

import { sfen } from "./builders.ts";

/** What tells the games of the family apart. */
export interface Game {
  size: 8 | 9;
  start: string;
  men: number;
  jump: boolean;
  houses: boolean;
  corner: "none" | "board" | "battlefield";
  edge: boolean;
  intervention: boolean;
  /** The side is beaten when it has this many men or fewer; -1 when captures don't win. */
  leave: number;
  lead: boolean;
  five: "none" | "any" | "straight" | "not-horizontal";
}

/**
 * A position in which only some men matter. On the last ranks stand five further
 * men of each side, outside of what is shown, so that nobody has won yet.
 */
export const scene = (game: Game, black: string, white: string, side: "b" | "w" = "b"): string => {
  const last = game.size === 9 ? "i" : "h";
  const men = (squares: string): string =>
    squares.split(" ").filter((square) => square !== "").map((square) => `P${square}`).join(" ");
  const spare = (rank: string): string => `1${rank} 2${rank} 3${rank} 4${rank} 5${rank}`;
  return sfen(game.size, game.size, men(`${black} ${spare(last)}`), men(`${white} ${spare("a")}`), side);
};

/** A position without further men. */
export const bare = (game: Game, black: string, white: string, side: "b" | "w" = "b"): string => {
  const men = (squares: string): string => squares.split(" ").map((square) => `P${square}`).join(" ");
  return sfen(game.size, game.size, men(black), men(white), side);
};

/** The part of the board that most pictures show. */
export const MIDDLE: [string, string] = ["7c", "3g"];
