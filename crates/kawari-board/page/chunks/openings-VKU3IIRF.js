import {
  readRecords
} from "./chunk-2E5WTZFT.js";
import "./chunk-3LZUAQNW.js";
import "./chunk-YJKNFF3A.js";
import {
  loadGames
} from "./chunk-2RMQ527V.js";
import {
  COUNTED_PLIES,
  OpeningCounts,
  bookMoves,
  fetchBook,
  positionKey,
  totalOf
} from "./chunk-QQUOBJP7.js";
import "./chunk-VKVB3CHS.js";
import "./chunk-6X2GCIFU.js";
import "./chunk-75HB23TF.js";
import "./chunk-6M27PRUM.js";
import "./chunk-HJVU5CB3.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-XCEMHILM.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/play/openings.ts
var Openings = class {
  progress = null;
  books = /* @__PURE__ */ new Map();
  counts = /* @__PURE__ */ new Map();
  names = {};
  host;
  constructor(host) {
    this.host = host;
  }
  async loadNames() {
    const response = await fetch("openings.json");
    if (response.ok) this.names = await response.json();
  }
  book() {
    const { name, loaded } = this.host.game;
    if (loaded) return null;
    if (!this.books.has(name)) void this.loadBook(name);
    return this.books.get(name);
  }
  async loadBook(game) {
    this.books.set(game, void 0);
    try {
      this.books.set(game, await fetchBook(game));
    } catch (error) {
      this.books.set(game, null);
      this.host.showError(error);
    }
    this.host.redraw();
  }
  countedGames() {
    return this.counts.get(this.host.game.name)?.games ?? 0;
  }
  name(lang) {
    const names = this.names[this.host.game.name];
    if (!names) return null;
    for (let node = this.host.node; node; node = node.parent) {
      const name = names[positionKey(node.sfen)];
      if (name) return name[lang];
    }
    return null;
  }
  moves() {
    const { node, game } = this.host;
    const legal = new Map((node.position?.moves ?? []).map((move) => [move.usi, move]));
    const book = this.books.get(game.name);
    const inBook = new Map((book ? bookMoves(book, node.sfen) : []).map((move) => [move.usi, move]));
    const counts = this.counts.get(game.name)?.moves(node.sfen) ?? /* @__PURE__ */ new Map();
    const others = [...counts].filter(([usi]) => !inBook.has(usi)).sort(([, one], [, two]) => totalOf(two) - totalOf(one));
    return [...inBook.keys(), ...others.map(([usi]) => usi)].flatMap((usi) => {
      const move = legal.get(usi);
      return move ? [{ move, book: inBook.get(usi), count: counts.get(usi) }] : [];
    });
  }
  async countMyGames() {
    try {
      const { games } = await loadGames();
      const finished = games.flatMap(({ game, start, moves, end }) => end ? [{ game, start, moves, winner: end.winner }] : []);
      await this.count(finished);
    } catch (error) {
      this.host.showError(error);
    }
  }
  async countFile(file) {
    try {
      const text = await readRecords(file, this.host);
      if (text === null) return;
      const { games, total, failures } = await api.importText(text, this.host.game.name);
      await this.count(games.flatMap(finishedGame));
      const [failure] = failures;
      if (failure) this.host.notify(`${t("records.failure", { line: failure.line })} ${failure.message}`, "error");
      else if (total > games.length) this.host.notify(t("openings.first", { count: games.length, total }), "info");
    } catch (error) {
      this.host.showError(error);
    }
  }
  async count(all) {
    const { name } = this.host.game;
    const games = all.filter(({ game }) => game === name);
    const counts = new OpeningCounts();
    this.progress = { read: 0, total: games.length };
    try {
      for (const { game, start, moves, winner } of games) {
        const { steps } = await api.line({ game, start, moves: moves.slice(0, COUNTED_PLIES).map(({ usi }) => usi) });
        counts.add(steps, winner);
        this.progress.read += 1;
        if (this.progress.read % 20 === 0) this.host.redraw();
      }
      this.counts.set(name, counts);
      if (!games.length) this.host.notify(t("openings.no-games"), "info");
    } finally {
      this.progress = null;
      this.host.redraw();
    }
  }
};
var finishedGame = ({ game, start, moves, result }) => result && result !== "void" ? [{ game, start, moves, winner: result === "draw" ? null : result }] : [];
export {
  Openings
};
