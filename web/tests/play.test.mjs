// What a player can do besides moving.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, enter, load, moves, ply, result, sfen, type } from "./harness.mjs";
import { square, ways } from "./hands.mjs";

const at = board();

test("a move is taken back between two people", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  const start = await sfen(page);
  await type(page, "7i7f 3a3d 7f3f");
  await page.locator("[data-do=takeback]").click();
  await ply(page, 2, "3a3d");
  // What was taken back stays in the tree, and gives way to what is played instead.
  await type(page, "7f8f", 2);
  assert.deepEqual(await moves(page), ["7i7f", "3a3d", "7f8f"]);
  await page.locator("[data-do=takeback]").click();
  await ply(page, 2, "3a3d");
  await page.locator("[data-do=takeback]").click();
  await page.locator("[data-do=takeback]").click();
  await ply(page, 0);
  assert.equal(await sfen(page), start);
  assert.ok(await page.locator("[data-do=takeback]").isDisabled());
});

test("against the engine a move is taken back with the answer to it", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "minishogi", white: "1" });
  await enter(page, "5d5c");
  await ply(page, 2);
  await page.locator("[data-do=takeback]").click();
  await ply(page, 0);
  await enter(page, "4e4d");
  await ply(page, 2);
  assert.equal((await moves(page))[0], "4e4d");
  await at.searches(0);
});

test("a hint is drawn and said", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "yari" });
  await page.locator("[data-do=hint]").click();
  await page.locator("svg.sg-shapes g.hint").first().waitFor({ state: "attached" });
  assert.match(await page.locator(".heard").textContent(), /\S/);
  await at.searches(0);
});

test("resigning is asked once more, and ends the game", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hajiku", white: "1" });
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-no]").click();
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-yes]").click();
  assert.deepEqual(await result(page), ["white", "resignation"]);
});

test("two people agree on a draw", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "shogi" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-no]").click();
  await page.locator("[data-do=draw-yes]").waitFor({ state: "detached" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").click();
  assert.deepEqual(await result(page), ["none", "agreement"]);
});

test("a double click neither offers a draw nor resigns", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "shogi" });
  await type(page, "7g7f 3c3d 2g2f");
  for (const size of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    await page.locator("[data-do=back]").click();
    await page.locator("[data-do=play-here]").dblclick();
    for (const name of ["draw", "resign"]) {
      const icon = page.locator(`[data-do=${name}]`);
      if (await icon.isVisible()) await icon.dblclick();
      const no = page.locator(`[data-do=${name}-no]`);
      if (await no.isVisible()) await no.click();
    }
    assert.equal(await page.locator(".status .result").count(), 0);
    assert.equal(await page.locator("main").getAttribute("data-state"), "idle");
  }
});

test("a draw that is about to be offered is forgotten with the next move", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "shogi" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").waitFor();
  await type(page, "7g7f");
  await page.locator("[data-do=draw-yes]").waitFor({ state: "detached" });
});

test("the engine answers the offer of a draw", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami-chess", white: "4" });
  await page.locator("[data-do=draw]").click();
  await page.locator("[data-do=draw-yes]").click();
  await page.locator(".notice, .status .result").first().waitFor();
  await at.searches(0);
});

test("sides are changed in mid-game", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami", white: "1" });
  await enter(page, "5i5e");
  await ply(page, 2);
  await page.locator("[data-do=swap]").click();
  // Now the engine is Black, whose turn it is, and the board is turned.
  await ply(page, 3);
  assert.equal(await page.locator("select[name=player-black]").inputValue(), "1");
  assert.equal(await page.locator("select[name=player-white]").inputValue(), "human");
  await page.locator(".ground.orientation-gote").waitFor();
});

test("a game goes on after a reload", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "yari", start: "rook" });
  await type(page, "4c4d 4g4f 3c3d");
  const [position, line] = [await sfen(page), await moves(page)];
  await page.reload();
  await ply(page, 3);
  assert.deepEqual([await sfen(page), await moves(page)], [position, line]);
  await type(page, "3g3f", 3);
  await page.locator("[data-do=takeback]").click();
  await ply(page, 3);
});

test("the engine takes up its move after a reload", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "minishogi", black: "1" });
  await ply(page, 1);
  const [first] = await moves(page);
  await page.reload();
  await ply(page, 1, first);
  await page.locator("[data-do=live], [data-do=takeback]").first().waitFor();
  await page.locator("select[name=player-white]").selectOption("1");
  // Both sides are the engine's now: it plays on while the test looks.
  await page.locator(".moves [data-ply='2']").waitFor();
});

test("the engine plays against itself until it is stopped", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "dai-hasami", black: "1", white: "2" });
  // It plays on while the test looks.
  await page.locator(".moves [data-ply='4']").waitFor();
  await page.locator("[data-do=pause]").click();
  await at.searches(0);
  assert.ok((await moves(page)).length >= 4);
});

test("a clock runs for each side, and a fallen flag loses", async (t) => {
  const page = await at.visit(t);
  await page.locator("dialog.new-game input[name=timed]").check();
  const times = { "black-minutes": "0", "black-byoyomi": "1", "white-minutes": "5", "white-increment": "3" };
  for (const [name, value] of Object.entries(times)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator("input[name=white-increment]").press("Tab");
  await begin(page, { game: "hasami" });
  await page.locator("[data-clock=black].running").waitFor();
  assert.match(await page.locator("[data-clock=white]").textContent(), /5:00/);
  assert.deepEqual(await result(page), ["white", "time"]);
});

test("repetition is counted on the page, and draws", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  const count = page.locator("[data-count=repetition]");
  const round = ["5i5e", "5a5d", "5e5i", "5d5a"];
  for (let turn = 0; turn < 3; turn++) {
    for (const [index, usi] of round.entries()) await type(page, usi, turn * 4 + index);
    if (turn === 2) break;
    assert.equal(await count.getAttribute("data-now"), String(turn + 2));
    assert.equal(await count.getAttribute("data-limit"), "4");
  }
  assert.deepEqual(await result(page), ["none", "repetition"]);
});

test("moves and captures are heard, until sounds are turned off", async (t) => {
  const page = await at.visit(t, { settings: { sound: true } });
  const heard = [];
  page.on("request", (request) => {
    const sound = request.url().match(/sounds\/(\w+)\.wav$/);
    if (sound) heard.push(sound[1]);
  });
  await begin(page, { game: "hasami" });
  const fetched = page.waitForRequest(/sounds\/move\.wav$/);
  await type(page, "5i5e");
  await fetched;
  await page.locator("header [data-do=sound]").click();
  const silent = heard.length;
  // A capture would be a sound that was never fetched.
  await type(page, "1a1e 9i9h 4a4e 9h9i 6a6e", 1);
  assert.equal((await sfen(page)).split(" ")[0].match(/p/gi).length, 17);
  assert.equal(heard.length, silent);
});

test("a run that would fall is shown before the move is made", async (t) => {
  const page = await at.visit(t);
  await load(page, "sfen 6ppp/9/9/9/Pppp5/9/9/9/4P1PPP b - 1");
  await page.locator(".board[data-game=hasami]").waitFor();
  await page.mouse.click(...(await square(page, "5i")));
  await page.locator("sq.may-fall").first().waitFor();
  await page.mouse.move(...(await square(page, "5e")));
  await page.waitForFunction(() => document.querySelectorAll("sq.falls").length === 3);
  assert.equal(await page.locator("sq.fallen").count(), 0);
});

test("a promotion asks with pictures, and can be called off", async (t) => {
  const page = await at.visit(t);
  await load(page, "yari sfen 3k3/7/7/3P3/7/7/7/7/3K3 b - 1");
  await page.locator(".board[data-game=yari]").waitFor();
  await page.mouse.click(...(await square(page, "4d")));
  await page.mouse.click(...(await square(page, "4c")));
  const window = page.locator("[data-dialog=choice]");
  await window.waitFor();
  assert.deepEqual(
    await window.locator("[data-usi]").evaluateAll((all) => all.map((one) => one.dataset.usi).sort()),
    ["4d4c", "4d4c+"],
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-dialog=choice] piece")].every((piece) =>
      getComputedStyle(piece).backgroundImage.startsWith('url("data:image/svg'),
    ),
  );
  await page.keyboard.press("Escape");
  await window.waitFor({ state: "detached" });
  await ply(page, 0);
  await ways.click.play(page, "4d4c+", "black");
  await ply(page, 1, "4d4c+");
});

test("a counter-flip in the flip zone offers four moves", async (t) => {
  const page = await at.visit(t);
  await load(page, "hajiku sfen 6k/7/3F3/4S2/7/7/3+g3/7/K6 w - 1 moves 4g4c+");
  await ply(page, 1, "4g4c+");
  await page.mouse.click(...(await square(page, "3d")));
  await page.mouse.click(...(await square(page, "4c")));
  const window = page.locator("[data-dialog=choice]");
  await window.waitFor();
  assert.equal(await window.locator("[data-usi]").count(), 4);
});

test("a bad word gets a sentence, and the board stays", async (t) => {
  // The browser itself notes the refused request.
  const page = await at.visit(t, { expected: [/status of 422/] });
  await begin(page, { game: "hasami" });
  const field = page.locator("input[name=entry]");
  await field.fill("9i9z");
  await field.press("Enter");
  await page.locator(".notice.error").waitFor();
  assert.match(await page.locator(".notice.error").textContent(), /9i9z/);
  await ply(page, 0);
});

test("variations are kept as a tree, with comments, and walked by arrow keys", async (t) => {
  const page = await at.visit(t);
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
  await type(page, "5i5e 5a5d 4i4e");
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await ply(page, 2);
  await page.keyboard.press("ArrowLeft");
  await ply(page, 1);
  await type(page, "1a1e", 1);
  assert.equal(await page.locator(".variation button.move").count(), 1);
  await page.locator("details.more > summary").click();
  const comment = page.locator("textarea[name=comment]");
  await comment.fill("bolder");
  await comment.blur();
  await page.locator(".moves .comment", { hasText: "bolder" }).waitFor();
  assert.deepEqual(await moves(page), ["5i5e", "5a5d", "4i4e"]);
  await page.locator("[data-do=promote]").click();
  await page.waitForFunction(() => document.querySelectorAll(".moves > ol > li").length === 2);
  assert.deepEqual(await moves(page), ["5i5e", "1a1e"]);
  await page.reload();
  await page.locator(".moves .comment", { hasText: "bolder" }).waitFor();
  await page.locator("h1").click();
  await page.keyboard.press("ArrowUp");
  await ply(page, 0);
  await page.keyboard.press("ArrowDown");
  await ply(page, 2, "1a1e");
});

test("a board that is turned is played on from the other side", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "minishogi" });
  await page.locator("[data-do=flip]").click();
  await page.locator(".ground.orientation-gote").waitFor();
  for (const [index, usi] of ["5d5c", "1b1c"].entries()) {
    await ways[index ? "drag" : "click"].play(page, usi, index ? "white" : "black");
    await ply(page, index + 1, usi);
  }
});
