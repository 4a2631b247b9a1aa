import {
  api,
  isAbort
} from "./chunk-Y6ZJ5L5C.js";

// src/play/analysis.ts
var REDRAW_INTERVAL = 120;
var Analysis = class {
  enabled = false;
  node = null;
  infos = [];
  host;
  search = null;
  lastRedraw = 0;
  constructor(host) {
    this.host = host;
  }
  get running() {
    return this.search !== null;
  }
  toggle(node) {
    this.enabled = !this.enabled;
    if (this.enabled) this.follow(node);
    else this.stop();
    this.host.redraw();
  }
  restart(node) {
    this.node = null;
    this.follow(node);
  }
  follow(node) {
    if (!this.enabled || this.node === node) return;
    this.stop();
    this.node = node;
    if (node.outcome && !node.position?.moves.length) return;
    void this.run(node);
  }
  async run(node) {
    const search = new AbortController();
    this.search = search;
    const { lines, threads, hash } = this.host.settings;
    try {
      await api.search({ ...this.host.lineTo(node), limits: { infinite: true }, multipv: lines, threads, hash }, (line) => {
        if (line.type === "info" && this.search === search) this.onInfo(line);
      }, search.signal);
    } catch (error) {
      if (!isAbort(error) && this.search === search) {
        this.enabled = false;
        this.host.showError(error);
      }
    }
    if (this.search === search) this.search = null;
    this.host.redraw();
  }
  onInfo(info) {
    if (info.bound !== "exact" && this.infos[info.multipv - 1]) return;
    this.infos[info.multipv - 1] = info;
    const now = performance.now();
    if (now - this.lastRedraw < REDRAW_INTERVAL) {
      setTimeout(() => this.host.redraw(), REDRAW_INTERVAL);
      return;
    }
    this.lastRedraw = now;
    this.host.redraw();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    this.node = null;
    this.infos = [];
  }
};
var negate = (score) => "cp" in score ? { cp: -score.cp } : { mate: -score.mate };
var blackScore = (score, node) => node.turn === "black" ? score : negate(score);
function winningChances(score) {
  if ("mate" in score) return score.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-3e-3 * score.cp)) - 1;
}
function scoreText(score) {
  if ("mate" in score) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  const value = (Math.abs(score.cp) / 100).toFixed(Math.abs(score.cp) >= 1e3 ? 1 : 2);
  return `${score.cp > 0 ? "+" : score.cp < 0 ? "−" : ""}${value}`;
}

export {
  Analysis,
  negate,
  blackScore,
  winningChances,
  scoreText
};
