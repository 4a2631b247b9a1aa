// Plays moves on the board by click, by drag, by touch and by keyboard.

import assert from "node:assert/strict";

/** Splits a USI move into its origin square or dropped piece, and its target. */
export function parseUsi(usi) {
  const drop = usi.match(/^(\+?[A-Z])\*/);
  const [first, second] = usi.match(/\d+[a-k]/g);
  return drop ? { drop: drop[1], to: first } : { from: first, to: second };
}

/** Waits until the board accepts input. */
const waitForBoard = (page) => page.locator(".board[aria-busy=false]").waitFor();

/** Returns the screen coordinates of a square's centre. */
export async function squareCenter(page, name) {
  await waitForBoard(page);
  const box = await page.locator("sg-board").first().boundingBox();
  const [files, ranks, turned] = await page.evaluate(() => {
    const wrap = document.querySelector("sg-board").parentElement;
    const [, f, r] = wrap.className.match(/d-(\d+)x(\d+)/);
    return [Number(f), Number(r), wrap.classList.contains("orientation-gote")];
  });
  const file = parseInt(name, 10);
  const rank = name.charCodeAt(name.length - 1) - 96;
  const column = turned ? file - 1 : files - file;
  const row = turned ? ranks - rank : rank - 1;
  return [box.x + ((column + 0.5) * box.width) / files, box.y + ((row + 0.5) * box.height) / ranks];
}

/** Returns the screen coordinates of a piece in hand. */
async function handCenter(page, kind, color) {
  await waitForBoard(page);
  const role = kind.toLowerCase().replace("+", "p");
  const side = color === "black" ? "sente" : "gote";
  const piece = page.locator(`.hand .pieces piece.${side}.${role}`);
  const box = await piece.boundingBox();
  assert.ok(box, `${kind} is in the hand of ${color}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function endpoints(page, usi, color) {
  const { from, drop, to } = parseUsi(usi);
  return [drop ? await handCenter(page, drop, color) : await squareCenter(page, from), await squareCenter(page, to)];
}

/** If the choice dialog opens, selects the move in it with `press`. */
async function choose(page, usi, press) {
  const option = page.locator(`.choice [data-usi="${usi}"]`);
  const done = page.locator(`.moves [aria-current][data-usi="${usi}"]`);
  await option.or(done).first().waitFor();
  if (await option.isVisible()) await press(option);
}

async function byClick(page, usi, color) {
  const [start, end] = await endpoints(page, usi, color);
  await page.mouse.click(...start);
  await page.mouse.click(...end);
  await choose(page, usi, (option) => option.click());
}

async function byDrag(page, usi, color) {
  const [start, end] = await endpoints(page, usi, color);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 });
  // shogiground updates a drag once per animation frame: wait until it has drawn the last position.
  await page.mouse.move(...end, { steps: 3 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.mouse.up();
  await choose(page, usi, (option) => option.click());
}

async function byTouch(page, usi, color) {
  const [start, end] = await endpoints(page, usi, color);
  await page.touchscreen.tap(...start);
  await page.touchscreen.tap(...end);
  await choose(page, usi, (option) => option.tap());
}

/** Presses a key, Tab by default, until an element has the focus. */
export async function tabTo(page, selector, key = "Tab") {
  for (let presses = 0; presses < 400; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${key} does not reach ${selector}`);
}

/** Moves the focus to a square with the arrow keys. */
async function focusSquare(page, name) {
  await tabTo(page, ".grid [data-square]");
  const turned = await page.evaluate(() => document.querySelector(".ground").classList.contains("orientation-gote"));
  const at = await page.evaluate(() => document.activeElement.dataset.square);
  const sign = turned ? -1 : 1;
  const right = sign * (Number(at[0]) - Number(name[0]));
  const down = sign * (name.charCodeAt(1) - at.charCodeAt(1));
  for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), name);
}

async function byKeyboard(page, usi, color) {
  const { from, drop, to } = parseUsi(usi);
  await waitForBoard(page);
  if (drop) await tabTo(page, `[data-hand="${color} ${drop}"]`);
  else await focusSquare(page, from);
  await page.keyboard.press("Enter");
  await focusSquare(page, to);
  await page.keyboard.press("Enter");
  await choose(page, usi, async () => {
    await tabTo(page, `.choice [data-usi="${usi}"]`, "ArrowDown");
    await page.keyboard.press("Enter");
  });
}

export const inputMethods = {
  click: { play: byClick },
  drag: { play: byDrag },
  touch: { play: byTouch, options: { hasTouch: true } },
  keyboard: { play: byKeyboard },
};

/** Starts a game between two people by keyboard only. */
export async function startGameByKeyboard(page, { game, start = "start" }) {
  const choose = async (name, value) => {
    // The options depend on the game and are drawn one frame after it is selected.
    await page.locator(`dialog.new-game select[name=${name}] option[value="${value}"]`).waitFor({ state: "attached" });
    await tabTo(page, `dialog.new-game select[name=${name}]`);
    const [now, wanted] = await page.evaluate(
      ([field, option]) => {
        const { selectedIndex, options } = document.querySelector(`dialog.new-game select[name=${field}]`);
        return [selectedIndex, [...options].findIndex((one) => one.value === option)];
      },
      [name, value],
    );
    for (let i = 0; i < Math.abs(wanted - now); i++) await page.keyboard.press(wanted > now ? "ArrowDown" : "ArrowUp");
    assert.equal(await page.locator(`dialog.new-game select[name=${name}]`).inputValue(), value);
  };
  if (!(await page.locator("dialog.new-game").isVisible())) await page.keyboard.press("n");
  await page.locator("dialog.new-game").waitFor();
  await tabTo(page, "dialog.new-game input[name=game]");
  for (let i = 0; i < 13; i++) {
    if (await page.locator(`dialog.new-game input[value="${game}"]`).isChecked()) break;
    await page.keyboard.press("ArrowDown");
  }
  await choose("start", start);
  await choose("new-black", "human");
  await choose("new-white", "human");
  await tabTo(page, "dialog.new-game [data-do=start-game]");
  await page.keyboard.press("Enter");
  await page.locator("dialog.new-game").waitFor({ state: "detached" });
  await page.locator(`.board[data-game="${game}"]`).waitFor();
}
