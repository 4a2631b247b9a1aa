/** Rule options of the Hasami games, and positions for their diagrams. */

import { sfen } from "./builders.ts";

/** Rule options of a Hasami game. */
export interface HasamiRules {
  size: 8 | 9;
  start: string;
  men: number;
  jump: boolean;
  houses: boolean;
  corner: "none" | "board" | "battlefield";
  edge: boolean;
  intervention: boolean;
  /** A side with this many men or fewer loses; -1 if captures alone do not win. */
  losesAt: number;
  /** A lead of three men wins. */
  lead: boolean;
  fiveInARow: "none" | "any" | "straight" | "not-horizontal";
}

/**
 * Builds a position with five additional men for each side on its home rank, outside of the usual
 * crop, so that no side has lost by its number of men.
 */
export const positionWithSpareMen = (rules: HasamiRules, black: string, white: string, side: "b" | "w" = "b"): string => {
  const last = rules.size === 9 ? "i" : "h";
  const men = (squares: string): string =>
    squares.split(" ").filter((square) => square !== "").map((square) => `P${square}`).join(" ");
  const spare = (rank: string): string => `1${rank} 2${rank} 3${rank} 4${rank} 5${rank}`;
  return sfen(rules.size, rules.size, men(`${black} ${spare(last)}`), men(`${white} ${spare("a")}`), side);
};

/** Builds a position with the given men only. */
export const position = (rules: HasamiRules, black: string, white: string, side: "b" | "w" = "b"): string => {
  const men = (squares: string): string => squares.split(" ").map((square) => `P${square}`).join(" ");
  return sfen(rules.size, rules.size, men(black), men(white), side);
};

/** The part of the board that most diagrams show. */
export const CENTER_CROP: [string, string] = ["7c", "3g"];
