/** The lessons of a game: small tasks on the board that one move solves. */

import type { Color, Move } from "../api/types.ts";
import { ApiError, api, isAbort } from "../api/client.ts";
import type { Lesson, LessonPath } from "../content/types.ts";
import type { Controller } from "../controller.ts";
import { lang, t } from "../i18n.ts";
import type { TreeNode } from "../model/tree.ts";
import { isAccepted } from "./accept.ts";
import type { TrainingHost } from "./handle.ts";
import { selectOrigin } from "./select-origin.ts";
import { recordLesson, solvedLessons } from "./store.ts";

/** `missing` is a game without lessons. */
type Phase = "loading" | "missing" | "offline" | "solve" | "busy" | "wrong" | "solved";

async function fetchLessons(game: string): Promise<Lesson[]> {
  const response = await fetch(`lessons/${game}.json`);
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return ((await response.json()) as LessonPath).lessons;
}

export class LessonTrainer {
  phase: Phase = "loading";
  lessons: Lesson[] = [];
  index = 0;
  hintedMove: Move | null = null;
  private ctrl: Controller;
  private host: TrainingHost;
  private turnNode: TreeNode | null = null;

  constructor(ctrl: Controller, host: TrainingHost) {
    this.ctrl = ctrl;
    this.host = host;
  }

  get game(): string {
    return this.ctrl.game.name;
  }

  get current(): Lesson | null {
    return this.lessons[this.index] ?? null;
  }

  isSolved(lesson: Lesson): boolean {
    return solvedLessons(this.game).includes(lesson.id);
  }

  get isComplete(): boolean {
    return this.lessons.every((lesson) => this.isSolved(lesson));
  }

  /** Fetches the lessons of a game and opens the first one that is not solved. */
  async start(game: string): Promise<void> {
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

  stop(): void {
    this.turnNode = null;
  }

  /** Opens a lesson by its index. */
  async open(index: number): Promise<void> {
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

  movableColor(): Color | null {
    return this.phase === "solve" && this.ctrl.node === this.turnNode ? this.turnNode.turn : null;
  }

  async play(move: Move): Promise<void> {
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

  /** Returns to the position before the move. */
  retry(): void {
    if ((this.phase !== "wrong" && this.phase !== "solved") || !this.turnNode) return;
    this.phase = "solve";
    this.ctrl.goTo(this.turnNode);
  }

  /** Selects a piece whose move solves the task. */
  async hint(): Promise<void> {
    try {
      const move = await this.solution();
      if (!move || !this.movableColor()) return;
      this.hintedMove = move;
      selectOrigin(this.ctrl, move);
    } catch (error) {
      this.ctrl.showError(error);
    }
  }

  /** Returns a move that solves the task; null if another task is opened first. */
  private async solution(): Promise<Move | null> {
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
}
