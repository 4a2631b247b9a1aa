// src/model/opening-book.ts
function parseBook(text) {
  const book = /* @__PURE__ */ new Map();
  let moves = [];
  for (const line of text.split("\n")) {
    if (!line || line.startsWith("#") || line.startsWith("//")) continue;
    if (line.startsWith("sfen ")) {
      moves = [];
      book.set(positionKey(line.slice("sfen ".length)), moves);
      continue;
    }
    const [usi = "", , score = "0", depth = "0"] = line.trim().split(/\s+/);
    moves.push({ usi, score: Number(score), depth: Number(depth) });
  }
  return book;
}
var positionKey = (sfen) => sfen.split(" ").slice(0, 3).join(" ");
var bookMoves = (book, sfen) => book.get(positionKey(sfen)) ?? [];
async function fetchBook(game) {
  const response = await fetch(`books/${game}.book`);
  return response.ok ? parseBook(await response.text()) : null;
}

// src/model/opening-counts.ts
var totalOf = ({ black, white, draw }) => black + white + draw;
var COUNTED_PLIES = 40;
var OpeningCounts = class {
  games = 0;
  positions = /* @__PURE__ */ new Map();
  add(steps, winner) {
    this.games += 1;
    steps.slice(1).forEach(({ move }, index) => {
      const before = steps[index];
      if (!move || !before) return;
      const key = positionKey(before.sfen);
      const moves = this.positions.get(key) ?? /* @__PURE__ */ new Map();
      const count = moves.get(move.usi) ?? { black: 0, white: 0, draw: 0 };
      count[winner ?? "draw"] += 1;
      this.positions.set(key, moves.set(move.usi, count));
    });
  }
  moves(sfen) {
    return this.positions.get(positionKey(sfen)) ?? /* @__PURE__ */ new Map();
  }
};

export {
  positionKey,
  bookMoves,
  fetchBook,
  totalOf,
  COUNTED_PLIES,
  OpeningCounts
};
