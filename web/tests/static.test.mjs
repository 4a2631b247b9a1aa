// The static page: installation, use without a connection, and the modules that it loads. Needs KAWARI_STATIC.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boardSfen, mainLine, setUpBoard, startGame, typeMove, waitForPly } from "./harness.mjs";

const skip = process.env.KAWARI_STATIC ? false : "KAWARI_STATIC is not set";
const board = setUpBoard();

/** Waits until the service worker has stored a file. */
const waitForStored = (page, path) =>
  page.waitForFunction(async (url) => Boolean(await caches.match(url)), board.page + path, { polling: 200 });

test("only the modules of the chosen game are loaded", { skip }, async (t) => {
  const loaded = [];
  const page = await board.openPage(t);
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname.split("/modules/")[1]));
  await startGame(page, { game: "minishogi", white: "1" });
  await typeMove(page, "5d5c");
  await waitForPly(page, 2);
  const modules = new Set(loaded.filter(Boolean));
  assert.deepEqual([...modules].sort(), ["minishogi.network", "minishogi.wasm"]);
});

test("the page can be installed", { skip }, async (t) => {
  const page = await board.openPage(t);
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector("link[rel=manifest]");
    return (await fetch(href)).json();
  });
  assert.equal(manifest.display, "standalone");
  assert.equal(new URL(manifest.start_url, board.page).href, board.page);
  for (const size of [192, 512]) {
    const { src } = manifest.icons.find((icon) => icon.sizes === `${size}x${size}`);
    const width = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    }, src);
    assert.equal(width, size);
  }
  // Chromium lists the reasons why a page cannot be installed.
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const errors = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  assert.deepEqual(errors, []);
});

test("a game goes on without a connection", { skip }, async (t) => {
  // The network of another game is not stored.
  const page = await board.openPage(t, { expected: [/ERR_CONNECTION_REFUSED|ERR_FAILED/] });
  await startGame(page, { game: "hajiku", white: "1" });
  await typeMove(page, "6i5h");
  await waitForPly(page, 2);
  for (const path of ["modules/hajiku.wasm", "modules/hajiku.network", "board.js", "words/ja.json"])
    await waitForStored(page, path);
  const moves = await mainLine(page);
  const sfen = await boardSfen(page);

  await board.stopServer();
  await page.reload();
  await waitForPly(page, 2);
  assert.deepEqual(await mainLine(page), moves);
  assert.equal(await boardSfen(page), sfen);
  await typeMove(page, "5g5f");
  await waitForPly(page, 4);

  await startGame(page, { game: "hajiku", black: "1" });
  await waitForPly(page, 1);
  await page.locator("header [data-do=rules]").click();
  await page.locator("aside.rules [data-section]").first().waitFor();

  // A game that was never opened gives a message.
  await page.locator("header [data-do=new]").click();
  await page.locator("dialog.new-game input[value=yari]").check({ force: true });
  await page.locator("dialog.new-game [data-do=open-board]").click();
  await page.locator("dialog.confirm [data-do=confirm-yes]").click();
  await page.locator(".notice.error", { hasText: "Check the connection" }).waitFor();
});
