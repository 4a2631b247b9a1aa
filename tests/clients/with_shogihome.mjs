// ShogiHome's engine code plays whole games. `run` copies the sources of a checkout
// (SHOGIHOME, https://github.com/sunfish-shogi/shogihome) beside this file and starts it
// with tsx. A third copy of Kawari checks the moves.

import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { EngineProcess, GameResult } from "./src/background/usi/engine.ts";

const kawari = process.env.KAWARI;
const silent = { info() {}, warn() {}, error: console.error, debug() {} };
const TIMES = { btime: 60000, wtime: 60000, byoyomi: 60000, binc: 0, winc: 0 };

class Rules {
  constructor(variant) {
    this.process = spawn(kawari);
    this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
    this.say(`setoption name USI_Variant value ${variant}`);
  }
  say(line) {
    this.process.stdin.write(line + "\n");
  }
  async ask(line) {
    this.say(line);
    for (;;) {
      const { value } = await this.lines.next();
      if (!value.startsWith("info string")) return value;
      assert(!value.includes("error"), value);
    }
  }
}

function open(variant, session) {
  const engine = new EngineProcess(kawari, session, silent, { enableEarlyPonder: true });
  engine.on("error", (error) => assert.fail(error));
  return new Promise((resolve) => {
    engine.on("usiok", () => {
      engine.setOption("USI_Variant", variant);
      engine.setOption("NodesLimit", 400);
      resolve(engine);
    });
    engine.launch();
  });
}

async function wholeGame(variant) {
  const rules = new Rules(variant);
  const engines = [await open(variant, 1), await open(variant, 2)];
  for (const engine of engines) {
    const ready = new Promise((resolve) => engine.on("ready", resolve));
    assert.equal(engine.ready(), undefined);
    await ready;
  }
  const moves = [];
  const expected = [];
  for (;;) {
    const position = "position startpos" + (moves.length ? ` moves ${moves.join(" ")}` : "");
    rules.say(position);
    const status = await rules.ask("status");
    if (status !== "status ongoing" || moves.length >= 300) {
      engines.forEach((engine) => engine.gameover(GameResult.DRAW));
      const closed = engines.map((engine) => new Promise((done) => engine.on("close", done)));
      engines.forEach((engine) => engine.quit());
      await Promise.all(closed);
      rules.process.stdin.end();
      await once(rules.process, "close");
      console.log(`${variant}: ${moves.length} moves, ${status}`);
      return;
    }
    const turn = moves.length % 2;
    const engine = engines[turn];
    const answer = new Promise((resolve) =>
      engine.on("bestmove", (of, move, ponder) => {
        assert.equal(of, position);
        resolve([move, ponder]);
      }),
    );
    if (expected[turn] === position) engine.ponderHit(TIMES);
    else engine.go(position, TIMES);
    const [move, ponder] = await answer;
    const legal = (await rules.ask("moves")).split(" ");
    assert(legal.includes(move), `${variant}: ${move} after ${position}`);
    moves.push(move);
    expected[turn] = ponder && `position startpos moves ${moves.join(" ")} ${ponder}`;
    if (ponder) engine.goPonder(expected[turn], TIMES);
  }
}

for (const variant of ["hasami", "hasami-jsa", "mak-yek", "yari", "hajiku", "shogi"]) {
  await wholeGame(variant);
}
process.exit(0);
