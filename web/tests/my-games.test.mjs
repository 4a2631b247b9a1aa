// The list of all games: storage, filter, replay, deletion, export and import, results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAccessibility } from "./checks.mjs";
import { mainLine, screenshot, setUpBoard, startGame, typeMove, typeMoves, waitForPly } from "./harness.mjs";

const board = setUpBoard();
const items = (page) => page.locator(".my-games-list li");

/** Waits until the list has this number of games. */
const waitForItems = (page, count) =>
  page.waitForFunction((n) => document.querySelectorAll(".my-games-list li").length === n, count);

/** Opens the list and waits until it has this number of games. */
async function openList(page, count) {
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  await page.locator("header [data-do=my-games]").click();
  await page.locator(".my-games-list[aria-busy=false]").waitFor();
  await waitForItems(page, count);
}

const confirm = (page) => page.locator("dialog.confirm [data-do=confirm-yes]").click();

/** Waits until the database has this number of games. Does not create the database. */
const waitForStored = (page, count) =>
  page.waitForFunction(
    async (expected) => {
      if (!(await indexedDB.databases()).some(({ name }) => name === "kawari")) return false;
      const request = indexedDB.open("kawari");
      await new Promise((resolve) => (request.onsuccess = resolve));
      const database = request.result;
      const counted = database.transaction("games").objectStore("games").count();
      await new Promise((resolve) => (counted.onsuccess = resolve));
      database.close();
      return counted.result === expected;
    },
    count,
    { polling: 100 },
  );

/** Plays a game against level 1 and resigns after the engine's first move. */
async function loseGame(page) {
  await startGame(page, { game: "minishogi", white: "1" });
  await typeMove(page, "5d5c");
  await waitForPly(page, 2);
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=resign-yes]").click();
  await page.locator(".status .result").waitFor();
  await waitForStored(page, 1);
}

/** Returns a file with finished games of Black against the engine. `results` are pairs of level and winner. */
const gamesFile = (results) => ({
  name: "games.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      format: "kawari-games",
      version: 1,
      games: results.map(([level, winner], index) => ({
        id: `game ${index}`,
        game: "yari",
        start: null,
        date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
        players: { black: { kind: "human" }, white: { kind: "engine", level } },
        end: { winner, reason: winner ? "resignation" : "agreement" },
        comment: "",
        moves: ["4g4f", "4c4d"].map((usi) => ({ usi })),
        opening: [{ usi: "4g4f", record: "P-4f" }],
        evaluations: [],
        accuracy: { black: 81.2, white: 90 },
      })),
    }),
  ),
});

const importFile = (page, file) => page.locator("dialog.my-games input[name=games-file]").setInputFiles(file);

test("a finished game is in the list after a reload, and can be replayed", async (t) => {
  const page = await board.openPage(t);
  await loseGame(page);
  const moves = await mainLine(page);
  await page.reload();
  await page.waitForSelector("sg-board sg-pieces");
  await openList(page, 1);
  const text = await items(page).first().textContent();
  for (const part of ["Lost", "Minishogi", "Kawari level 1", "Black", "2 moves", "P-5c"])
    assert.ok(text.includes(part), `${part} in ${text}`);
  // The board gets another game, then the stored one.
  await page.keyboard.press("Escape");
  await startGame(page, { game: "hasami" });
  await openList(page, 1);
  await items(page).first().locator("[data-do=open-game]").focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog.my-games").waitFor({ state: "detached" });
  await waitForPly(page, 0);
  assert.deepEqual(await mainLine(page), moves);
  assert.equal(await page.locator("main").getAttribute("data-state"), "over");
  await page.keyboard.press("ArrowDown");
  await waitForPly(page, 2);
  await page.locator(".status .result[data-reason=resignation]").waitFor();
});

test("an analysis adds the accuracy of both sides", async (t) => {
  const page = await board.openPage(t);
  await loseGame(page);
  await page.locator("select[name=report-time]").selectOption("50");
  await page.locator("[data-do=report]").click();
  await page.locator(".worst-moves").waitFor();
  await openList(page, 1);
  await page.locator(".my-games-list li", { hasText: /accuracy \d+%/ }).waitFor();
  // The evaluations are stored with the game.
  await items(page).first().locator("[data-do=open-game]").click();
  await page.locator("svg.graph").waitFor();
});

test("an abandoned game is stored as unfinished and can be continued", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "minishogi", white: "1" });
  await typeMove(page, "5d5c");
  await waitForPly(page, 2);
  const legal = async () => (await page.locator("#legal-moves option").first().getAttribute("value")) ?? "";
  await typeMove(page, await legal());
  await waitForPly(page, 4);
  await startGame(page, { game: "hasami" });
  await openList(page, 1);
  assert.match(await items(page).first().textContent(), /Unfinished.*Minishogi/);
  await items(page).first().locator("[data-do=open-game]").click();
  await page.locator("main[data-state=paused]").waitFor();
  await page.locator("[data-do=last]").click();
  await page.locator("[data-do=pause]").click();
  await typeMove(page, await legal());
  await waitForPly(page, 6);
  // Too short a game is not stored.
  await startGame(page, { game: "hasami" });
  await typeMoves(page, "5i5e 5a5d");
  await startGame(page, { game: "hasami" });
  await openList(page, 1);
  assert.match(await items(page).first().textContent(), /6 moves/);
});

test("games are filtered and deleted", async (t) => {
  const page = await board.openPage(t);
  await openList(page, 0);
  await importFile(page, gamesFile([[1, "black"], [2, "white"], [2, null]]));
  await waitForItems(page, 3);
  await page.locator("select[name=games-opponent]").selectOption("2");
  await waitForItems(page, 2);
  await page.locator("select[name=games-result]").selectOption("lost");
  await waitForItems(page, 1);
  await items(page).first().locator("[data-do=delete-game]").click();
  await page.locator("dialog.confirm [data-do=confirm-no]").click();
  await waitForItems(page, 1);
  await items(page).first().locator("[data-do=delete-game]").click();
  await confirm(page);
  await waitForStored(page, 2);
  // The filter matches nothing any more and is reset.
  await waitForItems(page, 2);
  await page.locator("[data-do=games-delete]").click();
  await confirm(page);
  await waitForStored(page, 0);
  await page.locator(".my-games-list", { hasText: "No games yet" }).waitFor();
});

test("games are exported and imported as JSON and as records", async (t) => {
  const page = await board.openPage(t);
  await openList(page, 0);
  await importFile(page, gamesFile([[1, "black"], [2, "white"]]));
  await waitForItems(page, 2);
  const save = async (action) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`dialog.my-games [data-do=${action}]`).click(),
    ]);
    return readFileSync(await download.path());
  };
  const json = await save("games-json");
  const records = await save("games-records");
  assert.equal(JSON.parse(json).games.length, 2);
  await page.locator("[data-do=games-delete]").click();
  await confirm(page);
  await waitForStored(page, 0);
  const file = (name, buffer) => ({ name, mimeType: "text/plain", buffer });
  await importFile(page, file("games.json", json));
  await waitForStored(page, 2);
  await importFile(page, file("games.json", json));
  await page.locator(".notice", { hasText: "Games loaded: 2" }).waitFor();
  await waitForStored(page, 2);
  await importFile(page, file("games.txt", records));
  await waitForStored(page, 4);
  await page.locator(".my-games-list li", { hasText: "Black wins" }).waitFor();
});

test("results by level give a level for an even score", async (t) => {
  const page = await board.openPage(t);
  await openList(page, 0);
  const wins = (level, won, lost) => [...Array(won).fill([level, "black"]), ...Array(lost).fill([level, "white"])];
  await importFile(page, gamesFile(wins(2, 3, 0)));
  await page.locator(".even-level[data-level='']", { hasText: "3" }).waitFor();
  await importFile(page, gamesFile([...wins(2, 5, 0), ...wins(4, 4, 4), ...wins(6, 0, 5)]));
  await page.locator(".even-level[data-level='4']").waitFor();
  const row = page.locator(".my-results tr[data-level='4']");
  assert.match(await row.textContent(), /won 4, drawn 0, lost 4/);
  const widths = await row
    .locator(".bar-parts span")
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().width)));
  assert.equal(widths.length, 2);
  assert.ok(Math.abs(widths[0] - widths[1]) <= 1 && widths[0] > 20, `bars of ${widths} px`);
});

test("unreadable games and a full storage give a message", async (t) => {
  const page = await board.openPage(t, { expected: [/status of 422/] });
  await openList(page, 0);
  await importFile(page, gamesFile([[1, "black"]]));
  await waitForStored(page, 1);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("kawari");
        request.onsuccess = () => {
          const transaction = request.result.transaction("games", "readwrite");
          transaction.objectStore("games").put({ id: "damaged", moves: 7 });
          transaction.oncomplete = () => resolve(request.result.close());
        };
      }),
  );
  await page.keyboard.press("Escape");
  await openList(page, 1);
  await page.locator("dialog.my-games .error", { hasText: "cannot be read: 1" }).waitFor();
  // Entries of a file that are not complete are skipped.
  const file = gamesFile([[1, "black"], [2, "white"]]);
  const { games, ...rest } = JSON.parse(file.buffer);
  games[0].evaluations = [{ score: { cp: 5 }, depth: 3, best: null, glyph: "??", missed: [{ kind: "loss" }] }];
  await importFile(page, { ...file, buffer: Buffer.from(JSON.stringify({ ...rest, games: [...games, null] })) });
  await page.locator(".notice.error", { hasText: "Games loaded: 1. Games that could not be read: 2." }).waitFor();
  await waitForStored(page, 3);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await importFile(page, gamesFile([[2, "black"]]));
  await page.locator(".notice.error", { hasText: "could not store" }).waitFor();
  await page.locator("[data-do=games-delete]").click();
  await confirm(page);
  await waitForStored(page, 0);
  await importFile(page, { name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("no game") });
  await page.locator(".notice.error", { hasText: "No game" }).waitFor();
});

test("a database without games gives a message", async (t) => {
  const page = await board.openPage(t);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open("kawari", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("other");
        request.onsuccess = () => resolve(request.result.close());
      }),
  );
  await openList(page, 0);
  await page.locator(".my-games-list", { hasText: "cannot open the stored games" }).waitFor();
});

for (const lang of ["en", "ja"])
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
    [1920, 1080],
  ])
    test(`the list fits a window of ${width} by ${height} (${lang})`, async (t) => {
      const colorScheme = lang === "ja" ? "dark" : "light";
      const page = await board.openPage(t, { settings: { lang }, viewport: { width, height }, colorScheme });
      await openList(page, 0);
      await importFile(page, gamesFile([[1, "black"], [2, "white"], [2, null], [3, "white"], [3, "black"], [3, "black"]]));
      await page.locator(".even-level[data-level]:not([data-level=''])").waitFor();
      await checkAccessibility(page, "my games");
      await screenshot(page, `my-games-${lang}-${width}`);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.querySelector("dialog.my-games");
        return Math.max(scrollWidth - clientWidth, document.scrollingElement.scrollWidth - innerWidth);
      });
      assert.ok(overflow <= 0, `${overflow} px too wide`);
      // The list keeps its height with another filter.
      const heightOf = () => page.locator(".my-games-list").evaluate((list) => list.getBoundingClientRect().height);
      const before = await heightOf();
      await page.locator("select[name=games-result]").selectOption("draw");
      await waitForItems(page, 1);
      assert.equal(await heightOf(), before);
    });
