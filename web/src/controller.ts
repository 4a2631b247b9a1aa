/** The page's state, and the methods that clicks and keys call to change it. */

import { answerCommand } from "./actions/commands.ts";
import { saveFriendGame } from "./actions/friend.ts";
import { showGame } from "./actions/game.ts";
import { storeAbandonedGame, storeGame } from "./actions/my-games.ts";
import type { BestMove, Color, Game, Games, Line, Move, Position, Square } from "./api/types.ts";
import { ApiError, api } from "./api/client.ts";
import type { BoardHandle } from "./board/handle.ts";
import { describeEnd, describeMove, describeRejection } from "./describe.ts";
import { errorText, setLanguage, t } from "./i18n.ts";
import { initialForm, type NewGameForm } from "./model/new-game-form.ts";
import { saveSession } from "./model/session.ts";
import { loadSettings, saveSettings, type Settings, withChange } from "./model/settings.ts";
import { isOnMainLine, lastNode, movesTo, pathTo, Tree, type TreeNode } from "./model/tree.ts";
import { countResult, WINS_BEFORE_NEXT_LEVEL } from "./model/win-streaks.ts";
import { matchingMoves, toServerMove, unambiguousMove } from "./move-input.ts";
import { Analysis } from "./play/analysis.ts";
import { opposite } from "./play/clock.ts";
import { DefinitionEditor } from "./play/definition-editor.ts";
import type { Editor } from "./play/editor.ts";
import { GameReport } from "./play/game-report.ts";
import { ImportExport } from "./play/import-export.ts";
import type { Learning } from "./play/learning.ts";
import type { GameEnd, Match, Player } from "./play/match.ts";
import { play as playSound, type Sound } from "./sound.ts";
import type { TrainingHandle } from "./training/handle.ts";

export type Dialog = "new" | "definition" | "records" | "games" | "share" | "settings" | "keys" | "token" | null;

/** A dialog that asks for confirmation before an action that cannot be undone. */
export interface Confirmation {
  text: string;
  yes: string;
  no: string;
  action: () => void;
}

/** Legal moves that differ only in promotion, flip or counter-flip. */
export interface MoveChoice {
  moves: Move[];
  to: string;
}

export class Controller {
  readonly games: Games;
  settings: Settings = loadSettings();
  game: Game;
  /** SFEN of the start position; null for the game's usual one. */
  start: string | null = null;
  tree: Tree;
  /** The node whose position is displayed. */
  node: TreeNode;
  match: Match | null = null;
  orientation: Color = "black";
  analysis: Analysis;
  report: GameReport;
  editor: Editor | null = null;
  /** The exercise with the player's mistakes, if it is open. */
  learning: Learning | null = null;
  /** Lessons or puzzles on the board. */
  training: TrainingHandle | null = null;
  importExport: ImportExport;
  definition: DefinitionEditor;
  /** The board widget; null until it is mounted. */
  board: BoardHandle | null = null;
  /** The square that last had the keyboard focus. */
  focusedSquare: string | null = null;
  newGameForm: NewGameForm;
  isConfirmingResign = false;
  isConfirmingDraw = false;
  /** Wins in a row at the level of the last game, if they are enough to propose the next level. */
  winStreak: { level: number; wins: number } | null = null;
  dialog: Dialog = null;
  confirmation: Confirmation | null = null;
  /** The server rejected the token again after {@link retryToken}. */
  hasTokenRetryFailed = false;
  /** The opening explorer is open. */
  showsOpenings = false;
  choice: MoveChoice | null = null;
  /** The move that a hint or a threat shows. */
  hint: { move: Move; by: Color } | null = null;
  /** A hint or a draw offer is waiting for the engine's answer. */
  isAwaitingEngine = false;
  /** The game whose rules are open, if any. */
  rulesGame: string | null = null;
  /** The rules were opened from the new-game dialog, which reopens when they close. */
  returnsToNewGame = false;
  notice: { text: string; kind: "error" | "info" } | null = null;
  /** The latest event, read aloud by screen readers. */
  announcement = "";
  /** First move of the engine line under the pointer, in USI. */
  hoveredMove: string | null = null;
  redraw: () => void = () => undefined;
  private noticeTimer = 0;

  constructor(games: Games) {
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

  /** The game on the displayed board. The editor can edit a position of another game. */
  get displayedGame(): Game {
    return this.editor?.game ?? this.game;
  }

  displayedSfen(): string {
    return this.editor?.sfen ?? this.node.sfen;
  }

  get position(): Position | null {
    return this.node.position;
  }

  /** Returns the moves to a node, in the form that the API expects. */
  lineTo(node: TreeNode): Line & { moves: string[] } {
    return { game: this.game.name, ...(this.start ? { start: this.start } : {}), moves: movesTo(node) };
  }

  /** Adds a loaded game to the list, instead of an earlier one with its name. */
  addGame(game: Game): void {
    const { games } = this.games;
    const index = games.findIndex((one) => one.name === game.name);
    games.splice(index < 0 ? games.length : index, 1, game);
  }

  /** Removes a game from the list. The running program still has it. */
  removeGame(name: string): void {
    const { games } = this.games;
    games.splice(0, games.length, ...games.filter((game) => game.name !== name));
    this.redraw();
  }

  /** Shows the start position of a game and the new-game dialog. */
  chooseGame(game: Game): Promise<void> {
    return showGame(this, game.name);
  }

  hasGame(name: string): boolean {
    return this.games.games.some((game) => game.name === name);
  }

  gameByName(name: string): Game {
    return this.games.games.find((game) => game.name === name) ?? this.game;
  }

  /** Opens a tree on the board. Stops the running game and all searches. */
  openTree(game: string, start: string | null, tree: Tree, node: TreeNode): void {
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
    this.start = start === this.game.start ? null : start;
    this.tree = tree;
    if (this.rulesGame) this.rulesGame = this.game.name;
    this.goTo(node);
  }

  /** Returns the last node of a node's line. During a game, moves that were taken back do not count. */
  endOfLine(node: TreeNode): TreeNode {
    const { match } = this;
    return match && pathTo(match.live).includes(node) ? match.live : lastNode(node);
  }

  // Navigation

  goTo(node: TreeNode): void {
    this.node = node;
    this.choice = this.hint = null;
    this.isConfirmingDraw = false;
    this.hoveredMove = null;
    this.analysis.follow(node);
    if (!node.position) void this.fetchPosition(node);
    this.redraw();
  }

  private async fetchPosition(node: TreeNode): Promise<void> {
    try {
      node.position = await api.position(this.lineTo(node));
      if (this.node === node) this.redraw();
    } catch (error) {
      this.showError(error);
    }
  }

  /** Moves one step through the tree; `up` and `down` switch between variations. */
  step(direction: "first" | "back" | "forward" | "last" | "down" | "up"): void {
    const { node } = this;
    const siblings = node.parent?.children ?? [];
    const index = siblings.indexOf(node);
    const targets: Record<typeof direction, TreeNode | null | undefined> = {
      first: this.tree.root,
      back: node.parent,
      forward: node.children[0],
      last: lastNode(node),
      down: siblings[index + 1],
      up: siblings[index - 1],
    };
    const target = targets[direction];
    if (!target || target === node) return;
    if (direction === "forward") this.playMoveSound(target);
    this.goTo(target);
    this.announce(
      target.move ? describeMove(this.game, target.move, opposite(target.turn)) : t("announce.start"),
    );
  }

  // Moves

  /** Returns the side whose pieces the user can move now. */
  movableColor(): Color | null {
    if (this.choice || this.editor) return null;
    if (this.training) return this.training.movableColor();
    if (this.learning) return this.learning.canMove ? this.node.turn : null;
    if (this.match?.running && this.node === this.match.live)
      return this.match.isPersonToMove() ? this.node.turn : null;
    if (this.match?.running && !this.analysis.enabled) return null;
    return this.node.turn;
  }

  legalMoves(): Move[] {
    return this.movableColor() ? (this.position?.moves ?? []) : [];
  }

  /** Plays a single move, or opens the choice dialog if there are several. */
  playOrChoose(moves: Move[]): void {
    const [only, second] = moves;
    if (only && !second) void this.playMove(only);
    else if (only) this.choice = { moves, to: only.to };
    this.redraw();
  }

  cancelChoice(): void {
    this.choice = null;
    this.redraw();
  }

  async playMove(move: Move): Promise<void> {
    this.choice = null;
    try {
      if (this.training) await this.training.play(move);
      else if (this.learning) await this.learning.tryMove(move);
      else if (this.match?.running && this.node === this.match.live) await this.match.playPersonMove(move);
      else await this.appendMove(this.node, move);
    } catch (error) {
      this.showError(error);
    }
  }

  /** Appends a move to the tree. The display follows if it showed the move's parent. */
  async appendMove(from: TreeNode, move: Move, best?: BestMove): Promise<TreeNode> {
    const wasDisplayed = this.node === from;
    const line = this.lineTo(from);
    const tree = this.tree;
    const position = best?.position ?? (await api.position({ ...line, moves: [...line.moves, move.usi] }));
    const node = tree.add(from, move, { ...position, position });
    if (tree !== this.tree) return node;
    if (this.match?.running && this.match.live === from) tree.promote(node);
    if (wasDisplayed) this.goTo(node);
    // Updates the board without waiting for the frame that redraws the rest of the page.
    this.board?.sync();
    this.announce(describeMove(this.game, move, from.turn) + (node.check ? ` ${t("announce.check")}` : ""));
    this.playMoveSound(node);
    this.saveAndRedraw();
    return node;
  }

  /** Adds an engine line to the tree as a variation and goes to its end. */
  async playLine(usiMoves: string[]): Promise<void> {
    const from = this.node;
    const line = this.lineTo(from);
    try {
      const { steps } = await api.line({ ...line, moves: [...line.moves, ...usiMoves] });
      let at = from;
      for (const step of steps.slice(line.moves.length + 1))
        if (step.move) at = this.tree.add(at, step.move, step);
      this.goTo(at);
      this.saveAndRedraw();
    } catch (error) {
      this.showError(error);
    }
  }

  /** Answers a command for playing without sight. Returns false if the text is none. */
  answerCommand(text: string, focused: Square | null = null): boolean {
    const answer = answerCommand(this, text, focused);
    if (answer === null) return false;
    this.announce(answer);
    this.notify(answer);
    return true;
  }

  /** Plays a move typed in USI or in any notation of the page. Returns whether a legal move was found. */
  async playTypedMove(text: string): Promise<boolean> {
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

  /** Returns the legal move for a text. Throws an {@link ApiError} if there is none or several. */
  private async parseMove(text: string): Promise<Move> {
    if (!this.movableColor()) throw new ApiError("move/not-now", this.notYourTurnText());
    if (!this.position) await this.fetchPosition(this.node);
    const legal = this.legalMoves();
    if (this.position?.outcome && !legal.length) throw new ApiError("move/game-over", text, { word: text });
    const [only, second, ...rest] = matchingMoves(text, legal, this.game, this.node.move);
    if (only && !second) return only;
    if (only && second) {
      const moves = [only, second, ...rest].map((move) => unambiguousMove(move, this.game)).join(", ");
      throw new ApiError("move/one-of", text, { word: text, moves });
    }
    const parsed = toServerMove(text);
    if ("code" in parsed) throw new ApiError(parsed.code, text, { word: text });
    return api.word(this.lineTo(this.node), parsed.word);
  }

  /** Shows why a move on the board is not legal, unless the piece does not move that way at all. */
  async explainRejection(usi: string): Promise<void> {
    try {
      await api.word(this.lineTo(this.node), usi);
    } catch (error) {
      const reason = error instanceof ApiError ? error.args.reason : null;
      if (reason && !["movement", "not-orthogonal", "not-straight"].includes(String(reason)))
        this.showError(error);
    }
  }

  private notYourTurnText(): string {
    const { match, node } = this;
    if (match?.running && node !== match.live) return t("status.other-position");
    return t(match?.paused ? "status.paused" : "status.not-yours");
  }

  // The running game

  takeBack(): void {
    if (this.training) return this.training.retry();
    const target = this.match?.takeBackTarget();
    if (!target || !this.match) return;
    this.match.returnTo(target);
    this.goTo(target);
    this.announce(t("announce.takeback"));
    this.saveAndRedraw();
  }

  declareWin(): void {
    const win = this.position?.declaration;
    if (win && this.match?.isPersonToMove()) this.match.finish({ winner: win.winner, reason: "declaration" });
  }

  onGameEnd(end: GameEnd): void {
    const { live } = this.match ?? { live: this.node };
    if (this.match) this.countWin(this.match, end);
    this.announce(describeEnd(end, live.sfen, this.match?.personColor() ?? null));
    if (this.settings.sound) playSound("end", this.settings.volume);
    storeGame(this);
    this.saveAndRedraw();
  }

  /** Counts the result of a game against the engine, once per game. */
  private countWin(match: Match, end: GameEnd): void {
    const person = match.personColor();
    const engine = person && match.players[opposite(person)];
    if (!engine || engine.kind !== "engine" || match.isCounted) return;
    match.isCounted = true;
    const { level } = engine;
    const wins = countResult(this.game.name, level, end.winner === person);
    const hasNext = level < this.games.limits.levels;
    this.winStreak = wins >= WINS_BEFORE_NEXT_LEVEL && hasNext ? { level, wins } : null;
  }

  flip(): void {
    this.orientation = opposite(this.orientation);
    this.redraw();
  }

  swapSides(): void {
    this.match?.swapSides();
    if (!this.match?.hasTwoEngines()) this.flip();
    this.saveAndRedraw();
  }

  setPlayer(color: Color, player: Player): void {
    this.match?.setPlayers({ ...this.match.players, [color]: player });
    this.saveAndRedraw();
  }

  setConfirmingResign(isConfirming: boolean): void {
    this.isConfirmingResign = isConfirming;
    this.redraw();
  }

  setConfirmingDraw(isConfirming: boolean): void {
    this.isConfirmingDraw = isConfirming;
    this.redraw();
  }

  /** Runs an action that ends the running game. Asks for confirmation first if moves were played in it. */
  confirmIfPlaying(action: () => void): void {
    const match = this.training?.suspendedMatch ?? this.match;
    if (!match?.running || !match.live.parent) return action();
    const [text, yes, no] = [t("confirm.end-game"), t("confirm.end-game.yes"), t("confirm.end-game.no")];
    this.confirm({ text, yes, no, action });
  }

  /** Asks for confirmation before an action. */
  confirm(confirmation: Confirmation): void {
    this.confirmation = confirmation;
    this.redraw();
  }

  answerConfirmation(yes: boolean): void {
    const { confirmation } = this;
    this.confirmation = null;
    if (yes) confirmation?.action();
    this.redraw();
  }

  // The tree

  promote(node: TreeNode): void {
    if (this.match?.running) return;
    this.tree.promote(node);
    this.saveAndRedraw();
  }

  remove(node: TreeNode): void {
    if (this.match?.running && isOnMainLine(node)) return;
    const parent = node.parent ?? this.tree.root;
    this.tree.remove(node);
    if (!this.tree.byId(this.node.id)) this.goTo(parent);
    this.saveAndRedraw();
  }

  setComment(node: TreeNode, text: string): void {
    node.comment = text;
    this.saveAndRedraw();
  }

  /** Stores the evaluations of a report. */
  onReportEnd(): void {
    if (!this.match?.running) storeGame(this);
    this.saveAndRedraw();
  }

  // Settings, dialogs and messages

  changeSettings(change: Partial<Settings>): void {
    const restartsSearch = ["lines", "threads", "hash"].some((key) => key in change);
    this.settings = withChange(this.settings, change);
    if (change.lang) void setLanguage(change.lang).then(() => this.redraw());
    saveSettings(this.settings);
    if (restartsSearch && this.analysis.enabled) this.analysis.restart(this.node);
    this.redraw();
  }

  /** Opens the rules of a game beside the board; null closes them. */
  showRules(game: string | null): void {
    this.rulesGame = game;
    if (!game && this.returnsToNewGame) this.openDialog("new");
    this.redraw();
  }

  /** Closes the new-game dialog and opens the rules of a game. */
  showRulesFromNewGame(game: string): void {
    this.dialog = null;
    this.returnsToNewGame = true;
    this.showRules(game);
  }

  /** Handles Enter or Space on a square. */
  pressSquare(square: string): void {
    if (this.editor) this.editor.pressSquare(square);
    else this.board?.pressSquare(square);
  }

  /** Deselects the selected piece. */
  cancelSelection(): void {
    if (!this.board?.hasSelection) return;
    this.board.unselect();
    this.announce(t("announce.deselected"));
    this.redraw();
  }

  openDialog(dialog: Dialog): void {
    // Preselects the current game, unless the dialog reopens after the rules.
    if (
      dialog === "new" &&
      this.newGameForm.game !== this.game.name &&
      !this.dialog &&
      !this.returnsToNewGame
    )
      this.newGameForm = { ...this.newGameForm, game: this.game.name, start: "start" };
    this.returnsToNewGame = this.hasTokenRetryFailed = false;
    this.dialog = dialog;
    this.redraw();
  }

  saveAndRedraw(): void {
    // A reload restores the game that was open before the lessons or puzzles.
    if (!this.training) {
      saveSession(this);
      saveFriendGame(this);
    }
    this.redraw();
  }

  private playMoveSound(node: TreeNode): void {
    if (!this.settings.sound || !node.move) return;
    const sound: Sound = node.move.turn ? "flip" : node.move.captures.length ? "capture" : "move";
    playSound(node.check ? "check" : sound, this.settings.volume);
  }

  announce(text: string): void {
    this.announcement = text;
  }

  /** Shows a message for eight seconds. */
  notify(text: string, kind: "error" | "info" = "info"): void {
    clearTimeout(this.noticeTimer);
    this.notice = { text, kind };
    this.noticeTimer = window.setTimeout(() => this.dismissNotice(), 8000);
    this.redraw();
  }

  dismissNotice(): void {
    this.notice = null;
    this.redraw();
  }

  /** Shows an error as a message. A missing or rejected token opens the token dialog instead. */
  showError(error: unknown): void {
    if (error instanceof ApiError && error.code === "token") return this.openDialog("token");
    this.notify(error instanceof ApiError ? this.describeError(error) : String(error), "error");
  }

  private describeError(error: ApiError): string {
    const reason = error.code === "move/illegal" ? describeRejection(this.game, error) : null;
    return reason ?? errorText(error);
  }

  /** Copies a text to the clipboard, or shows it if the clipboard is not available. */
  async copyText(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.notify(t("copied"));
    } catch {
      this.notify(text);
    }
  }

  // A rejected token

  /** Sends a request with the current token or that of another tab. */
  async retryToken(): Promise<void> {
    try {
      await api.status();
      this.onTokenAccepted();
    } catch (error) {
      this.showError(error);
      this.hasTokenRetryFailed = true;
    }
    this.redraw();
  }

  /** Closes the token dialog and repeats the request that was rejected. */
  onTokenAccepted(): void {
    if (this.dialog !== "token") return;
    this.openDialog(null);
    this.goTo(this.node);
    // A game against the engine without a clock has no pause button, so the error has paused it.
    if (this.match?.paused && !this.match.clock && !this.match.hasTwoEngines()) this.match.resume();
  }
}
