import {
  moveField,
  navigation
} from "./chunk-XB5IFKFD.js";
import "./chunk-3GP66OLQ.js";
import "./chunk-SZQIUDPN.js";
import "./chunk-VKVB3CHS.js";
import "./chunk-6X2GCIFU.js";
import "./chunk-75HB23TF.js";
import {
  Tree
} from "./chunk-6M27PRUM.js";
import "./chunk-EQEMLRRC.js";
import {
  button,
  el,
  iconButton,
  select
} from "./chunk-OWP3H2MV.js";
import {
  describeMove,
  droppedRole,
  formatMove,
  pieceName,
  squareName
} from "./chunk-HJVU5CB3.js";
import {
  lang,
  t
} from "./chunk-ZWZH6UFF.js";
import "./chunk-XCEMHILM.js";
import {
  ApiError,
  api,
  isAbort
} from "./chunk-Y6ZJ5L5C.js";
import "./chunk-I53CSUHV.js";
import "./chunk-YLVDSGH3.js";

// src/view/lessons.ts
function lessonsView(ctrl, training) {
  const { lessons } = training;
  const { current, phase } = lessons;
  if (phase === "missing" || phase === "offline") return [el("p.hint", {}, [t(phase === "missing" ? "lesson.missing" : "training.offline")])];
  if (!current) return [el("p.hint", {}, [t("training.loading")])];
  const isLast = lessons.index === lessons.lessons.length - 1;
  return [el("ol.lesson-list", { attrs: { "aria-label": t("lesson.list") } }, lessons.lessons.map((lesson, index) => el("li", {}, [lessonButton(lessons, lesson, index)]))), el("h2", {}, [t("lesson.number", { number: lessons.index + 1, count: lessons.lessons.length })]), el("p.task", { key: current.id, attrs: { "data-lesson": current.id } }, [current.task[lang()]]), messageFor(ctrl, lessons), el("div.actions", {}, [phase === "wrong" ? button("training-retry.primary", t("training.retry"), () => lessons.retry()) : hintButton(phase === "solve", () => void lessons.hint()), isLast ? null : button(phase === "solved" ? "training-next.primary" : "training-next", t("training.next"), () => void lessons.open(lessons.index + 1)), lessons.isComplete ? button("lesson-puzzles.primary", t("training.puzzles"), () => training.showTab("puzzles")) : null, lessons.isComplete ? button("lesson-play", t("lesson.play"), () => playGame(ctrl, training)) : null])];
}
function lessonButton(lessons, lesson, index) {
  const isSolved = lessons.isSolved(lesson);
  const number = index + 1;
  const isCurrent = index === lessons.index;
  return el("button.lesson", { key: lesson.id, class: { solved: isSolved, current: isCurrent }, attrs: { type: "button", "data-do": "lesson", "aria-label": t(isSolved ? "lesson.item.solved" : "lesson.item", { number }), ...isCurrent ? { "aria-current": "step" } : {} }, on: { click: () => void lessons.open(index) } }, [isSolved ? "✓" : String(number)]);
}
function messageFor(ctrl, lessons) {
  const { current, phase } = lessons;
  if (phase === "wrong") return messageView("wrong", [el("p", {}, [t("lesson.wrong")])]);
  if (phase !== "solved" || !current) return messageView("none", [hintText(ctrl, lessons.hintedMove)]);
  return messageView("right", [el("p", {}, [el("strong", {}, [t("lesson.right")]), " ", current.explanation[lang()]]), lessons.isComplete ? el("p", {}, [t("lesson.complete")]) : null]);
}
function playGame(ctrl, training) {
  const { game } = training;
  training.close();
  ctrl.openDialog("new");
  ctrl.newGameForm = { ...ctrl.newGameForm, game, start: "start" };
}

// src/training/schedule.ts
var MINUTE = 6e4;
var DAY = 24 * 60 * MINUTE;
var INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY];
var MIN_LEVEL = 1;
var MAX_LEVEL = 8;
var FIRST_LEVEL = 2;
var LEVEL_STEP = 0.5;
var isDone = (card) => card.box >= INTERVALS.length;
function review(card, isSolved, now) {
  const box = isSolved ? card ? card.box + 1 : INTERVALS.length : 0;
  const interval = INTERVALS[box];
  return interval === void 0 ? { box: INTERVALS.length, due: 0, seen: now } : { box, due: now + interval, seen: now };
}
function levelAfter(level, difficulty, isSolved) {
  const expected = 1 / (1 + Math.exp(difficulty - level));
  const next = level + LEVEL_STEP * ((isSolved ? 1 : 0) - expected);
  return Math.min(MAX_LEVEL, Math.max(MIN_LEVEL, next));
}
var dueCount = (puzzles, cards, now) => puzzles.filter(({ id }) => {
  const card = cards[id];
  return card && !isDone(card) && card.due <= now;
}).length;
function smallest(items, value) {
  let best = null;
  for (const item of items) if (!best || value(item) < value(best)) best = item;
  return best;
}
function nextPuzzle(puzzles, cards, level, now, current = null) {
  const others = puzzles.filter(({ id }) => id !== current);
  const seen = others.flatMap((puzzle) => {
    const card = cards[puzzle.id];
    return card ? [{ puzzle, card }] : [];
  });
  const due = smallest(seen.filter(({ card }) => !isDone(card) && card.due <= now), ({ card }) => card.due);
  if (due) return due.puzzle;
  const fresh = smallest(others.filter(({ id }) => !cards[id]), ({ difficulty }) => Math.abs(difficulty - level));
  return fresh ?? smallest(seen, ({ card }) => card.seen)?.puzzle ?? puzzles[0] ?? null;
}

// src/training/store.ts
var KEY = "kawari.training";
var stored = null;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var numberOr = (value, fallback) => typeof value === "number" && Number.isFinite(value) ? value : fallback;
function cardsOf(value) {
  if (!isObject(value)) return {};
  const cards = {};
  for (const [id, card] of Object.entries(value)) {
    if (!isObject(card)) continue;
    cards[id] = { box: numberOr(card["box"], 0), due: numberOr(card["due"], 0), seen: numberOr(card["seen"], 0) };
  }
  return cards;
}
function resultsOf(value) {
  const data = isObject(value) ? value : {};
  return { level: numberOr(data["level"], FIRST_LEVEL), solved: numberOr(data["solved"], 0), failed: numberOr(data["failed"], 0), streak: numberOr(data["streak"], 0), longest: numberOr(data["longest"], 0), cards: cardsOf(data["cards"]) };
}
function parseStored(text) {
  let data = null;
  try {
    data = JSON.parse(text ?? "null");
  } catch {
  }
  const result = { puzzles: {}, lessons: {} };
  if (!isObject(data)) return result;
  const { puzzles, lessons } = data;
  for (const [game, value] of Object.entries(isObject(puzzles) ? puzzles : {})) result.puzzles[game] = resultsOf(value);
  for (const [game, value] of Object.entries(isObject(lessons) ? lessons : {})) if (Array.isArray(value)) result.lessons[game] = value.filter((id) => typeof id === "string");
  return result;
}
function load() {
  if (stored) return stored;
  try {
    stored = parseStored(localStorage.getItem(KEY));
  } catch {
    stored = parseStored(null);
  }
  return stored;
}
function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
  }
}
function puzzleResults(game) {
  const { puzzles } = load();
  return puzzles[game] ??= resultsOf(null);
}
function recordAttempt(game, { id, difficulty }, isSolved) {
  const results = puzzleResults(game);
  results.cards[id] = review(results.cards[id], isSolved, Date.now());
  results.level = levelAfter(results.level, difficulty, isSolved);
  if (isSolved) results.solved += 1;
  else results.failed += 1;
  results.streak = isSolved ? results.streak + 1 : 0;
  results.longest = Math.max(results.longest, results.streak);
  save();
}
var solvedLessons = (game) => load().lessons[game] ?? [];
function recordLesson(game, id) {
  const { lessons } = load();
  const solved = lessons[game] ??= [];
  if (solved.includes(id)) return;
  solved.push(id);
  save();
}

// src/view/puzzles.ts
var MAX_MOVES = 6;
function puzzlesView(ctrl, trainer) {
  const { current, phase } = trainer;
  if (phase === "missing" || phase === "offline") return [el("p.hint", {}, [t(phase === "missing" ? "puzzle.missing" : "training.offline")])];
  if (!current) return [el("p.hint", {}, [t("training.loading")])];
  const isOver = phase === "solved" || phase === "shown";
  return [el("div.choices", {}, [themeChoice(trainer), difficultyChoice(trainer)]), el("p.task", { key: current.id, attrs: { "data-puzzle": current.id } }, [trainer.taskText()]), el("p.facts", {}, [`${t(`puzzle.theme.${current.theme}`)} · ${t("puzzle.level", { level: current.difficulty })}`]), messageFor2(ctrl, trainer), el("div.actions", {}, [phase === "wrong" ? button("training-retry.primary", t("training.retry"), () => trainer.retry()) : hintButton(phase === "solve", () => trainer.hint()), button("puzzle-solution", t("puzzle.solution"), () => void trainer.showSolution(), { disabled: phase !== "solve" && phase !== "wrong" }), button(isOver ? "training-next.primary" : "training-next", t("training.next"), () => void trainer.next())]), resultsView(trainer)];
}
function themeChoice(trainer) {
  const options = [["all", t("puzzle.theme.all")]];
  for (const theme of trainer.themes()) options.push([theme, t(`puzzle.theme.${theme}`)]);
  return select("puzzle-theme", options, trainer.theme, (theme) => trainer.choose(theme, trainer.difficulty), t("puzzle.theme"));
}
function difficultyChoice(trainer) {
  const level = Math.round(puzzleResults(trainer.game).level);
  const options = [["auto", t("puzzle.difficulty.auto", { level })]];
  for (let each = 1; each <= MAX_LEVEL; each++) options.push([String(each), t("puzzle.difficulty.level", { level: each })]);
  return select("puzzle-difficulty", options, trainer.difficulty === null ? "auto" : String(trainer.difficulty), (value) => trainer.choose(trainer.theme, value === "auto" ? null : Number(value)), t("puzzle.difficulty"));
}
var textView = (text) => el("p", {}, [text]);
function messageFor2(ctrl, trainer) {
  const { phase, refutation, isRepetition } = trainer;
  switch (phase) {
    case "solved":
      return messageView("right", [textView(t(trainer.isFirstTry ? "puzzle.solved" : "puzzle.solved.later"))]);
    case "shown":
      return messageView("wrong", [textView(t("puzzle.shown"))]);
    case "wrong":
      return messageView("wrong", [textView(t("puzzle.wrong")), refutation ? textView(refutationText(ctrl, refutation)) : null]);
    case "busy":
      return messageView("none", [refutation ? textView(t("puzzle.searching", { move: written(ctrl, [refutation.move]) })) : null]);
    default:
      return messageView("none", [ctrl.node.parent && ctrl.node === trainer.turnNode ? textView(t("puzzle.goes-on")) : null, !ctrl.node.parent && isRepetition ? textView(t("puzzle.again")) : null, hintText(ctrl, trainer.hintedMove)]);
  }
}
var written = (ctrl, moves, before = null) => moves.map((move, index) => formatMove(move, ctrl.game, ctrl.settings.notation, moves[index - 1] ?? before)).join(" ");
function refutationText(ctrl, { move, line }) {
  const text = written(ctrl, [move]);
  if (!line.length) return t("puzzle.refutation.end", { move: text });
  return t("puzzle.refutation", { move: text, line: written(ctrl, line.slice(0, MAX_MOVES), move) });
}
function resultsView(trainer) {
  const { streak, longest, solved, failed } = puzzleResults(trainer.game);
  const counts = [["streak", t("puzzle.streak"), streak], ["longest", t("puzzle.longest"), longest], ["solved", t("puzzle.count.solved"), solved], ["failed", t("puzzle.count.failed"), failed], ["due", t("puzzle.count.due"), trainer.due]];
  return el("dl.results", {}, counts.map(([name, label, count]) => el("div", { attrs: { "data-count": name } }, [el("dt", {}, [label]), el("dd", {}, [String(count)])])));
}

// src/view/training.ts
function trainingView(ctrl, training) {
  const { tab } = training;
  return el("section.panel.training", { key: "training", attrs: { "aria-label": t("training.label") } }, [el("header.training-head", {}, [el("div.tabs", { attrs: { role: "group", "aria-label": t("training.label") } }, [tabButton(training, "lessons"), tabButton(training, "puzzles")]), select("training-game", ctrl.games.games.map((game) => [game.name, game.title[lang()]]), training.game, (name) => training.showGame(name), t("training.game")), iconButton("close-training", "close", t("training.close"), () => training.close())]), el("div.training-body", { key: tab }, [...tab === "lessons" ? lessonsView(ctrl, training) : puzzlesView(ctrl, training.puzzles)]), navigation(ctrl), moveField(ctrl)]);
}
var tabButton = (training, tab) => button(`tab-${tab}.tab`, t(`training.${tab}`), () => training.showTab(tab), { pressed: training.tab === tab });
function hintText(ctrl, move) {
  if (!move) return null;
  const piece = pieceName(ctrl.game, move.drop ?? move.piece);
  const text = move.from ? t("training.hint.board", { piece, square: squareName(move.from) }) : t("training.hint.drop", { piece });
  return el("p.hinted", {}, [text]);
}
var hintButton = (isEnabled, onPress) => button("training-hint", t("training.hint"), onPress, { disabled: !isEnabled });
var messageView = (kind, children) => el("div.message", { class: { [kind]: true }, attrs: { role: "status" } }, children);

// src/training/accept.ts
function isAccepted(goal, move, mover, after) {
  const { moves, captures, turns, check, wins, safe } = goal;
  if (moves && !moves.includes(move.usi)) return false;
  if (captures !== void 0 && move.captures.length < captures) return false;
  if (turns && !move.turn) return false;
  if (check && !after.check) return false;
  if (wins && after.outcome?.winner !== mover) return false;
  return !safe || after.moves.every((reply) => !reply.captures.length);
}

// src/training/select-origin.ts
function selectOrigin(ctrl, move) {
  const { board } = ctrl;
  if (!move || !board) return;
  if (board.hasSelection) board.unselect();
  if (move.from) board.pressSquare(move.from);
  else board.pressHand(droppedRole(move, ctrl.game) ?? "");
  ctrl.redraw();
}

// src/training/lessons.ts
async function fetchLessons(game) {
  const response = await fetch(`lessons/${game}.json`);
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return (await response.json()).lessons;
}
var LessonTrainer = class {
  phase = "loading";
  lessons = [];
  index = 0;
  hintedMove = null;
  ctrl;
  host;
  turnNode = null;
  constructor(ctrl, host) {
    this.ctrl = ctrl;
    this.host = host;
  }
  get game() {
    return this.ctrl.game.name;
  }
  get current() {
    return this.lessons[this.index] ?? null;
  }
  isSolved(lesson) {
    return solvedLessons(this.game).includes(lesson.id);
  }
  get isComplete() {
    return this.lessons.every((lesson) => this.isSolved(lesson));
  }
  async start(game) {
    this.lessons = [];
    this.phase = "loading";
    this.ctrl.redraw();
    try {
      await this.host.openPosition(game, this.ctrl.gameByName(game).start);
      const lessons = this.ctrl.game.loaded ? [] : await fetchLessons(game);
      if (!this.host.isOpen(game)) return;
      this.lessons = lessons;
      this.phase = "missing";
      const first = lessons.findIndex((lesson) => !this.isSolved(lesson));
      if (lessons.length) return await this.open(Math.max(0, first));
    } catch (error) {
      if (isAbort(error)) return;
      this.phase = "offline";
      if (error instanceof ApiError) this.ctrl.showError(error);
    }
    this.ctrl.redraw();
  }
  stop() {
    this.turnNode = null;
  }
  async open(index) {
    this.index = index;
    const { current } = this;
    if (!current) return;
    this.phase = "loading";
    this.hintedMove = null;
    try {
      const node = await this.host.openPosition(this.game, current.sfen);
      if (this.current !== current) return;
      this.turnNode = node;
      this.phase = "solve";
      this.ctrl.announce(current.task[lang()]);
    } catch (error) {
      if (!isAbort(error)) this.ctrl.showError(error);
    }
    this.ctrl.redraw();
  }
  movableColor() {
    return this.phase === "solve" && this.ctrl.node === this.turnNode ? this.turnNode.turn : null;
  }
  async play(move) {
    const { current, turnNode } = this;
    if (!current || !turnNode || !this.movableColor()) return;
    this.phase = "busy";
    this.hintedMove = null;
    const node = await this.ctrl.appendMove(turnNode, move);
    node.position ??= await api.position(this.ctrl.lineTo(node));
    if (!this.host.isOpen(this.game) || this.current !== current) return;
    const isRight = isAccepted(current.goal, move, turnNode.turn, node.position);
    this.phase = isRight ? "solved" : "wrong";
    if (isRight) recordLesson(this.game, current.id);
    this.ctrl.announce(isRight ? current.explanation[lang()] : t("lesson.wrong"));
    this.ctrl.redraw();
  }
  retry() {
    if (this.phase !== "wrong" && this.phase !== "solved" || !this.turnNode) return;
    this.phase = "solve";
    this.ctrl.goTo(this.turnNode);
  }
  async hint() {
    try {
      const move = await this.solution();
      if (!move || !this.movableColor()) return;
      this.hintedMove = move;
      selectOrigin(this.ctrl, move);
    } catch (error) {
      this.ctrl.showError(error);
    }
  }
  async solution() {
    const { current, turnNode } = this;
    if (!current || !turnNode?.position || !this.movableColor()) return null;
    const { moves } = current.goal;
    for (const move of turnNode.position.moves) {
      if (moves && !moves.includes(move.usi)) continue;
      const after = await api.position({ ...this.ctrl.lineTo(turnNode), moves: [move.usi] });
      if (this.current !== current) return null;
      if (isAccepted(current.goal, move, turnNode.turn, after)) return move;
    }
    return null;
  }
};

// src/training/puzzles.ts
var THEMES = ["mate", "row", "gain", "endgame"];
var REFUTATION_TIME = 500;
var REPLY_DELAY = 350;
var SOLUTION_DELAY = 800;
var wait = (ms) => new Promise((done) => setTimeout(done, ms));
var DEFAULTS = { theme: "mate", difficulty: 1 };
function parsePuzzles(text, game) {
  const puzzles = [];
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    try {
      const puzzle = { ...DEFAULTS, ...JSON.parse(line) };
      const { id, variant, position, theme, moves } = puzzle;
      if (id && variant === game && position && THEMES.includes(theme) && moves?.length) puzzles.push({ ...puzzle, id, variant, position, moves, plies: moves.length });
    } catch {
    }
  }
  return puzzles;
}
async function fetchPuzzles(game) {
  const response = await fetch(`puzzles/${game}.jsonl`);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return parsePuzzles(await response.text(), game);
}
var PuzzleTrainer = class {
  phase = "loading";
  theme = "all";
  difficulty = null;
  current = null;
  refutation = null;
  result = null;
  isRepetition = false;
  hintedMove = null;
  ctrl;
  host;
  puzzles = [];
  turnNode = null;
  search = null;
  constructor(ctrl, host) {
    this.ctrl = ctrl;
    this.host = host;
  }
  get game() {
    return this.ctrl.game.name;
  }
  async start(game) {
    this.stop();
    this.current = null;
    this.puzzles = [];
    this.theme = "all";
    this.phase = "loading";
    this.ctrl.redraw();
    try {
      await this.host.openPosition(game, this.ctrl.gameByName(game).start);
      const puzzles = this.ctrl.game.loaded ? [] : await fetchPuzzles(game);
      if (!this.host.isOpen(game)) return;
      this.puzzles = puzzles;
      this.phase = "missing";
      if (puzzles.length) return await this.next();
    } catch (error) {
      if (isAbort(error)) return;
      this.phase = "offline";
      if (error instanceof ApiError) this.ctrl.showError(error);
    }
    this.ctrl.redraw();
  }
  stop() {
    this.search?.abort();
    this.search = null;
  }
  themes() {
    return THEMES.filter((theme) => this.puzzles.some((puzzle) => puzzle.theme === theme));
  }
  selected() {
    return this.theme === "all" ? this.puzzles : this.puzzles.filter(({ theme }) => theme === this.theme);
  }
  get due() {
    return dueCount(this.selected(), puzzleResults(this.game).cards, Date.now());
  }
  choose(theme, difficulty) {
    this.theme = theme;
    this.difficulty = difficulty;
    void this.next();
  }
  async next() {
    this.stop();
    const { cards, level } = puzzleResults(this.game);
    const puzzle = nextPuzzle(this.selected(), cards, this.difficulty ?? level, Date.now(), this.current?.id);
    if (!puzzle) return;
    this.current = puzzle;
    this.phase = "loading";
    this.result = null;
    this.isRepetition = dueCount([puzzle], cards, Date.now()) > 0;
    this.hintedMove = this.refutation = null;
    try {
      const node = await this.host.openPosition(puzzle.variant, puzzle.position);
      if (this.current !== puzzle) return;
      this.turnNode = node;
      this.phase = "solve";
      this.ctrl.announce(this.taskText());
    } catch (error) {
      if (!isAbort(error)) this.ctrl.showError(error);
    }
    this.ctrl.redraw();
  }
  get isFirstTry() {
    return this.result === true;
  }
  taskText() {
    const { current, turnNode } = this;
    if (!current || !turnNode) return "";
    const color = t(`color.${turnNode.turn}`);
    const { theme, plies } = current;
    const moves = (plies + 1) / 2;
    const length = t(moves === 1 ? "puzzle.length.one" : "puzzle.length.other", { moves, plies });
    return t(`puzzle.task.${theme}`, { color, length });
  }
  movableColor() {
    return this.phase === "solve" && this.ctrl.node === this.turnNode ? this.turnNode.turn : null;
  }
  record(isSolved) {
    if (this.result !== null || !this.current) return;
    this.result = isSolved;
    recordAttempt(this.game, this.current, isSolved);
  }
  async play(move) {
    const { current, turnNode } = this;
    if (!current || !turnNode || !this.movableColor()) return;
    this.phase = "busy";
    this.hintedMove = null;
    const node = await this.append(turnNode, move);
    if (!node) return;
    const hasWon = node.outcome?.winner === turnNode.turn;
    if (!hasWon && move.usi !== current.moves[turnNode.ply]) return this.refute(node, move);
    if (hasWon || node.ply >= current.plies) return this.finish();
    await wait(REPLY_DELAY);
    const reply = await this.appendUsi(node, current.moves[node.ply] ?? "");
    if (!reply) return;
    this.turnNode = reply;
    this.phase = "solve";
    this.ctrl.redraw();
  }
  finish() {
    this.record(true);
    this.phase = "solved";
    this.ctrl.announce(t("puzzle.solved"));
    this.ctrl.redraw();
  }
  async append(from, move, best) {
    const puzzle = this.current;
    const node = await this.ctrl.appendMove(from, move, best);
    if (!this.host.isOpen(this.game) || this.current !== puzzle) return null;
    if (this.ctrl.node !== node) this.ctrl.goTo(node);
    return node;
  }
  async appendUsi(from, usi) {
    const puzzle = this.current;
    from.position ??= await api.position(this.ctrl.lineTo(from));
    const move = from.position.moves.find((one) => one.usi === usi);
    if (!this.host.isOpen(this.game) || this.current !== puzzle) return null;
    if (!move) throw new Error(`puzzle ${puzzle?.id}: the move ${usi} is not legal`);
    return this.append(from, move);
  }
  async refute(node, move) {
    this.record(false);
    const puzzle = this.current;
    this.refutation = { move, line: [] };
    let info = null;
    let best = null;
    const search = new AbortController();
    this.search = search;
    this.ctrl.redraw();
    try {
      if (!node.outcome) await api.search({ ...this.ctrl.lineTo(node), limits: { movetime: REFUTATION_TIME } }, (line) => {
        if (line.type === "info" && line.multipv === 1 && line.pv.length) info = line;
        else if (line.type === "bestmove") best = line;
      }, search.signal);
    } catch (error) {
      if (!isAbort(error)) this.ctrl.showError(error);
    }
    if (this.current !== puzzle || this.search !== search) return;
    this.search = null;
    await this.showReply(node, move, best, info);
    this.ctrl.redraw();
  }
  async showReply(node, move, best, info) {
    const reply = best?.move;
    if (best && reply) {
      const { pv, record } = info ?? { pv: [], record: [] };
      const line = pv[0] === reply.usi ? pv.map((usi, index) => ({ usi, record: record[index] ?? usi })) : [reply];
      this.refutation = { move, line };
      if (!await this.append(node, reply, best)) return;
      this.ctrl.announce(`${t("puzzle.wrong")} ${describeMove(this.ctrl.game, reply, node.turn)}`);
    } else {
      if (!node.outcome) this.refutation = null;
      this.ctrl.announce(t("puzzle.wrong"));
    }
    this.phase = "wrong";
  }
  retry() {
    if (this.phase !== "wrong" || !this.turnNode) return;
    this.phase = "solve";
    this.refutation = null;
    this.ctrl.goTo(this.turnNode);
  }
  hint() {
    const { current, turnNode } = this;
    if (!current || !turnNode || !this.movableColor()) return;
    this.record(false);
    const usi = current.moves[turnNode.ply];
    this.hintedMove = turnNode.position?.moves.find((move) => move.usi === usi) ?? null;
    selectOrigin(this.ctrl, this.hintedMove);
  }
  async showSolution() {
    try {
      await this.playSolution();
    } catch (error) {
      this.ctrl.showError(error);
    }
  }
  async playSolution() {
    const { current } = this;
    if (!current || !this.turnNode) return;
    this.stop();
    this.record(false);
    this.hintedMove = this.refutation = null;
    this.phase = "busy";
    let node = this.turnNode;
    this.ctrl.goTo(node);
    while (node && node.ply < current.plies) {
      await wait(this.ctrl.settings.animation ? SOLUTION_DELAY : 0);
      if (!this.host.isOpen(this.game) || this.current !== current) return;
      node = await this.appendUsi(node, current.moves[node.ply] ?? "");
    }
    if (!node) return;
    this.phase = "shown";
    this.ctrl.redraw();
  }
};

// src/training/training.ts
var Training = class {
  tab;
  game;
  lessons;
  puzzles;
  ctrl;
  suspended;
  openings = 0;
  constructor(ctrl, tab, game) {
    this.ctrl = ctrl;
    this.tab = tab;
    this.game = game;
    this.lessons = new LessonTrainer(ctrl, this.hostOf("lessons"));
    this.puzzles = new PuzzleTrainer(ctrl, this.hostOf("puzzles"));
    this.suspended = this.suspend();
    ctrl.training = this;
    void this.active.start(game);
  }
  hostOf(tab) {
    return { openPosition: (game, sfen) => this.openPosition(tab, game, sfen), isOpen: (game) => this.ctrl.training === this && this.tab === tab && this.game === game };
  }
  suspend() {
    const { game, start, tree, node, match, orientation, analysis } = this.ctrl;
    const wasPaused = match?.paused ?? false;
    if (match?.running) match.pause();
    this.ctrl.saveAndRedraw();
    const wasAnalysing = analysis.enabled;
    analysis.enabled = false;
    return { game: game.name, start, tree, node, match, orientation, wasPaused, wasAnalysing };
  }
  get suspendedMatch() {
    return this.suspended.match;
  }
  get active() {
    return this.tab === "lessons" ? this.lessons : this.puzzles;
  }
  get state() {
    return `${this.tab}-${this.active.phase}`;
  }
  view() {
    return trainingView(this.ctrl, this);
  }
  showTab(tab) {
    if (tab === this.tab) return;
    this.active.stop();
    this.tab = tab;
    void this.active.start(this.game);
  }
  showGame(game) {
    this.game = game;
    void this.active.start(game);
  }
  async openPosition(tab, game, sfen) {
    this.openings += 1;
    const opening = this.openings;
    const position = await api.position({ game, start: sfen });
    const { ctrl } = this;
    if (opening !== this.openings || !this.hostOf(tab).isOpen(game)) throw new DOMException("another position was opened", "AbortError");
    const tree = new Tree({ ...position, position });
    ctrl.openTree(game, sfen, tree, tree.root);
    ctrl.training = this;
    ctrl.orientation = position.turn;
    return tree.root;
  }
  movableColor() {
    return this.active.movableColor();
  }
  play(move) {
    return this.active.play(move);
  }
  hint() {
    void this.active.hint();
  }
  retry() {
    this.active.retry();
  }
  close() {
    const { ctrl } = this;
    const { game, start, tree, node, match, orientation, wasPaused, wasAnalysing } = this.suspended;
    this.active.stop();
    ctrl.analysis.enabled = wasAnalysing;
    ctrl.openTree(game, start, tree, node);
    ctrl.orientation = orientation;
    ctrl.match = match;
    if (match?.running) match.paused = wasPaused;
    match?.proceed();
    ctrl.saveAndRedraw();
  }
};
export {
  Training
};
