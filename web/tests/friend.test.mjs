// A game with a friend by links, in two browser profiles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mainLine, setUpBoard, startGame, typeMoves, waitForPly } from "./harness.mjs";

const board = setUpBoard();
const permissions = ["clipboard-read", "clipboard-write"];

/** Starts a game with a friend, who has the side `friend`. */
async function startWithFriend(page, friend) {
  const sides = friend === "black" ? { black: "friend", white: "human" } : { black: "human", white: "friend" };
  await startGame(page, { game: "minishogi", ...sides });
}

/** Returns the fragment of the link in the dialog that sends the last move. */
async function sentFragment(page) {
  await page.locator(".prompts [data-do=send]").click();
  const link = await page.locator("dialog.share input[name=link]").inputValue();
  await page.locator("dialog.share img.qr-code").waitFor();
  await page.keyboard.press("Escape");
  return link.slice(link.indexOf("#") + 1);
}

/** Opens a fragment in a page that is open. */
const openLink = (page, fragment) => page.evaluate((hash) => void (location.hash = hash), fragment);

test("two browsers play by links", async (t) => {
  const mine = await board.openPage(t, { permissions });
  await startWithFriend(mine, "white");
  await typeMoves(mine, "3e3d");
  await waitForPly(mine, 1);
  assert.equal(await mine.locator("main").getAttribute("data-legal"), "0", "the friend is to move");
  const first = await sentFragment(mine);

  const theirs = await board.openPage(t, { address: board.linkTo(first), permissions });
  await waitForPly(theirs, 1);
  await typeMoves(theirs, "3a3b", 1);
  await waitForPly(theirs, 2);
  const second = await sentFragment(theirs);

  await openLink(mine, second);
  await waitForPly(mine, 2);
  assert.deepEqual(await mainLine(mine), ["3e3d", "3a3b"]);
  await typeMoves(mine, "4e4d", 2);
  await waitForPly(mine, 3);

  // An older link shows the latest position.
  await openLink(mine, second);
  await mine.locator(".notice.info").waitFor();
  await waitForPly(mine, 3);

  // A link with other moves changes nothing.
  await openLink(mine, second.replace("3a3b", "2a2b"));
  await mine.locator(".notice.error").waitFor();
  assert.deepEqual(await mainLine(mine), ["3e3d", "3a3b", "4e4d"]);

  // The game is still there after a reload.
  await mine.reload();
  await waitForPly(mine, 3);
  assert.equal(await mine.locator("main").getAttribute("data-legal"), "0");
});

test("a friend moves first, and a resignation is sent", async (t) => {
  const mine = await board.openPage(t, { permissions });
  await startWithFriend(mine, "black");
  assert.equal(await mine.locator("main").getAttribute("data-legal"), "0");
  const theirs = await board.openPage(t, { address: board.linkTo(await sentFragment(mine)), permissions });
  await theirs.locator("main[data-game=minishogi]:not([data-legal='0'])").waitFor();
  await theirs.locator("[data-do=resign]").click();
  await theirs.locator("[data-do=resign-yes]").click();
  await openLink(mine, await sentFragment(theirs));
  await mine.locator(".status .result[data-winner=white][data-reason=resignation]").waitFor();
});
