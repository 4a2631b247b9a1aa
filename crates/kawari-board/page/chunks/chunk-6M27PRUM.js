// src/model/tree.ts
var isMistake = (evaluation) => Boolean(evaluation?.glyph && evaluation.best);
var Tree = class {
  root;
  nodes = /* @__PURE__ */ new Map();
  nextId = 0;
  constructor(start) {
    this.root = this.createNode(null, null, start);
  }
  createNode(parent, move, data) {
    const node = { id: this.nextId++, parent, ply: parent ? parent.ply + 1 : 0, move, sfen: data.sfen, turn: data.turn, check: data.check, outcome: data.outcome, children: [], comment: "", evaluation: null, clock: null, position: data.position ?? null };
    this.nodes.set(node.id, node);
    return node;
  }
  detached(parent, move, position) {
    return this.createNode(parent, move, { ...position, position });
  }
  add(parent, move, data) {
    const existing = parent.children.find((child2) => child2.move?.usi === move.usi);
    if (existing) {
      existing.position ??= data.position ?? null;
      return existing;
    }
    const child = this.createNode(parent, move, data);
    parent.children.push(child);
    return child;
  }
  byId(id) {
    return this.nodes.get(id);
  }
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
    const unregister = (removed) => {
      this.nodes.delete(removed.id);
      removed.children.forEach(unregister);
    };
    unregister(node);
  }
};
function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}
var movesTo = (node) => pathTo(node).flatMap((at) => at.move?.usi ?? []);
function lastNode(node) {
  let at = node;
  for (let child = at.children[0]; child; child = at.children[0]) at = child;
  return at;
}
var mainLine = (tree) => pathTo(lastNode(tree.root));
var isOnMainLine = (node) => node.parent === null || node.parent.children[0] === node && isOnMainLine(node.parent);

export {
  isMistake,
  Tree,
  pathTo,
  movesTo,
  lastNode,
  mainLine,
  isOnMainLine
};
