// Texts of the page: results, language, and typed moves in Japanese notation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
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

const board = setUpBoard();

const resultText = (page) => page.locator(".status .result").textContent();

/** Waits until the result has this text. */
const waitForResultText = (page, text) =>
  page.waitForFunction((expected) => document.querySelector(".status .result")?.textContent === expected, text);

/** Starts a game against the engine from a position. */
async function playAgainstEngine(page, line, { person = "black", level = "1" } = {}) {
  await importText(page, line);
  await page.locator("[data-do=new]").click();
  const dialog = page.locator("dialog.new-game");
  await dialog.locator("select[name=start]").selectOption("here");
  await dialog.locator(`select[name=new-${person}]`).selectOption("human");
  await dialog.locator(`select[name=new-${person === "black" ? "white" : "black"}]`).selectOption(level);
  await dialog.locator("[data-do=start-game]").click();
  await dialog.waitFor({ state: "detached" });
}

describe("the end of a game", () => {
  /** Game, position, last move, winner, reason, and the result text in both languages. */
  const ENDINGS = [
    [
      "hasami",
      "9/9/9/9/Pp7/9/9/9/2P5p b - 1",
      "7i7e",
      "black",
      "men-captured",
      "Black wins: White has one man left.",
      "先手の勝ち：後手の駒が残り一枚になりました。",
    ],
    [
      "hasami-chess",
      "8/8/8/8/Ppp5/8/8/3P4 b - 1",
      "5h5e",
      "black",
      "men-captured",
      "Black wins: White has no men left.",
      "先手の勝ち：後手の駒がなくなりました。",
    ],
    [
      "hasami-jsa",
      "pppppp3/9/9/9/9/9/9/9/PPPPPPPPP w - 1",
      "9a9b",
      "black",
      "lead",
      "Black wins: Black is 3 men ahead.",
      "先手の勝ち：先手の駒が3枚多くなりました。",
    ],
    [
      "dai-hasami",
      "9/9/PPPP5/9/4P4/9/9/9/p7p b - 1",
      "5e5c",
      "black",
      "five-in-a-row",
      "Black wins: Black has five in a row.",
      "先手の勝ち：先手が五つ並べました。",
    ],
    [
      "shogi",
      "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
      "G*5b",
      "black",
      "checkmate",
      "Black wins: White is checkmated.",
      "先手の勝ち：後手が詰みました。",
    ],
  ];

  for (const [game, start, usi, winner, reason, english, japanese] of ENDINGS) {
    test(`${game}, ${reason}: result text for two people and for one`, async (t) => {
      const page = await board.openPage(t);
      await importText(page, `${game} sfen ${start} moves ${usi}`);
      assert.deepEqual(await gameResult(page), [winner, reason]);
      assert.equal(await resultText(page), english);
      for (const text of [japanese, english]) {
        await page.locator("header .language").click();
        await waitForResultText(page, text);
      }

      const person = start.includes(" b ") ? "black" : "white";
      await playAgainstEngine(page, `${game} sfen ${start}`, { person });
      await typeMove(page, usi);
      assert.deepEqual(await gameResult(page), [winner, reason]);
      const [personEnglish, personJapanese] =
        person === winner ? ["You won", "あなたの勝ち"] : ["You lost", "あなたの負け"];
      const text = english.replace("Black wins", personEnglish);
      assert.equal(await resultText(page), text);
      assert.equal(await page.locator(".announcements").textContent(), text);
      await page.locator("header .language").click();
      await waitForResultText(page, japanese.replace("先手の勝ち", personJapanese));
    });
  }

  test("after a resignation, one person has lost; between two people, a side has lost", async (t) => {
    const page = await board.openPage(t);
    for (const [white, text] of [
      ["1", "You lost: Black resigned."],
      ["human", "White wins: Black resigned."],
    ]) {
      await startGame(page, { game: "hasami", white });
      await page.locator("[data-do=resign]").click();
      await page.locator("[data-do=resign-yes]").click();
      assert.deepEqual(await gameResult(page), ["white", "resignation"]);
      assert.equal(await resultText(page), text);
    }
  });

  test("after three wins in a row at a level, the page proposes the next", async (t) => {
    const page = await board.openPage(t);
    await playAgainstEngine(page, "hasami sfen 9/9/9/9/Pp7/9/9/9/2P5p b - 1");
    const proposal = page.locator(".status .next-level");
    for (const wins of [1, 2, 3]) {
      if (wins > 1) await page.locator("[data-do=rematch]").click();
      await waitForPly(page, 0);
      await typeMove(page, "7i7e");
      assert.deepEqual(await gameResult(page), ["black", "men-captured"]);
      assert.equal(await proposal.count(), wins === 3 ? 1 : 0);
    }
    assert.equal(await proposal.textContent(), "3 wins in a row at level 1. The next one is level 2, novice.");
    await page.locator("header .language").click();
    await page.getByRole("button", { name: "レベル2（初心者）と対局" }).click();
    await proposal.waitFor({ state: "detached" });
    assert.equal(await page.locator("select[name=player-white]").inputValue(), "2");
  });

  test("a draw has no winner", async (t) => {
    const page = await board.openPage(t);
    await startGame(page, { game: "hasami" });
    await typeMoves(page, [1, 2, 3].map(() => "5i5e 5a5d 5e5i 5d5a").join(" "));
    assert.deepEqual(await gameResult(page), ["none", "repetition"]);
    assert.equal(await resultText(page), "Draw: the position was repeated.");
  });

  test("a person checkmated by the engine has lost", async (t) => {
    const page = await board.openPage(t);
    await playAgainstEngine(page, "shogi sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", { person: "white", level: "8" });
    assert.deepEqual(await gameResult(page), ["black", "checkmate"]);
    assert.equal(await resultText(page), "You lost: White is checkmated.");
  });

  test("the winning row is highlighted and labelled", async (t) => {
    const page = await board.openPage(t);
    const { game, start, moves } = games.find((one) => one.game === "dai-hasami");
    await startGame(page, { game, start });
    await typeMoves(page, moves);
    assert.deepEqual(await gameResult(page), ["white", "five-in-a-row"]);
    await page.locator("sq.winning-row").nth(4).waitFor();
    assert.equal(await page.locator("sq.winning-row").count(), 5);
    const labelled = await page
      .locator(".grid [aria-label*='winning row']")
      .evaluateAll((all) => all.map((one) => one.dataset.square));
    assert.deepEqual(labelled.sort(), ["1c", "2c", "3c", "4c", "5c"]);
    await screenshot(page, "five-in-a-row");
    // The highlight survives a reload and disappears with the position.
    await page.reload();
    await page.locator("sq.winning-row").nth(4).waitFor();
    await page.locator("[data-do=back]").click();
    await page.waitForFunction(() => !document.querySelector("sq.winning-row"));
  });

  test("the report shows no mate score for the final move", async (t) => {
    const page = await board.openPage(t);
    const { moves } = games.find((one) => one.game === "dai-hasami");
    await importText(page, `dai-hasami startpos moves ${moves}`);
    await page.locator("select[name=report-time]").selectOption("50");
    await page.locator("[data-do=report]").click();
    await page.locator(".worst-moves").waitFor();
    const last = await page.locator(".moves .move").last().textContent();
    assert.doesNotMatch(last, /#/, last);
    assert.match(await page.locator(".moves .move").first().textContent(), /\d\.\d\d|#/);
    assert.doesNotMatch(await page.locator(".worst-moves").textContent(), /→ [−]?#1(?!\d)/);
  });
});

describe("the language", () => {
  /** Waits until the bottom rank, the piece set and the first move have these values. */
  const waitForStyle = (page, style) =>
    page.waitForFunction(
      (expected) =>
        document.querySelector("coords.ranks coord")?.textContent === expected.coordinate &&
        document.querySelector(".play-area").classList.contains(expected.set) &&
        document.querySelector(".moves [data-ply='1']")?.textContent === expected.move,
      style,
    );
  const ENGLISH = { coordinate: "i", set: "set-yari-western", move: "☗P-4f" };
  const JAPANESE = { coordinate: "九", set: "set-yari-kanji", move: "☗４六歩" };

  test("pieces, notation and coordinates follow the language", async (t) => {
    const page = await board.openPage(t);
    await startGame(page, { game: "yari" });
    await typeMoves(page, "4g4f");
    await waitForStyle(page, ENGLISH);
    await page.locator("header .language").click();
    await waitForStyle(page, JAPANESE);
    await screenshot(page, "language-ja");
    await page.reload();
    await waitForStyle(page, JAPANESE);
    await page.locator("header .language").click();
    await waitForStyle(page, ENGLISH);
  });

  test("settings chosen by the user do not follow the language", async (t) => {
    const page = await board.openPage(t);
    await startGame(page, { game: "yari" });
    await typeMoves(page, "4g4f");
    await page.locator("header [data-do=settings]").click();
    for (const [name, value] of [
      ["set", "kanji"],
      ["notation", "usi"],
      ["coordinates", "japanese"],
    ])
      await page.locator(`dialog.settings select[name=${name}]`).selectOption(value);
    await page.keyboard.press("Escape");
    for (const lang of ["ja", "en", "ja"]) {
      await page.locator("header .language").click();
      await page.waitForFunction((wanted) => document.documentElement.lang === wanted, lang);
      await waitForStyle(page, { coordinate: "九", set: "set-yari-kanji", move: "☗4g4f" });
    }
    await page.reload();
    await waitForStyle(page, { coordinate: "九", set: "set-yari-kanji", move: "☗4g4f" });
  });

  test("settings stored by an older version follow the language", async (t) => {
    // Older versions stored all settings, without the list of chosen ones.
    const settings = {
      lang: "ja",
      coordinates: "engine",
      notation: "usi",
      sets: { hasami: "disc", yari: "western", hajiku: "western", shogi: "kanji" },
    };
    const page = await board.openPage(t, { settings });
    await startGame(page, { game: "yari" });
    await typeMoves(page, "4g4f");
    await waitForStyle(page, { ...JAPANESE, move: "☗4g4f" });
  });
});

describe("typed moves in Japanese", () => {
  /** Typed moves, and the USI moves that they stand for. */
  const TYPED = {
    shogi: [
      "７六歩 7g7f",
      "34歩 3c3d",
      "２二角成(88) 8h2b+",
      "同　銀 3a2b",
      "☗45角打 B*4e",
      "８八角 B*8h",
      "同銀 7i8h",
      "９四歩 9c9d",
    ],
    minishogi: ["５三歩 5d5c", "１三歩 1b1c", "同飛 1e1c"],
    yari: ["４六歩 4g4f", "4四歩 4c4d"],
    hajiku: ["４六歩 4g4f", "４四歩 4c4d"],
    hasami: ["５五(59) 5i5e", "５四(51) 5a5d", "9八 9i9h"],
  };

  for (const [game, entries] of Object.entries(TYPED)) {
    test(`${game}: Japanese notation can be typed`, async (t) => {
      const page = await board.openPage(t, { settings: { lang: "ja" } });
      await startGame(page, { game });
      for (const [index, entry] of entries.entries()) {
        const split = entry.lastIndexOf(" ");
        await typeMove(page, entry.slice(0, split));
        await waitForPly(page, index + 1, entry.slice(split + 1));
      }
    });
  }

  for (const { name, game, start, moves, result: expected } of games) {
    test(`${name}: all moves can be typed as displayed`, async (t) => {
      const page = await board.openPage(t, { settings: { lang: "ja" } });
      await startGame(page, { game, start });
      const line = moves.split(" ");
      await typeMoves(page, moves);
      const displayed = await page
        .locator(".moves > ol > li > button.move")
        .evaluateAll((all) => all.map((one) => one.textContent.replace(/^[☗☖]/, "")));
      await startGame(page, { game, start });
      for (const [index, word] of displayed.entries()) {
        await typeMove(page, word);
        await waitForPly(page, index + 1, line[index]);
      }
      assert.deepEqual(await gameResult(page), expected);
      assert.deepEqual(await mainLine(page), line);
    });
  }

  const checkRejected = async (page, word, pattern) => {
    await typeMove(page, word);
    const notice = page.locator(".notice.error");
    await notice.filter({ hasText: word }).waitFor();
    assert.match(await notice.textContent(), pattern);
  };

  test("illegal and ambiguous moves show an error and are not played", async (t) => {
    const page = await board.openPage(t, { settings: { lang: "ja" } });
    await importText(page, "shogi sfen 4k4/9/9/9/9/9/9/9/3GKG3 b B 1");
    await checkRejected(page, "５八金", /５八金\(69\).*５八金\(49\)|５八金\(49\).*５八金\(69\)/);
    await checkRejected(page, "５五飛", /ここでは指せません/);
    await checkRejected(page, "こんにちは", /読めません/);
    await waitForPly(page, 0);
    await typeMove(page, "５八金(69)");
    await waitForPly(page, 1, "6i5h");
  });

  test("Enter that confirms an input method plays no move", async (t) => {
    const page = await board.openPage(t, { settings: { lang: "ja" } });
    await startGame(page, { game: "shogi" });
    const field = page.locator("input[name=entry]");
    await field.fill("７六歩");
    await field.evaluate((node) =>
      node.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true })),
    );
    await field.press("End");
    assert.equal(await field.inputValue(), "７六歩");
    await waitForPly(page, 0);
    await field.press("Enter");
    await waitForPly(page, 1, "7g7f");
  });

  test("a move typed out of turn shows an error", async (t) => {
    const page = await board.openPage(t);
    await startGame(page, { game: "shogi", black: "8" });
    await typeMove(page, "7g7f");
    await page.locator(".notice.error", { hasText: "not your turn" }).waitFor();
  });
});
