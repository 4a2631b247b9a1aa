// The key to the program: which tabs have it, how they get it, and what a tab without one says.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, enter, moves, ply, shoot } from "./harness.mjs";

const at = board();

/** What an earlier start of the program may have printed. */
const OLD = "0".repeat(32);
const LINK = "#game=yari&moves=4g4f.4c4d";
const WITHOUT = "main.failed [data-do=retry]";
const REFUSED = [/status of 401/];

const kept = (page) => page.evaluate(() => sessionStorage.getItem("kawari.token"));
const keep = (page, token) => page.evaluate((value) => sessionStorage.setItem("kawari.token", value), token);
const printed = () => new URLSearchParams(new URL(at.address).hash.slice(1)).get("token");

test("a link opens in a new tab beside one that works", async (t) => {
  const page = await at.visit(t);
  const other = await page.context().newPage();
  await other.goto(`${at.origin}/${LINK}`);
  await ply(other, 2, "4c4d");
  assert.deepEqual(await moves(other), ["4g4f", "4c4d"]);
  assert.equal(await kept(other), printed());
  assert.equal(new URL(other.url()).hash, "");
});

for (const lang of ["en", "ja"])
  test(`a tab without a key says what to do, and goes on with the printed address (${lang})`, async (t) => {
    const page = await at.visit(t, { settings: { lang }, address: `${at.origin}/${LINK}`, shows: WITHOUT });
    assert.match(await page.locator("main.failed").textContent(), /kawari board/);
    assert.equal(await page.locator("main.failed [role=status]").textContent(), "");
    await page.locator("[data-do=retry]").click();
    await page.waitForFunction(() => document.querySelector("main.failed [role=status]").textContent);
    for (const [width, height] of [[390, 844], [1280, 720], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await shoot(page, `no-key-${lang}-${width}`);
    }
    // Only the fragment changes: the page is not loaded anew, and still has the game of the link.
    await page.goto(at.address);
    await ply(page, 2, "4c4d");
    assert.equal(new URL(page.url()).hash, "");
  });

test("a tab without a key goes on when another tab opens the printed address", async (t) => {
  const page = await at.visit(t, { address: `${at.origin}/${LINK}`, shows: WITHOUT });
  const other = await page.context().newPage();
  await other.goto(at.address);
  await ply(page, 2, "4c4d");
});

test("a tab with an old key is reloaded beside one that works", async (t) => {
  const page = await at.visit(t, { expected: REFUSED });
  const other = await page.context().newPage();
  await other.goto(at.address);
  await other.waitForSelector("sg-board sg-pieces");
  await keep(other, OLD);
  await other.reload();
  await other.waitForSelector("sg-board sg-pieces");
  assert.equal(await kept(other), printed());
});

test("an old address does not replace a key that works", async (t) => {
  const page = await at.visit(t, { expected: REFUSED });
  await begin(page, { game: "hasami" });
  const checked = page.waitForResponse((response) => response.status() === 401);
  await page.evaluate((token) => (location.hash = `token=${token}`), OLD);
  await checked;
  await enter(page, "5i5e");
  await ply(page, 1, "5i5e");
  assert.equal(await kept(page), printed());
  const other = await page.context().newPage();
  await other.goto(`${at.origin}/${LINK}`);
  await ply(other, 2, "4c4d");
});

test("an old key of another tab is not taken", async (t) => {
  const page = await at.visit(t, { expected: REFUSED });
  await keep(page, OLD);
  const other = await page.context().newPage();
  const checked = other.waitForResponse((response) => response.status() === 401);
  await other.goto(`${at.origin}/${LINK}`);
  await checked;
  await other.locator(WITHOUT).waitFor();
  assert.equal(await kept(other), null);
  await keep(page, printed());
  await other.locator(WITHOUT).click();
  await ply(other, 2, "4c4d");
});

test("a game goes on after its key was refused", async (t) => {
  const page = await at.visit(t, { expected: REFUSED });
  await begin(page, { game: "minishogi", white: "1" });
  await enter(page, "5d5c");
  await ply(page, 2);
  await keep(page, OLD);
  await enter(page, "4e4d");
  const window = page.locator("dialog.token");
  await window.waitFor();
  assert.match(await window.textContent(), /kawari board/);
  await window.locator("[data-do=retry]").click();
  await page.waitForFunction(() => document.querySelector("dialog.token [role=status]")?.textContent);
  await shoot(page, "key-refused");
  const other = await page.context().newPage();
  await other.goto(at.address);
  await window.waitFor({ state: "detached" });
  await enter(page, "4e4d");
  await ply(page, 4);
});

test("the engine goes on with its move after its key was refused", async (t) => {
  const page = await at.visit(t, { expected: REFUSED });
  await begin(page, { game: "minishogi" });
  await keep(page, OLD);
  await page.locator("select[name=player-black]").selectOption("1");
  await page.locator("dialog.token").waitFor();
  await page.goto(at.address);
  await ply(page, 1);
});

test("no store outlives the tab with the key", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie);
  assert.ok(!stored.includes(printed()));
});
