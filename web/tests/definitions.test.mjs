// Games from definitions: dropped files, errors beside their lines, rules, and a reload.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  boardSfen,
  dropFile,
  gameResult,
  mainLine,
  needsServer,
  setUpBoard,
  shippedDefinition,
  typeMove,
  typeMoves,
  waitForPly,
} from "./harness.mjs";
import { inputMethods, squareCenter } from "./move-input.mjs";

const board = setUpBoard();

/** A small game on a board with two-digit files and ranks. */
const LARGE = `
family = "drop"
name = "large"
title = "Large"
title-ja = "大将棋"
files = 10
ranks = 11
start = "4k5/10/pppppppppp/10/10/10/10/10/PPPPPPPPPP/10/4K5 b - 1"

[pieces.P]
moves = "fW"
kanji = "歩"
must-promote = 1
no-drop = 1
promoted = { moves = "WfF" }

[pieces.K]
moves = "K"
kanji = "玉"
royal = true
`;

/** Drops a definition and waits until its game is chosen in the new-game dialog. */
async function dropGame(page, name, text = shippedDefinition(name)) {
  await dropFile(page, `${name}.toml`, text);
  await page.locator(`dialog.new-game .game.chosen input[value="${name}"]`).waitFor();
  await page.locator(`.board[data-game="${name}"][aria-busy=false]`).waitFor();
}

/** Opens a board for two people from the new-game dialog. */
async function openBoard(page) {
  await page.locator("[data-do=open-board]").click();
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
}

/** Drops a definition and opens a board of its game for two people. */
async function dropAndOpen(page, name, text) {
  await dropGame(page, name, text);
  await openBoard(page);
}

/** Makes the server appear to have no loaded games, as after a restart. */
const hideLoadedGames = (page) =>
  page.route("**/api/games", async (route) => {
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
    const response = await route.fetch({ headers });
    const list = await response.json();
    await route.fulfill({ response, json: { ...list, games: list.games.filter((game) => !game.loaded) } });
  });

/** Returns the text of the editor and waits until the server has checked it. */
async function checkedText(page) {
  const field = page.locator("textarea[name=definition]");
  await page.locator("dialog.definition footer [role=status]", { hasText: /\w/ }).waitFor();
  return field.inputValue();
}

const games = (page) => page.locator("dialog.new-game input[name=game]").evaluateAll((all) => all.map((one) => one.value));

test("a dropped game is played against the engine", async (t) => {
  const page = await board.openPage(t);
  await dropGame(page, "kyotoshogi");
  await page.locator("dialog.new-game select[name=new-white]").selectOption("1");
  await page.locator("[data-do=start-game]").click();
  // Until the legal moves have been fetched, the board ignores clicks.
  await page.locator(".board[data-game=kyotoshogi][aria-busy=false]").waitFor();
  // The engine may reply before the move is displayed.
  for (const square of ["1e", "1d"]) await page.mouse.click(...(await squareCenter(page, square)));
  await waitForPly(page, 2);
  await page.locator("main[data-state=idle]").waitFor();
  assert.equal((await mainLine(page))[0], "1e1d+");
  // The pieces are drawn: the Rook, which was a Pawn, has an image with its letter in red.
  const image = await page
    .locator("sg-board piece.sente.pp")
    .evaluate((piece) => decodeURIComponent(getComputedStyle(piece).backgroundImage));
  assert.match(image, /<svg.*#ff9c86.*>P<\/text>/);
});

test("a game ends by the goal of its definition", async (t) => {
  const page = await board.openPage(t);
  await dropAndOpen(page, "dobutsu");
  await typeMoves(page, "2c2b 3a3b 2b2a+");
  const [winner] = await gameResult(page);
  assert.equal(winner, "black", "the Lion was captured");
});

test("a piece in hand is dropped with either side up", async (t) => {
  const page = await board.openPage(t);
  await dropAndOpen(page, "kyotoshogi");
  await page.locator("[data-do=edit]").click();
  await page.locator("input[name=sfen]").fill("p+nks+l/5/5/5/+LSK+N1 b P 1");
  await page.locator("input[name=sfen]").press("Enter");
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-analyse]").disabled);
  await page.locator("[data-do=editor-analyse]").click();
  // Until the editor is closed and the legal moves have been fetched, the board ignores clicks.
  await page.locator("main[data-state=free] .board[aria-busy=false]").waitFor();
  await page.locator('.hand-bottom piece.p').click();
  await page.mouse.click(...(await squareCenter(page, "1c")));
  const options = page.locator(".choice .option");
  await options.first().waitFor();
  assert.deepEqual(await options.allTextContents(), ["Drop Rook", "Drop Pawn"]);
  await options.first().click();
  await waitForPly(page, 1, "+P*1c");
  assert.match(await boardSfen(page), /^p\+nks\+l\/5\/4\+P/);
});

test("a large board has squares with two digits in every notation", async (t) => {
  const page = await board.openPage(t);
  await dropAndOpen(page, "large", LARGE);
  await inputMethods.click.play(page, "10i10h", "black");
  await waitForPly(page, 1, "10i10h");
  await typeMove(page, "P-10d");
  await waitForPly(page, 2, "10c10d");
  await page.locator("[data-do=language]").click();
  await page.locator("html[lang=ja]").waitFor();
  await typeMove(page, "６十玉");
  await waitForPly(page, 3, "6k6j");
  const moves = page.locator(".moves button.move");
  assert.match(await moves.nth(0).textContent(), /１０八歩/);
  assert.match(await moves.nth(2).textContent(), /６十玉/);
});

test("analysis, hints and the position editor work with a loaded game", async (t) => {
  const page = await board.openPage(t);
  await dropAndOpen(page, "torishogi");
  await page.locator("[data-do=analysis]").click();
  await page.locator(".analysis .pv").first().waitFor();
  await page.locator("[data-do=analysis]").click();
  await page.locator("[data-do=hint]").click();
  // The box of a vertical arrow has no width, so it does not count as visible.
  await page.locator(".sg-shapes .hint").first().waitFor({ state: "attached" });
  await page.locator("[data-do=edit]").click();
  await page.locator("[data-piece='black C']").waitFor();
  assert.equal(await page.locator("[data-tool=mark]").count(), 0, "only Hajiku has counter-flips");
  await page.locator(".editor .good", { hasText: "legal" }).waitFor();
});

test("loaded Hasami games have the men of the built-in ones", async (t) => {
  const page = await board.openPage(t);
  await dropAndOpen(page, "hasami-kochi");
  assert.equal(await page.locator("link[href='pieces/hasami-disc.css']").count(), 1);
  await typeMoves(page, "5i5h 5a5b");
});

test("errors of a dropped file are shown beside their lines and change nothing", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  const before = await games(page);
  const text = shippedDefinition("judkins")
    .replace('name = "judkins"', 'name = "wrong-judkins"')
    .replace("files = 6", "filez = 6");
  const line = text.split("\n").findIndex((one) => one.startsWith("filez")) + 1;
  await dropFile(page, "wrong.toml", text);
  const dialog = page.locator("dialog.definition");
  const row = dialog.locator(".row.wrong");
  await row.waitFor();
  assert.equal(await row.locator(".number").textContent(), String(line));
  assert.match(await row.locator(".message").textContent(), /unknown key "filez".*did you mean "files"/);
  const field = dialog.locator("textarea[name=definition]");
  assert.equal(await field.inputValue(), text);
  assert.ok(await page.locator("[data-do=play-definition]").isDisabled());
  assert.equal(await page.locator(".board").getAttribute("data-game"), "hasami");

  // The row is beside its line, and the link moves the cursor there.
  const boxes = await Promise.all([row.boundingBox(), field.boundingBox()]);
  assert.ok(boxes[0].y >= boxes[1].y && boxes[0].y < boxes[1].y + boxes[1].height);
  await dialog.locator("[data-do=definition-error]").click();
  const selected = await field.evaluate((one) => one.value.slice(one.selectionStart, one.selectionEnd));
  assert.match(selected, /filez = 6$/);

  // Correcting the line makes the game playable.
  await field.fill(text.replace("filez", "files"));
  await page.waitForFunction(() => !document.querySelector("[data-do=play-definition]").disabled);
  await row.waitFor({ state: "detached" });
  await page.locator("[data-do=play-definition]").click();
  await page.locator('dialog.new-game .game.chosen input[value="wrong-judkins"]').waitFor();
  assert.deepEqual(await games(page), [...before, "wrong-judkins"]);
});

test("a game is made from the definition of another one, edited, played and downloaded", async (t) => {
  const page = await board.openPage(t);
  await page.locator("[data-do=own-game]").click();
  await page.locator("select[name=definition-of]").selectOption("minishogi");
  const field = page.locator("textarea[name=definition]");
  await page.waitForFunction(() => document.querySelector("textarea[name=definition]").value !== "");
  const text = await checkedText(page);
  assert.match(text, /name = "my-minishogi"/);
  await field.fill(text.replace('title = "My Minishogi"', 'title = "Sliding Kings"').replace('moves = "K"', 'moves = "KfR"'));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[data-do=download-definition]").click(),
  ]);
  assert.match(readFileSync(await download.path(), "utf8"), /Sliding Kings/);
  await page.locator("[data-do=play-definition]").click();
  await page.locator('dialog.new-game .game.chosen input[value="my-minishogi"]').waitFor();
  await openBoard(page);
  assert.equal(await page.locator("header .title").textContent(), "Sliding Kings");
  await typeMoves(page, "5d5c 1b1c 5e5d");

  // The game's own text comes back, not that of the server.
  await page.locator("header [data-do=rules]").click();
  await page.locator("[data-do=edit-definition]").click();
  assert.match(await checkedText(page), /Sliding Kings/);
  // A new version replaces the old one, also on the board.
  await field.fill((await field.inputValue()).replace("Sliding Kings", "Flying Kings"));
  await page.locator("[data-do=play-definition]").click();
  await page.locator("dialog.new-game .game.chosen", { hasText: "Flying Kings" }).waitFor();
  assert.equal(await page.locator("header .title").textContent(), "Flying Kings");

  // A deleted game is neither in the list nor in the browser.
  await page.locator("[data-do=own-game]").click();
  await page.locator("[data-do=remove-definition]").click();
  await page.locator("dialog.definition .notice", { hasText: "my-minishogi" }).waitFor();
  assert.equal(await page.locator('select[name=definition-of] option[value="my-minishogi"]').count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("kawari.definitions")), "[]");
});

test("names of built-in games are refused at their line", async (t) => {
  const page = await board.openPage(t);
  await dropFile(page, "shogi.toml", 'base = "shogi"\nname = "shogi"\ntitle = "Shogi"\n');
  const row = page.locator("dialog.definition .row.wrong");
  await row.waitFor();
  assert.equal(await row.locator(".number").textContent(), "2");
});

test("the rules of a loaded game have texts and diagrams in both languages", async (t) => {
  const page = await board.openPage(t);
  await dropGame(page, "torishogi");
  await page.locator("[data-do=read-rules]").click();
  const rules = page.locator("aside.rules");
  const side = (letters) => rules.locator(`[data-side="${letters}"]`);
  await side("L").waitFor();
  assert.match(await side("L").textContent(), /Left Quail.*slides forward or diagonally backward to the right/);
  assert.equal(await side("L").locator(".slide").count(), 2);
  assert.equal(await side("L").locator(".step").count(), 1);
  assert.equal(await side("+S").locator(".jump").count(), 3);
  assert.equal(await rules.locator("[data-section=board] sg-pieces piece").count(), 32);
  await page.locator("[data-do=language]").click();
  await rules.locator("h2", { hasText: "禽将棋" }).waitFor();
  assert.match(await side("L").textContent(), /左鶉/);
  assert.match(await rules.locator("[data-section=goal]").textContent(), /鵬/);
});

test("a click on the rules button counts while the summary of a loaded game arrives", {
  skip: needsServer("only its responses can be delayed"),
}, async (t) => {
  const page = await board.openPage(t);
  let sendRules;
  const clicked = new Promise((resolve) => (sendRules = resolve));
  await page.route("**/api/rules", async (route) => {
    await clicked;
    await route.continue({ headers: { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" } });
  });
  await dropGame(page, "torishogi");
  await page.locator("[data-do=read-rules]").hover();
  await page.mouse.down();
  sendRules();
  await page.locator("dialog.new-game .summary", { hasText: "Phoenix" }).waitFor();
  await page.mouse.up();
  await page.locator("aside.rules h2", { hasText: "Tori Shogi" }).waitFor();
});

test("a loaded game and its position survive a reload, also if the server has lost the game", {
  skip: needsServer("it keeps no games"),
}, async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await dropAndOpen(page, "kyotoshogi");
  await typeMoves(page, "1e1d+ 5a5b+");
  await page.reload();
  await page.locator('.board[data-game="kyotoshogi"]').waitFor();
  await waitForPly(page, 2, "5a5b+");

  const sent = [];
  await hideLoadedGames(page);
  page.on("request", (request) => request.url().endsWith("/api/load") && sent.push(request.postDataJSON()));
  await page.reload();
  await page.locator('.board[data-game="kyotoshogi"]').waitFor();
  await waitForPly(page, 2, "5a5b+");
  assert.deepEqual(sent, [{ text: shippedDefinition("kyotoshogi") }]);

  // A server that has lost the game while the page is open gets it again.
  let isLost = true;
  await page.route("**/api/position", async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    const error = { code: "game", message: "unknown variant", args: { name: "kyotoshogi" } };
    await route.fulfill({ status: 422, json: { error } });
  });
  await typeMoves(page, "2e3d+", 2);
  assert.equal(isLost, false);
  assert.equal(sent.length, 2);
});

test("a link or a saved game of an unknown game gives a message", async (t) => {
  const page = await board.openPage(t, {
    address: board.linkTo("game=somebodys-game&moves=1e1d"),
    expected: [/status of 422/],
  });
  const notice = page.locator(".notice.error");
  await notice.waitFor();
  assert.match(await notice.textContent(), /Unknown game: somebodys-game.*open its definition/);

  await dropAndOpen(page, "micro");
  await page.evaluate(() => localStorage.removeItem("kawari.definitions"));
  await hideLoadedGames(page);
  await page.reload();
  await page.locator("dialog.new-game .notice.error", { hasText: "micro" }).waitFor();
  assert.equal(await page.locator(".board").getAttribute("data-game"), "hasami");
});
