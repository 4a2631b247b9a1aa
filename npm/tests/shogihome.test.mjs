// Tests of the engine for ShogiHome, as its conformance test does them.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Game } from "kawari";
import createEngine from "kawari/shogihome/shogihome.js";

const folder = new URL(".", import.meta.resolve("kawari/shogihome/shogihome.js"));
const manifest = JSON.parse(readFileSync(new URL("engine.json", folder), "utf8"));

/** Starts the engine as ShogiHome does. */
async function start() {
  const engine = await createEngine({ locateFile: (path) => new URL(path, folder).href });
  const lines = [];
  let wake = () => {};
  engine.addMessageListener((line) => {
    lines.push(line);
    wake();
  });
  const until = async (word) => {
    while (!lines.some((line) => line.split(" ")[0] === word)) {
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
    return lines.splice(0);
  };
  return { engine, lines, until };
}

test("the manifest names existing files", () => {
  assert.equal(manifest.abi, "shogihome-wasm-engine/1");
  for (const file of [manifest.module, ...manifest.licenses.map((licence) => licence.file)]) {
    assert.ok(existsSync(fileURLToPath(new URL(file, folder))), file);
  }
  const ids = manifest.presets.map((preset) => preset.id);
  assert.equal(new Set(ids).size, ids.length);
});

test("the options are those of the manifest", async () => {
  const { engine, until } = await start();
  engine.postMessage("usi");
  const lines = await until("usiok");
  assert.ok(lines.includes(`id name ${manifest.name}`));
  assert.ok(lines.includes(`id author ${manifest.author}`));
  const options = lines.filter((line) => line.startsWith("option")).map((line) => {
    const [, name, type, value] = /^option name (\S+) type (\S+) default (\S+)/.exec(line);
    return { name, type, default: value };
  });
  assert.deepEqual(
    options,
    manifest.options.map(({ name, type, default: value }) => ({ name, type, default: String(value) })),
  );
  engine.terminate();
});

test("every preset plays a legal move", async () => {
  const game = await Game.open("shogi", { moves: ["7g7f"] });
  const { engine, until } = await start();
  for (const { values } of manifest.presets) {
    for (const [name, value] of Object.entries(values)) engine.postMessage(`setoption name ${name} value ${value}`);
    engine.postMessage("isready");
    await until("readyok");
    engine.postMessage("usinewgame");
    engine.postMessage("position startpos moves 7g7f");
    engine.postMessage("go btime 0 wtime 0 byoyomi 100");
    const [, move] = (await until("bestmove")).at(-1).split(" ");
    assert.ok(game.legalMoves().includes(move), move);
  }
  engine.terminate();
});

test("stop answers, and a terminated engine is silent", async () => {
  const { engine, lines, until } = await start();
  engine.postMessage("isready");
  await until("readyok");
  engine.postMessage("position startpos");
  engine.postMessage("go infinite");
  await new Promise((resolve) => setTimeout(resolve, 200));
  engine.postMessage("stop");
  await until("bestmove");
  engine.postMessage("go infinite");
  await new Promise((resolve) => setTimeout(resolve, 100));
  engine.terminate();
  lines.splice(0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(lines, []);
});
