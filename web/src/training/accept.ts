/** Evaluates the goals of lessons. */

import type { Color, Move, Outcome } from "../api/types.ts";
import type { LessonGoal } from "../content/types.ts";

/** The parts of a position that goals depend on. */
export interface GoalPosition {
  check: boolean;
  outcome: Outcome | null;
  moves: Move[];
}

/** Returns whether a move fulfils a goal. `after` is the position after the move of `mover`. */
export function isAccepted(goal: LessonGoal, move: Move, mover: Color, after: GoalPosition): boolean {
  const { moves, captures, turns, check, wins, safe } = goal;
  if (moves && !moves.includes(move.usi)) return false;
  if (captures !== undefined && move.captures.length < captures) return false;
  if (turns && !move.turn) return false;
  if (check && !after.check) return false;
  if (wins && after.outcome?.winner !== mover) return false;
  return !safe || after.moves.every((reply) => !reply.captures.length);
}
