/** The rules of Yari Shogi. */

import type { RulesPage } from "@content/types.ts";
import { captureBlocks, mateSection, piecesSection, position, repetitionSection, pieceRow, positionWithKings, sevenByNine, twoPawnsBlocks, type RulesBoard } from "@content/rules/drop-sections.ts";
import { arrows, bilingual, diagrams, list, marks, text } from "@content/rules/builders.ts";

const START = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1";
export const board: RulesBoard = { ...sevenByNine, royal: bilingual("General", "玉") };

const gold = bilingual(
  "As a Yari Gold it steps forward, sideways and diagonally forward, and slides straight backward.",
  "成ると香金：前・横・斜め前に1マス、真後ろには何マスでも。",
);

const page: RulesPage = {
  game: "yari",
  title: bilingual("Yari Shogi", "槍将棋"),
  summary: bilingual(
    "Pieces that move forward like spears, on 7 by 9 squares. Checkmate the enemy General.",
    "槍のように前へ突き進む駒たち。7×9の盤で、相手の玉を詰ませます。",
  ),
  sections: [
    {
      id: "start",
      title: bilingual("The board and the aim", "盤と目的"),
      blocks: [
        text(
          "Christian Freeling invented this game in 1981. It is played on 7 files by 9 ranks. Yari (spear) is a nickname of the Lance: most pieces can slide forward like a Lance, and few can move back. The aim is to *checkmate* the enemy General. Black moves first.",
          "1981年にクリスチャン・フリーリングが考案した、7筋×9段の将棋です。「槍」は香車の別名で、ほとんどの駒が香車のように前へ走れる一方、戻れる駒はわずかです。相手の玉を*詰ませ*れば勝ちです。先手から指します。",
        ),
        diagrams({ sfen: START, caption: bilingual("Start position: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
      ],
    },
    piecesSection(
      bilingual("The pieces", "駒の動き"),
      text(
        "Each piece has two sides. It starts with the black side up and shows the red side when promoted. A *step* goes one square, a *slide* any number of empty squares, and a *jump* passes over other pieces.",
        "駒には表と裏があり、成ると裏（赤い字）になります。",
      ),
      {
        kind: "pieces",
        rows: [
          pieceRow(board, "K", bilingual("The General steps in any direction. It never promotes.", "玉将：周りの8マスに1マスずつ。成れません。")),
          pieceRow(
            board,
            "R",
            bilingual("The Yari Rook slides forward and sideways, not backward.", "香飛：前と左右に何マスでも。後ろには動けません。"),
            bilingual("As a Rook it slides forward, backward and sideways.", "成ると飛車：前後左右に何マスでも。"),
          ),
          pieceRow(
            board,
            "B",
            bilingual("The Yari Bishop slides forward and steps diagonally forward.", "香角：前に何マスでも、斜め前に1マス。"),
            gold,
          ),
          pieceRow(
            board,
            "N",
            bilingual(
              "The Yari Knight slides forward, and jumps two squares forward and one sideways.",
              "香桂：前に何マスでも。また、桂馬のように2マス前の左右へ跳べます。",
            ),
            gold,
          ),
          pieceRow(
            board,
            "P",
            bilingual("The Pawn steps forward.", "歩：前に1マス。"),
            bilingual(
              "As a Yari Silver it steps forward and diagonally forward, and slides straight backward.",
              "成ると香銀：前と斜め前に1マス、真後ろには何マスでも。",
            ),
          ),
        ],
      },
      text(
        "Only the Yari Knight can jump over pieces. A slide ends before a piece of the same side, or captures the first enemy piece.",
        "駒を飛び越せるのは香桂の跳びだけです。走る駒は味方の手前で止まり、相手の駒は取って止まります。",
      ),
      diagrams({
        sfen: positionWithKings(board, "N4f P4e P5d", "P3d"),
        reach: "4f",
        crop: ["6c", "2g"],
        marks: marks("cross", "4d"),
        caption: bilingual("The Pawn on 4e blocks the slide and the Pawn on 5d one jump. The other jump captures.", "前は味方の歩で進めず、5四にも味方がいます。跳べるのは相手のいる3四だけです。"),
      }),
    ),
    {
      id: "capture",
      title: bilingual("Captures and drops", "駒を取る・打つ"),
      blocks: [
        ...captureBlocks({
          sfen: positionWithKings(board, "R4g", "P4d"),
          moves: ["4g4d"],
          arrows: arrows("capture", "4g-4d"),
          marks: marks("fall", "4d"),
          crop: ["6c", "2g"],
          caption: bilingual("The Yari Rook captures the Pawn.", "香飛で歩を取ります。"),
        }),
        text(
          "A captured piece goes to the captor's *hand*, unpromoted. It can later be *dropped* on an empty square instead of a move.",
          "取った駒は自分の*持ち駒*になり、成っていた駒も表に戻ります。自分の手番に、動かす代わりに空いたマスへ*打て*ます。",
        ),
        diagrams({
          sfen: positionWithKings(board, "R4g", "+B4d"),
          moves: ["4g4d", "1a1b", "B*3e"],
          arrows: arrows("capture", "4g-4d"),
          marks: marks("fall", "4d"),
          caption: bilingual("The captured Yari Gold becomes a Yari Bishop again and is dropped two moves later.", "取った香金は香角に戻り、次の手番で打てます。"),
        }),
        text(
          "A dropped piece does not promote, even in the promotion zone. Pawns, Yari Bishops and Yari Knights cannot be dropped on the last rank, where they could never move.",
          "打った駒はその手では成れません。歩・香角・香桂は、先に進めなくなる一番奥の段には打てません。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "", "", "b", "BNP"),
            arrows: arrows("no", "P*-6a B*-5a N*-4a"),
            marks: marks("cross", "6a 5a 4a"),
            crop: ["7a", "1d"],
            caption: bilingual("Not allowed on the last rank.", "一番奥の段には打てません。"),
          },
          {
            sfen: positionWithKings(board, "", "", "b", "RN"),
            arrows: arrows("move", "R*-5a N*-4b"),
            refused: ["R*5a+", "N*4b+"],
            crop: ["7a", "1d"],
            caption: bilingual("A Yari Rook may be dropped on the last rank, and a Yari Knight on the second-last rank.", "香飛は奥の段にも、香桂は奥から二段目にも打てます。"),
          },
        ),
        ...twoPawnsBlocks(board),
        text("In Yari Shogi a Pawn drop may give checkmate.", "槍将棋では、歩を打って詰ませても構いません（打ち歩詰めは反則ではありません）。"),
        diagrams({
          sfen: position(board, "+P2c N3c K7i", "K1a", "b", "P"),
          moves: ["P*1b"],
          arrows: arrows("move", "P*-1b"),
          result: "black wins: checkmate",
          crop: ["5a", "1e"],
          caption: bilingual("The dropped Pawn gives checkmate.", "打った歩で詰みです。"),
        }),
      ],
    },
    {
      id: "promotion",
      title: bilingual("Promotion", "成り"),
      blocks: [
        text(
          "The three farthest ranks are a player's *promotion zone*. A piece that moves into, within or out of the zone may promote. Promotion is optional.",
          "相手側の三段が*成れる場所*です。そこへ入る手、その中で動く手、そこから出る手で、駒を成れます。成るかどうかは自由です。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "P4d"),
            moves: ["4d4c+"],
            arrows: arrows("move", "4d-4c"),
            crop: ["6a", "2e"],
            caption: bilingual("Into the zone.", "入って成る。"),
          },
          {
            sfen: positionWithKings(board, "R4c"),
            moves: ["4c2c+"],
            arrows: arrows("move", "4c-2c"),
            crop: ["6a", "2e"],
            caption: bilingual("Within the zone.", "中で成る。"),
          },
          {
            sfen: positionWithKings(board, "R4d"),
            moves: ["4d4b"],
            arrows: arrows("move", "4d-4b"),
            crop: ["6a", "2e"],
            caption: bilingual("Promotion is optional.", "成らなくてもよい。"),
          },
        ),
        text(
          "A piece that could otherwise never move again *must* promote: a Pawn or a Yari Bishop on the last rank, a Yari Knight on the last two ranks. A Yari Rook need not promote, because it can move sideways.",
          "それ以上動けなくなる駒は*必ず成り*ます。歩と香角は一番奥の段、香桂は奥の二段で成らなければなりません。香飛は横に動けるので、成らなくても構いません。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "P5b B3c"),
            moves: ["5b5a+"],
            arrows: arrows("move", "5b-5a 3c-3a"),
            refused: ["5b5a", "3c3a"],
            crop: ["6a", "2e"],
            caption: bilingual("Both must promote on 5a and 3a.", "5一・3一では成らなければなりません。"),
          },
          {
            sfen: positionWithKings(board, "N4d"),
            moves: ["4d3b+"],
            arrows: arrows("move", "4d-3b 4d-5b 4d-4b"),
            refused: ["4d3b", "4d5b", "4d4b", "4d4a"],
            crop: ["6a", "2e"],
            caption: bilingual("On the last two ranks the Yari Knight must promote.", "香桂は奥の二段で必ず成ります。"),
          },
          {
            sfen: positionWithKings(board, "R4d"),
            moves: ["4d4a"],
            arrows: arrows("move", "4d-4a"),
            crop: ["6a", "2e"],
            caption: bilingual("The Yari Rook need not promote.", "香飛は成らなくてもよい。"),
          },
        ),
      ],
    },
    mateSection(board, "R", "R", {
      sfen: position(board, "+R5b +B2c K7i", "K1a"),
      moves: ["5b5a"],
      arrows: arrows("move", "5b-5a"),
      crop: ["6a", "1e"],
      result: "black wins: checkmate",
      caption: bilingual("Checkmate: the Yari Gold guards 1b and 2b.", "詰み。1二と2二には香金が利いています。"),
    }),
    repetitionSection(board, 3, "+R"),
    {
      id: "impasse",
      title: bilingual("Impasse", "持将棋"),
      blocks: [
        text(
          "When both Generals have reached their promotion zones, they can hardly be checkmated, because few pieces move backward. After *50 consecutive moves* (25 by each player) with both Generals there and without a capture, the points on the board and in hand are counted: *5* for each Rook and Bishop, promoted or not, and *1* for each other piece except the General. If only one side has fewer than *26* points, it loses. Otherwise the game is drawn. The page shows the count.",
          "双方の玉が相手陣の三段に入ると、後ろに利く駒が少ないので、もう詰みません。両方の玉がそこにいるまま、駒を取らずに*50手*（双方25手ずつ）指すと、盤上と持ち駒の点数を数えます。飛・角（香飛・香角とその成り駒）は*5点*、玉以外の他の駒は*1点*です。一方だけが*26点*に満たなければその側の負け、それ以外は引き分けです。手数は画面に表示されます。",
        ),
        diagrams({
          sfen: position(board, "K4b +R6b +B2c R7e B1e +N3d P5c +P2b", "K4h +R6h +B2g R7f B3f +N1f P5g +P2h", "b", "N2Pn2p"),
          caption: bilingual("Both Generals have reached their promotion zones. Captures and points now decide the game.", "双方の玉が入玉しました。ここからは駒の数の勝負です。"),
        }),
      ],
    },
    {
      id: "handicaps",
      title: bilingual("Handicaps", "駒落ち"),
      blocks: [
        text(
          "The stronger player takes White, removes pieces from the board, and moves first.",
          "強い方が後手（上手）を持ち、駒を減らして、先に指します。",
        ),
        list(
          bilingual("Bishop: without the Yari Bishop on 2a", "角落ち：2一の香角を落とす"),
          bilingual("Rook: without the Yari Rook on 1a", "飛落ち：1一の香飛を落とす"),
          bilingual("Two pieces: without both of these", "二枚落ち：その両方を落とす"),
          bilingual("Four pieces: also without 7a and 3a", "四枚落ち：さらに7一の香飛と3一の香角を落とす"),
          bilingual("Six pieces: also without both Yari Knights", "六枚落ち：さらに香桂2枚を落とす"),
        ),
        diagrams({
          sfen: "rnnkb2/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w - 1",
          moves: ["4a4b"],
          caption: bilingual("Two pieces: White moves first.", "二枚落ち。上手から指します。"),
        }),
      ],
    },
    {
      id: "hints",
      title: bilingual("First hints", "はじめての方へ"),
      blocks: [
        list(
          bilingual("Few pieces can move back: plan where a piece will stand before you move it forward.", "前に出た駒はなかなか戻れません。走らせる前に、その先をよく見ましょう。"),
          bilingual("Promoted pieces slide backward: a Yari Gold deep in the enemy camp still guards your own side.", "成った駒は後ろへ走れます。敵陣の香金は自陣まで利いています。"),
          bilingual("Keep a Pawn in hand: dropped in front of the General, it may give checkmate.", "歩を1枚持っておきましょう。打ち歩詰めも有効です。"),
        ),
      ],
    },
  ],
};

export default page;
