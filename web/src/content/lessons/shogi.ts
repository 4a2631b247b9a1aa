/** Lessons that shogi and minishogi share. */

import { position, positionWithKings, type RulesBoard } from "../rules/drop-sections.ts";
import type { Lesson } from "../types.ts";
import { lesson } from "./builders.ts";

/** Lessons about captures and drops. */
export const dropLessons = (board: RulesBoard): Lesson[] => {
  const isFull = board.ranks === 9;
  return [
    lesson(
      "capture",
      isFull ? positionWithKings(board, "R5g B8h", "S5c G3c") : positionWithKings(board, "R3d B5d", "S3b G2b"),
      { moves: isFull ? ["5g5c", "5g5c+"] : ["3d3b"] },
      ["Capture the Silver with the Rook.", "飛車で銀を取ってください。"],
      ["A piece captures by moving to the enemy's square; the captured piece goes to your hand.", "敵の駒のあるマスに動けば取れます。取った駒は持ち駒になります。"],
    ),
    lesson(
      "drop-check",
      isFull ? position(board, "K5i", "K5a P5c", "b", "G") : position(board, "K3e", "K3a", "b", "G"),
      { check: true },
      ["You have a Gold in hand. Drop it so that it gives check.", "持ち駒の金を打って、王手をかけてください。"],
      ["Instead of a move, a piece in hand may be dropped on an empty square.", "動かす代わりに、持ち駒を空いたマスに打てます。"],
    ),
    lesson(
      "drop-mate",
      isFull ? position(board, "K5i P5c", "K5a", "b", "G") : position(board, "K3e S3c", "K3a", "b", "G"),
      { wins: true },
      ["Drop the Gold and give mate.", "金を打って詰ませてください。"],
      ["A guarded Gold in front of the King covers every square to which the King could move.", "味方に守られた「頭金」は、玉の逃げ場をすべて押さえます。"],
    ),
  ];
};

/** Lessons about mates. */
export const mateLessons = (board: RulesBoard): Lesson[] => {
  const isFull = board.ranks === 9;
  return [
    lesson(
      "pawn-mate",
      isFull ? position(board, "G2c N3c K8i", "K1a P7c", "b", "GP") : position(board, "G2c B4c K4e", "K1a P5a", "b", "GP"),
      { wins: true },
      ["You have a Gold and a Pawn in hand. A Pawn on 1b may not give mate: mate in another way.", "持ち駒は金と歩です。1二歩と打って詰ませるのは反則です。別の方法で詰ませてください。"],
      ["A dropped Pawn may not give mate; any other piece may.", "歩を打って詰ませてはいけません（打ち歩詰め）。他の駒なら構いません。"],
    ),
    lesson(
      "mate",
      isFull ? position(board, "R5b G2c K8i", "K1a P7c") : position(board, "R4b G2c K4e", "K1a P5a"),
      { wins: true },
      ["Give mate in one move.", "一手で詰ませてください。"],
      ["Mate: the King is attacked, and every square to which it could move is covered.", "詰みです。王手がかかり、玉の逃げ場にはすべて駒が利いています。"],
    ),
  ];
};
