// Stored results of lessons and puzzles that are damaged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importModule } from "./import.mjs";

const EMPTY = { puzzles: {}, lessons: {} };

test("a damaged store gives the results that are valid", async () => {
  const { parseStored } = await importModule("training/store.ts");
  for (const text of [null, "", "{", "7", "[]", '"text"', '{"puzzles":7,"lessons":[]}'])
    assert.deepEqual(parseStored(text), EMPTY, String(text));
  const text = JSON.stringify({
    puzzles: { yari: { level: "high", solved: 3, cards: { a: 7, b: { box: 1, due: "soon", seen: 5 } } }, hajiku: null },
    lessons: { yari: ["first", 7], shogi: "all" },
  });
  const { puzzles, lessons } = parseStored(text);
  const { level, solved, streak, cards } = puzzles.yari;
  assert.deepEqual({ level, solved, streak }, { level: 2, solved: 3, streak: 0 });
  assert.deepEqual(cards, { b: { box: 1, due: 0, seen: 5 } });
  assert.equal(puzzles.hajiku.solved, 0);
  assert.deepEqual(lessons, { yari: ["first"] });
});

test("results are kept without a storage", async () => {
  for (const localStorage of [undefined, { getItem: () => "{", setItem: () => assert.fail("no space") }]) {
    globalThis.localStorage = localStorage;
    const { puzzleResults, recordAttempt, recordLesson, solvedLessons } = await importModule("training/store.ts");
    for (const isSolved of [true, true, false, true]) recordAttempt("yari", { id: "a", difficulty: 2 }, isSolved);
    recordLesson("yari", "first");
    recordLesson("yari", "first");
    const { solved, failed, streak, longest } = puzzleResults("yari");
    assert.deepEqual({ solved, failed, streak, longest }, { solved: 3, failed: 1, streak: 1, longest: 2 });
    assert.deepEqual(solvedLessons("yari"), ["first"]);
  }
  delete globalThis.localStorage;
});
