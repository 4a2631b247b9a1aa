// The exercise with one's mistakes, and the texts for what a mistake missed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./checks.mjs";
import { boardSfen, importText, screenshot, setUpBoard, typeMove, waitForPly } from "./harness.mjs";

const board = setUpBoard();

/** Black gives the Rook away for a Pawn. */
const ROOK = "minishogi startpos moves 1e1b 1a1b 3e4d 4a3b";
/** A game of Hasami Shogi in which runs fall. */
const RUNS = "hasami startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h";
/** Black misses a mate in one move. */
const MATE = "shogi sfen 4k4/9/4P4/9/9/9/P3p4/9/4K4 b Gg 1 moves 9g9f 5a4a";
/** Black misses a row of five. */
const ROW = "dai-hasami sfen 9/9/PPPP5/9/4P4/9/pppp4p/9/9 b - 1 moves 5e5d 1g2g";

/** Imports and analyses a game. */
async function analyse(page, text) {
  await importText(page, text);
  await page.locator("select[name=report-time]").selectOption("200");
  await page.locator("[data-do=report]").click();
  await page.locator(".worst-moves").waitFor();
}

/** Opens the exercise with the mistakes of a side. */
async function openLearning(page, color) {
  await page.locator(`[data-do=learn][data-color=${color}]`).click();
  await page.locator(".learning[data-learning=try]").waitFor();
}

const learnText = (page) => page.locator(".learn-text").textContent();
const waitForState = (page, state) => page.locator(`.learning[data-learning=${state}]`).waitFor();
const arrows = (page, brush) => page.locator(`svg.sg-shapes g.${brush}`);

/** Returns the best move in place of the first one, from the saved game. */
const bestMove = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("kawari.game")).root.children[0].judgement.best.usi);

/** Returns the comment of the report on a move of the main line. */
const reportComment = (page, ply) =>
  page.locator(`.moves li:has(> [data-ply="${ply}"]) .best-move`).textContent();

test("the comment of a mistake says what it missed", async (t) => {
  const page = await board.openPage(t);
  await analyse(page, RUNS);
  assert.match(await reportComment(page, 11), /A run of 4 men falls: 6i, 5i, 4i, 3i\./);
  await analyse(page, MATE);
  assert.match(await reportComment(page, 1), /It misses mate \(#1\)\. It allows mate \(#1\)\./);
  await analyse(page, ROW);
  assert.match(await reportComment(page, 1), /It misses a row .* The opponent's row can no longer be stopped\./);
});

test("the comment of a mistake says what it missed in Japanese", async (t) => {
  const page = await board.openPage(t, { settings: { lang: "ja" } });
  await analyse(page, MATE);
  assert.match(await reportComment(page, 1), /1手の詰みを逃しました。 1手で詰まされます。/);
});

test("a better move is found after wrong ones", async (t) => {
  const page = await board.openPage(t);
  await analyse(page, ROOK);
  const best = await bestMove(page);
  await openLearning(page, "black");
  const start = await boardSfen(page);
  assert.match(start, / b - 1$/);
  assert.match(await learnText(page), /Mistake 1 of 1.*Black played Rx1b.*Find a better move/s);
  // The played move and the answer to it are on the board, the best move is not.
  await arrows(page, "no").first().waitFor({ state: "attached" });
  await arrows(page, "capture").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".moves, .game-report").count(), 0);
  // The keys that would show other positions or the best move do nothing.
  await page.locator(".learning").focus();
  for (const key of ["ArrowRight", "h", "a"]) await page.keyboard.press(key);
  assert.equal(await boardSfen(page), start);

  await typeMove(page, "1e1b");
  await waitForState(page, "wrong");
  assert.match(await learnText(page), /Rx1b is not good enough/);
  // The Pawn takes the Rook.
  await typeMove(page, "1e1c");
  await page.locator(".learning[data-learning=wrong]", { hasText: "R-1c is not good enough" }).waitFor();
  await arrows(page, "capture").first().waitFor({ state: "attached" });
  assert.equal(await boardSfen(page), start);

  await typeMove(page, best);
  await waitForState(page, "found");
  assert.match(await learnText(page), /is right/);
  await arrows(page, "capture").waitFor({ state: "detached" });
  assert.notEqual(await boardSfen(page), start);
  await page.locator("[data-do=learn-next]").click();
  await waitForState(page, "done");
  assert.match(await learnText(page), /Mistakes: 1\. Found: 1, shown: 0, skipped: 0\./);

  await page.locator("[data-do=learn-again]").click();
  await waitForState(page, "try");
  await page.locator("[data-do=learn-next]").click();
  await page.locator(".learn-text", { hasText: "skipped: 1" }).waitFor();
  await page.locator("[data-do=learn-end]").click();
  await waitForPly(page, 1, "1e1b");
  await page.locator(".game-report").waitFor();
  await board.waitForSearches(0);
});

test("the exercise works by keyboard and shows the best move", async (t) => {
  const page = await board.openPage(t);
  await analyse(page, MATE);
  await page.locator("[data-do=learn][data-color=white]").focus();
  await page.keyboard.press("Enter");
  await waitForState(page, "try");
  await page.waitForFunction(() => document.activeElement?.matches(".learning"));
  // The text does not give the solution away.
  assert.doesNotMatch(await learnText(page), /misses/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.do), "learn-show");
  await page.keyboard.press("Enter");
  await waitForState(page, "shown");
  assert.match(await learnText(page), /It misses mate \(#1\)\..*Best was G\*5h/s);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".learn-text", { hasText: "shown: 1" }).waitFor();
  // A new game ends the exercise.
  await page.keyboard.press("n");
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator(".learning").waitFor({ state: "detached" });
  await page.locator(".moves").waitFor();
});

for (const lang of ["en", "ja"])
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
    [1920, 1080],
  ])
    test(`the exercise keeps its layout in a window of ${width} by ${height} (${lang})`, async (t) => {
      const colorScheme = lang === "ja" ? "dark" : "light";
      const page = await board.openPage(t, { settings: { lang }, viewport: { width, height }, colorScheme });
      await analyse(page, ROOK);
      await openLearning(page, "black");
      await arrows(page, "no").first().waitFor({ state: "attached" });
      await checkAccessibility(page, "exercise");
      await screenshot(page, `learning-${lang}-${width}`);
      const place = () =>
        page.evaluate(() =>
          [".board", ".learning", "[data-do=learn-show]", "input[name=entry]"].map((selector) => {
            const { x, y } = document.querySelector(selector).getBoundingClientRect();
            return `${selector} ${Math.round(x)} ${Math.round(y + scrollY)}`;
          }),
        );
      const before = await place();
      assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
      await typeMove(page, "1e1b");
      await waitForState(page, "wrong");
      await screenshot(page, `learning-wrong-${lang}-${width}`);
      assert.deepEqual(await place(), before);
      await page.locator("[data-do=learn-show]").click();
      await waitForState(page, "shown");
      await screenshot(page, `learning-shown-${lang}-${width}`);
      assert.deepEqual(await place(), before);
    });
