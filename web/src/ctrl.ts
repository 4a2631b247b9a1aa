/** The one controller: what is on the page, and what each click and key does to it. */

import type { BestMove, Color, Game, Games, Line, Move, Position } from "./api/types.ts";
import { ApiError, api } from "./api/client.ts";
import type { Board } from "./board/ground.ts";
import { describeEnd, describeMove } from "./describe.ts";
import { sayError, speak, t } from "./i18n.ts";
import { endOf, isMainLine, movesTo, type Node, pathTo, Tree } from "./model/tree.ts";
import { changed, loadSettings, saveSettings, type Settings } from "./model/settings.ts";
import { Analysis } from "./play/analysis.ts";
import { other } from "./play/clock.ts";
import type { End, Match, Player } from "./play/match.ts";
import { keepGame } from "./play/opening.ts";
import { Report } from "./play/report.ts";
import type { Editor } from "./play/editor.ts";
import { Records } from "./play/records.ts";
import { play as playSound, type Sound } from "./sound.ts";
import { readable, typedMoves, writeUniquely } from "./typed.ts";
import { type Draft, firstDraft } from "./model/draft.ts";

export type Dialog = "new" | "records" | "settings" | "keys" | "token" | null;

/** Asked before something that cannot be undone. */
export interface Question {
  text: string;
  yes: string;
  no: string;
  act: () => void;
}

/** A choice that a move leaves open: promotion, flip, counter-flip. */
export interface Choice {
  moves: Move[];
  to: string;
}

export class Ctrl {
  readonly games: Games;
  settings: Settings = loadSettings();
  game: Game;
  /** SFEN of the start, or null for the game's own. */
  start: string | null = null;
  tree: Tree;
  node: Node;
  match: Match | null = null;
  orientation: Color = "black";
  analysis: Analysis;
  report: Report;
  editor: Editor | null = null;
  records: Records;
  /** The board on the page, once it is there. */
  board: Board | null = null;
  /** Where the keyboard's focus was last on the board. */
  focus: string | null = null;
  /** What is chosen for the next game. */
  draft: Draft;
  /** Asked whether to resign in earnest. */
  resigning = false;
  /** Asked whether to offer a draw in earnest. */
  offering = false;
  dialog: Dialog = null;
  /** Shown over everything else. */
  question: Question | null = null;
  /** The program has refused the token again after {@link retry}. */
  hasRetried = false;
  choice: Choice | null = null;
  hint: Move | null = null;
  /** The engine was asked for a hint, or whether it agrees to a draw. */
  asking = false;
  /** The game whose rules are read, if any are. */
  rulesOf: string | null = null;
  /** The rules were opened from the window of a new game, which comes back when they are closed. */
  isChoosing = false;
  notice: { text: string; kind: "error" | "info" } | null = null;
  /** For screen readers: what has just happened. */
  said = "";
  /** The move under the pointer in a line of the engine's. */
  hovered: string | null = null;
  redraw: () => void = () => undefined;
  private noticeTimer = 0;

  constructor(games: Games) {
    this.games = games;
    const first = games.games[0];
    if (!first) throw new Error("no games");
    this.game = first;
    this.tree = new Tree({ sfen: first.start, turn: "black", check: false, outcome: null });
    this.node = this.tree.root;
    const page = this;
    const host = {
      get settings() {
        return page.settings;
      },
      lineTo: (node: Node) => page.lineTo(node),
      failed: (error: unknown) => page.failed(error),
      changed: () => page.changed(),
      redraw: () => page.redraw(),
    };
    this.analysis = new Analysis(host);
    this.report = new Report(host);
    this.records = new Records(this);
    this.draft = firstDraft(first.name, games.limits.level);
  }

  /** The game on the board: the editor's may be another. */
  get boardGame(): Game {
    return this.editor?.game ?? this.game;
  }

  shownSfen(): string {
    return this.editor?.sfen ?? this.node.sfen;
  }

  // What is sent

  lineTo(node: Node): Line & { moves: string[] } {
    return { game: this.game.name, ...(this.start ? { start: this.start } : {}), moves: movesTo(node) };
  }

  gameNamed(name: string): Game {
    return this.games.games.find((game) => game.name === name) ?? this.game;
  }

  /** Puts a tree on the board; whatever ran is stopped. */
  show(game: string, start: string | null, tree: Tree, node: Node): void {
    this.match?.halt();
    this.match = null;
    this.report.stop();
    this.analysis.stop();
    this.editor = null;
    this.dialog = this.choice = this.hint = this.question = null;
    this.resigning = this.isChoosing = false;
    this.game = this.gameNamed(game);
    this.start = start === this.game.start ? null : start;
    this.tree = tree;
    if (this.rulesOf) this.rulesOf = this.game.name;
    this.jump(node);
  }

  /** The last node of the line that a node is on: in a game, the last move that was not taken back. */
  endOfLine(node: Node): Node {
    const { match } = this;
    return match && pathTo(match.live).includes(node) ? match.live : endOf(node);
  }

  // Walking

  jump(node: Node): void {
    this.node = node;
    this.choice = this.hint = null;
    this.offering = false;
    this.hovered = null;
    this.analysis.follow(node);
    if (!node.position) void this.load(node);
    this.redraw();
  }

  private async load(node: Node): Promise<void> {
    try {
      node.position = await api.position(this.lineTo(node));
      if (this.node === node) this.redraw();
    } catch (error) {
      this.failed(error);
    }
  }

  /** By arrow key or button. */
  walk(step: "first" | "back" | "forward" | "last" | "down" | "up"): void {
    const { node } = this;
    const siblings = node.parent?.children ?? [];
    const place = siblings.indexOf(node);
    const targets: Record<typeof step, Node | null | undefined> = {
      first: this.tree.root,
      back: node.parent,
      forward: node.children[0],
      last: endOf(node),
      down: siblings[place + 1],
      up: siblings[place - 1],
    };
    const target = targets[step];
    if (!target || target === node) return;
    if (step === "forward") this.sound(target);
    this.jump(target);
    this.say(target.move ? describeMove(this.game, target.move, other(target.turn)) : t("said.first"));
  }

  // Moving

  get position(): Position | null {
    return this.node.position;
  }

  /** The side whose pieces can be moved now. */
  movable(): Color | null {
    if (this.choice || this.editor) return null;
    if (this.match?.running && this.node === this.match.live)
      return this.match.awaitsPerson() ? this.node.turn : null;
    if (this.match?.running && !this.analysis.on) return null;
    return this.node.turn;
  }

  legal(): Move[] {
    return this.movable() ? (this.position?.moves ?? []) : [];
  }

  /** A person has named where from and where to: plays it, or asks which of several moves it is. */
  choose(moves: Move[]): void {
    const [only, second] = moves;
    if (only && !second) void this.userMove(only);
    else if (only) this.choice = { moves, to: only.to };
    this.redraw();
  }

  cancelChoice(): void {
    this.choice = null;
    this.redraw();
  }

  async userMove(move: Move): Promise<void> {
    this.choice = null;
    try {
      if (this.match?.running && this.node === this.match.live) await this.match.played(move);
      else await this.advance(this.node, move);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Appends a move to the tree and shows it where its line is being watched. */
  async advance(from: Node, move: Move, best?: BestMove): Promise<Node> {
    const watched = this.node === from;
    const line = this.lineTo(from);
    const tree = this.tree;
    const position = best?.position ?? (await api.position({ ...line, moves: [...line.moves, move.usi] }));
    const node = tree.add(from, move, { ...position, position });
    if (tree !== this.tree) return node;
    if (this.match?.running && this.match.live === from) tree.promote(node);
    if (watched) this.jump(node);
    // The board at once; the list and the rest with the next frame.
    this.board?.sync();
    this.say(describeMove(this.game, move, from.turn) + (node.check ? ` ${t("said.check")}` : ""));
    this.sound(node);
    this.changed();
    return node;
  }

  /** Walks into a line of the engine's, as a variation. */
  async follow(words: string[]): Promise<void> {
    const from = this.node;
    const line = this.lineTo(from);
    try {
      const { steps } = await api.line({ ...line, moves: [...line.moves, ...words] });
      let at = from;
      for (const step of steps.slice(line.moves.length + 1))
        if (step.move) at = this.tree.add(at, step.move, step);
      this.jump(at);
      this.changed();
    } catch (error) {
      this.failed(error);
    }
  }

  /** A move that was typed: as USI or in a notation of the page. True when it was one. */
  async typed(word: string): Promise<boolean> {
    this.choice = null;
    try {
      await this.userMove(await this.readMove(word));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** The legal move that a word means; the error says why there is none. */
  private async readMove(word: string): Promise<Move> {
    if (!this.movable()) throw new ApiError("move/not-now", this.whyNotNow());
    if (!this.position) await this.load(this.node);
    const legal = this.legal();
    if (this.position?.outcome && !legal.length) throw new ApiError("move/game-over", word, { word });
    const [only, second, ...rest] = typedMoves(word, legal, this.game, this.node.move);
    if (only && !second) return only;
    if (only && second) {
      const moves = [only, second, ...rest].map((move) => writeUniquely(move, this.game)).join(", ");
      throw new ApiError("move/one-of", word, { word, moves });
    }
    const typed = readable(word);
    if ("code" in typed) throw new ApiError(typed.code, word, { word });
    return api.word(this.lineTo(this.node), typed.word);
  }

  private whyNotNow(): string {
    const { match, node } = this;
    if (match?.running && node !== match.live) return t("status.elsewhere");
    return t(match?.paused ? "status.paused" : "status.not-yours");
  }

  // During a game

  takeBack(): void {
    const target = this.match?.takeBackTarget();
    if (!target || !this.match) return;
    this.match.goBack(target);
    this.jump(target);
    this.say(t("said.takeback"));
    this.changed();
  }

  declare(): void {
    const win = this.position?.declaration;
    if (win && this.match?.awaitsPerson()) this.match.finish({ winner: win.winner, reason: "declaration" });
  }

  ended(end: End): void {
    const { live } = this.match ?? { live: this.node };
    this.say(describeEnd(end, live.sfen, this.match?.personColor() ?? null));
    if (this.settings.sound) playSound("end");
    this.changed();
  }

  flip(): void {
    this.orientation = other(this.orientation);
    this.redraw();
  }

  swapSides(): void {
    this.match?.swapSides();
    if (!this.match?.bothEngines()) this.flip();
    this.changed();
  }

  setPlayer(color: Color, player: Player): void {
    this.match?.setPlayers({ ...this.match.players, [color]: player });
    this.changed();
  }

  askResign(asked: boolean): void {
    this.resigning = asked;
    this.redraw();
  }

  askDraw(asked: boolean): void {
    this.offering = asked;
    this.redraw();
  }

  /** Does it, after a question if a game with moves is running, which it would end. */
  unlessPlaying(act: () => void): void {
    if (!this.match?.running || !this.match.live.parent) return act();
    this.question = { text: t("ask.discard"), yes: t("ask.discard.yes"), no: t("ask.discard.no"), act };
    this.redraw();
  }

  answer(yes: boolean): void {
    const { question } = this;
    this.question = null;
    if (yes) question?.act();
    this.redraw();
  }

  // The tree

  promote(node: Node): void {
    if (this.match?.running) return;
    this.tree.promote(node);
    this.changed();
  }

  remove(node: Node): void {
    if (this.match?.running && isMainLine(node)) return;
    const parent = node.parent ?? this.tree.root;
    this.tree.remove(node);
    if (!this.tree.byId(this.node.id)) this.jump(parent);
    this.changed();
  }

  comment(node: Node, text: string): void {
    node.comment = text;
    this.changed();
  }

  // The rest

  set(change: Partial<Settings>): void {
    const again = ["lines", "threads", "hash"].some((key) => key in change);
    this.settings = changed(this.settings, change);
    if (change.lang) void speak(change.lang).then(() => this.redraw());
    saveSettings(this.settings);
    if (again && this.analysis.on) this.analysis.restart(this.node);
    this.redraw();
  }

  /** Opens the rules of a game beside the board, or closes them. */
  readRules(game: string | null): void {
    this.rulesOf = game;
    if (!game && this.isChoosing) this.openDialog("new");
    this.redraw();
  }

  /** Opens the rules in place of the window of a new game. */
  readRulesFirst(game: string): void {
    this.dialog = null;
    this.isChoosing = true;
    this.readRules(game);
  }

  /** A press on a square, by key. */
  press(square: string): void {
    if (this.editor) this.editor.press(square);
    else this.board?.press(square);
  }

  /** Puts back the piece that was picked up. */
  putBack(): void {
    if (!this.board?.isHolding) return;
    this.board.unselect();
    this.say(t("said.putback"));
    this.redraw();
  }

  openDialog(dialog: Dialog): void {
    // The next game is most often the same one again.
    if (dialog === "new" && this.draft.game !== this.game.name && !this.dialog && !this.isChoosing)
      this.draft = { ...this.draft, game: this.game.name, start: "start" };
    this.isChoosing = this.hasRetried = false;
    this.dialog = dialog;
    this.redraw();
  }

  /** What is on the page has changed: keeps it and draws it. */
  changed(): void {
    keepGame(this);
    this.redraw();
  }

  private sound(node: Node): void {
    if (!this.settings.sound || !node.move) return;
    const turned: Sound = node.move.turn ? "flip" : node.move.captures.length ? "capture" : "move";
    playSound(node.check ? "check" : turned);
  }

  say(text: string): void {
    this.said = text;
  }

  tell(text: string, kind: "error" | "info" = "info"): void {
    clearTimeout(this.noticeTimer);
    this.notice = { text, kind };
    this.noticeTimer = window.setTimeout(() => this.dismiss(), 8000);
    this.redraw();
  }

  dismiss(): void {
    this.notice = null;
    this.redraw();
  }

  failed(error: unknown): void {
    if (error instanceof ApiError && error.code === "token") return this.openDialog("token");
    this.tell(error instanceof ApiError ? sayError(error) : String(error), "error");
  }

  // A refused token

  /** Tries the token again, and those of other tabs. */
  async retry(): Promise<void> {
    try {
      await api.status();
      this.unlocked();
    } catch (error) {
      this.failed(error);
      this.hasRetried = true;
    }
    this.redraw();
  }

  /** The program accepts a token again: goes on with what it had refused. */
  unlocked(): void {
    if (this.dialog !== "token") return;
    this.openDialog(null);
    this.jump(this.node);
    // Without a clock, a person cannot have paused a game against the engine.
    if (this.match?.paused && !this.match.clock && !this.match.bothEngines()) this.match.resume();
  }
}
