// Import, export and shared links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { games } from "./games.mjs";
import { boardSfen, importText, mainLine, startGame, typeMoves, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();

/** Exports the game in a format and returns the text. */
async function exportText(page, format) {
  if (!(await page.locator("dialog.records").isVisible())) await page.locator("[data-do=records]").click();
  const field = page.locator("textarea[name=export]");
  // The field shows an older text until the next frame.
  await page.locator(`[data-do=export][data-format=${format}]`).evaluate((button) => {
    const older = document.querySelector("textarea[name=export]");
    if (older) older.value = "";
    button.click();
  });
  await page.waitForFunction(() => document.querySelector("textarea[name=export]")?.value);
  return field.inputValue();
}

for (const { game, start, moves: gameMoves } of games) {
  test(`${game}: an exported record can be imported without changes`, async (t) => {
    const page = await board.openPage(t);
    const position = start === "start" ? "startpos" : `handicap ${start}`;
    await importText(page, `${game} ${position} moves ${gameMoves}`);
    const line = gameMoves.split(" ");
    await waitForPly(page, line.length);
    const record = await exportText(page, "record");
    const other = await board.openPage(t);
    await importText(other, record);
    await waitForPly(other, line.length);
    assert.deepEqual(await mainLine(other), line);
    assert.equal(await boardSfen(other), await boardSfen(page));
    assert.equal(await exportText(other, "record"), record);
  });
}

test("moves taken back before the end of the game are not exported", async (t) => {
  const page = await board.openPage(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e 5a5d 4i4e 1a1b");
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 3);
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 2);
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-yes]").click();
  await page.locator(".status .result").waitFor();
  assert.equal((await exportText(page, "usi")).trim(), "hasami startpos moves 5i5e 5a5d");
  const record = await exportText(page, "record");
  assert.match(record, /\[Result "white"\]/);
  assert.ok(!record.includes("4e"), record);
  assert.ok(!(await exportText(page, "log")).includes("4i4e"));
  await page.locator("dialog.records [data-do=share]").click();
  await page.locator(".notice").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.endsWith("moves=5i5e.5a5d"), link);
  await page.keyboard.press("Escape");
  const other = await board.openPage(t);
  await importText(other, record);
  await waitForPly(other, 2);
  assert.deepEqual(await mainLine(other), ["5i5e", "5a5d"]);
});

test("a mate that was taken back is not exported as a result", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "minishogi sfen 4k/5/4P/5/K3G b G 1");
  await page.locator("[data-do=play-here]").click();
  await typeMoves(page, "G*1b");
  await page.locator(".status .result").waitFor();
  assert.match(await exportText(page, "record"), /\[Result "black"\]/);
  await page.keyboard.press("Escape");
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 0);
  assert.ok(!(await exportText(page, "record")).includes("Result"));
});

test("exporting an SFEN in a variation uses the displayed position", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "hasami startpos moves 5i5e 5a5d");
  await waitForPly(page, 2);
  await page.locator("[data-do=back]").click();
  await waitForPly(page, 1);
  await typeMoves(page, "1a1e", 1);
  const text = await exportText(page, "sfen");
  assert.ok(text.includes(await boardSfen(page)), text);
});

test("records contain variations and comments", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "hasami startpos moves 5i5e 5a5d 4i4e");
  await waitForPly(page, 3);
  await page.locator("[data-do=back]").click();
  await waitForPly(page, 2);
  await page.locator("[data-do=back]").click();
  await waitForPly(page, 1);
  await typeMoves(page, "1a1e", 1);
  await page.locator("details.more > summary").click();
  await page.locator("textarea[name=comment]").fill("bolder");
  await page.locator("textarea[name=comment]").blur();
  await page.locator(".moves .comment").waitFor();
  const record = await exportText(page, "record");
  assert.match(record, /bolder/);
  const other = await board.openPage(t);
  await importText(other, record);
  await waitForPly(other, 3);
  assert.equal(await other.locator(".variation [data-usi='1a1e']").count(), 1);
  assert.equal(await exportText(other, "record"), record);
});

test("KIF and CSA files can be exported and imported", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari startpos moves 4g4f 4c4d");
  await waitForPly(page, 2);
  const kif = await exportText(page, "kif");
  assert.match(kif, /手合割：槍将棋[^]*1 ４六歩\(47\)/);
  const yari = await board.openPage(t);
  await importText(yari, kif);
  await waitForPly(yari, 2);
  assert.equal(await page.locator("[data-do=export][data-format=csa]").count(), 0);
  await importText(page, "shogi startpos moves 7g7f 3c3d 8h2b+");
  await waitForPly(page, 3);
  for (const format of ["kif", "csa"]) {
    const text = await exportText(page, format);
    const other = await board.openPage(t);
    await importText(other, text);
    await waitForPly(other, 3);
    assert.deepEqual(await mainLine(other), ["7g7f", "3c3d", "8h2b+"]);
  }
});

test("a KIF file in Shift_JIS can be opened", async (t) => {
  const page = await board.openPage(t);
  await page.keyboard.press("Escape");
  await page.locator("[data-do=records]").click();
  // 手合割：平手 and 1 ７六歩(77).
  const head = [0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84, 0x81, 0x46, 0x95, 0xbd, 0x8e, 0xe8, 0x0d, 0x0a];
  const move = [0x31, 0x20, 0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0, 0x28, 0x37, 0x37, 0x29, 0x0d, 0x0a];
  const buffer = Buffer.from([...head, ...move]);
  await page.locator("input[name=file]").setInputFiles({ name: "game.kif", mimeType: "text/plain", buffer });
  await waitForPly(page, 1);
  assert.deepEqual(await mainLine(page), ["7g7f"]);
});

test("USI moves, logs and SFENs can be exported and imported", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari startpos moves 4g4f 4c4d");
  await waitForPly(page, 2);
  const position = await boardSfen(page);
  for (const format of ["usi", "log"]) {
    const text = await exportText(page, format);
    const other = await board.openPage(t);
    await importText(other, text);
    await waitForPly(other, 2);
    assert.deepEqual(await mainLine(other), ["4g4f", "4c4d"]);
    assert.equal(await boardSfen(other), position);
  }
  const text = await exportText(page, "sfen");
  assert.ok(text.includes(position));
  await importText(page, `yari sfen ${position}`);
  await page.waitForFunction((wanted) => document.querySelector(".board").dataset.sfen === wanted, position);
  await waitForPly(page, 0);
});

test("the picture of a position has the user's pieces and side", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari startpos moves 4g4f 4c4d");
  await waitForPly(page, 2);
  await page.locator("[data-do=flip]").first().click();
  await page.locator("[data-do=records]").click();
  await page.locator("[data-do=export][data-format=picture]").click();
  const image = page.locator("dialog.records .exported img");
  await image.waitFor();
  // The browser can draw it: 7 by 9 squares of 55 by 60 pixels between two stands.
  const [width, height] = await image.evaluate(async (element) => {
    await element.decode();
    return [element.naturalWidth, element.naturalHeight];
  });
  assert.deepEqual([width, height], [566, 573]);
  const svg = decodeURIComponent((await image.getAttribute("src")).split(",").slice(1).join(","));
  assert.ok(svg.includes("<title>Yari Shogi: Black to move</title>"), svg.slice(0, 500));
  assert.ok(svg.includes("last move 4c4d"), svg.slice(0, 500));
  // White is at the bottom: file 1 is on the left.
  const files = [...svg.matchAll(/<text x="(\d+)" y="48">(\d)</g)].sort((one, other) => one[1] - other[1]);
  assert.deepEqual(files.map((file) => file[2]), ["1", "2", "3", "4", "5", "6", "7"]);
  const download = page.waitForEvent("download");
  await page.locator("dialog.records [data-do=download]").click();
  assert.equal((await download).suggestedFilename(), "yari.svg");
});

test("a dropped file with several games lists them", async (t) => {
  const page = await board.openPage(t);
  await page.keyboard.press("Escape");
  await page.evaluate(() => {
    const data = new DataTransfer();
    const text = "hasami startpos moves 5i5e\nhajiku startpos moves 4g4f 4c4d\n";
    data.items.add(new File([text], "games.txt", { type: "text/plain" }));
    for (const name of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  const found = page.locator("dialog.records .game-list [data-do=load]");
  await found.nth(1).waitFor();
  assert.equal(await found.count(), 2);
  await found.nth(1).click();
  await waitForPly(page, 2, "4c4d");
  assert.equal(await page.locator(".board").getAttribute("data-game"), "hajiku");
});

test("an import error names the line", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await importText(page, "hasami startpos moves 5i5e\nyari startpos moves 9z9z\n", { opens: false });
  await page.locator("dialog.records .error, .notice.error").first().waitFor();
  assert.match(await page.locator("dialog.records .error, .notice.error").first().textContent(), /2/);
});

test("a link opens the same game and does not contain the token", async (t) => {
  const page = await board.openPage(t, { permissions: ["clipboard-read", "clipboard-write"] });
  await importText(page, "yari handicap rook moves 4c4d 4g4f 3c3d");
  await waitForPly(page, 3);
  await page.locator("details.more > summary").click();
  await page.locator(".panel [data-do=share]").click();
  await page.locator(".notice").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${board.page}#`), link);
  const token = new URL(board.address).hash.slice(1);
  assert.ok(!/token/.test(link) && !(token && link.includes(token.slice("token=".length))), link);
  const other = await board.openPage(t, { address: `${link}&${token}` });
  await waitForPly(other, 3, "3c3d");
  assert.deepEqual(await mainLine(other), ["4c4d", "4g4f", "3c3d"]);
  assert.equal(await boardSfen(other), await boardSfen(page));
  assert.equal(new URL(other.url()).hash, "", "the fragment is removed from the address");
});
