// Where things stand: at five sizes of the window, for every game, nothing lies over
// anything else, nothing is cut off, and the board has the room that there is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, enter, load, ply, shoot, type } from "./harness.mjs";

const at = board();

/** Every game, with two moves to begin with. */
const GAMES = {
  hasami: "5i5e 5a5d",
  "hasami-nocorner": "5i5e 5a5d",
  "hasami-chess": "",
  "hasami-jsa": "5i5e 5a5d",
  "dai-hasami": "5h5e 5b5d",
  "hasami-five": "",
  "hasami-brainking": "",
  "hasami-ludos": "",
  "mak-yek": "",
  yari: "4g4f 4c4d",
  hajiku: "4g4f 4c4d",
  shogi: "7g7f 3c3d",
  minishogi: "5d5c 1b1c",
};

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

/** What is wrong with the page as it is drawn now, in words. */
export const faults = (page) =>
  page.evaluate(() => {
    const found = [];
    const SLACK = 1;
    const seen = (node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && node.checkVisibility({ visibilityProperty: true });
    };
    const name = (node) =>
      node.dataset?.do ?? node.getAttribute("name") ?? (node.className || node.tagName.toLowerCase());
    const wide = document.scrollingElement.scrollWidth;
    if (wide > innerWidth) found.push(`the page is ${wide} px wide in a window of ${innerWidth} px`);

    // What sticks to the edge of a telephone lies over what is scrolled under it.
    const sticks = (node) => {
      for (let at = node; at; at = at.parentElement) if (getComputedStyle(at).position === "sticky") return true;
      return false;
    };

    // Parts of the page, and of the column beside the board, do not lie over each other.
    const apart = (nodes) => {
      const boxes = nodes.filter(seen).map((node) => [node, node.getBoundingClientRect()]);
      boxes.forEach(([one, a], index) => {
        for (const [two, b] of boxes.slice(index + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > SLACK && down > SLACK && sticks(one) === sticks(two))
            found.push(`${name(one)} and ${name(two)} overlap by ${Math.round(across)} x ${Math.round(down)} px`);
        }
      });
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    apart(all("header.top, .bar, .board, .hand, .player, .panel, .under"));
    apart(all(".panel > *"));
    apart(all(".panel :is(button, select, input, summary):not(.moves *, .lines *), .player select, .under :is(button, select)"));

    // Controls lie within whatever holds them, and their words within them.
    for (const control of all("main :is(button, select, input, summary, textarea), header.top :is(button, h1)")) {
      if (!seen(control) || control.closest(".moves, .lines, .rules, .hand-keys, .grid")) continue;
      const box = control.getBoundingClientRect();
      for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
        if (!at.matches(".panel, .panel > *, .player, .under, main, header.top, nav")) continue;
        const room = at.getBoundingClientRect();
        const out = Math.max(room.left - box.left, box.right - room.right, room.top - box.top, box.bottom - room.bottom);
        if (out > SLACK) found.push(`${name(control)} sticks out of ${name(at)} by ${Math.round(out)} px`);
      }
      if (control.matches("button") && control.scrollWidth > control.clientWidth + SLACK)
        found.push(`the words of ${name(control)} are cut`);
    }
    // Nothing but the lines and the moves has to be scrolled.
    for (const part of all(".panel, .analysis, .status, .player, .hand, .bar, .board-area"))
      if (seen(part) && part.scrollHeight > part.clientHeight + SLACK && !part.matches(".bar"))
        found.push(`${name(part)} holds ${part.scrollHeight} px in ${part.clientHeight} px`);
    const list = document.querySelector(".moves");
    if (list && list.clientHeight < 48) found.push(`the list of moves is ${list.clientHeight} px high`);
    return found;
  });

/** How much of the room under the menu the board takes, by the direction that binds. */
const share = (page) =>
  page.evaluate(() => {
    const { width, height } = document.querySelector(".board").getBoundingClientRect();
    const top = document.querySelector("header.top").getBoundingClientRect().bottom;
    return Math.max(height / (innerHeight - top), width / innerWidth);
  });

/** Looks at a game in windows of several sizes, without analysis and with five lines of it. */
async function look(page, game, words, windows) {
  await begin(page, { game });
  if (words) await type(page, words);
  const found = [];
  const shares = [];
  for (const analysis of [false, true]) {
    if (analysis) {
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line='5']").waitFor();
    }
    for (const [index, size] of windows.entries()) {
      const name = `${size.width} x ${size.height}, analysis ${analysis ? "on" : "off"}`;
      await page.setViewportSize(size);
      await shoot(page, `layout-${game}-${size.width}-${analysis ? "on" : "off"}`);
      for (const fault of await faults(page)) found.push(`${name}: ${fault}`);
      const taken = await share(page);
      if (taken < 0.85) found.push(`${name}: the board takes ${taken.toFixed(2)} of the room`);
      if (analysis && taken !== shares[index]) found.push(`${name}: the board changes its size`);
      shares[index] = taken;
    }
  }
  assert.deepEqual(found, []);
}

for (const [game, words] of Object.entries(GAMES)) {
  test(`${game} has its place in every window`, async (t) => {
    const page = await at.visit(t, { viewport: WINDOWS[0], settings: { lines: 5 } });
    await look(page, game, words, WINDOWS);
  });

  test(`${game} has its place on a telephone`, async (t) => {
    const page = await at.visit(t, { ...PHONE, settings: { lines: 5 } });
    await look(page, game, words, [PHONE.viewport]);
  });
}

test("a comment is written in the column, whatever else is in it", async (t) => {
  const page = await at.visit(t, { viewport: WINDOWS[0], settings: { lines: 5 } });
  for (const game of Object.keys(GAMES)) {
    await begin(page, { game });
    await page.locator("[data-do=analysis]").click();
    await page.locator("[data-line='5']").waitFor();
    await page.locator("details.more > summary").click();
    for (const { width, height } of WINDOWS) {
      await page.setViewportSize({ width, height });
      const found = (await faults(page)).filter((fault) => / overlap | wide /.test(fault));
      assert.deepEqual(found, [], `${game} at ${width} x ${height}`);
      for (const control of ["textarea[name=comment]", "[data-do=share]"]) {
        await page.locator(control).scrollIntoViewIfNeeded();
        assert.ok(await isInSight(page.locator(control)), `${control} of ${game} at ${width} x ${height}`);
      }
    }
    await shoot(page, `layout-comment-${game}`);
    await page.locator("details.more > summary").click();
    await page.locator("[data-do=analysis]").click();
  }
});

const STEPS = ["first", "back", "forward", "last", "flip"];

/** Where the buttons stand that walk through the game, and those of the game below them. */
const places = (page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll(".walking button, .panel > .actions button")];
    return buttons.map((node) => {
      const { left, top, width } = node.getBoundingClientRect();
      return `${node.dataset.do} ${Math.round(left)} ${Math.round(top + scrollY)} ${Math.round(width)}`;
    });
  });

/** Walks about by mouse: no button may move between two clicks. */
async function walks(page, name) {
  const before = await places(page);
  for (const step of ["back", "back", "first", "forward", "last", "back"]) {
    const button = page.locator(`.walking [data-do=${step}]`);
    if (await button.isDisabled()) continue;
    const shown = await page.locator(".board").getAttribute("data-sfen");
    await button.click();
    await page.waitForFunction((sfen) => document.querySelector(".board").dataset.sfen !== sfen, shown);
    assert.deepEqual(await places(page), before, `${name}: after ${step}`);
  }
  assert.ok(before.length > STEPS.length, "the buttons of the game are there");
  await page.locator(".walking [data-do=last]").click();
}

for (const [where, options] of [
  ["in a window", { viewport: WINDOWS[0] }],
  ["on a telephone", PHONE],
]) {
  for (const lang of ["en", "ja"]) {
    test(`no button moves under the pointer ${where} (${lang})`, async (t) => {
      const page = await at.visit(t, { ...options, settings: { lang, lines: 5 } });
      // Against the engine, with analysis and without; then resigned.
      await begin(page, { game: "hajiku", white: "1" });
      await enter(page, "4g4f");
      await ply(page, 2);
      await enter(page, "5g5f");
      await ply(page, 4);
      await walks(page, "against the engine");
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line='5']").waitFor();
      await walks(page, "with analysis");
      await page.locator("[data-do=analysis]").click();
      const [asked] = [await places(page), await page.locator("[data-do=resign]").click()];
      await page.locator("[data-do=resign-yes]").waitFor();
      assert.deepEqual(await places(page), asked, "asked whether to resign");
      await page.locator("[data-do=resign-yes]").click();
      await page.locator(".status .result").waitFor();
      await walks(page, "after the game");
      // Two people, with a clock that can be paused.
      await begin(page, { game: "hasami" });
      await type(page, "5i5e 5a5d 4i4e");
      await walks(page, "two people");
      // A game that is won on the board, and a record without players.
      await load(page, "hasami sfen 9/9/9/9/Pp7/9/9/9/2P5p b - 1 moves 7i7e");
      await walks(page, "a record");
      // A win that may be declared at the end of a game.
      await load(page, "shogi sfen K8/GGGGSSSS1/RRBB5/9/9/9/9/4k4/9 w - 1");
      await page.locator("[data-do=play-here]").click();
      await type(page, "5h5i 9a8a 5i5h");
      await page.locator("[data-do=declare]").waitFor();
      await walks(page, "with a declaration");
    });
  }
}

/** Opens the editor for a game. */
async function edit(page, game) {
  await page.locator("header [data-do=edit]").click();
  await page.locator("select[name=edit-game]").selectOption(game);
  await page.locator(`.board[data-game="${game}"]`).waitFor();
  await page.waitForFunction(() => !document.querySelector("[data-do=editor-play]").disabled);
}

/** Whether a control can be seen as the page stands, without scrolling anything. */
const isInSight = (locator) =>
  locator.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (node === hit || node.contains(hit));
  });

for (const [name, options, windows] of [
  ["in every window", { viewport: WINDOWS[0] }, WINDOWS],
  ["on a telephone", PHONE, [PHONE.viewport]],
]) {
  test(`the editor has its place ${name}, and what ends it is in sight`, async (t) => {
    const page = await at.visit(t, options);
    await page.keyboard.press("Escape");
    const found = [];
    for (const game of Object.keys(GAMES)) {
      await edit(page, game);
      for (const size of windows) {
        await page.setViewportSize(size);
        await shoot(page, `layout-editor-${game}-${size.width}`);
        const at = `${game} at ${size.width} x ${size.height}`;
        for (const fault of await faults(page)) found.push(`${at}: ${fault}`);
        for (const hook of ["editor-done", "editor-play", "editor-cancel"])
          if (!(await isInSight(page.locator(`[data-do=${hook}]`)))) found.push(`${at}: ${hook} is out of sight`);
      }
      await page.locator("[data-do=editor-cancel]").click();
    }
    assert.deepEqual(found, []);
  });
}

test("the editor shows the game that is chosen in it, and no captures", async (t) => {
  const page = await at.visit(t);
  await begin(page, { game: "hajiku" });
  await edit(page, "hasami");
  assert.equal(await page.locator("header .title").textContent(), "Hasami Shogi");
  assert.equal(await page.locator("[data-taken]:not([data-taken='0'])").count(), 0);
  assert.equal(await page.locator(".taken .piece-image").count(), 0);
  await page.locator("[data-do=editor-cancel]").click();
  await page.locator(".board[data-game=hajiku]").waitFor();
  assert.equal(await page.locator("header .title").textContent(), "Hajiku Shogi");
});
