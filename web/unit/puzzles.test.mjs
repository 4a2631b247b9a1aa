// The lines of a file with puzzles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importModule } from "./import.mjs";

test("lines that are not puzzles of the game are skipped", async () => {
  const { parsePuzzles } = await importModule("training/puzzles.ts");
  const puzzle = {
    id: "a",
    variant: "yari",
    position: "3k3/7/7/7/7/7/7/7/3K3 b P 1",
    theme: "gain",
    plies: 1,
    moves: ["P*4e"],
    difficulty: 3,
  };
  const lines = [
    puzzle,
    { ...puzzle, variant: "hajiku" },
    { ...puzzle, moves: [] },
    { ...puzzle, moves: undefined },
    { ...puzzle, id: "" },
    { ...puzzle, theme: "joy" },
    null,
    7,
  ].map((line) => JSON.stringify(line));
  assert.deepEqual(parsePuzzles(["", "<!doctype html>", ...lines].join("\n"), "yari"), [puzzle]);
  const { theme: _, difficulty: __, ...problem } = puzzle;
  assert.deepEqual(parsePuzzles(JSON.stringify(problem), "yari"), [{ ...problem, theme: "mate", difficulty: 1 }]);
});
