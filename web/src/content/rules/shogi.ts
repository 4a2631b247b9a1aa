/** Sections shared by shogi and minishogi. */

import type { Block, Section } from "../types.ts";
import { captureBlocks, mateSection, piecesSection, position, pieceRow, positionWithKings, twoPawnsBlocks, type RulesBoard } from "./drop-sections.ts";
import { arrows, bilingual, diagrams, marks, text } from "./builders.ts";

const movesLikeGold = (en: string, ja: string) =>
  bilingual(`${en} moves like a Gold.`, `成ると${ja}：金将と同じ動き。`);

/** Builds the piece table. Minishogi has no Knights and Lances. */
export const pieces = (board: RulesBoard): Section => {
  const king = pieceRow(
    board.ranks === 5 ? { ...board, centre: "4d", kings: ["4e", "1a"] } : board,
    "K",
    bilingual("The King steps in any direction. It never promotes.", "玉将：周りの8マスに1マスずつ。成れません。"),
  );
  const rows = [
    king,
    pieceRow(
      board,
      "R",
      bilingual("The Rook slides along ranks and files.", "飛車：縦横に何マスでも。"),
      bilingual("Promoted to a Dragon, it also steps diagonally.", "成ると竜王：飛車の動きに加え、斜めに1マス。"),
    ),
    pieceRow(
      board,
      "B",
      bilingual("The Bishop slides diagonally.", "角行：斜めに何マスでも。"),
      bilingual("Promoted to a Horse, it also steps along ranks and files.", "成ると竜馬：角の動きに加え、縦横に1マス。"),
    ),
    pieceRow(
      board,
      "G",
      bilingual("The Gold steps along ranks and files, or diagonally forward. It never promotes.", "金将：縦横と斜め前に1マス。成れません。"),
    ),
    pieceRow(
      board,
      "S",
      bilingual("The Silver steps forward or diagonally.", "銀将：前と斜めに1マス。"),
      movesLikeGold("A promoted Silver", "成銀"),
    ),
  ];
  if (board.ranks === 9) {
    rows.push(
      pieceRow(
        board,
        "N",
        bilingual("The Knight jumps two squares forward and one sideways. It can jump over other pieces.", "桂馬：2マス前の左右へ跳びます。駒を飛び越せます。"),
        movesLikeGold("A promoted Knight", "成桂"),
      ),
      pieceRow(
        board,
        "L",
        bilingual("The Lance slides forward. It cannot move back.", "香車：前に何マスでも。戻れません。"),
        movesLikeGold("A promoted Lance", "成香"),
      ),
    );
  }
  rows.push(pieceRow(board, "P", bilingual("The Pawn steps forward.", "歩：前に1マス。"), movesLikeGold("The Tokin", "と金")));
  const blocks: Block[] = [
    text(
      "A *step* goes one square, a *slide* any number of empty squares. Promoted pieces are red.",
      "駒の裏（赤い字）は成った駒です。",
    ),
    { kind: "pieces", rows },
  ];
  if (board.ranks === 9) {
    blocks.push(
      diagrams({
        sfen: positionWithKings(board, "N5f P5e P4e P6e", "P6d"),
        reach: "5f",
        crop: board.crop,
        caption: bilingual("Only the Knight jumps.", "駒を飛び越せるのは桂馬だけです。"),
      }),
    );
  }
  return piecesSection(bilingual("The pieces", "駒の動き"), ...blocks);
};

/** Builds the section about captures and drops. The positions differ between the two board sizes. */
export const captures = (board: RulesBoard): Section => {
  const isFull = board.ranks === 9;
  const blocks: Block[] = [
    ...captureBlocks({
      sfen: isFull ? positionWithKings(board, "R5g", "P5d") : positionWithKings(board, "R3d", "P3b"),
      moves: [isFull ? "5g5d" : "3d3b"],
      arrows: arrows("capture", isFull ? "5g-5d" : "3d-3b"),
      marks: marks("fall", isFull ? "5d" : "3b"),
      crop: board.crop,
      caption: bilingual("The Rook captures the Pawn.", "飛車で歩を取ります。"),
    }),
    text(
      "A captured piece goes to the captor's *hand*, unpromoted. It can later be *dropped* on an empty square instead of a move, always unpromoted.",
      "取った駒は自分の*持ち駒*になり、成っていた駒も表に戻ります。自分の手番に、動かす代わりに空いたマスへ*打て*ます。打つときは必ず表です。",
    ),
    diagrams({
      sfen: isFull ? positionWithKings(board, "S5e", "+P4d") : positionWithKings(board, "S3c", "+P3b"),
      moves: isFull ? ["5e4d", "2a3a", "P*6e"] : ["3c3b", "2a1a", "P*5c"],
      arrows: arrows("capture", isFull ? "5e-4d" : "3c-3b"),
      marks: marks("fall", isFull ? "4d" : "3b"),
      caption: bilingual("A captured Tokin is dropped as a Pawn.", "取ったと金は歩として打ちます。"),
    }),
    isFull
      ? text(
          "A piece cannot be dropped where it could never move: Pawns and Lances on the last rank, Knights on the last two ranks.",
          "先に進めなくなる場所には打てません。歩と香は一番奥の段、桂は奥の二段に打てません。",
        )
      : text("A Pawn cannot be dropped on the last rank, where it could never move.", "歩は、先に進めなくなる一番奥の段には打てません。"),
    diagrams({
      sfen: positionWithKings(board, "", "", "b", isFull ? "NLP" : "P"),
      arrows: arrows("no", isFull ? "P*-7a L*-6a N*-4b" : "P*-4a"),
      marks: marks("cross", isFull ? "7a 6a 4b" : "4a"),
      crop: isFull ? ["8a", "2d"] : board.crop,
      caption: bilingual("Illegal drops.", "ここには打てません。"),
    }),
    ...twoPawnsBlocks(board),
    text(
      "A Pawn drop must not give checkmate. Checkmate by any other drop is allowed.",
      "歩を打って詰ませることはできません（*打ち歩詰め*）。他の駒を打って詰ませるのは構いません。",
    ),
    diagrams(
      {
        sfen: isFull ? position(board, "G2c N3c K8i", "K1a", "b", "P") : position(board, "G2c B4c K4e", "K1a", "b", "P"),
        arrows: arrows("no", "P*-1b"),
        marks: marks("cross", "1b"),
        crop: isFull ? ["5a", "1d"] : board.crop,
        caption: bilingual("Not allowed: it would be checkmate.", "詰みになるので打てません。"),
      },
      {
        sfen: isFull ? position(board, "G2c N3c K8i", "K1a", "b", "G") : position(board, "G2c B4c K4e", "K1a", "b", "G"),
        moves: ["G*1b"],
        arrows: arrows("move", "G*-1b"),
        result: "black wins: checkmate",
        crop: isFull ? ["5a", "1d"] : board.crop,
        caption: bilingual("A Gold may be dropped there to give checkmate.", "金なら打って詰ませられます。"),
      },
    ),
  ];
  return { id: "capture", title: bilingual("Captures and drops", "駒を取る・打つ"), blocks };
};

export const shogiMateSection = (board: RulesBoard): Section =>
  mateSection(board, "R", "G", {
    sfen: board.ranks === 9 ? position(board, "R5b G2c K8i", "K1a") : position(board, "R4b G2c K4e", "K1a"),
    moves: [board.ranks === 9 ? "5b5a" : "4b4a+"],
    arrows: arrows("move", board.ranks === 9 ? "5b-5a" : "4b-4a"),
    crop: board.ranks === 9 ? ["6a", "1d"] : board.crop,
    result: "black wins: checkmate",
    caption: bilingual("Checkmate: the Gold guards 1b and 2b.", "詰み。1二と2二には金が利いています。"),
  });

export const aimBlock = (files: string, ja: string): Block =>
  text(
    `Shogi is played on ${files}. The aim is to *checkmate* the enemy King. A captured piece can be dropped by its captor. Black moves first.`,
    `${ja}の盤で指します。相手の玉を*詰ませ*れば勝ちです。取った駒は自分の駒として使えます。先手から指します。`,
  );
