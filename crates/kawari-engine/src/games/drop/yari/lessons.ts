/** The lessons of Yari Shogi. */

import { lesson } from "@content/lessons/builders.ts";
import { checkLessons, twoPawnsLesson } from "@content/lessons/drop.ts";
import { position, positionWithKings } from "@content/rules/drop-sections.ts";
import type { LessonPath } from "@content/types.ts";
import { board } from "./rules.ts";

const path: LessonPath = {
  game: "yari",
  lessons: [
    lesson(
      "knight",
      positionWithKings(board, "N4f P4e P5d", "B3d P6d"),
      { moves: ["4f3d"] },
      ["Capture the Yari Bishop on 3d with the Yari Knight.", "香桂で3四の香角を取ってください。"],
      ["The Yari Knight slides forward, or jumps two squares forward and one sideways over other pieces.", "香桂は前へ走るほか、駒を飛び越して2マス前の左右へ跳べます。"],
    ),
    lesson(
      "forward",
      positionWithKings(board, "R4e", "N4b B4h"),
      { captures: 1 },
      ["One of the two enemy pieces is within reach of the Yari Rook. Capture it.", "香飛で取れるのは2枚のうち1枚だけです。取ってください。"],
      ["The Yari Rook slides forward and sideways, never backward: most pieces of this game move like spears.", "香飛は前と左右に走れますが、後ろには動けません。このゲームの駒の多くは槍のように前へ進みます。"],
    ),
    lesson(
      "promote",
      positionWithKings(board, "P4d", "B2d"),
      { turns: true },
      ["Move the Pawn and promote it.", "歩を進めて成ってください。"],
      ["A move into, within or out of the three farthest ranks may promote; the Pawn becomes a Yari Silver.", "敵陣の三段に入る、動く、出る手で成れます。歩は香銀になります。"],
    ),
    lesson(
      "must-promote",
      positionWithKings(board, "N4d", "B3b R5b"),
      { moves: ["4d5b+"] },
      ["Capture the Yari Rook with the Yari Knight.", "香桂で香飛を取ってください。"],
      ["On the last two ranks the Yari Knight must promote; it becomes a Yari Gold.", "奥の二段では香桂は必ず成り、香金になります。"],
    ),
    lesson(
      "backward",
      positionWithKings(board, "+B4b", "N4g P5c"),
      { moves: ["4b4g"] },
      ["Capture the Yari Knight on 4g with your Yari Gold.", "香金で4七の香桂を取ってください。"],
      ["A promoted piece slides straight backward: from the enemy camp it still guards your side.", "成り駒は真後ろへ走れます。敵陣にいても自陣を守れます。"],
    ),
    lesson(
      "last-rank",
      positionWithKings(board, "", "P2b", "b", "RBN"),
      { moves: ["R*3a", "R*4a", "R*5a", "R*6a", "R*7a"] },
      ["Give check from the last rank, with a piece from your hand that is safe there.", "取られないように、一番奥の段に駒を打って王手をかけてください。"],
      ["Only the Yari Rook may be dropped on the last rank: the other pieces could never move there.", "一番奥の段に打てるのは香飛だけです。他の駒は動けなくなるので打てません。"],
    ),
    twoPawnsLesson(board, "B"),
    ...checkLessons(board, "R"),
    lesson(
      "fork",
      position(board, "K7i", "K4a R6a P3b P5b", "b", "N"),
      { moves: ["N*5c"] },
      ["Drop the Yari Knight so that it attacks the General and the Yari Rook at the same time.", "香桂を打って、玉と香飛を同時に攻めてください。"],
      ["White must answer the check and loses the Yari Rook.", "王手に応じなければならないので、香飛は助かりません。"],
    ),
    lesson(
      "pawn-mate",
      position(board, "+P2c N3c K7i", "K1a P7d", "b", "P"),
      { wins: true },
      ["Drop the Pawn and give mate: in this game it may.", "歩を打って詰ませてください。槍将棋では反則ではありません。"],
      ["In Yari Shogi a dropped Pawn may give mate, so a Pawn in hand is a weapon.", "槍将棋では打ち歩詰めも有効です。持ち歩は武器になります。"],
    ),
    lesson(
      "mate",
      position(board, "+R5b +B2c K7i", "K1a P7d"),
      { wins: true },
      ["Give mate in one move.", "一手で詰ませてください。"],
      ["Mate: the General is attacked, and every square to which it could move is covered.", "詰みです。王手がかかり、玉の逃げ場にはすべて駒が利いています。"],
    ),
  ],
};

export default path;
