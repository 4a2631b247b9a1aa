/** Converts the game tree to and from the server's game records and the fragment of a shared link. */

import type { RecordGame, RecordMove } from "../api/types.ts";
import { api } from "../api/client.ts";
import { movesTo, Tree, type TreeNode } from "./tree.ts";

const recordMove = (node: TreeNode, variations: TreeNode[]): RecordMove => ({
  usi: node.move?.usi ?? "",
  comment: [node.evaluation?.glyph, node.comment].filter(Boolean).join(" ") || null,
  variations: variations.map((node) => lineFrom(node)),
});

/** Returns the line from a node to `last` or to its end, with variations. */
function lineFrom(first: TreeNode, last?: TreeNode): RecordMove[] {
  const line = [recordMove(first, [])];
  for (let at = first; ;) {
    const [next, ...rest] = at === last ? [] : at.children;
    if (!next) return line;
    line.push(recordMove(next, rest));
    at = next;
  }
}

/**
 * Returns the moves of a tree. A variation is stored with the move that it replaces. The main line
 * ends at `last` if given: moves after it were taken back.
 */
export function recordMoves(tree: Tree, last?: TreeNode): RecordMove[] {
  const [first, ...rest] = tree.root === last ? [] : tree.root.children;
  if (!first) return [];
  const line = lineFrom(first, last);
  if (line[0]) line[0].variations = rest.map((node) => lineFrom(node));
  return line;
}

/** Builds a tree from a record, with one request for each line. */
export async function treeOfRecord(record: RecordGame): Promise<Tree> {
  const base = { game: record.game, ...(record.start ? { start: record.start } : {}) };
  const position = await api.position(base);
  const tree = new Tree({ ...position, position });
  tree.root.comment = record.comment ?? "";
  await addLine(tree, tree.root, record.moves, base);
  return tree;
}

async function addLine(
  tree: Tree,
  from: TreeNode,
  line: RecordMove[],
  base: { game: string; start?: string },
): Promise<void> {
  const before = movesTo(from);
  const { steps } = await api.line({ ...base, moves: [...before, ...line.map((move) => move.usi)] });
  const parents: TreeNode[] = [];
  let at = from;
  for (const [index, move] of line.entries()) {
    const step = steps[before.length + index + 1];
    if (!step?.move) break;
    parents.push(at);
    at = tree.add(at, step.move, step);
    if (move.comment) at.comment = move.comment;
  }
  for (const [index, move] of line.entries())
    for (const variation of move.variations ?? []) {
      const parent = parents[index];
      if (parent && variation.length) await addLine(tree, parent, variation, base);
    }
}

/** Returns the fragment of a link to a game. It never contains the token. */
export function shareFragment(game: string, start: string | null, node: TreeNode, end: TreeNode): string {
  const params = new URLSearchParams({ game });
  if (start) params.set("start", start);
  const moves = movesTo(end);
  if (moves.length) params.set("moves", moves.join("."));
  if (node !== end) params.set("ply", String(node.ply));
  return params.toString();
}

/** A game in the fragment of a link. */
export interface SharedGame {
  game: string;
  start: string | null;
  moves: string[];
  ply: number | null;
}

/** Parses a fragment written by {@link shareFragment}. */
export function parseFragment(params: URLSearchParams): SharedGame | null {
  const game = params.get("game");
  if (!game) return null;
  const ply = params.get("ply");
  return {
    game,
    start: params.get("start"),
    moves: (params.get("moves") ?? "").split(".").filter(Boolean),
    ply: ply && /^\d+$/.test(ply) ? Number(ply) : null,
  };
}
