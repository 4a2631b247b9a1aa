// Analysis: on and off, its lines, the whole game; and nothing left running.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, load, moves, ply, type } from "./harness.mjs";

const at = board();

test("analysis shows score, depth, speed and lines, and stops", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hajiku" });
  const toggle = page.locator("[data-do=analysis]");
  await toggle.click();
  await page.locator("[data-do=analysis][aria-checked=true]").waitFor();
  await at.searches(1);
  await page.locator("[data-score]").waitFor();
  assert.match(await page.locator(".analysis .facts").textContent(), /\d/);
  await page.locator("select[name=lines]").selectOption("5");
  await page.locator("[data-line='5']").waitFor();
  assert.equal(await page.locator("[data-line]").count(), 5);
  assert.ok(await page.locator("svg.sg-shapes g.best").count());
  await page.locator(".board-area .bar[role=meter]").waitFor();
  await at.searches(1);
  await toggle.click();
  await page.locator("[data-line]").first().waitFor({ state: "detached" });
  await at.searches(0);
});

test("a line is walked by a click, as a variation", async (t) => {
  const page = await at.visit(t);
  await page.locator("dialog.new-game input[value=hasami]").check({ force: true });
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("[data-do=analysis]").click();
  const third = page.locator("[data-line='1'] .pv").nth(2);
  await third.waitFor();
  // The engine may change its mind between the look and the click: what counts is what was clicked.
  await third.click();
  await ply(page, 3);
  assert.equal((await moves(page)).length, 3);
  await at.searches(1);
  await page.locator("[data-do=analysis]").click();
  await at.searches(0);
});

test("analysis follows the game, with one search at a time", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "yari" });
  await page.locator("[data-do=analysis]").click();
  await type(page, "4g4f 4c4d 3g3f");
  await page.locator("[data-score]").waitFor();
  await at.searches(1);
  await page.locator("[data-do=first]").click();
  await ply(page, 0);
  await page.locator("[data-score]").waitFor();
  await at.searches(1);
});

test("the current move stays in sight beside five lines", async (t) => {
  const page = await at.visit(t);
  await load(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h");
  await ply(page, 13);
  await page.locator("[data-do=analysis]").click();
  await page.locator("select[name=lines]").selectOption("5");
  await page.locator("[data-line='5']").waitFor();
  await page.waitForFunction(() => {
    const list = document.querySelector(".moves").getBoundingClientRect();
    const move = document.querySelector(".moves [aria-current]").getBoundingClientRect();
    return move.top >= list.top && move.bottom <= list.bottom;
  });
  await page.locator("[data-do=analysis]").click();
  await at.searches(0);
});

test("a closed tab and a reload leave no search behind", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "shogi" });
  await page.locator("[data-do=analysis]").click();
  await at.searches(1);
  await page.reload();
  await page.waitForSelector("sg-board sg-pieces");
  await at.searches(0);
  await page.locator("[data-do=analysis]").click();
  await at.searches(1);
  await page.close();
  await at.searches(0);
});

test("the whole game is analysed, with its worst moves named", async (t) => {
  const page = await at.visit(t);
  await load(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h 7c7i 6h2h");
  await ply(page, 13);
  await page.locator("select[name=report-time]").selectOption("50");
  await page.locator("[data-do=report]").click();
  await page.locator("progress, svg.graph").first().waitFor();
  await page.locator(".worst").waitFor();
  await at.searches(0);
  assert.ok(await page.locator("svg.graph polyline").count());
  const faults = page.locator("[data-do=fault]");
  assert.ok((await faults.count()) > 0, "a game with a lost run has a bad move");
  await faults.first().click();
  const ply_ = await faults.first().getAttribute("data-ply");
  await ply(page, Number(ply_));
  assert.ok(await page.locator(".moves [data-glyph]").count());
});

test("a whole-game analysis can be stopped", async (t) => {
  const page = await at.visit(t);
  await load(page, "position startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i");
  await ply(page, 5);
  await page.locator("select[name=report-time]").selectOption("1000");
  await page.locator("[data-do=report]").click();
  await at.searches(1);
  await page.locator("[data-do=report-stop]").click();
  await page.locator("[data-do=report]").waitFor();
  await at.searches(0);
});

test("a fifth search is refused with a kind word", async (t) => {
  const pages = [];
  for (let index = 0; index < 5; index++) {
    pages.push(await at.visit(t, { expected: [/status of 429/] }));
    await begin(pages[index], { game: "minishogi" });
    await pages[index].locator("[data-do=analysis]").click();
    if (index < 4) await at.searches(index + 1);
  }
  await pages[4].locator(".notice.error").waitFor();
  await at.searches(4);
});
