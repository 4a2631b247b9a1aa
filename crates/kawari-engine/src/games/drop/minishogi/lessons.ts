/** The lessons of minishogi. */

import { lesson } from "@content/lessons/builders.ts";
import { checkLessons, twoPawnsLesson } from "@content/lessons/drop.ts";
import { dropLessons, mateLessons } from "@content/lessons/shogi.ts";
import { position, positionWithKings } from "@content/rules/drop-sections.ts";
import type { LessonPath } from "@content/types.ts";
import { board } from "./rules.ts";

const path: LessonPath = {
  game: "minishogi",
  lessons: [
    ...dropLessons(board),
    lesson(
      "promote",
      positionWithKings(board, "S4b", "G5a"),
      { moves: ["4b4a+", "4b5a+"] },
      ["Promote the Silver.", "銀を成ってください。"],
      ["Only the farthest rank is the promotion zone; a promoted Silver moves like a Gold.", "成れるのは一番奥の段だけです。成銀は金と同じ動きです。"],
    ),
    lesson(
      "promote-out",
      position(board, "B3a K5e", "K1a G2d"),
      { moves: ["3a5c+", "3a4b+", "3a1c+", "3a2b+"] },
      ["The Bishop stands on the last rank. Promote it with a move out of it.", "角は一番奥の段にいます。そこから出る手で成ってください。"],
      ["A piece may also promote when it leaves the zone.", "奥の段から出る手でも成れます。"],
    ),
    twoPawnsLesson(board, "G"),
    ...checkLessons(board, "R"),
    lesson(
      "fork",
      position(board, "K5e P5d", "K2a S4a", "b", "B"),
      { check: true, safe: true },
      ["Drop the Bishop so that it gives check and cannot be captured.", "角を打って王手をかけてください。取られる場所はいけません。"],
      ["On this small board nearly every drop can give check: look for checks first.", "小さな盤では、打つ手の多くが王手になります。まず王手を探しましょう。"],
    ),
    ...mateLessons(board),
  ],
};

export default path;
