/** The lessons of shogi. */

import { lesson } from "@content/lessons/builders.ts";
import { checkLessons, twoPawnsLesson } from "@content/lessons/drop.ts";
import { dropLessons, mateLessons } from "@content/lessons/shogi.ts";
import { position, positionWithKings } from "@content/rules/drop-sections.ts";
import type { LessonPath } from "@content/types.ts";
import { board } from "./rules.ts";

const path: LessonPath = {
  game: "shogi",
  lessons: [
    ...dropLessons(board),
    lesson(
      "knight",
      positionWithKings(board, "N5f P5e", "G4d P6d P5d"),
      { moves: ["5f4d"] },
      ["Capture the Gold with the Knight.", "桂馬で金を取ってください。"],
      ["The Knight jumps two squares forward and one sideways, over other pieces.", "桂馬は駒を飛び越して、2マス前の左右へ跳びます。"],
    ),
    lesson(
      "promote",
      position(board, "P5d K5i", "K4b G6b"),
      { moves: ["5d5c+"], check: true },
      ["Move the Pawn and promote it, so that it gives check.", "歩を進めて成り、王手をかけてください。"],
      ["A piece that moves into, within or out of the three farthest ranks may promote; a promoted Pawn moves like a Gold.", "敵陣の三段に入る、動く、出る手で成れます。と金は金と同じ動きです。"],
    ),
    lesson(
      "must-promote",
      position(board, "N4d K5i", "K5a G6b R4a"),
      { moves: ["4d3b+", "4d5b+"] },
      ["Move the Knight.", "桂馬を動かしてください。"],
      ["On the last two ranks a Knight could never move again, so it must promote.", "奥の二段の桂馬は先へ進めないので、必ず成ります。"],
    ),
    twoPawnsLesson(board, "G"),
    ...checkLessons(board, "R"),
    lesson(
      "fork",
      position(board, "K8i", "K5a R7a P5c P7c", "b", "N"),
      { moves: ["N*6c"], check: true },
      ["Drop the Knight so that it attacks the King and the Rook at the same time.", "桂馬を打って、玉と飛車を同時に攻めてください。"],
      ["A Knight attacks two squares: after the check White cannot save the Rook.", "桂馬は二か所に利きます。王手に応じても飛車は助かりません。"],
    ),
    ...mateLessons(board),
  ],
};

export default path;
