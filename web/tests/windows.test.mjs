// Windows over the page: what they begin and end, what they say, and what they cover.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, enter, load, moves, ply, shoot, type } from "./harness.mjs";

const at = board();

const SIZES = [[390, 844], [1280, 720], [1920, 1080]];
const choosing = (page) => page.locator("dialog.new-game");

/** Opens the rules of a game from the first window, with a choice that is not the first one. */
async function readFirst(page, game) {
  const window = choosing(page);
  await window.locator(`input[name=game][value="${game}"]`).check({ force: true });
  await window.locator("select[name=new-white]").selectOption("1");
  await window.locator("[data-do=learn]").click();
  await window.waitFor({ state: "detached" });
  await page.locator("aside.rules section[data-section=start]").waitFor();
  assert.equal(await page.locator("select[name=rules-of]").inputValue(), game);
}

for (const [way, close] of [
  ["by its cross", (page) => page.locator("[data-do=close-rules]").click()],
  ["by its button", (page) => page.locator("[data-do=rules-back]").click()],
  ["by Escape", (page) => page.keyboard.press("Escape")],
])
  test(`the rules lead back to the game that is being chosen ${way}`, async (t) => {
    const page = await at.visit(t);
    await readFirst(page, "minishogi");
    await close(page);
    await choosing(page).waitFor();
    assert.equal(await page.locator("aside.rules").count(), 0);
    assert.ok(await choosing(page).locator("input[value=minishogi]").isChecked());
    assert.equal(await choosing(page).locator("select[name=new-white]").inputValue(), "1");
    await choosing(page).locator("[data-do=start-game]").click();
    await choosing(page).waitFor({ state: "detached" });
    await enter(page, "5d5c");
    await ply(page, 2);
  });

test("the rules are read by keys, in Japanese and on a telephone", async (t) => {
  const page = await at.visit(t, { settings: { lang: "ja" }, viewport: { width: 390, height: 844 } });
  await choosing(page).locator("[data-do=learn]").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("aside.rules"));
  assert.match(await page.locator("[data-do=rules-back]").textContent(), /[\u3040-\u9fff]/);
  await shoot(page, "rules-first-ja-390");
  await page.keyboard.press("Escape");
  await choosing(page).waitFor();
});

test("reading the rules from the window of a new game leaves the running one alone", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  await type(page, "5i5e 5a5d");
  await page.locator("header [data-do=new]").click();
  await readFirst(page, "yari");
  assert.deepEqual(await moves(page), ["5i5e", "5a5d"]);
  await page.locator("[data-do=close-rules]").click();
  await page.keyboard.press("Escape");
  await choosing(page).waitFor({ state: "detached" });
  await type(page, "4i4e", 2);
});

test("Escape in the first window begins nothing", async (t) => {
  const page = await at.visit(t);
  await page.keyboard.press("Escape");
  await choosing(page).waitFor({ state: "detached" });
  assert.equal(await page.locator("main").getAttribute("data-state"), "free");
  await type(page, "5i5e 5a5d");
  assert.equal(await page.locator("main").getAttribute("data-state"), "free");
});

test("a first game is against the level of the program's other first games", async (t) => {
  const page = await at.visit(t);
  const { limits } = await at.post("games", {});
  assert.equal(limits.level, 3);
  assert.equal(await choosing(page).locator("select[name=new-white]").inputValue(), "3");
});

for (const lang of ["en", "ja"])
  test(`a running game is not ended by a new one without a question (${lang})`, async (t) => {
    const page = await at.visit(t, { settings: { lang } });
    await begin(page, { game: "hasami" });
    await type(page, "5i5e 5a5d");
    const question = page.locator("dialog.question");
    await page.locator("header [data-do=new]").click();
    await choosing(page).locator("[data-do=start-game]").dblclick();
    await question.waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await shoot(page, `question-${lang}-${width}`);
    }
    // By keyboard, no is the first answer, and so is Escape.
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    await choosing(page).locator("[data-do=open-board]").click();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    assert.deepEqual(await moves(page), ["5i5e", "5a5d"]);
    await choosing(page).locator("[data-do=start-game]").click();
    await question.locator("[data-do=answer-yes]").click();
    await choosing(page).waitFor({ state: "detached" });
    await ply(page, 0);
  });

test("a record, a link and another game's rules ask before they end a game", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hasami" });
  await type(page, "5i5e 5a5d");
  const question = page.locator("dialog.question");
  const keep = async () => {
    await question.locator("[data-do=answer-no]").click();
    await question.waitFor({ state: "detached" });
    assert.deepEqual(await moves(page), ["5i5e", "5a5d"]);
  };
  await load(page, "yari startpos moves 4g4f", { opens: false });
  await keep();
  await page.locator("dialog.records [data-do=close]").click();
  await page.evaluate(() => (location.hash = "game=yari&moves=4g4f"));
  await keep();
  await page.locator("header [data-do=rules]").click();
  await page.locator("select[name=rules-of]").selectOption("yari");
  await page.locator("[data-do=try]").click();
  await keep();
});

test("an error of a window stands in the window", async (t) => {
  const page = await at.visit(t, { expected: [/status of 422/] });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await load(page, "nothing that can be read", { opens: false });
    const notice = page.locator("dialog.records .notice.error");
    await notice.waitFor();
    const isOnTop = await notice.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    assert.ok(isOnTop, `${width}`);
    await shoot(page, `window-error-${width}`);
    await notice.locator("[data-do=dismiss]").click();
    await notice.waitFor({ state: "detached" });
  }
});

/** How much of the board the message covers, in pixels on both sides. */
const covered = (page) =>
  page.evaluate(() => {
    const [one, other] = [".notice", "sg-board"].map((name) => document.querySelector(name).getBoundingClientRect());
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return wide > 0 && high > 0 ? [wide, high] : null;
  });

for (const [width, height] of SIZES)
  for (const game of ["hasami", "yari", "minishogi"])
    test(`a message covers no square of ${game} at ${width} by ${height}`, async (t) => {
      const page = await at.visit(t, { viewport: { width, height }, expected: [/status of 422/] });
      await begin(page, { game });
      await enter(page, "this is not a move, and the message about it is longer than a line of a telephone");
      await page.locator(".notice").waitFor();
      assert.equal(await covered(page), null);
      const [typed, message] = await Promise.all(
        ["input[name=entry]", ".notice"].map((name) => page.locator(name).boundingBox()),
      );
      assert.ok(message.y + message.height <= typed.y || message.y >= typed.y + typed.height, "nor what is typed");
      await shoot(page, `notice-${game}-${width}`);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      assert.equal(await covered(page), null, "after scrolling");
    });
