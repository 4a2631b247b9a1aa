import {
  stepsAfter
} from "./chunk-WOHBZEHX.js";
import {
  opposite
} from "./chunk-75HB23TF.js";
import {
  isMistake
} from "./chunk-6M27PRUM.js";
import {
  blackScore,
  winningChances
} from "./chunk-XCEMHILM.js";
import {
  api,
  isAbort
} from "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/play/learning.ts
var JUDGING_TIME = 500;
var MAX_LOSS = 0.1;
var mistakesOf = (line, color) => line.filter(({ parent, evaluation }) => parent?.turn === color && isMistake(evaluation));
var Learning = class {
  state = "try";
  index = 0;
  count = { found: 0, shown: 0, skipped: 0 };
  tried = null;
  arrows = [];
  color;
  mistakes;
  host;
  search = new AbortController();
  bestScore = null;
  constructor(host, color, line) {
    this.host = host;
    this.color = color;
    this.mistakes = mistakesOf(line, color);
  }
  get mistake() {
    return this.mistakes[this.index] ?? null;
  }
  get canMove() {
    return this.state === "try" || this.state === "wrong";
  }
  start() {
    this.count.found = this.count.shown = this.count.skipped = 0;
    this.host.orientation = this.color;
    this.show(0);
  }
  show(index) {
    this.stop();
    this.search = new AbortController();
    this.index = index;
    this.tried = this.bestScore = null;
    this.arrows = [];
    const { mistake } = this;
    this.state = mistake ? "try" : "done";
    const node = mistake?.parent ?? this.mistakes.at(-1);
    if (node) this.host.goTo(node);
    if (mistake) void this.drawRefutation(mistake);
  }
  async drawRefutation(mistake) {
    const { parent, move, evaluation } = mistake;
    if (!parent || !move) return;
    try {
      const replies = evaluation?.lines?.played.slice(0, 1) ?? [];
      const steps = await stepsAfter(this.host, parent, [move.usi, ...replies]);
      if (this.mistake !== mistake || this.state !== "try") return;
      this.drawArrows(move, steps[1]?.move);
    } catch (error) {
      this.host.showError(error);
    }
  }
  drawArrows(move, reply) {
    const { color } = this;
    this.arrows = [{ move, color, brush: "no" }];
    if (reply) this.arrows.push({ move: reply, color: opposite(color), brush: "capture" });
    this.host.redraw();
  }
  async tryMove(move) {
    const { mistake, host } = this;
    const parent = mistake?.parent;
    if (!parent || !mistake.evaluation?.best || !this.canMove) return;
    const { signal } = this.search;
    this.state = "judging";
    this.tried = move;
    this.arrows = [];
    try {
      const node = await this.nodeAfter(parent, move);
      if (signal.aborted) return;
      host.goTo(node);
      const { isGood, reply } = await this.judge(mistake, move, node, signal);
      if (signal.aborted) return;
      if (isGood) return this.finish("found");
      this.state = "wrong";
      host.goTo(parent);
      this.drawArrows(move, node.position?.moves.find(({ usi }) => usi === reply));
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      this.state = "try";
      host.goTo(parent);
      host.showError(error);
    }
  }
  async nodeAfter(parent, move) {
    const line = this.host.lineTo(parent);
    const position = await api.position({ ...line, moves: [...line.moves, move.usi] });
    return this.host.tree.detached(parent, move, position);
  }
  async judge(mistake, move, node, signal) {
    const best = mistake.evaluation?.best;
    const bestScore = mistake.parent?.evaluation?.score;
    if (!mistake.parent || !best || !bestScore || best.usi === move.usi) return { isGood: true };
    if (mistake.move?.usi === move.usi) return { isGood: false, reply: mistake.evaluation?.lines?.played[0] };
    const { score, reply } = await this.evaluate(node, signal);
    if (this.isClose(score, bestScore)) return { isGood: true };
    this.bestScore ??= (await this.evaluate(await this.nodeAfter(mistake.parent, best), signal)).score;
    return { isGood: this.isClose(score, this.bestScore), reply };
  }
  isClose(score, best) {
    const loss = winningChances(best) - winningChances(score);
    return (this.color === "black" ? loss : -loss) <= MAX_LOSS;
  }
  async evaluate(node, signal) {
    if (node.outcome) {
      const { winner } = node.outcome;
      return { score: winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 }, reply: void 0 };
    }
    const { threads, hash } = this.host.settings;
    const judgement = { score: { cp: 0 }, reply: void 0 };
    await api.search({ ...this.host.lineTo(node), limits: { movetime: JUDGING_TIME }, threads, hash }, (line) => {
      if (line.type !== "info" || line.bound !== "exact") return;
      judgement.score = blackScore(line.score, node);
      judgement.reply = line.pv[0];
    }, signal);
    return judgement;
  }
  async showBest() {
    const { mistake, host } = this;
    const best = mistake?.evaluation?.best;
    if (!mistake?.parent || !best) return;
    this.stop();
    this.search = new AbortController();
    const { signal } = this.search;
    try {
      const node = await this.nodeAfter(mistake.parent, best);
      if (signal.aborted) return;
      host.goTo(node);
      this.finish("shown");
    } catch (error) {
      host.showError(error);
    }
  }
  finish(state) {
    this.arrows = [];
    if (this.state !== "found" && this.state !== "shown") {
      this.count[state]++;
      this.state = state;
    }
    this.host.redraw();
  }
  next() {
    if (this.canMove || this.state === "judging") this.count.skipped++;
    this.show(this.index + 1);
  }
  stop() {
    this.search.abort();
  }
  close() {
    this.stop();
    this.host.learning = null;
    this.host.goTo(this.mistake ?? this.mistakes.at(-1) ?? this.host.tree.root);
  }
};
export {
  Learning,
  mistakesOf
};
