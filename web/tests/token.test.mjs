// The API token: how tabs receive it, and what a tab without a valid token shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mainLine, needsServer, screenshot, startGame, typeMove, setUpBoard, waitForPly } from "./harness.mjs";

const skip = needsServer("it has no token");
const board = setUpBoard();

/** A token from an earlier start of the program. */
const OLD_TOKEN = "0".repeat(32);
const LINK = "#game=yari&moves=4g4f.4c4d";
const NO_TOKEN = "main.failed [data-do=retry]";
const UNAUTHORIZED = [/status of 401/];

const storedToken = (page) => page.evaluate(() => sessionStorage.getItem("kawari.token"));
const storeToken = (page, token) => page.evaluate((value) => sessionStorage.setItem("kawari.token", value), token);
const validToken = () => new URLSearchParams(new URL(board.address).hash.slice(1)).get("token");

test("a link opens in a new tab next to a working one", { skip }, async (t) => {
  const page = await board.openPage(t);
  const other = await page.context().newPage();
  await other.goto(`${board.origin}/${LINK}`);
  await waitForPly(other, 2, "4c4d");
  assert.deepEqual(await mainLine(other), ["4g4f", "4c4d"]);
  assert.equal(await storedToken(other), validToken());
  assert.equal(new URL(other.url()).hash, "");
});

for (const lang of ["en", "ja"])
  test(`a tab without a token shows instructions and continues with the printed address (${lang})`, { skip }, async (t) => {
    const page = await board.openPage(t, { settings: { lang }, address: `${board.origin}/${LINK}`, shows: NO_TOKEN });
    assert.match(await page.locator("main.failed").textContent(), /kawari board/);
    assert.equal(await page.locator("main.failed [role=status]").textContent(), "");
    await page.locator("[data-do=retry]").click();
    await page.waitForFunction(() => document.querySelector("main.failed [role=status]").textContent);
    for (const [width, height] of [
      [390, 844],
      [1280, 720],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      await screenshot(page, `no-token-${lang}-${width}`);
    }
    // Only the fragment changes, so the page does not reload and still opens the shared game.
    await page.goto(board.address);
    await waitForPly(page, 2, "4c4d");
    assert.equal(new URL(page.url()).hash, "");
  });

test("a tab without a token continues when another tab opens the printed address", { skip }, async (t) => {
  const page = await board.openPage(t, { address: `${board.origin}/${LINK}`, shows: NO_TOKEN });
  const other = await page.context().newPage();
  await other.goto(board.address);
  await waitForPly(page, 2, "4c4d");
});

test("a tab with an old token recovers on reload next to a working tab", { skip }, async (t) => {
  const page = await board.openPage(t, { expected: UNAUTHORIZED });
  const other = await page.context().newPage();
  await other.goto(board.address);
  await other.waitForSelector("sg-board sg-pieces");
  await storeToken(other, OLD_TOKEN);
  await other.reload();
  await other.waitForSelector("sg-board sg-pieces");
  assert.equal(await storedToken(other), validToken());
});

test("an address with an old token does not replace a valid one", { skip }, async (t) => {
  const page = await board.openPage(t, { expected: UNAUTHORIZED });
  await startGame(page, { game: "hasami" });
  const checked = page.waitForResponse((response) => response.status() === 401);
  await page.evaluate((token) => (location.hash = `token=${token}`), OLD_TOKEN);
  await checked;
  await typeMove(page, "5i5e");
  await waitForPly(page, 1, "5i5e");
  assert.equal(await storedToken(page), validToken());
  const other = await page.context().newPage();
  await other.goto(`${board.origin}/${LINK}`);
  await waitForPly(other, 2, "4c4d");
});

test("an old token of another tab is not used", { skip }, async (t) => {
  const page = await board.openPage(t, { expected: UNAUTHORIZED });
  await storeToken(page, OLD_TOKEN);
  const other = await page.context().newPage();
  const checked = other.waitForResponse((response) => response.status() === 401);
  await other.goto(`${board.origin}/${LINK}`);
  await checked;
  await other.locator(NO_TOKEN).waitFor();
  assert.equal(await storedToken(other), null);
  await storeToken(page, validToken());
  await other.locator(NO_TOKEN).click();
  await waitForPly(other, 2, "4c4d");
});

test("a game continues after its token was rejected", { skip }, async (t) => {
  const page = await board.openPage(t, { expected: UNAUTHORIZED });
  // Both moves are legal whatever the engine answers.
  await startGame(page, { game: "shogi", white: "1" });
  await typeMove(page, "7g7f");
  await waitForPly(page, 2);
  await storeToken(page, OLD_TOKEN);
  await typeMove(page, "2g2f");
  const dialog = page.locator("dialog.token");
  await dialog.waitFor();
  assert.match(await dialog.textContent(), /kawari board/);
  await dialog.locator("[data-do=retry]").click();
  await page.waitForFunction(() => document.querySelector("dialog.token [role=status]")?.textContent);
  await screenshot(page, "token-rejected");
  const other = await page.context().newPage();
  await other.goto(board.address);
  await dialog.waitFor({ state: "detached" });
  await page.bringToFront();
  await typeMove(page, "2g2f");
  await waitForPly(page, 4);
});

test("the engine moves after its token was rejected and replaced", { skip }, async (t) => {
  const page = await board.openPage(t, { expected: UNAUTHORIZED });
  await startGame(page, { game: "minishogi" });
  await storeToken(page, OLD_TOKEN);
  await page.locator("select[name=player-black]").selectOption("1");
  await page.locator("dialog.token").waitFor();
  await page.goto(board.address);
  await waitForPly(page, 1);
});

test("the token is not stored beyond the tab", { skip }, async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }) + document.cookie);
  assert.ok(!stored.includes(validToken()));
});
