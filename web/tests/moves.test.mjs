// The list of moves: two columns, variations and comments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./checks.mjs";
import { importText, mainLine, screenshot, setUpBoard, startGame, typeMove, typeMoves, waitForPly } from "./harness.mjs";

const board = setUpBoard();

/** Returns the left and top edges of the moves of the main line, in pixels. */
const places = (page) =>
  page.locator(".moves > ol > li > button.move").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { left, top } = button.getBoundingClientRect();
      return [Math.round(left), Math.round(top)];
    }),
  );

test("Black's and White's moves stand in two columns", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi" });
  await typeMoves(page, "7g7f 3c3d 2g2f 8c8d");
  const [one, two, three, four] = await places(page);
  assert.ok(one[0] < two[0], "White's moves are on the right");
  assert.deepEqual([one[0], two[0]], [three[0], four[0]]);
  assert.deepEqual([one[1], three[1]], [two[1], four[1]], "the moves of a pair are in one row");
  assert.ok(one[1] < three[1]);
  const numbers = await page.locator(".moves > ol > li > .number").allTextContents();
  assert.deepEqual(numbers, ["1", "2", "3", "4"]);
});

test("a handicap game starts in White's column", async (t) => {
  const page = await board.openPage(t);
  await startGame(page, { game: "shogi", start: "two-pieces" });
  await typeMoves(page, "5a4b 7g7f 3c3d");
  const [one, two, three] = await places(page);
  assert.ok(one[0] > two[0] && one[1] < two[1], JSON.stringify([one, two]));
  assert.equal(one[0], three[0]);
});

for (const lang of ["en", "ja"])
  test(`comments and variations interrupt the columns (${lang})`, async (t) => {
    const page = await board.openPage(t, { settings: { lang } });
    await importText(page, "hasami startpos moves 5i5c 1a1f 7i7b 8a8c 5c5i 8c7c");
    await page.locator(".moves [data-ply='3']").click();
    await page.locator("details.more > summary").click();
    await page.locator("textarea[name=comment]").fill("A comment");
    await page.locator("textarea[name=comment]").blur();
    await page.locator("[data-do=back]").click();
    await typeMove(page, "7i7c");
    await page.locator(".variation [data-usi='7i7c'][aria-current]").waitFor();
    const [, , three, four] = await places(page);
    const comment = await page.locator(".moves li > .comment").boundingBox();
    const variation = await page.locator(".moves .variation").boundingBox();
    assert.ok(comment.y > three[1] && variation.y > comment.y && four[1] > variation.y);
    assert.ok(four[0] > three[0], "the next move is in its column");
    assert.deepEqual(await mainLine(page), "5i5c 1a1f 7i7b 8a8c 5c5i 8c7c".split(" "));
    await checkAccessibility(page, "the list of moves");
    await screenshot(page, `moves-${lang}`);
  });

test("the list is in the order of the moves for the keyboard and for screen readers", async (t) => {
  const page = await board.openPage(t);
  await importText(page, "shogi startpos moves 7g7f 3c3d 2g2f");
  await page.locator(".moves [data-ply='1']").focus();
  for (const ply of ["2", "3"]) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.ply), ply);
  }
  await page.keyboard.press("ArrowLeft");
  await waitForPly(page, 2);
  assert.equal(await page.getByRole("list").getByRole("listitem").filter({ has: page.locator("[data-ply]") }).count(), 3);
});
