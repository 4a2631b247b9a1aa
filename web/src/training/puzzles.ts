/** The puzzle trainer: the choice of puzzles, the moves of both sides, and the results. */

import { ApiError, api, isAbort } from "../api/client.ts";
import type { BestMove, Color, Info, Move } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { describeMove, type WrittenMove } from "../describe.ts";
import { t } from "../i18n.ts";
import type { TreeNode } from "../model/tree.ts";
import { dueCount, nextPuzzle } from "./schedule.ts";
import type { TrainingHost } from "./handle.ts";
import { selectOrigin } from "./select-origin.ts";
import { puzzleResults, recordAttempt } from "./store.ts";

export const THEMES = ["mate", "row", "gain", "endgame"] as const;
export type Theme = (typeof THEMES)[number];

/** A line of `puzzles/NAME.jsonl`. */
export interface Puzzle {
  id: string;
  variant: string;
  position: string;
  theme: Theme;
  /** Length of the main line, odd. */
  plies: number;
  /** The main line, which starts and ends with moves of the solver. */
  moves: string[];
  /** Lowest level that solves it, from 1 to 8. */
  difficulty: number;
}

/** `missing` is a game without puzzles, `wrong` a wrong try that has been answered, `shown` a solution. */
type Phase = "loading" | "missing" | "offline" | "solve" | "busy" | "wrong" | "solved" | "shown";

/** The opponent's answer to a wrong move. */
export interface Refutation {
  move: Move;
  /** The expected line after the move; empty if the move has ended the game. */
  line: WrittenMove[];
}

/** Search time for a refutation, in milliseconds. */
const REFUTATION_TIME = 500;
/** Time before the opponent's move, and between two moves of a solution, in milliseconds. */
const REPLY_DELAY = 350;
const SOLUTION_DELAY = 800;

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Fields that a line may omit. */
const DEFAULTS: Pick<Puzzle, "theme" | "difficulty"> = { theme: "mate", difficulty: 1 };

/** Reads puzzles from JSON lines. Lines that are not valid puzzles of the game are skipped. */
export function parsePuzzles(text: string, game: string): Puzzle[] {
  const puzzles: Puzzle[] = [];
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    try {
      const puzzle = { ...DEFAULTS, ...(JSON.parse(line) as Partial<Puzzle>) };
      const { id, variant, position, theme, moves } = puzzle;
      if (id && variant === game && position && THEMES.includes(theme) && moves?.length)
        puzzles.push({ ...puzzle, id, variant, position, moves, plies: moves.length });
    } catch {
      // Not a puzzle.
    }
  }
  return puzzles;
}

/** Fetches the puzzles of a built-in game. Each has a file. */
async function fetchPuzzles(game: string): Promise<Puzzle[]> {
  const response = await fetch(`puzzles/${game}.jsonl`);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return parsePuzzles(await response.text(), game);
}

export class PuzzleTrainer {
  phase: Phase = "loading";
  theme: Theme | "all" = "all";
  /** Difficulty of new puzzles; null follows the user's results. */
  difficulty: number | null = null;
  current: Puzzle | null = null;
  refutation: Refutation | null = null;
  /** Result of the attempt; null until it is recorded. Later moves do not change it. */
  private result: boolean | null = null;
  /** The puzzle has come back after a failure. */
  isRepetition = false;
  /** The piece to move is shown. */
  hintedMove: Move | null = null;
  private ctrl: Controller;
  private host: TrainingHost;
  private puzzles: Puzzle[] = [];
  /** The position in which the user is to move. */
  turnNode: TreeNode | null = null;
  private search: AbortController | null = null;

  constructor(ctrl: Controller, host: TrainingHost) {
    this.ctrl = ctrl;
    this.host = host;
  }

  get game(): string {
    return this.ctrl.game.name;
  }

  /** Fetches the puzzles of a game and opens the first one. */
  async start(game: string): Promise<void> {
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

  stop(): void {
    this.search?.abort();
    this.search = null;
  }

  /** Returns the themes of the game's puzzles. */
  themes(): Theme[] {
    return THEMES.filter((theme) => this.puzzles.some((puzzle) => puzzle.theme === theme));
  }

  private selected(): Puzzle[] {
    return this.theme === "all" ? this.puzzles : this.puzzles.filter(({ theme }) => theme === this.theme);
  }

  get due(): number {
    return dueCount(this.selected(), puzzleResults(this.game).cards, Date.now());
  }

  choose(theme: Theme | "all", difficulty: number | null): void {
    this.theme = theme;
    this.difficulty = difficulty;
    void this.next();
  }

  /** Opens the next puzzle. */
  async next(): Promise<void> {
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

  /** The user has solved the puzzle without a wrong move or help. */
  get isFirstTry(): boolean {
    return this.result === true;
  }

  taskText(): string {
    const { current, turnNode } = this;
    if (!current || !turnNode) return "";
    const color = t(`color.${turnNode.turn}`);
    const { theme, plies } = current;
    // English counts the moves of the solver, Japanese all of them.
    const moves = (plies + 1) / 2;
    const length = t(moves === 1 ? "puzzle.length.one" : "puzzle.length.other", { moves, plies });
    return t(`puzzle.task.${theme}`, { color, length });
  }

  movableColor(): Color | null {
    return this.phase === "solve" && this.ctrl.node === this.turnNode ? this.turnNode.turn : null;
  }

  private record(isSolved: boolean): void {
    if (this.result !== null || !this.current) return;
    this.result = isSolved;
    recordAttempt(this.game, this.current, isSolved);
  }

  async play(move: Move): Promise<void> {
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

  private finish(): void {
    this.record(true);
    this.phase = "solved";
    this.ctrl.announce(t("puzzle.solved"));
    this.ctrl.redraw();
  }

  /** Appends a move and displays it. Returns null if another puzzle was opened in the meantime. */
  private async append(from: TreeNode, move: Move, best?: BestMove): Promise<TreeNode | null> {
    const puzzle = this.current;
    const node = await this.ctrl.appendMove(from, move, best);
    if (!this.host.isOpen(this.game) || this.current !== puzzle) return null;
    if (this.ctrl.node !== node) this.ctrl.goTo(node);
    return node;
  }

  private async appendUsi(from: TreeNode, usi: string): Promise<TreeNode | null> {
    const puzzle = this.current;
    from.position ??= await api.position(this.ctrl.lineTo(from));
    const move = from.position.moves.find((one) => one.usi === usi);
    if (!this.host.isOpen(this.game) || this.current !== puzzle) return null;
    if (!move) throw new Error(`puzzle ${puzzle?.id}: the move ${usi} is not legal`);
    return this.append(from, move);
  }

  /** Answers a wrong move with the engine's best reply. */
  private async refute(node: TreeNode, move: Move): Promise<void> {
    this.record(false);
    const puzzle = this.current;
    this.refutation = { move, line: [] };
    let info: Info | null = null;
    let best: BestMove | null = null;
    const search = new AbortController();
    this.search = search;
    this.ctrl.redraw();
    try {
      if (!node.outcome)
        await api.search(
          { ...this.ctrl.lineTo(node), limits: { movetime: REFUTATION_TIME } },
          (line) => {
            if (line.type === "info" && line.multipv === 1 && line.pv.length) info = line;
            else if (line.type === "bestmove") best = line;
          },
          search.signal,
        );
    } catch (error) {
      if (!isAbort(error)) this.ctrl.showError(error);
    }
    if (this.current !== puzzle || this.search !== search) return;
    this.search = null;
    await this.showReply(node, move, best, info);
    this.ctrl.redraw();
  }

  private async showReply(node: TreeNode, move: Move, best: BestMove | null, info: Info | null): Promise<void> {
    const reply = best?.move;
    if (best && reply) {
      const { pv, record } = info ?? { pv: [], record: [] };
      const line = pv[0] === reply.usi ? pv.map((usi, index) => ({ usi, record: record[index] ?? usi })) : [reply];
      this.refutation = { move, line };
      if (!(await this.append(node, reply, best))) return;
      this.ctrl.announce(`${t("puzzle.wrong")} ${describeMove(this.ctrl.game, reply, node.turn)}`);
    } else {
      // The search has failed.
      if (!node.outcome) this.refutation = null;
      this.ctrl.announce(t("puzzle.wrong"));
    }
    this.phase = "wrong";
  }

  /** Returns to the position before the wrong move. */
  retry(): void {
    if (this.phase !== "wrong" || !this.turnNode) return;
    this.phase = "solve";
    this.refutation = null;
    this.ctrl.goTo(this.turnNode);
  }

  /** Selects the piece to move. */
  hint(): void {
    const { current, turnNode } = this;
    if (!current || !turnNode || !this.movableColor()) return;
    this.record(false);
    const usi = current.moves[turnNode.ply];
    this.hintedMove = turnNode.position?.moves.find((move) => move.usi === usi) ?? null;
    selectOrigin(this.ctrl, this.hintedMove);
  }

  async showSolution(): Promise<void> {
    try {
      await this.playSolution();
    } catch (error) {
      this.ctrl.showError(error);
    }
  }

  /** Plays the rest of the solution on the board. */
  private async playSolution(): Promise<void> {
    const { current } = this;
    if (!current || !this.turnNode) return;
    this.stop();
    this.record(false);
    this.hintedMove = this.refutation = null;
    this.phase = "busy";
    let node: TreeNode | null = this.turnNode;
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
}
