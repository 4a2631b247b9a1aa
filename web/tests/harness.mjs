// A program and a browser for a test file, and what all tests ask of a page: no
// error in the console, no word to another host.
//
// Nothing here waits for time to pass: every wait is for a state of the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import http from "node:http";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const PROGRAM = process.env.KAWARI;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const SHOTS = new URL("shots/", import.meta.url);

/** The longest that a state may take to come: for a fault, not for a slow machine. */
const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

/** How long each answer of the program is held back, in ms: no test may rest on a fast one. */
const DELAY = Number(process.env.DELAY ?? 0);

/** Starts `kawari board` and reads its address. */
async function serve() {
  assert.ok(PROGRAM, "KAWARI must name the program: see run.sh");
  const child = spawn(PROGRAM, ["board", "--port", "0", "--no-open"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((found, failed) => {
    let said = "";
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`the program ended with ${code}: ${said}`)));
    child.stdout.on("data", (data) => {
      said += data;
      const match = said.match(/http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{32}/);
      if (match) found(match[0]);
    });
  });
  const stop = () =>
    new Promise((ended) => {
      child.removeAllListeners("exit");
      child.once("exit", (code) => ended(code));
      child.kill("SIGINT");
    });
  return { address, stop };
}

/** Sends a request as the page does, but from here. */
function post(address, path, body) {
  const url = new URL(address);
  const token = new URLSearchParams(url.hash.slice(1)).get("token");
  return new Promise((answered, failed) => {
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
        response.on("end", () => answered(JSON.parse(text)));
      },
    );
    request.on("error", failed);
    request.end(JSON.stringify(body));
  });
}

/** A program and a browser for the tests of this file. */
export function board() {
  const held = { address: "", browser: null, server: null };
  before(async () => {
    held.server = await serve();
    held.address = held.server.address;
    held.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  after(async () => {
    await held.browser?.close();
    assert.equal(await held.server?.stop(), 0, "Ctrl-C ends the program well");
  });
  return {
    get address() {
      return held.address;
    },
    get origin() {
      return new URL(held.address).origin;
    },
    post: (path, body) => post(held.address, path, body),
    /** Waits until so many searches run in the program. */
    async searches(count) {
      const until = Date.now() + PATIENCE;
      for (;;) {
        const { searches } = await post(held.address, "status", {});
        if (searches === count) return;
        assert.ok(Date.now() < until, `${searches} searches run, not ${count}`);
      }
    },
    visit: (t, options) => visit(held, t, options),
  };
}

/**
 * Opens the page in a fresh browser profile. `settings` are kept settings,
 * `address` another address of the same program, `shows` what the page has when it has
 * opened. What must not happen on any page is asserted when the test is over; `expected`
 * are errors that it provokes.
 */
async function visit(
  held,
  t,
  { settings = {}, address, shows = "sg-board sg-pieces", expected = [], ...options } = {},
) {
  const { origin } = new URL(held.address);
  const kept = JSON.stringify({ sound: false, animation: false, ...settings });
  const context = await held.browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
    colorScheme: "light",
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: "kawari.settings", value: kept }] }],
    },
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  if (DELAY)
    await context.route("**/api/**", async (route) => {
      await new Promise((passed) => setTimeout(passed, DELAY));
      await route.continue();
    });
  const faults = [];
  context.on("page", (page) => {
    page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const own = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
      if (!own) faults.push(`request: ${request.url()}`);
    });
  });
  t.after(async () => {
    await context.close();
    const unexpected = faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)));
    assert.deepEqual(unexpected, [], "what the page must not do");
  });
  const page = await context.newPage();
  await page.goto(address ?? held.address);
  await page.waitForSelector(shows);
  return page;
}

/** Waits until a window has closed, and agrees if it asks whether to end the running game. */
async function closed(page, window) {
  const question = page.locator("dialog.question");
  await page.waitForFunction(
    (name) => document.querySelector("dialog.question") || !document.querySelector(name),
    window,
  );
  if (await question.isVisible()) await question.locator("[data-do=answer-yes]").click();
  await page.locator(window).waitFor({ state: "detached" });
}

/** Keeps a picture of the page, to be looked at. */
export async function shoot(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, SHOTS)) });
}

/** Waits until the board shows this many moves of the main line, the last of them shown. */
export async function ply(page, count, usi) {
  const at = count === 0 ? null : page.locator(`.moves [data-ply="${count}"][aria-current]`);
  if (!at) await page.waitForFunction(() => !document.querySelector(".moves [aria-current]"));
  else {
    await at.waitFor();
    if (usi) assert.equal(await at.getAttribute("data-usi"), usi);
  }
}

/** The result that the page names: `[winner, reason]`. */
export async function result(page) {
  const shown = page.locator(".status .result");
  await shown.waitFor();
  return [await shown.getAttribute("data-winner"), await shown.getAttribute("data-reason")];
}

/** The moves of the main line, in USI. */
export const moves = (page) =>
  page.locator(".moves > ol > li > button.move").evaluateAll((buttons) => buttons.map((button) => button.dataset.usi));

/** The position on the board. */
export const sfen = (page) => page.locator(".board").getAttribute("data-sfen");

/** Begins a game by the window for it. */
export async function begin(page, { game, start = "start", black = "human", white = "human" }) {
  const window = page.locator("dialog.new-game");
  if (!(await window.isVisible())) await page.locator("[data-do=new]").click();
  await window.locator(`input[name=game][value="${game}"]`).check({ force: true });
  await window.locator("select[name=start]").selectOption(start);
  await window.locator("select[name=new-black]").selectOption(black);
  await window.locator("select[name=new-white]").selectOption(white);
  await window.locator("[data-do=start-game]").click();
  await closed(page, "dialog.new-game");
  await page.locator(`.board[data-game="${game}"]`).waitFor();
}

/** Loads a text by the window for it; `opens` says whether it is one game, which opens at once. */
export async function load(page, text, { opens = true } = {}) {
  const window = page.locator("dialog.records");
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  if (!(await window.isVisible())) await page.locator("[data-do=records]").click();
  await window.locator("textarea[name=import]").fill(text);
  await window.locator("[data-do=import]").click();
  if (opens) await closed(page, "dialog.records");
}

/** Types one move. Against the engine it is not the last one shown for long. */
export async function enter(page, word) {
  const field = page.locator("input[name=entry]");
  await field.fill(word);
  await field.press("Enter");
}

/** Types moves, one after another, as a person may where nobody answers. */
export async function type(page, words, from = 0) {
  for (const [index, word] of words.split(" ").entries()) {
    await enter(page, word);
    await ply(page, from + index + 1);
  }
}
