/** The lessons of Hajiku Shogi. */

import { lesson } from "@content/lessons/builders.ts";
import { checkLessons, twoPawnsLesson } from "@content/lessons/drop.ts";
import { position, positionWithKings } from "@content/rules/drop-sections.ts";
import type { LessonPath } from "@content/types.ts";
import { board } from "./rules.ts";

const path: LessonPath = {
  game: "hajiku",
  lessons: [
    lesson(
      "flip-up",
      positionWithKings(board, "G4d"),
      { turns: true },
      ["Move the Gold into the three farthest ranks and flip it.", "金を敵陣の三段に入れて、裏返してください。"],
      ["A piece that moves into, within or out of the flip zone may flip: the Gold becomes a Rook.", "敵陣の三段に入る、動く、出る手で返せます。金は飛車になります。"],
    ),
    lesson(
      "flip-down",
      positionWithKings(board, "+G4c"),
      { turns: true },
      ["Move the Rook and flip it back to a Gold.", "飛車を動かして、金に返してください。"],
      ["Pieces flip in both directions, any number of times; the strong side is not always the better one.", "表から裏へも裏から表へも、何度でも返せます。強い面がいつも良いとは限りません。"],
    ),
    lesson(
      "tokin",
      positionWithKings(board, "P4b", "G6d"),
      { moves: ["4b4a+"] },
      ["Move the Pawn.", "歩を進めてください。"],
      ["On the last rank a Pawn must flip to a Tokin, which never flips back on the board.", "一番奥の段で歩は必ずと金になります。と金は盤上では歩に戻れません。"],
    ),
    lesson(
      "keep-side",
      positionWithKings(board, "S4f", "+F3e F5e"),
      { moves: ["4f3e"] },
      ["One capture gives you a Bishop for your hand. Make it.", "取ると持ち駒が角になる手を指してください。"],
      ["A captured piece keeps the side that was up: a Leopard stays a Leopard, a Bishop a Bishop.", "取った駒はその面のままです。豹は豹、角は角として持ち駒になります。"],
    ),
    lesson(
      "drop-bishop",
      position(board, "K7i", "K4b P4c P6d", "b", "+F"),
      { check: true, safe: true },
      ["Drop the Bishop so that it gives check and cannot be captured.", "角を打って王手をかけてください。取られる場所はいけません。"],
      ["A piece is dropped with the side up that it has in hand, and it cannot flip in the same move.", "持ち駒はその面のまま打ちます。打つ手で返すことはできません。"],
    ),
    lesson(
      "counter-flip",
      position(board, "S5d K7i", "G!4c K1a"),
      { moves: ["5d4c!", "5d4c+!"] },
      ["White's Rook has captured on 4c and flipped to a Gold. Recapture it so that you get a Rook.", "後手の飛車が4三で駒を取り、金に返りました。飛車として取り返してください。"],
      ["The counter-flip: a piece that captured and flipped down may be taken with its strong side, in the next move only.", "返し取りです。取りながら表に返した駒は、直後の手に限り、裏の面で取れます。"],
    ),
    lesson(
      "no-counter-flip",
      position(board, "+F4e K7i", "G6c S7b C2c K1a"),
      { moves: ["4e2c+"] },
      ["Capture with the Bishop and flip it down, so that White has no counter-flip.", "角で取りながら豹に返してください。返し取りされない方を選びます。"],
      ["A counter-flip needs a recapture: flip down only where nothing can recapture, or where it costs little.", "返し取りは取り返す手です。取り返されない場所なら、表に返しても損はありません。"],
    ),
    twoPawnsLesson(board, "G"),
    ...checkLessons(board, "+G"),
    lesson(
      "pawn-mate",
      position(board, "G2c +F5d K7i", "K1a P7d", "b", "CP"),
      { wins: true },
      ["You have a Copper and a Pawn in hand. A Pawn on 1b may not give mate: mate in another way.", "持ち駒は銅と歩です。1二歩と打って詰ませるのは反則です。別の方法で詰ませてください。"],
      ["A dropped Pawn may not give mate; any other piece may.", "歩を打って詰ませてはいけません（打ち歩詰め）。他の駒なら構いません。"],
    ),
    lesson(
      "mate",
      position(board, "+G5b G2c K7i", "K1a P7d"),
      { wins: true },
      ["Give mate in one move.", "一手で詰ませてください。"],
      ["Mate: the King is attacked, and every square to which it could move is covered.", "詰みです。王手がかかり、玉の逃げ場にはすべて駒が利いています。"],
    ),
  ],
};

export default path;
