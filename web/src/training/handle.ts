/** The methods of lessons and puzzles that the rest of the page uses. Their modules are loaded when they are opened. */

import type { VNode } from "snabbdom";
import type { Color, Move } from "../api/types.ts";
import type { TreeNode } from "../model/tree.ts";
import type { Match } from "../play/match.ts";

export type Tab = "lessons" | "puzzles";

/** The methods of the panel that lessons and puzzles use. */
export interface TrainingHost {
  /** Opens a position with the side to move below. Throws an `AbortError` if another one is opened instead. */
  openPosition(game: string, sfen: string): Promise<TreeNode>;
  /** Returns whether the panel shows the lessons or puzzles of this game. */
  isOpen(game: string): boolean;
}

export interface TrainingHandle {
  /** The running game that continues when the panel is closed. */
  readonly suspendedMatch: Match | null;
  /** State of the page, for scripts. */
  readonly state: string;
  view(): VNode;
  /** Returns the side whose pieces the user can move now. */
  movableColor(): Color | null;
  /** Plays the user's move in the displayed position. */
  play(move: Move): Promise<void>;
  hint(): void;
  /** Returns to the position before a wrong move. */
  retry(): void;
  /** Closes the panel and restores the game that was open before. */
  close(): void;
}
