// How fast the page is: figures, not tests. Run by hand on a machine that does nothing
// else, with a release build: KAWARI=target/release/kawari web/tests/run.sh speed.mjs

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { begin, board, enter, ply } from "./harness.mjs";

const at = board();
const ROUNDS = 9;

const middle = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const round = (value, digits = 0) => Number(value.toFixed(digits));

/** Notes when the page hears the engine's last word on a search, and when it has drawn a position. */
function listen() {
  window.heard = { infos: [], answered: 0, drawn: 0 };
  const { fetch } = window;
  window.fetch = async (resource, options) => {
    const response = await fetch(resource, options);
    if (!String(resource).endsWith("/api/search")) return response;
    const decoder = new TextDecoder();
    const note = new TransformStream({
      transform(chunk, out) {
        for (const line of decoder.decode(chunk, { stream: true }).split("\n")) {
          if (line.includes('"bestmove"')) window.heard.answered = performance.now();
          if (line.startsWith('{"type":"info"') && line.endsWith("}")) window.heard.infos.push(JSON.parse(line));
        }
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(note), response);
  };
  const watch = new MutationObserver(() =>
    requestAnimationFrame(() => setTimeout(() => (window.heard.drawn = performance.now()))),
  );
  document.addEventListener("DOMContentLoaded", () =>
    watch.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-sfen"] }),
  );
}

test("first paint", async (t) => {
  const [paints, boards] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const page = await at.visit(t);
    const [paint, whole] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0].startTime,
      performance.now(),
    ]);
    paints.push(paint);
    boards.push(whole);
  }
  const longest = round(Math.max(...paints));
  t.diagnostic(`first paint ${round(middle(paints))} ms (longest ${longest}), board ${round(middle(boards))} ms`);
});

test("the answer of the engine", async (t) => {
  const page = await at.visit(t);
  await page.addInitScript(listen);
  await page.reload();
  const delays = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    await begin(page, { game: "yari", white: "3" });
    await enter(page, "4g4f");
    await ply(page, 2);
    await page.waitForFunction(() => window.heard.drawn > window.heard.answered);
    delays.push(await page.evaluate(() => window.heard.drawn - window.heard.answered));
  }
  t.diagnostic(`drawn ${round(middle(delays))} ms after the engine's answer (longest ${round(Math.max(...delays))})`);
});

/** Nodes a second in a terminal, with the table and the threads that the page has. */
async function inTerminal(time) {
  const engine = spawn(process.env.KAWARI, { stdio: ["pipe", "pipe", "inherit"] });
  const { hash, threads } = { hash: 64, threads: 1 };
  engine.stdin.write(`setoption name USI_Variant value yari\nsetoption name USI_Hash value ${hash}\n`);
  engine.stdin.write(`setoption name Threads value ${threads}\nisready\nposition startpos\ngo movetime ${time}\n`);
  let last = 0;
  for await (const line of createInterface({ input: engine.stdout })) {
    last = Number(line.match(/ nps (\d+)/)?.[1] ?? last);
    if (line.startsWith("bestmove")) break;
  }
  engine.stdin.end("quit\n");
  return last;
}

test("analysis beside the terminal", async (t) => {
  const TIME = 3000;
  const ratios = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const page = await at.visit(t, { settings: { hash: 64, threads: 1, lines: 1 } });
    await page.addInitScript(listen);
    await page.reload();
    await begin(page, { game: "yari" });
    await page.locator("[data-do=analysis]").click();
    await page.waitForFunction((time) => window.heard.infos.at(-1)?.time > time, TIME);
    const there = await page.evaluate((time) => window.heard.infos.findLast((info) => info.time >= time).nps, TIME);
    await page.locator("[data-do=analysis]").click();
    await at.searches(0);
    ratios.push(there / (await inTerminal(TIME)));
  }
  t.diagnostic(`nodes a second on the page to those in a terminal: ${round(middle(ratios), 3)}`);
});
