/**
 * Saves the game so that it survives a reload. A tab restores its own game, or else the one that
 * any tab saved last.
 */

import type { Color, Game, Move, Outcome } from "../api/types.ts";
import type { ClockState } from "../play/clock.ts";
import { type GameEnd, type Match, type Setup, TWO_PEOPLE } from "../play/match.ts";
import { type Evaluation, type NodeData, pathTo, Tree, type TreeNode } from "./tree.ts";

interface SavedNode extends NodeData {
  move: Move | null;
  comment?: string;
  judgement?: Evaluation;
  clock?: [number, number];
  children: SavedNode[];
}

export interface SavedSession {
  version: 1;
  setup: Setup;
  /** Name of the game in the list of all games; null if it was deleted there. */
  id?: string | null;
  /** False for a board that is open for analysis only. */
  match: boolean;
  end: GameEnd | null;
  clock: ClockState | null;
  orientation: Color;
  root: SavedNode;
  /** Path to the displayed node: a child index for each ply. */
  shown: number[];
  /** Path to the latest position of the game. */
  live: number[];
}

/** The state of the page that is saved. */
interface SessionState {
  game: Game;
  start: string | null;
  tree: Tree;
  node: TreeNode;
  match: Match | null;
  orientation: Color;
}

const KEY = "kawari.game";

function saveNode(node: TreeNode): SavedNode {
  const saved: SavedNode = {
    move: node.move,
    sfen: node.sfen,
    turn: node.turn,
    check: node.check,
    outcome: node.outcome,
    children: node.children.map(saveNode),
  };
  if (node.comment) saved.comment = node.comment;
  if (node.evaluation) saved.judgement = node.evaluation;
  if (node.clock) saved.clock = node.clock;
  return saved;
}

function restoreNode(node: TreeNode, saved: SavedNode, tree: Tree): void {
  node.comment = saved.comment ?? "";
  node.evaluation = saved.judgement ?? null;
  node.clock = saved.clock ?? null;
  for (const child of saved.children)
    if (child.move) restoreNode(tree.add(node, child.move, nodeData(child)), child, tree);
}

const nodeData = (saved: SavedNode): NodeData => ({
  sfen: saved.sfen,
  turn: saved.turn,
  check: saved.check,
  outcome: saved.outcome as Outcome | null,
});

export function restoreTree(saved: SavedSession): Tree {
  const tree = new Tree(nodeData(saved.root));
  restoreNode(tree.root, saved.root, tree);
  return tree;
}

/** Returns the child index at each ply on the way to a node. */
const indexPath = (node: TreeNode): number[] =>
  pathTo(node).flatMap((at) => (at.parent ? [at.parent.children.indexOf(at)] : []));

export function nodeAtPath(tree: Tree, path: number[]): TreeNode {
  let node = tree.root;
  for (const index of path) node = node.children[index] ?? node;
  return node;
}

export function saveSession({ game, start, tree, node, match, orientation }: SessionState): void {
  const saved: SavedSession = {
    version: 1,
    setup: match
      ? { ...match.setup, start, players: match.players }
      : { game: game.name, start, players: TWO_PEOPLE, time: null },
    id: match?.id ?? null,
    match: match !== null,
    end: match?.end ?? null,
    clock: match?.clock?.state ?? null,
    orientation,
    root: saveNode(tree.root),
    shown: indexPath(node),
    live: indexPath(match?.live ?? node),
  };
  const text = JSON.stringify(saved);
  try {
    sessionStorage.setItem(KEY, text);
    localStorage.setItem(KEY, text);
  } catch {
    // If the storage is full, the game continues but cannot be restored.
  }
}

export function loadSession(): SavedSession | null {
  try {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    const saved = text ? (JSON.parse(text) as SavedSession) : null;
    return saved?.version === 1 ? saved : null;
  } catch {
    return null;
  }
}
