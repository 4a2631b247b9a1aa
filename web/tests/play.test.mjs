// Game actions: take-backs, hints, resignation, draws, clocks, sounds, choices and variations.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boardSfen,
  gameResult,
  importText,
  mainLine,
  startGame,
  typeMove,
  typeMoves,
  setUpBoard,
  waitForPly,
  waitForRedraw,
} from "./harness.mjs";
import { inputMethods, squareCenter } from "./move-input.mjs";

const board = setUpBoard();

test("a take-back between two people removes one move", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  const start = await boardSfen(page);
  await typeMoves(page, "7i7f 3a3d 7f3f");
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 2, "3a3d");
  // The moves taken back stay in the tree. The new move replaces them in the main line.
  await typeMoves(page, "7f8f", 2);
  assert.deepEqual(await mainLine(page), ["7i7f", "3a3d", "7f8f"]);
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 2, "3a3d");
  await page.locator("[data-do=takeback]").click();
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 0);
  assert.equal(await boardSfen(page), start);
  assert.ok(await page.locator("[data-do=takeback]").isDisabled());
});

test("a take-back against the engine removes the engine's reply too", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "minishogi", white: "1" });
  await typeMove(page, "5d5c");
  await waitForPly(page, 2);
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 0);
  await typeMove(page, "4e4d");
  await waitForPly(page, 2);
  assert.equal((await mainLine(page))[0], "4e4d");
  await board.waitForSearches(0);
});

test("a hint is drawn and announced", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "yari" });
  await page.locator("[data-do=hint]").click();
  await page.locator("svg.sg-shapes g.hint").first().waitFor({ state: "attached" });
  assert.match(await page.locator(".announcements").textContent(), /\S/);
  await board.waitForSearches(0);
});

test("a threat is drawn and described", async (t) => {
  const page = await board.openPage(t);
  // White's man on 5a can capture the man on 5e with the one on 5f.
  await importText(page, "hasami sfen 4p4/9/9/9/4P4/4p4/9/9/PPPP1PPPP b - 1");
  await page.locator("[data-do=threat]").click();
  await page.locator("svg.sg-shapes g.threat").first().waitFor({ state: "attached" });
  assert.match(await page.locator(".notice").textContent(), /threat is.*5a.*5d.*5e/);
  await importText(page, "minishogi sfen 4k/5/5/4G/K4 w - 1");
  await typeMove(page, "1a1b");
  await waitForPly(page, 1);
  await page.locator("[data-do=back]").click();
  await page.locator("[data-do=threat]").click();
  await page.locator("svg.sg-shapes g.threat").first().waitFor({ state: "attached" });
  await page.locator(".notice").waitFor();
  await page.locator("[data-do=hint]").click();
  await page.locator("svg.sg-shapes g.hint").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".notice").count(), 0, "the message of the threat");
  await board.waitForSearches(0);
});

test("resigning needs a confirmation and ends the game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hajiku", white: "1" });
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-no]").click();
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-yes]").click();
  assert.deepEqual(await gameResult(page), ["white", "resignation"]);
});

test("two people can agree to a draw", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-no]").click();
  await page.locator("[data-do=draw-yes]").waitFor({ state: "detached" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").click();
  assert.deepEqual(await gameResult(page), ["none", "agreement"]);
});

test("a double click neither offers a draw nor resigns", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi" });
  await typeMoves(page, "7g7f 3c3d 2g2f");
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.locator("[data-do=back]").click();
    await page.locator("[data-do=play-here]").dblclick();
    for (const name of ["draw", "resign"]) {
      const icon = page.locator(`[data-do=${name}]`);
      if (await icon.isVisible()) await icon.dblclick();
      await waitForRedraw(page);
      const no = page.locator(`[data-do=${name}-no]`);
      if (await no.isVisible()) await no.click();
    }
    assert.equal(await page.locator(".status .result").count(), 0);
    assert.equal(await page.locator("main").getAttribute("data-state"), "idle");
  }
});

test("a move cancels an unconfirmed draw offer", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").waitFor();
  await typeMoves(page, "7g7f");
  await page.locator("[data-do=draw-yes]").waitFor({ state: "detached" });
});

test("the engine answers a draw offer", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami-chess", white: "4" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").click();
  await page.locator(".notice, .status .result").first().waitFor();
  await board.waitForSearches(0);
});

test("sides can be swapped during a game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami", white: "1" });
  await typeMove(page, "5i5e");
  await waitForPly(page, 2);
  await page.locator("[data-do=swap]").click();
  // The engine now plays Black and is to move. The board is flipped.
  await waitForPly(page, 3);
  assert.equal(await page.locator("select[name=player-black]").inputValue(), "1");
  assert.equal(await page.locator("select[name=player-white]").inputValue(), "human");
  await page.locator(".ground.orientation-gote").waitFor();
});

test("a game continues after a reload", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "yari", start: "rook" });
  await typeMoves(page, "4c4d 4g4f 3c3d");
  const [position, line] = [await boardSfen(page), await mainLine(page)];
  await page.reload();
  await waitForPly(page, 3);
  assert.deepEqual([await boardSfen(page), await mainLine(page)], [position, line]);
  await typeMoves(page, "3g3f", 3);
  await page.locator("[data-do=takeback]").click();
  await waitForPly(page, 3);
});

test("the engine moves after a reload", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "minishogi", black: "1" });
  await waitForPly(page, 1);
  const [first] = await mainLine(page);
  await page.reload();
  await waitForPly(page, 1, first);
  await page.locator("[data-do=live], [data-do=takeback]").first().waitFor();
  await page.locator("select[name=player-white]").selectOption("1");
  // The engine now plays both sides.
  await page.locator(".moves [data-ply='2']").waitFor();
});

test("a game between two engines can be paused", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "dai-hasami", black: "1", white: "2" });
  await page.locator(".moves [data-ply='4']").waitFor();
  await page.locator("[data-do=pause]").click();
  await board.waitForSearches(0);
  assert.ok((await mainLine(page)).length >= 4);
});

test("each side has a clock, and a fallen flag loses", async (t) => {
  const page = await board.openPage(t);
  await page.locator("dialog.new-game input[name=timed]").check();
  const times = { "black-minutes": "0", "black-byoyomi": "1", "white-minutes": "5", "white-increment": "3" };
  for (const [name, value] of Object.entries(times)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator("input[name=white-increment]").press("Tab");
  await startGame(page, { game: "hasami" });
  await page.locator("[data-clock=black].running").waitFor();
  assert.match(await page.locator("[data-clock=white]").textContent(), /5:00/);
  assert.deepEqual(await gameResult(page), ["white", "time"]);
});

test("repetitions are counted and draw the game", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "hasami" });
  const count = page.locator("[data-count=repetition]");
  const round = ["5i5e", "5a5d", "5e5i", "5d5a"];
  for (let turn = 0; turn < 3; turn++) {
    for (const [index, usi] of round.entries()) await typeMoves(page, usi, turn * 4 + index);
    if (turn === 2) break;
    assert.equal(await count.getAttribute("data-now"), String(turn + 2));
    assert.equal(await count.getAttribute("data-limit"), "4");
  }
  assert.deepEqual(await gameResult(page), ["none", "repetition"]);
});

test("sounds play until they are turned off", async (t) => {
  const page = await board.openPage(t, { settings: { sound: true } });
  const sounds = [];
  page.on("request", (request) => {
    const sound = request.url().match(/sounds\/(\w+)\.wav$/);
    if (sound) sounds.push(sound[1]);
  });
  await startGame(page, { game: "hasami" });
  const fetched = page.waitForRequest(/sounds\/move\.wav$/);
  await typeMoves(page, "5i5e");
  await fetched;
  await page.locator("header [data-do=sound]").click();
  const countBefore = sounds.length;
  // A capture sound has not been loaded before, so playing it would send a request.
  await typeMoves(page, "1a1e 9i9h 4a4e 9h9i 6a6e", 1);
  assert.equal((await boardSfen(page)).split(" ")[0].match(/p/gi).length, 17);
  assert.equal(sounds.length, countBefore);
});

test("captures are previewed before the move", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "sfen 6ppp/9/9/9/Pppp5/9/9/9/4P1PPP b - 1");
  await page.locator(".board[data-game=hasami]").waitFor();
  await page.mouse.click(...(await squareCenter(page, "5i")));
  await page.locator("sq.capturable").first().waitFor();
  await page.mouse.move(...(await squareCenter(page, "5e")));
  await page.waitForFunction(() => document.querySelectorAll("sq.capture-preview").length === 3);
  assert.equal(await page.locator("sq.captured").count(), 0);
});

test("a promotion opens a choice with images, which can be cancelled", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "yari sfen 3k3/7/7/3P3/7/7/7/7/3K3 b - 1");
  await page.locator(".board[data-game=yari]").waitFor();
  await page.mouse.click(...(await squareCenter(page, "4d")));
  await page.mouse.click(...(await squareCenter(page, "4c")));
  const dialog = page.locator("[data-dialog=choice]");
  await dialog.waitFor();
  assert.deepEqual(await dialog.locator("[data-usi]").evaluateAll((all) => all.map((one) => one.dataset.usi).sort()), [
    "4d4c",
    "4d4c+",
  ]);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-dialog=choice] piece")].every((piece) =>
      getComputedStyle(piece).backgroundImage.startsWith('url("data:image/svg'),
    ),
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await waitForPly(page, 0);
  await inputMethods.click.play(page, "4d4c+", "black");
  await waitForPly(page, 1, "4d4c+");
});

test("a counter-flip in the flip zone offers four choices", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "hajiku sfen 6k/7/3F3/4S2/7/7/3+g3/7/K6 w - 1 moves 4g4c+");
  await waitForPly(page, 1, "4g4c+");
  await page.mouse.click(...(await squareCenter(page, "3d")));
  await page.mouse.click(...(await squareCenter(page, "4c")));
  const dialog = page.locator("[data-dialog=choice]");
  await dialog.waitFor();
  assert.equal(await dialog.locator("[data-usi]").count(), 4);
});

test("an invalid move shows an error and is not played", async (t) => {
  // The browser logs the failed request.
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await startGame(page, { game: "hasami" });
  const field = page.locator("input[name=entry]");
  await field.fill("9i9z");
  await field.press("Enter");
  await page.locator(".notice.error").waitFor();
  assert.match(await page.locator(".notice.error").textContent(), /9i9z/);
  await waitForPly(page, 0);
});

for (const [lang, nifu, blocked] of [
  ["en", /The Pawn cannot be dropped on file 9/, /The piece on 2g is in the way/],
  ["ja", /9筋に自分の歩/, /の駒が邪魔/],
]) {
  test(`an impossible move on the board says why (${lang})`, async (t) => {
    // The browser logs the failed requests.
    const page = await board.openPage(t, { expected: [/status of 422/], settings: { lang } });
    const notice = page.locator(".notice[role=alert]");
    await startGame(page, { game: "shogi" });
    // The Pawn on 7g does not move to 5e at all, which gets no message.
    for (const square of ["7g", "5e", "2h", "2b"])
      await page.mouse.click(...(await squareCenter(page, square)));
    await notice.waitFor();
    assert.match(await notice.textContent(), blocked);
    await page.keyboard.press("Escape");
    await importText(page, "shogi sfen 4k4/9/9/9/9/9/9/P8/4K4 b P 1");
    const pawn = page.locator(".hand .pieces piece.sente.p");
    await pawn.waitFor();
    const [x, y] = await squareCenter(page, "9e");
    await pawn.click();
    await page.mouse.click(x, y);
    await page.locator(".notice", { hasText: nifu }).waitFor();
    // The same by drag.
    await page.locator(".notice button").click();
    await notice.waitFor({ state: "detached" });
    await pawn.hover();
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await page.locator(".notice", { hasText: nifu }).waitFor();
  });
}

test("variations and comments are kept, and arrow keys navigate", async (t) => {
  const page = await board.openPage(t);
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
  await typeMoves(page, "5i5e 5a5d 4i4e");
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await waitForPly(page, 2);
  await page.keyboard.press("ArrowLeft");
  await waitForPly(page, 1);
  await typeMoves(page, "1a1e", 1);
  assert.equal(await page.locator(".variation button.move").count(), 1);
  await page.locator("details.more > summary").click();
  const comment = page.locator("textarea[name=comment]");
  await comment.fill("bolder");
  await comment.blur();
  await page.locator(".moves .comment", { hasText: "bolder" }).waitFor();
  assert.deepEqual(await mainLine(page), ["5i5e", "5a5d", "4i4e"]);
  await page.locator("[data-do=promote]").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves > ol > li").length === 2);
  assert.deepEqual(await mainLine(page), ["5i5e", "1a1e"]);
  await page.reload();
  await page.locator(".moves .comment", { hasText: "bolder" }).waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("ArrowUp");
  await waitForPly(page, 0);
  await page.keyboard.press("ArrowDown");
  await waitForPly(page, 2, "1a1e");
});

test("moves can be played on a flipped board", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "minishogi" });
  await page.locator("[data-do=flip]").click();
  await page.locator(".ground.orientation-gote").waitFor();
  for (const [index, usi] of ["5d5c", "1b1c"].entries()) {
    await inputMethods[index ? "drag" : "click"].play(page, usi, index ? "white" : "black");
    await waitForPly(page, index + 1, usi);
  }
});
