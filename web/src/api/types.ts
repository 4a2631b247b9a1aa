/** Types of the API, with the names that the page uses for some of them. */

export type * from "./generated.ts";
export type { GameRequest as Line, SearchLimits as Limits } from "./generated.ts";

/** A square in USI: `5e`. */
export type Square = string;
/** A kind of piece in SFEN, in upper case: `P`, `+P`. */
export type Kind = string;
/** Values of Black and White. */
export type Pair = [number, number];
