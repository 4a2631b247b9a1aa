// The four ways to make a move: by click, by drag, by touch, by keyboard alone.

import assert from "node:assert/strict";

/** What a move in USI says: where from (a square or a face in hand) and where to. */
export function parts(usi) {
  const drop = usi.match(/^(\+?[A-Z])\*(..)/);
  if (drop) return { drop: drop[1], to: drop[2] };
  return { from: usi.slice(0, 2), to: usi.slice(2, 4) };
}

/** Waits until the moves on the board are known: before that, hands do nothing there. */
const ready = (page) => page.locator(".board[aria-busy=false]").waitFor();

/** The middle of a square on the screen. */
export async function square(page, name) {
  await ready(page);
  const box = await page.locator("sg-board").first().boundingBox();
  const [files, ranks, turned] = await page.evaluate(() => {
    const wrap = document.querySelector("sg-board").parentElement;
    const [, f, r] = wrap.className.match(/d-(\d+)x(\d+)/);
    return [Number(f), Number(r), wrap.classList.contains("orientation-gote")];
  });
  const file = Number(name[0]);
  const rank = name.charCodeAt(1) - 96;
  const column = turned ? file - 1 : files - file;
  const row = turned ? ranks - rank : rank - 1;
  return [box.x + ((column + 0.5) * box.width) / files, box.y + ((row + 0.5) * box.height) / ranks];
}

/** The middle of a face in hand. */
async function held(page, face, color) {
  await ready(page);
  const role = face.toLowerCase().replace("+", "p");
  const side = color === "black" ? "sente" : "gote";
  const piece = page.locator(`.hand .pieces piece.${side}.${role}`);
  const box = await piece.boundingBox();
  assert.ok(box, `${face} is in the hand of ${color}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function ends(page, usi, color) {
  const { from, drop, to } = parts(usi);
  return [drop ? await held(page, drop, color) : await square(page, from), await square(page, to)];
}

/** Picks the move in the window that opens where there is a choice, by `press`. */
async function choose(page, usi, press) {
  const option = page.locator(`.choice [data-usi="${usi}"]`);
  const done = page.locator(`.moves [aria-current][data-usi="${usi}"]`);
  await option.or(done).first().waitFor();
  if (await option.isVisible()) await press(option);
}

async function byClick(page, usi, color) {
  const [start, end] = await ends(page, usi, color);
  await page.mouse.click(...start);
  await page.mouse.click(...end);
  await choose(page, usi, (option) => option.click());
}

async function byDrag(page, usi, color) {
  const [start, end] = await ends(page, usi, color);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 3 });
  // shogiground drags in frames of the screen: the last place must have been drawn.
  await page.mouse.move(...end, { steps: 3 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.up();
  await choose(page, usi, (option) => option.click());
}

async function byTouch(page, usi, color) {
  const [start, end] = await ends(page, usi, color);
  await page.touchscreen.tap(...start);
  await page.touchscreen.tap(...end);
  await choose(page, usi, (option) => option.tap());
}

/** Presses Tab until the focus is where it is wanted, as a person would. */
export async function tabTo(page, selector, key = "Tab") {
  for (let presses = 0; presses < 400; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Walks the focus over the board with the arrow keys. */
async function walkTo(page, name) {
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
  const { from, drop, to } = parts(usi);
  await ready(page);
  if (drop) await tabTo(page, `[data-hand="${color} ${drop}"]`);
  else await walkTo(page, from);
  await page.keyboard.press("Enter");
  await walkTo(page, to);
  await page.keyboard.press("Enter");
  await choose(page, usi, async () => {
    await tabTo(page, `.choice [data-usi="${usi}"]`, "ArrowDown");
    await page.keyboard.press("Enter");
  });
}

export const ways = {
  click: { play: byClick },
  drag: { play: byDrag },
  touch: { play: byTouch, options: { hasTouch: true } },
  keyboard: { play: byKeyboard },
};

/** Begins a game between two people with keys alone. */
export async function beginByKeyboard(page, { game, start = "start" }) {
  const choose = async (name, value) => {
    // What may be chosen depends on the game, and is drawn in the frame after it was.
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
