// The opening explorer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { importText, mainLine, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();

const openExplorer = (page) => page.locator("details.openings > summary").click();

test("the moves of the book are shown with scores and can be played", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari startpos");
  await openExplorer(page);
  const moves = page.locator("details.openings button.book-move");
  await moves.first().waitFor();
  assert.ok((await moves.count()) > 1);
  const rows = await page.locator("details.openings tbody tr").allTextContents();
  assert.ok(rows.every((row) => /[+−]?\d+\.\d\d/.test(row)), rows.join("; "));
  const usi = await moves.first().getAttribute("data-usi");
  await moves.first().click();
  await waitForPly(page, 1);
  assert.deepEqual(await mainLine(page), [usi]);
  await moves.first().waitFor();
  assert.notEqual(await moves.first().getAttribute("data-usi"), usi, "moves of White");
});

test("a position outside the book has a message", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari sfen 3k3/7/7/7/7/7/7/7/3K3 b - 1");
  await openExplorer(page);
  await page.getByText("The book has no moves here.").waitFor();
});

test("an opening is named after its position and later", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "shogi startpos moves 7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 1g1f");
  await openExplorer(page);
  await page.locator("p.opening-name", { hasText: "Cheerful Central Rook" }).waitFor();
});

test("the moves of a file of games are counted with their results", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "minishogi startpos");
  await openExplorer(page);
  const game = (moves, result) =>
    JSON.stringify({ variant: "minishogi", start: "startpos", moves, result, reason: "resignation" });
  const log = [
    game(["3e2d", "2a3b"], "black"),
    game(["3e2d", "3a2b"], "white"),
    game(["3e2d", "3a2b"], "draw"),
    game(["4e4d", "3a2b"], "white"),
  ].join("\n");
  const file = { name: "games.jsonl", mimeType: "text/plain", buffer: Buffer.from(log) };
  await page.locator('input[name="openings-file"]').setInputFiles(file);
  await page.getByText("4 games are counted.").waitFor();
  const row = page.locator("details.openings tr", { has: page.locator('[data-usi="3e2d"]') });
  assert.equal(await row.locator("td").nth(3).textContent(), "3");
  assert.equal(await row.locator(".result-bar").getAttribute("aria-label"), "Black 1, Draw 1, White 1");
});
