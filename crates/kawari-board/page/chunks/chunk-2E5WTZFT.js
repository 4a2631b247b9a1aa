import {
  downloadText
} from "./chunk-3LZUAQNW.js";
import {
  pieceStyle
} from "./chunk-YJKNFF3A.js";
import {
  recordMoves,
  treeOfRecord
} from "./chunk-6X2GCIFU.js";
import {
  lastNode,
  movesTo
} from "./chunk-6M27PRUM.js";
import {
  playerName
} from "./chunk-HJVU5CB3.js";
import {
  t
} from "./chunk-ZWZH6UFF.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";

// src/play/import-export.ts
var ImportExport = class {
  text = "";
  games = [];
  failures = [];
  format = null;
  exported = null;
  host;
  constructor(host) {
    this.host = host;
  }
  async importFile(file) {
    if (!file) return;
    const text = await readRecords(file, this.host);
    if (text !== null) await this.importText(text);
  }
  async importText(text) {
    if (!text.trim()) return;
    try {
      const { games, failures } = await api.importText(text, this.host.game.name);
      this.games = games;
      this.failures = failures;
      const [only, second] = games;
      if (only && !second && !failures.length) this.open(only);
      else this.host.openDialog("records");
    } catch (error) {
      this.host.showError(error);
    }
    this.host.redraw();
  }
  open(record) {
    this.host.confirmIfPlaying(() => void this.openRecord(record));
  }
  async openRecord(record) {
    try {
      const tree = await treeOfRecord(record);
      this.host.openTree(record.game, record.start ?? null, tree, lastNode(tree.root));
      this.host.saveAndRedraw();
    } catch (error) {
      this.host.showError(error);
    }
  }
  async exportAs(format) {
    const { host } = this;
    this.format = format;
    this.exported = null;
    host.redraw();
    const record = this.currentRecord();
    if (format === "sfen") record.moves = movesTo(host.node).map((usi) => ({ usi }));
    try {
      this.exported = await api.exportRecord(format, record);
    } catch (error) {
      host.showError(error);
    }
    host.redraw();
  }
  selectPictures(kind) {
    this.format = kind;
    this.exported = null;
    this.host.redraw();
  }
  async exportPicture() {
    const { host } = this;
    const { game, orientation: bottom, settings } = host;
    const { coordinates } = settings;
    this.format = "picture";
    try {
      const options = { pieces: pieceStyle(settings, game), bottom, coordinates };
      const { svg } = await api.picture(host.lineTo(host.node), options);
      this.exported = { text: svg, name: `${game.name}.svg` };
    } catch (error) {
      host.showError(error);
    }
    host.redraw();
  }
  currentRecord() {
    const { game, match, start, tree } = this.host;
    const nameOf = (color) => {
      const player = match?.players[color];
      return player ? playerName(player) : null;
    };
    const outcome = match ? match.end : lastNode(tree.root).outcome;
    return { game: game.name, start, black: nameOf("black"), white: nameOf("white"), date: (/* @__PURE__ */ new Date()).toISOString().slice(0, 10), result: outcome ? outcome.winner ?? "draw" : null, reason: outcome?.reason.replaceAll("-", " ") ?? null, comment: tree.root.comment || null, moves: recordMoves(match?.live ?? lastNode(tree.root)) };
  }
  download() {
    if (!this.exported) return;
    const { name, text } = this.exported;
    downloadText(name, text, this.format === "picture" ? "image/svg+xml" : "text/plain");
  }
};
async function readRecords(file, host) {
  const limit = host.games.limits.importBody;
  if (file.size <= limit) return decodeText(await file.arrayBuffer());
  host.notify(t("error.too-large", { limit }), "error");
  return null;
}
function decodeText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

export {
  ImportExport,
  readRecords,
  decodeText
};
