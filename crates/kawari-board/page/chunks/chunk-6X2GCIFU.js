import {
  Tree,
  movesTo,
  pathTo
} from "./chunk-6M27PRUM.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";

// src/model/record.ts
var commentWithGlyph = (node) => [node.evaluation?.glyph, node.comment].filter(Boolean).join(" ");
var recordMove = (node, variations, comment) => ({ usi: node.move?.usi ?? "", comment: comment(node) || null, variations: variations.map((first) => variationFrom(first, comment)) });
function variationFrom(first, comment) {
  const line = [recordMove(first, [], comment)];
  for (let at = first; ; ) {
    const [next, ...rest] = at.children;
    if (!next) return line;
    line.push(recordMove(next, rest, comment));
    at = next;
  }
}
var recordMoves = (last, comment = commentWithGlyph) => pathTo(last).flatMap((node) => {
  const variations = node.parent?.children.filter((child) => child !== node) ?? [];
  return node.move ? [recordMove(node, variations, comment)] : [];
});
async function treeOfRecord(record) {
  const base = { game: record.game, ...record.start ? { start: record.start } : {} };
  const position = await api.position(base);
  const tree = new Tree({ ...position, position });
  tree.root.comment = record.comment ?? "";
  await addLine(tree, tree.root, record.moves, base);
  return tree;
}
async function addLine(tree, from, line, base) {
  const before = movesTo(from);
  const { steps } = await api.line({ ...base, moves: [...before, ...line.map((move) => move.usi)] });
  const parents = [];
  let at = from;
  for (const [index, move] of line.entries()) {
    const step = steps[before.length + index + 1];
    if (!step?.move) break;
    parents.push(at);
    at = tree.add(at, step.move, step);
    if (move.comment) at.comment = move.comment;
  }
  for (const [index, move] of line.entries()) for (const variation of move.variations ?? []) {
    const parent = parents[index];
    if (parent && variation.length) await addLine(tree, parent, variation, base);
  }
}
function shareFragment({ game, start, moves, ply, friend, resigned }) {
  const params = new URLSearchParams({ game });
  if (start) params.set("start", start);
  if (moves.length) params.set("moves", moves.join("."));
  if (ply !== null) params.set("ply", String(ply));
  if (friend) params.set("friend", friend);
  if (resigned) params.set("resigned", resigned);
  return params.toString();
}
function parseFragment(params) {
  const game = params.get("game");
  if (!game) return null;
  const ply = params.get("ply");
  const resigned = params.get("resigned");
  return { game, start: params.get("start"), moves: (params.get("moves") ?? "").split(".").filter(Boolean), ply: ply && /^\d+$/.test(ply) ? Number(ply) : null, friend: params.get("friend"), resigned: resigned === "black" || resigned === "white" ? resigned : null };
}

export {
  recordMoves,
  treeOfRecord,
  shareFragment,
  parseFragment
};
