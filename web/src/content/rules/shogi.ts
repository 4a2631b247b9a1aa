/** The rules of shogi and of minishogi. */

import type { Block, RulesPage, Section } from "../types.ts";
import { capturing, mating, pieceTable, position, repeating, row, scene, twoPawns, type Board } from "./drop-sections.ts";
import { arrows, both, list, marked, pictures, text } from "./builders.ts";

const KING = both("King", "玉");

const full: Board = { files: 9, ranks: 9, centre: "5e", crop: ["7c", "3g"], kings: ["8i", "2a"], family: "shogi", royal: KING };
const small: Board = { files: 5, ranks: 5, centre: "3c", crop: ["5a", "1e"], kings: ["4e", "2a"], family: "shogi", royal: KING };

const gold = (en: string, ja: string) =>
  both(`${en} moves as a Gold.`, `成ると${ja}：金将と同じ動き。`);

/** The table of the pieces; the small board has neither Knights nor Lances. */
const pieces = (board: Board): Section => {
  const king = row(
    board.ranks === 5 ? { ...board, centre: "4d", kings: ["4e", "1a"] } : board,
    "K",
    both("The King steps in any direction. It never promotes.", "玉将：周りの8マスに1マスずつ。成れません。"),
  );
  const rows = [
    king,
    row(
      board,
      "R",
      both("The Rook slides along ranks and files.", "飛車：縦横に何マスでも。"),
      both("Promoted to a Dragon, it also steps diagonally.", "成ると竜王：飛車の動きに加え、斜めに1マス。"),
    ),
    row(
      board,
      "B",
      both("The Bishop slides diagonally.", "角行：斜めに何マスでも。"),
      both("Promoted to a Horse, it also steps along ranks and files.", "成ると竜馬：角の動きに加え、縦横に1マス。"),
    ),
    row(
      board,
      "G",
      both("The Gold steps along ranks and files, or diagonally forward. It never promotes.", "金将：縦横と斜め前に1マス。成れません。"),
    ),
    row(
      board,
      "S",
      both("The Silver steps forward or diagonally.", "銀将：前と斜めに1マス。"),
      gold("A promoted Silver", "成銀"),
    ),
  ];
  if (board.ranks === 9) {
    rows.push(
      row(
        board,
        "N",
        both("The Knight jumps two squares forward and one sideways, over whatever is there.", "桂馬：2マス前の左右へ跳びます。駒を飛び越せます。"),
        gold("A promoted Knight", "成桂"),
      ),
      row(
        board,
        "L",
        both("The Lance slides forward, and never back.", "香車：前に何マスでも。戻れません。"),
        gold("A promoted Lance", "成香"),
      ),
    );
  }
  rows.push(row(board, "P", both("The Pawn steps forward.", "歩：前に1マス。"), gold("The Tokin", "と金")));
  const blocks: Block[] = [
    text(
      "*Steps* go one square, *slides* as far as the way is free. Red faces are promoted pieces.",
      "駒の裏（赤い字）は成った駒です。",
    ),
    { kind: "pieces", rows },
  ];
  if (board.ranks === 9) {
    blocks.push(
      pictures({
        sfen: scene(board, "N5f P5e P4e P6e", "P6d"),
        reach: "5f",
        crop: board.crop,
        caption: both("Only the Knight jumps.", "駒を飛び越せるのは桂馬だけです。"),
      }),
    );
  }
  return pieceTable(both("The pieces", "駒の動き"), ...blocks);
};

/** Captures and drops; the two boards differ in where the pictures have room. */
const captures = (board: Board): Section => {
  const wide = board.ranks === 9;
  const blocks: Block[] = [
    ...capturing({
      sfen: wide ? scene(board, "R5g", "P5d") : scene(board, "R3d", "P3b"),
      moves: [wide ? "5g5d" : "3d3b"],
      arrows: arrows("capture", wide ? "5g-5d" : "3d-3b"),
      marks: marked("fall", wide ? "5d" : "3b"),
      crop: board.crop,
      caption: both("The Rook takes the Pawn.", "飛車で歩を取ります。"),
    }),
    text(
      "A captured piece changes sides. It goes to its captor's *hand*, unpromoted again, and can later be *dropped* on an empty square instead of a move, always unpromoted.",
      "取った駒は自分の*持ち駒*になり、成っていた駒も表に戻ります。自分の手番に、動かす代わりに空いたマスへ*打て*ます。打つときは必ず表です。",
    ),
    pictures({
      sfen: wide ? scene(board, "S5e", "+P4d") : scene(board, "S3c", "+P3b"),
      moves: wide ? ["5e4d", "2a3a", "P*6e"] : ["3c3b", "2a1a", "P*5c"],
      arrows: arrows("capture", wide ? "5e-4d" : "3c-3b"),
      marks: marked("fall", wide ? "4d" : "3b"),
      caption: both("A captured Tokin is dropped as a Pawn.", "取ったと金は歩として打ちます。"),
    }),
    wide
      ? text(
          "Nothing is dropped where it could never move again: Pawns and Lances not on the last rank, Knights not on the last two.",
          "先に進めなくなる場所には打てません。歩と香は一番奥の段、桂は奥の二段に打てません。",
        )
      : text("A Pawn is not dropped on the last rank, where it could never move again.", "歩は、先に進めなくなる一番奥の段には打てません。"),
    pictures({
      sfen: scene(board, "", "", "b", wide ? "NLP" : "P"),
      arrows: arrows("no", wide ? "P*-7a L*-6a N*-4b" : "P*-4a"),
      marks: marked("cross", wide ? "7a 6a 4b" : "4a"),
      crop: wide ? ["8a", "2d"] : board.crop,
      caption: both("Not here.", "ここには打てません。"),
    }),
    ...twoPawns(board),
    text(
      "A Pawn is not dropped so that it mates at once. Mate by any other drop is fine.",
      "歩を打って詰ませることはできません（*打ち歩詰め*）。他の駒を打って詰ませるのは構いません。",
    ),
    pictures(
      {
        sfen: wide ? position(board, "G2c N3c K8i", "K1a", "b", "P") : position(board, "G2c B4c K4e", "K1a", "b", "P"),
        arrows: arrows("no", "P*-1b"),
        marks: marked("cross", "1b"),
        crop: wide ? ["5a", "1d"] : board.crop,
        caption: both("It would be mate: not allowed.", "詰みになるので打てません。"),
      },
      {
        sfen: wide ? position(board, "G2c N3c K8i", "K1a", "b", "G") : position(board, "G2c B4c K4e", "K1a", "b", "G"),
        moves: ["G*1b"],
        arrows: arrows("move", "G*-1b"),
        result: "black wins: checkmate",
        crop: wide ? ["5a", "1d"] : board.crop,
        caption: both("A Gold may mate there.", "金なら打って詰ませられます。"),
      },
    ),
  ];
  return { id: "capture", title: both("Captures and drops", "駒を取る・打つ"), blocks };
};

const mated = (board: Board): Section =>
  mating(board, "R", "G", {
    sfen: board.ranks === 9 ? position(board, "R5b G2c K8i", "K1a") : position(board, "R4b G2c K4e", "K1a"),
    moves: [board.ranks === 9 ? "5b5a" : "4b4a+"],
    arrows: arrows("move", board.ranks === 9 ? "5b-5a" : "4b-4a"),
    crop: board.ranks === 9 ? ["6a", "1d"] : board.crop,
    result: "black wins: checkmate",
    caption: both("Mate: the Gold guards 1b and 2b.", "詰み。1二と2二には金が利いています。"),
  });

const aim = (files: string, ja: string): Block =>
  text(
    `Shogi is played on ${files}. The aim is to *mate* the enemy King. Captured pieces come back into play on their captor's side. Black moves first.`,
    `${ja}の盤で指します。相手の玉を*詰ませ*れば勝ちです。取った駒は自分の駒として使えます。先手から指します。`,
  );

const shogiPage: RulesPage = {
  game: "shogi",
  title: both("Shogi", "将棋"),
  summary: both("The game of Japan: captured pieces fight on for their captor. Mate the enemy King.", "本将棋。取った駒を使って、相手の玉を詰ませます。"),
  sections: [
    {
      id: "start",
      title: both("The board and the aim", "盤と目的"),
      blocks: [
        aim("9 by 9 squares", "9×9"),
        pictures({
          sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          caption: both("The start: Black below, White above.", "初期配置。下が先手、上が後手です。"),
        }),
      ],
    },
    pieces(full),
    captures(full),
    {
      id: "promotion",
      title: both("Promotion", "成り"),
      blocks: [
        text(
          "The three farthest ranks are a player's *promotion zone*. A move on the board that starts or ends there may promote the piece. Promotion is for good, until the piece is captured.",
          "相手側の三段が*成れる場所*（敵陣）です。そこへ入る手、その中で動く手、そこから出る手で、駒を成れます。成った駒は取られるまで戻りません。",
        ),
        pictures(
          { sfen: scene(full, "P5d"), moves: ["5d5c+"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: both("Into the zone.", "入って成る。") },
          { sfen: scene(full, "B5c"), moves: ["5c7e+"], arrows: arrows("move", "5c-7e"), crop: ["7a", "3e"], caption: both("Out of the zone.", "出て成る。") },
          { sfen: scene(full, "S5d"), moves: ["5d5c"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: both("Not promoting is allowed.", "成らなくてもよい。") },
        ),
        text(
          "A piece that could never move again *must* promote: Pawns and Lances on the last rank, Knights on the last two.",
          "それ以上動けなくなる駒は*必ず成り*ます。歩と香は一番奥の段、桂は奥の二段です。",
        ),
        pictures({
          sfen: scene(full, "P6b L5c N4d"),
          moves: ["4d3b+"],
          arrows: arrows("move", "6b-6a 5c-5a 4d-3b"),
          refused: ["6b6a", "5c5a", "4d3b", "4d5b"],
          crop: ["7a", "3e"],
          caption: both("All three must promote.", "どれも成らなければなりません。"),
        }),
      ],
    },
    mated(full),
    repeating(full, 4, "R"),
    {
      id: "declaration",
      title: both("Declaring a win", "入玉宣言"),
      blocks: [
        text(
          "A King that has come through can hardly be mated. So a player may *declare a win* at the own turn when the King stands in the three farthest ranks and not in check, at least *ten* other own pieces stand there, and these and the pieces in hand count at least *28* points for Black or *27* for White: 5 for each Rook and Bishop, promoted or not, 1 for each other piece. It is a right: whoever doesn't use it plays on.",
          "入玉した玉はなかなか詰みません。そこで、自分の手番で次の条件がそろえば*勝ちを宣言*できます。玉が敵陣三段目以内にいて王手がかかっていない、敵陣に玉以外の自分の駒が*10枚*以上ある、その駒と持ち駒の合計が先手*28点*・後手*27点*以上（飛・角とその成り駒は5点、他は1点）。宣言せずに指し続けても構いません。",
        ),
        pictures({
          sfen: "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1",
          declares: true,
          caption: both("Eleven pieces in the zone and 30 points: Black may declare.", "敵陣に11枚、30点。先手は宣言できます。"),
        }),
      ],
    },
    {
      id: "handicaps",
      title: both("Handicaps", "駒落ち"),
      blocks: [
        text("The stronger player takes White, leaves pieces off the board, and moves first.", "強い方が後手（上手）を持ち、駒を減らして、先に指します。"),
        list(
          both("Lance: without the left Lance; right Lance: without the other", "香落ち：左の香を落とす／右香落ち：右の香を落とす"),
          both("Bishop; Rook; Rook and Lance; two pieces: Rook and Bishop", "角落ち・飛車落ち・飛香落ち・二枚落ち（飛と角）"),
          both("Four pieces: also both Lances; six: also both Knights; eight: also both Silvers; ten: also both Golds", "四枚落ち（さらに香2枚）・六枚落ち（さらに桂2枚）・八枚落ち（さらに銀2枚）・十枚落ち（さらに金2枚）"),
        ),
        pictures({
          sfen: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
          moves: ["5a4b"],
          caption: both("Two pieces: White moves first.", "二枚落ち。上手から指します。"),
        }),
      ],
    },
    {
      id: "hints",
      title: both("First hints", "はじめての方へ"),
      blocks: [
        list(
          both("Bring the King to safety with two or three generals about it before you attack.", "攻める前に、金銀で玉を囲いましょう。"),
          both("A piece in hand is worth more than one on a bad square: it can go anywhere.", "持ち駒はどこにでも打てます。働かない盤上の駒より価値があります。"),
          both("Golds mate: keep one in hand for the end.", "詰ませるのは金。最後のために1枚残しておきましょう。"),
        ),
      ],
    },
  ],
};

const minishogiPage: RulesPage = {
  game: "minishogi",
  title: both("Minishogi", "5五将棋"),
  summary: both("Shogi on 5 by 5 squares, quick and sharp.", "5×5の小さな将棋。短く激しい戦いです。"),
  sections: [
    {
      id: "start",
      title: both("The board and the aim", "盤と目的"),
      blocks: [
        aim("5 by 5 squares, with six pieces a side,", "5×5"),
        pictures({ sfen: "rbsgk/4p/5/P4/KGSBR b - 1", caption: both("The start: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
      ],
    },
    pieces(small),
    captures(small),
    {
      id: "promotion",
      title: both("Promotion", "成り"),
      blocks: [
        text(
          "The *farthest rank* alone is the promotion zone. A move that starts or ends there may promote the piece.",
          "成れるのは*一番奥の段*だけです。そこへ入る手と、そこから出る手で成れます。",
        ),
        pictures(
          { sfen: scene(small, "S4b"), moves: ["4b4a+"], arrows: arrows("move", "4b-4a"), caption: both("Into the zone.", "入って成る。") },
          { sfen: scene(small, "B4a"), moves: ["4a1d+"], arrows: arrows("move", "4a-1d"), caption: both("Out of the zone.", "出て成る。") },
          { sfen: scene(small, "S4b"), moves: ["4b4a"], arrows: arrows("move", "4b-4a"), caption: both("Not promoting is allowed.", "成らなくてもよい。") },
        ),
        text("A Pawn must promote there.", "歩は一番奥の段で必ず成ります。"),
        pictures({
          sfen: scene(small, "P4b"),
          moves: ["4b4a+"],
          arrows: arrows("move", "4b-4a"),
          refused: ["4b4a"],
          caption: both("The Pawn must promote.", "歩は必ず成ります。"),
        }),
      ],
    },
    mated(small),
    repeating(small, 4, "R", "black"),
    {
      id: "hints",
      title: both("First hints", "はじめての方へ"),
      blocks: [
        list(
          both("Every drop is near a King: look for checks first.", "どこに打っても玉の近くです。まず王手を探しましょう。"),
          both("Repetition loses for Black, so Black has to find something new.", "千日手は先手の負け。先手が手を変えなければなりません。"),
          both("Rook and Bishop promote on one rank only, but there they decide.", "飛・角が成れるのは一番奥の段だけ。成れば強力です。"),
        ),
      ],
    },
  ],
};

export const shogiPages: RulesPage[] = [shogiPage, minishogiPage];
