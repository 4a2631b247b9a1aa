// Takes the screenshots of the documentation: Hasami with a capture preview, Hajiku with the rules
// beside the board, and games from definitions. See screenshots.sh.

import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  dropFile,
  importText,
  setUpBoard,
  shippedDefinition,
  startGame,
  typeMoves,
  waitForPly,
} from "./harness.mjs";
import { squareCenter } from "./move-input.mjs";

const board = setUpBoard();
const OPTIONS = { viewport: { width: 1280, height: 800 } };

const save = (page, name) =>
  page.screenshot({ path: fileURLToPath(new URL(`../../docs/board-${name}.png`, import.meta.url)) });

test("Hasami with analysis and a capture preview", async (t) => {
  const page = await board.openPage(t, { ...OPTIONS, settings: { lines: 3 } });
  await importText(page, "hasami startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c 2i2h 1f1h 2h6h 2a2i 8i8h");
  await waitForPly(page, 11);
  await page.locator("[data-do=analysis]").click();
  // At this depth the lines are stable.
  await page.waitForFunction(() => {
    const [depth] = document.querySelector(".analysis .search-info")?.textContent.match(/\d+(?=\/)/) ?? [0];
    return Number(depth) >= 12;
  });
  await page.mouse.click(...(await squareCenter(page, "7c")));
  await page.mouse.move(...(await squareCenter(page, "7i")));
  await save(page, "hasami");
});

test("Hajiku with the rules beside the board", async (t) => {
  const page = await board.openPage(t, OPTIONS);
  await startGame(page, { game: "hajiku" });
  await typeMoves(page, "6i5h 3c3d 5g5f 3a4b 6h1c+ 2b1c! 7i6i");
  await page.locator("header [data-do=rules]").click();
  await page.locator("aside.rules [data-section=counter-flip]").waitFor();
  await page.evaluate(() => {
    const rules = document.querySelector("aside.rules");
    const section = rules.querySelector("[data-section=counter-flip]");
    rules.scrollTop += section.getBoundingClientRect().top - rules.getBoundingClientRect().top - 8;
  });
  await page.locator("aside.rules [data-section=counter-flip] sg-pieces piece").first().waitFor();
  await save(page, "hajiku");
});

/** Opens a board for two people of a game that comes with the program as a definition. */
async function openOwnGame(page, name) {
  await dropFile(page, `${name}.toml`, shippedDefinition(name));
  await page.locator(`dialog.new-game .game.chosen input[value="${name}"]`).waitFor();
  await page.locator("[data-do=open-board]").click();
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
}

test("Tori Shogi from its definition", async (t) => {
  const page = await board.openPage(t, OPTIONS);
  await openOwnGame(page, "torishogi");
  await typeMoves(page, "3d3c 4b3c 5e5d 5c5d");
  await page.mouse.click(...(await squareCenter(page, "4f")));
  await save(page, "own-game");
});

test("Kyoto Shogi from its definition, in Japanese", async (t) => {
  const page = await board.openPage(t, { ...OPTIONS, settings: { lang: "ja" } });
  await openOwnGame(page, "kyotoshogi");
  await typeMoves(page, "1e1d+ 5a5b+");
  await save(page, "own-game-ja");
});

test("a definition with errors", async (t) => {
  const page = await board.openPage(t, OPTIONS);
  const text = shippedDefinition("dobutsu").replace("ranks = 4", "ranks = 5").replace('moves = "F"', 'moves = "X"');
  await dropFile(page, "dobutsu.toml", text);
  await page.locator("dialog.definition .row.wrong").first().waitFor();
  await page.locator("[data-do=definition-error]").first().click();
  await save(page, "own-game-errors");
});

test("the rules of Tori Shogi with diagrams", async (t) => {
  const page = await board.openPage(t, OPTIONS);
  await openOwnGame(page, "torishogi");
  await page.locator("header [data-do=rules]").click();
  await page.locator("aside.rules [data-side='+F']").waitFor();
  await page.evaluate(() => {
    const rules = document.querySelector("aside.rules");
    const section = rules.querySelector("[data-section=pieces]");
    rules.scrollTop += section.getBoundingClientRect().top - rules.getBoundingClientRect().top - 8;
  });
  await save(page, "own-game-rules");
});
