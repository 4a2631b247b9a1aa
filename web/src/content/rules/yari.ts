/** The rules of Yari Shogi. */

import type { RulesPage } from "../types.ts";
import { capturing, mating, pieceTable, position, repeating, row, scene, sevenByNine, twoPawns, type Board } from "./drop-sections.ts";
import { arrows, both, list, marked, pictures, text } from "./builders.ts";

const START = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1";
const board: Board = { ...sevenByNine, family: "yari", royal: both("General", "玉") };

const gold = both(
  "As a Yari Gold it steps forward, sideways and diagonally forward, and slides straight backward.",
  "成ると香金：前・横・斜め前に1マス、真後ろには何マスでも。",
);

export const yariPage: RulesPage = {
  game: "yari",
  title: both("Yari Shogi", "槍将棋"),
  summary: both(
    "Pieces that thrust forward like spears, on 7 by 9 squares. Mate the enemy General.",
    "槍のように前へ突き進む駒たち。7×9の盤で、相手の玉を詰ませます。",
  ),
  sections: [
    {
      id: "start",
      title: both("The board and the aim", "盤と目的"),
      blocks: [
        text(
          "Christian Freeling's game of 1981 is played on 7 files by 9 ranks. Yari (spear) is the nickname of the Lance: nearly every piece can run straight forward as it does, and few can come back. The aim is to *mate* the enemy General. Black moves first.",
          "1981年にクリスチャン・フリーリングが考案した、7筋×9段の将棋です。「槍」は香車の別名で、ほとんどの駒が香車のように前へ走れる一方、戻れる駒はわずかです。相手の玉を*詰ませ*れば勝ちです。先手から指します。",
        ),
        pictures({ sfen: START, caption: both("The start: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
      ],
    },
    pieceTable(
      both("The pieces", "駒の動き"),
      text(
        "Each piece has two sides: it begins with the black side up and turns to the red one when it promotes. *Steps* go one square, *slides* as far as the way is free, *jumps* over whatever stands between.",
        "駒には表と裏があり、成ると裏（赤い字）になります。",
      ),
      {
        kind: "pieces",
        rows: [
          row(board, "K", both("The General steps in any direction. It never promotes.", "玉将：周りの8マスに1マスずつ。成れません。")),
          row(
            board,
            "R",
            both("The Yari Rook slides forward and sideways, not backward.", "香飛：前と左右に何マスでも。後ろには動けません。"),
            both("As a Rook it slides forward, backward and sideways.", "成ると飛車：前後左右に何マスでも。"),
          ),
          row(
            board,
            "B",
            both("The Yari Bishop slides forward and steps diagonally forward.", "香角：前に何マスでも、斜め前に1マス。"),
            gold,
          ),
          row(
            board,
            "N",
            both(
              "The Yari Knight slides forward, and jumps two squares forward and one sideways.",
              "香桂：前に何マスでも。また、桂馬のように2マス前の左右へ跳べます。",
            ),
            gold,
          ),
          row(
            board,
            "P",
            both("The Pawn steps forward.", "歩：前に1マス。"),
            both(
              "As a Yari Silver it steps forward and diagonally forward, and slides straight backward.",
              "成ると香銀：前と斜め前に1マス、真後ろには何マスでも。",
            ),
          ),
        ],
      },
      text(
        "Only the Yari Knight's jump passes over other pieces; slides stop before a piece of their own side, or capture the first enemy piece.",
        "駒を飛び越せるのは香桂の跳びだけです。走る駒は味方の手前で止まり、相手の駒は取って止まります。",
      ),
      pictures({
        sfen: scene(board, "N4f P4e P5d", "P3d"),
        reach: "4f",
        crop: ["6c", "2g"],
        marks: marked("cross", "4d"),
        caption: both("The Pawn before it bars the slide, the Pawn on 5d one jump. The other jump captures.", "前は味方の歩で進めず、5四にも味方がいます。跳べるのは相手のいる3四だけです。"),
      }),
    ),
    {
      id: "capture",
      title: both("Captures and drops", "駒を取る・打つ"),
      blocks: [
        ...capturing({
          sfen: scene(board, "R4g", "P4d"),
          moves: ["4g4d"],
          arrows: arrows("capture", "4g-4d"),
          marks: marked("fall", "4d"),
          crop: ["6c", "2g"],
          caption: both("The Yari Rook takes the Pawn.", "香飛で歩を取ります。"),
        }),
        text(
          "A captured piece changes sides. It goes to its captor's *hand*, unpromoted again, and can later be *dropped* on an empty square instead of a move.",
          "取った駒は自分の*持ち駒*になり、成っていた駒も表に戻ります。自分の手番に、動かす代わりに空いたマスへ*打て*ます。",
        ),
        pictures({
          sfen: scene(board, "R4g", "+B4d"),
          moves: ["4g4d", "1a1b", "B*3e"],
          arrows: arrows("capture", "4g-4d"),
          marks: marked("fall", "4d"),
          caption: both("The Yari Gold comes into hand as the Yari Bishop that it was, and is dropped two moves later.", "取った香金は香角に戻り、次の手番で打てます。"),
        }),
        text(
          "A drop never promotes, not even in the promotion zone. Pawns, Yari Bishops and Yari Knights are not dropped on the last rank, where they could never move again.",
          "打った駒はその手では成れません。歩・香角・香桂は、先に進めなくなる一番奥の段には打てません。",
        ),
        pictures(
          {
            sfen: scene(board, "", "", "b", "BNP"),
            arrows: arrows("no", "P*-6a B*-5a N*-4a"),
            marks: marked("cross", "6a 5a 4a"),
            crop: ["7a", "1d"],
            caption: both("Not on the last rank.", "一番奥の段には打てません。"),
          },
          {
            sfen: scene(board, "", "", "b", "RN"),
            arrows: arrows("move", "R*-5a N*-4b"),
            refused: ["R*5a+", "N*4b+"],
            crop: ["7a", "1d"],
            caption: both("A Yari Rook may be, and a Yari Knight on the last but one.", "香飛は奥の段にも、香桂は奥から二段目にも打てます。"),
          },
        ),
        ...twoPawns(board),
        text("Dropping a Pawn so that it mates is allowed in Yari Shogi.", "槍将棋では、歩を打って詰ませても構いません（打ち歩詰めは反則ではありません）。"),
        pictures({
          sfen: position(board, "+P2c N3c K7i", "K1a", "b", "P"),
          moves: ["P*1b"],
          arrows: arrows("move", "P*-1b"),
          result: "black wins: checkmate",
          crop: ["5a", "1e"],
          caption: both("The dropped Pawn mates.", "打った歩で詰みです。"),
        }),
      ],
    },
    {
      id: "promotion",
      title: both("Promotion", "成り"),
      blocks: [
        text(
          "The three farthest ranks are a player's *promotion zone*. A move on the board that starts or ends there may promote the piece: it is your choice, made with the move.",
          "相手側の三段が*成れる場所*です。そこへ入る手、その中で動く手、そこから出る手で、駒を成れます。成るかどうかは自由です。",
        ),
        pictures(
          {
            sfen: scene(board, "P4d"),
            moves: ["4d4c+"],
            arrows: arrows("move", "4d-4c"),
            crop: ["6a", "2e"],
            caption: both("Into the zone.", "入って成る。"),
          },
          {
            sfen: scene(board, "R4c"),
            moves: ["4c2c+"],
            arrows: arrows("move", "4c-2c"),
            crop: ["6a", "2e"],
            caption: both("Within the zone.", "中で成る。"),
          },
          {
            sfen: scene(board, "R4d"),
            moves: ["4d4b"],
            arrows: arrows("move", "4d-4b"),
            crop: ["6a", "2e"],
            caption: both("Not promoting is allowed.", "成らなくてもよい。"),
          },
        ),
        text(
          "A piece that could never move again *must* promote: a Pawn or a Yari Bishop on the last rank, a Yari Knight on either of the last two. A Yari Rook never must: it can still move sideways.",
          "それ以上動けなくなる駒は*必ず成り*ます。歩と香角は一番奥の段、香桂は奥の二段で成らなければなりません。香飛は横に動けるので、成らなくても構いません。",
        ),
        pictures(
          {
            sfen: scene(board, "P5b B3c"),
            moves: ["5b5a+"],
            arrows: arrows("move", "5b-5a 3c-3a"),
            refused: ["5b5a", "3c3a"],
            crop: ["6a", "2e"],
            caption: both("Both must promote on 5a and 3a.", "5一・3一では成らなければなりません。"),
          },
          {
            sfen: scene(board, "N4d"),
            moves: ["4d3b+"],
            arrows: arrows("move", "4d-3b 4d-5b 4d-4b"),
            refused: ["4d3b", "4d5b", "4d4b", "4d4a"],
            crop: ["6a", "2e"],
            caption: both("On the last two ranks the Yari Knight must promote.", "香桂は奥の二段で必ず成ります。"),
          },
          {
            sfen: scene(board, "R4d"),
            moves: ["4d4a"],
            arrows: arrows("move", "4d-4a"),
            crop: ["6a", "2e"],
            caption: both("The Yari Rook may stay as it is.", "香飛は成らなくてもよい。"),
          },
        ),
      ],
    },
    mating(board, "R", "R", {
      sfen: position(board, "+R5b +B2c K7i", "K1a"),
      moves: ["5b5a"],
      arrows: arrows("move", "5b-5a"),
      crop: ["6a", "1e"],
      result: "black wins: checkmate",
      caption: both("Mate: the Yari Gold guards 1b and 2b.", "詰み。1二と2二には香金が利いています。"),
    }),
    repeating(board, 3, "+R"),
    {
      id: "impasse",
      title: both("Impasse", "持将棋"),
      blocks: [
        text(
          "When both Generals have reached their promotion zones, neither can be mated any more: few pieces move backward. Once *50 moves in a row* (25 by each player) have been played with both of them there and nothing captured, points are counted on the board and in hand: *5* for each Rook and Bishop, promoted or not, *1* for each other piece, the General not counted. A side with fewer than *26* loses to one with more; otherwise the game is drawn. The page shows the count.",
          "双方の玉が相手陣の三段に入ると、後ろに利く駒が少ないので、もう詰みません。両方の玉がそこにいるまま、駒を取らずに*50手*（双方25手ずつ）指すと、盤上と持ち駒の点数を数えます。飛・角（香飛・香角とその成り駒）は*5点*、玉以外の他の駒は*1点*です。一方だけが*26点*に満たなければその側の負け、それ以外は引き分けです。手数は画面に表示されます。",
        ),
        pictures({
          sfen: position(board, "K4b +R6b +B2c R7e B1e +N3d P5c +P2b", "K4h +R6h +B2g R7f B3f +N1f P5g +P2h", "b", "N2Pn2p"),
          caption: both("Both Generals have come through. Now captures and points decide.", "双方の玉が入玉しました。ここからは駒の数の勝負です。"),
        }),
      ],
    },
    {
      id: "handicaps",
      title: both("Handicaps", "駒落ち"),
      blocks: [
        text(
          "The stronger player takes White, leaves pieces off the board, and moves first.",
          "強い方が後手（上手）を持ち、駒を減らして、先に指します。",
        ),
        list(
          both("Bishop: without the Yari Bishop on 2a", "角落ち：2一の香角を落とす"),
          both("Rook: without the Yari Rook on 1a", "飛落ち：1一の香飛を落とす"),
          both("Two pieces: without both of these", "二枚落ち：その両方を落とす"),
          both("Four pieces: also without 7a and 3a", "四枚落ち：さらに7一の香飛と3一の香角を落とす"),
          both("Six pieces: also without both Yari Knights", "六枚落ち：さらに香桂2枚を落とす"),
        ),
        pictures({
          sfen: "rnnkb2/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1",
          moves: ["4a4b"],
          caption: both("Two pieces: White moves first.", "二枚落ち。上手から指します。"),
        }),
      ],
    },
    {
      id: "hints",
      title: both("First hints", "はじめての方へ"),
      blocks: [
        list(
          both("What has gone forward seldom comes back: look where it will stand before you let it run.", "前に出た駒はなかなか戻れません。走らせる前に、その先をよく見ましょう。"),
          both("Promoted pieces run backward: a Yari Gold deep in the enemy camp still guards its own.", "成った駒は後ろへ走れます。敵陣の香金は自陣まで利いています。"),
          both("Keep a Pawn in hand: dropped next to the General it may mate.", "歩を1枚持っておきましょう。打ち歩詰めも有効です。"),
        ),
      ],
    },
  ],
};
