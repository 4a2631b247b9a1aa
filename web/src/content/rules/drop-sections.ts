/** What the games with drops have in common. */

import type { Block, Diagram, PieceRow, Section, Text } from "../types.ts";
import { pieceNames } from "../pieces.ts";
import { arrows, both, marked, pictures, sfen, text } from "./builders.ts";

/** A board of a game with drops, and where its Kings stand when they only have to be there. */
export interface Board {
  files: number;
  ranks: number;
  /** Where a piece stands to show its moves, and what is shown of the board about it. */
  centre: string;
  crop: [string, string];
  kings: [string, string];
  /** Whose names the pieces bear. */
  family: "yari" | "hajiku" | "shogi";
  /** The word for the piece that must not be lost. */
  royal: Text;
}

export const sevenByNine = {
  files: 7,
  ranks: 9,
  centre: "4e",
  crop: ["6c", "2g"],
  kings: ["7i", "1a"],
  royal: both("King", "玉"),
} satisfies Omit<Board, "family">;

/** A position with both Kings out of the way. */
export const scene = (board: Board, black: string, white = "", side: "b" | "w" = "b", hands = "-"): string =>
  sfen(board.files, board.ranks, `${black} K${board.kings[0]}`, `${white} K${board.kings[1]}`, side, hands);

/** A position in which the Kings are among the pieces named. */
export const position = (board: Board, black: string, white: string, side: "b" | "w" = "b", hands = "-"): string =>
  sfen(board.files, board.ranks, black, white, side, hands);

const role = (letter: string): string => letter.toLowerCase().replace("+", "p");

/** How a face moves, from the middle of an empty board, under its name. */
const reach = (board: Board, letter: string): Diagram => ({
  sfen: letter === "K" ? position(board, `K${board.centre}`, `K${board.kings[1]}`) : scene(board, letter + board.centre),
  reach: board.centre,
  crop: board.crop,
  caption: pieceNames[board.family][role(letter)]?.name ?? both(letter, letter),
});

/** A row of the table of pieces: how the one side moves, and the other. */
export const row = (board: Board, letter: string, moves: Text, other?: Text): PieceRow => {
  const made: PieceRow = { role: role(letter), moves, diagram: reach(board, letter) };
  if (other !== undefined) {
    made.moves = both(`${moves.en} ${other.en}`, moves.ja + other.ja);
    made.promoted = role(`+${letter}`);
    made.promotedDiagram = reach(board, `+${letter}`);
  }
  return made;
};

export const pieceTable = (title: Text, ...blocks: Block[]): Section => ({ id: "pieces", title, blocks });

/** Check, its three ways out, and mate. `rook` and `guard` are a sliding and a guarding piece of the game. */
export const mating = (board: Board, rook: string, guard: string, mate: Diagram): Section => {
  const [king, pinned, attacker, other, captor, aside] =
    board.ranks === 5
      ? (["3e", "3c", "3a", "4a", "5a", "2e"] as const)
      : (["4i", "4g", "4d", "5d", "7d", "3i"] as const);
  const beside = `${other[0] ?? ""}${king[1] ?? ""}`;
  return {
    id: "mate",
    title: both("Check and mate", "王手と詰み"),
    blocks: [
      text(
        `A ${board.royal.en} that could be captured with the next move is in *check*. Whoever is in check must end it: by moving the ${board.royal.en}, by capturing the attacker, or by putting a piece in between.`,
        `次の手で${board.royal.ja}を取られる状態を*王手*といいます。王手をかけられたら、${board.royal.ja}を逃がすか、相手の駒を取るか、間に駒を置いて防がなければなりません。`,
      ),
      pictures({
        sfen: position(board, `K${king} ${rook}${captor}`, `${rook}${attacker} K1a`, "b", "P"),
        arrows: [
          ...arrows("move", `${king}-${aside} P*-${pinned}`),
          ...arrows("capture", `${captor}-${attacker}`),
        ],
        caption: both("Three ways out of check.", "王手を防ぐ三つの方法。"),
      }),
      text(
        `Nobody may make a move that leaves the own ${board.royal.en} capturable.`,
        `自分の${board.royal.ja}を取られる状態にする手は指せません。`,
      ),
      pictures({
        sfen: position(board, `K${king} ${guard}${pinned}`, `${rook}${attacker} ${rook}${other} K1a`),
        arrows: arrows("no", `${king}-${beside} ${pinned}-${aside[0] ?? ""}${pinned[1] ?? ""}`),
        caption: both(
          `The ${board.royal.en} cannot step into the other line, nor the piece before it step aside.`,
          `${board.royal.ja}は隣の筋に入れません。前の駒も横へは動けません。`,
        ),
      }),
      text(
        "If there is no way out it is *mate*, and the game is won. A player who has no legal move without being in check loses as well.",
        "どうしても防げなければ*詰み*で、王手をかけた側の勝ちです。王手でなくても、指せる手が一つもなければ負けです。",
      ),
      pictures(mate),
    ],
  };
};

/** Repetition, with the number of occurrences that ends the game; `loser` where it is no draw. */
export const repeating = (board: Board, occurrences: 3 | 4, rook: string, loser?: "black"): Section => {
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
  const far = board.files === 5 ? "4" : "5";
  const hunt = [`${far}b${far}a`, "1a1b", `${far}a${far}b`, "1b1a"];
  const [result, outcome] =
    loser === undefined
      ? ["draw: repetition", both("the game is drawn", "引き分けです")]
      : ["white wins: repetition", both("Black has lost", "先手の負けです")];
  return {
    id: "repetition",
    title: both("Repetition", "千日手"),
    blocks: [
      text(
        `When the same position (board, hands and the player to move) occurs for the *${en} time*, ${outcome.en}.`,
        `同じ局面（盤面・持ち駒・手番）が*${ja}回*現れると${outcome.ja}。`,
      ),
      pictures({
        sfen: scene(board, "", ""),
        moves: rounds(cycle),
        result,
        caption: both("Nobody makes progress.", "お互いに進展がありません。"),
      }),
      text(
        "If one side gave check with every one of its moves between, that side has lost: *perpetual check* is not allowed.",
        "ただし、その間の手がすべて一方の王手であれば、王手をかけ続けた側の負けです（*連続王手*）。",
      ),
      pictures({
        sfen: position(board, `${rook}${far}b K${mine}`, "K1a"),
        moves: rounds(hunt),
        result: "white wins: perpetual check",
        caption: both("The Rook checks on and on: Black loses.", "飛車で王手をかけ続けた先手の負けです。"),
      }),
    ],
  };
};

/** That a move captures by landing on an enemy piece. */
export const capturing = (diagram: Diagram): Block[] => [
  text(
    "A piece captures by moving onto the square of an enemy piece.",
    "相手の駒のあるマスに動くと、その駒を取れます。",
  ),
  pictures(diagram),
];

/** Where a Pawn must not be dropped: two Pawns on a file. */
export const twoPawns = (board: Board): Block[] => {
  const file = board.centre[0] ?? "";
  const next = String(Number(file) - 1);
  const [home, middle] = board.ranks === 5 ? ["d", "c"] : ["g", "e"];
  return [
    text(
      "A Pawn is not dropped on a file that has an unpromoted Pawn of the same side already. A promoted one doesn't count.",
      "自分の（成っていない）歩がある筋には、もう1枚歩を打てません（*二歩*）。成った歩は数えません。",
    ),
    pictures({
      sfen: scene(board, `P${file}${home} +P${next}${home}`, "", "b", "P"),
      arrows: [...arrows("no", `P*-${file}${middle}`), ...arrows("move", `P*-${next}${middle}`)],
      marks: marked("cross", `${file}${middle}`),
      caption: both(
        "Not on the file of the Pawn; on that of the promoted Pawn it is fine.",
        "歩のある筋には打てません。成った歩の筋なら打てます。",
      ),
    }),
  ];
};
