/** The game tree: a main line with variations. */

import type { Color, Move, Outcome, Position, Score } from "../api/types.ts";

/** Result of the game report for one move. */
export interface Evaluation {
  /** Score of the position after the move, from Black's side. */
  score: Score;
  depth: number;
  /** Best move in the position before, if another one was played. */
  best: Move | null;
  glyph: "?!" | "?" | "??" | null;
  /** For a mistake, the principal variations in USI: after the played move, and from the best move. */
  lines?: { played: string[]; best: string[] };
  /** For a mistake, what the move missed, as far as the lines show it. */
  missed?: Missed[];
}

/** Returns whether a move was a mistake for which a better move is known. */
export const isMistake = (evaluation: Evaluation | null): boolean =>
  Boolean(evaluation?.glyph && evaluation.best);

/** What a move missed. Kinds of pieces are in SFEN. */
export type Missed =
  /** The opponent wins by force, or a win by force was missed. `plies` is its length. */
  | { kind: "win-allowed" | "win-missed"; plies: number; by: "mate" | "row" | "other" }
  /** Pieces lost, and those won for them. */
  | { kind: "loss"; lost: string[]; won: string[] }
  /** Pieces that the best line wins, and those lost for them. */
  | { kind: "gain-missed"; won: string[]; lost: string[] }
  /** Squares of several men that a move captures together. */
  | { kind: "run"; squares: string[] };

/** A position in the tree, and the move that led to it. */
export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  readonly ply: number;
  readonly move: Move | null;
  readonly sfen: string;
  readonly turn: Color;
  readonly check: boolean;
  readonly outcome: Outcome | null;
  /** The first child continues the line; the others start variations. */
  children: TreeNode[];
  comment: string;
  evaluation: Evaluation | null;
  /** Remaining time of Black and White after the move, in milliseconds. */
  clock: [number, number] | null;
  /** Legal moves and counts; null until fetched. */
  position: Position | null;
}

/** The data of a position from which a node is created. */
export type NodeData = Pick<TreeNode, "sfen" | "turn" | "check" | "outcome"> & { position?: Position | null };

export class Tree {
  readonly root: TreeNode;
  private nodes = new Map<number, TreeNode>();
  private nextId = 0;

  constructor(start: NodeData) {
    this.root = this.createNode(null, null, start);
  }

  private createNode(parent: TreeNode | null, move: Move | null, data: NodeData): TreeNode {
    const node: TreeNode = {
      id: this.nextId++,
      parent,
      ply: parent ? parent.ply + 1 : 0,
      move,
      sfen: data.sfen,
      turn: data.turn,
      check: data.check,
      outcome: data.outcome,
      children: [],
      comment: "",
      evaluation: null,
      clock: null,
      position: data.position ?? null,
    };
    this.nodes.set(node.id, node);
    return node;
  }

  /** Returns a node after a move that is not part of the tree. */
  detached(parent: TreeNode, move: Move, position: Position): TreeNode {
    return this.createNode(parent, move, { ...position, position });
  }

  /** Returns the child for a move. Adds it if it does not exist. */
  add(parent: TreeNode, move: Move, data: NodeData): TreeNode {
    const existing = parent.children.find((child) => child.move?.usi === move.usi);
    if (existing) {
      existing.position ??= data.position ?? null;
      return existing;
    }
    const child = this.createNode(parent, move, data);
    parent.children.push(child);
    return child;
  }

  byId(id: number): TreeNode | undefined {
    return this.nodes.get(id);
  }

  /** Makes the line to a node the main line. */
  promote(node: TreeNode): void {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** Removes a node and its descendants. */
  remove(node: TreeNode): void {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    const unregister = (removed: TreeNode): void => {
      this.nodes.delete(removed.id);
      removed.children.forEach(unregister);
    };
    unregister(node);
  }
}

/** Returns the nodes from the root to a node, both included. */
export function pathTo(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = [];
  for (let at: TreeNode | null = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** Returns the moves from the root to a node, in USI. */
export const movesTo = (node: TreeNode): string[] => pathTo(node).flatMap((at) => at.move?.usi ?? []);

/** Returns the last node of a node's line. */
export function lastNode(node: TreeNode): TreeNode {
  let at = node;
  for (let child = at.children[0]; child; child = at.children[0]) at = child;
  return at;
}

/** Returns the nodes of the main line, with the root first. */
export const mainLine = (tree: Tree): TreeNode[] => pathTo(lastNode(tree.root));

export const isOnMainLine = (node: TreeNode): boolean =>
  node.parent === null || (node.parent.children[0] === node && isOnMainLine(node.parent));
