// The position editor and its validation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardSfen, startGame, typeMoves, setUpBoard, waitForPly } from "./harness.mjs";
import { squareCenter } from "./move-input.mjs";

const board = setUpBoard();

/** Opens the editor for a game. */
async function openEditor(page, game) {
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  await page.locator("[data-do=edit]").click();
  await page.locator("select[name=edit-game]").selectOption(game);
  await page.locator(`.board[data-game="${game}"]`).waitFor();
}

async function enterSfen(page, text) {
  const field = page.locator("input[name=sfen]");
  await field.fill(text);
  await field.press("Enter");
}

const invalidPositions = [
  ["yari", "4k2/7/7/7/7/7/7/7/7 b - 1", /exactly one|0/],
  ["yari", "3k3/7/7/3P3/7/3P3/7/7/3K3 b - 1", /two Pawns.*4/],
  ["yari", "3k2P/7/7/7/7/7/7/7/3K3 b - 1", /1a/],
  ["hajiku", "3k3/7/7/7/3+G3/7/7/7/3K3 b - 1", /check/],
  ["shogi", "4k4/9/9/9/9/9/9/9/4K4 b 3R 1", /3/],
  ["hasami", "9/9/9 b - 1", /rank/],
  ["minishogi", "4k/5/5/5/K3X b - 1", /X/],
];

for (const [game, text, pattern] of invalidPositions) {
  test(`${game}: ${text} is rejected with a reason`, async (t) => {
    const page = await board.openPage(t, { expected: [/status of 422/] });
    await openEditor(page, game);
    await enterSfen(page, text);
    const error = page.locator("[data-error]");
    await error.waitFor();
    assert.match(await error.textContent(), pattern);
    assert.ok(await page.locator("[data-do=editor-analyse]").isDisabled());
    assert.ok(await page.locator("[data-do=editor-play]").isDisabled());
  });
}

test("a King can be removed and placed again", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await openEditor(page, "minishogi");
  await page.locator("[data-tool=remove]").click();
  await page.mouse.click(...(await squareCenter(page, "5e")));
  await page.locator("[data-error]").waitFor();
  await page.locator("[data-piece='black K']").click();
  await page.mouse.click(...(await squareCenter(page, "5e")));
  await page.locator("[data-error]").waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-analyse]").disabled);
  assert.equal(await page.locator("input[name=sfen]").inputValue(), "rbsgk/4p/5/P4/KGSBR b - 1");
});

test("a position with pieces in hand can be set up and played", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await openEditor(page, "hajiku");
  await page.locator("[data-do=clear]").click();
  // The Kings stay on the board.
  await page.locator("[data-piece='white P']").click();
  await page.mouse.click(...(await squareCenter(page, "4b")));
  await page.locator("[data-hand-count='black +F'] [data-do=hand-plus]").click();
  await page.locator("select[name=edit-turn]").selectOption("black");
  const position = "3k3/3p3/7/7/7/7/7/7/3K3 b +F 1";
  await page.waitForFunction((sfen) => document.querySelector("input[name=sfen]").value === sfen, position);
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-play]").disabled);
  await page.locator("[data-do=editor-play]").click();
  await page.locator("dialog.new-game").waitFor();
  await startGame(page, { game: "hajiku", start: "here" });
  assert.equal(await boardSfen(page), position);
  await typeMoves(page, "+F*4d");
  await waitForPly(page, 1, "+F*4d");
});

test("pieces can be dragged from the palette and on the board", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await openEditor(page, "yari");
  await enterSfen(page, "3k3/7/7/7/7/7/7/7/3K3 b - 1");
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-analyse]").disabled);
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
    await page.mouse.move(...to, { steps: 4 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.mouse.up();
  };
  const piece = await page.locator("[data-piece='black R']").boundingBox();
  await drag([piece.x + piece.width / 2, piece.y + piece.height / 2], await squareCenter(page, "2g"));
  const waitForBoard = (text) =>
    page.waitForFunction((wanted) => document.querySelector(".board").dataset.sfen.startsWith(wanted), text);
  await waitForBoard("3k3/7/7/7/7/7/5R1/7/3K3 ");
  await page.locator("[data-tool=move]").click();
  await drag(await squareCenter(page, "2g"), await squareCenter(page, "6c"));
  await waitForBoard("3k3/7/1R5/7/7/7/7/7/3K3 ");
});

test("closing the editor restores the game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e 5a5d");
  const position = await boardSfen(page);
  await page.locator("[data-do=edit]").click();
  await page.locator("[data-do=clear]").click();
  await page.locator("[data-do=editor-cancel]").click();
  await waitForPly(page, 2);
  assert.equal(await boardSfen(page), position);
});

test("errors are translated to Japanese", async (t) => {
  const page = await board.openPage(t, { settings: { lang: "ja" }, expected: [/status of 422/] });
  await openEditor(page, "shogi");
  await enterSfen(page, "4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1");
  await page.locator("[data-error]").waitFor();
  assert.match(await page.locator("[data-error]").textContent(), /[\u3040-\u9fff]/);
});
