/** The arrows and circles that the user draws, and the draw mode, in which a press draws instead of moving a piece. */

import type { DrawShape } from "shogiground/draw";
import type { Key } from "shogiground/types";
import type { Square } from "../api/types.ts";
import type { TreeNode } from "../model/tree.ts";

/** The class of the user's shapes. Shogiground gives it to shapes that are drawn with the right button. */
const BRUSH = "primary";

export class Drawings {
  /** Whether the draw mode is on. */
  isOn = false;
  /** Where an arrow drawn by keyboard starts. */
  origin: Square | null = null;
  private byNode = new WeakMap<TreeNode, DrawShape[]>();

  /** Returns the shapes of a position. */
  of(node: TreeNode): DrawShape[] {
    return this.byNode.get(node) ?? [];
  }

  set(node: TreeNode, shapes: DrawShape[]): void {
    this.byNode.set(node, shapes);
  }

  /**
   * Draws by keyboard: the first square is the origin, the second one the target. A circle has the same square twice.
   * A shape that exists is erased. Returns the new shape, or null at the origin.
   */
  press(node: TreeNode, square: Square): { from: Square; to: Square; isErased: boolean } | null {
    const from = this.origin;
    this.origin = from ? null : square;
    if (!from) return null;
    const others = this.of(node).filter(({ orig, dest }) => orig !== from || dest !== square);
    const isErased = others.length < this.of(node).length;
    const shape = { orig: from as Key, dest: square as Key, brush: BRUSH };
    this.set(node, isErased ? others : [...others, shape]);
    return { from, to: square, isErased };
  }
}
