// Continuous analysis and game reports. Each search must stop when it is no longer needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, mainLine, needsServer, startGame, typeMoves, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();

test("analysis shows score, depth, speed and lines, and can be stopped", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hajiku" });
  const toggle = page.locator("[data-do=analysis]");
  await toggle.click();
  await page.locator("[data-do=analysis][aria-checked=true]").waitFor();
  await board.waitForSearches(1);
  await page.locator("[data-score]").waitFor();
  assert.match(await page.locator(".analysis .search-info").textContent(), /\d/);
  await page.locator("select[name=lines]").selectOption("5");
  await page.locator("[data-line='5']").waitFor();
  assert.equal(await page.locator("[data-line]").count(), 5);
  // The board draws arrows in the animation frame after the lines.
  await page.locator("svg.sg-shapes g.best").first().waitFor({ state: "attached" });
  await page.locator(".board-area .bar[role=meter]").waitFor();
  await board.waitForSearches(1);
  await toggle.click();
  await page.locator("[data-line]").first().waitFor({ state: "detached" });
  await board.waitForSearches(0);
});

test("a click on an engine line plays it as a variation", async (t) => {
  const page = await board.openPage(t);
  await page.locator("dialog.new-game input[value=hasami]").check({ force: true });
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("[data-do=analysis]").click();
  const third = page.locator("[data-line='1'] .pv").nth(2);
  await third.waitFor();
  await third.click();
  await waitForPly(page, 3);
  assert.equal((await mainLine(page)).length, 3);
  await board.waitForSearches(1);
  await page.locator("[data-do=analysis]").click();
  await board.waitForSearches(0);
});

test("analysis follows the game with one search at a time", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "yari" });
  await page.locator("[data-do=analysis]").click();
  await typeMoves(page, "4g4f 4c4d 3g3f");
  await page.locator("[data-score]").waitFor();
  await board.waitForSearches(1);
  await page.locator("[data-do=first]").click();
  await waitForPly(page, 0);
  await page.locator("[data-score]").waitFor();
  await board.waitForSearches(1);
});

test("the current move stays visible with five analysis lines", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h");
  await waitForPly(page, 13);
  await page.locator("[data-do=analysis]").click();
  await page.locator("select[name=lines]").selectOption("5");
  await page.locator("[data-line='5']").waitFor();
  await page.waitForFunction(() => {
    const list = document.querySelector(".moves").getBoundingClientRect();
    const move = document.querySelector(".moves [aria-current]").getBoundingClientRect();
    return move.top >= list.top && move.bottom <= list.bottom;
  });
  await page.locator("[data-do=analysis]").click();
  await board.waitForSearches(0);
});

test("closing or reloading the tab stops the search", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi" });
  await page.locator("[data-do=analysis]").click();
  await board.waitForSearches(1);
  await page.reload();
  await page.waitForSelector("sg-board sg-pieces");
  await board.waitForSearches(0);
  await page.locator("[data-do=analysis]").click();
  await board.waitForSearches(1);
  await page.close();
  await board.waitForSearches(0);
});

test("the game report lists the worst moves", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h");
  await waitForPly(page, 13);
  await page.locator("select[name=report-time]").selectOption("50");
  await page.locator("[data-do=report]").click();
  await page.locator("progress, svg.graph").first().waitFor();
  await page.locator(".worst-moves").waitFor();
  await board.waitForSearches(0);
  assert.ok(await page.locator("svg.graph polyline").count());
  const mistakes = page.locator("[data-do=mistake]");
  assert.ok((await mistakes.count()) > 0, "a game that loses a run contains a mistake");
  await mistakes.first().click();
  const ply = await mistakes.first().getAttribute("data-ply");
  await waitForPly(page, Number(ply));
  assert.ok(await page.locator(".moves [data-glyph]").count());
});

test("a game report can be stopped", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i");
  await waitForPly(page, 5);
  await page.locator("select[name=report-time]").selectOption("1000");
  await page.locator("[data-do=report]").click();
  await board.waitForSearches(1);
  await page.locator("[data-do=report-stop]").click();
  await page.locator("[data-do=report]").waitFor();
  await board.waitForSearches(0);
});

test("a fifth search is rejected with a message", { skip: needsServer("tabs do not share workers") }, async (t) => {
  const pages = [];
  for (let index = 0; index < 5; index++) {
    pages.push(await board.openPage(t, { expected: [/status of 429/] }));
    await startGame(pages[index], { game: "minishogi" });
    await pages[index].locator("[data-do=analysis]").click();
    if (index < 4) await board.waitForSearches(index + 1);
  }
  await pages[4].locator(".notice.error").waitFor();
  await board.waitForSearches(4);
});
