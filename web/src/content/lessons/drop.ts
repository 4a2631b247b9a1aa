/** Lessons that drop games share: check, mate, pins and Pawn drops. */

import { position, positionWithKings, type RulesBoard } from "../rules/drop-sections.ts";
import type { Lesson } from "../types.ts";
import { lesson } from "./builders.ts";

/** Squares of the lessons about check. The boards of 5 by 5 squares are too small for the usual ones. */
const checkSquares = (board: RulesBoard) =>
  board.ranks === 5
    ? ({ king: "3e", attacker: "3a", other: "4a", captor: "5a" } as const)
    : ({ king: "4i", attacker: "4d", other: "5d", captor: "7d" } as const);

/** Builds the lessons about a check. `rook` is the letter of the piece that gives it. */
export const checkLessons = (board: RulesBoard, rook: string): Lesson[] => {
  const { king, attacker, other, captor } = checkSquares(board);
  const { royal } = board;
  const sfen = position(board, `K${king} ${rook}${captor}`, `${rook}${attacker} K1a`, "b", "P");
  const file = other[0] ?? "";
  return [
    lesson(
      "check-capture",
      sfen,
      { captures: 1 },
      [`Your ${royal.en} is in check. Capture the attacker.`, "王手です。王手をかけている駒を取ってください。"],
      [`A check must be answered: capture the attacker, move the ${royal.en} or interpose a piece.`, `王手には、取る・逃げる・間に駒を置く、のどれかで応じなければなりません。`],
    ),
    lesson(
      "check-step",
      position(board, `K${king}`, `${rook}${attacker} ${rook}${other} K1a`, "b", "P"),
      { moves: stepsAwayFrom(king, file) },
      [`Your ${royal.en} is in check. Move it to a square that is not attacked.`, `王手です。${royal.ja}を攻められていないマスへ逃がしてください。`],
      [`The ${royal.en} cannot move to file ${file}, which the second attacker covers.`, `${file}筋にはもう1枚の敵が利いているので逃げられません。`],
    ),
  ];
};

/** Returns the moves of a King from its file to the other side of a blocked file. */
function stepsAwayFrom(king: string, blocked: string): string[] {
  const file = Number(king[0]);
  const to = file + (file - Number(blocked));
  const rank = king[1] ?? "";
  const up = String.fromCharCode(rank.charCodeAt(0) - 1);
  return [`${king}${to}${rank}`, `${king}${to}${up}`];
}

/** Builds the lesson about a file that already has a Pawn. `piece` is the letter of the attacked pieces. */
export const twoPawnsLesson = (board: RulesBoard, piece: string): Lesson => {
  const file = board.centre[0] ?? "";
  const next = String(Number(file) - 1);
  const [home, front, target] = board.ranks === 5 ? ["d", "c", "b"] : ["g", "e", "d"];
  return lesson(
    "two-pawns",
    positionWithKings(board, `P${file}${home}`, `${piece}${file}${target} ${piece}${next}${target}`, "b", "P"),
    { moves: [`P*${next}${front}`] },
    [`Drop the Pawn directly below one of the two enemy pieces, where it attacks it.`, `敵の2枚のどちらかのすぐ下に歩を打って、その駒を攻めてください。`],
    [`A Pawn may not be dropped on file ${file}, where another Pawn of yours stands.`, `自分の歩がある${file}筋には、もう1枚打てません（二歩）。`],
  );
};
