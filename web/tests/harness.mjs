// Starts `kawari board` and a browser for a test file. Each opened page is checked for console
// errors and for requests to other hosts. With KAWARI_STATIC, the folder of the static page, the
// tests run on that page instead.
//
// Tests never sleep for a fixed time. They wait for a state of the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveSite } from "./static-server.mjs";

const PROGRAM = process.env.KAWARI;
const SITE = process.env.KAWARI_STATIC;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SHOTS = new URL("shots/", import.meta.url);

/** Timeout for a state of the page, in ms. Long enough for a slow machine. */
const TIMEOUT = Number(process.env.TIMEOUT ?? 120_000);

/** Delay added to each API response, in ms, to find tests that depend on a fast server. */
const DELAY = Number(process.env.DELAY ?? 0);

/** Delay added to each animation frame, in ms, to find tests that depend on a fast browser. */
const FRAME_DELAY = Number(process.env.FRAME_DELAY ?? 0);

/** A worker of the static page that does not respond for this time is searching, in ms. */
const BUSY_TIME = 300;

/** Starts `kawari board` and returns its address and a function that stops it. */
async function startServer() {
  assert.ok(PROGRAM, "KAWARI is not set to the program: see run.sh");
  const child = spawn(PROGRAM, ["board", "--port", "0", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((resolve, reject) => {
    let output = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`kawari board exited with ${code}: ${output}`)));
    child.stdout.on("data", (data) => {
      output += data;
      const match = output.match(/http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}/);
      if (match) resolve(match[0]);
    });
  });
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners("exit");
      child.once("exit", (code) => resolve(code));
      child.kill("SIGINT");
    });
  return { address, stop };
}

/**
 * For `test`: the reason why a test of the server is skipped on the static page, or false if the server is tested.
 */
export const needsServer = (reason) => (SITE ? `static page: ${reason}` : false);

/** Sends an API request with the same headers as the page. */
function post(address, path, body) {
  const url = new URL(address);
  const token = new URLSearchParams(url.hash.slice(1)).get("token");
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: url.hostname,
        port: url.port,
        path: `/api/${path}`,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "kawari-token": token,
          origin: url.origin,
          "sec-fetch-site": "same-origin",
        },
      },
      (response) => {
        let text = "";
        response.on("data", (data) => (text += data));
        response.on("end", () => resolve(JSON.parse(text)));
      },
    );
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

/** Starts a server and a browser before the tests of a file, and stops them afterwards. */
export function setUpBoard() {
  const state = { address: "", browser: null, server: null, contexts: new Set() };
  before(async () => {
    state.server = SITE ? await serveSite(SITE) : await startServer();
    state.address = state.server.address;
    state.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
  });
  after(async () => {
    await state.browser?.close();
    assert.equal(await state.server?.stop(), 0, "exit status after Ctrl-C");
  });
  return {
    get address() {
      return state.address;
    },
    get origin() {
      return new URL(state.address).origin;
    },
    /** Stops the server before the end of the tests. */
    stopServer: () => state.server.stop(),
    /** Returns the address that opens a shared game. */
    linkTo: (fragment) => `${state.address}${SITE ? "#" : "&"}${fragment}`,
    /** Address of the page without the token. */
    get page() {
      return state.address.replace(/#.*/, "");
    },
    /** The limits of the games and searches. */
    async limits() {
      const list = SITE ? await (await fetch(`${state.address}games.json`)).json() : await post(state.address, "games", {});
      return list.limits;
    },
    /** Waits until the number of running searches is `count`. */
    async waitForSearches(count) {
      const until = Date.now() + TIMEOUT;
      for (;;) {
        const searches = SITE ? await workersWithSearch(state) : (await post(state.address, "status", {})).searches;
        if (searches === count) return;
        assert.ok(Date.now() < until, `${searches} searches are running, expected ${count}`);
      }
    },
    openPage: (t, options) => openPage(state, t, options),
  };
}

/** Returns the number of searches of all pages: of workers that are busy for some milliseconds. */
async function workersWithSearch({ contexts }) {
  const workers = [...contexts].flatMap((context) => context.pages()).flatMap((page) => page.workers());
  const isBusy = (worker) =>
    Promise.race([
      worker.evaluate(() => false).catch(() => false),
      new Promise((resolve) => setTimeout(() => resolve(true), BUSY_TIME)),
    ]);
  return (await Promise.all(workers.map(isBusy))).filter(Boolean).length;
}

/**
 * Opens the page in a new browser profile. After the test, fails if the page logged an error or
 * sent a request to another host.
 *
 * `settings` are stored settings, `address` is another address of the server, `shows` is the
 * selector to wait for, and `expected` lists errors that the test provokes.
 */
async function openPage(
  state,
  t,
  { settings = {}, address, shows = "sg-board sg-pieces", expected = [], ...options } = {},
) {
  const { origin } = new URL(state.address);
  const stored = JSON.stringify({ sound: false, animation: false, ...settings });
  const context = await state.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
    colorScheme: "light",
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: "kawari.settings", value: stored }] }],
    },
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT);
  state.contexts.add(context);
  if (DELAY)
    await context.route("**/api/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY));
      await route.continue();
    });
  if (FRAME_DELAY)
    await context.addInitScript((delay) => {
      const request = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (draw) => setTimeout(() => request(draw), delay);
    }, FRAME_DELAY);
  const errors = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => errors.push(`error: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") errors.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isAllowed = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
      if (!isAllowed) errors.push(`request: ${request.url()}`);
    });
  });
  t.after(async () => {
    state.contexts.delete(context);
    await context.close();
    const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
    assert.deepEqual(unexpected, [], "unexpected errors");
  });
  const page = await context.newPage();
  await page.goto(address ?? state.address);
  await page.waitForSelector(shows);
  return page;
}

/** Waits until a dialog has closed. Confirms if the page asks whether to end the current game. */
async function waitForClose(page, dialog) {
  const confirmation = page.locator("dialog.confirm");
  await page.waitForFunction(
    (name) => document.querySelector("dialog.confirm") || !document.querySelector(name),
    dialog,
  );
  if (await confirmation.isVisible()) await confirmation.locator("[data-do=confirm-yes]").click();
  await page.locator(dialog).waitFor({ state: "detached" });
}

/** Saves a screenshot for manual inspection. */
export async function screenshot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, SHOTS)) });
}

/** Waits until the displayed position is at this ply of the main line, optionally after a given move. */
export async function waitForPly(page, count, usi) {
  const at = count === 0 ? null : page.locator(`.moves [data-ply="${count}"][aria-current]`);
  if (!at) await page.waitForFunction(() => !document.querySelector(".moves [aria-current]"));
  else {
    await at.waitFor().catch(async (error) => {
      const moves = (await mainLine(page)).join(" ");
      const message = await page.locator(".notice").allTextContents();
      throw new Error(`no ply ${count} after "${moves}", message "${message}"`, { cause: error });
    });
    if (usi) assert.equal(await at.getAttribute("data-usi"), usi);
  }
}

/** Waits until all scheduled redraws of the page are done. */
export const waitForRedraw = (page) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Returns the displayed result: `[winner, reason]`. */
export async function gameResult(page) {
  const status = page.locator(".status .result");
  await status.waitFor();
  return [await status.getAttribute("data-winner"), await status.getAttribute("data-reason")];
}

/** Returns the moves of the main line, in USI. */
export const mainLine = (page) =>
  page.locator(".moves > ol > li > button.move").evaluateAll((buttons) => buttons.map((button) => button.dataset.usi));

/** Returns the SFEN of the displayed position. */
export const boardSfen = (page) => page.locator(".board").getAttribute("data-sfen");

/** Starts a game with the new-game dialog. */
export async function startGame(page, { game, start = "start", black = "human", white = "human" }) {
  const dialog = page.locator("dialog.new-game");
  if (!(await dialog.isVisible())) await page.locator("[data-do=new]").click();
  await dialog.locator(`input[name=game][value="${game}"]`).check({ force: true });
  await dialog.locator("select[name=start]").selectOption(start);
  await dialog.locator("select[name=new-black]").selectOption(black);
  await dialog.locator("select[name=new-white]").selectOption(white);
  await dialog.locator("[data-do=start-game]").click();
  await waitForClose(page, "dialog.new-game");
  await page.locator(`.board[data-game="${game}"]`).waitFor();
}

/** Imports a text with the import dialog. `opens` is false if the text is not a single valid game. */
export async function importText(page, text, { opens = true } = {}) {
  const dialog = page.locator("dialog.records");
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  if (!(await dialog.isVisible())) await page.locator("[data-do=records]").click();
  await dialog.locator("textarea[name=import]").fill(text);
  await dialog.locator("[data-do=import]").click();
  if (opens) await waitForClose(page, "dialog.records");
}

/** Types one move. Does not wait for it: an engine may reply before the move is displayed. */
export async function typeMove(page, move) {
  const field = page.locator("input[name=entry]");
  await field.fill(move);
  await field.press("Enter");
}

/** Types moves one after another. `from` is the ply of the position before the first. */
export async function typeMoves(page, moves, from = 0) {
  for (const [index, move] of moves.split(" ").entries()) {
    await typeMove(page, move);
    await waitForPly(page, from + index + 1);
  }
}

/** Returns the text of a definition that comes with the program. */
export const shippedDefinition = (name) =>
  readFileSync(new URL(`../../crates/kawari-rules/games/${name}.toml`, import.meta.url), "utf8");

/** Drops a file on the page. */
export async function dropFile(page, name, text) {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer });
}
