/** Sections shared by the drop games. */

import type { Block, Diagram, LocalizedText, PieceRow, Section } from "../types.ts";
import { arrows, bilingual, diagrams, marks, sfen, text } from "./builders.ts";

/** Board and piece data from which the sections of a drop game are built. */
export interface RulesBoard {
  files: number;
  ranks: number;
  /** Square of the piece in diagrams of its moves, and the part of the board to show. */
  centre: string;
  crop: [string, string];
  /** Default squares of Black's and White's Kings. */
  kings: [string, string];
  /** Name of the royal piece. */
  royal: LocalizedText;
}

/** Board data of the games on 7 by 9 squares. */
export const sevenByNine: RulesBoard = {
  files: 7,
  ranks: 9,
  centre: "4e",
  crop: ["6c", "2g"],
  kings: ["7i", "1a"],
  royal: bilingual("King", "玉"),
};

/** Builds a position with both Kings on their default squares. */
export const positionWithKings = (board: RulesBoard, black: string, white = "", side: "b" | "w" = "b", hands = "-"): string =>
  sfen(board.files, board.ranks, `${black} K${board.kings[0]}`, `${white} K${board.kings[1]}`, side, hands);

/** Builds a position in which the piece lists contain the Kings. */
export const position = (board: RulesBoard, black: string, white: string, side: "b" | "w" = "b", hands = "-"): string =>
  sfen(board.files, board.ranks, black, white, side, hands);

const role = (letter: string): string => letter.toLowerCase().replace("+", "p");

/** Builds a diagram of the moves of a piece on an empty board. */
const movesDiagram = (board: RulesBoard, letter: string): Diagram => ({
  sfen: letter === "K" ? position(board, `K${board.centre}`, `K${board.kings[1]}`) : positionWithKings(board, letter + board.centre),
  reach: board.centre,
  crop: board.crop,
});

/** Builds a row of the piece table. `promoted` describes the moves of the other side of the piece. */
export const pieceRow = (board: RulesBoard, letter: string, moves: LocalizedText, promoted?: LocalizedText): PieceRow => {
  const row: PieceRow = { role: role(letter), moves, diagram: movesDiagram(board, letter) };
  if (promoted !== undefined) {
    row.moves = bilingual(`${moves.en} ${promoted.en}`, moves.ja + promoted.ja);
    row.promoted = role(`+${letter}`);
    row.promotedDiagram = movesDiagram(board, `+${letter}`);
  }
  return row;
};

export const piecesSection = (title: LocalizedText, ...blocks: Block[]): Section => ({ id: "pieces", title, blocks });

/** Builds the section about check and mate. `rook` slides along files, `guard` can move sideways. */
export const mateSection = (board: RulesBoard, rook: string, guard: string, mate: Diagram): Section => {
  const [king, pinned, attacker, other, captor, aside] =
    board.ranks === 5
      ? (["3e", "3c", "3a", "4a", "5a", "2e"] as const)
      : (["4i", "4g", "4d", "5d", "7d", "3i"] as const);
  const beside = `${other[0] ?? ""}${king[1] ?? ""}`;
  return {
    id: "mate",
    title: bilingual("Check and mate", "王手と詰み"),
    blocks: [
      text(
        `A ${board.royal.en} that could be captured by the next move is in *check*. A player in check must move the ${board.royal.en}, capture the attacker, or interpose a piece.`,
        `次の手で${board.royal.ja}を取られる状態を*王手*といいます。王手をかけられたら、${board.royal.ja}を逃がすか、相手の駒を取るか、間に駒を置いて防がなければなりません。`,
      ),
      diagrams({
        sfen: position(board, `K${king} ${rook}${captor}`, `${rook}${attacker} K1a`, "b", "P"),
        arrows: [
          ...arrows("move", `${king}-${aside} P*-${pinned}`),
          ...arrows("capture", `${captor}-${attacker}`),
        ],
        caption: bilingual("Three ways to end a check.", "王手を防ぐ三つの方法。"),
      }),
      text(
        `A move must not leave the player's own ${board.royal.en} in check.`,
        `自分の${board.royal.ja}を取られる状態にする手は指せません。`,
      ),
      diagrams({
        sfen: position(board, `K${king} ${guard}${pinned}`, `${rook}${attacker} ${rook}${other} K1a`),
        arrows: arrows("no", `${king}-${beside} ${pinned}-${aside[0] ?? ""}${pinned[1] ?? ""}`),
        caption: bilingual(
          `The ${board.royal.en} cannot move to the attacked file, and the pinned piece in front of it cannot move sideways.`,
          `${board.royal.ja}は隣の筋に入れません。前の駒も横へは動けません。`,
        ),
      }),
      text(
        "If there is no way to end the check, it is *checkmate* and the attacker wins. A player who is not in check but has no legal move also loses.",
        "どうしても防げなければ*詰み*で、王手をかけた側の勝ちです。王手でなくても、指せる手が一つもなければ負けです。",
      ),
      diagrams(mate),
    ],
  };
};

/** Builds the section about repetition. `occurrences` ends the game: a draw, or a loss for `loser`. */
export const repetitionSection = (board: RulesBoard, occurrences: 3 | 4, rook: string, loser?: "black"): Section => {
  const [en, ja] = occurrences === 3 ? ["third", "3"] : ["fourth", "4"];
  const [mine, theirs] = board.kings;
  const step = (square: string, by: number): string => `${Number(square[0]) + by}${square[1] ?? ""}`;
  const cycle = [
    `${mine}${step(mine, -1)}`,
    `${theirs}${step(theirs, 1)}`,
    `${step(mine, -1)}${mine}`,
    `${step(theirs, 1)}${theirs}`,
  ];
  const rounds = <T>(moves: T[]): T[] => Array.from({ length: occurrences - 1 }, () => moves).flat();
  const file = board.files === 5 ? "4" : "5";
  const checks = [`${file}b${file}a`, "1a1b", `${file}a${file}b`, "1b1a"];
  const [result, outcome] =
    loser === undefined
      ? ["draw: repetition", bilingual("the game is drawn", "引き分けです")]
      : ["white wins: repetition", bilingual("Black has lost", "先手の負けです")];
  return {
    id: "repetition",
    title: bilingual("Repetition", "千日手"),
    blocks: [
      text(
        `When the same position (board, hands and the player to move) occurs for the *${en} time*, ${outcome.en}.`,
        `同じ局面（盤面・持ち駒・手番）が*${ja}回*現れると${outcome.ja}。`,
      ),
      diagrams({
        sfen: positionWithKings(board, "", ""),
        moves: rounds(cycle),
        result,
        caption: bilingual("The same position occurs again and again.", "お互いに進展がありません。"),
      }),
      text(
        "If one side gave check with each of its moves in between, that side loses: *perpetual check* is not allowed.",
        "ただし、その間の手がすべて一方の王手であれば、王手をかけ続けた側の負けです（*連続王手*）。",
      ),
      diagrams({
        sfen: position(board, `${rook}${file}b K${mine}`, "K1a"),
        moves: rounds(checks),
        result: "white wins: perpetual check",
        caption: bilingual("The Rook gives perpetual check: Black loses.", "飛車で王手をかけ続けた先手の負けです。"),
      }),
    ],
  };
};

/** Builds the blocks about captures. */
export const captureBlocks = (diagram: Diagram): Block[] => [
  text(
    "A piece captures by moving to the square of an enemy piece.",
    "相手の駒のあるマスに動くと、その駒を取れます。",
  ),
  diagrams(diagram),
];

/** Builds the blocks about the ban on two Pawns in a file. */
export const twoPawnsBlocks = (board: RulesBoard): Block[] => {
  const file = board.centre[0] ?? "";
  const next = String(Number(file) - 1);
  const [home, middle] = board.ranks === 5 ? ["d", "c"] : ["g", "e"];
  return [
    text(
      "A Pawn cannot be dropped on a file that contains an unpromoted Pawn of the same side. Promoted Pawns do not count.",
      "自分の（成っていない）歩がある筋には、もう1枚歩を打てません（*二歩*）。成った歩は数えません。",
    ),
    diagrams({
      sfen: positionWithKings(board, `P${file}${home} +P${next}${home}`, "", "b", "P"),
      arrows: [...arrows("no", `P*-${file}${middle}`), ...arrows("move", `P*-${next}${middle}`)],
      marks: marks("cross", `${file}${middle}`),
      caption: bilingual(
        "Not allowed on the file of the Pawn, but allowed on the file of the promoted Pawn.",
        "歩のある筋には打てません。成った歩の筋なら打てます。",
      ),
    }),
  ];
};
