// Where things stand: at five sizes of the window, for every game, nothing lies over
// anything else, nothing is cut off, and the board has the room that there is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, board, shoot, type } from "./harness.mjs";

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

    // Parts of the page, and of the column beside the board, do not lie over each other.
    const apart = (nodes) => {
      const boxes = nodes.filter(seen).map((node) => [node, node.getBoundingClientRect()]);
      boxes.forEach(([one, a], index) => {
        for (const [two, b] of boxes.slice(index + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > SLACK && down > SLACK)
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
    // What stands beside the board is not as high as its content only where it can be scrolled.
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
