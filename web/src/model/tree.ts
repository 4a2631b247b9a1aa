/** The game as a tree: one main line, variations beside it. */

import type { Color, Move, Outcome, Position, Score } from "../api/types.ts";

/** What the whole-game analysis says of a move. */
export interface Judgement {
  /** Score of the position, from Black's side. */
  score: Score;
  depth: number;
  /** What would have been better in the position before. */
  best: Move | null;
  glyph: "?!" | "?" | "??" | null;
}

/** A position of the tree, and the move that led to it. */
export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  readonly ply: number;
  readonly move: Move | null;
  readonly sfen: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly outcome: Outcome | null;
  /** The first one continues the line; the others are variations. */
  children: Node[];
  comment: string;
  judgement: Judgement | null;
  /** Both clocks after the move, in milliseconds. */
  clock: [number, number] | null;
  /** The legal moves and counts, once asked for. */
  position: Position | null;
}

export type Placed = Pick<Node, "sfen" | "turn" | "check" | "outcome"> & { position?: Position | null };

export class Tree {
  readonly root: Node;
  private nodes = new Map<number, Node>();
  private next = 0;

  constructor(start: Placed) {
    this.root = this.make(null, null, start);
  }

  private make(parent: Node | null, move: Move | null, placed: Placed): Node {
    const node: Node = {
      id: this.next++,
      parent,
      ply: parent ? parent.ply + 1 : 0,
      move,
      sfen: placed.sfen,
      turn: placed.turn,
      check: placed.check,
      outcome: placed.outcome,
      children: [],
      comment: "",
      judgement: null,
      clock: null,
      position: placed.position ?? null,
    };
    this.nodes.set(node.id, node);
    return node;
  }

  /** The child by this move, made if it isn't there. */
  add(parent: Node, move: Move, placed: Placed): Node {
    const known = parent.children.find((child) => child.move?.usi === move.usi);
    if (known) {
      known.position ??= placed.position ?? null;
      return known;
    }
    const child = this.make(parent, move, placed);
    parent.children.push(child);
    return child;
  }

  byId(id: number): Node | undefined {
    return this.nodes.get(id);
  }

  /** Makes the line to this node the main line. */
  promote(node: Node): void {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  remove(node: Node): void {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    const forget = (gone: Node): void => {
      this.nodes.delete(gone.id);
      gone.children.forEach(forget);
    };
    forget(node);
  }

  get size(): number {
    return this.nodes.size;
  }
}

/** From the root to the node, both included. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** The moves that lead to the node, in USI. */
export const movesTo = (node: Node): string[] => pathTo(node).flatMap((at) => at.move?.usi ?? []);

/** The last node of the line that the node is on. */
export function endOf(node: Node): Node {
  let at = node;
  for (let child = at.children[0]; child; child = at.children[0]) at = child;
  return at;
}

/** The main line from the root on. */
export const mainLine = (tree: Tree): Node[] => pathTo(endOf(tree.root));

/** Whether no step to the node leaves the main line. */
export const isMainLine = (node: Node): boolean =>
  node.parent === null || (node.parent.children[0] === node && isMainLine(node.parent));

/** The node at which the node's line left the main line, or the node itself. */
export function branchOf(node: Node): Node {
  let at = node;
  while (at.parent && at.parent.children[0] === at) at = at.parent;
  return at;
}
