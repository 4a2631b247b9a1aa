// Arrows and circles drawn by the user: by touch, mouse and keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility, layoutErrors } from "./checks.mjs";
import { importText, mainLine, screenshot, setUpBoard, typeMoves, waitForPly } from "./harness.mjs";
import { squareCenter } from "./move-input.mjs";

const board = setUpBoard();

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SHOGI = "shogi startpos moves 7g7f 3c3d";

/** Waits until the board shows a number of arrows and circles of the user. */
const waitForShapes = (page, arrows, circles) =>
  page.waitForFunction(
    (expected) =>
      document.querySelectorAll(".sg-shapes g.primary line").length === expected[0] &&
      document.querySelectorAll(".sg-shapes g.primary ellipse").length === expected[1],
    [arrows, circles],
  );

const nextFrames = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Moves a finger from square to square. */
async function swipe(page, from, to) {
  const client = await page.context().newCDPSession(page);
  const [[x, y], [toX, toY]] = [await squareCenter(page, from), await squareCenter(page, to)];
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: toX, y: toY }] });
  // shogiground updates the arrow once per animation frame.
  await nextFrames(page);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("arrows and circles are drawn by touch in the draw mode", async (t) => {
  const page = await board.openPage(t, PHONE);
  await importText(page, SHOGI);
  await page.locator("[data-do=draw-mode]").tap();
  await page.locator("[data-do=draw-mode][aria-pressed=true]").waitFor();
  assert.ok(await page.locator("[data-do=erase]").isDisabled());
  await swipe(page, "8h", "2b");
  await waitForShapes(page, 1, 0);
  await swipe(page, "5e", "5e");
  await waitForShapes(page, 1, 1);
  assert.deepEqual(await mainLine(page), ["7g7f", "3c3d"], "no piece has moved");
  await page.locator(".notice [data-do=dismiss]").tap();
  await screenshot(page, "drawing-phone");
  assert.deepEqual(await layoutErrors(page), []);
  // The same arrow again erases it.
  await swipe(page, "8h", "2b");
  await waitForShapes(page, 0, 1);
  await page.locator("[data-do=erase]").tap();
  await waitForShapes(page, 0, 0);
  await page.locator("[data-do=draw-mode]").tap();
  await page.locator("[data-do=draw-mode][aria-pressed=false]").waitFor();
  await page.touchscreen.tap(...(await squareCenter(page, "2g")));
  await page.touchscreen.tap(...(await squareCenter(page, "2f")));
  await waitForPly(page, 3, "2g2f");
});

test("drawings belong to their position, and the right button draws without the draw mode", async (t) => {
  const page = await board.openPage(t);
  await importText(page, SHOGI);
  const [from, to] = [await squareCenter(page, "7f"), await squareCenter(page, "7c")];
  await page.mouse.move(...from);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...to, { steps: 3 });
  await nextFrames(page);
  await page.mouse.up({ button: "right" });
  await waitForShapes(page, 1, 0);
  await page.locator("[data-do=back]").click();
  await waitForShapes(page, 0, 0);
  await page.locator("[data-do=forward]").click();
  await waitForShapes(page, 1, 0);
  await importText(page, "shogi startpos");
  await waitForShapes(page, 0, 0);
});

for (const [lang, arrow, circle] of [
  ["en", /Arrow from 7g to 7c/, /Circle on 5e/],
  ["ja", /７七から７三への矢印/, /５五に丸/],
])
  test(`drawings are made by keyboard and announced (${lang})`, async (t) => {
    const page = await board.openPage(t, { settings: { lang } });
    await page.keyboard.press("Escape");
    await importText(page, SHOGI);
    const cell = (square) => page.locator(`.grid [data-square="${square}"]`);
    const press = async (square) => {
      await cell(square).focus();
      await page.keyboard.press("Enter");
    };
    const announced = (pattern) =>
      page.waitForFunction(
        (source) => new RegExp(source).test(document.querySelector(".announcements").textContent),
        pattern.source,
      );
    await cell("7g").focus();
    await page.keyboard.press("d");
    await page.locator("[data-do=draw-mode][aria-pressed=true]").waitFor();
    await press("7g");
    await press("7c");
    await announced(arrow);
    await waitForShapes(page, 1, 0);
    await press("5e");
    await press("5e");
    await announced(circle);
    await waitForShapes(page, 1, 1);
    await checkAccessibility(page, "the draw mode");
    await screenshot(page, `drawing-${lang}`);
    await page.keyboard.press("Escape");
    await page.locator("[data-do=draw-mode][aria-pressed=false]").waitFor();
    await typeMoves(page, "2g2f", 2);
    assert.deepEqual(await mainLine(page), ["7g7f", "3c3d", "2g2f"]);
  });
