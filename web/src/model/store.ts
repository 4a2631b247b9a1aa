/** Keeps the game over a reload: this tab's own first, else the latest of any tab. */

import type { Color, Move, Outcome } from "../api/types.ts";
import type { ClockState } from "../play/clock.ts";
import type { End, Setup } from "../play/match.ts";
import { type Judgement, type Node, type Placed, pathTo, Tree } from "./tree.ts";

interface KeptNode extends Placed {
  move: Move | null;
  comment?: string;
  judgement?: Judgement;
  clock?: [number, number];
  children: KeptNode[];
}

export interface Kept {
  version: 1;
  setup: Setup;
  /** Whether the game was one to play, or a board to look at. */
  match: boolean;
  end: End | null;
  clock: ClockState | null;
  orientation: Color;
  root: KeptNode;
  /** Which child at each step. */
  shown: number[];
  live: number[];
}

const KEY = "kawari.game";

function keepNode(node: Node): KeptNode {
  const kept: KeptNode = {
    move: node.move,
    sfen: node.sfen,
    turn: node.turn,
    check: node.check,
    outcome: node.outcome,
    children: node.children.map(keepNode),
  };
  if (node.comment) kept.comment = node.comment;
  if (node.judgement) kept.judgement = node.judgement;
  if (node.clock) kept.clock = node.clock;
  return kept;
}

function fill(node: Node, kept: KeptNode, tree: Tree): void {
  node.comment = kept.comment ?? "";
  node.judgement = kept.judgement ?? null;
  node.clock = kept.clock ?? null;
  for (const child of kept.children)
    if (child.move) fill(tree.add(node, child.move, placed(child)), child, tree);
}

const placed = (kept: KeptNode): Placed => ({
  sfen: kept.sfen,
  turn: kept.turn,
  check: kept.check,
  outcome: kept.outcome as Outcome | null,
});

export const treeOf = (kept: Kept): Tree => {
  const tree = new Tree(placed(kept.root));
  fill(tree.root, kept.root, tree);
  return tree;
};

/** The steps to a node, as places among the children. */
export const stepsTo = (node: Node): number[] =>
  pathTo(node).flatMap((at) => (at.parent ? [at.parent.children.indexOf(at)] : []));

export function nodeAt(tree: Tree, steps: number[]): Node {
  let node = tree.root;
  for (const step of steps) node = node.children[step] ?? node;
  return node;
}

export function keep(
  state: Omit<Kept, "version" | "root" | "shown" | "live">,
  tree: Tree,
  shown: Node,
  live: Node,
): void {
  const kept: Kept = {
    version: 1,
    ...state,
    root: keepNode(tree.root),
    shown: stepsTo(shown),
    live: stepsTo(live),
  };
  const text = JSON.stringify(kept);
  try {
    sessionStorage.setItem(KEY, text);
    localStorage.setItem(KEY, text);
  } catch {
    // A full store costs the resumption, not the game.
  }
}

export function kept(): Kept | null {
  try {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    const found = text ? (JSON.parse(text) as Kept) : null;
    return found?.version === 1 ? found : null;
  } catch {
    return null;
  }
}
