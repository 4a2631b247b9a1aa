// Loading, saving, sharing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { begin, board, load, moves, ply, sfen, type } from "./harness.mjs";

const at = board();

/** What the window of records writes in a format. */
async function written(page, format) {
  if (!(await page.locator("dialog.records").isVisible())) await page.locator("[data-do=records]").click();
  const field = page.locator("textarea[name=export]");
  await page.locator(`[data-do=export][data-format=${format}]`).click();
  await page.locator(`[data-do=export][data-format=${format}][aria-pressed=true]`).waitFor();
  await page.waitForFunction(() => document.querySelector("textarea[name=export]")?.value);
  return field.inputValue();
}

for (const { game, start, moves: words } of games) {
  test(`a game of ${game} is saved and loaded again as the same record`, async (t) => {
    const page = await at.visit(t);
    const opening = start === "start" ? "startpos" : `handicap ${start}`;
    await load(page, `${game} ${opening} moves ${words}`);
    const line = words.split(" ");
    await ply(page, line.length);
    const record = await written(page, "record");
    const other = await at.visit(t);
    await load(other, record);
    await ply(other, line.length);
    assert.deepEqual(await moves(other), line);
    assert.equal(await sfen(other), await sfen(page));
    assert.equal(await written(other, "record"), record);
  });
}

test("a game that ends after a move was taken back is saved as it was played", async (t) => {
  const page = await at.visit(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await begin(page, { game: "hasami" });
  await type(page, "5i5e 5a5d 4i4e 1a1b");
  await page.locator("[data-do=takeback]").click();
  await ply(page, 3);
  await page.locator("[data-do=takeback]").click();
  await ply(page, 2);
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-yes]").click();
  await page.locator(".status .result").waitFor();
  assert.equal((await written(page, "usi")).trim(), "hasami startpos moves 5i5e 5a5d");
  const record = await written(page, "record");
  assert.match(record, /\[Result "white"\]/);
  assert.ok(!record.includes("4e"), record);
  assert.ok(!(await written(page, "log")).includes("4i4e"));
  await page.locator("dialog.records [data-do=share]").click();
  await page.locator(".notice").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.endsWith("moves=5i5e.5a5d"), link);
  await page.keyboard.press("Escape");
  const other = await at.visit(t);
  await load(other, record);
  await ply(other, 2);
  assert.deepEqual(await moves(other), ["5i5e", "5a5d"]);
});

test("a move that mates and is taken back is no result", async (t) => {
  const page = await at.visit(t);
  await load(page, "minishogi sfen 4k/5/4P/5/K3G b G 1");
  await page.locator("[data-do=play-here]").click();
  await type(page, "G*1b");
  await page.locator(".status .result").waitFor();
  assert.match(await written(page, "record"), /\[Result "black"\]/);
  await page.keyboard.press("Escape");
  await page.locator("[data-do=takeback]").click();
  await ply(page, 0);
  assert.ok(!(await written(page, "record")).includes("Result"));
});

test("the SFEN of a variation is that of its position", async (t) => {
  const page = await at.visit(t);
  await load(page, "hasami startpos moves 5i5e 5a5d");
  await ply(page, 2);
  await page.locator("[data-do=back]").click();
  await ply(page, 1);
  await type(page, "1a1e", 1);
  const text = await written(page, "sfen");
  assert.ok(text.includes(await sfen(page)), text);
});

test("variations and comments are in the record", async (t) => {
  const page = await at.visit(t);
  await load(page, "hasami startpos moves 5i5e 5a5d 4i4e");
  await ply(page, 3);
  await page.locator("[data-do=back]").click();
  await ply(page, 2);
  await page.locator("[data-do=back]").click();
  await ply(page, 1);
  await type(page, "1a1e", 1);
  await page.locator("details.more > summary").click();
  await page.locator("textarea[name=comment]").fill("bolder");
  await page.locator("textarea[name=comment]").blur();
  await page.locator(".moves .comment").waitFor();
  const record = await written(page, "record");
  assert.match(record, /bolder/);
  const other = await at.visit(t);
  await load(other, record);
  await ply(other, 3);
  assert.equal(await other.locator(".variation [data-usi='1a1e']").count(), 1);
  assert.equal(await written(other, "record"), record);
});

test("USI lines, a log and an SFEN are written and read", async (t) => {
  const page = await at.visit(t);
  await load(page, "yari startpos moves 4g4f 4c4d");
  await ply(page, 2);
  const position = await sfen(page);
  for (const format of ["usi", "log"]) {
    const text = await written(page, format);
    const other = await at.visit(t);
    await load(other, text);
    await ply(other, 2);
    assert.deepEqual(await moves(other), ["4g4f", "4c4d"]);
    assert.equal(await sfen(other), position);
  }
  const text = await written(page, "sfen");
  assert.ok(text.includes(position));
  await load(page, `yari sfen ${position}`);
  await page.waitForFunction((wanted) => document.querySelector(".board").dataset.sfen === wanted, position);
  await ply(page, 0);
});

test("of several games in a file one is chosen, and a file can be let go on the page", async (t) => {
  const page = await at.visit(t);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const data = new DataTransfer();
    const text = "hasami startpos moves 5i5e\nhajiku startpos moves 4g4f 4c4d\n";
    data.items.add(new File([text], "games.txt", { type: "text/plain" }));
    for (const name of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  const found = page.locator("dialog.records .found [data-do=load]");
  await found.nth(1).waitFor();
  assert.equal(await found.count(), 2);
  await found.nth(1).click();
  await ply(page, 2, "4c4d");
  assert.equal(await page.locator(".board").getAttribute("data-game"), "hajiku");
});

test("what cannot be read is named by its line", async (t) => {
  const page = await at.visit(t, { expected: [/status of 422/] });
  await load(page, "hasami startpos moves 5i5e\nyari startpos moves 9z9z\n", { opens: false });
  await page.locator("dialog.records .error, .notice.error").first().waitFor();
  assert.match(await page.locator("dialog.records .error, .notice.error").first().textContent(), /2/);
});

test("a link opens the same game, without the token", async (t) => {
  const page = await at.visit(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await load(page, "yari handicap rook moves 4c4d 4g4f 3c3d");
  await ply(page, 3);
  await page.locator("details.more > summary").click();
  await page.locator(".panel [data-do=share]").click();
  await page.locator(".notice").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${at.origin}/#`), link);
  assert.ok(!/token/.test(link) && !link.includes(new URL(at.address).hash.slice(7)), link);
  const token = new URL(at.address).hash.slice(1);
  const other = await at.visit(t, { address: `${link}&${token}` });
  await ply(other, 3, "3c3d");
  assert.deepEqual(await moves(other), ["4c4d", "4g4f", "3c3d"]);
  assert.equal(await sfen(other), await sfen(page));
  assert.equal(new URL(other.url()).hash, "", "the address stays clean");
});
