// Checks the lessons of every game with its WebAssembly module. Needs the modules: see crates/kawari-wasm/build.mjs.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { instantiate } from "../../crates/kawari-wasm/host.mjs";
import { modules } from "../../npm/sources.mjs";
import { importModule } from "./import.mjs";

const lessons = join(import.meta.dirname, "../../crates/kawari-board/page/lessons");
const hasModules = existsSync(join(modules, "games.json"));
const skip = hasModules ? false : `no WebAssembly modules in ${modules}`;
const games = hasModules ? JSON.parse(readFileSync(join(modules, "games.json"), "utf8")).games : [];
const { isAccepted } = await importModule("training/accept.ts");

/** Returns whether the side to move has a move that wins immediately. */
const canWin = (call, line, position) =>
  position.moves.some((move) => {
    const { outcome } = call("position", { ...line, moves: [...line.moves, move.usi] });
    return outcome?.winner === position.turn;
  });

test("every built-in game has lessons", { skip }, () => {
  const names = readdirSync(lessons).map((file) => file.replace(".json", ""));
  assert.deepEqual(names.sort(), games.map(({ name }) => name).sort());
});

for (const { name } of games)
  test(`the lessons of ${name}`, async () => {
    const { lessons: path } = JSON.parse(readFileSync(join(lessons, `${name}.json`), "utf8"));
    const { call } = await instantiate(readFileSync(join(modules, `${name}.wasm`)));
    assert.ok(path.length >= 8 && path.length <= 15, `${path.length} tasks`);
    assert.equal(new Set(path.map(({ id }) => id)).size, path.length, "ids are unique");
    for (const { id, sfen, goal, task, explanation } of path) {
      for (const text of [task, explanation])
        assert.ok(text.en.endsWith(".") && text.ja.endsWith("。"), `${id}: ${text.en} ${text.ja}`);
      const position = call("position", { game: name, start: sfen });
      assert.equal(position.outcome, null, `${id}: the game is over`);
      const after = new Map();
      for (const { usi } of position.moves) after.set(usi, call("position", { game: name, start: sfen, moves: [usi] }));
      const [accepted, rejected] = [[], []];
      for (const move of position.moves) {
        const isRight = isAccepted(goal, move, position.turn, after.get(move.usi));
        (isRight ? accepted : rejected).push(move.usi);
      }
      assert.ok(accepted.length, `${id}: no move is accepted`);
      assert.ok(rejected.length, `${id}: every move is accepted`);
      for (const usi of goal.moves ?? []) assert.ok(accepted.includes(usi), `${id}: ${usi} is not accepted`);
      if (!goal.stopsWin) continue;
      const stopping = [...after].flatMap(([usi, next]) => {
        const line = { game: name, start: sfen, moves: [usi] };
        return next.outcome?.winner === position.turn || !canWin(call, line, next) ? [usi] : [];
      });
      assert.deepEqual(accepted.toSorted(), stopping.toSorted(), `${id}: moves that stop a win`);
      assert.ok(accepted.length * 3 < position.moves.length, `${id}: too many moves stop the win`);
    }
  });
