// How the page looks and reads: every game, Japanese, a telephone, the dark, and
// what helps people who do not see it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { begin, board, load, moves, ply, result, shoot, type } from "./harness.mjs";
import { games } from "./games.mjs";
import { ways } from "./hands.mjs";

const at = board();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ALL = [
  "hasami", "hasami-nocorner", "hasami-chess", "hasami-jsa", "dai-hasami", "hasami-five", "hasami-brainking",
  "hasami-ludos", "mak-yek", "yari", "hajiku", "shogi", "minishogi",
];

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** What axe-core finds that is serious. */
async function serious(page, name) {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document));
  assert.ok(passes.length > 10, "axe-core has looked at the page");
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${name}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  assert.deepEqual(found, []);
}

/** Nothing lies beyond the sides of the window. */
async function fits(page, name) {
  const [wide, room] = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
  assert.ok(wide <= room, `${name}: ${wide} of ${room}`);
}

async function readRules(page, game) {
  if (await page.locator("dialog.new-game").isVisible()) await page.keyboard.press("Escape");
  if (!(await page.locator("aside.rules").isVisible())) await page.locator("header [data-do=rules]").click();
  await page.locator("select[name=rules-of]").selectOption(game);
  await page.locator("aside.rules section[data-section=start]").waitFor();
}

describe("every game", () => {
  for (const game of ALL) {
    test(`${game} is drawn and can be moved in`, async (t) => {
      const page = await at.visit(t);
      await begin(page, { game });
      const count = await page.locator("sg-pieces piece").count();
      assert.ok(count >= 12, `${count} pieces`);
      // Each piece has its picture, once the set has come.
      await page.waitForFunction(() =>
        [...document.querySelectorAll("sg-pieces piece")].every((piece) =>
          getComputedStyle(piece).backgroundImage.startsWith("url("),
        ),
      );
      await shoot(page, `start-${game}`);
    });

    test(`the rules of ${game} stand beside the board, with pictures`, async (t) => {
      const page = await at.visit(t, { viewport: { width: 1600, height: 1000 } });
      await begin(page, { game });
      await readRules(page, game);
      const rules = page.locator("aside.rules");
      await rules.locator("sg-board").nth(4).waitFor();
      const sections = await rules.locator("section").evaluateAll((all) => all.map((one) => one.dataset.section));
      assert.ok(sections.includes("start") && sections.includes("capture"), sections.join());
      await shoot(page, `rules-${game}`);
    });
  }
});

describe("in Japanese", () => {
  /** Latin words that a Japanese page may show: names, file formats, squares. */
  const LATIN = /\b(Kawari|SFEN|USI|English|JSON|KIF|Enter|Tab|Ctrl|Esc|Escape|BrainKing|Ludos|JSA|kawari|match)\b/g;

  /** Words of the page that are not in Japanese. */
  const foreign = (page, selector = "body") =>
    page.locator(selector).evaluate((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const words = [];
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode;
        if (!parent.closest("script, style, noscript, textarea, option[value=en], .language, .heard")) words.push(textContent);
      }
      const labels = [...root.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((node) =>
        ["aria-label", "title", "placeholder"].map((name) => node.getAttribute(name) ?? ""),
      );
      return [...words, ...labels].filter((text) => /[A-Za-z]{4,}/.test(text));
    });

  const check = async (page, name) => {
    const words = (await foreign(page)).filter((text) => /[A-Za-z]{4,}/.test(text.replace(LATIN, "")));
    assert.deepEqual(words, [], name);
  };

  test("the page speaks Japanese at the press of a button", async (t) => {
    const page = await at.visit(t);
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

  test("a browser in Japanese gets a page in Japanese, and a whole game is played", async (t) => {
    const page = await at.visit(t, { locale: "ja-JP" });
    const { game, start, moves: words, result: expected } = games.find((one) => one.game === "yari");
    await begin(page, { game, start });
    for (const [index, usi] of words.split(" ").entries()) {
      await ways.click.play(page, usi, index % 2 ? "black" : "white");
      await ply(page, index + 1, usi);
    }
    assert.deepEqual(await result(page), expected);
    await check(page, "a game");
    await shoot(page, "japanese-yari");
  });

  for (const game of ALL) {
    test(`the rules of ${game}`, async (t) => {
      const page = await at.visit(t, { settings: { lang: "ja" } });
      await begin(page, { game });
      await readRules(page, game);
      await check(page, game);
      await shoot(page, `rules-${game}-ja`);
    });
  }
});

describe("on a telephone", () => {
  for (const game of ALL) {
    test(`${game} fits`, async (t) => {
      const page = await at.visit(t, PHONE);
      await fits(page, "new game");
      await begin(page, { game });
      await fits(page, game);
      const box = await page.locator("sg-board").first().boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.width > 250, JSON.stringify(box));
      await shoot(page, `phone-${game}`);
    });
  }

  test("a game is played by touch, and its windows fit", async (t) => {
    const page = await at.visit(t, PHONE);
    const { game, start, moves: words, result: expected } = games.find((one) => one.game === "yari");
    await begin(page, { game, start });
    for (const [index, usi] of words.split(" ").entries()) {
      await ways.touch.play(page, usi, index % 2 ? "black" : "white");
      await ply(page, index + 1, usi);
    }
    assert.deepEqual(await result(page), expected);
    for (const name of ["new", "records", "settings"]) {
      await page.locator(`header [data-do=${name}]`).click();
      await page.locator("dialog[open]").waitFor();
      await fits(page, name);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    await readRules(page, "yari");
    await fits(page, "rules");
    await shoot(page, "phone-rules-yari");
    await page.locator("[data-do=close-rules]").click();
    await page.locator("header [data-do=edit]").click();
    await page.locator(".editor").waitFor();
    await fits(page, "editor");
    await shoot(page, "phone-editor");
  });
});

describe("for everybody", () => {
  for (const scheme of ["light", "dark"]) {
    test(`axe-core finds nothing serious on a ${scheme} page`, async (t) => {
      const page = await at.visit(t, { colorScheme: scheme });
      await serious(page, "new game");
      await begin(page, { game: "hajiku" });
      await type(page, "4g4f 4c4d");
      await serious(page, "a game");
      await page.locator("[data-do=analysis]").click();
      await page.locator("[data-line]").first().waitFor();
      await page.locator("[data-do=analysis]").click();
      await serious(page, "analysis");
      await readRules(page, "hajiku");
      await serious(page, "rules");
      await shoot(page, `rules-beside-${scheme}`);
      for (const name of ["records", "settings", "keys"]) {
        await page.locator(`header [data-do=${name}]`).click();
        await page.locator("dialog[open]").waitFor();
        await serious(page, name);
        await page.keyboard.press("Escape");
        await page.locator("dialog").waitFor({ state: "detached" });
      }
      await page.locator("[data-do=close-rules]").click();
      await page.locator("header [data-do=edit]").click();
      await page.locator(".editor").waitFor();
      await serious(page, "editor");
      await page.locator("[data-do=editor-cancel]").click();
      await load(page, "yari sfen 3k3/7/7/3P3/7/7/7/7/3K3 b - 1");
      await page.locator(".grid [data-square='4d']").focus();
      await page.keyboard.press("Enter");
      await page.locator(".grid [data-square='4c']").focus();
      await page.keyboard.press("Enter");
      await page.locator("[data-dialog=choice]").waitFor();
      await serious(page, "choice");
      await shoot(page, `choice-${scheme}`);
    });
  }

  test("axe-core finds nothing serious on a telephone", async (t) => {
    const page = await at.visit(t, PHONE);
    await begin(page, { game: "yari" });
    await type(page, "4g4f");
    await serious(page, "a game");
  });

  test("squares, hands and moves have words", async (t) => {
    const page = await at.visit(t);
    await begin(page, { game: "hasami" });
    const label = (square) => page.locator(`.grid [data-square="${square}"]`).getAttribute("aria-label");
    assert.match(await label("5i"), /Black/);
    assert.match(await label("5e"), /empty/i);
    await type(page, "5i5e");
    await page.waitForFunction(() => /5e/.test(document.querySelector(".heard").textContent));
    assert.match(await label("5e"), /Black/);
    assert.deepEqual(await moves(page), ["5i5e"]);
  });
});
