import {
  shareLink
} from "./chunk-3GP66OLQ.js";
import {
  play
} from "./chunk-SZQIUDPN.js";
import {
  Match,
  TWO_PEOPLE
} from "./chunk-VKVB3CHS.js";
import {
  Clock,
  clockText,
  opposite
} from "./chunk-75HB23TF.js";
import {
  Tree,
  isMistake,
  isOnMainLine,
  mainLine,
  pathTo
} from "./chunk-6M27PRUM.js";
import {
  analysisView
} from "./chunk-EQEMLRRC.js";
import {
  button,
  el,
  fieldValue,
  iconButton,
  select
} from "./chunk-OWP3H2MV.js";
import {
  colorName,
  colorSymbol,
  describeEnd,
  describeMove,
  describeReason,
  formatMove,
  pieceName,
  playerName,
  squareName
} from "./chunk-HJVU5CB3.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import {
  negate,
  scoreText
} from "./chunk-XCEMHILM.js";
import {
  api
} from "./chunk-Y6ZJ5L5C.js";

// src/describe-missed.ts
function piecesText(game, kinds) {
  if (game.family === "hasami") return t(kinds.length === 1 ? "missed.man" : "missed.men", { count: kinds.length });
  const texts = [...new Set(kinds)].map((kind) => {
    const count2 = kinds.filter((one) => one === kind).length;
    const piece = pieceName(game, kind);
    if (count2 > 1) return t("missed.pieces", { piece, count: count2 });
    return t(/^[aeiou]/i.test(piece) ? "missed.piece.vowel" : "missed.piece", { piece });
  });
  return texts.join(lang() === "ja" ? "と" : ", ");
}
function describeMissed(game, missed) {
  switch (missed.kind) {
    case "win-allowed":
    case "win-missed":
      return t(`missed.${missed.kind}.${missed.by}`, { plies: missed.plies });
    case "loss":
    case "gain-missed": {
      const [first, second] = missed.kind === "loss" ? [missed.lost, missed.won] : [missed.won, missed.lost];
      const key = `missed.${missed.kind}${second.length ? ".exchange" : ""}`;
      return t(key, { pieces: piecesText(game, first), others: piecesText(game, second) });
    }
    case "run":
      return t("missed.run", { count: missed.squares.length, squares: missed.squares.map(squareName).join(lang() === "ja" ? "、" : ", ") });
  }
}
var missedText = (game, { missed }) => (missed ?? []).map((one) => ` ${describeMissed(game, one)}`).join("");

// src/actions/engine.ts
var HINT_TIME = 800;
async function searchMove(ctrl, line, onMove) {
  const { node } = ctrl;
  if (ctrl.isAwaitingEngine) return;
  ctrl.isAwaitingEngine = true;
  ctrl.dismissNotice();
  let score = null;
  try {
    await api.search({ ...line, limits: { movetime: HINT_TIME } }, (event) => {
      if (event.type === "info") score = event.score;
      if (event.type === "bestmove" && event.move && ctrl.node === node) onMove(event.move, score);
    }, new AbortController().signal);
  } catch (error) {
    ctrl.showError(error);
  }
  ctrl.isAwaitingEngine = false;
  ctrl.redraw();
}
function winText(score) {
  if (!score || !("mate" in score) || score.mate <= 0) return "";
  return score.mate === 1 ? t("gain.win") : t("gain.mate", { count: score.mate });
}
async function requestHint(ctrl) {
  const { node } = ctrl;
  if (!ctrl.position?.moves.length) return;
  await searchMove(ctrl, ctrl.lineTo(node), (move, score) => {
    ctrl.hint = { move, by: node.turn };
    const win = winText(score);
    ctrl.announce(`${t("announce.hint", { move: describeMove(ctrl.game, move, node.turn) })} ${win}`.trim());
    if (win) ctrl.notify(win);
  });
}
async function requestThreat(ctrl) {
  const { node } = ctrl;
  if (node.outcome) return;
  if (node.check) return ctrl.notify(t("threat.check"));
  const by = opposite(node.turn);
  await searchMove(ctrl, { game: ctrl.game.name, start: withOtherSide(node.sfen) }, (move, score) => {
    ctrl.hint = { move, by };
    const win = winText(score);
    const label = t(win || move.captures.length ? "threat.found" : "threat.none");
    const text = `${label} ${describeMove(ctrl.game, move, by)} ${win}`.trim();
    ctrl.announce(text);
    ctrl.notify(text);
  });
}
function withOtherSide(sfen) {
  const [board = "", side, ...rest] = sfen.split(" ");
  return [board.replaceAll("!", ""), side === "b" ? "w" : "b", ...rest].join(" ");
}
async function offerDraw(ctrl) {
  ctrl.setConfirmingDraw(false);
  const { match } = ctrl;
  if (!match?.running) return;
  const engine = match.engineColor();
  if (!engine) return match.finish({ winner: null, reason: "agreement" });
  const player = match.players[engine];
  const { live } = match;
  ctrl.isAwaitingEngine = true;
  ctrl.redraw();
  try {
    const level = player.kind === "engine" ? player.level : ctrl.games.limits.levels;
    const answer = await api.draw(ctrl.lineTo(live), engine, level);
    const isUnchanged = match.live === live && match.running && match.players[engine] === player;
    if (isUnchanged && answer.accepts) match.finish({ winner: null, reason: "agreement" });
    else if (isUnchanged) ctrl.notify(t("draw.declined"));
  } catch (error) {
    ctrl.showError(error);
  }
  ctrl.isAwaitingEngine = false;
  ctrl.redraw();
}
function runReport(ctrl) {
  void ctrl.report.run(mainLine(ctrl.tree));
  ctrl.redraw();
}

// src/actions/drawing.ts
function toggleDrawing(ctrl) {
  const { board } = ctrl;
  if (!board || ctrl.editor || ctrl.learning) return;
  const isOn = !board.isDrawing;
  board.setDrawing(isOn);
  ctrl.announce(t(isOn ? "draw.on" : "draw.off"));
  if (isOn) ctrl.notify(t("draw.on"));
  else ctrl.redraw();
}
function eraseDrawings(ctrl) {
  ctrl.board?.eraseDrawings();
  ctrl.announce(t("draw.erased"));
  ctrl.redraw();
}

// src/model/friend-games.ts
var KEY = "kawari.friend-games";
var MAX_GAMES = 100;
function loadGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}
var friendGame = (id) => loadGames().find((game) => game.id === id) ?? null;
function storeFriendGame(game) {
  const games = loadGames();
  const index = games.findIndex((one) => one.id === game.id);
  games.splice(index < 0 ? games.length : index, 1, game);
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(-MAX_GAMES)));
  } catch {
  }
}
function newFriendGameId() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
function linkRelation(stored, link) {
  const count2 = Math.min(stored.moves.length, link.moves.length);
  const isOther = stored.game !== link.game || stored.start !== link.start || stored.moves.slice(0, count2).join() !== link.moves.slice(0, count2).join();
  if (isOther) return "other";
  const added = link.moves.length - stored.moves.length;
  if (added < 0) return "older";
  if (added === 0) return link.resigned && !stored.resigned ? "continues" : "same";
  return added === 1 && !stored.resigned ? "continues" : "other";
}

// src/model/opened-games.ts
var KEY2 = "kawari.opened";
var opened = null;
function load() {
  if (opened) return opened;
  opened = [];
  try {
    const stored = JSON.parse(localStorage.getItem(KEY2) ?? "[]");
    if (Array.isArray(stored)) opened = stored.filter((name) => typeof name === "string");
  } catch {
  }
  return opened;
}
var hasOpened = (game) => load().includes(game);
function markOpened(game) {
  if (hasOpened(game)) return;
  load().push(game);
  try {
    localStorage.setItem(KEY2, JSON.stringify(opened));
  } catch {
  }
}

// src/model/session.ts
var KEY3 = "kawari.game";
function saveNode(node) {
  const saved = { move: node.move, sfen: node.sfen, turn: node.turn, check: node.check, outcome: node.outcome, children: node.children.map(saveNode) };
  if (node.comment) saved.comment = node.comment;
  if (node.evaluation) saved.judgement = node.evaluation;
  if (node.clock) saved.clock = node.clock;
  return saved;
}
function restoreNode(node, saved, tree) {
  node.comment = saved.comment ?? "";
  node.evaluation = saved.judgement ?? null;
  node.clock = saved.clock ?? null;
  for (const child of saved.children) if (child.move) restoreNode(tree.add(node, child.move, nodeData(child)), child, tree);
}
var nodeData = (saved) => ({ sfen: saved.sfen, turn: saved.turn, check: saved.check, outcome: saved.outcome });
function restoreTree(saved) {
  const tree = new Tree(nodeData(saved.root));
  restoreNode(tree.root, saved.root, tree);
  return tree;
}
var indexPath = (node) => pathTo(node).flatMap((at) => at.parent ? [at.parent.children.indexOf(at)] : []);
function nodeAtPath(tree, path) {
  let node = tree.root;
  for (const index of path) node = node.children[index] ?? node;
  return node;
}
function saveSession({ game, start, tree, node, match, orientation }) {
  const saved = { version: 1, setup: match ? { ...match.setup, start, players: match.players } : { game: game.name, start, players: TWO_PEOPLE, time: null }, id: match?.id ?? null, match: match !== null, end: match?.end ?? null, clock: match?.clock?.state ?? null, orientation, root: saveNode(tree.root), shown: indexPath(node), live: indexPath(match?.live ?? node) };
  const text = JSON.stringify(saved);
  try {
    sessionStorage.setItem(KEY3, text);
    localStorage.setItem(KEY3, text);
  } catch {
  }
}
function loadSession() {
  try {
    const text = sessionStorage.getItem(KEY3) ?? localStorage.getItem(KEY3);
    const saved = text ? JSON.parse(text) : null;
    return saved?.version === 1 ? saved : null;
  } catch {
    return null;
  }
}

// src/actions/my-games.ts
var MIN_ABANDONED_MOVES = 4;
function storeGame(ctrl) {
  const { match } = ctrl;
  if (!match?.id || !match.live.parent) return;
  const { start } = ctrl;
  import("./store-game-NWNE6CAB.js").then(({ storeMatch }) => storeMatch(ctrl, match, start)).catch((error) => ctrl.showError(error));
}
function storeAbandonedGame(ctrl) {
  if (ctrl.match?.running && ctrl.match.live.ply >= MIN_ABANDONED_MOVES) storeGame(ctrl);
}

// src/actions/game.ts
async function showGame(ctrl, game) {
  await setUpBoard(ctrl, { game, start: null, players: TWO_PEOPLE, time: null }, false);
  ctrl.openDialog("new");
}
function startGame(ctrl, setup) {
  markOpened(setup.game);
  ctrl.confirmIfPlaying(() => void setUpBoard(ctrl, setup, true));
}
function rematch(ctrl, { setup, players }) {
  const { friend: _, ...rest } = setup;
  startGame(ctrl, { ...rest, players, ...setup.friend ? { friend: newFriendGameId() } : {} });
}
function openBoard(ctrl, game, start = null) {
  markOpened(game);
  ctrl.confirmIfPlaying(() => void setUpBoard(ctrl, { game, start, players: TWO_PEOPLE, time: null }, false));
}
async function setUpBoard(ctrl, setup, isMatch) {
  const line = { game: setup.game, ...setup.start ? { start: setup.start } : {} };
  try {
    const position = await api.position(line);
    const tree = new Tree({ ...position, position });
    ctrl.openTree(setup.game, setup.start, tree, tree.root);
    if (isMatch) ctrl.match = new Match(ctrl, setup, tree.root);
    const { black, white } = setup.players;
    const isPersonWhite = isMatch && black.kind !== "human" && white.kind === "human";
    ctrl.orientation = isPersonWhite ? "white" : "black";
    ctrl.announce(t("announce.new-board", { game: ctrl.game.title[lang()] }));
    ctrl.saveAndRedraw();
    ctrl.match?.proceed();
  } catch (error) {
    ctrl.showError(error);
  }
}
function playFromHere(ctrl) {
  markOpened(ctrl.game.name);
  const { node } = ctrl;
  const last = ctrl.match?.players ?? ctrl.newGameForm.players;
  const players = last.black.kind === "friend" || last.white.kind === "friend" ? TWO_PEOPLE : last;
  const time = ctrl.match?.setup.time ?? null;
  ctrl.match?.halt();
  storeAbandonedGame(ctrl);
  ctrl.tree.promote(node);
  ctrl.match = new Match(ctrl, { game: ctrl.game.name, start: ctrl.start, players, time }, node);
  ctrl.goTo(node);
  ctrl.saveAndRedraw();
  ctrl.match.proceed();
}
function restoreGame(ctrl, saved) {
  const tree = restoreTree(saved);
  ctrl.openTree(saved.setup.game, saved.setup.start, tree, nodeAtPath(tree, saved.shown));
  ctrl.orientation = saved.orientation;
  if (!saved.match) return;
  const clock = saved.clock ? new Clock(saved.clock) : void 0;
  const match = new Match(ctrl, saved.setup, nodeAtPath(tree, saved.live), clock, saved.id);
  match.end = saved.end;
  match.paused = match.clock !== null || match.hasTwoEngines();
  ctrl.match = match;
  if (match.end) storeGame(ctrl);
  match.proceed();
}

// src/view/learn-button.ts
var view = null;
var learningPanel = (ctrl) => ctrl.learning && view ? view(ctrl, ctrl.learning) : null;
async function openLearning(ctrl, color, line) {
  try {
    const [{ Learning }, { learningView }] = await Promise.all([import("./learning-N77IGV2G.js"), import("./learning-DZXMM5NH.js")]);
    if (ctrl.analysis.enabled) ctrl.analysis.toggle(ctrl.node);
    view = learningView;
    ctrl.learning = new Learning(ctrl, color, line);
    ctrl.learning.start();
  } catch (error) {
    ctrl.showError(error);
  }
}
function learnButtons(ctrl, line) {
  if (ctrl.match?.running || ctrl.report.progress) return [];
  const person = ctrl.match?.personColor();
  const colors = person ? [person] : ["black", "white"];
  return colors.flatMap((color) => {
    const count2 = line.filter(({ parent, evaluation }) => parent?.turn === color && isMistake(evaluation)).length;
    const label = person ? t("learn.start", { count: count2 }) : t("learn.start.side", { count: count2, color: colorName(color) });
    const data = { color };
    return count2 ? button("learn", label, () => void openLearning(ctrl, color, line), { data }) : [];
  });
}

// src/view/moves.ts
var moveText = (ctrl, node) => node.move ? formatMove(node.move, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null) : "";
var moveNumber = (ctrl, node) => node.ply + Number(ctrl.tree.root.sfen.split(" ")[3] ?? 1) - 1;
function moveButton(ctrl, node) {
  const current = node === ctrl.node;
  const attrs = { type: "button", "data-node": node.id, "data-ply": node.ply, "data-usi": node.move?.usi ?? "" };
  if (current) attrs["aria-current"] = "true";
  const glyph = node.evaluation?.glyph;
  return el("button.move", { key: node.id, attrs, class: { current, live: node === ctrl.match?.live && ctrl.match.running }, on: { click: () => ctrl.goTo(node) }, hook: { insert: (vnode) => current && scrollIntoList(vnode.elm), postpatch: (old, vnode) => current && !old.data?.class?.["current"] && scrollIntoList(vnode.elm) } }, [el("span.side", { attrs: { "aria-hidden": "true" } }, [colorSymbol(opposite(node.turn))]), moveText(ctrl, node), glyph ? el("span.glyph", { attrs: { "data-glyph": glyph } }, [glyph]) : null, node.evaluation && !node.outcome && !startsVariation(node) ? el("span.score", {}, [scoreText(node.evaluation.score)]) : null]);
}
var startsVariation = (node) => node.parent?.children[0] !== node;
function scrollIntoList(button2) {
  requestAnimationFrame(() => {
    const list = button2.closest(".moves");
    if (!list) return;
    const [inner, outer] = [button2.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 4;
    else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 4;
  });
}
var commentText = (node) => node.comment ? el("span.comment", {}, [node.comment]) : null;
function bestMove(ctrl, node) {
  const { evaluation } = node;
  if (!evaluation?.glyph || !evaluation.best) return null;
  const move = formatMove(evaluation.best, ctrl.game, ctrl.settings.notation, node.parent?.move ?? null);
  return el("span.comment.best-move", {}, [t(`report.${evaluation.glyph}`), " ", t("report.best", { move }), missedText(ctrl.game, evaluation)]);
}
function variation(ctrl, first) {
  const row = [];
  for (let at = first; at; at = at.children[0]) {
    row.push(el("span.number", {}, [`${moveNumber(ctrl, at)}.`]), moveButton(ctrl, at), commentText(at));
    if (at !== first) row.push(...alternatives(at).map((alternative) => variation(ctrl, alternative)));
  }
  return el("div.variation", { key: `v${first.id}` }, row);
}
var alternatives = (node) => node.parent?.children[0] === node ? node.parent.children.slice(1) : [];
function keepCurrentMoveVisible(list) {
  const observer = new ResizeObserver(() => {
    const current = list.querySelector("[aria-current]");
    if (current) scrollIntoList(current);
  });
  observer.observe(list);
}
function movesView(ctrl) {
  const { root } = ctrl.tree;
  const rows = root.comment ? [el("li", { key: "root" }, [commentText(root)])] : [];
  for (let at = root.children[0]; at; at = at.children[0]) {
    rows.push(el(`li.${opposite(at.turn)}`, { key: at.id, attrs: { value: moveNumber(ctrl, at) } }, [el("span.number", {}, [String(moveNumber(ctrl, at))]), moveButton(ctrl, at), bestMove(ctrl, at), commentText(at), ...alternatives(at).map((alternative) => variation(ctrl, alternative))]));
  }
  const isEmpty = root.children.length === 0;
  const attrs = { role: "region", "aria-label": t("moves.label"), tabindex: 0 };
  const hook = { insert: (vnode) => keepCurrentMoveVisible(vnode.elm) };
  return el("div.moves", { attrs, hook }, [isEmpty ? el("p.hint", {}, [t("moves.none")]) : el("ol", {}, rows)]);
}
function commentField(ctrl) {
  const { node } = ctrl;
  return el("textarea.comment-field", { key: `comment-${node.id}`, attrs: { name: "comment", rows: 2, placeholder: t("comment.placeholder"), "aria-label": t("comment.placeholder") }, ...fieldValue(node.comment), on: { change: (event) => ctrl.setComment(node, event.target.value.trim()) } });
}

// src/view/players.ts
function playerOptions(levels) {
  const engine = Array.from({ length: levels }, (_, index) => {
    const level = index + 1;
    return [String(level), t("player.option", { level, name: t(`level.${level}`) })];
  });
  return [["human", t("player.human")], ...engine];
}
var playerKey = (player) => player.kind === "engine" ? String(player.level) : player.kind;
var playerFromKey = (key) => key === "human" || key === "friend" ? { kind: key } : { kind: "engine", level: Number(key) };
function playerView(ctrl, place) {
  const color = place === "bottom" === (ctrl.orientation === "black") ? "black" : "white";
  const { match } = ctrl;
  const turn = match?.running ? match.turn === color : ctrl.node.turn === color;
  return el(`div.player.player-${place}`, { key: `player-${place}`, attrs: { "data-color": color }, class: { turn } }, [el("span.color-symbol", { attrs: { "aria-hidden": "true" } }, [colorSymbol(color)]), el("span.color", {}, [colorName(color)]), match?.friendColor() ? el("span", {}, [playerName(match.players[color])]) : null, match && !match.friendColor() ? select(`player-${color}`, playerOptions(ctrl.games.limits.levels), playerKey(match.players[color]), (key) => ctrl.setPlayer(color, playerFromKey(key)), t("player.choose", { color: colorName(color) })) : null, thinkingText(ctrl, color), el("span.gap"), clockView(ctrl, color)]);
}
function thinkingText(ctrl, color) {
  const { match } = ctrl;
  if (!match?.thinking || match.turn !== color) return null;
  return el("span.thinking", { attrs: { role: "status" } }, [t("player.thinking")]);
}
function clockView(ctrl, color) {
  const clock = ctrl.match?.clock;
  if (!clock) return null;
  return el("time.clock", { key: `clock-${color}`, attrs: { role: "timer", "data-clock": color }, class: { running: clock.running === color }, hook: { insert: (vnode) => runClock(ctrl, color, vnode.elm), postpatch: (_, vnode) => writeClock(ctrl, color, vnode.elm) } });
}
var lastTick = "";
function writeClock(ctrl, color, node) {
  const clock = ctrl.match?.clock;
  if (!clock) return;
  const time = clock.displayTime(color);
  const text = clockText(time);
  if (node.textContent !== text) node.textContent = text;
  node.classList.toggle("byoyomi", clock.isInByoyomi(color));
  node.classList.toggle("low", time < 1e4);
  const isPerson = ctrl.match?.players[color].kind === "human";
  const second = `${color}${Math.ceil(time / 1e3)}`;
  if (clock.running === color && isPerson && time < 1e4 && time > 0 && second !== lastTick) {
    lastTick = second;
    if (ctrl.settings.sound) play("tick", ctrl.settings.volume);
  }
}
function runClock(ctrl, color, node) {
  writeClock(ctrl, color, node);
  const timer = setInterval(() => {
    if (node.isConnected) writeClock(ctrl, color, node);
    else clearInterval(timer);
  }, 100);
}
function engineInfoText(ctrl) {
  const latest = ctrl.match?.lastInfo;
  if (!latest) return null;
  const { color, info } = latest;
  const score = color === "black" ? info.score : negate(info.score);
  return t("player.info", { score: scoreText(score), depth: info.depth, nodes: info.nodes.toLocaleString() });
}

// src/view/openings-section.ts
var explorer = null;
var openingsSection = (ctrl) => el("details.openings", { attrs: { open: ctrl.showsOpenings } }, [el("summary", { on: { click: (event) => void toggle(ctrl, event) } }, [t("openings.label")]), ctrl.showsOpenings && explorer ? explorer.view(ctrl, explorer.openings) : null]);
async function toggle(ctrl, event) {
  event.preventDefault();
  ctrl.showsOpenings = !ctrl.showsOpenings;
  ctrl.redraw();
  if (explorer || !ctrl.showsOpenings) return;
  try {
    const [{ Openings }, { openingsView }] = await Promise.all([import("./openings-VKU3IIRF.js"), import("./openings-ATPYXUN4.js")]);
    const openings = new Openings(ctrl);
    await openings.loadNames();
    explorer = { openings, view: openingsView };
  } catch (error) {
    ctrl.showsOpenings = false;
    ctrl.showError(error);
  }
  ctrl.redraw();
}

// src/view/status.ts
function statusView(ctrl) {
  const { match, node } = ctrl;
  const outcome = node.outcome;
  const end = match?.end && node === match.live ? match.end : outcome;
  return el("div.status", { attrs: { role: "status" } }, [end ? el("p.result", { attrs: { "data-winner": end.winner ?? "none", "data-reason": end.reason } }, [describeEnd(end, node.sfen, match?.personColor() ?? null)]) : el("p.turn", {}, [turnText(ctrl), node.check ? el("strong.check", {}, [` ${t("announce.check")}`]) : null]), end && ctrl.winStreak ? nextLevelText(ctrl.winStreak) : null, ...end ? [] : counts(ctrl.position)]);
}
function nextLevelText({ level, wins }) {
  const next = level + 1;
  const name = t(`level.${next}`);
  return el("p.next-level", {}, [t("result.next-level", { wins, level, next, name })]);
}
function turnText(ctrl) {
  const { match, node } = ctrl;
  const color = colorName(node.turn);
  if (!match?.running) return t("status.turn", { color });
  if (node !== match.live) return t("status.other-position");
  if (match.paused) return t("status.paused");
  if (match.players[node.turn].kind === "friend") return t("status.friend", { color });
  if (match.players[node.turn].kind === "engine") return t("status.engine", { color });
  return match.personColor() ? t("status.yours", { color }) : t("status.turn", { color });
}
var SHOWN_FROM = 0.3;
var verdictText = (outcome) => outcome.winner ? t("count.wins", { color: colorName(outcome.winner) }) : t("count.draw");
function counts(position) {
  if (!position) return [];
  const { repetition, clock, declaration } = position.counts;
  return [repetition.occurrences > 1 ? count("repetition", repetition.occurrences, repetition.limit, t("count.repetition"), repetition.verdict) : null, clock && (clock.reason === "impasse" || clock.played >= clock.limit * SHOWN_FROM) ? count(clock.reason, clock.played, clock.limit, describeReason(clock.reason), clock.verdict) : null, clock?.points ? el("p.count", { attrs: { "data-count": "points" } }, [t("count.points", { ...clock.points })]) : null, declaration ? declarationCount(declaration) : null];
}
function count(name, now, limit, label, outcome) {
  return el("p.count", { key: name, attrs: { "data-count": name, "data-now": now, "data-limit": limit }, class: { near: now >= limit - Math.max(1, limit * 0.1) } }, [el("span", {}, [`${label} ${now} / ${limit}`]), el("meter", { attrs: { min: 0, max: limit, "aria-label": label }, props: { value: now } }), outcome ? el("span.verdict", {}, [verdictText(outcome)]) : null]);
}
function declarationCount(sides) {
  const side = (color) => {
    const { pieces, piecesNeeded, points, pointsNeeded } = sides[color];
    return t("count.declaration", { color: colorName(color), pieces, piecesNeeded, points, pointsNeeded });
  };
  const counted = ["black", "white"].filter((color) => sides[color].king);
  return el("p.count", { attrs: { "data-count": "declaration" } }, [counted.map(side).join(" ")]);
}

// src/view/panel.ts
function panelView(ctrl) {
  const learning = learningPanel(ctrl);
  if (learning) return learning;
  return el("section.panel", { attrs: { "aria-label": t("panel.label") } }, [analysisView(ctrl), movesView(ctrl), prompts(ctrl), statusView(ctrl), navigation(ctrl), gameActions(ctrl), moveField(ctrl), el("div.drawers", {}, [openingsSection(ctrl), el("details.more", {}, [el("summary", {}, [t("more.label")]), commentField(ctrl), el("div.actions", {}, treeActions(ctrl)), engineInfoText(ctrl) ? el("p.hint", {}, [engineInfoText(ctrl)]) : null])])]);
}
function navigation(ctrl) {
  const { node } = ctrl;
  const isStart = !node.parent;
  const isEnd = !node.children.length;
  return el("nav.navigation", { attrs: { "aria-label": t("navigate.label") } }, [iconButton("first", "first", t("navigate.first"), () => ctrl.step("first"), { disabled: isStart }), iconButton("back", "back", t("navigate.back"), () => ctrl.step("back"), { disabled: isStart }), iconButton("forward", "forward", t("navigate.forward"), () => ctrl.step("forward"), { disabled: isEnd }), iconButton("last", "last", t("navigate.last"), () => ctrl.step("last"), { disabled: isEnd }), iconButton("flip", "flip", t("navigate.flip"), () => ctrl.flip()), iconButton("draw-mode", "arrow", t("draw.mode"), () => toggleDrawing(ctrl), { pressed: ctrl.board?.isDrawing ?? false })]);
}
function prompts(ctrl) {
  const { match } = ctrl;
  const isAway = match?.running && ctrl.node !== match.live;
  const isFriendToMove = match?.running && match.playerToMove().kind === "friend";
  const isResigned = match?.setup.friend && match.end?.reason === "resignation";
  const canDeclare = !isAway && match?.isPersonToMove() && ctrl.position?.declaration;
  return el("div.prompts", { key: "prompts" }, [ctrl.board?.isDrawing ? eraseButton(ctrl) : null, isAway ? button("live", t("act.live"), () => ctrl.goTo(match.live)) : null, isAway ? playHereButton(ctrl) : null, canDeclare ? button("declare", t("act.declare"), () => ctrl.declareWin()) : null, isFriendToMove || isResigned ? button("send.primary", t("friend.send"), () => ctrl.openDialog("share")) : null, match && !match.running && ctrl.winStreak ? nextLevelButton(ctrl, match, ctrl.winStreak.level + 1) : null, match?.running && ctrl.isConfirmingResign ? confirmResign(ctrl) : null, match?.running && ctrl.isConfirmingDraw ? confirmDraw(ctrl) : null]);
}
var eraseButton = (ctrl) => button("erase", t("draw.erase"), () => eraseDrawings(ctrl), { disabled: !ctrl.board?.hasDrawings });
function nextLevelButton(ctrl, match, level) {
  const players = { ...match.players };
  for (const color of ["black", "white"]) if (players[color].kind === "engine") players[color] = { kind: "engine", level };
  return button("next-level", t("act.next-level", { level, name: t(`level.${level}`) }), () => {
    ctrl.newGameForm = { ...ctrl.newGameForm, players };
    startGame(ctrl, { ...match.setup, players });
  });
}
function gameActions(ctrl) {
  const { match } = ctrl;
  if (!match) return el("div.actions", { key: "free" }, [playHereButton(ctrl), hintButton(ctrl), threatButton(ctrl)]);
  if (!match.running) return el("div.actions", { key: "over" }, [button("rematch", t("act.rematch"), () => rematch(ctrl, match)), playHereButton(ctrl), match.end?.reason === "resignation" || match.takeBackTarget() ? takeBackButton(ctrl) : null]);
  const canPause = match.paused || match.clock !== null || match.hasTwoEngines();
  return el("div.actions", { key: "running" }, [iconButton("pause", match.paused ? "play" : "pause", t(match.paused ? "act.resume" : "act.pause"), () => match.paused ? match.resume() : match.pause(), { disabled: !canPause }), takeBackButton(ctrl), hintButton(ctrl), threatButton(ctrl), match.hasTwoEngines() || match.friendColor() ? null : iconButton("draw", "hand", t("act.draw"), () => ctrl.setConfirmingDraw(!ctrl.isConfirmingDraw), { disabled: ctrl.isAwaitingEngine || match.thinking, pressed: ctrl.isConfirmingDraw }), match.hasEngine() ? iconButton("swap", "swap", t("act.swap"), () => ctrl.swapSides()) : null, match.hasTwoEngines() ? null : iconButton("resign", "flag", t("act.resign"), () => ctrl.setConfirmingResign(!ctrl.isConfirmingResign), { pressed: ctrl.isConfirmingResign })]);
}
var takeBackButton = (ctrl) => iconButton("takeback", "undo", t("act.takeback"), () => ctrl.takeBack(), { disabled: !ctrl.match?.takeBackTarget() });
var hintButton = (ctrl) => iconButton("hint", "bulb", t("act.hint"), () => void requestHint(ctrl), { disabled: ctrl.isAwaitingEngine || !ctrl.movableColor() || !ctrl.position?.moves.length, pressed: ctrl.isAwaitingEngine });
var threatButton = (ctrl) => iconButton("threat", "bolt", t("act.threat"), () => void requestThreat(ctrl), { disabled: ctrl.isAwaitingEngine || ctrl.node.outcome !== null });
function confirmResign(ctrl) {
  return el("span.inline-confirm", { key: "confirm-resign" }, [button("resign-yes.danger", t("act.resign.sure"), () => {
    ctrl.setConfirmingResign(false);
    ctrl.match?.resign();
  }, { ignoresDoubleClick: true }), iconButton("resign-no", "close", t("act.cancel"), () => ctrl.setConfirmingResign(false))]);
}
var confirmDraw = (ctrl) => el("span.inline-confirm", { key: "confirm-draw" }, [button("draw-yes.danger", t("act.draw.sure"), () => void offerDraw(ctrl), { ignoresDoubleClick: true, disabled: ctrl.isAwaitingEngine || Boolean(ctrl.match?.thinking) }), iconButton("draw-no", "close", t("act.cancel"), () => ctrl.setConfirmingDraw(false))]);
function playHereButton(ctrl) {
  return button("play-here", t("act.playhere"), () => playFromHere(ctrl), { disabled: !ctrl.position?.moves.length });
}
function treeActions(ctrl) {
  const { node } = ctrl;
  const isFixed = Boolean(ctrl.match?.running) && isOnMainLine(node);
  return [button("promote", t("tree.promote"), () => ctrl.promote(node), { disabled: isOnMainLine(node) || Boolean(ctrl.match?.running) }), button("remove", t("tree.remove"), () => ctrl.remove(node), { disabled: isFixed || !node.parent }), button("share", t("act.share"), () => void shareLink(ctrl)), button("qr", t("share.qr"), () => ctrl.openDialog("share"))];
}
function moveField(ctrl) {
  return el("div.entry", {}, [el("input", { key: "entry", attrs: { name: "entry", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: t("entry.placeholder"), "aria-label": t("entry.label"), list: "legal-moves" }, on: { keydown: (event) => {
    const field = event.target;
    const text = field.value.trim();
    if (event.key !== "Enter" || event.isComposing || !text) return;
    void ctrl.playTypedMove(text).then((isPlayed) => {
      if (isPlayed) field.value = "";
    });
  } } }), el("datalist", { attrs: { id: "legal-moves" } }, ctrl.legalMoves().map((move) => {
    const value = formatMove(move, ctrl.game, ctrl.settings.notation, ctrl.node.move);
    return el("option", { key: move.usi, attrs: { value } });
  }))]);
}

export {
  friendGame,
  storeFriendGame,
  newFriendGameId,
  linkRelation,
  hasOpened,
  markOpened,
  saveSession,
  loadSession,
  storeGame,
  storeAbandonedGame,
  showGame,
  startGame,
  openBoard,
  setUpBoard,
  restoreGame,
  toggleDrawing,
  requestHint,
  requestThreat,
  runReport,
  describeMissed,
  learnButtons,
  playerOptions,
  playerKey,
  playerFromKey,
  playerView,
  panelView,
  navigation,
  moveField
};
