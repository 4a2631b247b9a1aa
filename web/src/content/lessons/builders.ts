/** Builds lessons. */

import type { Lesson, LessonGoal } from "../types.ts";

type Texts = [en: string, ja: string];

/** Builds a lesson from its texts in English and Japanese. */
export const lesson = (id: string, sfen: string, goal: LessonGoal, task: Texts, explanation: Texts): Lesson => ({
  id,
  sfen,
  goal,
  task: { en: task[0], ja: task[1] },
  explanation: { en: explanation[0], ja: explanation[1] },
});
