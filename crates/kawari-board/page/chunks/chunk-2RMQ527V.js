import {
  TWO_PEOPLE,
  personOf
} from "./chunk-VKVB3CHS.js";
import {
  recordMoves,
  treeOfRecord
} from "./chunk-6X2GCIFU.js";
import {
  lastNode,
  pathTo
} from "./chunk-6M27PRUM.js";
import {
  winningChances
} from "./chunk-XCEMHILM.js";

// src/model/stored-game.ts
var OPENING_MOVES = 4;
function personalResult({ end, players }) {
  if (!end) return "unfinished";
  if (!end.winner) return "draw";
  const person = personOf(players);
  if (!person) return end.winner;
  return end.winner === person ? "won" : "lost";
}
function engineLevel({ players: { black, white } }) {
  if (black.kind === "engine" && white.kind === "human") return black.level;
  return white.kind === "engine" && black.kind === "human" ? white.level : null;
}
var moveAccuracy = (loss) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * 50 * loss) - 3.1669));
function accuracyOf(line) {
  const values = { black: [], white: [] };
  for (const node of line) {
    if (!node.evaluation) return null;
    if (!node.parent?.evaluation) continue;
    const [before, after] = [node.parent.evaluation, node.evaluation];
    const sign = node.parent.turn === "black" ? 1 : -1;
    const loss = sign * (winningChances(before.score) - winningChances(after.score));
    values[node.parent.turn].push(moveAccuracy(loss));
  }
  if (!values.black.length || !values.white.length) return null;
  const average = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return { black: average(values.black), white: average(values.white) };
}
function storedMatch(match, start, id, before) {
  const line = pathTo(match.live);
  const moves = recordMoves(match.live, (node) => node.comment);
  const accuracy = accuracyOf(line);
  const isUnchanged = before && sameMoves(before.moves, moves) && before.end?.reason === match.end?.reason;
  return { id, game: match.setup.game, start, date: isUnchanged ? before.date : (/* @__PURE__ */ new Date()).toISOString(), players: { ...match.players }, ...before?.names ? { names: before.names } : {}, end: match.end, comment: line[0]?.comment ?? "", moves, opening: line.slice(1, 1 + OPENING_MOVES).flatMap(({ move }) => move ?? []).map(written), evaluations: accuracy ? line.map(({ evaluation }) => evaluation && compact(evaluation)) : [], accuracy };
}
var written = ({ usi, record }) => ({ usi, record });
var compact = (evaluation) => evaluation.glyph ? evaluation : { ...evaluation, best: null };
var sameMoves = (one, two) => one.length === two.length && one.every((move, index) => move.usi === two[index]?.usi);
function storedRecord(record) {
  const { game, moves } = record;
  const time = Date.parse(record.date ?? "");
  const names = {};
  if (record.black) names.black = record.black;
  if (record.white) names.white = record.white;
  return { id: `record ${game} ${record.start ?? ""} ${record.date ?? ""} ${moves.map((move) => move.usi).join(" ")}`, game, start: record.start, date: (Number.isNaN(time) ? /* @__PURE__ */ new Date() : new Date(time)).toISOString(), players: TWO_PEOPLE, names, end: endOfRecord(record), comment: record.comment ?? "", moves, opening: moves.slice(0, OPENING_MOVES).map(({ usi, record: text }) => ({ usi, record: text ?? usi })), evaluations: [], accuracy: null };
}
function endOfRecord({ result, reason }) {
  if (!result || result === "void") return null;
  const words = (reason ?? "").replaceAll(" ", "-") || (result === "draw" ? "agreement" : "resignation");
  return { winner: result === "draw" ? null : result, reason: words };
}
var recordOf = (stored, playerName) => ({ game: stored.game, start: stored.start, black: playerName("black"), white: playerName("white"), date: stored.date.slice(0, 10), result: stored.end ? stored.end.winner ?? "draw" : null, reason: stored.end?.reason.replaceAll("-", " ") ?? null, comment: stored.comment || null, moves: stored.moves });
async function treeOfStored(stored) {
  const { game, start, moves, comment } = stored;
  const tree = await treeOfRecord({ game, start, moves, comment });
  pathTo(lastNode(tree.root)).forEach((node, ply) => node.evaluation = stored.evaluations[ply] ?? null);
  return tree;
}
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isText = (value) => typeof value === "string";
var isOptionalText = (value) => value === void 0 || value === null || isText(value);
var isColor = (value) => value === "black" || value === "white";
var MAX_DEPTH = 16;
var isMove = (value, depth = 0) => isObject(value) && isText(value["usi"]) && isOptionalText(value["comment"]) && (value["variations"] === void 0 || depth < MAX_DEPTH && Array.isArray(value["variations"]) && value["variations"].every((line) => Array.isArray(line) && line.every((move) => isMove(move, depth + 1))));
var isPlayer = (value) => isObject(value) && (value["kind"] === "human" || value["kind"] === "friend" || value["kind"] === "engine" && Number.isInteger(value["level"]));
var isEnd = (value) => value === null || isObject(value) && isText(value["reason"]) && (value["winner"] === null || isColor(value["winner"]));
var isScore = (value) => isObject(value) && (Number.isFinite(value["cp"]) || Number.isFinite(value["mate"]));
var isTexts = (value) => Array.isArray(value) && value.every(isText);
var isBestMove = (value) => value === null || isObject(value) && [value["usi"], value["record"], value["to"]].every(isText) && Array.isArray(value["captures"]);
var isLines = (value) => value === void 0 || isObject(value) && isTexts(value["played"]) && isTexts(value["best"]);
function isMissed(value) {
  if (!isObject(value)) return false;
  switch (value["kind"]) {
    case "win-allowed":
    case "win-missed":
      return Number.isInteger(value["plies"]) && isText(value["by"]);
    case "loss":
    case "gain-missed":
      return isTexts(value["lost"]) && isTexts(value["won"]);
    case "run":
      return isTexts(value["squares"]);
    default:
      return false;
  }
}
var isEvaluation = (value) => value === null || isObject(value) && isScore(value["score"]) && isBestMove(value["best"]) && [null, "?!", "?", "??"].includes(value["glyph"]) && isLines(value["lines"]) && (value["missed"] === void 0 || Array.isArray(value["missed"]) && value["missed"].every(isMissed));
var isAccuracy = (value) => value === null || isObject(value) && Number.isFinite(value["black"]) && Number.isFinite(value["white"]);
function isStoredGame(value) {
  if (!isObject(value)) return false;
  const { id, game, start, date, players, names, end, comment, moves, opening, evaluations, accuracy } = value;
  return isText(id) && isText(game) && (start === null || isText(start)) && isText(date) && !Number.isNaN(Date.parse(date)) && isObject(players) && isPlayer(players["black"]) && isPlayer(players["white"]) && (names === void 0 || isObject(names) && Object.values(names).every(isText)) && isEnd(end) && isText(comment) && Array.isArray(moves) && moves.every((move) => isMove(move)) && Array.isArray(opening) && opening.every((move) => isObject(move) && isText(move["usi"]) && isText(move["record"])) && Array.isArray(evaluations) && evaluations.every(isEvaluation) && isAccuracy(accuracy);
}

// src/model/game-store.ts
var DATABASE = "kawari";
var STORE = "games";
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("the database is blocked"));
  });
}
async function transact(mode, run) {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = run(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result ?? null);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
async function loadGames() {
  const entries = await transact("readonly", (store) => store.getAll()) ?? [];
  const games = entries.filter(isStoredGame).sort((one, two) => two.date.localeCompare(one.date));
  return { games, damaged: entries.length - games.length };
}
async function loadGame(id) {
  const entry = await transact("readonly", (store) => store.get(id));
  return isStoredGame(entry) ? entry : null;
}
async function putGames(games) {
  await transact("readwrite", (store) => {
    for (const game of games) store.put(game);
    return null;
  });
}
async function deleteGames(ids) {
  await transact("readwrite", (store) => {
    for (const id of ids) store.delete(id);
    return null;
  });
}
async function clearGames() {
  await transact("readwrite", (store) => store.clear());
}

export {
  personalResult,
  engineLevel,
  storedMatch,
  storedRecord,
  recordOf,
  treeOfStored,
  isStoredGame,
  loadGames,
  loadGame,
  putGames,
  deleteGames,
  clearGames
};
