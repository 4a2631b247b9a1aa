// The page by keyboard, and as a screen reader has it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, load, ply } from "./harness.mjs";

const at = board();

const cell = (page, square) => page.locator(`.grid [data-square="${square}"]`);
const focused = (page) => page.evaluate(() => document.activeElement.dataset.square ?? document.activeElement.localName);
const heard = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".heard").textContent), pattern.source);

test("letters work while a square has the focus", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  await cell(page, "5i").focus();
  await page.keyboard.press("f");
  await page.locator(".ground.orientation-gote").waitFor();
  assert.equal(await focused(page), "5i", "the board is turned under the focus");
  await page.keyboard.press("r");
  await page.locator("aside.rules").waitFor();
  await page.keyboard.press("r");
  await page.locator("aside.rules").waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await page.locator("dialog.new-game").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
  assert.equal(await focused(page), "5i");
  // Arrows are the square's own.
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), "5h");
});

test("Escape leaves the line for moves, to the square that it was entered from", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  await cell(page, "5i").focus();
  await page.keyboard.press("/");
  assert.equal(await focused(page), "input");
  await page.keyboard.type("5i");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "5i");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), "body");
  await page.keyboard.press("f");
  await page.locator(".ground.orientation-gote").waitFor();
});

for (const lang of ["en", "ja"])
  test(`a piece that is picked up says where it can go (${lang})`, async (t) => {
    const page = await at.visit(t, { settings: { lang } });
    await begin(page, { game: "minishogi" });
    assert.equal(await cell(page, "4e").getAttribute("aria-selected"), "false");
    await cell(page, "4e").focus();
    await page.keyboard.press("Enter");
    await heard(page, lang === "ja" ? /４五の金.*は.*４四.*動けます/ : /Gold on 4e can go to .*4d/);
    assert.equal(await cell(page, "4e").getAttribute("aria-selected"), "true");
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 1);
    const labels = await page.locator(".grid td").evaluateAll((cells) =>
      cells.filter((one) => /can be moved to|移動できる/.test(one.ariaLabel)).map((one) => one.dataset.square),
    );
    assert.deepEqual(labels.sort(), await page.locator("sq.dest").evaluateAll((all) => all.map((one) => one.sgKey).sort()));
    await page.keyboard.press("Escape");
    await heard(page, lang === "ja" ? /元に戻しました/ : /Put back/);
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 0);
    await page.keyboard.press("Enter");
    await page.locator(".grid [aria-selected=true]").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await ply(page, 1, "4e4d");
    await heard(page, lang === "ja" ? /４四へ/ : /4e to 4d/);
    assert.equal(await page.locator(".grid [aria-selected=true]").count(), 0);
  });

test("a piece without a move and one in hand say so, too", async (t) => {
  const page = await at.visit(t);
  await load(page, "minishogi sfen 4k/5/5/P4/K3G b P 1");
  await page.locator('[data-hand="black P"]').focus();
  await page.keyboard.press("Enter");
  await heard(page, /Pawn in hand can be dropped on .*4b/);
  assert.equal(await page.locator('[data-hand="black P"]').getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Enter");
  await heard(page, /Put back/);
  await begin(page, { game: "minishogi" });
  await cell(page, "5d").focus();
  await page.keyboard.press("Enter");
  await heard(page, /Pawn on 5d can go to 5c/);
  await begin(page, { game: "yari" });
  await cell(page, "4i").focus();
  await page.keyboard.press("Enter");
  await heard(page, /on 4i/);
});
