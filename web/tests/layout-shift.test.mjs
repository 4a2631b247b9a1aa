// Layout shift: nothing moves by itself while the page opens, while a game is played with analysis on, and after a dialog
// has opened. The shifts are those that browsers report to sites as cumulative layout shift, with those after an input.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpBoard, startGame, typeMove, typeMoves, waitForPly } from "./harness.mjs";

const board = setUpBoard();

const WINDOW = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** The limit for a step, as a share of the window times the distance. Google's limit for a good page is 0.1. */
const LIMIT = 0.005;

const GAMES = { shogi: "7g7f 3c3d", hasami: "5i5e 5a5d" };

/** Records the layout shifts of a page from its start. */
async function recordShifts(page) {
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const name = ({ node }) => node?.dataset?.do ?? (node?.className || node?.nodeName) ?? "?";
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(name).join(" ")]);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await page.locator("sg-pieces piece").first().waitFor();
}

/** Waits until the animations and the observer are done. */
const settle = (page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Returns the sum of the shifts since the last call. */
async function shiftSum(page) {
  await settle(page);
  const shifts = await page.evaluate(() => globalThis.shifts.splice(0));
  return { sum: shifts.reduce((sum, [value]) => sum + value, 0), text: JSON.stringify(shifts) };
}

async function checkShifts(page, name) {
  const { sum, text } = await shiftSum(page);
  assert.ok(sum < LIMIT, `${name}: ${sum.toFixed(4)} ${text}`);
}

/** Waits until the analysis has searched some depths. */
const waitForDepth = (page, depth) =>
  page.waitForFunction(
    (least) => Number(document.querySelector(".search-info")?.textContent.match(/(\d+)\//)?.[1]) >= least,
    depth,
  );

for (const [where, options, lang] of [
  ["in a window", WINDOW, "en"],
  ["on a phone", PHONE, "ja"],
])
  test(`nothing moves by itself ${where} (${lang})`, async (t) => {
    const page = await board.openPage(t, { ...options, settings: { lang, lines: 3 } });
    await recordShifts(page);
    await checkShifts(page, "the page opens");
    for (const [game, moves] of Object.entries(GAMES)) {
      await startGame(page, { game });
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line='3']").waitFor();
      // Starting a game and turning the analysis on change the page.
      await shiftSum(page);
      await waitForDepth(page, 4);
      await checkShifts(page, `${game}: analysis`);
      for (const [index, move] of moves.split(" ").entries()) {
        await typeMove(page, move);
        await waitForPly(page, index + 1, move);
        await page.locator("[data-line='3']").waitFor();
        await waitForDepth(page, 3);
        await checkShifts(page, `${game}: ${move}`);
      }
      await page.locator("[data-do=analysis]").click();
    }
    await startGame(page, { game: "minishogi", white: "1" });
    await shiftSum(page);
    await typeMove(page, "5d5c");
    await waitForPly(page, 2);
    await checkShifts(page, "a move of the engine");
  });

test("the new-game dialog does not move when its summary arrives", async (t) => {
  for (const { viewport } of [WINDOW, PHONE]) {
    const page = await board.openPage(t, { viewport });
    await startGame(page, { game: "shogi" });
    await recordShifts(page);
    await page.locator("header [data-do=new]").click();
    await page.waitForFunction(() => document.querySelector(".new-game .summary")?.textContent.length > 60);
    await checkShifts(page, `${viewport.width}`);
  }
});

test("a part that moves is measured", async (t) => {
  const page = await board.openPage(t, WINDOW);
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e");
  await recordShifts(page);
  await shiftSum(page);
  await page.evaluate(() => document.querySelector("main").style.setProperty("margin-top", "5rem"));
  const { sum } = await shiftSum(page);
  assert.ok(sum > LIMIT, `${sum}`);
});
