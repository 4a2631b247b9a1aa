/** Converts the game tree to and from the server's game records and the fragment of a shared link. */

import type { Color, RecordGame, RecordMove } from "../api/types.ts";
import { api } from "../api/client.ts";
import { movesTo, pathTo, Tree, type TreeNode } from "./tree.ts";

/** Returns the comment of a move, with the glyph of the report before it. */
const commentWithGlyph = (node: TreeNode): string =>
  [node.evaluation?.glyph, node.comment].filter(Boolean).join(" ");

type CommentOf = (node: TreeNode) => string;

const recordMove = (node: TreeNode, variations: TreeNode[], comment: CommentOf): RecordMove => ({
  usi: node.move?.usi ?? "",
  comment: comment(node) || null,
  variations: variations.map((first) => variationFrom(first, comment)),
});

/** Returns the line from a node to its end, with variations. */
function variationFrom(first: TreeNode, comment: CommentOf): RecordMove[] {
  const line = [recordMove(first, [], comment)];
  for (let at = first; ;) {
    const [next, ...rest] = at.children;
    if (!next) return line;
    line.push(recordMove(next, rest, comment));
    at = next;
  }
}

/**
 * Returns the moves of the line to a node. A variation is stored with the move that it replaces. Moves
 * after the node are left out: they were taken back.
 */
export const recordMoves = (last: TreeNode, comment: CommentOf = commentWithGlyph): RecordMove[] =>
  pathTo(last).flatMap((node) => {
    const variations = node.parent?.children.filter((child) => child !== node) ?? [];
    return node.move ? [recordMove(node, variations, comment)] : [];
  });

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
export function shareFragment({ game, start, moves, ply, friend, resigned }: SharedGame): string {
  const params = new URLSearchParams({ game });
  if (start) params.set("start", start);
  if (moves.length) params.set("moves", moves.join("."));
  if (ply !== null) params.set("ply", String(ply));
  if (friend) params.set("friend", friend);
  if (resigned) params.set("resigned", resigned);
  return params.toString();
}

/** A game in the fragment of a link. */
export interface SharedGame {
  game: string;
  start: string | null;
  moves: string[];
  /** The ply to display; null for the last one. */
  ply: number | null;
  /** Id of a game with a friend. */
  friend: string | null;
  /** The side that has resigned, in a game with a friend. */
  resigned: Color | null;
}

/** Parses a fragment written by {@link shareFragment}. */
export function parseFragment(params: URLSearchParams): SharedGame | null {
  const game = params.get("game");
  if (!game) return null;
  const ply = params.get("ply");
  const resigned = params.get("resigned");
  return {
    game,
    start: params.get("start"),
    moves: (params.get("moves") ?? "").split(".").filter(Boolean),
    ply: ply && /^\d+$/.test(ply) ? Number(ply) : null,
    friend: params.get("friend"),
    resigned: resigned === "black" || resigned === "white" ? resigned : null,
  };
}
