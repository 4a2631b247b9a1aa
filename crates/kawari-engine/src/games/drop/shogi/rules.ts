/** The rules of shogi. */

import type { RulesPage } from "@content/types.ts";
import { positionWithKings, repetitionSection, type RulesBoard } from "@content/rules/drop-sections.ts";
import { arrows, bilingual, diagrams, list, text } from "@content/rules/builders.ts";
import { aimBlock, captures, pieces, shogiMateSection } from "@content/rules/shogi.ts";

export const board: RulesBoard = { files: 9, ranks: 9, centre: "5e", crop: ["7c", "3g"], kings: ["8i", "2a"], royal: bilingual("King", "玉") };

const page: RulesPage = {
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
    pieces(board),
    captures(board),
    {
      id: "promotion",
      title: bilingual("Promotion", "成り"),
      blocks: [
        text(
          "The three farthest ranks are a player's *promotion zone*. A piece that moves into, within or out of the zone may promote. It stays promoted until it is captured.",
          "相手側の三段が*成れる場所*（敵陣）です。そこへ入る手、その中で動く手、そこから出る手で、駒を成れます。成った駒は取られるまで戻りません。",
        ),
        diagrams(
          { sfen: positionWithKings(board, "P5d"), moves: ["5d5c+"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: bilingual("Into the zone.", "入って成る。") },
          { sfen: positionWithKings(board, "B5c"), moves: ["5c7e+"], arrows: arrows("move", "5c-7e"), crop: ["7a", "3e"], caption: bilingual("Out of the zone.", "出て成る。") },
          { sfen: positionWithKings(board, "S5d"), moves: ["5d5c"], arrows: arrows("move", "5d-5c"), crop: ["7a", "3e"], caption: bilingual("Promotion is optional.", "成らなくてもよい。") },
        ),
        text(
          "A piece that could otherwise never move again *must* promote: Pawns and Lances on the last rank, Knights on the last two ranks.",
          "それ以上動けなくなる駒は*必ず成り*ます。歩と香は一番奥の段、桂は奥の二段です。",
        ),
        diagrams({
          sfen: positionWithKings(board, "P6b L5c N4d"),
          moves: ["4d3b+"],
          arrows: arrows("move", "6b-6a 5c-5a 4d-3b"),
          refused: ["6b6a", "5c5a", "4d3b", "4d5b"],
          crop: ["7a", "3e"],
          caption: bilingual("All three must promote.", "どれも成らなければなりません。"),
        }),
      ],
    },
    shogiMateSection(board),
    repetitionSection(board, 4, "R"),
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

export default page;
