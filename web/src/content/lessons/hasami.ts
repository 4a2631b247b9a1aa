/** Lessons of the Hasami games about movement and captures. */

import { positionWithSpareMen, type HasamiRules } from "../rules/hasami-board.ts";
import type { Lesson, LessonPath } from "../types.ts";
import { lesson } from "./builders.ts";
import { endingLessons } from "./hasami-endings.ts";

const moveLessons = (rules: HasamiRules): Lesson[] => {
  const lessons = [
    lesson(
      "slide",
      positionWithSpareMen(rules, "5e 2e", "8e"),
      { moves: ["5e7e"] },
      ["Men move like Rooks. Move your man on 5e to the left, next to the enemy man on 8e.", "駒は飛車のように動きます。5五の駒を左へ、8五の敵の隣まで動かしてください。"],
      ["A man slides over any number of empty squares along a rank or a file, but not diagonally.", "駒は縦横に何マスでも進めますが、斜めには進めません。"],
    ),
  ];
  if (rules.jump)
    lessons.push(
      lesson(
        "jump",
        positionWithSpareMen(rules, "5e", "5d"),
        { moves: ["5e5c"] },
        ["The enemy man on 5d is in the way. Jump over it.", "5四の敵が前をふさいでいます。飛び越してください。"],
        ["A man may jump over one adjacent man of either side; the man jumped over stays on the board.", "隣の駒は敵味方を問わず1枚だけ飛び越せます。飛び越された駒は盤に残ります。"],
      ),
    );
  if (rules.houses)
    lessons.push(
      lesson(
        "house",
        positionWithSpareMen(rules, "6i 7f", "7c"),
        { moves: ["6i6c"] },
        ["Move the man on 6i out of your house, as far up as it may go.", "6九の駒を自分の陣地から出し、行けるところまで上へ進めてください。"],
        ["A man may leave its house, but it may never return, and never enter the enemy house on ranks a and b.", "陣地からは出られますが、戻ることはできず、一段目と二段目の敵陣にも入れません。"],
      ),
    );
  return lessons;
};

const captureLessons = (rules: HasamiRules): Lesson[] => {
  const lessons = [
    lesson(
      "capture",
      positionWithSpareMen(rules, "6e 4g", "5e"),
      { captures: 1 },
      ["Capture the man on 5e: enclose it between two of your men.", "5五の敵を取ってください。自分の駒2枚ではさみます。"],
      ["An enemy man between two of your men on a rank or a file is captured, if one of the two has just moved.", "縦か横に自分の駒2枚ではさまれた敵は取れます。ただし、そのうち1枚はいま動かした駒です。"],
    ),
    lesson(
      "run",
      positionWithSpareMen(rules, "7e 3g", "6e 5e 4e"),
      { captures: 3 },
      ["Capture all three men on rank e with one move.", "五段目の3枚を一手で取ってください。"],
      ["A run of adjacent enemy men between two of yours is captured as a whole.", "連続して並んだ敵は、両端をはさめばまとめて取れます。"],
    ),
  ];
  if (rules.jump)
    lessons.push(
      lesson(
        "jump-capture",
        positionWithSpareMen(rules, "5f 3d", "5e 4d"),
        { moves: ["5f5d"], captures: 1 },
        ["Jump over the man on 5e, so that you capture another one.", "5五の敵を飛び越して、別の敵を取ってください。"],
        ["The jump itself captures nothing, but the man captures from the square where it lands.", "飛び越した駒は取れませんが、着地した場所ではさめば取れます。"],
      ),
    );
  else
    lessons.push(
      lesson(
        "three-ways",
        positionWithSpareMen(rules, "5c 7e 3e 5g", "5d 6e 4e"),
        { captures: 3 },
        ["One move captures three men in three directions. Find it.", "一手で三方向の3枚が取れます。その手を見つけてください。"],
        ["A move captures in every direction in which it encloses men.", "はさんだ方向すべてで同時に取れます。"],
      ),
    );
  if (rules.intervention)
    lessons.push(
      lesson(
        "intervention",
        positionWithSpareMen(rules, "5g", "6d 4d"),
        { captures: 2 },
        ["Capture both men on rank d: move between them.", "四段目の2枚の間に割り込んで、両方取ってください。"],
        ["A man that moves between two adjacent enemy men captures both.", "隣り合う敵2枚の間に割り込むと、両方取れます。"],
      ),
      lesson(
        "close-gap",
        positionWithSpareMen(rules, "6e 4e 7g", "5c"),
        { safe: true },
        ["White threatens to move between your men on 6e and 4e. Prevent it.", "相手は6五と4五の間に割り込もうとしています。防いでください。"],
        ["Two men with one empty square between them are in danger; adjacent men are not.", "1マスあけて並んだ2枚は危険です。隣り合わせなら割り込まれません。"],
      ),
    );
  else
    lessons.push(
      lesson(
        "between",
        positionWithSpareMen(rules, "5g", "6e 4e"),
        { moves: ["5g5e"] },
        ["You may safely step between the two enemy men. Do it.", "敵2枚の間に自分から入っても安全です。入ってください。"],
        ["Only a move of the opponent captures: a man that moves between two enemy men stays on the board.", "取れるのは相手が動かしてはさんだときだけです。自分から間に入った駒は取られません。"],
      ),
    );
  return lessons;
};

const cornerLesson = (rules: HasamiRules): Lesson => {
  const file = rules.size;
  if (rules.edge)
    return lesson(
      "edge",
      "3PppP2/4P4/9/5P3/9/9/1PPP5/9/p1ppp3p b - 1",
      { captures: 2 },
      ["The two men on the top edge have one free neighbour square left. Take it from them.", "上端の2枚には空いた隣のマスが一つだけ残っています。ふさいでください。"],
      ["A group at the edge without an empty neighbour square is captured as a whole.", "盤の端に接した一団は、隣の空きマスがなくなるとまとめて取られます。"],
    );
  if (rules.corner === "battlefield")
    return lesson(
      "corner",
      positionWithSpareMen(rules, "8c 6d", "9c"),
      { captures: 1 },
      ["The man on 9c stands in a corner of the battlefield. Capture it.", "9三の敵は戦場の隅にいます。取ってください。"],
      ["In a corner of the battlefield a man is captured when you occupy both squares next to it.", "戦場の隅の駒は、隣の2マスを押さえると取れます。"],
    );
  if (rules.corner === "board")
    return lesson(
      "corner",
      positionWithSpareMen(rules, "9b 8d", "9a"),
      { captures: 1 },
      ["The man on 9a stands in the corner. Capture it.", "9一の敵は盤の隅にいます。取ってください。"],
      ["In a corner a man is captured when you occupy both squares next to it.", "隅の駒は、隣の2マスを押さえると取れます。"],
    );
  return lesson(
    "corner-safe",
    positionWithSpareMen(rules, `${file}d`, `${file - 1}a ${file - 1}d ${file - 2}e`),
    { moves: [`${file}d${file}a`] },
    [`Bring your man on ${file}d to the corner, where nothing can capture it.`, `${file}四の駒を、決して取られない隅へ動かしてください。`],
    ["A man in a corner cannot be enclosed, and this game has no rule that captures it there.", "隅の駒ははさめません。このゲームには隅で取る規則もありません。"],
  );
};

const saveLesson = (rules: HasamiRules): Lesson =>
  lesson(
    "save",
    positionWithSpareMen(rules, "5e 8g", "6e 4c"),
    { safe: true },
    ["White threatens your man on 5e. Make a move after which White cannot capture.", "5五の駒が狙われています。次に何も取られない手を指してください。"],
    ["An enemy man beside yours is half a capture: watch the square on the other side.", "隣に敵が来たら半分取られた形です。反対側のマスに注意しましょう。"],
  );

const safeCaptureLesson = (rules: HasamiRules): Lesson =>
  lesson(
    "safe-capture",
    positionWithSpareMen(rules, "7e 5g 2e 1g", "6e 5d 6f 2f"),
    { captures: 1, safe: true },
    ["You can capture in two ways. Choose the capture after which White cannot recapture.", "取る手は二通りあります。取り返されない方を選んでください。"],
    ["Before you capture, look at what the moved man leaves and where it will stand.", "取る前に、動かした駒の行き先と元の場所を確かめましょう。"],
  );

/** Builds the lessons of a game. */
export const hasamiLessons = (game: string, rules: HasamiRules): LessonPath => ({
  game,
  lessons: [
    ...moveLessons(rules),
    ...captureLessons(rules),
    cornerLesson(rules),
    ...(rules.jump ? [] : [saveLesson(rules)]),
    // With captures by intervention, White can recapture in both ways.
    ...(rules.intervention ? [] : [safeCaptureLesson(rules)]),
    ...endingLessons(rules),
  ],
});
