// Plays complete games with each input method.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { games } from "./games.mjs";
import { gameResult, mainLine, screenshot, startGame, setUpBoard, waitForPly } from "./harness.mjs";
import { inputMethods, startGameByKeyboard } from "./move-input.mjs";

const board = setUpBoard();

for (const [method, { play, options }] of Object.entries(inputMethods)) {
  describe(`by ${method}`, () => {
    for (const { name, game, start, first, moves, result: expected, run } of games) {
      test(name, async (t) => {
        const page = await board.openPage(t, options);
        if (method === "keyboard") await startGameByKeyboard(page, { game, start });
        else await startGame(page, { game, start });
        const line = moves.split(" ");
        const other = first === "black" ? "white" : "black";
        for (const [index, usi] of line.entries()) {
          await play(page, usi, index % 2 === 0 ? first : other);
          await waitForPly(page, index + 1, usi);
          if (run?.ply === index + 1) {
            const shown = page.locator(`.moves [data-ply="${run.ply}"]`);
            const text = await shown.textContent();
            for (const square of run.captures) assert.ok(text.includes(square), `${text} captures ${square}`);
            assert.equal(await page.locator("sq.captured").count(), run.captures.length);
          }
        }
        assert.deepEqual(await gameResult(page), expected);
        assert.deepEqual(await mainLine(page), line);
        await screenshot(page, `end-${game}-by-${method}`);
      });
    }
  });
}
