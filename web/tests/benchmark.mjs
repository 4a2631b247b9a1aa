// Measures the page's speed. Run it by hand on an idle machine, with a release build:
// KAWARI=target/release/kawari web/tests/run.sh benchmark.mjs

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { startGame, typeMove, setUpBoard, waitForPly } from "./harness.mjs";

const board = setUpBoard();
const ROUNDS = 9;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const round = (value, digits = 0) => Number(value.toFixed(digits));

/** Records the times when the page receives a best move and when it has drawn a position. */
function recordTimes() {
  window.recorded = { infos: [], bestMoveAt: 0, drawnAt: 0 };
  const { fetch } = window;
  window.fetch = async (resource, options) => {
    const response = await fetch(resource, options);
    if (!String(resource).endsWith("/api/search")) return response;
    const decoder = new TextDecoder();
    const recorder = new TransformStream({
      transform(chunk, out) {
        for (const line of decoder.decode(chunk, { stream: true }).split("\n")) {
          if (line.includes('"bestmove"')) window.recorded.bestMoveAt = performance.now();
          if (line.startsWith('{"type":"info"') && line.endsWith("}")) window.recorded.infos.push(JSON.parse(line));
        }
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(recorder), response);
  };
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() => setTimeout(() => (window.recorded.drawnAt = performance.now()))),
  );
  document.addEventListener("DOMContentLoaded", () =>
    observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-sfen"] }),
  );
}

test("first paint", async (t) => {
  const [paints, boards] = [[], []];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const page = await board.openPage(t);
    const [paint, whole] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0].startTime,
      performance.now(),
    ]);
    paints.push(paint);
    boards.push(whole);
  }
  const longest = round(Math.max(...paints));
  t.diagnostic(`first paint ${round(median(paints))} ms (longest ${longest}), board ${round(median(boards))} ms`);
});

test("time from best move to redraw", async (t) => {
  const page = await board.openPage(t);
  await page.addInitScript(recordTimes);
  await page.reload();
  const delays = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    await startGame(page, { game: "yari", white: "3" });
    await typeMove(page, "4g4f");
    await waitForPly(page, 2);
    await page.waitForFunction(() => window.recorded.drawnAt > window.recorded.bestMoveAt);
    delays.push(await page.evaluate(() => window.recorded.drawnAt - window.recorded.bestMoveAt));
  }
  t.diagnostic(`drawn ${round(median(delays))} ms after the best move (longest ${round(Math.max(...delays))})`);
});

/** Returns the nodes per second of the USI engine, with the hash and threads of the page. */
async function usiSpeed(time) {
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

test("analysis speed compared with USI", async (t) => {
  const TIME = 3000;
  const ratios = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const page = await board.openPage(t, { settings: { hash: 64, threads: 1, lines: 1 } });
    await page.addInitScript(recordTimes);
    await page.reload();
    await startGame(page, { game: "yari" });
    await page.locator("[data-do=analysis]").click();
    await page.waitForFunction((time) => window.recorded.infos.at(-1)?.time > time, TIME);
    const pageSpeed = await page.evaluate(
      (time) => window.recorded.infos.findLast((info) => info.time >= time).nps,
      TIME,
    );
    await page.locator("[data-do=analysis]").click();
    await board.waitForSearches(0);
    ratios.push(pageSpeed / (await usiSpeed(TIME)));
  }
  t.diagnostic(`nodes per second on the page, as a ratio of USI: ${round(median(ratios), 3)}`);
});
