import {
  dialogBox
} from "./chunk-V3PPJ4S3.js";
import {
  downloadBlob
} from "./chunk-3LZUAQNW.js";
import {
  pieceStyle
} from "./chunk-YJKNFF3A.js";
import {
  shareLink
} from "./chunk-3GP66OLQ.js";
import "./chunk-6X2GCIFU.js";
import {
  opposite
} from "./chunk-75HB23TF.js";
import {
  pathTo
} from "./chunk-6M27PRUM.js";
import {
  RECORD_FILES,
  button,
  el,
  fieldValue,
  fileButton,
  selectField
} from "./chunk-OWP3H2MV.js";
import {
  colorName,
  colorSymbol,
  formatMove
} from "./chunk-HJVU5CB3.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/pictures/sheet.ts
var NAMESPACE = "http://www.w3.org/2000/svg";
var GAP = 20;
var CAPTION_HEIGHT = 34;
var FONT_SIZE = 20;
function append(parent, name, attributes, text = "") {
  const element = parent.ownerDocument.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  parent.append(element);
  return element;
}
function sheet(diagrams, columns, title) {
  const parser = new DOMParser();
  const pictures2 = diagrams.map(({ svg }) => parser.parseFromString(svg, "image/svg+xml").documentElement);
  const [first] = pictures2;
  const [width, height] = ["width", "height"].map((name) => Number(first?.getAttribute(name) ?? 0));
  const perRow = Math.min(columns, diagrams.length);
  const rows = Math.ceil(diagrams.length / perRow);
  const whole = { width: perRow * (width + GAP) + GAP, height: rows * (height + CAPTION_HEIGHT + GAP) + GAP };
  const root = parser.parseFromString(`<svg xmlns="${NAMESPACE}"/>`, "image/svg+xml").documentElement;
  const attributes = { ...whole, viewBox: `0 0 ${whole.width} ${whole.height}`, role: "img" };
  for (const [key, value] of Object.entries(attributes)) root.setAttribute(key, String(value));
  root.setAttribute("font-family", first?.getAttribute("font-family") ?? "sans-serif");
  append(root, "title", {}, title);
  append(root, "rect", { width: whole.width, height: whole.height, fill: "#ffffff" });
  const definitions = append(root, "defs", {});
  const known = /* @__PURE__ */ new Set();
  pictures2.forEach((picture, index) => {
    const x = GAP + index % perRow * (width + GAP);
    const y = GAP + Math.floor(index / perRow) * (height + CAPTION_HEIGHT + GAP);
    for (const definition of picture.querySelectorAll("defs > *")) {
      if (!known.has(definition.id)) definitions.append(definition.cloneNode(true));
      known.add(definition.id);
    }
    picture.querySelector("defs")?.remove();
    picture.setAttribute("x", String(x));
    picture.setAttribute("y", String(y));
    root.append(root.ownerDocument.adoptNode(picture));
    const text = { x: x + width / 2, y: y + height + FONT_SIZE + 4, "font-size": FONT_SIZE, "text-anchor": "middle" };
    append(root, "text", text, diagrams[index]?.caption);
  });
  return `${new XMLSerializer().serializeToString(root)}
`;
}

// src/pictures/game-pictures.ts
var WIDTHS = { gif: 560, sheet: 400 };
var TYPES = { gif: "image/gif", sheet: "image/svg+xml" };
var GamePictures = class {
  seconds = 1;
  interval = 5;
  columns = 4;
  progress = null;
  result = null;
  ctrl;
  running = null;
  constructor(ctrl) {
    this.ctrl = ctrl;
  }
  stop() {
    this.running?.abort();
    this.running = this.progress = this.result = null;
  }
  async draw(kind) {
    this.stop();
    const { ctrl } = this;
    const { signal } = this.running = new AbortController();
    try {
      const line = pathTo(ctrl.endOfLine(ctrl.node));
      const { interval } = this;
      const nodes = kind === "gif" ? line : line.filter(({ ply }) => ply % interval === 0 || ply === line.length - 1);
      const file = kind === "gif" ? await this.gif(nodes, signal) : await this.sheet(nodes, signal);
      const blob = new Blob([file], { type: TYPES[kind] });
      const url = await dataUrl(blob);
      signal.throwIfAborted();
      this.result = { name: `${ctrl.game.name}.${kind === "gif" ? "gif" : "svg"}`, blob, url };
    } catch (error) {
      if (signal.aborted) return;
      ctrl.showError(error);
    }
    this.progress = null;
    ctrl.redraw();
  }
  download() {
    if (this.result) downloadBlob(this.result.name, this.result.blob);
  }
  async gif(nodes, signal) {
    const encoder = import("./gif-KF336WJ7.js");
    const pictures2 = await this.pictures("gif", nodes, 2 * nodes.length, signal);
    return (await encoder).encodeGif(pictures2, this.seconds * 1e3, () => this.advance(), signal);
  }
  async sheet(nodes, signal) {
    const pictures2 = await this.pictures("sheet", nodes, nodes.length, signal);
    const diagrams = pictures2.map((svg, index) => ({ svg, caption: this.caption(nodes[index]) }));
    return sheet(diagrams, this.columns, this.ctrl.game.title[lang()]);
  }
  async pictures(kind, nodes, count, signal) {
    const { game, orientation: bottom, settings } = this.ctrl;
    const { coordinates } = settings;
    const options = { pieces: pieceStyle(settings, game), bottom, coordinates, width: WIDTHS[kind] };
    const pictures2 = [];
    this.progress = { done: 0, count };
    for (const node of nodes) {
      pictures2.push((await api.picture(this.ctrl.lineTo(node), options)).svg);
      signal.throwIfAborted();
      this.advance();
    }
    return pictures2;
  }
  advance() {
    if (this.progress) this.progress.done++;
    this.ctrl.redraw();
  }
  caption(node) {
    if (!node?.move) return t("start.start");
    const { game, settings, tree } = this.ctrl;
    const number = node.ply + Number(tree.root.sfen.split(" ")[3] ?? 1) - 1;
    const move = formatMove(node.move, game, settings.notation, node.parent?.move ?? null);
    return `${number}. ${colorSymbol(opposite(node.turn))}${move}`;
  }
};
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("cannot read the picture"));
    reader.readAsDataURL(blob);
  });
}

// src/view/game-pictures.ts
var SECONDS = [0.5, 1, 2, 3];
var INTERVALS = [1, 2, 5, 10, 20];
var COLUMNS = [1, 2, 3, 4, 6, 8];
var ONE_ROW = 1e4;
var state = null;
var pictures = (ctrl) => state ??= new GamePictures(ctrl);
var drawPictures = (ctrl, kind) => void pictures(ctrl).draw(kind);
var stopPictures = () => state?.stop();
function picturesView(ctrl, kind) {
  const exported = pictures(ctrl);
  const { progress, result } = exported;
  const draw = () => void exported.draw(kind);
  const numbers = (values) => values.map((value) => [String(value), String(value)]);
  const fields = kind === "gif" ? [selectField("gif-seconds", t("pictures.seconds"), numbers(SECONDS), String(exported.seconds), (value) => {
    exported.seconds = Number(value);
    draw();
  })] : [selectField("sheet-interval", t("pictures.interval"), numbers(INTERVALS), String(exported.interval), (value) => {
    exported.interval = Number(value);
    draw();
  }), selectField("sheet-columns", t("pictures.columns"), [...numbers(COLUMNS), [String(ONE_ROW), t("pictures.one-row")]], String(exported.columns), (value) => {
    exported.columns = Number(value);
    draw();
  })];
  const label = t(`format.${kind}`);
  return el("div.exported", { attrs: { "data-pictures": kind } }, [el("div.fields", {}, fields), progress ? el("progress", { attrs: { max: progress.count, value: progress.done, "aria-label": t("pictures.progress") } }) : null, result ? el("img", { attrs: { src: result.url, alt: label } }) : null, el("div.actions", {}, [button("download-pictures.primary", t("records.download"), () => exported.download(), { disabled: !result })])]);
}

// src/view/import-export.ts
var FORMATS = ["record", "kif", "csa", "usi", "log", "sfen"];
var CSA_GAMES = ["shogi", "minishogi"];
var PICTURE_KINDS = ["gif", "sheet"];
function importExportDialog(ctrl) {
  const { importExport } = ctrl;
  const { exported, format } = importExport;
  const kind = PICTURE_KINDS.find((one) => one === format);
  const exportAs = (name) => {
    stopPictures();
    if (name === "picture") void importExport.exportPicture();
    else void importExport.exportAs(name);
  };
  const close = () => {
    stopPictures();
    if (kind) importExport.format = null;
    ctrl.openDialog(null);
  };
  return dialogBox(ctrl, "records", t("records.title"), close, [el("section", {}, [el("h3", {}, [t("records.load")]), el("p.hint", {}, [t("records.load.hint")]), el("textarea", { attrs: { name: "import", rows: 5, "aria-label": t("records.load"), spellcheck: "false" }, on: { input: (event) => importExport.text = event.target.value } }), el("div.actions", {}, [button("import.primary", t("records.read"), () => void importExport.importText(importExport.text)), fileButton("file", t("records.file"), RECORD_FILES, (file) => void importExport.importFile(file))]), ...failures(ctrl), importExport.games.length > 1 ? gameList(ctrl, importExport.games) : null]), el("section", {}, [el("h3", {}, [t("records.save")]), el("div.actions", {}, [...[...FORMATS, "picture"].filter((name) => name !== "csa" || CSA_GAMES.includes(ctrl.game.name)).map((name) => button("export", t(`format.${name}`), () => exportAs(name), { data: { format: name }, pressed: format === name })), ...PICTURE_KINDS.map((kind2) => button("export", t(`format.${kind2}`), () => {
    importExport.selectPictures(kind2);
    drawPictures(ctrl, kind2);
  }, { data: { format: kind2 }, pressed: format === kind2 }))]), kind ? picturesView(ctrl, kind) : null, exported ? el("div.exported", {}, [format === "picture" ? el("img", { attrs: { src: `data:image/svg+xml,${encodeURIComponent(exported.text)}`, alt: t("format.picture") } }) : el("textarea", { attrs: { name: "export", rows: 6, readonly: true, "aria-label": t("records.save") }, ...fieldValue(exported.text) }), el("div.actions", {}, [button("copy", t("records.copy"), () => void ctrl.copyText(exported.text)), button("download", t("records.download"), () => importExport.download())])]) : null, el("div.actions", {}, [button("share", t("act.share"), () => void shareLink(ctrl))])])]);
}
var failures = (ctrl) => ctrl.importExport.failures.map((failure) => el("p.error", { attrs: { role: "alert" } }, [t("records.failure", { line: failure.line }), " ", failure.message]));
function gameList(ctrl, games) {
  const item = (game, index) => {
    const result = game.result === "black" || game.result === "white" ? t("result.win", { color: colorName(game.result) }) : game.result ? t(`result.${game.result}`) : "";
    const players = game.black || game.white ? `${game.black ?? "?"} – ${game.white ?? "?"}` : "";
    return el("li", { key: index }, [button("load", "", () => ctrl.importExport.open(game), { children: [`${index + 1}. ${ctrl.gameByName(game.game).title[lang()]} · ${players} · ${t("records.plies", { count: game.plies })} ${result}`] })]);
  };
  return el("ol.game-list", {}, games.map(item));
}
export {
  importExportDialog
};
