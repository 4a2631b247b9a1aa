// Whole games, each in all four ways to make a move.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { games } from "./games.mjs";
import { begin, board, moves, ply, result, shoot } from "./harness.mjs";
import { beginByKeyboard, ways } from "./hands.mjs";

const at = board();

for (const [way, { play, options }] of Object.entries(ways)) {
  describe(`by ${way}`, () => {
    for (const { name, game, start, first, moves: words, result: expected, run } of games) {
      test(name, async (t) => {
        const page = await at.visit(t, options);
        if (way === "keyboard") await beginByKeyboard(page, { game, start });
        else await begin(page, { game, start });
        const line = words.split(" ");
        const other = first === "black" ? "white" : "black";
        for (const [index, usi] of line.entries()) {
          await play(page, usi, index % 2 === 0 ? first : other);
          await ply(page, index + 1, usi);
          if (run?.ply === index + 1) {
            const shown = page.locator(`.moves [data-ply="${run.ply}"]`);
            const text = await shown.textContent();
            for (const square of run.takes) assert.ok(text.includes(square), `${text} takes ${square}`);
            assert.equal(await page.locator("sq.fallen").count(), run.takes.length);
          }
        }
        assert.deepEqual(await result(page), expected);
        assert.deepEqual(await moves(page), line);
        await shoot(page, `end-${game}-by-${way}`);
      });
    }
  });
}
