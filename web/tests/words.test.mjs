// What the page says: how a game has ended, in whose language, and which moves can be typed.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { begin, board, enter, load, moves, ply, result, shoot, type } from "./harness.mjs";
import { games } from "./games.mjs";

const at = board();

const text = (page) => page.locator(".status .result").textContent();

/** Waits until the result is told in these words. */
const says = (page, words) =>
  page.waitForFunction((wanted) => document.querySelector(".status .result")?.textContent === wanted, words);

/** Begins a game against the engine from a position. */
async function against(page, line, { person = "black", level = "1" } = {}) {
  await load(page, line);
  await page.locator("[data-do=new]").click();
  const window = page.locator("dialog.new-game");
  await window.locator("select[name=start]").selectOption("here");
  await window.locator(`select[name=new-${person}]`).selectOption("human");
  await window.locator(`select[name=new-${person === "black" ? "white" : "black"}]`).selectOption(level);
  await window.locator("[data-do=start-game]").click();
  await window.waitFor({ state: "detached" });
}

describe("the end of a game", () => {
  /** A game, a position, the move that ends it; who has won and why, in both languages. */
  const ENDS = [
    [
      "hasami", "9/9/9/9/Pp7/9/9/9/2P5p b - 1", "7i7e", "black", "men-captured",
      "Black wins: White has one man left.", "先手の勝ち：後手の駒が残り一枚になりました。",
    ],
    [
      "hasami-chess", "8/8/8/8/Ppp5/8/8/3P4 b - 1", "5h5e", "black", "men-captured",
      "Black wins: White has no men left.", "先手の勝ち：後手の駒がなくなりました。",
    ],
    [
      "hasami-jsa", "pppppp3/9/9/9/9/9/9/9/PPPPPPPPP w - 1", "9a9b", "black", "lead",
      "Black wins: Black is 3 men ahead.", "先手の勝ち：先手の駒が3枚多くなりました。",
    ],
    [
      "dai-hasami", "9/9/PPPP5/9/4P4/9/9/9/p7p b - 1", "5e5c", "black", "five-in-a-row",
      "Black wins: Black has five in a row.", "先手の勝ち：先手が五つ並べました。",
    ],
    [
      "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "black", "checkmate",
      "Black wins: White is checkmated.", "先手の勝ち：後手が詰みました。",
    ],
  ];

  for (const [game, start, usi, winner, reason, neutral, japanese] of ENDS) {
    test(`${game}, ${reason}: said to two people and to one`, async (t) => {
      const page = await at.visit(t);
      await load(page, `${game} sfen ${start} moves ${usi}`);
      assert.deepEqual(await result(page), [winner, reason]);
      assert.equal(await text(page), neutral);
      for (const words of [japanese, neutral]) {
        await page.locator("header .language").click();
        await says(page, words);
      }

      const person = start.includes(" b ") ? "black" : "white";
      await against(page, `${game} sfen ${start}`, { person });
      await enter(page, usi);
      assert.deepEqual(await result(page), [winner, reason]);
      const [english, inJapanese] = person === winner ? ["You won", "あなたの勝ち"] : ["You lost", "あなたの負け"];
      const words = neutral.replace("Black wins", english);
      assert.equal(await text(page), words);
      assert.equal(await page.locator(".heard").textContent(), words);
      await page.locator("header .language").click();
      await says(page, japanese.replace("先手の勝ち", inJapanese));
    });
  }

  test("a person who resigns has lost; of two, a side has", async (t) => {
    const page = await at.visit(t);
    for (const [white, words] of [["1", "You lost: Black resigned."], ["human", "White wins: Black resigned."]]) {
      await begin(page, { game: "hasami", white });
      await page.locator("[data-do=resign]").click();
      await page.locator("[data-do=resign-yes]").click();
      assert.deepEqual(await result(page), ["white", "resignation"]);
      assert.equal(await text(page), words);
    }
  });

  test("a draw is nobody's", async (t) => {
    const page = await at.visit(t);
    await begin(page, { game: "hasami" });
    await type(page, [1, 2, 3].map(() => "5i5e 5a5d 5e5i 5d5a").join(" "));
    assert.deepEqual(await result(page), ["none", "repetition"]);
    assert.equal(await text(page), "A draw: the position was repeated.");
  });

  test("a person whom the engine mates has lost", async (t) => {
    const page = await at.visit(t);
    await against(page, "shogi sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", { person: "white", level: "8" });
    assert.deepEqual(await result(page), ["black", "checkmate"]);
    assert.equal(await text(page), "You lost: White is checkmated.");
  });

  test("the row that wins is marked, and read out", async (t) => {
    const page = await at.visit(t);
    const { game, start, moves: words } = games.find((one) => one.game === "dai-hasami");
    await begin(page, { game, start });
    await type(page, words);
    assert.deepEqual(await result(page), ["white", "five-in-a-row"]);
    await page.locator("sq.won").nth(4).waitFor();
    assert.equal(await page.locator("sq.won").count(), 5);
    const said = await page.locator(".grid [aria-label*='winning row']").evaluateAll((all) => all.map((one) => one.dataset.square));
    assert.deepEqual(said.sort(), ["1c", "2c", "3c", "4c", "5c"]);
    await shoot(page, "five-in-a-row");
    // It stays after a reload, and goes with the position.
    await page.reload();
    await page.locator("sq.won").nth(4).waitFor();
    await page.locator("[data-do=back]").click();
    await page.waitForFunction(() => !document.querySelector("sq.won"));
  });

  test("the move that ends a game is no mate in one", async (t) => {
    const page = await at.visit(t);
    const { moves: words } = games.find((one) => one.game === "dai-hasami");
    await load(page, `dai-hasami startpos moves ${words}`);
    await page.locator("select[name=report-time]").selectOption("50");
    await page.locator("[data-do=report]").click();
    await page.locator(".worst").waitFor();
    const last = await page.locator(".moves .move").last().textContent();
    assert.doesNotMatch(last, /#/, last);
    assert.match(await page.locator(".moves .move").first().textContent(), /\d\.\d\d|#/);
    assert.doesNotMatch(await page.locator(".worst").textContent(), /→ [−]?#1(?!\d)/);
  });
});

describe("the language", () => {
  /** Waits until the rank at the bottom, the set of pieces and the first move look like this. */
  const shows = (page, wanted) =>
    page.waitForFunction(
      (looks) =>
        document.querySelector("coords.ranks coord")?.textContent === looks.coordinate &&
        document.querySelector(".table").classList.contains(looks.set) &&
        document.querySelector(".moves [data-ply='1']")?.textContent === looks.move,
      wanted,
    );
  const ENGLISH = { coordinate: "i", set: "set-yari-western", move: "☗P-4f" };
  const JAPANESE = { coordinate: "九", set: "set-yari-kanji", move: "☗４六歩" };

  test("pieces, notation and coordinates go with it", async (t) => {
    const page = await at.visit(t);
    await begin(page, { game: "yari" });
    await type(page, "4g4f");
    await shows(page, ENGLISH);
    await page.locator("header .language").click();
    await shows(page, JAPANESE);
    await shoot(page, "language-ja");
    await page.reload();
    await shows(page, JAPANESE);
    await page.locator("header .language").click();
    await shows(page, ENGLISH);
  });

  test("what somebody has chosen stays", async (t) => {
    const page = await at.visit(t);
    await begin(page, { game: "yari" });
    await type(page, "4g4f");
    await page.locator("header [data-do=settings]").click();
    for (const [name, value] of [["set", "kanji"], ["notation", "usi"], ["coordinates", "japanese"]])
      await page.locator(`dialog.settings select[name=${name}]`).selectOption(value);
    await page.keyboard.press("Escape");
    for (const lang of ["ja", "en", "ja"]) {
      await page.locator("header .language").click();
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
      await shows(page, { coordinate: "九", set: "set-yari-kanji", move: "☗4g4f" });
    }
    await page.reload();
    await shows(page, { coordinate: "九", set: "set-yari-kanji", move: "☗4g4f" });
  });

  test("settings that were kept without a choice follow it, too", async (t) => {
    // As a page kept them that knew no difference: everything, in the language of the browser.
    const settings = {
      lang: "ja", coordinates: "engine", notation: "usi",
      sets: { hasami: "disc", yari: "western", hajiku: "western", shogi: "kanji" },
    };
    const page = await at.visit(t, { settings });
    await begin(page, { game: "yari" });
    await type(page, "4g4f");
    await shows(page, { ...JAPANESE, move: "☗4g4f" });
  });
});

describe("a move in Japanese", () => {
  /** What is typed, and what it plays. */
  const TYPED = {
    shogi: ["７六歩 7g7f", "34歩 3c3d", "２二角成(88) 8h2b+", "同　銀 3a2b", "☗45角打 B*4e", "８八角 B*8h", "同銀 7i8h", "９四歩 9c9d"],
    minishogi: ["５三歩 5d5c", "１三歩 1b1c", "同飛 1e1c"],
    yari: ["４六歩 4g4f", "4四歩 4c4d"],
    hajiku: ["４六歩 4g4f", "４四歩 4c4d"],
    hasami: ["５五(59) 5i5e", "５四(51) 5a5d", "9八 9i9h"],
  };

  for (const [game, words] of Object.entries(TYPED)) {
    test(`${game}: what the page writes can be typed`, async (t) => {
      const page = await at.visit(t, { settings: { lang: "ja" } });
      await begin(page, { game });
      for (const [index, entry] of words.entries()) {
        const cut = entry.lastIndexOf(" ");
        await enter(page, entry.slice(0, cut));
        await ply(page, index + 1, entry.slice(cut + 1));
      }
    });
  }

  for (const { name, game, start, moves: words, result: expected } of games) {
    test(`${name}: the whole game, as it is written`, async (t) => {
      const page = await at.visit(t, { settings: { lang: "ja" } });
      await begin(page, { game, start });
      const line = words.split(" ");
      await type(page, words);
      const written = await page.locator(".moves > ol > li > button.move").evaluateAll((all) =>
        all.map((one) => one.textContent.replace(/^[☗☖]/, "")),
      );
      await begin(page, { game, start });
      for (const [index, word] of written.entries()) {
        await enter(page, word);
        await ply(page, index + 1, line[index]);
      }
      assert.deepEqual(await result(page), expected);
      assert.deepEqual(await moves(page), line);
    });
  }

  const wrong = async (page, word, pattern) => {
    await enter(page, word);
    const notice = page.locator(".notice.error");
    await notice.filter({ hasText: word }).waitFor();
    assert.match(await notice.textContent(), pattern);
  };

  test("what fits no move or several gets a sentence, and the board stays", async (t) => {
    const page = await at.visit(t, { settings: { lang: "ja" } });
    await load(page, "shogi sfen 4k4/9/9/9/9/9/9/9/3GKG3 b B 1");
    await wrong(page, "５八金", /５八金\(69\).*５八金\(49\)|５八金\(49\).*５八金\(69\)/);
    await wrong(page, "５五飛", /ここでは指せません/);
    await wrong(page, "こんにちは", /読めません/);
    await ply(page, 0);
    await enter(page, "５八金(69)");
    await ply(page, 1, "6i5h");
  });

  test("Enter that ends a word of an input method plays nothing", async (t) => {
    const page = await at.visit(t, { settings: { lang: "ja" } });
    await begin(page, { game: "shogi" });
    const field = page.locator("input[name=entry]");
    await field.fill("７六歩");
    await field.evaluate((node) =>
      node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true })),
    );
    await field.press("End");
    assert.equal(await field.inputValue(), "７六歩");
    await ply(page, 0);
    await field.press("Enter");
    await ply(page, 1, "7g7f");
  });

  test("a move typed when it is not one's turn is not swallowed", async (t) => {
    const page = await at.visit(t);
    await begin(page, { game: "shogi", black: "8" });
    await enter(page, "7g7f");
    await page.locator(".notice.error", { hasText: "not your turn" }).waitFor();
  });
});
