// Spaced repetition of puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importModule } from "./import.mjs";

const { INTERVALS, dueCount, levelAfter, nextPuzzle, review } = await importModule("training/schedule.ts");

const NOW = Date.UTC(2026, 0, 1);
const puzzle = (id, difficulty = 1) => ({ id, difficulty });

test("a puzzle solved at the first attempt does not come back", () => {
  const card = review(undefined, true, NOW);
  assert.equal(dueCount([puzzle("a")], { a: card }, NOW + 1e12), 0);
});

test("a failed puzzle comes back after growing intervals until it has been solved in all of them", () => {
  let now = NOW;
  let card = review(undefined, false, now);
  const waits = [];
  for (let solutions = 0; solutions < INTERVALS.length; solutions++) {
    waits.push(card.due - now);
    assert.equal(dueCount([puzzle("a")], { a: card }, card.due - 1), 0);
    assert.equal(dueCount([puzzle("a")], { a: card }, card.due), 1);
    now = card.due;
    card = review(card, true, now);
  }
  assert.deepEqual(waits, INTERVALS);
  assert.deepEqual(waits, [...waits].sort((one, two) => one - two));
  assert.equal(dueCount([puzzle("a")], { a: card }, now + 1e12), 0);
});

test("a failure starts the intervals again", () => {
  let card = review(undefined, false, NOW);
  card = review(card, true, NOW);
  card = review(card, true, NOW);
  assert.equal(card.due - NOW, INTERVALS[2]);
  card = review(card, false, NOW);
  assert.equal(card.due - NOW, INTERVALS[0]);
});

test("due puzzles come first, the oldest of them before the others", () => {
  const puzzles = [puzzle("new"), puzzle("late"), puzzle("later"), puzzle("waiting")];
  const cards = {
    late: { box: 1, due: NOW - 10, seen: 0 },
    later: { box: 1, due: NOW - 20, seen: 0 },
    waiting: { box: 1, due: NOW + 1, seen: 0 },
  };
  assert.equal(nextPuzzle(puzzles, cards, 1, NOW).id, "later");
  assert.equal(nextPuzzle(puzzles, cards, 1, NOW, "later").id, "late");
  assert.equal(dueCount(puzzles, cards, NOW), 2);
});

test("a new puzzle has the difficulty that is closest to the level", () => {
  const puzzles = [puzzle("a", 1), puzzle("b", 4), puzzle("c", 5), puzzle("d", 8)];
  assert.equal(nextPuzzle(puzzles, {}, 4.6, NOW).id, "c");
  assert.equal(nextPuzzle(puzzles, {}, 4.4, NOW).id, "b");
});

test("if all have been tried, the one with the earliest attempt comes next", () => {
  const done = (seen) => ({ box: INTERVALS.length, due: 0, seen });
  const puzzles = [puzzle("a"), puzzle("b"), puzzle("c")];
  assert.equal(nextPuzzle(puzzles, { a: done(3), b: done(1), c: done(2) }, 1, NOW).id, "b");
  assert.equal(nextPuzzle([puzzle("a")], { a: done(3) }, 1, NOW, "a").id, "a");
  assert.equal(nextPuzzle([], {}, 1, NOW), null);
});

test("the level follows success and stays between 1 and 8", () => {
  assert.ok(levelAfter(3, 3, true) > 3);
  assert.ok(levelAfter(3, 3, false) < 3);
  assert.ok(levelAfter(3, 6, true) > levelAfter(3, 1, true), "a difficult puzzle counts more");
  assert.equal(levelAfter(8, 8, true), 8);
  assert.equal(levelAfter(1, 1, false), 1);
});
