/** The rules of shogi and of minishogi. */

import type { Block, RulesPage, Section } from "../types.ts";
import { captureBlocks, mateSection, piecesSection, position, repetitionSection, pieceRow, positionWithKings, twoPawnsBlocks, type RulesBoard } from "./drop-sections.ts";
import { arrows, bilingual, diagrams, list, marks, text } from "./builders.ts";

const KING = bilingual("King", "玉");

const full: RulesBoard = { files: 9, ranks: 9, centre: "5e", crop: ["7c", "3g"], kings: ["8i", "2a"], family: "shogi", royal: KING };
const small: RulesBoard = { files: 5, ranks: 5, centre: "3c", crop: ["5a", "1e"], kings: ["4e", "2a"], family: "shogi", royal: KING };

const movesLikeGold = (en: string, ja: string) =>
  bilingual(`${en} moves like a Gold.`, `成ると${ja}：金将と同じ動き。`);

/** Builds the piece table. Minishogi has no Knights and Lances. */
const pieces = (board: RulesBoard): Section => {
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
const captures = (board: RulesBoard): Section => {
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

const shogiMateSection = (board: RulesBoard): Section =>
  mateSection(board, "R", "G", {
    sfen: board.ranks === 9 ? position(board, "R5b G2c K8i", "K1a") : position(board, "R4b G2c K4e", "K1a"),
    moves: [board.ranks === 9 ? "5b5a" : "4b4a+"],
    arrows: arrows("move", board.ranks === 9 ? "5b-5a" : "4b-4a"),
    crop: board.ranks === 9 ? ["6a", "1d"] : board.crop,
    result: "black wins: checkmate",
    caption: bilingual("Checkmate: the Gold guards 1b and 2b.", "詰み。1二と2二には金が利いています。"),
  });

const aimBlock = (files: string, ja: string): Block =>
  text(
    `Shogi is played on ${files}. The aim is to *checkmate* the enemy King. A captured piece can be dropped by its captor. Black moves first.`,
    `${ja}の盤で指します。相手の玉を*詰ませ*れば勝ちです。取った駒は自分の駒として使えます。先手から指します。`,
  );

const shogiPage: RulesPage = {
  game: "shogi",
  title: bilingual("Shogi", "将棋"),
  summary: bilingual("Japanese chess: captured pieces can be dropped by their captor. Checkmate the enemy King.", "本将棋。取った駒を使って、相手の玉を詰ませます。"),
  sections: [
    {
      id: "start",
      title: bilingual("The board and the aim", "盤と目的"),
      blocks: [
        aimBlock("9 by 9 squares", "9×9"),
        diagrams({
          sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          caption: bilingual("Start position: Black below, White above.", "初期配置。下が先手、上が後手です。"),
        }),
      ],
    },
    pieces(full),
    captures(full),
    {
      id: "promotion",
      title: bilingual("Promotion", "成り"),
      blocks: [
        text(
          "The three farthest ranks are a player's *promotion zone*. A piece that moves into, within or out of the zone may promote. It stays promoted until it is captured.",
          "相手側の三段が*成れる場所*（敵陣）です。そこへ入る手、その中で動く手、そこから出る手で、駒を成れます。成った駒は取られるまで戻りません。",
        ),
        diagrams(
          { sfen: positionWithKings(full, "P5d"), moves: ["5d5c+"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: bilingual("Into the zone.", "入って成る。") },
          { sfen: positionWithKings(full, "B5c"), moves: ["5c7e+"], arrows: arrows("move", "5c-7e"), crop: ["7a", "3e"], caption: bilingual("Out of the zone.", "出て成る。") },
          { sfen: positionWithKings(full, "S5d"), moves: ["5d5c"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: bilingual("Promotion is optional.", "成らなくてもよい。") },
        ),
        text(
          "A piece that could otherwise never move again *must* promote: Pawns and Lances on the last rank, Knights on the last two ranks.",
          "それ以上動けなくなる駒は*必ず成り*ます。歩と香は一番奥の段、桂は奥の二段です。",
        ),
        diagrams({
          sfen: positionWithKings(full, "P6b L5c N4d"),
          moves: ["4d3b+"],
          arrows: arrows("move", "6b-6a 5c-5a 4d-3b"),
          refused: ["6b6a", "5c5a", "4d3b", "4d5b"],
          crop: ["7a", "3e"],
          caption: bilingual("All three must promote.", "どれも成らなければなりません。"),
        }),
      ],
    },
    shogiMateSection(full),
    repetitionSection(full, 4, "R"),
    {
      id: "declaration",
      title: bilingual("Declaring a win", "入玉宣言"),
      blocks: [
        text(
          "A King that has reached the three farthest ranks can hardly be checkmated. A player may therefore *declare a win* on their turn under these conditions: the King is in the three farthest ranks and not in check, at least *ten* other pieces of the player are there, and these pieces and those in hand are worth at least *28* points for Black or *27* for White. Each Rook and Bishop, promoted or not, counts 5 points, each other piece 1. Declaring is optional.",
          "入玉した玉はなかなか詰みません。そこで、自分の手番で次の条件がそろえば*勝ちを宣言*できます。玉が敵陣三段目以内にいて王手がかかっていない、敵陣に玉以外の自分の駒が*10枚*以上ある、その駒と持ち駒の合計が先手*28点*・後手*27点*以上（飛・角とその成り駒は5点、他は1点）。宣言せずに指し続けても構いません。",
        ),
        diagrams({
          sfen: "RKGGSS3/NNLL5/P8/9/9/9/9/4k4/9 b RB4P 1",
          declares: true,
          caption: bilingual("Eleven pieces in the zone and 30 points: Black may declare a win.", "敵陣に11枚、30点。先手は宣言できます。"),
        }),
      ],
    },
    {
      id: "handicaps",
      title: bilingual("Handicaps", "駒落ち"),
      blocks: [
        text("The stronger player takes White, removes pieces from the board, and moves first.", "強い方が後手（上手）を持ち、駒を減らして、先に指します。"),
        list(
          bilingual("Lance: without the left Lance; right Lance: without the other", "香落ち：左の香を落とす／右香落ち：右の香を落とす"),
          bilingual("Bishop; Rook; Rook and Lance; two pieces: Rook and Bishop", "角落ち・飛車落ち・飛香落ち・二枚落ち（飛と角）"),
          bilingual("Four pieces: also both Lances; six: also both Knights; eight: also both Silvers; ten: also both Golds", "四枚落ち（さらに香2枚）・六枚落ち（さらに桂2枚）・八枚落ち（さらに銀2枚）・十枚落ち（さらに金2枚）"),
        ),
        diagrams({
          sfen: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
          moves: ["5a4b"],
          caption: bilingual("Two pieces: White moves first.", "二枚落ち。上手から指します。"),
        }),
      ],
    },
    {
      id: "hints",
      title: bilingual("First hints", "はじめての方へ"),
      blocks: [
        list(
          bilingual("Before you attack, protect your King with two or three generals.", "攻める前に、金銀で玉を囲いましょう。"),
          bilingual("A piece in hand is worth more than one on a bad square: it can be dropped almost anywhere.", "持ち駒はどこにでも打てます。働かない盤上の駒より価値があります。"),
          bilingual("Golds are the best pieces for giving checkmate: keep one in hand.", "詰ませるのは金。最後のために1枚残しておきましょう。"),
        ),
      ],
    },
  ],
};

const minishogiPage: RulesPage = {
  game: "minishogi",
  title: bilingual("Minishogi", "5五将棋"),
  summary: bilingual("Shogi on 5 by 5 squares: short and sharp games.", "5×5の小さな将棋。短く激しい戦いです。"),
  sections: [
    {
      id: "start",
      title: bilingual("The board and the aim", "盤と目的"),
      blocks: [
        aimBlock("5 by 5 squares with six pieces a side", "5×5"),
        diagrams({ sfen: "rbsgk/4p/5/P4/KGSBR b - 1", caption: bilingual("Start position: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
      ],
    },
    pieces(small),
    captures(small),
    {
      id: "promotion",
      title: bilingual("Promotion", "成り"),
      blocks: [
        text(
          "Only the *farthest rank* is the promotion zone. A piece that moves into or out of it may promote.",
          "成れるのは*一番奥の段*だけです。そこへ入る手と、そこから出る手で成れます。",
        ),
        diagrams(
          { sfen: positionWithKings(small, "S4b"), moves: ["4b4a+"], arrows: arrows("move", "4b-4a"), caption: bilingual("Into the zone.", "入って成る。") },
          { sfen: positionWithKings(small, "B4a"), moves: ["4a1d+"], arrows: arrows("move", "4a-1d"), caption: bilingual("Out of the zone.", "出て成る。") },
          { sfen: positionWithKings(small, "S4b"), moves: ["4b4a"], arrows: arrows("move", "4b-4a"), caption: bilingual("Promotion is optional.", "成らなくてもよい。") },
        ),
        text("A Pawn must promote on this rank.", "歩は一番奥の段で必ず成ります。"),
        diagrams({
          sfen: positionWithKings(small, "P4b"),
          moves: ["4b4a+"],
          arrows: arrows("move", "4b-4a"),
          refused: ["4b4a"],
          caption: bilingual("The Pawn must promote.", "歩は必ず成ります。"),
        }),
      ],
    },
    shogiMateSection(small),
    repetitionSection(small, 4, "R", "black"),
    {
      id: "hints",
      title: bilingual("First hints", "はじめての方へ"),
      blocks: [
        list(
          bilingual("Every drop is close to a King: look for checks first.", "どこに打っても玉の近くです。まず王手を探しましょう。"),
          bilingual("Black loses by repetition, so Black must deviate.", "千日手は先手の負け。先手が手を変えなければなりません。"),
          bilingual("Rook and Bishop promote on the last rank only, but promoted they are decisive.", "飛・角が成れるのは一番奥の段だけ。成れば強力です。"),
        ),
      ],
    },
  ],
};

export const shogiPages: RulesPage[] = [shogiPage, minishogiPage];
