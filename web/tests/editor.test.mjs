// Setting up positions, and what the rules refuse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, ply, sfen, type } from "./harness.mjs";
import { square } from "./hands.mjs";

const at = board();

/** Opens the editor for a game. */
async function edit(page, game) {
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  await page.locator("[data-do=edit]").click();
  await page.locator("select[name=edit-game]").selectOption(game);
  await page.locator(`.board[data-game="${game}"]`).waitFor();
}

async function put(page, text) {
  const field = page.locator("input[name=sfen]");
  await field.fill(text);
  await field.press("Enter");
}

const refusals = [
  ["yari", "4k2/7/7/7/7/7/7/7/7 b - 1", /exactly one|0/],
  ["yari", "3k3/7/7/3P3/7/3P3/7/7/3K3 b - 1", /two Pawns.*4/],
  ["yari", "3k2P/7/7/7/7/7/7/7/3K3 b - 1", /1a/],
  ["hajiku", "3k3/7/7/7/3+G3/7/7/7/3K3 b - 1", /check/],
  ["shogi", "4k4/9/9/9/9/9/9/9/4K4 b 3R 1", /3/],
  ["hasami", "9/9/9 b - 1", /rank/],
  ["minishogi", "4k/5/5/5/K3X b - 1", /X/],
];

for (const [game, text, words] of refusals) {
  test(`${game}: ${text} is refused, and why is said`, async (t) => {
    const page = await at.visit(t, { expected: [/status of 422/] });
    await edit(page, game);
    await put(page, text);
    const refusal = page.locator("[data-refusal]");
    await refusal.waitFor();
    assert.match(await refusal.textContent(), words);
    assert.ok(await page.locator("[data-do=editor-done]").isDisabled());
    assert.ok(await page.locator("[data-do=editor-play]").isDisabled());
  });
}

test("a King is taken off and put back", async (t) => {
  const page = await at.visit(t, { expected: [/status of 422/] });
  await edit(page, "minishogi");
  await page.locator("[data-tool=remove]").click();
  await page.mouse.click(...(await square(page, "5e")));
  await page.locator("[data-refusal]").waitFor();
  await page.locator("[data-face='black K']").click();
  await page.mouse.click(...(await square(page, "5e")));
  await page.locator("[data-refusal]").waitFor({ state: "detached" });
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-done]").disabled);
  assert.equal(await page.locator("input[name=sfen]").inputValue(), "rbsgk/4p/5/P4/KGSBR b - 1");
});

test("a position with hands is set up and played on", async (t) => {
  const page = await at.visit(t, { expected: [/status of 422/] });
  await edit(page, "hajiku");
  await page.locator("[data-do=clear]").click();
  // The Kings stay: nobody can do without.
  await page.locator("[data-face='white P']").click();
  await page.mouse.click(...(await square(page, "4b")));
  await page.locator("[data-held='black +F'] [data-do=more-one]").click();
  await page.locator("select[name=edit-turn]").selectOption("black");
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-play]").disabled);
  const position = await page.locator("input[name=sfen]").inputValue();
  assert.equal(position, "3k3/3p3/7/7/7/7/7/7/3K3 b +F 1");
  await page.locator("[data-do=editor-play]").click();
  await page.locator("dialog.new-game").waitFor();
  await begin(page, { game: "hajiku", start: "here" });
  assert.equal(await sfen(page), position);
  await type(page, "+F*4d");
  await ply(page, 1, "+F*4d");
});

test("a piece is dragged from the palette and about the board", async (t) => {
  const page = await at.visit(t, { expected: [/status of 422/] });
  await edit(page, "yari");
  await put(page, "3k3/7/7/7/7/7/7/7/3K3 b - 1");
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-done]").disabled);
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
    await page.mouse.move(...to, { steps: 4 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.mouse.up();
  };
  const face = await page.locator("[data-face='black R']").boundingBox();
  await drag([face.x + face.width / 2, face.y + face.height / 2], await square(page, "2g"));
  const shows = (text) => page.waitForFunction((wanted) => document.querySelector(".board").dataset.sfen.startsWith(wanted), text);
  await shows("3k3/7/7/7/7/7/5R1/7/3K3 ");
  await page.locator("[data-tool=move]").click();
  await drag(await square(page, "2g"), await square(page, "6c"));
  await shows("3k3/7/1R5/7/7/7/7/7/3K3 ");
});

test("leaving the editor brings the game back", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  await type(page, "5i5e 5a5d");
  const position = await sfen(page);
  await page.locator("[data-do=edit]").click();
  await page.locator("[data-do=clear]").click();
  await page.locator("[data-do=editor-cancel]").click();
  await ply(page, 2);
  assert.equal(await sfen(page), position);
});

test("refusals are in Japanese, too", async (t) => {
  const page = await at.visit(t, { settings: { lang: "ja" }, expected: [/status of 422/] });
  await edit(page, "shogi");
  await put(page, "4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1");
  await page.locator("[data-refusal]").waitFor();
  assert.match(await page.locator("[data-refusal]").textContent(), /[\u3040-\u9fff]/);
});
