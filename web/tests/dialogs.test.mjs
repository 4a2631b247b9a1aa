// Dialogs and messages: their effects, and their placement on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, mainLine, screenshot, startGame, typeMove, typeMoves, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();

const SIZES = [
  [390, 844],
  [1280, 720],
  [1920, 1080],
];
const newGameDialog = (page) => page.locator("dialog.new-game");

/** Opens the rules of a game from the new-game dialog, after changing some of its fields. */
async function openRulesFromNewGame(page, game) {
  const dialog = newGameDialog(page);
  await dialog.locator(`input[name=game][value="${game}"]`).check({ force: true });
  await dialog.locator("select[name=new-white]").selectOption("1");
  await dialog.locator("[data-do=read-rules]").click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("aside.rules section[data-section=start]").waitFor();
  assert.equal(await page.locator("select[name=rules-of]").inputValue(), game);
}

for (const [method, close] of [
  ["with the close button", (page) => page.locator("[data-do=close-rules]").click()],
  ["with the back button", (page) => page.locator("[data-do=rules-back]").click()],
  ["with Escape", (page) => page.keyboard.press("Escape")],
])
  test(`closing the rules ${method} returns to the new-game dialog`, async (t) => {
    const page = await board.openPage(t);
    await openRulesFromNewGame(page, "minishogi");
    await close(page);
    await newGameDialog(page).waitFor();
    assert.equal(await page.locator("aside.rules").count(), 0);
    assert.ok(await newGameDialog(page).locator("input[value=minishogi]").isChecked());
    assert.equal(await newGameDialog(page).locator("select[name=new-white]").inputValue(), "1");
    await newGameDialog(page).locator("[data-do=start-game]").click();
    await newGameDialog(page).waitFor({ state: "detached" });
    await typeMove(page, "5d5c");
    await waitForPly(page, 2);
  });

test("the rules can be opened by keyboard, in Japanese, on a phone", async (t) => {
  const page = await board.openPage(t, { settings: { lang: "ja" }, viewport: { width: 390, height: 844 } });
  await newGameDialog(page).locator("[data-do=read-rules]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("aside.rules"));
  assert.match(await page.locator("[data-do=rules-back]").textContent(), /[\u3040-\u9fff]/);
  await screenshot(page, "rules-first-ja-390");
  await page.keyboard.press("Escape");
  await newGameDialog(page).waitFor();
});

test("opening the rules from the new-game dialog does not affect the current game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e 5a5d");
  await page.locator("header [data-do=new]").click();
  await openRulesFromNewGame(page, "yari");
  assert.deepEqual(await mainLine(page), ["5i5e", "5a5d"]);
  await page.locator("[data-do=close-rules]").click();
  await newGameDialog(page).waitFor();
  await page.keyboard.press("Escape");
  await newGameDialog(page).waitFor({ state: "detached" });
  await typeMoves(page, "4i4e", 2);
});

test("Escape in the first new-game dialog starts no game", async (t) => {
  const page = await board.openPage(t);
  await page.keyboard.press("Escape");
  await newGameDialog(page).waitFor({ state: "detached" });
  assert.equal(await page.locator("main").getAttribute("data-state"), "free");
  await typeMoves(page, "5i5e 5a5d");
  assert.equal(await page.locator("main").getAttribute("data-state"), "free");
});

test("the default level is the one of the API limits", async (t) => {
  const page = await board.openPage(t);
  const limits = await board.limits();
  assert.equal(limits.level, 3);
  assert.equal(await newGameDialog(page).locator("select[name=new-white]").inputValue(), "3");
});

for (const lang of ["en", "ja"])
  test(`starting a new game asks before it ends the current one (${lang})`, async (t) => {
    const page = await board.openPage(t, { settings: { lang } });
    await startGame(page, { game: "hasami" });
    await typeMoves(page, "5i5e 5a5d");
    const confirmation = page.locator("dialog.confirm");
    await page.locator("header [data-do=new]").click();
    await newGameDialog(page).locator("[data-do=start-game]").dblclick();
    await confirmation.waitFor();
    // The second click of a double click does not count as a click outside the dialog.
    await page.mouse.move(5, 5);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.ok(await confirmation.isVisible());
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await screenshot(page, `confirmation-${lang}-${width}`);
    }
    // Enter and Escape select no.
    await page.keyboard.press("Enter");
    await confirmation.waitFor({ state: "detached" });
    await newGameDialog(page).locator("[data-do=open-board]").click();
    await confirmation.waitFor();
    await page.keyboard.press("Escape");
    await confirmation.waitFor({ state: "detached" });
    assert.deepEqual(await mainLine(page), ["5i5e", "5a5d"]);
    await newGameDialog(page).locator("[data-do=start-game]").click();
    await confirmation.locator("[data-do=confirm-yes]").click();
    await newGameDialog(page).waitFor({ state: "detached" });
    await waitForPly(page, 0);
  });

test("an import, a link and the rules ask before they end the current game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e 5a5d");
  const confirmation = page.locator("dialog.confirm");
  const decline = async () => {
    await confirmation.locator("[data-do=confirm-no]").click();
    await confirmation.waitFor({ state: "detached" });
    assert.deepEqual(await mainLine(page), ["5i5e", "5a5d"]);
  };
  await importText(page, "yari startpos moves 4g4f", { opens: false });
  await decline();
  await page.locator("dialog.records [data-do=close]").click();
  await page.evaluate(() => (location.hash = "game=yari&moves=4g4f"));
  await decline();
  await page.locator("header [data-do=rules]").click();
  await page.locator("select[name=rules-of]").selectOption("yari");
  await page.locator("[data-do=try]").click();
  await decline();
});

test("an error in a dialog is shown inside the dialog", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await importText(page, "not a game", { opens: false });
    const notice = page.locator("dialog.records .notice.error");
    await notice.waitFor();
    const isOnTop = await notice.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(isOnTop, `${width}`);
    await screenshot(page, `dialog-error-${width}`);
    await notice.locator("[data-do=dismiss]").click();
    await notice.waitFor({ state: "detached" });
  }
});

/** Returns the width and height of the overlap between message and board, or null. */
const overlap = (page) =>
  page.evaluate(() => {
    const [one, other] = [".notice", "sg-board"].map((name) => document.querySelector(name).getBoundingClientRect());
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 0 && height > 0 ? [width, height] : null;
  });

for (const [width, height] of SIZES)
  for (const game of ["hasami", "yari", "minishogi"])
    test(`a message covers no square of ${game} at ${width} by ${height}`, async (t) => {
      const page = await board.openPage(t, { viewport: { width, height }, expected: [/status of 422/] });
      await startGame(page, { game });
      await typeMove(page, "this is not a move, and its error message is longer than a line on a phone");
      await page.locator(".notice").waitFor();
      assert.equal(await overlap(page), null);
      const [typed, message] = await Promise.all(
        ["input[name=entry]", ".notice"].map((name) => page.locator(name).boundingBox()),
      );
      assert.ok(
        message.y + message.height <= typed.y || message.y >= typed.y + typed.height,
        "the message does not cover the move field",
      );
      await screenshot(page, `notice-${game}-${width}`);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      assert.equal(await overlap(page), null, "after scrolling");
    });
