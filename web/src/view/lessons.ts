/** The lessons of a game: the list of tasks, the task on the board and its explanation. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import type { Lesson } from "../content/types.ts";
import { lang, t } from "../i18n.ts";
import type { LessonTrainer } from "../training/lessons.ts";
import type { Training } from "../training/training.ts";
import { button, el } from "./html.ts";
import { hintButton, hintText, messageView } from "./training.ts";

export function lessonsView(ctrl: Controller, training: Training): (VNode | null)[] {
  const { lessons } = training;
  const { current, phase } = lessons;
  if (phase === "missing" || phase === "offline")
    return [el("p.hint", {}, [t(phase === "missing" ? "lesson.missing" : "training.offline")])];
  if (!current) return [el("p.hint", {}, [t("training.loading")])];
  const isLast = lessons.index === lessons.lessons.length - 1;
  return [
    el(
      "ol.lesson-list",
      { attrs: { "aria-label": t("lesson.list") } },
      lessons.lessons.map((lesson, index) => el("li", {}, [lessonButton(lessons, lesson, index)])),
    ),
    el("h2", {}, [t("lesson.number", { number: lessons.index + 1, count: lessons.lessons.length })]),
    el("p.task", { key: current.id, attrs: { "data-lesson": current.id } }, [current.task[lang()]]),
    messageFor(ctrl, lessons),
    el("div.actions", {}, [
      phase === "wrong"
        ? button("training-retry.primary", t("training.retry"), () => lessons.retry())
        : hintButton(phase === "solve", () => void lessons.hint()),
      isLast
        ? null
        : button(
            phase === "solved" ? "training-next.primary" : "training-next",
            t("training.next"),
            () => void lessons.open(lessons.index + 1),
          ),
      lessons.isComplete
        ? button("lesson-puzzles.primary", t("training.puzzles"), () => training.showTab("puzzles"))
        : null,
      lessons.isComplete ? button("lesson-play", t("lesson.play"), () => playGame(ctrl, training)) : null,
    ]),
  ];
}

function lessonButton(lessons: LessonTrainer, lesson: Lesson, index: number): VNode {
  const isSolved = lessons.isSolved(lesson);
  const number = index + 1;
  const isCurrent = index === lessons.index;
  return el(
    "button.lesson",
    {
      key: lesson.id,
      class: { solved: isSolved, current: isCurrent },
      attrs: {
        type: "button",
        "data-do": "lesson",
        "aria-label": t(isSolved ? "lesson.item.solved" : "lesson.item", { number }),
        ...(isCurrent ? { "aria-current": "step" } : {}),
      },
      on: { click: () => void lessons.open(index) },
    },
    [isSolved ? "✓" : String(number)],
  );
}

function messageFor(ctrl: Controller, lessons: LessonTrainer): VNode {
  const { current, phase } = lessons;
  if (phase === "wrong") return messageView("wrong", [el("p", {}, [t("lesson.wrong")])]);
  if (phase !== "solved" || !current) return messageView("none", [hintText(ctrl, lessons.hintedMove)]);
  return messageView("right", [
    el("p", {}, [el("strong", {}, [t("lesson.right")]), " ", current.explanation[lang()]]),
    lessons.isComplete ? el("p", {}, [t("lesson.complete")]) : null,
  ]);
}

/** Closes the lessons and opens the new-game dialog with their game. */
function playGame(ctrl: Controller, training: Training): void {
  const { game } = training;
  training.close();
  ctrl.openDialog("new");
  ctrl.newGameForm = { ...ctrl.newGameForm, game, start: "start" };
}
