/** The puzzle trainer: the choice of puzzles, the task, its answers and the results. */

import type { VNode } from "snabbdom";
import type { Controller } from "../controller.ts";
import { formatMove, type WrittenMove } from "../describe.ts";
import { t } from "../i18n.ts";
import type { PuzzleTrainer, Refutation, Theme } from "../training/puzzles.ts";
import { MAX_LEVEL } from "../training/schedule.ts";
import { puzzleResults } from "../training/store.ts";
import { button, el, type Option, select } from "./html.ts";
import { hintButton, hintText, messageView } from "./training.ts";

/** Maximum number of moves shown of a refutation. */
const MAX_MOVES = 6;

export function puzzlesView(ctrl: Controller, trainer: PuzzleTrainer): (VNode | null)[] {
  const { current, phase } = trainer;
  if (phase === "missing" || phase === "offline")
    return [el("p.hint", {}, [t(phase === "missing" ? "puzzle.missing" : "training.offline")])];
  if (!current) return [el("p.hint", {}, [t("training.loading")])];
  const isOver = phase === "solved" || phase === "shown";
  return [
    el("div.choices", {}, [themeChoice(trainer), difficultyChoice(trainer)]),
    el("p.task", { key: current.id, attrs: { "data-puzzle": current.id } }, [trainer.taskText()]),
    el("p.facts", {}, [
      `${t(`puzzle.theme.${current.theme}`)} · ${t("puzzle.level", { level: current.difficulty })}`,
    ]),
    messageFor(ctrl, trainer),
    el("div.actions", {}, [
      phase === "wrong"
        ? button("training-retry.primary", t("training.retry"), () => trainer.retry())
        : hintButton(phase === "solve", () => trainer.hint()),
      button("puzzle-solution", t("puzzle.solution"), () => void trainer.showSolution(), {
        disabled: phase !== "solve" && phase !== "wrong",
      }),
      button(isOver ? "training-next.primary" : "training-next", t("training.next"), () => void trainer.next()),
    ]),
    resultsView(trainer),
  ];
}

function themeChoice(trainer: PuzzleTrainer): VNode {
  const options: Option[] = [["all", t("puzzle.theme.all")]];
  for (const theme of trainer.themes()) options.push([theme, t(`puzzle.theme.${theme}`)]);
  return select(
    "puzzle-theme",
    options,
    trainer.theme,
    (theme) => trainer.choose(theme as Theme | "all", trainer.difficulty),
    t("puzzle.theme"),
  );
}

function difficultyChoice(trainer: PuzzleTrainer): VNode {
  const level = Math.round(puzzleResults(trainer.game).level);
  const options: Option[] = [["auto", t("puzzle.difficulty.auto", { level })]];
  for (let each = 1; each <= MAX_LEVEL; each++)
    options.push([String(each), t("puzzle.difficulty.level", { level: each })]);
  return select(
    "puzzle-difficulty",
    options,
    trainer.difficulty === null ? "auto" : String(trainer.difficulty),
    (value) => trainer.choose(trainer.theme, value === "auto" ? null : Number(value)),
    t("puzzle.difficulty"),
  );
}

const textView = (text: string): VNode => el("p", {}, [text]);

function messageFor(ctrl: Controller, trainer: PuzzleTrainer): VNode {
  const { phase, refutation, isRepetition } = trainer;
  switch (phase) {
    case "solved":
      return messageView("right", [textView(t(trainer.isFirstTry ? "puzzle.solved" : "puzzle.solved.later"))]);
    case "shown":
      return messageView("wrong", [textView(t("puzzle.shown"))]);
    case "wrong":
      return messageView("wrong", [
        textView(t("puzzle.wrong")),
        refutation ? textView(refutationText(ctrl, refutation)) : null,
      ]);
    case "busy":
      return messageView("none", [
        refutation ? textView(t("puzzle.searching", { move: written(ctrl, [refutation.move]) })) : null,
      ]);
    default:
      return messageView("none", [
        ctrl.node.parent && ctrl.node === trainer.turnNode ? textView(t("puzzle.goes-on")) : null,
        !ctrl.node.parent && isRepetition ? textView(t("puzzle.again")) : null,
        hintText(ctrl, trainer.hintedMove),
      ]);
  }
}

const written = (ctrl: Controller, moves: WrittenMove[], before: WrittenMove | null = null): string =>
  moves
    .map((move, index) => formatMove(move, ctrl.game, ctrl.settings.notation, moves[index - 1] ?? before))
    .join(" ");

function refutationText(ctrl: Controller, { move, line }: Refutation): string {
  const text = written(ctrl, [move]);
  if (!line.length) return t("puzzle.refutation.end", { move: text });
  return t("puzzle.refutation", { move: text, line: written(ctrl, line.slice(0, MAX_MOVES), move) });
}

function resultsView(trainer: PuzzleTrainer): VNode {
  const { streak, longest, solved, failed } = puzzleResults(trainer.game);
  const counts: [string, string, number][] = [
    ["streak", t("puzzle.streak"), streak],
    ["longest", t("puzzle.longest"), longest],
    ["solved", t("puzzle.count.solved"), solved],
    ["failed", t("puzzle.count.failed"), failed],
    ["due", t("puzzle.count.due"), trainer.due],
  ];
  return el(
    "dl.results",
    {},
    counts.map(([name, label, count]) =>
      el("div", { attrs: { "data-count": name } }, [el("dt", {}, [label]), el("dd", {}, [String(count)])]),
    ),
  );
}
