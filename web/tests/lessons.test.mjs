// The lessons: the offer for a new game, tasks and their answers, progress, keyboard, layout and accessibility.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAccessibility, isInView, layoutErrors } from "./checks.mjs";
import { boardSfen, screenshot, setUpBoard, typeMove } from "./harness.mjs";
import { squareCenter } from "./move-input.mjs";

const board = setUpBoard();

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

const lessonsOf = (game) =>
  JSON.parse(
    readFileSync(new URL(`../../crates/kawari-board/page/lessons/${game}.json`, import.meta.url), "utf8"),
  ).lessons;

const state = (page, name) => page.locator(`main[data-state="lessons-${name}"]`).waitFor();

/** Waits until a lesson can be solved. */
async function waitForLesson(page, id) {
  await page.locator(`[data-lesson="${id}"]`).waitFor();
  await state(page, "solve");
}

/** Opens the lessons of a game from the dialog of a new game. */
async function openLessons(page, game) {
  await page.locator(`dialog.new-game input[value="${game}"]`).check({ force: true });
  await page.locator("[data-do=start-lessons]").click();
  await waitForLesson(page, lessonsOf(game)[0].id);
}

test("the lessons are offered for a game that was never opened, and the progress is kept", async (t) => {
  const page = await board.openPage(t);
  await openLessons(page, "hasami");
  const [first, second] = lessonsOf("hasami");
  assert.equal(await boardSfen(page), first.sfen);

  // A wrong move, then the right one.
  await page.mouse.click(...(await squareCenter(page, "5e")));
  await page.mouse.click(...(await squareCenter(page, "4e")));
  await state(page, "wrong");
  await page.locator(".message", { hasText: "does not solve the task" }).waitFor();
  await page.locator("[data-do=training-retry]").click();
  await state(page, "solve");
  await page.mouse.click(...(await squareCenter(page, "5e")));
  await page.mouse.click(...(await squareCenter(page, "7e")));
  await state(page, "solved");
  await page.locator(".message", { hasText: first.explanation.en }).waitFor();
  await page.locator("[data-do=training-next]").click();
  await waitForLesson(page, second.id);
  assert.equal(await boardSfen(page), second.sfen);

  await page.reload();
  await page.locator("sg-board sg-pieces").first().waitFor();
  await page.locator("header [data-do=new]").click();
  assert.equal(await page.locator("dialog.new-game [data-do=start-lessons]").count(), 0);
  await page.locator("dialog.new-game input[value=yari]").check({ force: true });
  await page.locator("dialog.new-game [data-do=start-lessons]").waitFor();
  await page.locator("dialog.new-game input[value=hasami]").check({ force: true });
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("header [data-do=learn]").click();
  await waitForLesson(page, second.id);
  assert.equal(await page.locator(".lesson.solved").count(), 1);
});

test("lessons by keyboard, in Japanese", async (t) => {
  const page = await board.openPage(t, { settings: { lang: "ja" } });
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("e");
  await page.locator(".training").waitFor();
  await page.locator("select[name=training-game]").selectOption("yari");
  const [first] = lessonsOf("yari");
  await waitForLesson(page, first.id);
  assert.equal(await page.locator(".task").textContent(), first.task.ja);
  await page.locator(".training .task").click();
  await page.keyboard.press("h");
  await page.locator(".hinted").waitFor();
  await page.locator("sq.selected").waitFor();
  await page.locator(".grid [data-square='3d']").focus();
  await page.keyboard.press("Enter");
  await state(page, "solved");
  await page.waitForFunction(
    (text) => document.querySelector(".announcements").textContent === text,
    first.explanation.ja,
  );
  await page.keyboard.press("u");
  await state(page, "solve");
  await page.keyboard.press("e");
  await page.locator(".training").waitFor({ state: "detached" });
});

test("after the last task the page offers puzzles and a game", async (t) => {
  const page = await board.openPage(t);
  const lessons = lessonsOf("hajiku");
  await page.evaluate(
    (ids) => localStorage.setItem("kawari.training", JSON.stringify({ lessons: { hajiku: ids } })),
    lessons.slice(1).map(({ id }) => id),
  );
  await page.reload();
  await page.locator("sg-board sg-pieces").first().waitFor();
  await page.locator("header [data-do=new]").click();
  await openLessons(page, "hajiku");
  await typeMove(page, "4d4c+");
  await state(page, "solved");
  await page.locator(".message", { hasText: "all tasks" }).waitFor();
  await page.locator("[data-do=lesson-play]").click();
  await page.locator("dialog.new-game .game.chosen input[value=hajiku]").waitFor();
});

for (const lang of ["en", "ja"]) {
  for (const [where, options, windows] of [
    ["in windows", { viewport: WINDOWS[0] }, WINDOWS],
    ["on a phone", PHONE, [PHONE.viewport]],
  ])
    test(`layout and accessibility ${where} (${lang})`, async (t) => {
      const page = await board.openPage(t, { ...options, settings: { lang } });
      await page.keyboard.press("Escape");
      await page.locator("header [data-do=learn]").click();
      const found = [];
      for (const game of ["dai-hasami", "shogi", "minishogi", "hajiku"]) {
        await page.locator("select[name=training-game]").selectOption(game);
        await waitForLesson(page, lessonsOf(game)[0].id);
        for (const size of windows) {
          await page.setViewportSize(size);
          await screenshot(page, `lessons-${game}-${size.width}-${lang}`);
          const at = `${game} at ${size.width} x ${size.height}`;
          for (const error of await layoutErrors(page)) found.push(`${at}: ${error}`);
          for (const part of [".training .task", "[data-do=training-hint]", "[data-do=close-training]"])
            if (!(await isInView(page.locator(part)))) found.push(`${at}: ${part} is not visible`);
        }
      }
      assert.deepEqual(found, []);
      await checkAccessibility(page, `lessons, ${lang}`);
      await page.locator("[data-do=tab-puzzles]").click();
      await page.locator(".training-body .hint, [data-puzzle]").first().waitFor();
      await checkAccessibility(page, `puzzles, ${lang}`);
    });
}

test("nothing moves while a task is solved", async (t) => {
  const page = await board.openPage(t, { viewport: WINDOWS[0] });
  await openLessons(page, "hajiku");
  await page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        globalThis.shifts.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(" | ")}`);
    }).observe({ type: "layout-shift" });
  });
  await typeMove(page, "4d4c");
  await state(page, "wrong");
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await state(page, "solve");
  await typeMove(page, "4d4c+");
  await state(page, "solved");
  await page.locator("[data-do=training-next]").click();
  await waitForLesson(page, lessonsOf("hajiku")[1].id);
  assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);
});
