// Appearance and accessibility: every game, Japanese, phones, dark mode and axe-core.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkAccessibility } from "./checks.mjs";
import {
  gameResult,
  importText,
  mainLine,
  screenshot,
  startGame,
  typeMove,
  typeMoves,
  setUpBoard,
  waitForPly,
} from "./harness.mjs";
import { games } from "./games.mjs";
import { inputMethods } from "./move-input.mjs";

const board = setUpBoard();

const GAMES = [
  "hasami",
  "hasami-nocorner",
  "hasami-chess",
  "hasami-jsa",
  "dai-hasami",
  "hasami-five",
  "hasami-brainking",
  "hasami-ludos",
  "mak-yek",
  "yari",
  "hajiku",
  "shogi",
  "minishogi",
];

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Fails if the page is wider than the window. */
async function checkWidth(page, name) {
  const [width, available] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(width <= available, `${name}: ${width} px in ${available} px`);
}

async function openRules(page, game) {
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  if (!(await page.locator("aside.rules").isVisible())) await page.locator("header [data-do=rules]").click();
  await page.locator("select[name=rules-of]").selectOption(game);
  await page.locator("aside.rules section[data-section=start]").waitFor();
}

describe("every game", () => {
  for (const game of GAMES) {
    test(`${game}: the board shows all pieces`, async (t) => {
      const page = await board.openPage(t);
      await startGame(page, { game });
      const count = await page.locator("sg-pieces piece").count();
      assert.ok(count >= 12, `${count} pieces`);
      // Each piece has its image once the piece set is loaded.
      await page.waitForFunction(() =>
        [...document.querySelectorAll("sg-pieces piece")].every((piece) =>
          getComputedStyle(piece).backgroundImage.startsWith("url("),
        ),
      );
      await screenshot(page, `start-${game}`);
    });

    test(`${game}: the rules are shown beside the board, with diagrams`, async (t) => {
      const page = await board.openPage(t, { viewport: { width: 1600, height: 1000 } });
      await startGame(page, { game });
      await openRules(page, game);
      const rules = page.locator("aside.rules");
      await rules.locator("sg-board").nth(4).waitFor();
      const sections = await rules.locator("section").evaluateAll((all) => all.map((one) => one.dataset.section));
      assert.ok(sections.includes("start") && sections.includes("capture"), sections.join());
      await screenshot(page, `rules-${game}`);
    });
  }
});

test("every piece set has an image for each piece, and all sets differ", async (t) => {
  const page = await board.openPage(t);
  for (const game of ["shogi", "yari", "hajiku", "hasami"]) {
    await startGame(page, { game });
    await page.locator("header [data-do=settings]").click();
    const field = page.locator("dialog.settings select[name=set]");
    await field.waitFor();
    const sets = await field.locator("option").evaluateAll((all) => all.map(({ value }) => value));
    assert.equal(sets.length, 4, sets.join());
    const shown = new Set();
    for (const set of sets) {
      await field.selectOption(set);
      await page.locator(`.play-area[class*="-${set}"]`).waitFor();
      const images = await page.waitForFunction((known) => {
        const pieces = [...document.querySelectorAll("sg-pieces piece")];
        const images = pieces.map((piece) => getComputedStyle(piece).backgroundImage);
        const text = images.join();
        return images.every((image) => image.startsWith("url(")) && !known.includes(text) && text;
      }, [...shown]);
      shown.add(await images.jsonValue());
      await screenshot(page, `set-${game}-${set}`);
    }
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
});

describe("in Japanese", () => {
  /** Latin words allowed on a Japanese page: names, file formats and keys. */
  const ALLOWED = /\b(Kawari|SFEN|USI|English|JSON|KIF|Enter|Tab|Ctrl|Esc|Escape|BrainKing|Ludos|JSA|kawari|match)\b/g;

  /** Returns the texts of the page that contain Latin words. */
  const latinTexts = (page, selector = "body") =>
    page.locator(selector).evaluate((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode;
        if (!parent.closest("script, style, noscript, textarea, option[value=en], .language, .announcements"))
          texts.push(textContent);
      }
      const labels = [...root.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((node) =>
        ["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""),
      );
      return [...texts, ...labels].filter((text) => /[A-Za-z]{4,}/.test(text));
    });

  const check = async (page, name) => {
    const texts = (await latinTexts(page)).filter((text) => /[A-Za-z]{4,}/.test(text.replace(ALLOWED, "")));
    assert.deepEqual(texts, [], name);
  };

  test("the language button switches the page to Japanese", async (t) => {
    const page = await board.openPage(t);
    await page.keyboard.press("Escape");
    await page.locator("header .language").click();
    await page.waitForFunction(() => document.documentElement.lang === "ja");
    await check(page, "the page");
    for (const name of ["new", "records", "settings", "keys"]) {
      await page.locator(`header [data-do=${name}]`).click();
      await page.locator("dialog[open]").waitFor();
      await check(page, name);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    await page.locator("header [data-do=edit]").click();
    await page.locator(".editor").waitFor();
    await check(page, "editor");
    await page.reload();
    await page.waitForFunction(() => document.documentElement.lang === "ja");
  });

  test("a Japanese browser gets a Japanese page, and a game can be played", async (t) => {
    const page = await board.openPage(t, { locale: "ja-JP" });
    const { game, start, moves, result: expected } = games.find((one) => one.game === "yari");
    await startGame(page, { game, start });
    for (const [index, usi] of moves.split(" ").entries()) {
      await inputMethods.click.play(page, usi, index % 2 ? "black" : "white");
      await waitForPly(page, index + 1, usi);
    }
    assert.deepEqual(await gameResult(page), expected);
    await check(page, "a game");
    await screenshot(page, "japanese-yari");
  });

  for (const game of GAMES) {
    test(`${game}: the rules are in Japanese`, async (t) => {
      const page = await board.openPage(t, { settings: { lang: "ja" } });
      await startGame(page, { game });
      await openRules(page, game);
      await check(page, game);
      await screenshot(page, `rules-${game}-ja`);
    });
  }
});

describe("on a phone", () => {
  for (const game of GAMES) {
    test(`${game}: the board fits the screen`, async (t) => {
      const page = await board.openPage(t, PHONE);
      await checkWidth(page, "new game");
      await startGame(page, { game });
      await checkWidth(page, game);
      const box = await page.locator("sg-board").first().boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.width > 250, JSON.stringify(box));
      await screenshot(page, `phone-${game}`);
    });
  }

  test("a game can be played by touch, and dialogs fit the screen", async (t) => {
    const page = await board.openPage(t, PHONE);
    const { game, start, moves, result: expected } = games.find((one) => one.game === "yari");
    await startGame(page, { game, start });
    for (const [index, usi] of moves.split(" ").entries()) {
      await inputMethods.touch.play(page, usi, index % 2 ? "black" : "white");
      await waitForPly(page, index + 1, usi);
    }
    assert.deepEqual(await gameResult(page), expected);
    for (const name of ["new", "records", "settings"]) {
      await page.locator(`header [data-do=${name}]`).click();
      await page.locator("dialog[open]").waitFor();
      await checkWidth(page, name);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    await openRules(page, "yari");
    await checkWidth(page, "rules");
    await screenshot(page, "phone-rules-yari");
    await page.locator("[data-do=close-rules]").click();
    await page.locator("header [data-do=edit]").click();
    await page.locator(".editor").waitFor();
    await checkWidth(page, "editor");
    await screenshot(page, "phone-editor");
  });
});

describe("accessibility", () => {
  for (const scheme of ["light", "dark"]) {
    test(`axe-core finds no serious violations in the ${scheme} theme`, async (t) => {
      const page = await board.openPage(t, { colorScheme: scheme });
      await checkAccessibility(page, "new game");
      await startGame(page, { game: "hajiku" });
      await typeMoves(page, "4g4f 4c4d");
      await checkAccessibility(page, "a game");
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line]").first().waitFor();
      await page.locator("[data-do=analysis]").click();
      await checkAccessibility(page, "analysis");
      await openRules(page, "hajiku");
      await checkAccessibility(page, "rules");
      await screenshot(page, `rules-beside-${scheme}`);
      for (const name of ["records", "settings", "keys"]) {
        await page.locator(`header [data-do=${name}]`).click();
        await page.locator("dialog[open]").waitFor();
        await checkAccessibility(page, name);
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      }
      await page.locator("[data-do=close-rules]").click();
      await page.locator("header [data-do=edit]").click();
      await page.locator(".editor").waitFor();
      await checkAccessibility(page, "editor");
      await page.locator("[data-do=editor-cancel]").click();
      await importText(page, "yari sfen 3k3/7/7/3P3/7/7/7/7/3K3 b - 1");
      await page.locator(".grid [data-square='4d']").focus();
      await page.keyboard.press("Enter");
      await page.locator(".grid [data-square='4c']").focus();
      await page.keyboard.press("Enter");
      await page.locator("[data-dialog=choice]").waitFor();
      await checkAccessibility(page, "choice");
      await screenshot(page, `choice-${scheme}`);
    });
  }

  for (const scheme of ["light", "dark"]) {
    test(`axe-core finds no serious violations in other dialogs and parts, in the ${scheme} theme`, async (t) => {
      const page = await board.openPage(t, { colorScheme: scheme, expected: [/status of 422/] });
      const close = async () => {
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      };
      await startGame(page, { game: "hasami" });
      await typeMoves(page, "5i5e 5a5d");
      await page.locator("details.openings > summary").click();
      await page.locator("details.openings[open] > :nth-child(2)").waitFor();
      await checkAccessibility(page, "openings");
      await page.locator("details.openings > summary").click();
      await typeMove(page, "not a move");
      await page.locator(".notice").waitFor();
      await checkAccessibility(page, "a message");
      // It closes after some seconds.
      await page.locator(".notice").waitFor({ state: "detached" });
      await page.locator("details.more > summary").click();
      await page.locator("[data-do=qr]").click();
      await page.locator("dialog.share").waitFor();
      await checkAccessibility(page, "share");
      await close();
      await page.locator("header [data-do=my-games]").click();
      await page.locator("dialog.my-games").waitFor();
      await checkAccessibility(page, "my games");
      await close();
      await page.locator("header [data-do=new]").click();
      await page.locator("dialog.new-game [data-do=start-game]").click();
      await page.locator("dialog.confirm").waitFor();
      await checkAccessibility(page, "confirmation");
      await page.locator("dialog.confirm [data-do=confirm-no]").click();
      await page.locator("dialog.confirm").waitFor({ state: "detached" });
      await page.locator("dialog.new-game [data-do=own-game]").click();
      await page.locator("dialog.definition").waitFor();
      await checkAccessibility(page, "definition");
    });
  }

  test("axe-core finds no serious violations on a phone", async (t) => {
    const page = await board.openPage(t, PHONE);
    await startGame(page, { game: "yari" });
    await typeMoves(page, "4g4f");
    await checkAccessibility(page, "a game");
  });

  test("squares have labels and moves are announced", async (t) => {
    const page = await board.openPage(t);
    await startGame(page, { game: "hasami" });
    const label = (square) => page.locator(`.grid [data-square="${square}"]`).getAttribute("aria-label");
    assert.match(await label("5i"), /Black/);
    assert.match(await label("5e"), /empty/i);
    await typeMoves(page, "5i5e");
    await page.waitForFunction(() => /5e/.test(document.querySelector(".announcements").textContent));
    assert.match(await label("5e"), /Black/);
    assert.deepEqual(await mainLine(page), ["5i5e"]);
  });
});
