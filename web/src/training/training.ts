/** Lessons and puzzles, in a panel beside the board. The game that was open before continues afterwards. */

import type { VNode } from "snabbdom";
import { api } from "../api/client.ts";
import type { Color, Move } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { Tree, type TreeNode } from "../model/tree.ts";
import type { Match } from "../play/match.ts";
import { trainingView } from "../view/training.ts";
import type { Tab, TrainingHandle, TrainingHost } from "./handle.ts";
import { LessonTrainer } from "./lessons.ts";
import { PuzzleTrainer } from "./puzzles.ts";

/** The game that was open before. */
interface Suspended {
  game: string;
  start: string | null;
  tree: Tree;
  node: TreeNode;
  match: Match | null;
  orientation: Color;
  /** The match was already paused. */
  wasPaused: boolean;
  wasAnalysing: boolean;
}

export class Training implements TrainingHandle {
  tab: Tab;
  /** The chosen game. The board shows it once its position has been fetched. */
  game: string;
  readonly lessons: LessonTrainer;
  readonly puzzles: PuzzleTrainer;
  private ctrl: Controller;
  private suspended: Suspended;
  /** Number of positions that were requested. Only the latest is opened. */
  private openings = 0;

  constructor(ctrl: Controller, tab: Tab, game: string) {
    this.ctrl = ctrl;
    this.tab = tab;
    this.game = game;
    this.lessons = new LessonTrainer(ctrl, this.hostOf("lessons"));
    this.puzzles = new PuzzleTrainer(ctrl, this.hostOf("puzzles"));
    this.suspended = this.suspend();
    ctrl.training = this;
    void this.active.start(game);
  }

  private hostOf(tab: Tab): TrainingHost {
    return {
      openPosition: (game, sfen) => this.openPosition(tab, game, sfen),
      isOpen: (game) => this.ctrl.training === this && this.tab === tab && this.game === game,
    };
  }

  private suspend(): Suspended {
    const { game, start, tree, node, match, orientation, analysis } = this.ctrl;
    const wasPaused = match?.paused ?? false;
    if (match?.running) match.pause();
    this.ctrl.saveAndRedraw();
    const wasAnalysing = analysis.enabled;
    analysis.enabled = false;
    return { game: game.name, start, tree, node, match, orientation, wasPaused, wasAnalysing };
  }

  get suspendedMatch(): Match | null {
    return this.suspended.match;
  }

  get active(): LessonTrainer | PuzzleTrainer {
    return this.tab === "lessons" ? this.lessons : this.puzzles;
  }

  get state(): string {
    return `${this.tab}-${this.active.phase}`;
  }

  view(): VNode {
    return trainingView(this.ctrl, this);
  }

  showTab(tab: Tab): void {
    if (tab === this.tab) return;
    this.active.stop();
    this.tab = tab;
    void this.active.start(this.game);
  }

  showGame(game: string): void {
    this.game = game;
    void this.active.start(game);
  }

  private async openPosition(tab: Tab, game: string, sfen: string): Promise<TreeNode> {
    this.openings += 1;
    const opening = this.openings;
    const position = await api.position({ game, start: sfen });
    const { ctrl } = this;
    if (opening !== this.openings || !this.hostOf(tab).isOpen(game))
      throw new DOMException("another position was opened", "AbortError");
    const tree = new Tree({ ...position, position });
    ctrl.openTree(game, sfen, tree, tree.root);
    ctrl.training = this;
    ctrl.orientation = position.turn;
    return tree.root;
  }

  movableColor(): Color | null {
    return this.active.movableColor();
  }

  play(move: Move): Promise<void> {
    return this.active.play(move);
  }

  hint(): void {
    void this.active.hint();
  }

  retry(): void {
    this.active.retry();
  }

  close(): void {
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
}
