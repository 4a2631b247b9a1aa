// The puzzle trainer: solving, wrong tries, hints, solutions, results, and games without puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility, isInView, layoutErrors } from "./checks.mjs";
import { boardSfen, mainLine, screenshot, setUpBoard, startGame, typeMove, typeMoves, waitForPly } from "./harness.mjs";

const board = setUpBoard();

/** Mates in three plies, by Black and by White. */
const MATE = {
  id: "yari-test-1",
  variant: "yari",
  position: "6+R/+R6/pp+Bpppp/7/5Pk/P4N1/1PP3+r/KB5/5B+r b B2N3Pnp 101",
  theme: "mate",
  plies: 3,
  moves: ["1a1c", "P*1d", "1c1d"],
  difficulty: 2,
};
const WHITE = {
  id: "yari-test-2",
  variant: "yari",
  position: "rn1k3/3p+b2/1p2pp1/p1p3p/1P2N2/2B3P/P1PP3/2Br+n2/R1K+p3 w Rbnp 62",
  theme: "mate",
  plies: 3,
  moves: ["N*6g", "5h6g", "B*6h"],
  difficulty: 5,
};

/** Opens the page with puzzles for Yari, and the trainer. */
async function openPuzzles(t, puzzles, options = {}) {
  const page = await board.openPage(t, {
    serviceWorkers: "block",
    expected: [/Service Worker registration blocked/],
    ...options,
  });
  const body = `${puzzles.map((puzzle) => JSON.stringify(puzzle)).join("\n")}\n`;
  await page.route("**/puzzles/*.jsonl", (route) =>
    route.fulfill({ body: route.request().url().endsWith("/yari.jsonl") ? body : "" }),
  );
  return page;
}

async function openTrainer(page, game) {
  await page.keyboard.press("Escape");
  await page.locator("header [data-do=learn]").click();
  await page.locator("[data-do=tab-puzzles]").click();
  await page.locator("select[name=training-game]").selectOption(game);
}

const state = (page, name) => page.locator(`main[data-state="puzzles-${name}"]`).waitFor();

const count = async (page, name) => Number(await page.locator(`.results [data-count=${name}] dd`).textContent());

/** Waits until the puzzle with this id can be solved. */
async function waitForPuzzle(page, id) {
  await page.locator(`[data-puzzle="${id}"]`).waitFor();
  await state(page, "solve");
}

test("a puzzle is solved on the board, with the opponent's answers", async (t) => {
  const page = await openPuzzles(t, [MATE, WHITE]);
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  assert.equal(await boardSfen(page), MATE.position);
  assert.match(await page.locator(".training .task").textContent(), /Black to move: mate in 2 moves/);
  await typeMove(page, MATE.moves[0]);
  await page.locator(".message", { hasText: "Right. Go on." }).waitFor();
  await typeMove(page, MATE.moves[2]);
  await state(page, "solved");
  assert.equal(await count(page, "solved"), 1);
  assert.equal(await count(page, "streak"), 1);

  // The side to move is below.
  await page.locator("[data-do=training-next]").click();
  await waitForPuzzle(page, WHITE.id);
  await page.locator(".ground .orientation-gote, .orientation-gote").first().waitFor();
  await screenshot(page, "puzzle-yari");

  await page.reload();
  await openTrainer(page, "yari");
  await waitForPuzzle(page, WHITE.id);
  assert.equal(await count(page, "solved"), 1);
});

test("a wrong move is answered, and the puzzle comes back", async (t) => {
  const page = await openPuzzles(t, [MATE]);
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  await typeMove(page, "7h6i");
  await state(page, "wrong");
  assert.match(await page.locator(".message").textContent(), /The answer to G-6i is /);
  assert.notEqual(await boardSfen(page), MATE.position);
  await screenshot(page, "puzzle-wrong");
  await page.locator("[data-do=training-retry]").click();
  await state(page, "solve");
  assert.equal(await boardSfen(page), MATE.position);
  await typeMove(page, MATE.moves[0]);
  await page.locator(".message", { hasText: "Right. Go on." }).waitFor();
  await typeMove(page, MATE.moves[2]);
  await state(page, "solved");
  assert.deepEqual([await count(page, "solved"), await count(page, "failed")], [0, 1]);

  // Ten minutes later it is due.
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("kawari.training"));
    for (const card of Object.values(stored.puzzles.yari.cards)) card.due -= 600_000;
    localStorage.setItem("kawari.training", JSON.stringify(stored));
  });
  await page.reload();
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  assert.equal(await count(page, "due"), 1);
  assert.match(await page.locator(".message").textContent(), /comes back/);
});

test("hint and solution", async (t) => {
  const page = await openPuzzles(t, [MATE, WHITE]);
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  await page.keyboard.press("h");
  await page.locator(".message", { hasText: "Move the Rook on 1a." }).waitFor();
  await page.locator("sg-squares sq.selected").waitFor();
  await page.locator("[data-do=puzzle-solution]").click();
  await state(page, "shown");
  assert.equal(await page.locator("main").getAttribute("data-ply"), "3");
  assert.equal(await count(page, "failed"), 1);
  await page.keyboard.press("ArrowLeft");
  await page.locator('main[data-ply="2"]').waitFor();
});

test("the difficulty and the theme can be chosen", async (t) => {
  const page = await openPuzzles(t, [MATE, WHITE, { ...MATE, id: "yari-test-3", theme: "gain", difficulty: 8 }]);
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  await page.locator("select[name=puzzle-difficulty]").selectOption("5");
  await waitForPuzzle(page, WHITE.id);
  await page.locator("select[name=puzzle-theme]").selectOption("gain");
  await waitForPuzzle(page, "yari-test-3");
});

test("a game without puzzles, and a damaged store", async (t) => {
  const page = await openPuzzles(t, [MATE]);
  await page.evaluate(() => localStorage.setItem("kawari.training", '{"puzzles":{"yari":{"level":{}'));
  await page.reload();
  await openTrainer(page, "minishogi");
  await page.locator(".training-body", { hasText: "There are no puzzles for this game yet." }).waitFor();
  await page.locator("select[name=training-game]").selectOption("yari");
  await waitForPuzzle(page, MATE.id);
  assert.equal(await count(page, "solved"), 0);
});

test("the game before goes on after the puzzles", async (t) => {
  const page = await openPuzzles(t, [MATE]);
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5c 1a1f");
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  await page.locator("[data-do=close-training]").click();
  await waitForPly(page, 2);
  assert.deepEqual(await mainLine(page), ["5i5c", "1a1f"]);
  await typeMove(page, "7i7b");
  await waitForPly(page, 3);

  // A reload during a puzzle opens the game, too.
  await openTrainer(page, "yari");
  await waitForPuzzle(page, MATE.id);
  await page.reload();
  await waitForPly(page, 3);
});

for (const lang of ["en", "ja"])
  test(`puzzle layout and accessibility (${lang})`, async (t) => {
    const page = await openPuzzles(t, [MATE], { settings: { lang } });
    await openTrainer(page, "yari");
    await waitForPuzzle(page, MATE.id);
    await typeMove(page, "7h6i");
    await state(page, "wrong");
    const found = [];
    for (const [width, height] of [
      [390, 844],
      [1280, 720],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      await screenshot(page, `puzzle-${width}-${lang}`);
      for (const error of await layoutErrors(page)) found.push(`${width} x ${height}: ${error}`);
      for (const part of [".training .task", "[data-do=training-retry]", ".message p:last-child"])
        if (!(await isInView(page.locator(part)))) found.push(`${width} x ${height}: ${part} is not visible`);
    }
    assert.deepEqual(found, []);
    await checkAccessibility(page, "puzzle");
  });
