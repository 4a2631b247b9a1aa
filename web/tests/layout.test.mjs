// Layout: for every game and window size, nothing overlaps or is cut off, and the board is as large
// as the window permits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isInView, layoutErrors } from "./checks.mjs";
import { importText, screenshot, startGame, typeMove, typeMoves, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();

/** Every game, with moves to play before the check. */
const GAMES = {
  hasami: "5i5e 5a5d",
  "hasami-nocorner": "5i5e 5a5d",
  "hasami-chess": "",
  "hasami-jsa": "5i5e 5a5d",
  "dai-hasami": "5h5e 5b5d",
  "hasami-five": "",
  "hasami-brainking": "",
  "hasami-ludos": "",
  "mak-yek": "",
  yari: "4g4f 4c4d",
  hajiku: "4g4f 4c4d",
  shogi: "7g7f 3c3d",
  minishogi: "5d5c 1b1c",
};

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

/** Returns the share of the space below the header that the board uses, in its larger direction. */
const boardShare = (page) =>
  page.evaluate(() => {
    const { width, height } = document.querySelector(".board").getBoundingClientRect();
    const top = document.querySelector("header.top").getBoundingClientRect().bottom;
    return Math.max(height / (innerHeight - top), width / innerWidth);
  });

/** Checks a game in several window sizes, without analysis and with five analysis lines. */
async function checkLayout(page, game, moves, windows) {
  await startGame(page, { game });
  if (moves) await typeMoves(page, moves);
  const found = [];
  const shares = [];
  for (const analysis of [false, true]) {
    if (analysis) {
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line='5']").waitFor();
    }
    for (const [index, size] of windows.entries()) {
      const name = `${size.width} x ${size.height}, analysis ${analysis ? "on" : "off"}`;
      await page.setViewportSize(size);
      await screenshot(page, `layout-${game}-${size.width}-${analysis ? "on" : "off"}`);
      for (const error of await layoutErrors(page)) found.push(`${name}: ${error}`);
      const current = await boardShare(page);
      if (current < 0.85) found.push(`${name}: the board uses only ${current.toFixed(2)} of the space`);
      if (analysis && current !== shares[index]) found.push(`${name}: the board changes size`);
      shares[index] = current;
    }
  }
  assert.deepEqual(found, []);
}

for (const [game, moves] of Object.entries(GAMES)) {
  test(`${game}: layout in all window sizes`, async (t) => {
    const page = await board.openPage(t, { viewport: WINDOWS[0], settings: { lines: 5 } });
    await checkLayout(page, game, moves, WINDOWS);
  });

  test(`${game}: layout on a phone`, async (t) => {
    const page = await board.openPage(t, { ...PHONE, settings: { lines: 5 } });
    await checkLayout(page, game, moves, [PHONE.viewport]);
  });
}

test("the comment field can be reached in all window sizes", async (t) => {
  const page = await board.openPage(t, { viewport: WINDOWS[0], settings: { lines: 5 } });
  for (const game of Object.keys(GAMES)) {
    await startGame(page, { game });
    await page.locator("[data-do=analysis]").click();
    await page.locator("[data-line='5']").waitFor();
    await page.locator("details.more > summary").click();
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height });
      const found = (await layoutErrors(page)).filter((error) => / overlap | wide /.test(error));
      assert.deepEqual(found, [], `${game} at ${width} x ${height}`);
      for (const control of ["textarea[name=comment]", "[data-do=share]"]) {
        await page.locator(control).scrollIntoViewIfNeeded();
        assert.ok(await isInView(page.locator(control)), `${control} of ${game} at ${width} x ${height}`);
      }
    }
    await screenshot(page, `layout-comment-${game}`);
    await page.locator("details.more > summary").click();
    await page.locator("[data-do=analysis]").click();
  }
});

const STEPS = ["first", "back", "forward", "last", "flip"];

/** Returns the positions of the navigation and game buttons. */
const buttonPositions = (page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll(".navigation button, .panel > .actions button")];
    return buttons.map((node) => {
      const { left, top, width } = node.getBoundingClientRect();
      return `${node.dataset.do} ${Math.round(left)} ${Math.round(top + scrollY)} ${Math.round(width)}`;
    });
  });

/** Clicks through the game. Fails if a button moves between two clicks. */
async function checkButtonPositions(page, name) {
  const before = await buttonPositions(page);
  for (const step of ["back", "back", "first", "forward", "last", "back"]) {
    const button = page.locator(`.navigation [data-do=${step}]`);
    if (await button.isDisabled()) continue;
    const shown = await page.locator(".board").getAttribute("data-sfen");
    await button.click();
    await page.waitForFunction((sfen) => document.querySelector(".board").dataset.sfen !== sfen, shown);
    assert.deepEqual(await buttonPositions(page), before, `${name}: after ${step}`);
  }
  assert.ok(before.length > STEPS.length, "the game buttons are missing");
  await page.locator(".navigation [data-do=last]").click();
}

for (const [where, options] of [
  ["in a window", { viewport: WINDOWS[0] }],
  ["on a phone", PHONE],
]) {
  for (const lang of ["en", "ja"]) {
    test(`buttons keep their positions ${where} (${lang})`, async (t) => {
      const page = await board.openPage(t, { ...options, settings: { lang, lines: 5 } });
      // Against the engine, with and without analysis, then after resigning.
      await startGame(page, { game: "hajiku", white: "1" });
      await typeMove(page, "4g4f");
      await waitForPly(page, 2);
      await typeMove(page, "5g5f");
      await waitForPly(page, 4);
      await checkButtonPositions(page, "against the engine");
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line='5']").waitFor();
      await checkButtonPositions(page, "with analysis");
      await page.locator("[data-do=analysis]").click();
      const [before] = [await buttonPositions(page), await page.locator("[data-do=resign]").click()];
      await page.locator("[data-do=resign-yes]").waitFor();
      assert.deepEqual(await buttonPositions(page), before, "resignation confirmation");
      await page.locator("[data-do=resign-yes]").click();
      await page.locator(".status .result").waitFor();
      await checkButtonPositions(page, "after the game");
      // Two people.
      await startGame(page, { game: "hasami" });
      await typeMoves(page, "5i5e 5a5d 4i4e");
      await checkButtonPositions(page, "two people");
      // An imported game that has been won.
      await importText(page, "hasami sfen 9/9/9/9/Pp7/9/9/9/2P5p b - 1 moves 7i7e");
      await checkButtonPositions(page, "a record");
      // A position in which a win can be declared.
      await importText(page, "shogi sfen K8/GGGGSSSS1/RRBB5/9/9/9/9/4k4/9 w - 1");
      await page.locator("[data-do=play-here]").click();
      await typeMoves(page, "5h5i 9a8a 5i5h");
      await page.locator("[data-do=declare]").waitFor();
      await checkButtonPositions(page, "with a declaration");
    });
  }
}

/** Opens the editor for a game. */
async function openEditor(page, game) {
  await page.locator("header [data-do=edit]").click();
  await page.locator("select[name=edit-game]").selectOption(game);
  await page.locator(`.board[data-game="${game}"]`).waitFor();
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-play]").disabled);
}

for (const [name, options, windows] of [
  ["in all window sizes", { viewport: WINDOWS[0] }, WINDOWS],
  ["on a phone", PHONE, [PHONE.viewport]],
]) {
  test(`editor layout ${name}: its buttons are visible`, async (t) => {
    const page = await board.openPage(t, options);
    await page.keyboard.press("Escape");
    const found = [];
    for (const game of Object.keys(GAMES)) {
      await openEditor(page, game);
      for (const size of windows) {
        await page.setViewportSize(size);
        await screenshot(page, `layout-editor-${game}-${size.width}`);
        const at = `${game} at ${size.width} x ${size.height}`;
        for (const error of await layoutErrors(page)) found.push(`${at}: ${error}`);
        for (const hook of ["editor-analyse", "editor-play", "editor-cancel"])
          if (!(await isInView(page.locator(`[data-do=${hook}]`)))) found.push(`${at}: ${hook} is not visible`);
      }
      await page.locator("[data-do=editor-cancel]").click();
    }
    assert.deepEqual(found, []);
  });
}

test("the editor shows its own game and no captured men", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hajiku" });
  await openEditor(page, "hasami");
  assert.equal(await page.locator("header .title").textContent(), "Hasami Shogi");
  assert.equal(await page.locator("[data-captured]:not([data-captured='0'])").count(), 0);
  assert.equal(await page.locator(".captured-men .piece-image").count(), 0);
  await page.locator("[data-do=editor-cancel]").click();
  await page.locator(".board[data-game=hajiku]").waitFor();
  assert.equal(await page.locator("header .title").textContent(), "Hajiku Shogi");
});
