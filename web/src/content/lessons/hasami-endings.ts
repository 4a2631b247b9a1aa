/** Lessons of the Hasami games about rows and the end of the game. */

import { position, positionWithSpareMen, type HasamiRules } from "../rules/hasami-board.ts";
import type { Lesson } from "../types.ts";
import { lesson } from "./builders.ts";

type Texts = [en: string, ja: string];

/** Returns in which directions five in a row win. */
const directions = (rules: HasamiRules): Texts =>
  rules.fiveInARow === "any"
    ? ["along a rank, a file or a diagonal", "縦・横・斜めのいずれか"]
    : rules.fiveInARow === "straight"
      ? ["along a rank or a file, not along a diagonal", "縦か横（斜めは数えません）"]
      : ["along a file or a diagonal, not along a rank", "縦か斜め（横は数えません）"];

/** A lesson with a row in a direction that counts, and one in a direction that does not, if there is one. */
function directionLesson(rules: HasamiRules): Lesson {
  const [en, ja] = directions(rules);
  const explanation: Texts = [`Five men in an unbroken line ${en} win.`, `${ja}に五つすき間なく並べば勝ちです。`];
  if (rules.fiveInARow === "any")
    return lesson(
      "diagonal",
      positionWithSpareMen(rules, "7c 6d 5e 4f 3e", "8c 2f"),
      { wins: true },
      ["Win with a diagonal row.", "斜めに五つ並べて勝ってください。"],
      explanation,
    );
  const men = rules.fiveInARow === "straight" ? "7c 6d 5e 4f 3e 9d 8d 7d 2d" : "7e 6e 5e 4e 3g 2c 2d 2e 2f";
  return lesson(
    "direction",
    positionWithSpareMen(rules, men, "8b 1f"),
    { wins: true },
    ["You have two rows of four, but only one of them can win. Complete it.", "四つ並びが二つありますが、勝てるのは片方だけです。そちらを完成させてください。"],
    explanation,
  );
}

const rowLessons = (rules: HasamiRules): Lesson[] => {
  const isOpenOnRank = rules.fiveInARow !== "not-horizontal";
  return [
    lesson(
      "five",
      positionWithSpareMen(rules, "5c 5d 5e 5f 7g", "8c 2f"),
      { wins: true },
      ["You have four men in a row. Make it five and win.", "四つ並んでいます。五つにして勝ってください。"],
      ["Five of your men in an unbroken line win. Captured men are removed first.", "自分の手の直後に五つすき間なく並んでいれば勝ちです。"],
    ),
    directionLesson(rules),
    lesson(
      "home",
      positionWithSpareMen(rules, "8e 8f 8g 8h 6d 3c 3d 3e 3f 5g", "6b 1f"),
      { wins: true },
      ["You have four men on file 8 and four on file 3. Complete the row that wins.", "8筋と3筋に四つ並んでいます。勝てる方を完成させてください。"],
      rules.houses
        ? ["Men in a house do not count: all five must stand on the battlefield.", "陣地の中の駒は数えません。五つとも戦場になければなりません。"]
        : ["Men on your own two home ranks do not count.", "自陣の二段にある駒は数えません。"],
    ),
    lesson(
      "stop-four",
      positionWithSpareMen(rules, "8i 9i", "5c 5d 5e 5f 2g 8g"),
      { moves: ["5i5g"], stopsWin: true },
      ["White threatens to make five on 5g. Stop it.", "相手は5七で五つ並べようとしています。止めてください。"],
      ["A row of four with one free end is stopped on that square; the two ranks above it are White's home and do not count.", "片方だけ空いた四つ並びは、その端をふさげば止まります。上の二段は後手の自陣なので数えません。"],
    ),
    lesson(
      "open-four",
      isOpenOnRank
        ? positionWithSpareMen(rules, "6f 9d", "7e 6e 5e 4e 8c 3c")
        : positionWithSpareMen(rules, "6e 8i 9i", "5d 5e 5f 5g 2h"),
      { moves: [isOpenOnRank ? "9d6d" : "4i4e"], stopsWin: true },
      ["White has an open four: it can be completed at both ends. Stop it.", "両端の空いた四つ並びです。止めてください。"],
      ["No single man blocks both ends of an open four, so only a capture stops it.", "両端は1枚ではふさげません。駒を取って崩すしかありません。"],
    ),
  ];
};

const walledLesson = (rules: HasamiRules): Lesson => {
  const far = rules.size;
  const near = far - 1;
  return lesson(
    "no-move",
    position(rules, `${far}b ${near}b ${far - 2}c`, `${far}a ${near}a`),
    { wins: true },
    ["Leave White's two men without a move.", "後手の2枚を動けなくしてください。"],
    ["A player who has no legal move loses.", "動かせる駒のない側の負けです。"],
  );
};

export const endingLessons = (rules: HasamiRules): Lesson[] => {
  const lessons = rules.fiveInARow === "none" ? [] : rowLessons(rules);
  if (rules.losesAt === 1)
    lessons.push(
      lesson(
        "last-men",
        position(rules, "6e 4g 2h", "5e 3c"),
        { wins: true },
        ["White has two men. Capture one of them and win.", "後手の駒は2枚です。1枚取って勝ってください。"],
        ["A side with at most one man left has lost: a single man cannot capture.", "残り1枚以下になった側の負けです。1枚だけでは相手をはさめません。"],
      ),
    );
  if (rules.losesAt === 4)
    lessons.push(
      lesson(
        "four-left",
        position(rules, "6e 4g 8f 2f 7g", "5e 3c 7c 8d 2d"),
        { wins: true },
        ["White has five men. Capture one of them and win.", "後手の駒は5枚です。1枚取って勝ってください。"],
        ["A side with at most four men left has lost.", "残り4枚以下になった側の負けです。"],
      ),
    );
  if (rules.lead)
    lessons.push(
      lesson(
        "lead",
        position(rules, "6e 3g 1h 2h 4h 6h 8h 9h", "5e 4e 3b 5b 7b 8b 1b"),
        { captures: 2 },
        ["Take a lead of three men, with one move.", "一手で3枚の差をつけてください。"],
        ["A side that is three men ahead at the start of its turn wins, so White has one move to recapture.", "手番の始まりに3枚多い側の勝ちです。後手には取り返す機会が一手あります。"],
      ),
      lesson(
        "behind",
        position(rules, "6e 4g 1h 2h 3h 4h", "5e 1b 2b 3b 4b 5b 7b 8b 9b"),
        { captures: 1 },
        ["White is three men ahead and wins at the start of its next turn. Reduce the lead.", "後手が3枚多く、次の手番で後手の勝ちになります。差を縮めてください。"],
        ["A capture in time keeps the game going.", "取り返して3枚差を解けば、対局は続きます。"],
      ),
    );
  if (!rules.jump && rules.losesAt !== 4) lessons.push(walledLesson(rules));
  return lessons;
};
