// Keyboard control and screen reader announcements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, setUpBoard, startGame, typeMove, waitForPly } from "./harness.mjs";

const board = setUpBoard();

const cell = (page, square) => page.locator(`.grid [data-square="${square}"]`);
const focusedElement = (page) =>
  page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.localName);
const waitForAnnouncement = (page, pattern) =>
  page.waitForFunction(
    (source) => new RegExp(source).test(document.querySelector(".announcements").textContent),
    pattern.source,
  );

test("shortcuts work while a square has the focus", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  await cell(page, "5i").focus();
  await page.keyboard.press("f");
  await page.locator(".ground.orientation-gote").waitFor();
  assert.equal(await focusedElement(page), "5i", "the focus stays on the square when the board is flipped");
  await page.keyboard.press("r");
  await page.locator("aside.rules").waitFor();
  await page.keyboard.press("r");
  await page.locator("aside.rules").waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.locator("dialog.new-game").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
  assert.equal(await focusedElement(page), "5i");
  // On a square, the arrow keys move the focus.
  await page.keyboard.press("ArrowDown");
  assert.equal(await focusedElement(page), "5h");
});

test("Escape in the move field returns the focus to the last square", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  await cell(page, "5i").focus();
  await page.keyboard.press("/");
  assert.equal(await focusedElement(page), "input");
  await page.keyboard.type("5i");
  await page.keyboard.press("Escape");
  assert.equal(await focusedElement(page), "5i");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  assert.equal(await focusedElement(page), "body");
  await page.keyboard.press("f");
  await page.locator(".ground.orientation-gote").waitFor();
});

for (const lang of ["en", "ja"])
  test(`selecting a piece announces its destinations (${lang})`, async (t) => {
    const page = await board.openPage(t, { settings: { lang } });
    await startGame(page, { game: "minishogi" });
    assert.equal(await cell(page, "4e").getAttribute("aria-selected"), "false");
    await cell(page, "4e").focus();
    await page.keyboard.press("Enter");
    await waitForAnnouncement(page, lang === "ja" ? /４五の金.*は.*４四.*動けます/ : /Gold on 4e can move to .*4d/);
    assert.equal(await cell(page, "4e").getAttribute("aria-selected"), "true");
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 1);
    const labels = await page
      .locator(".grid td")
      .evaluateAll((cells) =>
        cells.filter((one) => /legal destination|移動できる/.test(one.ariaLabel)).map((one) => one.dataset.square),
      );
    assert.deepEqual(
      labels.sort(),
      await page.locator("sq.dest").evaluateAll((all) => all.map((one) => one.sgKey).sort()),
    );
    await page.keyboard.press("Escape");
    await waitForAnnouncement(page, lang === "ja" ? /選択を解除しました/ : /Deselected/);
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 0);
    await page.keyboard.press("Enter");
    await page.locator(".grid [aria-selected=true]").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await waitForPly(page, 1, "4e4d");
    await waitForAnnouncement(page, lang === "ja" ? /４四へ/ : /4e to 4d/);
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 0);
  });

test("selecting a piece in hand announces its drops; a blocked piece has none", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "minishogi sfen 4k/5/5/P4/K3G b P 1");
  await page.locator('[data-hand="black P"]').focus();
  await page.keyboard.press("Enter");
  await waitForAnnouncement(page, /Pawn in hand can be dropped on .*4b/);
  assert.equal(await page.locator('[data-hand="black P"]').getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Enter");
  await waitForAnnouncement(page, /Deselected/);
  await startGame(page, { game: "minishogi" });
  await cell(page, "5d").focus();
  await page.keyboard.press("Enter");
  await waitForAnnouncement(page, /Pawn on 5d can move to 5c/);
  await startGame(page, { game: "yari" });
  await cell(page, "4i").focus();
  await page.keyboard.press("Enter");
  await waitForAnnouncement(page, /on 4i/);
});

test("commands describe the board without sight", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "minishogi startpos moves 3e3d 3a3b");
  const answer = async (command) => {
    await typeMove(page, command);
    await page.waitForFunction((last) => document.querySelector(".notice")?.textContent !== last, previous);
    previous = await page.locator(".notice").textContent();
    return previous;
  };
  let previous = "";
  assert.match(await answer("l"), /3a.*3b/);
  assert.match(await answer("c"), /no clock/);
  assert.match(await answer("o"), /no opponent/);
  assert.match(await answer("p S"), /Black: Silver 3d.*White: Silver 3b/);
  assert.match(await answer("s 3"), /3b White Silver.*3d Black Silver/);
  assert.match(await answer("s a"), /5a White Rook/);
  assert.match(await answer("m 3d"), /2c/);
  await page.locator("[role=gridcell][data-square='3d']").focus();
  await page.keyboard.press("s");
  await page.waitForFunction(() => /5d/.test(document.querySelector(".notice")?.textContent ?? ""));
});
