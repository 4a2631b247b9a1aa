import {
  definitionFileButton
} from "./chunks/chunk-KG5YQCSV.js";
import {
  dialogBox,
  floatingNotice
} from "./chunks/chunk-V3PPJ4S3.js";
import {
  ImportExport
} from "./chunks/chunk-2E5WTZFT.js";
import "./chunks/chunk-3LZUAQNW.js";
import {
  NOTATIONS,
  loadSettings,
  pieceStyle,
  saveSettings,
  withChange
} from "./chunks/chunk-YJKNFF3A.js";
import {
  friendGame,
  hasOpened,
  learnButtons,
  linkRelation,
  loadSession,
  markOpened,
  newFriendGameId,
  openBoard,
  panelView,
  playerFromKey,
  playerKey,
  playerOptions,
  playerView,
  requestHint,
  requestThreat,
  restoreGame,
  runReport,
  saveSession,
  setUpBoard,
  showGame,
  startGame,
  storeAbandonedGame,
  storeFriendGame,
  storeGame,
  toggleDrawing
} from "./chunks/chunk-XB5IFKFD.js";
import "./chunks/chunk-3GP66OLQ.js";
import {
  play
} from "./chunks/chunk-SZQIUDPN.js";
import {
  Match,
  TWO_PEOPLE
} from "./chunks/chunk-VKVB3CHS.js";
import {
  parseFragment,
  treeOfRecord
} from "./chunks/chunk-6X2GCIFU.js";
import {
  clockText,
  opposite
} from "./chunks/chunk-75HB23TF.js";
import {
  Tree,
  isOnMainLine,
  lastNode,
  mainLine,
  movesTo,
  pathTo
} from "./chunks/chunk-6M27PRUM.js";
import "./chunks/chunk-EQEMLRRC.js";
import {
  attributesModule,
  button,
  checkbox,
  classModule,
  el,
  eventListenersModule,
  fieldValue,
  h,
  iconButton,
  init,
  numberField,
  pieceImage,
  propsModule,
  select,
  selectField,
  styleModule,
  svgIcon
} from "./chunks/chunk-OWP3H2MV.js";
import {
  colorName,
  countPieces,
  describeDestinations,
  describeDrawing,
  describeEnd,
  describeMove,
  describeReason,
  describeRejection,
  droppedRole,
  fileOf,
  formatMove,
  forsyth,
  groundColor,
  kanjiOf,
  kindOf,
  numericSquare,
  parseSfen,
  pieceName,
  piecesInHand,
  piecesOnBoard,
  playerName,
  rankOf,
  resultText,
  roleOf,
  squareName
} from "./chunks/chunk-HJVU5CB3.js";
import {
  errorText,
  lang,
  setLanguage,
  t
} from "./chunks/chunk-ZWZH6UFF.js";
import {
  Analysis,
  blackScore,
  scoreText,
  winningChances
} from "./chunks/chunk-XCEMHILM.js";
import {
  ApiError,
  api,
  isAbort,
  setBackend
} from "./chunks/chunk-Y6ZJ5L5C.js";
import {
  editableText,
  removeDefinition,
  storeDefinition
} from "./chunks/chunk-I53CSUHV.js";
import "./chunks/chunk-YLVDSGH3.js";

// src/api/token.ts
var KEY = "kawari.token";
var TOKEN = /^[0-9a-f]{32}$/;
var RENEW_TIMEOUT = 500;
var channel = new BroadcastChannel(KEY);
var isAccepted = false;
var listeners = /* @__PURE__ */ new Set();
var currentToken = () => sessionStorage.getItem(KEY) ?? "";
var onToken = (listener) => void listeners.add(listener);
function recordTokenUse(token, accepted) {
  if (token === currentToken()) isAccepted = accepted;
}
async function isValid(token) {
  const headers = { "Content-Type": "application/json", "Kawari-Token": token };
  try {
    return (await fetch("/api/status", { method: "POST", headers, body: "{}", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
async function storeIfValid(token) {
  if (!TOKEN.test(token)) return false;
  if (token === currentToken() && isAccepted) return true;
  if (!await isValid(token)) return false;
  sessionStorage.setItem(KEY, token);
  isAccepted = true;
  for (const listener of listeners) listener();
  return true;
}
async function storeAndShareToken(token) {
  if (await storeIfValid(token)) post({ token });
}
var post = (message) => channel.postMessage(message);
async function renewToken(rejected) {
  if (currentToken() !== rejected) return true;
  return new Promise((resolve) => {
    const found = () => resolve(true);
    listeners.add(found);
    setTimeout(() => {
      listeners.delete(found);
      resolve(currentToken() !== rejected);
    }, RENEW_TIMEOUT);
    post({ wanted: true });
  });
}
channel.addEventListener("message", ({ data }) => {
  if ("token" in data) void storeIfValid(data.token);
  else if (isAccepted) post({ token: currentToken() });
});

// src/api/server.ts
async function post2(path, body, token, signal) {
  try {
    const response = await fetch(`/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json", "Kawari-Token": token }, body: JSON.stringify(body), cache: "no-store", ...signal ? { signal } : {} });
    recordTokenUse(token, response.status !== 401);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("gone", `no response from the program: ${String(error)}`);
  }
}
async function send(path, body, signal) {
  const token = currentToken();
  let response = token ? await post2(path, body, token, signal) : null;
  if ((!response || response.status === 401) && await renewToken(token)) response = await post2(path, body, currentToken(), signal);
  if (!response) throw new ApiError("token", "missing token");
  if (response.ok) return response;
  const failure = await response.json().catch(() => null);
  if (!failure?.error) throw new ApiError(`http-${response.status}`, response.statusText);
  throw new ApiError(failure.error.code, failure.error.message, failure.error.args);
}
async function request(path, body, signal) {
  return await (await send(path, body, signal)).json();
}
async function stream(path, body, onLine, signal) {
  const response = await send(path, body, signal);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line && !signal.aborted) onLine(JSON.parse(line));
  }
}
async function readAddress(params) {
  const token = params.get("token");
  params.delete("token");
  if (token) await storeAndShareToken(token);
}
var server = { readAddress, onReady: onToken, request, stream };

// src/actions/friend.ts
var friendPlayers = (side) => side === "black" ? { black: { kind: "human" }, white: { kind: "friend" } } : { black: { kind: "friend" }, white: { kind: "human" } };
function saveFriendGame({ match, game, start: start6 }) {
  const side = match?.personColor();
  if (!match?.setup.friend || !side) return;
  const resigned = match.end?.reason === "resignation" ? match.loser() : null;
  storeFriendGame({ id: match.setup.friend, game: game.name, start: start6, side, moves: movesTo(match.live), resigned });
}
async function openFriendGame(ctrl, id, link) {
  const stored = friendGame(id);
  const relation = stored ? linkRelation(stored, link) : "continues";
  if (relation === "other") throw new ApiError("friend/other", t("error.friend/other"));
  const opened = relation === "older" && stored ? { ...link, moves: stored.moves, resigned: stored.resigned } : link;
  const tree = await treeOfRecord({ ...opened, moves: opened.moves.map((usi) => ({ usi })) });
  const last = lastNode(tree.root);
  const side = stored?.side ?? (opened.resigned ? opposite(opened.resigned) : last.turn);
  ctrl.openTree(opened.game, opened.start, tree, last);
  const players = friendPlayers(side);
  const match = new Match(ctrl, { game: opened.game, start: ctrl.start, players, time: null, friend: id }, last);
  if (opened.resigned) match.end = { winner: opposite(opened.resigned), reason: "resignation" };
  ctrl.match = match;
  ctrl.orientation = side;
  match.proceed();
  ctrl.saveAndRedraw();
  if (relation === "older") ctrl.notify(t("friend.older"));
}

// src/actions/commands.ts
var COLORS = ["black", "white"];
function answerCommand(ctrl, text, focused = null) {
  const [, command, argument = ""] = /^([clopsm])(?:\s+(\S+))?$/.exec(text) ?? [];
  switch (command) {
    case "c":
      return clocksText(ctrl);
    case "l":
      return lastMoveText(ctrl);
    case "o":
      return playersText(ctrl);
    case "p":
      return piecesText(ctrl, argument.toUpperCase() || kindAt(ctrl, focused));
    case "s":
      return scanText(ctrl, argument || focused);
    case "m":
      return movesText(ctrl, argument || focused);
    default:
      return null;
  }
}
function clocksText({ match }) {
  const clock = match?.clock;
  if (!clock) return t("command.no-clock");
  return COLORS.map((color) => `${colorName(color)} ${clockText(clock.displayTime(color))}`).join(". ");
}
function lastMoveText({ node, game }) {
  return node.move ? describeMove(game, node.move, opposite(node.turn)) : t("announce.start");
}
function playersText({ match }) {
  if (!match) return t("command.no-opponent");
  const person = match.personColor();
  const shown = person ? [opposite(person)] : [...COLORS];
  return shown.map((color) => `${colorName(color)}: ${playerName(match.players[color])}`).join(". ");
}
var kindAt = ({ node, game }, square) => square && piecesOnBoard(node.sfen, game.files).get(square)?.kind || "";
function piecesText({ node, game }, kind) {
  const board = [...piecesOnBoard(node.sfen, game.files)].filter(([, piece]) => !kind || piece.kind === kind);
  const sides = COLORS.map((color) => {
    const kinds = /* @__PURE__ */ new Map();
    for (const [square, piece] of board) if (piece.color === color) kinds.set(piece.kind, [...kinds.get(piece.kind) ?? [], squareName(square)]);
    const placed = [...kinds].map(([kind2, squares]) => `${pieceName(game, kind2)} ${squares.join(" ")}`);
    const held = [...piecesInHand(node.sfen, color)].filter(([held2]) => !kind || held2 === kind).map(([held2, count]) => `${pieceName(game, held2)} ${count}`);
    if (held.length) placed.push(t("command.hand", { pieces: held.join(", ") }));
    return `${colorName(color)}: ${placed.join(", ") || t("command.none")}`;
  });
  return sides.join(". ");
}
function scanText({ node, game }, line) {
  if (!line || !/^(\d+|\d*[a-k])$/.test(line)) return t("command.scan");
  const isFile = /^\d+$/.test(line);
  const number = isFile ? Number(line) : rankOf(line);
  const found = [...piecesOnBoard(node.sfen, game.files)].filter(([square]) => (isFile ? fileOf(square) : rankOf(square)) === number).map(([square, { color, kind }]) => `${squareName(square)} ${colorName(color)} ${pieceName(game, kind)}`);
  return found.join(", ") || t("command.none");
}
function movesText(ctrl, square) {
  const { game, node } = ctrl;
  if (!square || !kindAt(ctrl, square)) return t("command.moves");
  const moves = ctrl.position?.moves.filter((move3) => move3.from === square) ?? [];
  return describeDestinations(game, node.sfen, square, [...new Set(moves.map((move3) => move3.to))]);
}

// src/model/new-game-form.ts
var initialForm = (game, level) => ({ game, start: "start", players: { black: { kind: "human" }, white: { kind: "engine", level } }, hasClock: false, time: { black: { minutes: 10, increment: 0, byoyomi: 30 }, white: { minutes: 10, increment: 0, byoyomi: 30 } } });

// src/model/win-streaks.ts
var WINS_BEFORE_NEXT_LEVEL = 3;
var KEY2 = "kawari.win-streaks";
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY2) ?? "{}");
  } catch {
    return {};
  }
}
function countResult(game, level, isWin) {
  const streaks = load();
  const earlier = streaks[game]?.level === level ? streaks[game].wins : 0;
  const wins = isWin ? earlier + 1 : 0;
  try {
    localStorage.setItem(KEY2, JSON.stringify({ ...streaks, [game]: { level, wins } }));
  } catch {
  }
  return wins;
}

// src/move-input.ts
function normalize(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[\s☗☖▲△▼▽]/g, "").replace(/十一|[一二三四五六七八九十]/g, (rank) => rank === "十一" ? "11" : String("〇一二三四五六七八九十".indexOf(rank))).replaceAll("龍", "竜").replaceAll("王", "玉");
}
var writtenForms = (move3, game, previous) => NOTATIONS.flatMap((notation) => [previous, null].map((before) => normalize(formatMove(move3, game, notation, before))));
function lenientForms(move3, game, previous) {
  const to = numericSquare(move3.to);
  const from = move3.from ? numericSquare(move3.from) : "";
  if (game.family === "hasami") return [to, `${to}(${from})`, `${from}${to}`];
  const squares = previous?.to === move3.to ? [to, "同", `同${to}`, `${to}同`] : [to];
  const pieces = [kanjiOf(game, move3.piece), pieceName(game, move3.piece, "ja")].map(normalize);
  const turns = move3.turn ? ["", "成", "反"] : move3.record.endsWith("=") ? ["", "不成", "生", "不反"] : [""];
  const origins = from ? ["", `(${from})`] : ["", "打"];
  const flips = move3.counterFlip ? ["", "返"] : [""];
  const forms = squares.flatMap((square) => pieces.map((piece) => square + piece));
  return forms.flatMap((form) => turns.flatMap((turn) => origins.flatMap((origin) => flips.flatMap((flip) => [`${form}${turn}${origin}${flip}`, `${form}${origin}${turn}${flip}`]))));
}
function matchingMoves(typed, moves, game, previous) {
  const text = normalize(typed);
  const exact = moves.filter((move3) => writtenForms(move3, game, previous).includes(text));
  if (exact.length) return exact;
  const withoutCaptures = game.family === "hasami" ? text.replace(/取.*/, "") : text;
  const found = moves.filter((move3) => lenientForms(move3, game, previous).includes(withoutCaptures));
  const boardMoves = found.filter((move3) => move3.from);
  return boardMoves.length ? boardMoves : found;
}
function toServerMove(typed) {
  const text = typed.normalize("NFKC");
  if (/^[ -~]*$/.test(text)) return { word: text };
  return { code: /^(\d\d|同)/.test(normalize(typed)) ? "move/illegal" : "move/syntax" };
}
function unambiguousMove(move3, game) {
  if (lang() !== "ja") return move3.usi;
  const text = formatMove(move3, game, "japanese", null);
  return move3.from && !text.includes("(") ? `${text}(${numericSquare(move3.from)})` : text;
}

// src/play/rules.ts
var cache = /* @__PURE__ */ new WeakMap();
function gameRules(game) {
  const known = cache.get(game);
  if (known) return known;
  const fetched = api.rules(game.name);
  cache.set(game, fetched);
  fetched.catch(() => cache.delete(game));
  return fetched;
}

// src/play/definition-editor.ts
var CHECK_DELAY = 300;
var DefinitionEditor = class {
  text = "";
  errors = [];
  name = null;
  isChecked = false;
  host;
  timer = 0;
  constructor(host) {
    this.host = host;
  }
  setText(text) {
    this.text = text;
    this.isChecked = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), CHECK_DELAY);
    this.host.redraw();
  }
  async check() {
    clearTimeout(this.timer);
    const { text } = this;
    try {
      const { errors, name } = await api.check(text);
      if (text !== this.text) return false;
      Object.assign(this, { errors, name, isChecked: true });
    } catch (error) {
      this.host.showError(error);
      return false;
    }
    this.host.redraw();
    return !this.errors.length;
  }
  async edit(game) {
    try {
      this.setText(editableText(game, await gameRules(game)));
      this.host.openDialog("definition");
    } catch (error) {
      this.host.showError(error);
    }
  }
  async openFile(file) {
    if (!file) return;
    const limit = this.host.games.limits.definition;
    if (file.size > limit) return this.host.notify(t("error.too-large", { limit }), "error");
    this.setText((await file.text()).replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
    await this.play();
  }
  async play() {
    if (await this.check()) this.host.confirmIfPlaying(() => void this.load());
    else this.host.openDialog("definition");
  }
  remove(name) {
    removeDefinition(name);
    this.host.removeGame(name);
    this.host.notify(t("definition.removed", { name }), "info");
  }
  async load() {
    const { host, text } = this;
    try {
      const game = await api.load(text);
      if (!storeDefinition(game.name, text)) host.notify(t("definition.not-stored"), "error");
      host.addGame(game);
      await host.chooseGame(game);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "definition")) return host.showError(error);
      const { line, column, key } = error.args;
      this.errors = [{ line: Number(line), column: Number(column), key: String(key), message: error.message }];
      host.openDialog("definition");
    }
  }
};

// src/play/game-report.ts
var GameReport = class {
  progress = null;
  host;
  search = null;
  constructor(host) {
    this.host = host;
  }
  async run(line) {
    const last = line.at(-1);
    if (!last) return;
    this.stop();
    const search = new AbortController();
    this.search = search;
    this.progress = { done: 0, of: line.length };
    const analysed = [];
    const { reportTime, threads, hash } = this.host.settings;
    const request2 = { ...this.host.lineTo(last), limits: { movetime: reportTime }, threads, hash };
    try {
      await api.analyse(request2, (item) => {
        if (item.type !== "position" || this.search !== search) return;
        analysed[item.ply] = item;
        this.progress = { done: item.done, of: line.length };
        line.forEach((node, ply) => evaluateNode(node, analysed[ply - 1], analysed[ply]));
        this.host.redraw();
      }, search.signal);
      const { explainMistakes } = await import("./chunks/mistakes-VGOXUY7A.js");
      if (this.search === search) await explainMistakes(this.host, line);
    } catch (error) {
      if (!isAbort(error)) this.host.showError(error);
    }
    if (this.search !== search) return this.host.saveAndRedraw();
    this.stop();
    this.host.onReportEnd();
  }
  stop() {
    this.search?.abort();
    this.search = null;
    this.progress = null;
  }
};
function glyphFor(loss) {
  if (loss >= 0.6) return "??";
  if (loss >= 0.3) return "?";
  return loss >= 0.15 ? "?!" : null;
}
function scoreOf(analysed) {
  if (analysed.score) return analysed.score;
  if (!analysed.outcome) return null;
  const { winner } = analysed.outcome;
  return winner ? { mate: winner === "black" ? 1 : -1 } : { cp: 0 };
}
function evaluateNode(node, before, after) {
  const score = after && scoreOf(after);
  if (!after || !score) return;
  const evaluation = { score, depth: after.depth, best: null, glyph: null };
  node.evaluation = evaluation;
  const scoreBefore = before && scoreOf(before);
  if (!before || !scoreBefore || !node.parent || before.best?.usi === node.move?.usi) return;
  const sign = node.parent.turn === "black" ? 1 : -1;
  const glyph = glyphFor(sign * (winningChances(scoreBefore) - winningChances(score)));
  const lines = glyph ? { lines: { played: after.pv, best: before.pv } } : {};
  node.evaluation = { ...evaluation, best: before.best, glyph, ...lines };
}

// src/controller.ts
var Controller = class {
  games;
  settings = loadSettings();
  game;
  start = null;
  tree;
  node;
  match = null;
  orientation = "black";
  analysis;
  report;
  editor = null;
  learning = null;
  training = null;
  importExport;
  definition;
  board = null;
  focusedSquare = null;
  newGameForm;
  isConfirmingResign = false;
  isConfirmingDraw = false;
  winStreak = null;
  dialog = null;
  confirmation = null;
  hasTokenRetryFailed = false;
  showsOpenings = false;
  choice = null;
  hint = null;
  isAwaitingEngine = false;
  rulesGame = null;
  returnsToNewGame = false;
  notice = null;
  announcement = "";
  hoveredMove = null;
  redraw = () => void 0;
  noticeTimer = 0;
  constructor(games) {
    this.games = games;
    const first = games.games[0];
    if (!first) throw new Error("expected at least one game in /api/games, found none");
    this.game = first;
    this.tree = new Tree({ sfen: first.start, turn: "black", check: false, outcome: null });
    this.node = this.tree.root;
    this.analysis = new Analysis(this);
    this.report = new GameReport(this);
    this.importExport = new ImportExport(this);
    this.definition = new DefinitionEditor(this);
    this.newGameForm = initialForm(first.name, games.limits.level);
  }
  get displayedGame() {
    return this.editor?.game ?? this.game;
  }
  displayedSfen() {
    return this.editor?.sfen ?? this.node.sfen;
  }
  get position() {
    return this.node.position;
  }
  lineTo(node) {
    return { game: this.game.name, ...this.start ? { start: this.start } : {}, moves: movesTo(node) };
  }
  addGame(game) {
    const { games } = this.games;
    const index = games.findIndex((one) => one.name === game.name);
    games.splice(index < 0 ? games.length : index, 1, game);
  }
  removeGame(name) {
    const { games } = this.games;
    games.splice(0, games.length, ...games.filter((game) => game.name !== name));
    this.redraw();
  }
  chooseGame(game) {
    return showGame(this, game.name);
  }
  hasGame(name) {
    return this.games.games.some((game) => game.name === name);
  }
  gameByName(name) {
    return this.games.games.find((game) => game.name === name) ?? this.game;
  }
  openTree(game, start6, tree, node) {
    storeAbandonedGame(this);
    this.match?.halt();
    this.match = null;
    this.report.stop();
    this.analysis.stop();
    this.learning?.stop();
    this.learning = null;
    this.editor = this.training = null;
    this.dialog = this.choice = this.hint = this.confirmation = null;
    this.isConfirmingResign = this.returnsToNewGame = false;
    this.winStreak = null;
    this.game = this.gameByName(game);
    this.start = start6 === this.game.start ? null : start6;
    this.tree = tree;
    if (this.rulesGame) this.rulesGame = this.game.name;
    this.goTo(node);
  }
  endOfLine(node) {
    const { match } = this;
    return match && pathTo(match.live).includes(node) ? match.live : lastNode(node);
  }
  goTo(node) {
    this.node = node;
    this.choice = this.hint = null;
    this.isConfirmingDraw = false;
    this.hoveredMove = null;
    this.analysis.follow(node);
    if (!node.position) void this.fetchPosition(node);
    this.redraw();
  }
  async fetchPosition(node) {
    try {
      node.position = await api.position(this.lineTo(node));
      if (this.node === node) this.redraw();
    } catch (error) {
      this.showError(error);
    }
  }
  step(direction) {
    const { node } = this;
    const siblings = node.parent?.children ?? [];
    const index = siblings.indexOf(node);
    const targets = { first: this.tree.root, back: node.parent, forward: node.children[0], last: lastNode(node), down: siblings[index + 1], up: siblings[index - 1] };
    const target = targets[direction];
    if (!target || target === node) return;
    if (direction === "forward") this.playMoveSound(target);
    this.goTo(target);
    this.announce(target.move ? describeMove(this.game, target.move, opposite(target.turn)) : t("announce.start"));
  }
  movableColor() {
    if (this.choice || this.editor) return null;
    if (this.training) return this.training.movableColor();
    if (this.learning) return this.learning.canMove ? this.node.turn : null;
    if (this.match?.running && this.node === this.match.live) return this.match.isPersonToMove() ? this.node.turn : null;
    if (this.match?.running && !this.analysis.enabled) return null;
    return this.node.turn;
  }
  legalMoves() {
    return this.movableColor() ? this.position?.moves ?? [] : [];
  }
  playOrChoose(moves) {
    const [only, second] = moves;
    if (only && !second) void this.playMove(only);
    else if (only) this.choice = { moves, to: only.to };
    this.redraw();
  }
  cancelChoice() {
    this.choice = null;
    this.redraw();
  }
  async playMove(move3) {
    this.choice = null;
    try {
      if (this.training) await this.training.play(move3);
      else if (this.learning) await this.learning.tryMove(move3);
      else if (this.match?.running && this.node === this.match.live) await this.match.playPersonMove(move3);
      else await this.appendMove(this.node, move3);
    } catch (error) {
      this.showError(error);
    }
  }
  async appendMove(from, move3, best) {
    const wasDisplayed = this.node === from;
    const line = this.lineTo(from);
    const tree = this.tree;
    const position = best?.position ?? await api.position({ ...line, moves: [...line.moves, move3.usi] });
    const node = tree.add(from, move3, { ...position, position });
    if (tree !== this.tree) return node;
    if (this.match?.running && this.match.live === from) tree.promote(node);
    if (wasDisplayed) this.goTo(node);
    this.board?.sync();
    this.announce(describeMove(this.game, move3, from.turn) + (node.check ? ` ${t("announce.check")}` : ""));
    this.playMoveSound(node);
    this.saveAndRedraw();
    return node;
  }
  async playLine(usiMoves) {
    const from = this.node;
    const line = this.lineTo(from);
    try {
      const { steps } = await api.line({ ...line, moves: [...line.moves, ...usiMoves] });
      let at = from;
      for (const step2 of steps.slice(line.moves.length + 1)) if (step2.move) at = this.tree.add(at, step2.move, step2);
      this.goTo(at);
      this.saveAndRedraw();
    } catch (error) {
      this.showError(error);
    }
  }
  answerCommand(text, focused = null) {
    const answer = answerCommand(this, text, focused);
    if (answer === null) return false;
    this.announce(answer);
    this.notify(answer);
    return true;
  }
  async playTypedMove(text) {
    if (this.answerCommand(text)) return true;
    this.choice = null;
    try {
      await this.playMove(await this.parseMove(text));
      return true;
    } catch (error) {
      this.showError(error);
      return false;
    }
  }
  async parseMove(text) {
    if (!this.movableColor()) throw new ApiError("move/not-now", this.notYourTurnText());
    if (!this.position) await this.fetchPosition(this.node);
    const legal = this.legalMoves();
    if (this.position?.outcome && !legal.length) throw new ApiError("move/game-over", text, { word: text });
    const [only, second, ...rest] = matchingMoves(text, legal, this.game, this.node.move);
    if (only && !second) return only;
    if (only && second) {
      const moves = [only, second, ...rest].map((move3) => unambiguousMove(move3, this.game)).join(", ");
      throw new ApiError("move/one-of", text, { word: text, moves });
    }
    const parsed = toServerMove(text);
    if ("code" in parsed) throw new ApiError(parsed.code, text, { word: text });
    return api.word(this.lineTo(this.node), parsed.word);
  }
  async explainRejection(usi) {
    try {
      await api.word(this.lineTo(this.node), usi);
    } catch (error) {
      const reason = error instanceof ApiError ? error.args.reason : null;
      if (reason && !["movement", "not-orthogonal", "not-straight"].includes(String(reason))) this.showError(error);
    }
  }
  notYourTurnText() {
    const { match, node } = this;
    if (match?.running && node !== match.live) return t("status.other-position");
    return t(match?.paused ? "status.paused" : "status.not-yours");
  }
  takeBack() {
    if (this.training) return this.training.retry();
    const target = this.match?.takeBackTarget();
    if (!target || !this.match) return;
    this.match.returnTo(target);
    this.goTo(target);
    this.announce(t("announce.takeback"));
    this.saveAndRedraw();
  }
  declareWin() {
    const win = this.position?.declaration;
    if (win && this.match?.isPersonToMove()) this.match.finish({ winner: win.winner, reason: "declaration" });
  }
  onGameEnd(end3) {
    const { live } = this.match ?? { live: this.node };
    if (this.match) this.countWin(this.match, end3);
    this.announce(describeEnd(end3, live.sfen, this.match?.personColor() ?? null));
    if (this.settings.sound) play("end", this.settings.volume);
    storeGame(this);
    this.saveAndRedraw();
  }
  countWin(match, end3) {
    const person = match.personColor();
    const engine = person && match.players[opposite(person)];
    if (!engine || engine.kind !== "engine" || match.isCounted) return;
    match.isCounted = true;
    const { level } = engine;
    const wins = countResult(this.game.name, level, end3.winner === person);
    const hasNext = level < this.games.limits.levels;
    this.winStreak = wins >= WINS_BEFORE_NEXT_LEVEL && hasNext ? { level, wins } : null;
  }
  flip() {
    this.orientation = opposite(this.orientation);
    this.redraw();
  }
  swapSides() {
    this.match?.swapSides();
    if (!this.match?.hasTwoEngines()) this.flip();
    this.saveAndRedraw();
  }
  setPlayer(color, player) {
    this.match?.setPlayers({ ...this.match.players, [color]: player });
    this.saveAndRedraw();
  }
  setConfirmingResign(isConfirming) {
    this.isConfirmingResign = isConfirming;
    this.redraw();
  }
  setConfirmingDraw(isConfirming) {
    this.isConfirmingDraw = isConfirming;
    this.redraw();
  }
  confirmIfPlaying(action) {
    const match = this.training?.suspendedMatch ?? this.match;
    if (!match?.running || !match.live.parent) return action();
    const [text, yes, no] = [t("confirm.end-game"), t("confirm.end-game.yes"), t("confirm.end-game.no")];
    this.confirm({ text, yes, no, action });
  }
  confirm(confirmation) {
    this.confirmation = confirmation;
    this.redraw();
  }
  answerConfirmation(yes) {
    const { confirmation } = this;
    this.confirmation = null;
    if (yes) confirmation?.action();
    this.redraw();
  }
  promote(node) {
    if (this.match?.running) return;
    this.tree.promote(node);
    this.saveAndRedraw();
  }
  remove(node) {
    if (this.match?.running && isOnMainLine(node)) return;
    const parent = node.parent ?? this.tree.root;
    this.tree.remove(node);
    if (!this.tree.byId(this.node.id)) this.goTo(parent);
    this.saveAndRedraw();
  }
  setComment(node, text) {
    node.comment = text;
    this.saveAndRedraw();
  }
  onReportEnd() {
    if (!this.match?.running) storeGame(this);
    this.saveAndRedraw();
  }
  changeSettings(change) {
    const restartsSearch = ["lines", "threads", "hash"].some((key) => key in change);
    this.settings = withChange(this.settings, change);
    if (change.lang) void setLanguage(change.lang).then(() => this.redraw());
    saveSettings(this.settings);
    if (restartsSearch && this.analysis.enabled) this.analysis.restart(this.node);
    this.redraw();
  }
  showRules(game) {
    this.rulesGame = game;
    if (!game && this.returnsToNewGame) this.openDialog("new");
    this.redraw();
  }
  showRulesFromNewGame(game) {
    this.dialog = null;
    this.returnsToNewGame = true;
    this.showRules(game);
  }
  pressSquare(square) {
    if (this.editor) this.editor.pressSquare(square);
    else this.board?.pressSquare(square);
  }
  cancelSelection() {
    if (!this.board?.hasSelection) return;
    this.board.unselect();
    this.announce(t("announce.deselected"));
    this.redraw();
  }
  openDialog(dialog) {
    if (dialog === "new" && this.newGameForm.game !== this.game.name && !this.dialog && !this.returnsToNewGame) this.newGameForm = { ...this.newGameForm, game: this.game.name, start: "start" };
    this.returnsToNewGame = this.hasTokenRetryFailed = false;
    this.dialog = dialog;
    this.redraw();
  }
  saveAndRedraw() {
    if (!this.training) {
      saveSession(this);
      saveFriendGame(this);
    }
    this.redraw();
  }
  playMoveSound(node) {
    if (!this.settings.sound || !node.move) return;
    const sound = node.move.turn ? "flip" : node.move.captures.length ? "capture" : "move";
    play(node.check ? "check" : sound, this.settings.volume);
  }
  announce(text) {
    this.announcement = text;
  }
  notify(text, kind = "info") {
    clearTimeout(this.noticeTimer);
    this.notice = { text, kind };
    this.noticeTimer = window.setTimeout(() => this.dismissNotice(), 8e3);
    this.redraw();
  }
  dismissNotice() {
    this.notice = null;
    this.redraw();
  }
  showError(error) {
    if (error instanceof ApiError && error.code === "token") return this.openDialog("token");
    this.notify(error instanceof ApiError ? this.describeError(error) : String(error), "error");
  }
  describeError(error) {
    const reason = error.code === "move/illegal" ? describeRejection(this.game, error) : null;
    return reason ?? errorText(error);
  }
  async copyText(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.notify(t("copied"));
    } catch {
      this.notify(text);
    }
  }
  async retryToken() {
    try {
      await api.status();
      this.onTokenAccepted();
    } catch (error) {
      this.showError(error);
      this.hasTokenRetryFailed = true;
    }
    this.redraw();
  }
  onTokenAccepted() {
    if (this.dialog !== "token") return;
    this.openDialog(null);
    this.goTo(this.node);
    if (this.match?.paused && !this.match.clock && !this.match.hasTwoEngines()) this.match.resume();
  }
};

// src/actions/training.ts
var isLoading = false;
async function openTraining(ctrl, tab, game) {
  if (isLoading) return;
  isLoading = true;
  try {
    const { Training } = await import("./chunks/training-D4BWKYMZ.js");
    markOpened(game);
    ctrl.training?.close();
    ctrl.editor = ctrl.dialog = null;
    new Training(ctrl, tab, game);
  } catch (error) {
    ctrl.showError(error);
  }
  isLoading = false;
}
function toggleTraining(ctrl) {
  if (ctrl.training) ctrl.training.close();
  else void openTraining(ctrl, "lessons", ctrl.displayedGame.name);
}

// src/input.ts
var OWN_KEYS = "input, textarea, select, dialog, .choice, [contenteditable]";
var TEXT_FIELD = "input, textarea";
var SQUARE = "[role=gridcell]";
var REVEALING_KEYS = /^(Arrow\w+|[ahu])$/;
function runShortcut(ctrl, event) {
  if (ctrl.learning && REVEALING_KEYS.test(event.key)) return false;
  switch (event.key) {
    case "ArrowLeft":
      ctrl.step("back");
      break;
    case "ArrowRight":
      ctrl.step("forward");
      break;
    case "ArrowUp":
      ctrl.step(event.shiftKey ? "up" : "first");
      break;
    case "ArrowDown":
      ctrl.step(event.shiftKey ? "down" : "last");
      break;
    case "/":
      document.querySelector("input[name=entry]")?.focus();
      break;
    case "f":
      ctrl.flip();
      break;
    case "a":
      if (!ctrl.training) ctrl.analysis.toggle(ctrl.node);
      break;
    case "h":
      if (ctrl.training) ctrl.training.hint();
      else if (ctrl.movableColor()) void requestHint(ctrl);
      break;
    case "t":
      if (!ctrl.training) void requestThreat(ctrl);
      break;
    case "u":
      ctrl.takeBack();
      break;
    case "d":
      toggleDrawing(ctrl);
      break;
    case "n":
      ctrl.openDialog("new");
      break;
    case "r":
      ctrl.showRules(ctrl.rulesGame ? null : ctrl.game.name);
      break;
    case "e":
      toggleTraining(ctrl);
      break;
    case "?":
      ctrl.openDialog("keys");
      break;
    case "Escape":
      if (ctrl.returnsToNewGame) ctrl.showRules(null);
      else if (ctrl.board?.isDrawing) toggleDrawing(ctrl);
      else ctrl.cancelSelection();
      break;
    default:
      return ctrl.answerCommand(event.key, focusedSquare(event));
  }
  return true;
}
var focusedSquare = ({ target }) => target.closest(SQUARE)?.dataset["square"] ?? null;
var squareBeforeField = null;
function leaveField(field) {
  field.blur();
  squareBeforeField?.focus();
}
function bindKeys(ctrl) {
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    if (target.matches(TEXT_FIELD)) squareBeforeField = relatedTarget?.closest(SQUARE) ?? null;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ctrl.dialog || ctrl.confirmation) return;
    const target = event.target;
    if (event.key === "Escape" && !event.isComposing && target.matches(TEXT_FIELD)) return leaveField(target);
    if (ctrl.editor || target.closest(OWN_KEYS)) return;
    const scrolls = target.closest(".moves, .rules") && /^Arrow(Up|Down)$/.test(event.key) && !event.shiftKey;
    if (!scrolls && runShortcut(ctrl, event)) event.preventDefault();
  });
}
function bindFileDrop(ctrl) {
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file && /\.toml$/i.test(file.name)) void ctrl.definition.openFile(file);
    else void ctrl.importExport.importFile(file);
  });
}

// src/play/editor.ts
var SYNTAX_ERROR = /^sfen\/(field-count|rank-count|rank-length|piece|side|hand|move-number)$/;
var rankLetter = (rank) => String.fromCharCode(97 + rank);
var Editor = class {
  game;
  pieces = /* @__PURE__ */ new Map();
  hands = { black: /* @__PURE__ */ new Map(), white: /* @__PURE__ */ new Map() };
  turn = "black";
  tool = "move";
  selectedSquare = null;
  position = null;
  error = null;
  host;
  requestId = 0;
  constructor(game, sfen, host) {
    this.host = host;
    this.game = game;
    this.loadSfen(sfen);
  }
  loadSfen(sfen) {
    this.pieces = piecesOnBoard(sfen, this.game.files);
    this.hands = { black: piecesInHand(sfen, "black"), white: piecesInHand(sfen, "white") };
    this.turn = parseSfen(sfen).turn;
    this.onChange();
  }
  async loadTypedSfen(sfen) {
    const id = ++this.requestId;
    try {
      await api.sfen(this.game.name, sfen);
    } catch (error) {
      if (id !== this.requestId) return;
      if (!(error instanceof ApiError) || SYNTAX_ERROR.test(error.code)) {
        this.position = null;
        this.error = error instanceof ApiError ? errorText(error) : String(error);
        this.host.redraw();
        return;
      }
    }
    if (id === this.requestId) this.loadSfen(sfen);
  }
  get sfen() {
    const rows = [];
    for (let rank = 0; rank < this.game.ranks; rank++) {
      let row = "";
      let empty = 0;
      for (let file = this.game.files; file >= 1; file--) {
        const piece = this.pieces.get(`${file}${rankLetter(rank)}`);
        if (!piece) {
          empty++;
          continue;
        }
        row += `${empty || ""}${sfenPiece(piece.color, piece.kind)}${piece.marked ? "!" : ""}`;
        empty = 0;
      }
      rows.push(row + (empty || ""));
    }
    return `${rows.join("/")} ${this.turn === "black" ? "b" : "w"} ${this.sfenHands()} 1`;
  }
  sfenHands() {
    const side = (color) => this.game.hand.map((kind) => {
      const count = this.hands[color].get(kind) ?? 0;
      return count ? `${count > 1 ? count : ""}${sfenPiece(color, kind)}` : "";
    }).join("");
    return side("black") + side("white") || "-";
  }
  pressSquare(square) {
    const piece = this.pieces.get(square);
    const { tool } = this;
    if (tool === "move") return this.selectOrMove(square);
    if (tool === "remove") this.pieces.delete(square);
    else if (tool === "mark") {
      if (piece) this.pieces.set(square, { ...piece, marked: !piece.marked });
    } else if (piece?.color === tool.put.color && piece.kind === tool.put.kind) this.pieces.delete(square);
    else this.pieces.set(square, { ...tool.put, marked: false });
    this.onChange();
  }
  selectOrMove(square) {
    if (!this.selectedSquare) this.selectedSquare = this.pieces.has(square) ? square : null;
    else {
      if (this.selectedSquare !== square) this.movePiece(this.selectedSquare, square);
      this.selectedSquare = null;
    }
    this.host.redraw();
  }
  movePiece(from, to) {
    const piece = this.pieces.get(from);
    if (!piece) return;
    this.pieces.delete(from);
    this.pieces.set(to, piece);
    this.onChange();
  }
  setPieces(pieces, hands2) {
    const before = this.pieces;
    this.pieces = /* @__PURE__ */ new Map();
    for (const [square, { color, role }] of pieces) {
      const piece = { color: color === "sente" ? "black" : "white", kind: kindOf(role) };
      const old = before.get(square);
      const marked = old?.marked === true && old.color === piece.color && old.kind === piece.kind;
      this.pieces.set(square, { ...piece, marked });
    }
    for (const color of ["black", "white"]) this.hands[color] = new Map([...hands2.get(color === "black" ? "sente" : "gote") ?? []].map(([role, count]) => [kindOf(role), count]));
    this.onChange();
  }
  changeHand(color, kind, by) {
    const count = Math.max(0, (this.hands[color].get(kind) ?? 0) + by);
    this.hands[color].set(kind, count);
    this.onChange();
  }
  setTurn(turn) {
    this.turn = turn;
    this.onChange();
  }
  setTool(tool) {
    this.tool = tool;
    this.selectedSquare = null;
    this.host.redraw();
  }
  clear() {
    for (const [square, piece] of this.pieces) if (!this.game.pieces.find((one) => one.kind === piece.kind)?.royal) this.pieces.delete(square);
    this.hands = { black: /* @__PURE__ */ new Map(), white: /* @__PURE__ */ new Map() };
    this.onChange();
  }
  onChange() {
    void this.validate(++this.requestId);
    this.host.redraw();
  }
  async validate(id) {
    let position = null;
    let message = null;
    try {
      position = await api.sfen(this.game.name, this.sfen);
    } catch (error) {
      message = error instanceof ApiError ? errorText(error) : String(error);
    }
    if (id !== this.requestId) return;
    this.position = position;
    this.error = message;
    this.host.redraw();
  }
};
var sfenPiece = (color, kind) => color === "black" ? kind : kind.toLowerCase();

// src/actions/editor.ts
function toggleEditor(ctrl) {
  if (ctrl.editor) return closeEditor(ctrl);
  if (ctrl.match?.running) ctrl.match.pause();
  ctrl.analysis.stop();
  ctrl.learning?.close();
  ctrl.choice = null;
  ctrl.editor = new Editor(ctrl.game, ctrl.node.sfen, ctrl);
  ctrl.redraw();
}
function editGame(ctrl, name) {
  const game = ctrl.gameByName(name);
  ctrl.editor = new Editor(game, game.start, ctrl);
  ctrl.redraw();
}
function closeEditor(ctrl) {
  ctrl.editor = null;
  ctrl.goTo(ctrl.node);
}
function analyseEdited(ctrl) {
  const position = ctrl.editor?.position;
  if (position) openBoard(ctrl, position.game, position.sfen);
}
function playEdited(ctrl) {
  const position = ctrl.editor?.position;
  if (!position) return;
  ctrl.confirmIfPlaying(async () => {
    await setUpBoard(ctrl, { game: position.game, start: position.sfen, players: TWO_PEOPLE, time: null }, false);
    ctrl.newGameForm = { ...ctrl.newGameForm, game: ctrl.game.name, start: ctrl.start ? "here" : "start" };
    ctrl.openDialog("new");
  });
}

// node_modules/shogiground/esm/constants.js
var colors = ["sente", "gote"];
var files = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];
var ranks = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
var allKeys = Array.prototype.concat(...ranks.map((r) => files.map((f) => f + r)));

// node_modules/shogiground/esm/util.js
var pos2key = (pos) => allKeys[pos[0] + 16 * pos[1]];
var key2pos = (k) => {
  if (k.length > 2) return [k.charCodeAt(1) - 39, k.charCodeAt(2) - 97];
  else return [k.charCodeAt(0) - 49, k.charCodeAt(1) - 97];
};
function memo(f) {
  let v;
  const ret = () => {
    if (v === void 0) v = f();
    return v;
  };
  ret.clear = () => {
    v = void 0;
  };
  return ret;
}
function callUserFunction(f, ...args) {
  if (f) setTimeout(() => f(...args), 1);
}
var opposite2 = (c) => c === "sente" ? "gote" : "sente";
var sentePov = (o) => o === "sente";
var distanceSq = (pos1, pos2) => {
  const dx = pos1[0] - pos2[0], dy = pos1[1] - pos2[1];
  return dx * dx + dy * dy;
};
var samePiece = (p1, p2) => p1.role === p2.role && p1.color === p2.color;
var posToTranslateBase = (pos, dims, asSente, xFactor, yFactor) => [(asSente ? dims.files - 1 - pos[0] : pos[0]) * xFactor, (asSente ? pos[1] : dims.ranks - 1 - pos[1]) * yFactor];
var posToTranslateAbs = (dims, bounds) => {
  const xFactor = bounds.width / dims.files, yFactor = bounds.height / dims.ranks;
  return (pos, asSente) => posToTranslateBase(pos, dims, asSente, xFactor, yFactor);
};
var posToTranslateRel = (dims) => (pos, asSente) => posToTranslateBase(pos, dims, asSente, 100, 100);
var translateAbs = (el2, pos, scale) => {
  el2.style.transform = `translate(${pos[0]}px,${pos[1]}px) scale(${scale}`;
};
var translateRel = (el2, percents, scaleFactor, scale) => {
  el2.style.transform = `translate(${percents[0] * scaleFactor}%,${percents[1] * scaleFactor}%) scale(${scale || scaleFactor})`;
};
var setDisplay = (el2, v) => {
  el2.style.display = v ? "" : "none";
};
var eventPosition = (e) => {
  var _a;
  if (e.clientX || e.clientX === 0) return [e.clientX, e.clientY];
  if ((_a = e.targetTouches) === null || _a === void 0 ? void 0 : _a[0]) return [e.targetTouches[0].clientX, e.targetTouches[0].clientY];
  return;
};
var isRightButton = (e) => e.buttons === 2 || e.button === 2;
var isMiddleButton = (e) => e.buttons === 4 || e.button === 1;
var createEl = (tagName, className) => {
  const el2 = document.createElement(tagName);
  if (className) el2.className = className;
  return el2;
};
function pieceNameOf(piece) {
  return `${piece.color} ${piece.role}`;
}
function isPieceNode(el2) {
  return el2.tagName === "PIECE";
}
function isSquareNode(el2) {
  return el2.tagName === "SQ";
}
function computeSquareCenter(key, asSente, dims, bounds) {
  const pos = key2pos(key);
  if (asSente) {
    pos[0] = dims.files - 1 - pos[0];
    pos[1] = dims.ranks - 1 - pos[1];
  }
  return [bounds.left + bounds.width * pos[0] / dims.files + bounds.width / (dims.files * 2), bounds.top + bounds.height * (dims.ranks - 1 - pos[1]) / dims.ranks + bounds.height / (dims.ranks * 2)];
}
function domSquareIndexOfKey(key, asSente, dims) {
  const pos = key2pos(key);
  let index = dims.files - 1 - pos[0] + pos[1] * dims.files;
  if (!asSente) index = dims.files * dims.ranks - 1 - index;
  return index;
}
function isInsideRect(rect, pos) {
  return rect.left <= pos[0] && rect.top <= pos[1] && rect.left + rect.width > pos[0] && rect.top + rect.height > pos[1];
}
function getKeyAtDomPos(pos, asSente, dims, bounds) {
  let file = Math.floor(dims.files * (pos[0] - bounds.left) / bounds.width);
  if (asSente) file = dims.files - 1 - file;
  let rank = Math.floor(dims.ranks * (pos[1] - bounds.top) / bounds.height);
  if (!asSente) rank = dims.ranks - 1 - rank;
  return file >= 0 && file < dims.files && rank >= 0 && rank < dims.ranks ? pos2key([file, rank]) : void 0;
}
function getHandPieceAtDomPos(pos, roles, bounds) {
  for (const color of colors) {
    for (const role of roles) {
      const piece = { color, role }, pieceRect = bounds.get(pieceNameOf(piece));
      if (pieceRect && isInsideRect(pieceRect, pos)) return piece;
    }
  }
  return;
}
function posOfOutsideEl(left, top, asSente, dims, boardBounds) {
  const sqW = boardBounds.width / dims.files, sqH = boardBounds.height / dims.ranks;
  if (!sqW || !sqH) return;
  let xOff = (left - boardBounds.left) / sqW;
  if (asSente) xOff = dims.files - 1 - xOff;
  let yOff = (top - boardBounds.top) / sqH;
  if (!asSente) yOff = dims.ranks - 1 - yOff;
  return [xOff, yOff];
}

// node_modules/shogiground/esm/hands.js
function addToHand(s, piece, cnt = 1) {
  const hand = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role;
  if (hand && s.hands.roles.includes(role)) hand.set(role, (hand.get(role) || 0) + cnt);
}
function removeFromHand(s, piece, cnt = 1) {
  const hand = s.hands.handMap.get(piece.color), role = (s.hands.roles.includes(piece.role) ? piece.role : s.promotion.unpromotesTo(piece.role)) || piece.role, num = hand === null || hand === void 0 ? void 0 : hand.get(role);
  if (hand && num) hand.set(role, Math.max(num - cnt, 0));
}
function renderHand(s, handEl) {
  var _a;
  handEl.classList.toggle("promotion", !!s.promotion.current);
  let wrapEl = handEl.firstElementChild;
  while (wrapEl) {
    const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor }, num = ((_a = s.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0, isSelected = !!s.selectedPiece && samePiece(piece, s.selectedPiece) && !s.droppable.spare;
    wrapEl.classList.toggle("selected", (s.activeColor === "both" || s.activeColor === s.turnColor) && isSelected);
    wrapEl.classList.toggle("preselected", s.activeColor !== "both" && s.activeColor !== s.turnColor && isSelected);
    wrapEl.classList.toggle("last-dest", s.highlight.lastDests && !!s.lastPiece && samePiece(piece, s.lastPiece));
    wrapEl.classList.toggle("drawing", !!s.drawable.piece && samePiece(s.drawable.piece, piece));
    wrapEl.classList.toggle("current-pre", !!s.predroppable.current && samePiece(s.predroppable.current.piece, piece));
    wrapEl.dataset.nb = num.toString();
    wrapEl = wrapEl.nextElementSibling;
  }
}

// node_modules/shogiground/esm/board.js
function toggleOrientation(state) {
  state.orientation = opposite2(state.orientation);
  state.animation.current = state.draggable.current = state.promotion.current = state.hovered = state.selected = state.selectedPiece = void 0;
}
function reset(state) {
  unselect(state);
  unsetPremove(state);
  unsetPredrop(state);
  cancelPromotion(state);
  state.animation.current = state.draggable.current = state.hovered = void 0;
}
function setPieces(state, pieces) {
  for (const [key, piece] of pieces) {
    if (piece) state.pieces.set(key, piece);
    else state.pieces.delete(key);
  }
}
function setChecks(state, checksValue) {
  if (Array.isArray(checksValue)) {
    state.checks = checksValue;
  } else {
    if (checksValue === true) checksValue = state.turnColor;
    if (checksValue) {
      const checks = [];
      for (const [k, p] of state.pieces) {
        if (state.highlight.checkRoles.includes(p.role) && p.color === checksValue) checks.push(k);
      }
      state.checks = checks;
    } else state.checks = void 0;
  }
}
function setPremove(state, orig, dest, prom) {
  unsetPredrop(state);
  state.premovable.current = { orig, dest, prom };
  callUserFunction(state.premovable.events.set, orig, dest, prom);
}
function unsetPremove(state) {
  if (state.premovable.current) {
    state.premovable.current = void 0;
    callUserFunction(state.premovable.events.unset);
  }
}
function setPredrop(state, piece, key, prom) {
  unsetPremove(state);
  state.predroppable.current = { piece, key, prom };
  callUserFunction(state.predroppable.events.set, piece, key, prom);
}
function unsetPredrop(state) {
  if (state.predroppable.current) {
    state.predroppable.current = void 0;
    callUserFunction(state.predroppable.events.unset);
  }
}
function baseMove(state, orig, dest, prom) {
  const origPiece = state.pieces.get(orig), destPiece = state.pieces.get(dest);
  if (orig === dest || !origPiece) return false;
  const captured = destPiece && destPiece.color !== origPiece.color ? destPiece : void 0, promPiece = prom && promotePiece(state, origPiece);
  if (dest === state.selected || orig === state.selected) unselect(state);
  state.pieces.set(dest, promPiece || origPiece);
  state.pieces.delete(orig);
  state.lastDests = [orig, dest];
  state.lastPiece = void 0;
  state.checks = void 0;
  callUserFunction(state.events.move, orig, dest, prom, captured);
  callUserFunction(state.events.change);
  return captured || true;
}
function baseDrop(state, piece, key, prom) {
  var _a;
  const pieceCount = ((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) || 0;
  if (!pieceCount && !state.droppable.spare) return false;
  const promPiece = prom && promotePiece(state, piece);
  if (key === state.selected || !state.droppable.spare && pieceCount === 1 && state.selectedPiece && samePiece(state.selectedPiece, piece)) unselect(state);
  state.pieces.set(key, promPiece || piece);
  state.lastDests = [key];
  state.lastPiece = piece;
  state.checks = void 0;
  if (!state.droppable.spare) removeFromHand(state, piece);
  callUserFunction(state.events.drop, piece, key, prom);
  callUserFunction(state.events.change);
  return true;
}
function baseUserMove(state, orig, dest, prom) {
  const result = baseMove(state, orig, dest, prom);
  if (result) {
    state.movable.dests = void 0;
    state.droppable.dests = void 0;
    state.turnColor = opposite2(state.turnColor);
    state.animation.current = void 0;
  }
  return result;
}
function baseUserDrop(state, piece, key, prom) {
  const result = baseDrop(state, piece, key, prom);
  if (result) {
    state.movable.dests = void 0;
    state.droppable.dests = void 0;
    state.turnColor = opposite2(state.turnColor);
    state.animation.current = void 0;
  }
  return result;
}
function userDrop(state, piece, key, prom) {
  const realProm = prom || state.promotion.forceDropPromotion(piece, key);
  if (canDrop(state, piece, key)) {
    const result = baseUserDrop(state, piece, key, realProm);
    if (result) {
      unselect(state);
      callUserFunction(state.droppable.events.after, piece, key, realProm, { premade: false });
      return true;
    }
  } else if (canPredrop(state, piece, key)) {
    setPredrop(state, piece, key, realProm);
    unselect(state);
    return true;
  }
  unselect(state);
  return false;
}
function userMove(state, orig, dest, prom) {
  const realProm = prom || state.promotion.forceMovePromotion(orig, dest);
  if (canMove(state, orig, dest)) {
    const result = baseUserMove(state, orig, dest, realProm);
    if (result) {
      unselect(state);
      const metadata = { premade: false };
      if (result !== true) metadata.captured = result;
      callUserFunction(state.movable.events.after, orig, dest, realProm, metadata);
      return true;
    }
  } else if (canPremove(state, orig, dest)) {
    setPremove(state, orig, dest, realProm);
    unselect(state);
    return true;
  }
  unselect(state);
  return false;
}
function basePromotionDialog(state, piece, key) {
  const promotedPiece = promotePiece(state, piece);
  if (state.viewOnly || state.promotion.current || !promotedPiece) return false;
  state.promotion.current = { piece, promotedPiece, key, dragged: !!state.draggable.current };
  state.hovered = key;
  return true;
}
function promotionDialogDrop(state, piece, key) {
  if (canDropPromote(state, piece, key) && (canDrop(state, piece, key) || canPredrop(state, piece, key))) {
    if (basePromotionDialog(state, piece, key)) {
      callUserFunction(state.promotion.events.initiated);
      return true;
    }
  }
  return false;
}
function promotionDialogMove(state, orig, dest) {
  if (canMovePromote(state, orig, dest) && (canMove(state, orig, dest) || canPremove(state, orig, dest))) {
    const piece = state.pieces.get(orig);
    if (piece && basePromotionDialog(state, piece, dest)) {
      callUserFunction(state.promotion.events.initiated);
      return true;
    }
  }
  return false;
}
function promotePiece(s, piece) {
  const promRole = s.promotion.promotesTo(piece.role);
  return promRole !== void 0 ? { color: piece.color, role: promRole } : void 0;
}
function deletePiece(state, key) {
  if (state.pieces.delete(key)) callUserFunction(state.events.change);
}
function selectSquare(state, key, prom, force) {
  callUserFunction(state.events.select, key);
  if (!state.draggable.enabled && state.selected === key) {
    callUserFunction(state.events.unselect, key);
    unselect(state);
    return;
  }
  if (state.selectable.enabled || force || state.selectable.forceSpares && state.selectedPiece && state.droppable.spare) {
    if (state.selectedPiece && userDrop(state, state.selectedPiece, key, prom)) return;
    else if (state.selected && userMove(state, state.selected, key, prom)) return;
  }
  if ((state.selectable.enabled || state.draggable.enabled || force) && (isMovable(state, key) || isPremovable(state, key))) {
    setSelected(state, key);
  }
}
function selectPiece(state, piece, spare, force, api2) {
  callUserFunction(state.events.pieceSelect, piece);
  if (state.selectable.addSparesToHand && state.droppable.spare && state.selectedPiece) {
    addToHand(state, { role: state.selectedPiece.role, color: piece.color });
    callUserFunction(state.events.change);
    unselect(state);
  } else if (!api2 && !state.draggable.enabled && state.selectedPiece && samePiece(state.selectedPiece, piece)) {
    callUserFunction(state.events.pieceUnselect, piece);
    unselect(state);
  } else if ((state.selectable.enabled || state.draggable.enabled || force) && (isDroppable(state, piece, !!spare) || isPredroppable(state, piece))) {
    setSelectedPiece(state, piece);
    state.droppable.spare = !!spare;
  } else {
    unselect(state);
  }
}
function setSelected(state, key) {
  unselect(state);
  state.selected = key;
  setPreDests(state);
}
function setSelectedPiece(state, piece) {
  unselect(state);
  state.selectedPiece = piece;
  setPreDests(state);
}
function setPreDests(state) {
  state.premovable.dests = state.predroppable.dests = void 0;
  if (state.selected && isPremovable(state, state.selected) && state.premovable.generate) state.premovable.dests = state.premovable.generate(state.selected, state.pieces);
  else if (state.selectedPiece && isPredroppable(state, state.selectedPiece) && state.predroppable.generate) state.predroppable.dests = state.predroppable.generate(state.selectedPiece, state.pieces);
}
function unselect(state) {
  state.selected = state.selectedPiece = state.premovable.dests = state.predroppable.dests = state.promotion.current = void 0;
  state.droppable.spare = false;
}
function isMovable(state, orig) {
  const piece = state.pieces.get(orig);
  return !!piece && (state.activeColor === "both" || state.activeColor === piece.color && state.turnColor === piece.color);
}
function isDroppable(state, piece, spare) {
  var _a;
  return (spare || !!((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role))) && (state.activeColor === "both" || state.activeColor === piece.color && state.turnColor === piece.color);
}
function canMove(state, orig, dest) {
  var _a, _b;
  return orig !== dest && isMovable(state, orig) && (state.movable.free || !!((_b = (_a = state.movable.dests) === null || _a === void 0 ? void 0 : _a.get(orig)) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canDrop(state, piece, dest) {
  var _a, _b;
  return isDroppable(state, piece, state.droppable.spare) && (state.droppable.free || state.droppable.spare || !!((_b = (_a = state.droppable.dests) === null || _a === void 0 ? void 0 : _a.get(pieceNameOf(piece))) === null || _b === void 0 ? void 0 : _b.includes(dest)));
}
function canMovePromote(state, orig, dest) {
  const piece = state.pieces.get(orig);
  return !!piece && state.promotion.movePromotionDialog(orig, dest);
}
function canDropPromote(state, piece, key) {
  return !state.droppable.spare && state.promotion.dropPromotionDialog(piece, key);
}
function isPremovable(state, orig) {
  const piece = state.pieces.get(orig);
  return !!piece && state.premovable.enabled && state.activeColor === piece.color && state.turnColor !== piece.color;
}
function isPredroppable(state, piece) {
  var _a;
  return !!((_a = state.hands.handMap.get(piece.color)) === null || _a === void 0 ? void 0 : _a.get(piece.role)) && state.predroppable.enabled && state.activeColor === piece.color && state.turnColor !== piece.color;
}
function canPremove(state, orig, dest) {
  return orig !== dest && isPremovable(state, orig) && !!state.premovable.generate && state.premovable.generate(orig, state.pieces).includes(dest);
}
function canPredrop(state, piece, dest) {
  const destPiece = state.pieces.get(dest);
  return isPredroppable(state, piece) && (!destPiece || destPiece.color !== state.activeColor) && !!state.predroppable.generate && state.predroppable.generate(piece, state.pieces).includes(dest);
}
function isDraggable(state, piece) {
  return state.draggable.enabled && (state.activeColor === "both" || state.activeColor === piece.color && (state.turnColor === piece.color || state.premovable.enabled));
}
function playPremove(state) {
  const move3 = state.premovable.current;
  if (!move3) return false;
  const orig = move3.orig, dest = move3.dest, prom = move3.prom;
  let success = false;
  if (canMove(state, orig, dest)) {
    const result = baseUserMove(state, orig, dest, prom);
    if (result) {
      const metadata = { premade: true };
      if (result !== true) metadata.captured = result;
      callUserFunction(state.movable.events.after, orig, dest, prom, metadata);
      success = true;
    }
  }
  unsetPremove(state);
  return success;
}
function playPredrop(state) {
  const drop = state.predroppable.current;
  if (!drop) return false;
  const piece = drop.piece, key = drop.key, prom = drop.prom;
  let success = false;
  if (canDrop(state, piece, key)) {
    if (baseUserDrop(state, piece, key, prom)) {
      callUserFunction(state.droppable.events.after, piece, key, prom, { premade: true });
      success = true;
    }
  }
  unsetPredrop(state);
  return success;
}
function cancelMoveOrDrop(state) {
  unsetPremove(state);
  unsetPredrop(state);
  unselect(state);
}
function cancelPromotion(state) {
  if (!state.promotion.current) return;
  unselect(state);
  state.promotion.current = void 0;
  state.hovered = void 0;
  callUserFunction(state.promotion.events.cancel);
}
function stop(state) {
  state.activeColor = state.movable.dests = state.droppable.dests = state.draggable.current = state.animation.current = state.promotion.current = state.hovered = void 0;
  cancelMoveOrDrop(state);
}

// node_modules/shogiground/esm/sfen.js
function inferDimensions(boardSfen) {
  const ranks2 = boardSfen.split("/"), firstFile = ranks2[0].split("");
  let filesCnt = 0, cnt = 0;
  for (const c of firstFile) {
    const nb = c.charCodeAt(0);
    if (nb < 58 && nb > 47) cnt = cnt * 10 + nb - 48;
    else if (c !== "+") {
      filesCnt += cnt + 1;
      cnt = 0;
    }
  }
  filesCnt += cnt;
  return { files: filesCnt, ranks: ranks2.length };
}
function sfenToBoard(sfen, dims, fromForsyth) {
  const sfenParser = fromForsyth || standardFromForsyth, pieces = /* @__PURE__ */ new Map();
  let x = dims.files - 1, y2 = 0;
  for (let i = 0; i < sfen.length; i++) {
    switch (sfen[i]) {
      case " ":
      case "_":
        return pieces;
      case "/":
        ++y2;
        if (y2 > dims.ranks - 1) return pieces;
        x = dims.files - 1;
        break;
      default: {
        const nb1 = sfen[i].charCodeAt(0), nb2 = sfen[i + 1] && sfen[i + 1].charCodeAt(0);
        if (nb1 < 58 && nb1 > 47) {
          if (nb2 && nb2 < 58 && nb2 > 47) {
            x -= (nb1 - 48) * 10 + (nb2 - 48);
            i++;
          } else x -= nb1 - 48;
        } else {
          const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
          if (x >= 0 && role) {
            const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
            pieces.set(pos2key([x, y2]), { role, color });
          }
          --x;
        }
      }
    }
  }
  return pieces;
}
function boardToSfen(pieces, dims, toForsyth) {
  const sfenRenderer = toForsyth || standardToForsyth, reversedFiles = files.slice(0, dims.files).reverse();
  return ranks.slice(0, dims.ranks).map((y2) => reversedFiles.map((x) => {
    const piece = pieces.get(x + y2), forsyth2 = piece && sfenRenderer(piece.role);
    if (forsyth2) {
      return piece.color === "sente" ? forsyth2.toUpperCase() : forsyth2.toLowerCase();
    } else return "1";
  }).join("")).join("/").replace(/1{2,}/g, (s) => s.length.toString());
}
function sfenToHands(sfen, fromForsyth) {
  const sfenParser = fromForsyth || standardFromForsyth, sente = /* @__PURE__ */ new Map(), gote = /* @__PURE__ */ new Map();
  let tmpNum = 0, num = 1;
  for (let i = 0; i < sfen.length; i++) {
    const nb = sfen[i].charCodeAt(0);
    if (nb < 58 && nb > 47) {
      tmpNum = tmpNum * 10 + nb - 48;
      num = tmpNum;
    } else {
      const roleStr = sfen[i] === "+" && sfen.length > i + 1 ? "+" + sfen[++i] : sfen[i], role = sfenParser(roleStr);
      if (role) {
        const color = roleStr === roleStr.toLowerCase() ? "gote" : "sente";
        if (color === "sente") sente.set(role, (sente.get(role) || 0) + num);
        else gote.set(role, (gote.get(role) || 0) + num);
      }
      tmpNum = 0;
      num = 1;
    }
  }
  return /* @__PURE__ */ new Map([["sente", sente], ["gote", gote]]);
}
function handsToSfen(hands2, roles, toForsyth) {
  var _a, _b;
  const sfenRenderer = toForsyth || standardToForsyth;
  let senteHandStr = "", goteHandStr = "";
  for (const role of roles) {
    const forsyth2 = sfenRenderer(role);
    if (forsyth2) {
      const senteCnt = (_a = hands2.get("sente")) === null || _a === void 0 ? void 0 : _a.get(role), goteCnt = (_b = hands2.get("gote")) === null || _b === void 0 ? void 0 : _b.get(role);
      if (senteCnt) senteHandStr += senteCnt > 1 ? senteCnt.toString() + forsyth2 : forsyth2;
      if (goteCnt) goteHandStr += goteCnt > 1 ? goteCnt.toString() + forsyth2 : forsyth2;
    }
  }
  if (senteHandStr || goteHandStr) return senteHandStr.toUpperCase() + goteHandStr.toLowerCase();
  else return "-";
}
function standardFromForsyth(forsyth2) {
  switch (forsyth2.toLowerCase()) {
    case "p":
      return "pawn";
    case "l":
      return "lance";
    case "n":
      return "knight";
    case "s":
      return "silver";
    case "g":
      return "gold";
    case "b":
      return "bishop";
    case "r":
      return "rook";
    case "+p":
      return "tokin";
    case "+l":
      return "promotedlance";
    case "+n":
      return "promotedknight";
    case "+s":
      return "promotedsilver";
    case "+b":
      return "horse";
    case "+r":
      return "dragon";
    case "k":
      return "king";
    default:
      return;
  }
}
function standardToForsyth(role) {
  switch (role) {
    case "pawn":
      return "p";
    case "lance":
      return "l";
    case "knight":
      return "n";
    case "silver":
      return "s";
    case "gold":
      return "g";
    case "bishop":
      return "b";
    case "rook":
      return "r";
    case "tokin":
      return "+p";
    case "promotedlance":
      return "+l";
    case "promotedknight":
      return "+n";
    case "promotedsilver":
      return "+s";
    case "horse":
      return "+b";
    case "dragon":
      return "+r";
    case "king":
      return "k";
    default:
      return;
  }
}

// node_modules/shogiground/esm/config.js
function applyAnimation(state, config) {
  if (config.animation) {
    deepMerge(state.animation, config.animation);
    if ((state.animation.duration || 0) < 70) state.animation.enabled = false;
  }
}
function configure(state, config) {
  var _a, _b, _c, _d, _e, _f, _g, _h, _j;
  if ((_a = config.movable) === null || _a === void 0 ? void 0 : _a.dests) state.movable.dests = void 0;
  if ((_b = config.droppable) === null || _b === void 0 ? void 0 : _b.dests) state.droppable.dests = void 0;
  if ((_c = config.drawable) === null || _c === void 0 ? void 0 : _c.shapes) state.drawable.shapes = [];
  if ((_d = config.drawable) === null || _d === void 0 ? void 0 : _d.autoShapes) state.drawable.autoShapes = [];
  if ((_e = config.drawable) === null || _e === void 0 ? void 0 : _e.squares) state.drawable.squares = [];
  if ((_f = config.hands) === null || _f === void 0 ? void 0 : _f.roles) state.hands.roles = [];
  deepMerge(state, config);
  if ((_g = config.sfen) === null || _g === void 0 ? void 0 : _g.board) {
    state.dimensions = inferDimensions(config.sfen.board);
    state.pieces = sfenToBoard(config.sfen.board, state.dimensions, state.forsyth.fromForsyth);
    state.drawable.shapes = ((_h = config.drawable) === null || _h === void 0 ? void 0 : _h.shapes) || [];
  }
  if ((_j = config.sfen) === null || _j === void 0 ? void 0 : _j.hands) {
    state.hands.handMap = sfenToHands(config.sfen.hands, state.forsyth.fromForsyth);
  }
  if ("checks" in config) setChecks(state, config.checks || false);
  if ("lastPiece" in config && !config.lastPiece) state.lastPiece = void 0;
  if ("lastDests" in config && !config.lastDests) state.lastDests = void 0;
  else if (config.lastDests) state.lastDests = config.lastDests;
  setPreDests(state);
  applyAnimation(state, config);
}
function deepMerge(base, extend) {
  for (const key in extend) {
    if (Object.prototype.hasOwnProperty.call(extend, key)) {
      if (Object.prototype.hasOwnProperty.call(base, key) && isPlainObject(base[key]) && isPlainObject(extend[key])) deepMerge(base[key], extend[key]);
      else base[key] = extend[key];
    }
  }
}
function isPlainObject(o) {
  if (typeof o !== "object" || o === null) return false;
  const proto = Object.getPrototypeOf(o);
  return proto === Object.prototype || proto === null;
}

// node_modules/shogiground/esm/anim.js
function anim(mutation, state) {
  return state.animation.enabled ? animate(mutation, state) : render(mutation, state);
}
function render(mutation, state) {
  const result = mutation(state);
  state.dom.redraw();
  return result;
}
function makePiece(key, piece) {
  return { key, pos: key2pos(key), piece };
}
function closer(piece, pieces) {
  return pieces.sort((p1, p2) => {
    return distanceSq(piece.pos, p1.pos) - distanceSq(piece.pos, p2.pos);
  })[0];
}
function computePlan(prevPieces, prevHands, current2) {
  const anims = /* @__PURE__ */ new Map(), animedOrigs = [], fadings = /* @__PURE__ */ new Map(), promotions = /* @__PURE__ */ new Map(), missings = [], news = [], prePieces = /* @__PURE__ */ new Map();
  for (const [k, p] of prevPieces) {
    prePieces.set(k, makePiece(k, p));
  }
  for (const key of allKeys) {
    const curP = current2.pieces.get(key), preP = prePieces.get(key);
    if (curP) {
      if (preP) {
        if (!samePiece(curP, preP.piece)) {
          missings.push(preP);
          news.push(makePiece(key, curP));
        }
      } else news.push(makePiece(key, curP));
    } else if (preP) missings.push(preP);
  }
  if (current2.animation.hands) {
    for (const color of colors) {
      const curH = current2.hands.handMap.get(color), preH = prevHands.get(color);
      if (preH && curH) {
        for (const [role, n] of preH) {
          const piece = { role, color }, curN = curH.get(role) || 0;
          if (curN < n) {
            const handPieceOffset = current2.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)), bounds = current2.dom.bounds.board.bounds(), outPos = handPieceOffset && bounds ? posOfOutsideEl(handPieceOffset.left, handPieceOffset.top, sentePov(current2.orientation), current2.dimensions, bounds) : void 0;
            if (outPos) missings.push({ pos: outPos, piece });
          }
        }
      }
    }
  }
  for (const newP of news) {
    const preP = closer(newP, missings.filter((p) => {
      if (samePiece(newP.piece, p.piece)) return true;
      const pRole = current2.promotion.promotesTo(p.piece.role), pPiece = pRole && { color: p.piece.color, role: pRole };
      const nRole = current2.promotion.promotesTo(newP.piece.role), nPiece = nRole && { color: newP.piece.color, role: nRole };
      return !!pPiece && samePiece(newP.piece, pPiece) || !!nPiece && samePiece(nPiece, p.piece);
    }));
    if (preP) {
      const vector = [preP.pos[0] - newP.pos[0], preP.pos[1] - newP.pos[1]];
      anims.set(newP.key, vector.concat(vector));
      if (preP.key) animedOrigs.push(preP.key);
      if (!samePiece(newP.piece, preP.piece) && newP.key) promotions.set(newP.key, preP.piece);
    }
  }
  for (const p of missings) {
    if (p.key && !animedOrigs.includes(p.key)) fadings.set(p.key, p.piece);
  }
  return { anims, fadings, promotions };
}
function step(state, now) {
  const cur = state.animation.current;
  if (cur === void 0) {
    if (!state.dom.destroyed) state.dom.redrawNow();
    return;
  }
  const rest = 1 - (now - cur.start) * cur.frequency;
  if (rest <= 0) {
    state.animation.current = void 0;
    state.dom.redrawNow();
  } else {
    const ease = easing(rest);
    for (const cfg of cur.plan.anims.values()) {
      cfg[2] = cfg[0] * ease;
      cfg[3] = cfg[1] * ease;
    }
    state.dom.redrawNow(true);
    requestAnimationFrame((now2 = performance.now()) => step(state, now2));
  }
}
function animate(mutation, state) {
  var _a;
  const prevPieces = new Map(state.pieces), prevHands = /* @__PURE__ */ new Map([["sente", new Map(state.hands.handMap.get("sente"))], ["gote", new Map(state.hands.handMap.get("gote"))]]);
  const result = mutation(state), plan = computePlan(prevPieces, prevHands, state);
  if (plan.anims.size || plan.fadings.size) {
    const alreadyRunning = ((_a = state.animation.current) === null || _a === void 0 ? void 0 : _a.start) !== void 0;
    state.animation.current = { start: performance.now(), frequency: 1 / Math.max(state.animation.duration, 1), plan };
    if (!alreadyRunning) step(state, performance.now());
  } else {
    state.dom.redraw();
  }
  return result;
}
function easing(t2) {
  return t2 < 0.5 ? 4 * t2 * t2 * t2 : (t2 - 1) * (2 * t2 - 2) * (2 * t2 - 2) + 1;
}

// node_modules/shogiground/esm/shapes.js
function createSVGElement(tagName) {
  return document.createElementNS("http://www.w3.org/2000/svg", tagName);
}
var outsideArrowHash = "outsideArrow";
function renderShapes(state, svg, customSvg, freePieces) {
  const d = state.drawable, curD = d.current, cur = (curD === null || curD === void 0 ? void 0 : curD.dest) ? curD : void 0, outsideArrow = !!curD && !cur, arrowDests = /* @__PURE__ */ new Map(), pieceMap = /* @__PURE__ */ new Map();
  const hashBounds = () => {
    const bounds = state.dom.bounds.board.bounds();
    return bounds && bounds.width.toString() + bounds.height || "";
  };
  for (const s of d.shapes.concat(d.autoShapes).concat(cur ? [cur] : [])) {
    const destName = isPiece(s.dest) ? pieceNameOf(s.dest) : s.dest;
    if (!samePieceOrKey(s.dest, s.orig)) arrowDests.set(destName, (arrowDests.get(destName) || 0) + 1);
  }
  for (const s of d.shapes.concat(cur ? [cur] : []).concat(d.autoShapes)) {
    if (s.piece && !isPiece(s.orig)) pieceMap.set(s.orig, s);
  }
  const pieceShapes = [...pieceMap.values()].map((s) => {
    return { shape: s, hash: shapeHash(s, arrowDests, false, hashBounds) };
  });
  const shapes = d.shapes.concat(d.autoShapes).map((s) => {
    return { shape: s, hash: shapeHash(s, arrowDests, false, hashBounds) };
  });
  if (cur) shapes.push({ shape: cur, hash: shapeHash(cur, arrowDests, true, hashBounds), current: true });
  const fullHash = shapes.map((sc) => sc.hash).join(";") + (outsideArrow ? outsideArrowHash : "");
  if (fullHash === state.drawable.prevSvgHash) return;
  state.drawable.prevSvgHash = fullHash;
  const defsEl = svg.querySelector("defs"), shapesEl = svg.querySelector("g"), customSvgsEl = customSvg.querySelector("g");
  syncDefs(shapes, outsideArrow ? curD : void 0, defsEl);
  syncShapes(shapes.filter((s) => !s.shape.customSvg && (!s.shape.piece || s.current)), shapesEl, (shape) => renderSVGShape(state, shape, arrowDests), outsideArrow);
  syncShapes(shapes.filter((s) => s.shape.customSvg), customSvgsEl, (shape) => renderSVGShape(state, shape, arrowDests));
  syncShapes(pieceShapes, freePieces, (shape) => renderPiece(state, shape));
  if (!outsideArrow && curD) curD.arrow = void 0;
  if (outsideArrow && !curD.arrow) {
    const orig = pieceOrKeyToPos(curD.orig, state);
    if (orig) {
      const g = setAttributes(createSVGElement("g"), { class: shapeClass(curD.brush, true, true), sgHash: outsideArrowHash }), el2 = renderArrow(curD.brush, orig, orig, state.squareRatio, true, false);
      g.appendChild(el2);
      curD.arrow = el2;
      shapesEl.appendChild(g);
    }
  }
}
function syncDefs(shapes, outsideShape, defsEl) {
  const brushes2 = /* @__PURE__ */ new Set();
  for (const s of shapes) {
    if (!samePieceOrKey(s.shape.dest, s.shape.orig)) brushes2.add(s.shape.brush);
  }
  if (outsideShape) brushes2.add(outsideShape.brush);
  const keysInDom = /* @__PURE__ */ new Set();
  let el2 = defsEl.firstElementChild;
  while (el2) {
    keysInDom.add(el2.getAttribute("sgKey"));
    el2 = el2.nextElementSibling;
  }
  for (const key of brushes2) {
    const brush = key || "primary";
    if (!keysInDom.has(brush)) defsEl.appendChild(renderMarker(brush));
  }
}
function syncShapes(shapes, root, renderShape, outsideArrow) {
  const hashesInDom = /* @__PURE__ */ new Map(), toRemove = [];
  for (const sc of shapes) hashesInDom.set(sc.hash, false);
  if (outsideArrow) hashesInDom.set(outsideArrowHash, true);
  let el2 = root.firstElementChild, elHash;
  while (el2) {
    elHash = el2.getAttribute("sgHash");
    if (hashesInDom.has(elHash)) hashesInDom.set(elHash, true);
    else toRemove.push(el2);
    el2 = el2.nextElementSibling;
  }
  for (const el22 of toRemove) root.removeChild(el22);
  for (const sc of shapes) {
    if (!hashesInDom.get(sc.hash)) {
      const shapeEl = renderShape(sc);
      if (shapeEl) root.appendChild(shapeEl);
    }
  }
}
function shapeHash({ orig, dest, brush, piece, customSvg, description }, arrowDests, current2, boundHash) {
  return [current2, (isPiece(orig) || isPiece(dest)) && boundHash(), isPiece(orig) ? pieceHash(orig) : orig, isPiece(dest) ? pieceHash(dest) : dest, brush, (arrowDests.get(isPiece(dest) ? pieceNameOf(dest) : dest) || 0) > 1, piece && pieceHash(piece), customSvg && customSvgHash(customSvg), description].filter((x) => x).join(",");
}
function pieceHash(piece) {
  return [piece.color, piece.role, piece.scale].filter((x) => x).join(",");
}
function customSvgHash(s) {
  let h2 = 0;
  for (let i = 0; i < s.length; i++) {
    h2 = (h2 << 5) - h2 + s.charCodeAt(i) >>> 0;
  }
  return "custom-" + h2.toString();
}
function renderSVGShape(state, { shape, current: current2, hash }, arrowDests) {
  const orig = pieceOrKeyToPos(shape.orig, state);
  if (!orig) return;
  if (shape.customSvg) {
    return renderCustomSvg(shape.brush, shape.customSvg, orig, state.squareRatio);
  } else {
    let el2;
    const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state);
    if (dest) {
      el2 = renderArrow(shape.brush, orig, dest, state.squareRatio, !!current2, (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1);
    } else if (samePieceOrKey(shape.dest, shape.orig)) {
      let ratio = state.squareRatio;
      if (isPiece(shape.orig)) {
        const pieceBounds = state.dom.bounds.hands.pieceBounds().get(pieceNameOf(shape.orig)), bounds = state.dom.bounds.board.bounds();
        if (pieceBounds && bounds) {
          const heightBase = pieceBounds.height / (bounds.height / state.dimensions.ranks);
          ratio = [heightBase * state.squareRatio[0], heightBase * state.squareRatio[1]];
        }
      }
      el2 = renderEllipse(orig, ratio, !!current2);
    }
    if (el2) {
      const g = setAttributes(createSVGElement("g"), { class: shapeClass(shape.brush, !!current2, false), sgHash: hash });
      g.appendChild(el2);
      const descEl = shape.description && renderDescription(state, shape, arrowDests);
      if (descEl) g.appendChild(descEl);
      return g;
    } else return;
  }
}
function renderCustomSvg(brush, customSvg, pos, ratio) {
  const [x, y2] = pos;
  const g = setAttributes(createSVGElement("g"), { transform: `translate(${x},${y2})` });
  const svg = setAttributes(createSVGElement("svg"), { class: brush, width: ratio[0], height: ratio[1], viewBox: `0 0 ${ratio[0] * 10} ${ratio[1] * 10}` });
  g.appendChild(svg);
  svg.innerHTML = customSvg;
  return g;
}
function renderEllipse(pos, ratio, current2) {
  const o = pos, widths = ellipseWidth(ratio);
  return setAttributes(createSVGElement("ellipse"), { "stroke-width": widths[current2 ? 0 : 1], fill: "none", cx: o[0], cy: o[1], rx: ratio[0] / 2 - widths[1] / 2, ry: ratio[1] / 2 - widths[1] / 2 });
}
function renderArrow(brush, orig, dest, ratio, current2, shorten) {
  const m = arrowMargin(shorten && !current2, ratio), a = orig, b = dest, dx = b[0] - a[0], dy = b[1] - a[1], angle = Math.atan2(dy, dx), xo = Math.cos(angle) * m, yo = Math.sin(angle) * m;
  return setAttributes(createSVGElement("line"), { "stroke-width": lineWidth(current2, ratio), "stroke-linecap": "round", "marker-end": "url(#arrowhead-" + (brush || "primary") + ")", x1: a[0], y1: a[1], x2: b[0] - xo, y2: b[1] - yo });
}
function renderPiece(state, { shape }) {
  if (!shape.piece || isPiece(shape.orig)) return;
  const orig = shape.orig, scale = (shape.piece.scale || 1) * (state.scaleDownPieces ? 0.5 : 1);
  const pieceEl = createEl("piece", pieceNameOf(shape.piece));
  pieceEl.sgKey = orig;
  pieceEl.sgScale = scale;
  translateRel(pieceEl, posToTranslateRel(state.dimensions)(key2pos(orig), sentePov(state.orientation)), state.scaleDownPieces ? 0.5 : 1, scale);
  return pieceEl;
}
function renderDescription(state, shape, arrowDests) {
  const orig = pieceOrKeyToPos(shape.orig, state);
  if (!orig || !shape.description) return;
  const dest = !samePieceOrKey(shape.orig, shape.dest) && pieceOrKeyToPos(shape.dest, state), diff = dest ? [dest[0] - orig[0], dest[1] - orig[1]] : [0, 0], offset = (arrowDests.get(isPiece(shape.dest) ? pieceNameOf(shape.dest) : shape.dest) || 0) > 1 ? 0.3 : 0.15, close = (diff[0] === 0 || Math.abs(diff[0]) === state.squareRatio[0]) && (diff[1] === 0 || Math.abs(diff[1]) === state.squareRatio[1]), ratio = dest ? 0.55 - (close ? offset : 0) : 0, mid = [orig[0] + diff[0] * ratio, orig[1] + diff[1] * ratio], textLength = shape.description.length;
  const g = setAttributes(createSVGElement("g"), { class: "description" }), circle = setAttributes(createSVGElement("ellipse"), { cx: mid[0], cy: mid[1], rx: textLength + 1.5, ry: 2.5 }), text = setAttributes(createSVGElement("text"), { x: mid[0], y: mid[1], "text-anchor": "middle", "dominant-baseline": "central" });
  g.appendChild(circle);
  text.appendChild(document.createTextNode(shape.description));
  g.appendChild(text);
  return g;
}
function renderMarker(brush) {
  const marker = setAttributes(createSVGElement("marker"), { id: "arrowhead-" + brush, orient: "auto", markerWidth: 4, markerHeight: 8, refX: 2.05, refY: 2.01 });
  marker.appendChild(setAttributes(createSVGElement("path"), { d: "M0,0 V4 L3,2 Z" }));
  marker.setAttribute("sgKey", brush);
  return marker;
}
function setAttributes(el2, attrs) {
  for (const key in attrs) {
    if (Object.prototype.hasOwnProperty.call(attrs, key)) el2.setAttribute(key, attrs[key]);
  }
  return el2;
}
function pos2user(pos, color, dims, ratio) {
  return color === "sente" ? [(dims.files - 1 - pos[0]) * ratio[0], pos[1] * ratio[1]] : [pos[0] * ratio[0], (dims.ranks - 1 - pos[1]) * ratio[1]];
}
function isPiece(x) {
  return typeof x === "object";
}
function samePieceOrKey(kp1, kp2) {
  return isPiece(kp1) && isPiece(kp2) && samePiece(kp1, kp2) || kp1 === kp2;
}
function usesBounds(shapes) {
  return shapes.some((s) => isPiece(s.orig) || isPiece(s.dest));
}
function shapeClass(brush, current2, outside) {
  return brush + (current2 ? " current" : "") + (outside ? " outside" : "");
}
function ratioAverage(ratio) {
  return (ratio[0] + ratio[1]) / 2;
}
function ellipseWidth(ratio) {
  return [3 / 64 * ratioAverage(ratio), 4 / 64 * ratioAverage(ratio)];
}
function lineWidth(current2, ratio) {
  return (current2 ? 8.5 : 10) / 64 * ratioAverage(ratio);
}
function arrowMargin(shorten, ratio) {
  return (shorten ? 20 : 10) / 64 * ratioAverage(ratio);
}
function pieceOrKeyToPos(kp, state) {
  if (isPiece(kp)) {
    const pieceBounds = state.dom.bounds.hands.pieceBounds().get(pieceNameOf(kp)), bounds = state.dom.bounds.board.bounds(), offset = sentePov(state.orientation) ? [0.5, -0.5] : [-0.5, 0.5], pos = pieceBounds && bounds && posOfOutsideEl(pieceBounds.left + pieceBounds.width / 2, pieceBounds.top + pieceBounds.height / 2, sentePov(state.orientation), state.dimensions, bounds);
    return pos && pos2user([pos[0] + offset[0], pos[1] + offset[1]], state.orientation, state.dimensions, state.squareRatio);
  } else return pos2user(key2pos(kp), state.orientation, state.dimensions, state.squareRatio);
}

// node_modules/shogiground/esm/draw.js
var brushes = ["primary", "alternative0", "alternative1", "alternative2"];
function start(state, e) {
  if (e.touches && e.touches.length > 1) return;
  e.stopPropagation();
  e.preventDefault();
  if (e.ctrlKey) unselect(state);
  else cancelMoveOrDrop(state);
  const pos = eventPosition(e), bounds = state.dom.bounds.board.bounds(), orig = pos && bounds && getKeyAtDomPos(pos, sentePov(state.orientation), state.dimensions, bounds), piece = state.drawable.piece;
  if (!orig) return;
  state.drawable.current = { orig, dest: void 0, pos, piece, brush: eventBrush(e, isRightButton(e) || state.drawable.forced) };
  processDraw(state);
}
function startFromHand(state, piece, e) {
  if (e.touches && e.touches.length > 1) return;
  e.stopPropagation();
  e.preventDefault();
  if (e.ctrlKey) unselect(state);
  else cancelMoveOrDrop(state);
  const pos = eventPosition(e);
  if (!pos) return;
  state.drawable.current = { orig: piece, dest: void 0, pos, brush: eventBrush(e, isRightButton(e) || state.drawable.forced) };
  processDraw(state);
}
function processDraw(state) {
  requestAnimationFrame(() => {
    const cur = state.drawable.current, bounds = state.dom.bounds.board.bounds();
    if (cur && bounds) {
      const dest = getKeyAtDomPos(cur.pos, sentePov(state.orientation), state.dimensions, bounds) || getHandPieceAtDomPos(cur.pos, state.hands.roles, state.dom.bounds.hands.pieceBounds());
      if (cur.dest !== dest && !(cur.dest && dest && samePieceOrKey(dest, cur.dest))) {
        cur.dest = dest;
        state.dom.redrawNow();
      }
      const outPos = posOfOutsideEl(cur.pos[0], cur.pos[1], sentePov(state.orientation), state.dimensions, bounds);
      if (!cur.dest && cur.arrow && outPos) {
        const dest2 = pos2user(outPos, state.orientation, state.dimensions, state.squareRatio);
        setAttributes(cur.arrow, { x2: dest2[0] - state.squareRatio[0] / 2, y2: dest2[1] - state.squareRatio[1] / 2 });
      }
      processDraw(state);
    }
  });
}
function move(state, e) {
  if (state.drawable.current) state.drawable.current.pos = eventPosition(e);
}
function end(state, _) {
  const cur = state.drawable.current;
  if (cur) {
    addShape(state.drawable, cur);
    cancel(state);
  }
}
function cancel(state) {
  if (state.drawable.current) {
    state.drawable.current = void 0;
    state.dom.redraw();
  }
}
function clear(state) {
  const drawableLength = state.drawable.shapes.length;
  if (drawableLength || state.drawable.piece) {
    state.drawable.shapes = [];
    state.drawable.piece = void 0;
    state.dom.redraw();
    if (drawableLength) onChange(state.drawable);
  }
}
function setDrawPiece(state, piece) {
  if (state.drawable.piece && samePiece(state.drawable.piece, piece)) state.drawable.piece = void 0;
  else state.drawable.piece = piece;
  state.dom.redraw();
}
function eventBrush(e, allowFirstModifier) {
  var _a;
  const modA = allowFirstModifier && (e.shiftKey || e.ctrlKey), modB = e.altKey || e.metaKey || ((_a = e.getModifierState) === null || _a === void 0 ? void 0 : _a.call(e, "AltGraph"));
  return brushes[(modA ? 1 : 0) + (modB ? 2 : 0)];
}
function addShape(drawable, cur) {
  if (!cur.dest) return;
  const similarShape = (s) => cur.dest && samePieceOrKey(cur.orig, s.orig) && samePieceOrKey(cur.dest, s.dest);
  const piece = cur.piece;
  cur.piece = void 0;
  const similar = drawable.shapes.find(similarShape), removePiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && samePiece(piece, s.piece)), diffPiece = drawable.shapes.find((s) => similarShape(s) && piece && s.piece && !samePiece(piece, s.piece));
  if (similar) drawable.shapes = drawable.shapes.filter((s) => !similarShape(s));
  if (!isPiece(cur.orig) && piece && !removePiece) {
    drawable.shapes.push({ orig: cur.orig, dest: cur.orig, piece, brush: cur.brush });
    if (!samePieceOrKey(cur.orig, cur.dest)) drawable.shapes.push({ orig: cur.orig, dest: cur.orig, brush: cur.brush });
  }
  if (!similar || diffPiece || similar.brush !== cur.brush) drawable.shapes.push(cur);
  onChange(drawable);
}
function onChange(drawable) {
  if (drawable.onChange) drawable.onChange(drawable.shapes);
}

// node_modules/shogiground/esm/drag.js
function start2(s, e) {
  var _a;
  const bounds = s.dom.bounds.board.bounds(), position = eventPosition(e), orig = bounds && position && getKeyAtDomPos(position, sentePov(s.orientation), s.dimensions, bounds);
  if (!orig) return;
  const piece = s.pieces.get(orig), previouslySelected = s.selected;
  if (!previouslySelected && s.drawable.enabled && (s.drawable.eraseOnClick || !piece || piece.color !== s.turnColor)) clear(s);
  if (e.cancelable !== false && (!e.touches || s.blockTouchScroll || s.selectedPiece || piece || previouslySelected || pieceCloseTo(s, position, bounds))) e.preventDefault();
  const hadPremove = !!s.premovable.current;
  const hadPredrop = !!s.predroppable.current;
  if (s.selectable.deleteOnTouch) deletePiece(s, orig);
  else if (s.selected) {
    if (!promotionDialogMove(s, s.selected, orig)) {
      if (canMove(s, s.selected, orig)) anim((state) => selectSquare(state, orig), s);
      else selectSquare(s, orig);
    }
  } else if (s.selectedPiece) {
    if (!promotionDialogDrop(s, s.selectedPiece, orig)) {
      if (canDrop(s, s.selectedPiece, orig)) anim((state) => selectSquare(state, orig), s);
      else selectSquare(s, orig);
    }
  } else {
    selectSquare(s, orig);
  }
  const stillSelected = s.selected === orig, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged;
  if (piece && draggedEl && stillSelected && isDraggable(s, piece)) {
    const touch = e.type === "touchstart";
    s.draggable.current = { piece, pos: position, origPos: position, started: s.draggable.autoDistance && !touch, spare: false, touch, originTarget: e.target, fromBoard: { orig, previouslySelected, keyHasChanged: false } };
    draggedEl.sgColor = piece.color;
    draggedEl.sgRole = piece.role;
    draggedEl.className = `dragging ${pieceNameOf(piece)}`;
    draggedEl.classList.toggle("touch", touch);
    processDrag(s);
  } else {
    if (hadPremove) unsetPremove(s);
    if (hadPredrop) unsetPredrop(s);
  }
  s.dom.redraw();
}
function pieceCloseTo(s, pos, bounds) {
  const asSente = sentePov(s.orientation), radiusSq = Math.pow(bounds.width / s.dimensions.files, 2);
  for (const key of s.pieces.keys()) {
    const center = computeSquareCenter(key, asSente, s.dimensions, bounds);
    if (distanceSq(center, pos) <= radiusSq) return true;
  }
  return false;
}
function dragNewPiece(s, piece, e, spare) {
  var _a;
  const previouslySelectedPiece = s.selectedPiece, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, position = eventPosition(e), touch = e.type === "touchstart";
  if (!previouslySelectedPiece && !spare && s.drawable.enabled && s.drawable.eraseOnClick) clear(s);
  if (!spare && s.selectable.deleteOnTouch) removeFromHand(s, piece);
  else selectPiece(s, piece, spare);
  const hadPremove = !!s.premovable.current, hadPredrop = !!s.predroppable.current, stillSelected = s.selectedPiece && samePiece(s.selectedPiece, piece);
  if (draggedEl && position && s.selectedPiece && stillSelected && isDraggable(s, piece)) {
    s.draggable.current = { piece: s.selectedPiece, pos: position, origPos: position, touch, started: s.draggable.autoDistance && !touch, spare: !!spare, originTarget: e.target, fromOutside: { originBounds: !spare ? s.dom.bounds.hands.pieceBounds().get(pieceNameOf(piece)) : void 0, leftOrigin: false, previouslySelectedPiece: !spare ? previouslySelectedPiece : void 0 } };
    draggedEl.sgColor = piece.color;
    draggedEl.sgRole = piece.role;
    draggedEl.className = `dragging ${pieceNameOf(piece)}`;
    draggedEl.classList.toggle("touch", touch);
    processDrag(s);
  } else {
    if (hadPremove) unsetPremove(s);
    if (hadPredrop) unsetPredrop(s);
  }
  s.dom.redraw();
}
function processDrag(s) {
  requestAnimationFrame(() => {
    var _a, _b, _c, _d;
    const cur = s.draggable.current, draggedEl = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.dragged, bounds = s.dom.bounds.board.bounds();
    if (!cur || !draggedEl || !bounds) return;
    if (((_b = cur.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) && ((_c = s.animation.current) === null || _c === void 0 ? void 0 : _c.plan.anims.has(cur.fromBoard.orig))) s.animation.current = void 0;
    const origPiece = cur.fromBoard ? s.pieces.get(cur.fromBoard.orig) : cur.piece;
    if (!origPiece || !samePiece(origPiece, cur.piece)) cancel2(s);
    else {
      if (!cur.started && distanceSq(cur.pos, cur.origPos) >= Math.pow(s.draggable.distance, 2)) {
        cur.started = true;
        s.dom.redraw();
      }
      if (cur.started) {
        translateAbs(draggedEl, [cur.pos[0] - bounds.left - bounds.width / (s.dimensions.files * 2), cur.pos[1] - bounds.top - bounds.height / (s.dimensions.ranks * 2)], s.scaleDownPieces ? 0.5 : 1);
        if (!draggedEl.sgDragging) {
          draggedEl.sgDragging = true;
          setDisplay(draggedEl, true);
        }
        const hover = getKeyAtDomPos(cur.pos, sentePov(s.orientation), s.dimensions, bounds);
        if (cur.fromBoard) cur.fromBoard.keyHasChanged = cur.fromBoard.keyHasChanged || cur.fromBoard.orig !== hover;
        else if (cur.fromOutside) cur.fromOutside.leftOrigin = cur.fromOutside.leftOrigin || !!cur.fromOutside.originBounds && !isInsideRect(cur.fromOutside.originBounds, cur.pos);
        if (hover !== s.hovered) {
          updateHoveredSquares(s, hover);
          if (cur.touch && ((_d = s.dom.elements.board) === null || _d === void 0 ? void 0 : _d.squareOver)) {
            if (hover && s.draggable.showTouchSquareOverlay) {
              translateAbs(s.dom.elements.board.squareOver, posToTranslateAbs(s.dimensions, bounds)(key2pos(hover), sentePov(s.orientation)), 1);
              setDisplay(s.dom.elements.board.squareOver, true);
            } else {
              setDisplay(s.dom.elements.board.squareOver, false);
            }
          }
        }
      }
    }
    processDrag(s);
  });
}
function move2(s, e) {
  if (s.draggable.current && (!e.touches || e.touches.length < 2)) {
    s.draggable.current.pos = eventPosition(e);
  } else if ((s.selected || s.selectedPiece || s.highlight.hovered) && !s.draggable.current && (!e.touches || e.touches.length < 2)) {
    const bounds = s.dom.bounds.board.bounds(), hover = bounds && getKeyAtDomPos(eventPosition(e), sentePov(s.orientation), s.dimensions, bounds);
    if (hover !== s.hovered) updateHoveredSquares(s, hover);
  }
}
function end2(s, e) {
  var _a, _b, _c;
  const cur = s.draggable.current;
  if (!cur) return;
  if (e.type === "touchend" && e.cancelable !== false) e.preventDefault();
  if (e.type === "touchend" && cur.originTarget !== e.target && !cur.fromOutside) {
    s.draggable.current = void 0;
    if (s.hovered && !s.highlight.hovered) updateHoveredSquares(s, void 0);
    return;
  }
  unsetPremove(s);
  unsetPredrop(s);
  const eventPos = eventPosition(e) || cur.pos, bounds = s.dom.bounds.board.bounds(), dest = bounds && getKeyAtDomPos(eventPos, sentePov(s.orientation), s.dimensions, bounds);
  if (dest && cur.started && ((_a = cur.fromBoard) === null || _a === void 0 ? void 0 : _a.orig) !== dest) {
    if (cur.fromOutside && !promotionDialogDrop(s, cur.piece, dest)) userDrop(s, cur.piece, dest);
    else if (cur.fromBoard && !promotionDialogMove(s, cur.fromBoard.orig, dest)) userMove(s, cur.fromBoard.orig, dest);
  } else if (s.draggable.deleteOnDropOff && !dest) {
    if (cur.fromBoard) s.pieces.delete(cur.fromBoard.orig);
    else if (cur.fromOutside && !cur.spare) removeFromHand(s, cur.piece);
    if (s.draggable.addToHandOnDropOff) {
      const handBounds = s.dom.bounds.hands.bounds(), handBoundsTop = handBounds.get("top"), handBoundsBottom = handBounds.get("bottom");
      if (handBoundsTop && isInsideRect(handBoundsTop, cur.pos)) addToHand(s, { color: opposite2(s.orientation), role: cur.piece.role });
      else if (handBoundsBottom && isInsideRect(handBoundsBottom, cur.pos)) addToHand(s, { color: s.orientation, role: cur.piece.role });
      unselect(s);
    }
    callUserFunction(s.events.change);
  }
  if (cur.fromBoard && (cur.fromBoard.orig === cur.fromBoard.previouslySelected || cur.fromBoard.keyHasChanged) && (cur.fromBoard.orig === dest || !dest)) {
    unselect2(s, cur, dest);
  } else if (!dest && ((_b = cur.fromOutside) === null || _b === void 0 ? void 0 : _b.leftOrigin) || ((_c = cur.fromOutside) === null || _c === void 0 ? void 0 : _c.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos) && cur.fromOutside.previouslySelectedPiece && samePiece(cur.fromOutside.previouslySelectedPiece, cur.piece)) {
    unselect2(s, cur, dest);
  } else if (!s.selectable.enabled && !s.promotion.current) {
    unselect2(s, cur, dest);
  }
  s.draggable.current = void 0;
  if (!s.highlight.hovered && !s.promotion.current) s.hovered = void 0;
  s.dom.redraw();
}
function unselect2(s, cur, dest) {
  var _a;
  if (cur.fromBoard && cur.fromBoard.orig === dest) callUserFunction(s.events.unselect, cur.fromBoard.orig);
  else if (((_a = cur.fromOutside) === null || _a === void 0 ? void 0 : _a.originBounds) && isInsideRect(cur.fromOutside.originBounds, cur.pos)) callUserFunction(s.events.pieceUnselect, cur.piece);
  unselect(s);
}
function cancel2(s) {
  if (s.draggable.current) {
    s.draggable.current = void 0;
    if (!s.highlight.hovered) s.hovered = void 0;
    unselect(s);
    s.dom.redraw();
  }
}
function unwantedEvent(e) {
  return !e.isTrusted || e.button !== void 0 && e.button !== 0 || !!e.touches && e.touches.length > 1;
}
function validDestToHover(s, key) {
  return !!s.selected && (canMove(s, s.selected, key) || canPremove(s, s.selected, key)) || !!s.selectedPiece && (canDrop(s, s.selectedPiece, key) || canPredrop(s, s.selectedPiece, key));
}
function updateHoveredSquares(s, key) {
  var _a;
  const sqaureEls = (_a = s.dom.elements.board) === null || _a === void 0 ? void 0 : _a.squares.children;
  if (!sqaureEls || s.promotion.current) return;
  const prevHover = s.hovered;
  if (s.highlight.hovered || key && validDestToHover(s, key)) s.hovered = key;
  else s.hovered = void 0;
  const asSente = sentePov(s.orientation), curIndex = s.hovered && domSquareIndexOfKey(s.hovered, asSente, s.dimensions), curHoverEl = curIndex !== void 0 && sqaureEls[curIndex];
  if (curHoverEl) curHoverEl.classList.add("hover");
  const prevIndex = prevHover && domSquareIndexOfKey(prevHover, asSente, s.dimensions), prevHoverEl = prevIndex !== void 0 && sqaureEls[prevIndex];
  if (prevHoverEl) prevHoverEl.classList.remove("hover");
}

// node_modules/shogiground/esm/coords.js
function coords(notation) {
  switch (notation) {
    case "dizhi":
      return ["", "", "", "", "亥", "戌", "酉", "申", "未", "午", "巳", "辰", "卯", "寅", "丑", "子"];
    case "japanese":
      return ["十六", "十五", "十四", "十三", "十二", "十一", "十", "九", "八", "七", "六", "五", "四", "三", "二", "一"];
    case "engine":
      return ["p", "o", "n", "m", "l", "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a"];
    case "hex":
      return ["10", "f", "e", "d", "c", "b", "a", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
    default:
      return ["16", "15", "14", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1"];
  }
}

// node_modules/shogiground/esm/wrap.js
function wrapBoard(boardWrap, s) {
  const board = createEl("sg-board");
  const squares = renderSquares(s.dimensions, s.orientation);
  board.appendChild(squares);
  const pieces = createEl("sg-pieces");
  board.appendChild(pieces);
  let dragged, promotion, squareOver;
  if (!s.viewOnly) {
    dragged = createEl("piece");
    setDisplay(dragged, false);
    board.appendChild(dragged);
    promotion = createEl("sg-promotion");
    setDisplay(promotion, false);
    board.appendChild(promotion);
    squareOver = createEl("sg-square-over");
    setDisplay(squareOver, false);
    board.appendChild(squareOver);
  }
  let shapes;
  if (s.drawable.visible) {
    const svg = setAttributes(createSVGElement("svg"), { class: "sg-shapes", viewBox: `-${s.squareRatio[0] / 2} -${s.squareRatio[1] / 2} ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}` });
    svg.appendChild(createSVGElement("defs"));
    svg.appendChild(createSVGElement("g"));
    const customSvg = setAttributes(createSVGElement("svg"), { class: "sg-custom-svgs", viewBox: `0 0 ${s.dimensions.files * s.squareRatio[0]} ${s.dimensions.ranks * s.squareRatio[1]}` });
    customSvg.appendChild(createSVGElement("g"));
    const freePieces = createEl("sg-free-pieces");
    board.appendChild(svg);
    board.appendChild(customSvg);
    board.appendChild(freePieces);
    shapes = { svg, freePieces, customSvg };
  }
  if (s.coordinates.enabled) {
    const orientClass = s.orientation === "gote" ? " gote" : "", ranks2 = coords(s.coordinates.ranks), files2 = coords(s.coordinates.files);
    board.appendChild(renderCoords(ranks2, "ranks" + orientClass, s.dimensions.ranks));
    board.appendChild(renderCoords(files2, "files" + orientClass, s.dimensions.files));
  }
  boardWrap.innerHTML = "";
  const dimCls = `d-${s.dimensions.files}x${s.dimensions.ranks}`;
  boardWrap.classList.forEach((c) => {
    if (c.substring(0, 2) === "d-" && c !== dimCls) boardWrap.classList.remove(c);
  });
  boardWrap.classList.add("sg-wrap", dimCls);
  for (const c of colors) boardWrap.classList.toggle("orientation-" + c, s.orientation === c);
  boardWrap.classList.toggle("manipulable", !s.viewOnly);
  boardWrap.appendChild(board);
  let hands2;
  if (s.hands.inlined) {
    const handWrapTop = createEl("sg-hand-wrap", "inlined"), handWrapBottom = createEl("sg-hand-wrap", "inlined");
    boardWrap.insertBefore(handWrapBottom, board.nextElementSibling);
    boardWrap.insertBefore(handWrapTop, board);
    hands2 = { top: handWrapTop, bottom: handWrapBottom };
  }
  return { board, squares, pieces, promotion, squareOver, dragged, shapes, hands: hands2 };
}
function wrapHand(handWrap, pos, s) {
  const hand = renderHand2(pos === "top" ? opposite2(s.orientation) : s.orientation, s.hands.roles);
  handWrap.innerHTML = "";
  const roleCntCls = `r-${s.hands.roles.length}`;
  handWrap.classList.forEach((c) => {
    if (c.substring(0, 2) === "r-" && c !== roleCntCls) handWrap.classList.remove(c);
  });
  handWrap.classList.add("sg-hand-wrap", `hand-${pos}`, roleCntCls);
  handWrap.appendChild(hand);
  for (const c of colors) handWrap.classList.toggle("orientation-" + c, s.orientation === c);
  handWrap.classList.toggle("manipulable", !s.viewOnly);
  return hand;
}
function renderCoords(elems, className, trim) {
  const el2 = createEl("coords", className);
  let f;
  for (const elem of elems.slice(-trim)) {
    f = createEl("coord");
    f.textContent = elem;
    el2.appendChild(f);
  }
  return el2;
}
function renderSquares(dims, orientation) {
  const squares = createEl("sg-squares");
  for (let i = 0; i < dims.ranks * dims.files; i++) {
    const sq = createEl("sq");
    sq.sgKey = orientation === "sente" ? pos2key([dims.files - 1 - i % dims.files, Math.floor(i / dims.files)]) : pos2key([i % dims.files, dims.ranks - 1 - Math.floor(i / dims.files)]);
    squares.appendChild(sq);
  }
  return squares;
}
function renderHand2(color, roles) {
  const hand = createEl("sg-hand");
  for (const role of roles) {
    const piece = { role, color }, wrapEl = createEl("sg-hp-wrap"), pieceEl = createEl("piece", pieceNameOf(piece));
    pieceEl.sgColor = color;
    pieceEl.sgRole = role;
    wrapEl.appendChild(pieceEl);
    hand.appendChild(wrapEl);
  }
  return hand;
}

// node_modules/shogiground/esm/events.js
function clearBounds(s) {
  s.dom.bounds.board.bounds.clear();
  s.dom.bounds.hands.bounds.clear();
  s.dom.bounds.hands.pieceBounds.clear();
}
function onResize(s) {
  return () => {
    clearBounds(s);
    if (usesBounds(s.drawable.shapes.concat(s.drawable.autoShapes))) s.dom.redrawShapes();
  };
}
function bindBoard(s, boardEls) {
  if ("ResizeObserver" in window) new ResizeObserver(onResize(s)).observe(boardEls.board);
  if (s.viewOnly) return;
  const piecesEl = boardEls.pieces, promotionEl = boardEls.promotion;
  const onStart = startDragOrDraw(s);
  piecesEl.addEventListener("touchstart", onStart, { passive: false });
  piecesEl.addEventListener("mousedown", onStart, { passive: false });
  if (s.disableContextMenu || s.drawable.enabled) piecesEl.addEventListener("contextmenu", (e) => e.preventDefault());
  if (promotionEl) {
    const pieceSelection = (e) => promote(s, e);
    promotionEl.addEventListener("click", pieceSelection);
    if (s.disableContextMenu) promotionEl.addEventListener("contextmenu", (e) => e.preventDefault());
  }
}
function bindHand(s, handEl) {
  if ("ResizeObserver" in window) new ResizeObserver(onResize(s)).observe(handEl);
  if (s.viewOnly) return;
  const onStart = startDragFromHand(s);
  handEl.addEventListener("mousedown", onStart, { passive: false });
  handEl.addEventListener("touchstart", onStart, { passive: false });
  handEl.addEventListener("click", () => {
    if (s.promotion.current) {
      cancelPromotion(s);
      s.dom.redraw();
    }
  });
  if (s.disableContextMenu || s.drawable.enabled) handEl.addEventListener("contextmenu", (e) => e.preventDefault());
}
function bindDocument(s) {
  const unbinds = [];
  if (!("ResizeObserver" in window)) {
    unbinds.push(unbindable(document.body, "shogiground.resize", onResize(s)));
  }
  if (!s.viewOnly) {
    const onmove = dragOrDraw(s, move2, move), onend = dragOrDraw(s, end2, end);
    for (const ev of ["touchmove", "mousemove"]) unbinds.push(unbindable(document, ev, onmove));
    for (const ev of ["touchend", "mouseup"]) unbinds.push(unbindable(document, ev, onend));
    unbinds.push(unbindable(document, "scroll", () => clearBounds(s), { capture: true, passive: true }));
    unbinds.push(unbindable(window, "resize", () => clearBounds(s), { passive: true }));
  }
  return () => unbinds.forEach((f) => f());
}
function unbindable(el2, eventName, callback, options) {
  el2.addEventListener(eventName, callback, options);
  return () => el2.removeEventListener(eventName, callback, options);
}
function startDragOrDraw(s) {
  return (e) => {
    if (s.draggable.current) cancel2(s);
    else if (s.drawable.current) cancel(s);
    else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
      if (s.drawable.enabled) start(s, e);
    } else if (!s.viewOnly && !unwantedEvent(e)) start2(s, e);
  };
}
function dragOrDraw(s, withDrag, withDraw) {
  return (e) => {
    if (s.drawable.current) {
      if (s.drawable.enabled) withDraw(s, e);
    } else if (!s.viewOnly) withDrag(s, e);
  };
}
function startDragFromHand(s) {
  return (e) => {
    if (s.promotion.current) return;
    const pos = eventPosition(e), piece = pos && getHandPieceAtDomPos(pos, s.hands.roles, s.dom.bounds.hands.pieceBounds());
    if (piece) {
      if (s.draggable.current) cancel2(s);
      else if (s.drawable.current) cancel(s);
      else if (isMiddleButton(e)) {
        if (s.drawable.enabled) {
          if (e.cancelable !== false) e.preventDefault();
          setDrawPiece(s, piece);
        }
      } else if (e.shiftKey || isRightButton(e) || s.drawable.forced) {
        if (s.drawable.enabled) startFromHand(s, piece, e);
      } else if (!s.viewOnly && !unwantedEvent(e)) {
        if (e.cancelable !== false) e.preventDefault();
        dragNewPiece(s, piece, e);
      }
    }
  };
}
function promote(s, e) {
  e.stopPropagation();
  const target = e.target, cur = s.promotion.current;
  if (target && isPieceNode(target) && cur) {
    const piece = { color: target.sgColor, role: target.sgRole }, prom = !samePiece(cur.piece, piece);
    if (cur.dragged || s.turnColor !== s.activeColor && s.activeColor !== "both") {
      if (s.selected) userMove(s, s.selected, cur.key, prom);
      else if (s.selectedPiece) userDrop(s, s.selectedPiece, cur.key, prom);
    } else anim((s2) => selectSquare(s2, cur.key, prom), s);
    callUserFunction(s.promotion.events.after, piece);
  } else anim((s2) => cancelPromotion(s2), s);
  s.promotion.current = void 0;
  s.dom.redraw();
}

// node_modules/shogiground/esm/render.js
function render2(s, boardEls) {
  var _a, _b, _c;
  const asSente = sentePov(s.orientation), scaleDown = s.scaleDownPieces ? 0.5 : 1, posToTranslate = posToTranslateRel(s.dimensions), squaresEl = boardEls.squares, piecesEl = boardEls.pieces, draggedEl = boardEls.dragged, squareOverEl = boardEls.squareOver, promotionEl = boardEls.promotion, pieces = s.pieces, curAnim = s.animation.current, anims = curAnim ? curAnim.plan.anims : /* @__PURE__ */ new Map(), fadings = curAnim ? curAnim.plan.fadings : /* @__PURE__ */ new Map(), promotions = curAnim ? curAnim.plan.promotions : /* @__PURE__ */ new Map(), curDrag = s.draggable.current, curPromKey = ((_a = s.promotion.current) === null || _a === void 0 ? void 0 : _a.dragged) ? s.selected : void 0, squares = computeSquareClasses(s), samePieces = /* @__PURE__ */ new Set(), movedPieces = /* @__PURE__ */ new Map();
  if (!curDrag && (draggedEl === null || draggedEl === void 0 ? void 0 : draggedEl.sgDragging)) {
    draggedEl.sgDragging = false;
    setDisplay(draggedEl, false);
    if (squareOverEl) setDisplay(squareOverEl, false);
  }
  let k, el2, pieceAtKey, elPieceName, anim2, fading, prom, pMvdset, pMvd;
  el2 = piecesEl.firstElementChild;
  while (el2) {
    if (isPieceNode(el2)) {
      k = el2.sgKey;
      pieceAtKey = pieces.get(k);
      anim2 = anims.get(k);
      fading = fadings.get(k);
      prom = promotions.get(k);
      elPieceName = pieceNameOf({ color: el2.sgColor, role: el2.sgRole });
      if (((curDrag === null || curDrag === void 0 ? void 0 : curDrag.started) && ((_b = curDrag.fromBoard) === null || _b === void 0 ? void 0 : _b.orig) === k || curPromKey && curPromKey === k) && !el2.sgGhost) {
        el2.sgGhost = true;
        el2.classList.add("ghost");
      } else if (el2.sgGhost && (!curDrag || ((_c = curDrag.fromBoard) === null || _c === void 0 ? void 0 : _c.orig) !== k) && (!curPromKey || curPromKey !== k)) {
        el2.sgGhost = false;
        el2.classList.remove("ghost");
      }
      if (!fading && el2.sgFading) {
        el2.sgFading = false;
        el2.classList.remove("fading");
      }
      if (pieceAtKey) {
        if (anim2 && el2.sgAnimating && (elPieceName === pieceNameOf(pieceAtKey) || prom && elPieceName === pieceNameOf(prom))) {
          const pos = key2pos(k);
          pos[0] += anim2[2];
          pos[1] += anim2[3];
          translateRel(el2, posToTranslate(pos, asSente), scaleDown);
        } else if (el2.sgAnimating) {
          el2.sgAnimating = false;
          el2.classList.remove("anim");
          translateRel(el2, posToTranslate(key2pos(k), asSente), scaleDown);
        }
        if (elPieceName === pieceNameOf(pieceAtKey) && (!fading || !el2.sgFading)) {
          samePieces.add(k);
        } else {
          if (fading && elPieceName === pieceNameOf(fading)) {
            el2.sgFading = true;
            el2.classList.add("fading");
          } else if (prom && elPieceName === pieceNameOf(prom)) {
            samePieces.add(k);
          } else {
            appendValue(movedPieces, elPieceName, el2);
          }
        }
      } else {
        appendValue(movedPieces, elPieceName, el2);
      }
    }
    el2 = el2.nextElementSibling;
  }
  let sqEl = squaresEl.firstElementChild;
  while (sqEl && isSquareNode(sqEl)) {
    sqEl.className = squares.get(sqEl.sgKey) || "";
    sqEl = sqEl.nextElementSibling;
  }
  for (const [k2, p] of pieces) {
    const piece = promotions.get(k2) || p;
    anim2 = anims.get(k2);
    if (!samePieces.has(k2)) {
      pMvdset = movedPieces.get(pieceNameOf(piece));
      pMvd = pMvdset === null || pMvdset === void 0 ? void 0 : pMvdset.pop();
      if (pMvd) {
        pMvd.sgKey = k2;
        if (pMvd.sgFading) {
          pMvd.sgFading = false;
          pMvd.classList.remove("fading");
        }
        const pos = key2pos(k2);
        if (anim2) {
          pMvd.sgAnimating = true;
          pMvd.classList.add("anim");
          pos[0] += anim2[2];
          pos[1] += anim2[3];
        }
        translateRel(pMvd, posToTranslate(pos, asSente), scaleDown);
      } else {
        const pieceNode = createEl("piece", pieceNameOf(p)), pos = key2pos(k2);
        pieceNode.sgColor = p.color;
        pieceNode.sgRole = p.role;
        pieceNode.sgKey = k2;
        if (anim2) {
          pieceNode.sgAnimating = true;
          pos[0] += anim2[2];
          pos[1] += anim2[3];
        }
        translateRel(pieceNode, posToTranslate(pos, asSente), scaleDown);
        piecesEl.appendChild(pieceNode);
      }
    }
  }
  for (const nodes of movedPieces.values()) {
    for (const node of nodes) {
      piecesEl.removeChild(node);
    }
  }
  if (promotionEl) renderPromotion(s, promotionEl);
}
function appendValue(map, key, value) {
  const arr = map.get(key);
  if (arr) arr.push(value);
  else map.set(key, [value]);
}
function computeSquareClasses(s) {
  var _a, _b;
  const squares = /* @__PURE__ */ new Map();
  if (s.lastDests && s.highlight.lastDests) for (const k of s.lastDests) addSquare(squares, k, "last-dest");
  if (s.checks && s.highlight.check) for (const check of s.checks) addSquare(squares, check, "check");
  if (s.hovered) addSquare(squares, s.hovered, "hover");
  if (s.selected) {
    if (s.activeColor === "both" || s.activeColor === s.turnColor) addSquare(squares, s.selected, "selected");
    else addSquare(squares, s.selected, "preselected");
    if (s.movable.showDests) {
      const dests = (_a = s.movable.dests) === null || _a === void 0 ? void 0 : _a.get(s.selected);
      if (dests) for (const k of dests) {
        addSquare(squares, k, "dest" + (s.pieces.has(k) ? " oc" : ""));
      }
      const pDests = s.premovable.dests;
      if (pDests) for (const k of pDests) {
        addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
      }
    }
  } else if (s.selectedPiece) {
    if (s.droppable.showDests) {
      const dests = (_b = s.droppable.dests) === null || _b === void 0 ? void 0 : _b.get(pieceNameOf(s.selectedPiece));
      if (dests) for (const k of dests) {
        addSquare(squares, k, "dest");
      }
      const pDests = s.predroppable.dests;
      if (pDests) for (const k of pDests) {
        addSquare(squares, k, "pre-dest" + (s.pieces.has(k) ? " oc" : ""));
      }
    }
  }
  const premove = s.premovable.current;
  if (premove) {
    addSquare(squares, premove.orig, "current-pre");
    addSquare(squares, premove.dest, "current-pre" + (premove.prom ? " prom" : ""));
  } else if (s.predroppable.current) addSquare(squares, s.predroppable.current.key, "current-pre" + (s.predroppable.current.prom ? " prom" : ""));
  for (const sqh of s.drawable.squares) {
    addSquare(squares, sqh.key, sqh.className);
  }
  return squares;
}
function addSquare(squares, key, klass) {
  const classes = squares.get(key);
  if (classes) squares.set(key, `${classes} ${klass}`);
  else squares.set(key, klass);
}
function renderPromotion(s, promotionEl) {
  const cur = s.promotion.current, key = cur === null || cur === void 0 ? void 0 : cur.key, pieces = cur ? [cur.promotedPiece, cur.piece] : [], hash = promotionHash(!!cur, key, pieces);
  if (s.promotion.prevPromotionHash === hash) return;
  s.promotion.prevPromotionHash = hash;
  if (key) {
    const asSente = sentePov(s.orientation), initPos = key2pos(key), color = cur.piece.color, promotionSquare = createEl("sg-promotion-square"), promotionChoices = createEl("sg-promotion-choices");
    if (s.orientation !== color) promotionChoices.classList.add("reversed");
    translateRel(promotionSquare, posToTranslateRel(s.dimensions)(initPos, asSente), 1);
    for (const p of pieces) {
      const pieceNode = createEl("piece", pieceNameOf(p));
      pieceNode.sgColor = p.color;
      pieceNode.sgRole = p.role;
      promotionChoices.appendChild(pieceNode);
    }
    promotionEl.innerHTML = "";
    promotionSquare.appendChild(promotionChoices);
    promotionEl.appendChild(promotionSquare);
    setDisplay(promotionEl, true);
  } else {
    setDisplay(promotionEl, false);
  }
}
function promotionHash(active, key, pieces) {
  return [active, key, pieces.map((p) => pieceNameOf(p)).join(" ")].join(" ");
}

// node_modules/shogiground/esm/dom.js
function attachBoard(state, boardWrap) {
  const elements = wrapBoard(boardWrap, state);
  if (elements.hands) attachHands(state, elements.hands.top, elements.hands.bottom);
  state.dom.wrapElements.board = boardWrap;
  state.dom.elements.board = elements;
  state.dom.bounds.board.bounds.clear();
  bindBoard(state, elements);
  state.drawable.prevSvgHash = "";
  state.promotion.prevPromotionHash = "";
  render2(state, elements);
}
function attachHands(state, handTopWrap, handBottomWrap) {
  if (!state.dom.elements.hands) state.dom.elements.hands = {};
  if (!state.dom.wrapElements.hands) state.dom.wrapElements.hands = {};
  if (handTopWrap) {
    const handTop = wrapHand(handTopWrap, "top", state);
    state.dom.wrapElements.hands.top = handTopWrap;
    state.dom.elements.hands.top = handTop;
    bindHand(state, handTop);
    renderHand(state, handTop);
  }
  if (handBottomWrap) {
    const handBottom = wrapHand(handBottomWrap, "bottom", state);
    state.dom.wrapElements.hands.bottom = handBottomWrap;
    state.dom.elements.hands.bottom = handBottom;
    bindHand(state, handBottom);
    renderHand(state, handBottom);
  }
  if (handTopWrap || handBottomWrap) {
    state.dom.bounds.hands.bounds.clear();
    state.dom.bounds.hands.pieceBounds.clear();
  }
}
function redrawAll(wrapElements, state) {
  var _a, _b, _c, _d;
  if (wrapElements.board) attachBoard(state, wrapElements.board);
  if (wrapElements.hands && !state.hands.inlined) attachHands(state, wrapElements.hands.top, wrapElements.hands.bottom);
  state.dom.redrawShapes();
  if (state.events.insert) state.events.insert(wrapElements.board && state.dom.elements.board, { top: ((_a = wrapElements.hands) === null || _a === void 0 ? void 0 : _a.top) && ((_b = state.dom.elements.hands) === null || _b === void 0 ? void 0 : _b.top), bottom: ((_c = wrapElements.hands) === null || _c === void 0 ? void 0 : _c.bottom) && ((_d = state.dom.elements.hands) === null || _d === void 0 ? void 0 : _d.bottom) });
}
function detachElements(web, state) {
  var _a, _b, _c, _d;
  if (web.board) {
    state.dom.wrapElements.board = void 0;
    state.dom.elements.board = void 0;
    state.dom.bounds.board.bounds.clear();
  }
  if (state.dom.elements.hands && state.dom.wrapElements.hands) {
    if ((_a = web.hands) === null || _a === void 0 ? void 0 : _a.top) {
      state.dom.wrapElements.hands.top = void 0;
      state.dom.elements.hands.top = void 0;
    }
    if ((_b = web.hands) === null || _b === void 0 ? void 0 : _b.bottom) {
      state.dom.wrapElements.hands.bottom = void 0;
      state.dom.elements.hands.bottom = void 0;
    }
    if (((_c = web.hands) === null || _c === void 0 ? void 0 : _c.top) || ((_d = web.hands) === null || _d === void 0 ? void 0 : _d.bottom)) {
      state.dom.bounds.hands.bounds.clear();
      state.dom.bounds.hands.pieceBounds.clear();
    }
  }
}

// node_modules/shogiground/esm/api.js
function start3(state) {
  return { attach(wrapElements) {
    redrawAll(wrapElements, state);
  }, detach(wrapElementsBoolean) {
    detachElements(wrapElementsBoolean, state);
  }, set(config, skipAnimation) {
    var _a, _b, _c, _d;
    function getByPath(path, obj) {
      const properties = path.split(".");
      return properties.reduce((prev, curr) => prev && prev[curr], obj);
    }
    const forceRedrawProps = ["orientation", "viewOnly", "coordinates.enabled", "coordinates.notation", "drawable.visible", "hands.inlined"];
    const newDims = ((_a = config.sfen) === null || _a === void 0 ? void 0 : _a.board) && inferDimensions(config.sfen.board);
    const toRedraw = forceRedrawProps.some((p) => {
      const cRes = getByPath(p, config);
      return cRes && cRes !== getByPath(p, state);
    }) || !!(newDims && (newDims.files !== state.dimensions.files || newDims.ranks !== state.dimensions.ranks)) || !!((_c = (_b = config.hands) === null || _b === void 0 ? void 0 : _b.roles) === null || _c === void 0 ? void 0 : _c.every((r, i) => r === state.hands.roles[i]));
    if (toRedraw) {
      reset(state);
      configure(state, config);
      redrawAll(state.dom.wrapElements, state);
    } else {
      applyAnimation(state, config);
      (((_d = config.sfen) === null || _d === void 0 ? void 0 : _d.board) && !skipAnimation ? anim : render)((state2) => configure(state2, config), state);
    }
  }, state, getBoardSfen: () => boardToSfen(state.pieces, state.dimensions, state.forsyth.toForsyth), getHandsSfen: () => handsToSfen(state.hands.handMap, state.hands.roles, state.forsyth.toForsyth), toggleOrientation() {
    toggleOrientation(state);
    redrawAll(state.dom.wrapElements, state);
  }, move(orig, dest, prom) {
    anim((state2) => baseMove(state2, orig, dest, prom || state2.promotion.forceMovePromotion(orig, dest)), state);
  }, drop(piece, key, prom, spare) {
    anim((state2) => {
      state2.droppable.spare = !!spare;
      baseDrop(state2, piece, key, prom || state2.promotion.forceDropPromotion(piece, key));
    }, state);
  }, setPieces(pieces) {
    anim((state2) => setPieces(state2, pieces), state);
  }, addToHand(piece, count) {
    render((state2) => addToHand(state2, piece, count), state);
  }, removeFromHand(piece, count) {
    render((state2) => removeFromHand(state2, piece, count), state);
  }, selectSquare(key, prom, force) {
    if (key) anim((state2) => selectSquare(state2, key, prom, force), state);
    else if (state.selected) {
      unselect(state);
      state.dom.redraw();
    }
  }, selectPiece(piece, spare, force) {
    if (piece) render((state2) => selectPiece(state2, piece, spare, force, true), state);
    else if (state.selectedPiece) {
      unselect(state);
      state.dom.redraw();
    }
  }, playPremove() {
    if (state.premovable.current) {
      if (anim(playPremove, state)) return true;
      state.dom.redraw();
    }
    return false;
  }, playPredrop() {
    if (state.predroppable.current) {
      if (anim(playPredrop, state)) return true;
      state.dom.redraw();
    }
    return false;
  }, cancelPremove() {
    render(unsetPremove, state);
  }, cancelPredrop() {
    render(unsetPredrop, state);
  }, cancelMoveOrDrop() {
    render((state2) => {
      cancelMoveOrDrop(state2);
      cancel2(state2);
    }, state);
  }, stop() {
    render((state2) => {
      stop(state2);
    }, state);
  }, setAutoShapes(shapes) {
    render((state2) => state2.drawable.autoShapes = shapes, state);
  }, setShapes(shapes) {
    render((state2) => state2.drawable.shapes = shapes, state);
  }, setSquareHighlights(squares) {
    render((state2) => state2.drawable.squares = squares, state);
  }, dragNewPiece(piece, event, spare) {
    dragNewPiece(state, piece, event, spare);
  }, destroy() {
    stop(state);
    state.dom.unbind();
    state.dom.destroyed = true;
  } };
}

// node_modules/shogiground/esm/state.js
function defaults() {
  return { pieces: /* @__PURE__ */ new Map(), dimensions: { files: 9, ranks: 9 }, orientation: "sente", turnColor: "sente", activeColor: "both", viewOnly: false, squareRatio: [11, 12], disableContextMenu: true, blockTouchScroll: false, scaleDownPieces: true, coordinates: { enabled: true, files: "numeric", ranks: "numeric" }, highlight: { lastDests: true, check: true, checkRoles: ["king"], hovered: false }, animation: { enabled: true, hands: true, duration: 250 }, hands: { inlined: false, handMap: /* @__PURE__ */ new Map([["sente", /* @__PURE__ */ new Map()], ["gote", /* @__PURE__ */ new Map()]]), roles: ["rook", "bishop", "gold", "silver", "knight", "lance", "pawn"] }, movable: { free: true, showDests: true, events: {} }, droppable: { free: true, showDests: true, spare: false, events: {} }, premovable: { enabled: true, showDests: true, events: {} }, predroppable: { enabled: true, showDests: true, events: {} }, draggable: { enabled: true, distance: 3, autoDistance: true, showGhost: true, showTouchSquareOverlay: true, deleteOnDropOff: false, addToHandOnDropOff: false }, selectable: { enabled: true, forceSpares: false, deleteOnTouch: false, addSparesToHand: false }, promotion: { movePromotionDialog: () => false, forceMovePromotion: () => false, dropPromotionDialog: () => false, forceDropPromotion: () => false, promotesTo: () => void 0, unpromotesTo: () => void 0, events: {}, prevPromotionHash: "" }, forsyth: {}, events: {}, drawable: { enabled: true, visible: true, forced: false, eraseOnClick: true, shapes: [], autoShapes: [], squares: [], prevSvgHash: "" } };
}

// node_modules/shogiground/esm/redraw.js
function redrawShapesNow(state) {
  var _a;
  if ((_a = state.dom.elements.board) === null || _a === void 0 ? void 0 : _a.shapes) renderShapes(state, state.dom.elements.board.shapes.svg, state.dom.elements.board.shapes.customSvg, state.dom.elements.board.shapes.freePieces);
}
function redrawNow(state, skipShapes) {
  const boardEls = state.dom.elements.board;
  if (boardEls) {
    render2(state, boardEls);
    if (!skipShapes) redrawShapesNow(state);
  }
  const handEls = state.dom.elements.hands;
  if (handEls) {
    if (handEls.top) renderHand(state, handEls.top);
    if (handEls.bottom) renderHand(state, handEls.bottom);
  }
}

// node_modules/shogiground/esm/shogiground.js
function Shogiground(config, wrapElements) {
  const state = defaults();
  configure(state, config || {});
  const redrawStateNow = (skipShapes) => {
    redrawNow(state, skipShapes);
  };
  state.dom = { wrapElements: wrapElements || {}, elements: {}, bounds: { board: { bounds: memo(() => {
    var _a;
    return (_a = state.dom.elements.board) === null || _a === void 0 ? void 0 : _a.pieces.getBoundingClientRect();
  }) }, hands: { bounds: memo(() => {
    const handsRects = /* @__PURE__ */ new Map(), handEls = state.dom.elements.hands;
    if (handEls === null || handEls === void 0 ? void 0 : handEls.top) handsRects.set("top", handEls.top.getBoundingClientRect());
    if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom) handsRects.set("bottom", handEls.bottom.getBoundingClientRect());
    return handsRects;
  }), pieceBounds: memo(() => {
    const handPiecesRects = /* @__PURE__ */ new Map(), handEls = state.dom.elements.hands;
    if (handEls === null || handEls === void 0 ? void 0 : handEls.top) {
      let wrapEl = handEls.top.firstElementChild;
      while (wrapEl) {
        const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
        handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
        wrapEl = wrapEl.nextElementSibling;
      }
    }
    if (handEls === null || handEls === void 0 ? void 0 : handEls.bottom) {
      let wrapEl = handEls.bottom.firstElementChild;
      while (wrapEl) {
        const pieceEl = wrapEl.firstElementChild, piece = { role: pieceEl.sgRole, color: pieceEl.sgColor };
        handPiecesRects.set(pieceNameOf(piece), pieceEl.getBoundingClientRect());
        wrapEl = wrapEl.nextElementSibling;
      }
    }
    return handPiecesRects;
  }) } }, redrawNow: redrawStateNow, redraw: debounceRedraw(redrawStateNow), redrawShapes: debounceRedraw(() => redrawShapesNow(state)), unbind: bindDocument(state), destroyed: false };
  if (wrapElements) redrawAll(wrapElements, state);
  return start3(state);
}
function debounceRedraw(f) {
  let redrawing = false;
  return (...args) => {
    if (redrawing) return;
    redrawing = true;
    requestAnimationFrame(() => {
      f(...args);
      redrawing = false;
    });
  };
}

// src/board/drawings.ts
var BRUSH = "primary";
var Drawings = class {
  isOn = false;
  origin = null;
  byNode = /* @__PURE__ */ new WeakMap();
  of(node) {
    return this.byNode.get(node) ?? [];
  }
  set(node, shapes) {
    this.byNode.set(node, shapes);
  }
  press(node, square) {
    const from = this.origin;
    this.origin = from ? null : square;
    if (!from) return null;
    const others = this.of(node).filter(({ orig, dest }) => orig !== from || dest !== square);
    const isErased = others.length < this.of(node).length;
    const shape = { orig: from, dest: square, brush: BRUSH };
    this.set(node, isErased ? others : [...others, shape]);
    return { from, to: square, isErased };
  }
};

// src/board/marks.ts
var remoteCaptures = (move3) => move3.captures.filter((captured) => captured.square !== move3.to).map((captured) => captured.square);
function highlights(ctrl, moves, hovered) {
  const squares = [];
  const hoveredMoves = moves.filter((move3) => move3.to === hovered);
  const isHovering = hoveredMoves.length > 0;
  for (const key of new Set((isHovering ? hoveredMoves : moves).flatMap(remoteCaptures))) squares.push({ key, className: isHovering ? "capture-preview" : "capturable" });
  for (const move3 of moves) if (remoteCaptures(move3).length) squares.push({ key: move3.to, className: "capture-dest" });
  if (ctrl.node.move) for (const key of remoteCaptures(ctrl.node.move)) squares.push({ key, className: "captured" });
  for (const square of ctrl.node.outcome?.row ?? []) squares.push({ key: square, className: "winning-row" });
  for (const [square, piece] of piecesOnBoard(ctrl.node.sfen, ctrl.game.files)) if (piece.marked) squares.push({ key: square, className: "counterflip" });
  return squares;
}
function arrow(ctrl, move3, brush, by = ctrl.node.turn) {
  const dest = move3.to;
  if (move3.from) return [{ orig: move3.from, dest, brush }];
  const color = groundColor(by);
  const held = { role: droppedRole(move3, ctrl.game) ?? "p", color };
  return [{ orig: held, dest, brush }, { orig: dest, dest, brush, piece: { role: roleOf(move3.becomes), color, scale: 0.8 } }];
}
var legalMove = (ctrl, usi) => ctrl.position?.moves.find((move3) => move3.usi === usi);
var CROSS = '<path d="M28 30L82 90M82 30L28 90"/>';
function autoShapes(ctrl, moves, hovered) {
  const captured = new Set(moves.filter((move3) => move3.to === hovered).flatMap(remoteCaptures));
  const shapes = [...captured].map((key) => ({ orig: key, dest: key, brush: "capture-cross", customSvg: CROSS }));
  const color = groundColor(ctrl.node.turn);
  if (ctrl.node.move) for (const captured2 of ctrl.node.move.captures) {
    if (captured2.square === ctrl.node.move.to) continue;
    const key = captured2.square;
    const piece = { role: roleOf(captured2.piece), color, scale: 0.7 };
    shapes.push({ orig: key, dest: key, brush: "captured", piece });
  }
  if (ctrl.hoveredMove) {
    const move3 = legalMove(ctrl, ctrl.hoveredMove);
    if (move3) shapes.push(...arrow(ctrl, move3, "best"));
  } else if (ctrl.analysis.enabled && ctrl.settings.arrows) {
    ctrl.analysis.infos.forEach((info, rank) => {
      const move3 = legalMove(ctrl, info.pv[0]);
      if (move3) shapes.push(...arrow(ctrl, move3, rank === 0 ? "best" : "alternative"));
    });
  }
  if (ctrl.hint) {
    const { move: move3, by } = ctrl.hint;
    shapes.push(...arrow(ctrl, move3, by === ctrl.node.turn ? "hint" : "threat", by));
  }
  for (const { move: move3, color: by, brush } of ctrl.learning?.arrows ?? []) shapes.push(...arrow(ctrl, move3, brush, by));
  return shapes;
}
function editorHighlights(editor) {
  const marked = [...editor.pieces].filter(([, piece]) => piece.marked);
  const squares = marked.map(([square]) => ({ key: square, className: "counterflip" }));
  return editor.selectedSquare ? [...squares, { key: editor.selectedSquare, className: "selected" }] : squares;
}

// src/board/piece-images.ts
var styleSheet = (images, className) => images.map(({ kind, color, isUp, svg }) => {
  const side = groundColor(color);
  const orientation = color === "black" === isUp ? "sente" : "gote";
  return `.${className} .orientation-${orientation} piece.${side}.${roleOf(kind)} { background-image: url("data:image/svg+xml,${encodeURIComponent(svg)}"); }`;
}).join("\n");
var sheets = /* @__PURE__ */ new Map();
function installPieceImages(game, style, className) {
  const known = sheets.get(className);
  if (known?.game === game) return;
  const sheet = known?.sheet ?? new CSSStyleSheet();
  sheets.set(className, { game, sheet });
  if (!known) document.adoptedStyleSheets.push(sheet);
  gameRules(game).then(({ images }) => sheet.replaceSync(styleSheet(images.filter((image) => image.style === style), className))).catch(() => sheets.delete(className));
}

// src/board/board.ts
var pieceSetClass = (ctrl, game) => `set-${game.pictures.game || `own-${game.name}`}-${pieceStyle(ctrl.settings, game)}`;
var loadedSets = /* @__PURE__ */ new Set();
function loadPieceSet(ctrl, game) {
  const className = pieceSetClass(ctrl, game);
  if (!game.pictures.game) return installPieceImages(game, pieceStyle(ctrl.settings, game), className);
  if (loadedSets.has(className)) return;
  loadedSets.add(className);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `pieces/${className.slice("set-".length)}.css`;
  document.head.append(link);
}
function coordinatesConfig(choice) {
  return { enabled: choice !== "none", files: "numeric", ranks: choice === "none" ? "engine" : choice };
}
var royalRoles = (game) => game.pieces.filter((piece) => piece.royal).map((piece) => roleOf(piece.kind));
function boardStyle(game) {
  const { files: files2, ranks: ranks2 } = game;
  const hasDots = ranks2 >= 9 && ranks2 % 3 === 0;
  return { "--files": String(files2), "--ranks": String(ranks2), "--dot-file": String(Math.round(files2 / 3)), "--dot-size": hasDots ? "3px" : "0px" };
}
var Board = class {
  targets = /* @__PURE__ */ new Set();
  ctrl;
  ground;
  elements;
  drawnPosition = "";
  drawnShapes = "";
  drawnHighlights = "";
  drawnNode = null;
  groundGame = null;
  groundCoordinates = null;
  selection = "";
  drawings = new Drawings();
  hoveredSquare = null;
  constructor(ctrl, elements) {
    this.ctrl = ctrl;
    this.elements = elements;
    this.ground = this.createGround();
    for (const name of ["mousemove", "touchmove"]) elements.board.addEventListener(name, (event) => this.onPointerMove(event), { passive: true });
    for (const name of ["mousedown", "touchstart"]) elements.board.addEventListener(name, (event) => this.onPointerDown(event), { capture: true, passive: true });
    for (const name of ["mouseup", "touchend"]) document.addEventListener(name, () => this.onDragEnd(), { capture: true });
    elements.board.addEventListener("mouseleave", () => this.setHoveredSquare(null));
  }
  createGround() {
    const { ctrl } = this;
    this.groundGame = ctrl.displayedGame;
    this.groundCoordinates = ctrl.settings.coordinates;
    this.drawnPosition = this.drawnShapes = this.drawnHighlights = "";
    const updateMarks = () => this.updateMarks();
    const config = { squareRatio: [11, 12], scaleDownPieces: false, coordinates: coordinatesConfig(ctrl.settings.coordinates), highlight: { lastDests: true, check: true, checkRoles: royalRoles(ctrl.displayedGame) }, hands: { roles: [...ctrl.displayedGame.hand].reverse().map(roleOf) }, promotion: { promotesTo: (role) => role.length > 1 ? role.slice(1) : `p${role}` }, premovable: { enabled: false }, predroppable: { enabled: false }, events: { select: (key) => this.onSelect(key), unselect: updateMarks, pieceSelect: updateMarks, pieceUnselect: updateMarks, change: () => this.onChange() }, forsyth, ...this.positionConfig() };
    const onChange2 = (shapes) => this.onDraw(shapes);
    config.drawable = { ...config.drawable, enabled: true, eraseOnClick: true, onChange: onChange2 };
    config.movable = { ...config.movable, events: { after: (from, to) => this.onMove(from, to) } };
    config.droppable = { ...config.droppable, events: { after: (piece, to) => this.onDrop(piece.role, to) } };
    const { board, topHand, bottomHand } = this.elements;
    if (ctrl.displayedGame.hand.length) return Shogiground(config, { board, hands: { top: topHand, bottom: bottomHand } });
    topHand.replaceChildren();
    bottomHand.replaceChildren();
    return Shogiground(config, { board });
  }
  sync() {
    const { displayedGame, settings } = this.ctrl;
    loadPieceSet(this.ctrl, displayedGame);
    if (this.ctrl.editor || this.ctrl.learning) this.drawings.isOn = false;
    if (this.groundGame !== displayedGame || this.groundCoordinates !== settings.coordinates) {
      this.ground.destroy();
      this.ground = this.createGround();
    }
    const { ctrl } = this;
    const position = [ctrl.editor ? JSON.stringify(ctrl.editor.tool) : ctrl.node.id, ctrl.displayedSfen(), ctrl.orientation, ctrl.movableColor(), ctrl.legalMoves().length, ctrl.choice?.to, ctrl.settings.showDests, ctrl.settings.animation, this.drawings.isOn].join(" ");
    const hasChanged = position !== this.drawnPosition || ctrl.node !== this.drawnNode;
    if (hasChanged && !ctrl.choice) this.ground.set(this.positionConfig());
    this.drawnPosition = position;
    this.drawnNode = ctrl.node;
    this.updateMarks();
  }
  editorConfig(editor) {
    const { board, hands: hands2 } = parseSfen(editor.sfen);
    const canMove2 = editor.tool === "move";
    return { sfen: { board, hands: hands2 }, orientation: groundColor(this.ctrl.orientation), turnColor: "sente", activeColor: "both", checks: false, lastDests: [], animation: { enabled: false }, drawable: { forced: false }, movable: { free: true, showDests: false }, droppable: { free: true, showDests: false }, selectable: { enabled: canMove2 }, draggable: { enabled: canMove2, deleteOnDropOff: true, addToHandOnDropOff: editor.game.hand.length > 0 } };
  }
  positionConfig() {
    const { ctrl } = this;
    if (ctrl.editor) return this.editorConfig(ctrl.editor);
    const { node, settings } = ctrl;
    const { board, hands: hands2 } = parseSfen(node.sfen);
    const movableColor = ctrl.movableColor();
    const config = { sfen: { board, hands: hands2 }, orientation: groundColor(ctrl.orientation), turnColor: groundColor(node.turn), checks: node.check ? groundColor(node.turn) : false, animation: { enabled: settings.animation, hands: true, duration: 180 }, movable: { free: false, dests: moveDests(ctrl.legalMoves()), showDests: settings.showDests }, droppable: { free: false, dests: dropDests(ctrl.legalMoves(), ctrl.game, groundColor(node.turn)), showDests: settings.showDests }, selectable: { enabled: true }, draggable: { enabled: true, deleteOnDropOff: false, addToHandOnDropOff: false }, drawable: { forced: this.drawings.isOn, shapes: this.drawings.of(node) } };
    const move3 = node.move;
    return Object.assign(config, { activeColor: movableColor ? groundColor(movableColor) : void 0, lastDests: move3 ? [move3.from, move3.to].filter(Boolean) : void 0, lastPiece: void 0 });
  }
  onSelect(key) {
    const { editor } = this.ctrl;
    if (editor && editor.tool !== "move") editor.pressSquare(key);
    this.updateMarks();
  }
  explainRejection(to) {
    const { pieces, selected, selectedPiece } = this.ground.state;
    const origin = selected ?? (selectedPiece && `${kindOf(selectedPiece.role)}*`);
    if (!origin || !this.ctrl.movableColor()) return;
    if (pieces.get(to)?.color === groundColor(this.ctrl.node.turn)) return;
    if (!this.selectedMoves().some((move3) => move3.to === to)) void this.ctrl.explainRejection(origin + to);
  }
  onPointerDown(event) {
    if (this.isDrawing || "button" in event && event.button !== 0) return;
    this.onPointerMove(event);
    if (this.hoveredSquare) this.explainRejection(this.hoveredSquare);
  }
  onDragEnd() {
    if (this.ground.state.draggable.current?.started && this.hoveredSquare) this.explainRejection(this.hoveredSquare);
  }
  onChange() {
    const { pieces, hands: hands2 } = this.ground.state;
    this.ctrl.editor?.setPieces(pieces, hands2.handMap);
  }
  onMove(from, to) {
    if (this.ctrl.editor) return;
    this.drawnPosition = "";
    this.ctrl.playOrChoose(this.ctrl.legalMoves().filter((move3) => move3.from === from && move3.to === to));
  }
  onDrop(role, to) {
    if (this.ctrl.editor) return;
    this.drawnPosition = "";
    this.ctrl.playOrChoose(this.ctrl.legalMoves().filter((move3) => droppedRole(move3, this.ctrl.game) === role && move3.to === to));
  }
  dragNewPiece(color, role, event) {
    this.drawnPosition = "";
    this.ground.set({ selectable: { enabled: true }, draggable: { enabled: true } });
    this.ground.dragNewPiece({ color: groundColor(color), role }, event, true);
  }
  selectedMoves() {
    const { selected, selectedPiece } = this.ground.state;
    if (selected) return this.ctrl.legalMoves().filter((move3) => move3.from === selected);
    if (!selectedPiece) return [];
    return this.ctrl.legalMoves().filter((move3) => droppedRole(move3, this.ctrl.game) === selectedPiece.role);
  }
  updateMarks() {
    const { editor } = this.ctrl;
    const moves = editor ? [] : this.selectedMoves();
    const squares = editor ? editorHighlights(editor) : highlights(this.ctrl, moves, this.hoveredSquare);
    const squaresKey = squares.map((square) => square.key + square.className).join();
    if (squaresKey !== this.drawnHighlights) this.ground.setSquareHighlights(squares);
    this.drawnHighlights = squaresKey;
    this.announceSelection(moves);
    const shapes = editor ? [] : autoShapes(this.ctrl, moves, this.hoveredSquare);
    const shapesKey = JSON.stringify(shapes);
    if (shapesKey !== this.drawnShapes) this.ground.setAutoShapes(shapes);
    this.drawnShapes = shapesKey;
  }
  announceSelection(moves) {
    const { ctrl } = this;
    const selection = ctrl.editor ? "" : this.selectedSquare ?? this.selectedDrop ?? "";
    if (selection === this.selection) return;
    this.selection = selection;
    this.targets = new Set(moves.map((move3) => move3.to));
    if (selection) ctrl.announce(describeDestinations(ctrl.game, ctrl.node.sfen, selection, [...this.targets]));
    ctrl.redraw();
  }
  onPointerMove(event) {
    const at = "touches" in event ? event.touches[0] : event;
    const bounds = this.ground.state.dom.bounds.board.bounds();
    if (!at || !bounds) return;
    const { files: files2, ranks: ranks2 } = this.ctrl.displayedGame;
    const column = Math.floor((at.clientX - bounds.left) / bounds.width * files2);
    const row = Math.floor((at.clientY - bounds.top) / bounds.height * ranks2);
    if (column < 0 || row < 0 || column >= files2 || row >= ranks2) return this.setHoveredSquare(null);
    const isBlackBelow = this.ctrl.orientation === "black";
    const file = isBlackBelow ? files2 - column : column + 1;
    const rank = isBlackBelow ? row : ranks2 - 1 - row;
    this.setHoveredSquare(`${file}${String.fromCharCode(97 + rank)}`);
  }
  setHoveredSquare(square) {
    if (this.hoveredSquare === square) return;
    this.hoveredSquare = square;
    this.updateMarks();
  }
  get isDrawing() {
    return this.drawings.isOn;
  }
  get hasDrawings() {
    return this.drawings.of(this.ctrl.node).length > 0;
  }
  setDrawing(isOn) {
    this.unselect();
    this.drawings.isOn = isOn;
    this.drawings.origin = null;
    this.sync();
  }
  eraseDrawings() {
    this.setShapes([]);
  }
  onDraw(shapes) {
    if (this.ctrl.editor) return;
    this.drawings.set(this.ctrl.node, shapes);
    this.ctrl.redraw();
  }
  setShapes(shapes) {
    this.drawings.set(this.ctrl.node, shapes);
    this.ground.setShapes(shapes);
  }
  pressInDrawMode(square) {
    const { ctrl } = this;
    const drawn = this.drawings.press(ctrl.node, square);
    if (drawn) this.setShapes(this.drawings.of(ctrl.node));
    ctrl.announce(describeDrawing(square, drawn));
    ctrl.redraw();
  }
  get hasSelection() {
    return this.selection !== "";
  }
  get selectedSquare() {
    return this.ground.state.selected ?? null;
  }
  get selectedDrop() {
    return this.ground.state.selectedPiece?.role ?? null;
  }
  pressSquare(square) {
    if (this.isDrawing) return this.pressInDrawMode(square);
    const moves = this.selectedMoves().filter((move3) => move3.to === square);
    if (moves.length) {
      this.unselect();
      this.ctrl.playOrChoose(moves);
    } else if (this.selectedSquare === square) this.ctrl.cancelSelection();
    else {
      this.explainRejection(square);
      this.ground.selectSquare(square);
    }
    this.updateMarks();
  }
  pressHand(role) {
    if (this.isDrawing) return;
    const color = groundColor(this.ctrl.node.turn);
    if (this.selectedDrop === role) this.ctrl.cancelSelection();
    else this.ground.selectPiece({ role, color });
    this.updateMarks();
  }
  unselect() {
    this.ground.cancelMoveOrDrop();
    this.updateMarks();
  }
};
function moveDests(moves) {
  const dests = /* @__PURE__ */ new Map();
  for (const move3 of moves) {
    if (!move3.from) continue;
    const targets = dests.get(move3.from);
    if (!targets) dests.set(move3.from, [move3.to]);
    else if (!targets.includes(move3.to)) targets.push(move3.to);
  }
  return dests;
}
function dropDests(moves, game, color) {
  const dests = /* @__PURE__ */ new Map();
  for (const move3 of moves) {
    const role = droppedRole(move3, game);
    if (!role) continue;
    const name = `${color} ${role}`;
    dests.set(name, [...dests.get(name) ?? [], move3.to]);
  }
  return dests;
}

// src/view/editor.ts
function editorView(ctrl, editor) {
  return el("section.panel.editor", { key: "editor", attrs: { "aria-label": t("editor.label") } }, [el("div.editor-body", {}, [el("h2", {}, [t("editor.label")]), el("div.editor-top", {}, [select("edit-game", ctrl.games.games.map((game) => [game.name, game.title[lang()]]), editor.game.name, (name) => editGame(ctrl, name), t("new.game")), select("edit-turn", [["black", t("editor.turn", { color: colorName("black") })], ["white", t("editor.turn", { color: colorName("white") })]], editor.turn, (turn) => editor.setTurn(turn), t("editor.turn.label")), select("edit-start", presets(editor), "", (sfen) => sfen && editor.loadSfen(sfen), t("editor.preset")), button("clear", t("editor.clear"), () => editor.clear()), el("div.tools", { attrs: { role: "group", "aria-label": t("editor.tools") } }, [toolButton(editor, "move", t("editor.move")), toolButton(editor, "remove", t("editor.remove")), editor.game.counterFlip ? toolButton(editor, "mark", t("editor.mark")) : null])]), palette(ctrl, editor, "white"), palette(ctrl, editor, "black"), editor.game.hand.length ? hands(editor, "white") : null, editor.game.hand.length ? hands(editor, "black") : null, el("label.field.sfen", {}, [el("span", {}, ["SFEN"]), el("input", { attrs: { name: "sfen", spellcheck: "false", autocomplete: "off" }, ...fieldValue(editor.sfen), on: { change: (event) => void ctrl.editor?.loadTypedSfen(event.target.value.trim()) } })])]), el("div.editor-foot", {}, [validation(editor), el("div.actions", {}, [button("editor-analyse.primary", t("editor.analyse"), () => analyseEdited(ctrl), { disabled: !editor.position }), button("editor-play", t("editor.play"), () => playEdited(ctrl), { disabled: !editor.position?.moves.length }), button("editor-cancel", t("act.cancel"), () => closeEditor(ctrl))])])]);
}
function validation(editor) {
  if (editor.error) return el("p.error", { attrs: { role: "alert", "data-error": "" } }, [editor.error]);
  const outcome = editor.position?.outcome;
  if (outcome) return el("p.hint", { attrs: { role: "status" } }, [t("editor.over", { reason: describeReason(outcome.reason) })]);
  return el("p.good", { attrs: { role: "status" } }, [editor.position ? t("editor.valid") : "…"]);
}
function presets(editor) {
  const { game } = editor;
  const handicaps = game.handicaps.map((one) => [one.sfen, t(`handicap.${one.name}`)]);
  return [["", t("editor.preset")], [game.start, t("start.start")], ...handicaps];
}
var toolButton = (editor, tool, label) => button("tool", label, () => editor.setTool(tool), { pressed: editor.tool === tool, data: { tool } });
function palette(ctrl, editor, color) {
  const pieceButton = (kind) => {
    const isSelected = typeof editor.tool === "object" && editor.tool.put.color === color && editor.tool.put.kind === kind;
    const name = `${colorName(color)} ${pieceName(editor.game, kind)}`;
    const role = roleOf(kind);
    return el("button.palette-piece", { key: role, attrs: { type: "button", "aria-pressed": String(isSelected), "aria-label": name, title: name, "data-piece": `${color} ${kind}` }, on: { click: () => editor.setTool({ put: { color, kind } }), mousedown: (event) => ctrl.board?.dragNewPiece(color, role, event), touchstart: (event) => ctrl.board?.dragNewPiece(color, role, event) } }, [pieceImage(groundColor(color), role)]);
  };
  return el("div.palette", { attrs: { role: "group", "aria-label": t("editor.palette", { color: colorName(color) }) } }, editor.game.pieces.map((piece) => pieceButton(piece.kind)));
}
function hands(editor, color) {
  const handCount = (kind) => {
    const count = editor.hands[color].get(kind) ?? 0;
    const name = pieceName(editor.game, kind);
    return el("span.hand-count", { key: kind, attrs: { "data-hand-count": `${color} ${kind}` } }, [button("hand-minus", "−", () => editor.changeHand(color, kind, -1), { title: t("editor.less", { piece: name }), disabled: count === 0, children: ["−"] }), pieceImage(groundColor(color), roleOf(kind)), el("b", {}, [String(count)]), button("hand-plus", "+", () => editor.changeHand(color, kind, 1), { title: t("editor.more", { piece: name }), children: ["+"] })]);
  };
  return el("div.hands", { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } }, [el("span.color", {}, [t("grid.hand.label", { color: colorName(color) })]), ...editor.game.hand.map(handCount)]);
}

// src/view/failure.ts
var isToken = (error) => error instanceof ApiError && error.code === "token";
function failureView(error, isRetry, retry) {
  const text = error instanceof ApiError ? errorText(error) : String(error);
  return el("div#app", {}, [el("main.failed", { key: "failed", attrs: { "data-failed": "" } }, [...isToken(error) ? tokenHelp(isRetry) : [el("p", { attrs: { role: "alert" } }, [text])], button("retry.primary", t("act.retry"), retry)])]);
}
var tokenDialog = (ctrl) => dialogBox(ctrl, "token", t("token.title"), () => ctrl.openDialog(null), [...tokenHelp(ctrl.hasTokenRetryFailed).slice(1), el("footer", {}, [button("retry.primary", t("act.retry"), () => void ctrl.retryToken(), { autofocus: true })])]);
var tokenHelp = (isRetry) => [el("h2", {}, [t("token.title")]), el("p", {}, [t("token.explanation")]), el("ol", {}, ["token.step.run", "token.step.open", "token.step.tab"].map((key) => el("li", {}, [t(key)]))), el("p.error", { attrs: { role: "status" } }, [isRetry ? t("token.still-missing") : ""])];

// src/view/game-report.ts
var WIDTH = 600;
var HEIGHT = 120;
function reportView(ctrl) {
  const line = mainLine(ctrl.tree);
  if (line.length < 2) return null;
  const isEvaluated = line.some((node) => node.evaluation);
  return el("section.game-report", { attrs: { "aria-label": t("report.label") } }, [el("div.report-head", {}, [ctrl.report.progress ? button("report-stop", t("report.stop"), () => {
    ctrl.report.stop();
    ctrl.redraw();
  }) : button("report", t(isEvaluated ? "report.again" : "report.start"), () => runReport(ctrl)), ctrl.report.progress ? null : select("report-time", timeOptions(), String(ctrl.settings.reportTime), (ms) => ctrl.changeSettings({ reportTime: Number(ms) }), t("report.time")), progressView(ctrl), ...learnButtons(ctrl, line)]), isEvaluated ? graph(ctrl, line) : null, isEvaluated && !ctrl.report.progress ? worstMoves(ctrl, line) : null]);
}
var timeOptions = () => [["50", t("report.quick")], ["200", t("report.normal")], ["1000", t("report.deep")]];
function progressView(ctrl) {
  const { progress } = ctrl.report;
  if (!progress) return null;
  return el("label.progress", {}, [el("progress", { attrs: { max: progress.of, "aria-label": t("report.progress") }, props: { value: progress.done } }), el("span", {}, [`${progress.done} / ${progress.of}`])]);
}
var y = (node) => HEIGHT / 2 * (1 - (node.evaluation ? winningChances(node.evaluation.score) : 0));
function graph(ctrl, line) {
  const x = (ply) => ply / Math.max(1, line.length - 1) * WIDTH;
  const evaluated = line.filter((node) => node.evaluation);
  const points = evaluated.map((node) => `${x(node.ply).toFixed(1)},${y(node).toFixed(1)}`).join(" ");
  const [first, last] = [evaluated[0], evaluated.at(-1)];
  const area = first && last ? `${x(first.ply)},${HEIGHT / 2} ${points} ${x(last.ply)},${HEIGHT / 2}` : "";
  const currentX = line.includes(ctrl.node) ? x(ctrl.node.ply) : null;
  const mistakes = evaluated.filter((node) => node.evaluation?.glyph);
  return h("svg.graph", { attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("report.curve") }, on: { click: (event) => goToClicked(ctrl, line, event) } }, [h("rect.ground-half", { attrs: { x: 0, y: 0, width: WIDTH, height: HEIGHT / 2 } }), h("polygon", { attrs: { points: area } }), h("line.zero", { attrs: { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 } }), h("polyline", { attrs: { points } }), ...currentX === null ? [] : [h("line.current", { attrs: { x1: currentX, x2: currentX, y1: 0, y2: HEIGHT } })], ...mistakes.map((node) => h("line.mistake", { key: node.id, attrs: { x1: x(node.ply), x2: x(node.ply), y1: y(node) - 0.1, y2: y(node) + 0.1, "data-glyph": node.evaluation?.glyph ?? "" } }))]);
}
function goToClicked(ctrl, line, event) {
  const box = event.currentTarget.getBoundingClientRect();
  const ply = Math.round((event.clientX - box.left) / box.width * (line.length - 1));
  const node = line[ply];
  if (node) ctrl.goTo(node);
}
var lossOf = (node) => node.parent?.evaluation && node.evaluation ? Math.abs(winningChances(node.parent.evaluation.score) - winningChances(node.evaluation.score)) : 0;
function evaluationText(node) {
  if (node?.outcome) return resultText(node.outcome.winner);
  return node?.evaluation ? scoreText(node.evaluation.score) : "";
}
function worstMoves(ctrl, line) {
  const mistakes = line.filter((node) => node.evaluation?.glyph).sort((one, two) => lossOf(two) - lossOf(one));
  if (!mistakes.length) return el("p.worst-moves", {}, [t("report.clean")]);
  const item = (node) => el("li", { key: node.id }, [button("mistake", "", () => ctrl.goTo(node), { data: { ply: String(node.ply) }, children: [`${node.ply}. ${node.move ? formatMove(node.move, ctrl.game, ctrl.settings.notation, null) : ""} `, el("b", {}, [node.evaluation?.glyph ?? ""]), ` ${evaluationText(node.parent)} → ${evaluationText(node)}`] }), node.evaluation?.best ? el("span", {}, [t("report.best", { move: formatMove(node.evaluation.best, ctrl.game, ctrl.settings.notation, null) })]) : null]);
  return el("div.worst-moves", {}, [el("h3", {}, [t("report.worst")]), el("ol", {}, mistakes.slice(0, 8).map(item))]);
}

// src/view/lazy-dialog.ts
function lazyDialog(load2) {
  let view2 = null;
  let isLoading2 = false;
  const open = async (ctrl) => {
    isLoading2 = true;
    try {
      view2 = await load2();
    } catch (error) {
      ctrl.openDialog(null);
      ctrl.showError(error);
    }
    isLoading2 = false;
    ctrl.redraw();
  };
  return (ctrl) => {
    if (view2) return view2(ctrl);
    if (!isLoading2) void open(ctrl);
    return null;
  };
}

// src/view/move-choice.ts
var order = (one, other) => Number(other.turn !== null) - Number(one.turn !== null) || Number(other.counterFlip) - Number(one.counterFlip);
function optionText(ctrl, move3, moves) {
  const pieceText = t(move3.turn ? `choice.${move3.turn}` : move3.drop ? "choice.drop" : "choice.stay", { piece: pieceName(ctrl.game, move3.becomes) });
  if (!moves.some((one) => one.counterFlip)) return pieceText;
  const captureText = t(move3.counterFlip ? "choice.counterflip" : "choice.take", { piece: pieceName(ctrl.game, move3.captures[0]?.hand ?? "P") });
  return moves.some((one) => one.turn !== move3.turn) ? `${pieceText}, ${captureText}` : captureText;
}
function choiceDialog(ctrl) {
  const { choice } = ctrl;
  if (!choice) return null;
  const color = groundColor(ctrl.node.turn);
  const canCounterFlip = choice.moves.some((move3) => move3.counterFlip);
  const option = (move3) => {
    const captured = move3.captures[0]?.hand;
    return el("button.option", { key: move3.usi, attrs: { type: "button", "data-usi": move3.usi }, on: { click: () => void ctrl.playMove(move3) } }, [pieceImage(color, roleOf(move3.becomes)), canCounterFlip && captured ? el("span.gain", {}, ["+", pieceImage(color, roleOf(captured))]) : null, el("span.option-text", {}, [optionText(ctrl, move3, choice.moves)])]);
  };
  const { files: files2, ranks: ranks2 } = ctrl.game;
  const file = fileOf(choice.to);
  const rank = rankOf(choice.to) - 1;
  const isBlackBelow = ctrl.orientation === "black";
  const x = ((isBlackBelow ? files2 - file : file - 1) + 0.5) / files2;
  const y2 = ((isBlackBelow ? rank : ranks2 - 1 - rank) + 0.5) / ranks2;
  return el("div.choice", { attrs: { role: "dialog", "aria-modal": "true", "aria-label": t("choice.title"), "data-dialog": "choice" }, on: { mousedown: (event) => {
    if (event.target === event.currentTarget) ctrl.cancelChoice();
  }, keydown: (event) => onKey(ctrl, event) } }, [el("div.options", { class: { low: y2 > 0.5, left: x < 0.34, right: x > 0.66 }, style: { left: `${x * 100}%`, top: `${y2 * 100}%` }, hook: { insert: (vnode) => vnode.elm.querySelector("button")?.focus() } }, [...choice.moves].sort(order).map(option))]);
}
function onKey(ctrl, event) {
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target);
  const step2 = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (event.key === "Escape") ctrl.cancelChoice();
  else if (step2) buttons.at((at + step2) % buttons.length)?.focus();
  else return;
  event.preventDefault();
}

// src/view/grid.ts
var rankLetter2 = (rank) => String.fromCharCode(97 + rank);
function squareRows(ctrl) {
  const { files: files2, ranks: ranks2 } = ctrl.displayedGame;
  const table = Array.from({ length: ranks2 }, (_, rank) => Array.from({ length: files2 }, (_2, column) => `${files2 - column}${rankLetter2(rank)}`));
  return ctrl.orientation === "black" ? table : table.reverse().map((row) => row.reverse());
}
function squareLabel(ctrl, square, piece) {
  const content = piece ? t("grid.piece", { color: colorName(piece.color), piece: pieceName(ctrl.displayedGame, piece.kind) }) : t("grid.empty");
  const last = ctrl.node.move?.to === square ? `, ${t("grid.last")}` : "";
  const capturedHere = ctrl.node.move?.captures.some((captured) => captured.square === square && captured.square !== ctrl.node.move?.to) ? `, ${t("grid.captured")}` : "";
  const winning = !ctrl.editor && ctrl.node.outcome?.row?.includes(square) ? `, ${t("grid.winning")}` : "";
  const dest = ctrl.board?.targets.has(square) ? `, ${t("grid.dest")}` : "";
  return `${squareName(square)}, ${content}${last}${capturedHere}${winning}${dest}`;
}
var STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
var focusOn = (square) => document.querySelector(`.grid [data-square="${square}"]`)?.focus();
function onKey2(ctrl, event, table) {
  const square = event.target.dataset["square"];
  if (!square) return;
  const row = table.findIndex((squares) => squares.includes(square));
  const column = table[row]?.indexOf(square) ?? 0;
  const step2 = STEPS[event.key];
  if (step2) {
    const next = table[row + step2[0]]?.[column + step2[1]];
    if (next) focusOn(next);
  } else if (event.key === "Home") focusOn(table[row]?.[0] ?? square);
  else if (event.key === "End") focusOn(table[row]?.at(-1) ?? square);
  else if (event.key === "Enter" || event.key === " ") ctrl.pressSquare(square);
  else if (event.key === "Escape" && ctrl.board?.hasSelection) ctrl.cancelSelection();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
var hasFocus = false;
var keepFocus = { prepatch: (old) => void (hasFocus = old.elm?.contains(document.activeElement) ?? false), postpatch: (_, now) => {
  const square = now.data?.["focus"] ?? null;
  if (hasFocus && square && !now.elm?.contains(document.activeElement)) focusOn(square);
} };
function grid(ctrl) {
  const table = squareRows(ctrl);
  const pieces = piecesOnBoard(ctrl.displayedSfen(), ctrl.displayedGame.files);
  const tabStop = ctrl.focusedSquare && table.flat().includes(ctrl.focusedSquare) ? ctrl.focusedSquare : table.at(-1)?.[0];
  const cell = (square) => el("td", { key: square, attrs: { role: "gridcell", "data-square": square, tabindex: square === tabStop ? 0 : -1, "aria-label": squareLabel(ctrl, square, pieces.get(square)), "aria-selected": String(ctrl.editor ? ctrl.editor.selectedSquare === square : ctrl.board?.selectedSquare === square) } });
  return el("table.grid", { hook: keepFocus, focus: ctrl.focusedSquare, attrs: { role: "grid", "aria-label": t("grid.label", { game: ctrl.displayedGame.title[lang()] }) }, on: { keydown: (event) => onKey2(ctrl, event, table), focusin: (event) => {
    const square = event.target.dataset["square"];
    if (!square) return;
    ctrl.focusedSquare = square;
    ctrl.board?.setHoveredSquare(square);
  }, focusout: () => ctrl.board?.setHoveredSquare(null) } }, [el("tbody", { attrs: { role: "presentation" } }, table.map((row) => el("tr", { attrs: { role: "row" } }, row.map(cell))))]);
}
function handButtons(ctrl, place) {
  const color = place === "bottom" === (ctrl.orientation === "black") ? "black" : "white";
  const hand = piecesInHand(ctrl.displayedSfen(), color);
  const handButton = (kind) => {
    const count = hand.get(kind) ?? 0;
    const name = t("grid.hand", { color: colorName(color), piece: pieceName(ctrl.displayedGame, kind), count });
    return el("button", { attrs: { type: "button", "data-hand": `${color} ${kind}`, "aria-label": name, "aria-pressed": String(ctrl.node.turn === color && ctrl.board?.selectedDrop === roleOf(kind)) }, props: { disabled: count === 0 }, on: { click: () => ctrl.board?.pressHand(roleOf(kind)) } });
  };
  return el("div.hand-buttons", { attrs: { role: "group", "aria-label": t("grid.hand.label", { color: colorName(color) }) } }, [...[...ctrl.displayedGame.hand].reverse().map(handButton)]);
}

// src/view/board.ts
function boardView(ctrl) {
  return el("section.board-area", { attrs: { "aria-label": t("board.label") } }, [ctrl.settings.bar ? evaluationBar(ctrl) : null, el("div.board", { key: "board", attrs: { "data-game": ctrl.displayedGame.name, "data-sfen": ctrl.displayedSfen(), "data-turn": ctrl.node.turn, "aria-busy": String(!ctrl.editor && !ctrl.position) }, class: { editing: ctrl.editor !== null, drawing: ctrl.board?.isDrawing ?? false } }, [el("div.ground", { hook: { insert: () => mount(ctrl) } }), grid(ctrl), choiceDialog(ctrl)])]);
}
function mount(ctrl) {
  queueMicrotask(() => {
    const find = (selector) => document.querySelector(selector);
    const [board, topHand, bottomHand] = [find(".ground"), find(".hand-top .pieces"), find(".hand-bottom .pieces")];
    if (!board || !topHand || !bottomHand) return;
    ctrl.board = new Board(ctrl, { board, topHand, bottomHand });
    ctrl.redraw();
  });
}
var handColumns = (game) => String(Math.max(1, game.hand.length));
function handView(ctrl, place) {
  const color = place === "bottom" === (ctrl.orientation === "black") ? "black" : "white";
  const hasHand = ctrl.displayedGame.hand.length > 0;
  const hasMen = ctrl.displayedGame.family === "hasami" && !ctrl.editor;
  return el(`div.hand.hand-${place}`, { key: `hand-${place}`, class: { none: !hasHand }, style: { "--kinds": handColumns(ctrl.displayedGame) } }, [el("div.pieces"), hasHand ? handButtons(ctrl, place) : hasMen ? capturedMen(ctrl, color) : null]);
}
function capturedMen(ctrl, color) {
  const loser = opposite(color);
  const count = Math.max(0, countPieces(ctrl.tree.root.sfen, loser) - countPieces(ctrl.displayedSfen(), loser));
  const label = t("captured-men", { color: colorName(color), count });
  return el("div.captured-men", { attrs: { role: "img", "aria-label": label, title: label, "data-captured": String(count) } }, Array.from({ length: count }, () => pieceImage(groundColor(loser), "p")));
}
function evaluationBar(ctrl) {
  const best = ctrl.analysis.infos[0];
  const score = best ? blackScore(best.score, ctrl.node) : ctrl.node.evaluation?.score ?? null;
  const blackShare = score ? (winningChances(score) + 1) / 2 : 0.5;
  const text = ctrl.node.outcome ? resultText(ctrl.node.outcome.winner) : score ? scoreText(score) : "…";
  if (!ctrl.analysis.enabled) return el("div.bar.off", { attrs: { "aria-hidden": "true" } });
  return el("div.bar", { class: { flipped: ctrl.orientation === "white" }, attrs: { role: "meter", "aria-label": t("bar.label"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(blackShare * 100), "aria-valuetext": text } }, [el("div.fill", { style: { "--share": blackShare.toFixed(3) } }), el("span", {}, [text])]);
}

// src/view/diagram.ts
var states = /* @__PURE__ */ new Map();
function diagramView(ctrl, pageGame, diagram, key, caption = "") {
  const game = ctrl.gameByName(diagram.game ?? pageGame);
  const state = states.get(key);
  const hasPiecesInHand = game.hand.length > 0 && parseSfen(diagram.sfen).hands !== "-";
  const crop = cropStyles(game, diagram);
  return el("figure.diagram", { class: { [pieceSetClass(ctrl, game)]: true }, key: `${key}-${ctrl.settings.coordinates}`, attrs: { "data-diagram": key }, style: boardStyle(game) }, [hasPiecesInHand ? el("div.hand.hand-top", { style: { "--kinds": handColumns(game) } }, [el("div.pieces")]) : null, el("div.viewport", { style: crop.viewport }, [el("div.ground", { style: crop.board, hook: { insert: (vnode) => void mount2(ctrl, game, diagram, key, vnode.elm), destroy: () => states.delete(key) } })]), hasPiecesInHand ? el("div.hand.hand-bottom", { style: { "--kinds": handColumns(game) } }, [el("div.pieces")]) : null, diagram.moves?.length ? stepButtons(ctrl, game, key, diagram, state) : null, el("figcaption", {}, [diagram.caption?.[lang()] ?? caption])]);
}
function cropStyles(game, diagram) {
  const [one, two] = diagram.crop ?? [`${game.files}a`, `1${String.fromCharCode(96 + game.ranks)}`];
  const columns = [one, two].map((square) => game.files - fileOf(square));
  const rows = [one, two].map((square) => rankOf(square) - 1);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [width, height] = [right - left + 1, bottom - top + 1];
  return { viewport: { aspectRatio: `${width * 11} / ${height * 12}`, maxWidth: `${width * 2.6}rem` }, board: { width: `${game.files / width * 100}%`, height: `${game.ranks / height * 100}%`, left: `${-left / width * 100}%`, top: `${-top / height * 100}%` } };
}
async function mount2(ctrl, game, diagram, key, board) {
  const figure = board.closest("figure");
  const top = figure?.querySelector(".hand-top .pieces");
  const bottom = figure?.querySelector(".hand-bottom .pieces");
  const { board: pieces, hands: hands2, turn } = parseSfen(diagram.sfen);
  const ground = Shogiground({ viewOnly: true, squareRatio: [11, 12], scaleDownPieces: false, sfen: { board: pieces, hands: hands2 }, turnColor: groundColor(turn), coordinates: coordinatesConfig(diagram.crop ? "none" : ctrl.settings.coordinates), hands: { roles: [...game.hand].reverse().map(roleOf) }, promotion: { promotesTo: (role) => role.length > 1 ? role.slice(1) : `p${role}` }, animation: { enabled: ctrl.settings.animation, duration: 300 }, forsyth }, { board, ...top && bottom ? { hands: { top, bottom } } : {} });
  const state = { ground, steps: [], at: 0, reach: [] };
  states.set(key, state);
  draw(state, diagram);
  try {
    const line = { game: game.name, start: diagram.sfen };
    if (diagram.reach) state.reach = (await api.position(line)).moves.filter((move3) => move3.from === diagram.reach);
    if (diagram.moves?.length) state.steps = (await api.line({ ...line, moves: diagram.moves })).steps;
  } catch {
  }
  draw(state, diagram);
  ctrl.redraw();
}
function draw(state, diagram) {
  const step2 = state.steps[state.at];
  const { board, hands: hands2 } = parseSfen(step2?.sfen ?? diagram.sfen);
  const move3 = step2?.move;
  state.ground.set({ sfen: { board, hands: hands2 } });
  state.ground.set({ lastDests: move3 ? [move3.from, move3.to].filter(Boolean) : [] });
  state.ground.setSquareHighlights(state.at === 0 ? highlights2(state, diagram) : captureHighlights(move3, "captured"));
  state.ground.setAutoShapes(state.at === 0 ? arrows(diagram) : []);
}
var captureHighlights = (move3, className) => move3 ? remoteCaptures(move3).map((key) => ({ key, className })) : [];
function highlights2(state, diagram) {
  const classes = { dot: "dest", cross: "cross", ring: "ring", fall: "capture-preview" };
  const own = (diagram.marks ?? []).map((mark) => ({ key: mark.square, className: classes[mark.kind] }));
  const captures = captureHighlights(state.steps[1]?.move, "capture-preview");
  const occupied = state.ground.state.pieces;
  const reach = [...new Set(state.reach.map((move3) => move3.to))].map((key) => ({ key, className: occupied.has(key) ? "dest oc" : "dest" }));
  const from = diagram.reach ? [{ key: diagram.reach, className: "selected" }] : [];
  return [...own, ...captures, ...reach, ...from];
}
function arrows(diagram) {
  const brushes2 = { move: "best", capture: "capture", no: "no" };
  return (diagram.arrows ?? []).map(({ from, to, kind }) => {
    const drop = /^(\+?[A-Z])\*$/i.exec(from)?.[1];
    const color = groundColor(parseSfen(diagram.sfen).turn);
    const orig = drop ? { role: roleOf(drop), color } : from;
    return { orig, dest: to, brush: brushes2[kind ?? "move"] };
  });
}
function stepButtons(ctrl, game, key, diagram, state) {
  const at = state?.at ?? 0;
  const last = (state?.steps.length ?? 1) - 1;
  const go = (to) => {
    if (!state) return;
    state.at = to;
    draw(state, diagram);
    ctrl.redraw();
  };
  const move3 = state?.steps[at]?.move;
  return el("div.steps", { key: `${key}-steps` }, [iconButton("back", "back", t("navigate.back"), () => go(at - 1), { disabled: at === 0 }), el("span", { attrs: { "aria-live": "polite" } }, [move3 ? formatMove(move3, game, ctrl.settings.notation, null) : `${at} / ${last}`]), iconButton("forward", "forward", t("navigate.forward"), () => go(at + 1), { disabled: at >= last })]);
}

// src/view/move-diagram.ts
var SIZE = 20;
function reached({ steps, count }) {
  const found = /* @__PURE__ */ new Map();
  let front = [{ at: [0, 0], last: [0, 0] }];
  for (let step2 = 0; step2 < count; step2++) {
    front = front.flatMap(({ at: [x, y2], last: [a, b] }) => steps.filter(([dx, dy]) => !step2 || dx !== -a || dy !== -b).map((last) => ({ at: [x + last[0], y2 + last[1]], last })));
    if (step2 === count - 1) {
      for (const { at } of front) if (at[0] || at[1]) found.set(String(at), at);
    }
  }
  return [...found.values()];
}
function radius({ jumps, slides, walks }) {
  const lengths = [...jumps.map(({ to: [x, y2] }) => Math.max(Math.abs(x), Math.abs(y2))), ...slides.map((slide) => slide.limit ?? 0), ...walks.map((walk) => walk.count)];
  return Math.min(4, Math.max(2, ...lengths));
}
function moveDiagram(moves, piece) {
  const half = radius(moves);
  const side = (2 * half + 1) * SIZE;
  const centre = ([x, y2]) => [side / 2 + x * SIZE, side / 2 - y2 * SIZE];
  const grid2 = Array.from({ length: 2 * half + 2 }, (_, line) => `M${line * SIZE} 0V${side}M0 ${line * SIZE}H${side}`);
  const circle = (at, className, r) => {
    const [cx, cy] = centre(at);
    return h(`circle.${className}`, { attrs: { cx, cy, r } });
  };
  const slide = ([x, y2], limit) => {
    const [cx, cy] = centre([0, 0]);
    const long = Math.hypot(x, y2);
    const [ux, uy] = [x / long, -y2 / long];
    const end3 = limit === null || limit > half ? half + 0.42 : limit + 0.2;
    const at = (along, across) => `${cx + x * SIZE * along - uy * across} ${cy - y2 * SIZE * along + ux * across}`;
    const tip = limit === null ? [at(end3 - 0.3 / long, 5), at(end3, 0), at(end3 - 0.3 / long, -5)] : [at(end3, 5), at(end3, -5)];
    return h("path.slide", { attrs: { d: `M${at(0.55, 0)}L${at(end3, 0)}M${tip.join("L")}` } });
  };
  const walk = (at) => {
    const [x, y2] = centre(at);
    return h("path.walk", { attrs: { d: `M${x} ${y2 - 6}l6 6l-6 6l-6-6z` } });
  };
  return el("div.move-diagram", { style: { "--squares": String(2 * half + 1) } }, [h("svg", { attrs: { viewBox: `-1 -1 ${side + 2} ${side + 2}`, "aria-hidden": "true" } }, [h("path.grid-lines", { attrs: { d: grid2.join("") } }), ...moves.walks.flatMap(reached).map(walk), ...moves.slides.map(({ direction, limit }) => slide(direction, limit)), ...moves.steps.map((step2) => circle(step2, "step", 4.5)), ...moves.jumps.map((jump) => circle(jump.to, "jump", 5))]), piece]);
}

// src/view/loaded-rules.ts
function goalText(rules) {
  const goal = rules.sections.find((section) => section.topic === "goal");
  const [block] = goal?.blocks ?? [];
  return block?.kind === "text" ? block.text : "";
}
function loadedRules(ctrl, game, rules) {
  const { title, sections } = rules[lang()];
  return [el("h2", {}, [title]), ...rules.notes.map((note) => el("p.note", {}, [note])), ...sections.map((section) => el("section", { key: `${game.name}-${section.topic}`, attrs: { "data-section": section.topic } }, [el("h3", {}, [section.title]), ...section.blocks.map((block, index) => blockView(ctrl, game, block, `${game.name}-${section.topic}-${index}`))]))];
}
function blockView(ctrl, game, block, key) {
  switch (block.kind) {
    case "text":
      return el("p", { key }, [block.text]);
    case "list":
      return el("ul", { key }, block.items.map((item) => el("li", {}, [item])));
    case "board":
      return el("div.diagrams", { key }, [diagramView(ctrl, game.name, { sfen: block.sfen }, `${key}-${block.sfen}`)]);
    case "pieces":
      return el("div.piece-sides", { key }, [...block.sides.map(sideView), el("p.hint", {}, [legend(block.sides)])]);
  }
}
function sideView(side) {
  const role = roleOf(side.letters);
  return el("div.piece-side", { key: side.letters, attrs: { "data-side": side.letters } }, [moveDiagram(side.moves, pieceImage("sente", role)), el("div", {}, [el("h4", {}, [side.name, side.name === side.letters ? null : el("span.letters", {}, [side.letters])]), el("p", {}, [side.text])])]);
}
function legend(sides) {
  const kinds = ["steps", "slides", "jumps", "walks"].filter((kind) => sides.some((side) => side.moves[kind].length));
  return kinds.map((kind) => t(`rules.marks.${kind}`)).join(" · ");
}

// src/view/rules.ts
var pages = /* @__PURE__ */ new WeakMap();
async function fetchBuiltIn({ name }) {
  const response = await fetch(`rules/${name}.json`);
  if (!response.ok) throw new Error(response.statusText);
  return await response.json();
}
async function fetchPage(ctrl, game) {
  pages.set(game, "loading");
  try {
    pages.set(game, await (game.loaded ? gameRules(game) : fetchBuiltIn(game)));
  } catch {
    pages.set(game, "missing");
  }
  ctrl.redraw();
}
function rulesOf(ctrl, game) {
  const page = pages.get(game);
  if (!page) void fetchPage(ctrl, game);
  return typeof page === "object" ? page : null;
}
function gameSummary(ctrl, game) {
  const page = rulesOf(ctrl, game);
  if (!page) return "";
  return "summary" in page ? localized(page.summary) : goalText(page[lang()]);
}
var localized = (text) => text[lang()];
var paragraph = (text) => localized(text).split(/\*([^*]+)\*/).map((part, index) => index % 2 ? el("em", {}, [part]) : part);
function rulesView(ctrl) {
  if (!ctrl.rulesGame) return null;
  const game = ctrl.gameByName(ctrl.rulesGame);
  const pieceSet = pieceSetClass(ctrl, game);
  loadPieceSet(ctrl, game);
  const page = rulesOf(ctrl, game);
  return el("aside.rules", { key: "rules", class: { [pieceSet]: true }, attrs: { "aria-label": t("rules.label"), tabindex: 0 }, hook: { insert: (vnode) => ctrl.returnsToNewGame && vnode.elm.focus() } }, [el("header", {}, [select("rules-of", ctrl.games.games.map((one) => [one.name, one.title[lang()]]), game.name, (name) => ctrl.showRules(name), t("rules.of")), ctrl.returnsToNewGame ? button("rules-back.primary", t("rules.back"), () => ctrl.showRules(null)) : null, game === ctrl.game ? null : button("try", t("rules.try"), () => openBoard(ctrl, game.name)), iconButton("close-rules", "close", t("rules.close"), () => ctrl.showRules(null))]), ...page ? contents(ctrl, game, page) : fallback(game), button("edit-definition", t(game.loaded ? "definition.edit" : "definition.copy"), () => void ctrl.definition.edit(game))]);
}
function fallback(game) {
  if (pages.get(game) === "loading") return [el("p.hint", {}, [t("rules.wait")])];
  return game.rules.map((text) => el("p", {}, [text]));
}
function contents(ctrl, game, page) {
  if (!("summary" in page)) return loadedRules(ctrl, game, page);
  return [el("h2", {}, [localized(page.title)]), el("p.summary", {}, paragraph(page.summary)), ...page.sections.map((section) => sectionView(ctrl, page, section))];
}
var sectionView = (ctrl, page, section) => el("section", { key: `${page.game}-${section.id}`, attrs: { "data-section": section.id } }, [el("h3", {}, [localized(section.title)]), ...section.blocks.map((block, index) => blockView2(ctrl, page, block, `${page.game}-${section.id}-${index}`))]);
function blockView2(ctrl, page, block, key) {
  switch (block.kind) {
    case "text":
      return el("p", { key }, paragraph(block.text));
    case "list":
      return el("ul", { key }, block.items.map((item) => el("li", {}, paragraph(item))));
    case "diagrams":
      return el("div.diagrams", { key }, block.diagrams.map((one, index) => diagramView(ctrl, page.game, one, `${key}-${index}`)));
    case "pieces":
      return el("div.piece-rows", { key }, block.rows.map((row) => pieceRow(ctrl, page, row, `${key}-${row.role}`)));
  }
}
function pieceRow(ctrl, page, row, key) {
  const game = ctrl.gameByName(page.game);
  const name = (role) => pieceName(game, kindOf(role));
  return el("div.piece-row", { key }, [el("h4", {}, [pieceImage("sente", row.role), name(row.role), row.promoted ? el("span.turned", {}, [" → ", pieceImage("sente", row.promoted), name(row.promoted)]) : null]), el("p", {}, paragraph(row.moves)), row.diagram || row.promotedDiagram ? el("div.diagrams", {}, [row.diagram ? diagramView(ctrl, page.game, row.diagram, `${key}-a`, name(row.role)) : null, row.promoted && row.promotedDiagram ? diagramView(ctrl, page.game, row.promotedDiagram, `${key}-b`, name(row.promoted)) : null]) : null]);
}

// src/view/new-game.ts
var timeControl = (time) => ({ base: time.minutes * 6e4, increment: time.increment * 1e3, byoyomi: time.byoyomi * 1e3 });
var swapPlayers = ({ players: { black, white } }) => ({ players: { black: white, white: black } });
function withPlayer(players, color, player) {
  const other = opposite(color);
  const needsPerson = player.kind === "friend" || players[other].kind === "friend";
  const opponent = needsPerson && player.kind !== "human" ? { kind: "human" } : players[other];
  return color === "black" ? { black: player, white: opponent } : { black: opponent, white: player };
}
function newGameDialog(ctrl) {
  const form = ctrl.newGameForm;
  const updateForm = (update) => {
    ctrl.newGameForm = { ...ctrl.newGameForm, ...update(ctrl.newGameForm) };
    ctrl.redraw();
  };
  const game = ctrl.gameByName(form.game);
  return dialogBox(ctrl, "new-game", t("new.title"), () => ctrl.openDialog(null), [el("div.games", { attrs: { role: "radiogroup", "aria-label": t("new.game") } }, ctrl.games.games.map((one) => el("label.game", { key: one.name, class: { chosen: one.name === form.game } }, [el("input", { attrs: { type: "radio", name: "game", value: one.name }, props: { checked: one.name === form.game }, on: { change: () => updateForm(() => ({ game: one.name, start: "start" })) } }), el("span", {}, [one.title[lang()]])]))), el("div.own-game", {}, [button("own-game", t("definition.own"), () => ctrl.openDialog("definition")), definitionFileButton(ctrl)]), el("div.summary", {}, [el("p", {}, [gameSummary(ctrl, game)]), button("read-rules.link", t("new.rules"), () => ctrl.showRulesFromNewGame(ctrl.newGameForm.game))]), game.loaded || hasOpened(game.name) ? null : lessonOffer(ctrl), el("div.fields", {}, [selectField("start", t("new.start"), startOptions(ctrl, form), form.start, (start22) => updateForm(() => ({ start: start22 }))), ...["black", "white"].map((color) => selectField(`new-${color}`, t("new.player", { color: colorName(color) }), [...playerOptions(ctrl.games.limits.levels), ["friend", t("player.friend")]], playerKey(form.players[color]), (key) => updateForm(({ players }) => ({ players: withPlayer(players, color, playerFromKey(key)) }))))]), el("div.quick", {}, [button("swap-sides", t("new.swap"), () => updateForm(swapPlayers)), button("random-sides", t("new.random"), () => {
    if (Math.random() < 0.5) updateForm(swapPlayers);
  })]), checkbox("timed", t("new.clock"), form.hasClock, (hasClock) => updateForm(() => ({ hasClock }))), form.hasClock ? el("div.times", {}, ["black", "white"].map((color) => timeFields(form, color, updateForm))) : null, el("footer", {}, [button("start-game.primary", t("new.begin"), () => start4(ctrl), { autofocus: true }), button("open-board", t("new.board"), () => openBoard(ctrl, ctrl.newGameForm.game, selectedStart(ctrl)))])]);
}
var lessonOffer = (ctrl) => el("p.lesson-offer", {}, [t("lesson.offer") + " ", button("start-lessons", t("lesson.offer.start"), () => {
  void openTraining(ctrl, "lessons", ctrl.newGameForm.game);
})]);
function startOptions(ctrl, form) {
  const game = ctrl.gameByName(form.game);
  const options = [["start", t("start.start")]];
  for (const handicap of game.handicaps) options.push([handicap.name, t(`handicap.${handicap.name}`)]);
  if (game.name === ctrl.game.name && ctrl.node.sfen !== game.start) options.push(["here", t("start.here")]);
  return options;
}
function timeFields(form, color, updateForm) {
  const values = form.time[color];
  const setTime = (part) => updateForm(({ time }) => ({ time: { ...time, [color]: { ...time[color], ...part } } }));
  return el("fieldset", { key: color }, [el("legend", {}, [colorName(color)]), numberField(`${color}-minutes`, t("time.minutes"), values.minutes, [0, 180, 0.5], (minutes) => setTime({ minutes })), numberField(`${color}-increment`, t("time.increment"), values.increment, [0, 180, 1], (increment) => setTime({ increment })), numberField(`${color}-byoyomi`, t("time.byoyomi"), values.byoyomi, [0, 180, 1], (byoyomi) => setTime({ byoyomi }))]);
}
function selectedStart(ctrl) {
  const form = ctrl.newGameForm;
  if (form.start === "start") return null;
  if (form.start === "here") return ctrl.node.sfen;
  return ctrl.gameByName(form.game).handicaps.find((one) => one.name === form.start)?.sfen ?? null;
}
function start4(ctrl) {
  const form = ctrl.newGameForm;
  const { players } = form;
  if (players.black.kind === "friend" || players.white.kind === "friend") return startGame(ctrl, { game: form.game, start: selectedStart(ctrl), players, time: null, friend: newFriendGameId() });
  const black = timeControl(form.time.black);
  const white = timeControl(form.time.white);
  const time = form.hasClock && black.base + black.byoyomi > 0 && white.base + white.byoyomi > 0 ? { black, white } : null;
  startGame(ctrl, { game: form.game, start: selectedStart(ctrl), players, time });
}

// src/view/confirmation.ts
var confirmationDialog = (ctrl, { text, yes, no }) => dialogBox(ctrl, "confirm", text, () => ctrl.answerConfirmation(false), [el("footer", {}, [button("confirm-yes.danger", yes, () => ctrl.answerConfirmation(true), { ignoresDoubleClick: true }), button("confirm-no", no, () => ctrl.answerConfirmation(false), { autofocus: true, ignoresDoubleClick: true })])]);

// src/view/app.ts
var definitionDialog = lazyDialog(async () => (await import("./chunks/definition-editor-BJMT3QGT.js")).definitionDialog);
var importExportDialog = lazyDialog(async () => (await import("./chunks/import-export-ZIS4HSFJ.js")).importExportDialog);
var myGamesDialog = lazyDialog(async () => (await import("./chunks/my-games-5GUH6RB7.js")).myGamesDialog);
var shareDialog = lazyDialog(async () => (await import("./chunks/share-57VAUCB3.js")).shareDialog);
var settingsDialog = lazyDialog(async () => (await import("./chunks/settings-MYZEYFOM.js")).settingsDialog);
var keysDialog = lazyDialog(async () => (await import("./chunks/settings-MYZEYFOM.js")).keysDialog);
function view(ctrl) {
  const game = ctrl.displayedGame;
  const hasPlayers = !ctrl.editor && !ctrl.training;
  return el("div#app", { class: { "with-rules": ctrl.rulesGame !== null, "with-training": ctrl.training !== null } }, [headerView(ctrl, game), el("main", { attrs: stateAttributes(ctrl), style: boardStyle(game), class: { "no-hands": !game.hand.length } }, [rulesView(ctrl), el("div.play-area", { key: "play-area", class: { [pieceSetClass(ctrl, game)]: true } }, [boardView(ctrl), handView(ctrl, "top"), hasPlayers ? playerView(ctrl, "top") : null, ctrl.editor ? editorView(ctrl, ctrl.editor) : ctrl.training?.view() ?? panelView(ctrl), hasPlayers ? playerView(ctrl, "bottom") : null, handView(ctrl, "bottom")]), hasPlayers && !ctrl.learning ? reportView(ctrl) : null]), el("div.announcements", { attrs: { "aria-live": "polite", role: "log" } }, [el("p", { key: ctrl.announcement }, [ctrl.announcement])]), ctrl.dialog || ctrl.confirmation ? null : floatingNotice(ctrl), openDialogView(ctrl), ctrl.confirmation ? confirmationDialog(ctrl, ctrl.confirmation) : null]);
}
function stateAttributes(ctrl) {
  const { match, node } = ctrl;
  const end3 = match?.end ?? node.outcome;
  return { "data-state": pageState(ctrl), "data-ply": node.ply, "data-legal": ctrl.legalMoves().length, "data-game": ctrl.displayedGame.name, "data-result": end3 ? `${end3.winner ? `${end3.winner} wins` : "draw"}: ${end3.reason}` : "" };
}
function pageState(ctrl) {
  const { match } = ctrl;
  if (ctrl.editor) return "editing";
  if (ctrl.training) return ctrl.training.state;
  if (ctrl.report.progress || ctrl.isAwaitingEngine) return "busy";
  if (!match) return "free";
  if (!match.running) return "over";
  if (match.paused) return "paused";
  return match.thinking ? "thinking" : "idle";
}
function headerView(ctrl, game) {
  const sound = ctrl.settings.sound;
  return el("header.top", {}, [el("h1", {}, [el("span.brand", { attrs: { "aria-hidden": "true" } }, ["変"]), el("span", {}, ["Kawari"]), el("span.title", {}, [game.title[lang()]])]), el("nav", { attrs: { "aria-label": t("nav.label") } }, [menuButton("new", "plus", t("nav.new"), () => ctrl.openDialog("new")), menuButton("edit", "edit", t("nav.edit"), () => toggleEditor(ctrl)), menuButton("records", "save", t("nav.records"), () => ctrl.openDialog("records")), menuButton("my-games", "list", t("games.title"), () => ctrl.openDialog("games")), menuButton("rules", "book", t("nav.rules"), () => ctrl.showRules(ctrl.rulesGame ? null : ctrl.game.name), ctrl.rulesGame !== null), menuButton("learn", "cap", t("nav.learn"), () => toggleTraining(ctrl), ctrl.training !== null), iconButton("sound", sound ? "sound" : "mute", t("settings.sound"), () => ctrl.changeSettings({ sound: !sound }), { pressed: sound }), button("language", ctrl.settings.lang === "en" ? "日本語" : "English", () => ctrl.changeSettings({ lang: ctrl.settings.lang === "en" ? "ja" : "en" })), iconButton("keys", "keys", t("keys.title"), () => ctrl.openDialog("keys")), iconButton("settings", "gear", t("settings.title"), () => ctrl.openDialog("settings"))])]);
}
var menuButton = (name, icon, label, onPress, pressed) => button(`${name}.menu`, label, onPress, { title: label, children: [svgIcon(icon), el("span", {}, [label])], ...pressed === void 0 ? {} : { pressed } });
function openDialogView(ctrl) {
  switch (ctrl.dialog) {
    case "new":
      return newGameDialog(ctrl);
    case "definition":
      return definitionDialog(ctrl);
    case "records":
      return importExportDialog(ctrl);
    case "games":
      return myGamesDialog(ctrl);
    case "share":
      return shareDialog(ctrl);
    case "settings":
      return settingsDialog(ctrl);
    case "keys":
      return keysDialog(ctrl);
    case "token":
      return tokenDialog(ctrl);
    case null:
      return null;
  }
}

// src/main.ts
var patch = init([attributesModule, classModule, eventListenersModule, propsModule, styleModule]);
var current;
var draw2 = (vnode) => void (current = patch(current, vnode));
function redrawScheduler(ctrl) {
  let isScheduled = false;
  const drawNow = () => {
    isScheduled = false;
    applyDocumentSettings(ctrl.settings);
    draw2(view(ctrl));
    ctrl.board?.sync();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) queueMicrotask(drawNow);
    else requestAnimationFrame(drawNow);
  };
}
function applyDocumentSettings(settings) {
  const root = document.documentElement;
  root.lang = lang();
  root.dataset["theme"] = settings.theme;
  root.dataset["board"] = settings.board;
}
var sharedGame = null;
async function readAddress2() {
  const params = new URLSearchParams(location.hash.slice(1));
  const read = api.readAddress(params);
  sharedGame = parseFragment(params) ?? sharedGame;
  if (location.hash) history.replaceState(null, "", location.pathname + (params.has("game") ? `#${params}` : ""));
  await read;
}
function takeSharedGame() {
  const taken = sharedGame;
  sharedGame = null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  return taken;
}
async function openShared(ctrl, shared) {
  const { game, start: start22, moves, ply, friend } = shared;
  try {
    if (friend) {
      await openFriendGame(ctrl, friend, shared);
      return true;
    }
    const tree = await treeOfRecord({ game, start: start22, moves: moves.map((usi) => ({ usi })) });
    const line = pathTo(lastNode(tree.root));
    ctrl.openTree(game, start22, tree, line[ply ?? line.length - 1] ?? tree.root);
    ctrl.saveAndRedraw();
    return true;
  } catch (error) {
    ctrl.showError(error);
    return false;
  }
}
var controller = null;
var hasFailed = false;
function showFailure(error, isRetry) {
  hasFailed = true;
  draw2(failureView(error, isRetry, () => void start5(true)));
}
async function start5(isRetry = false) {
  hasFailed = false;
  let ctrl;
  try {
    ctrl = new Controller(await api.games());
  } catch (error) {
    return showFailure(error, isRetry);
  }
  controller = ctrl;
  ctrl.redraw = redrawScheduler(ctrl);
  bindKeys(ctrl);
  bindFileDrop(ctrl);
  addEventListener("pagehide", () => ctrl.saveAndRedraw());
  const shared = takeSharedGame();
  if (shared && await openShared(ctrl, shared)) return;
  const saved = loadSession();
  if (saved && ctrl.hasGame(saved.setup.game)) return restoreGame(ctrl, saved);
  await showGame(ctrl, ctrl.game.name);
  if (saved) ctrl.showError(new ApiError("game", saved.setup.game, { name: saved.setup.game }));
}
async function openPage() {
  const container = document.querySelector("#app");
  if (!container) return;
  current = container;
  const settings = loadSettings();
  applyDocumentSettings(settings);
  api.onReady(() => {
    if (controller) controller.onTokenAccepted();
    else if (hasFailed) void start5();
  });
  addEventListener("hashchange", async () => {
    await readAddress2();
    const ctrl = controller;
    const shared = ctrl && takeSharedGame();
    if (!shared) return;
    const continuesGame = shared.friend !== null && shared.friend === ctrl.match?.setup.friend;
    if (continuesGame) void openShared(ctrl, shared);
    else ctrl.confirmIfPlaying(() => void openShared(ctrl, shared));
  });
  await Promise.all([readAddress2(), setLanguage(settings.lang)]);
  container.replaceChildren();
  document.documentElement.lang = lang();
  await start5();
}
function main(backend) {
  setBackend(backend);
  openPage().catch((error) => showFailure(error, false));
}

// src/board.ts
main(server);
