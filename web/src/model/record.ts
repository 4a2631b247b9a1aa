/** Between the tree and the records that the program reads and writes, and the address. */

import type { RecordGame, RecordMove } from "../api/types.ts";
import { api } from "../api/client.ts";
import { type Node, pathTo, Tree } from "./tree.ts";

const written = (node: Node, variations: Node[]): RecordMove => ({
  usi: node.move?.usi ?? "",
  comment: [node.judgement?.glyph, node.comment].filter(Boolean).join(" ") || null,
  variations: variations.map((node) => lineFrom(node)),
});

/** A line with its variations, from this node on; nothing after `last`. */
function lineFrom(first: Node, last?: Node): RecordMove[] {
  const line = [written(first, [])];
  for (let at = first; ; ) {
    const [next, ...rest] = at === last ? [] : at.children;
    if (!next) return line;
    line.push(written(next, rest));
    at = next;
  }
}

/**
 * The tree's moves; variations hang on the move that they replace. In a game, nothing comes after
 * `last`, the last move that was played and not taken back.
 */
export function recordMoves(tree: Tree, last?: Node): RecordMove[] {
  const [first, ...rest] = tree.root === last ? [] : tree.root.children;
  if (!first) return [];
  const line = lineFrom(first, last);
  if (line[0]) line[0].variations = rest.map((node) => lineFrom(node));
  return line;
}

/** Plays a record into a tree. Each line is one request. */
export async function treeOfRecord(record: RecordGame): Promise<Tree> {
  const base = { game: record.game, ...(record.start ? { start: record.start } : {}) };
  const opened = await api.position(base);
  const tree = new Tree({ ...opened, position: opened });
  tree.root.comment = record.comment ?? "";
  await addLine(tree, tree.root, record.moves, base);
  return tree;
}

type Base = { game: string; start?: string };

async function addLine(tree: Tree, from: Node, line: RecordMove[], base: Base): Promise<void> {
  const before = pathTo(from).flatMap((at) => at.move?.usi ?? []);
  const { steps } = await api.line({ ...base, moves: [...before, ...line.map((move) => move.usi)] });
  const nodes: Node[] = [];
  let at = from;
  for (const [index, move] of line.entries()) {
    const step = steps[before.length + index + 1];
    if (!step?.move) break;
    nodes.push(at);
    at = tree.add(at, step.move, step);
    if (move.comment) at.comment = move.comment;
  }
  for (const [index, move] of line.entries())
    for (const variation of move.variations ?? []) {
      const parent = nodes[index];
      if (parent && variation.length) await addLine(tree, parent, variation, base);
    }
}

/** What an address says of a game: never the token. */
export function shareFragment(game: string, start: string | null, node: Node, end: Node): string {
  const words = new URLSearchParams({ game });
  if (start) words.set("start", start);
  const moves = pathTo(end).flatMap((at) => at.move?.usi ?? []);
  if (moves.length) words.set("moves", moves.join("."));
  if (node !== end) words.set("ply", String(node.ply));
  return words.toString();
}

export interface Shared {
  game: string;
  start: string | null;
  moves: string[];
  ply: number | null;
}

/** Reads what {@link shareFragment} wrote. */
export function readFragment(words: URLSearchParams): Shared | null {
  const game = words.get("game");
  if (!game) return null;
  const ply = words.get("ply");
  return {
    game,
    start: words.get("start"),
    moves: (words.get("moves") ?? "").split(".").filter(Boolean),
    ply: ply && /^\d+$/.test(ply) ? Number(ply) : null,
  };
}
