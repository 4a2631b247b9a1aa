/** The rules of Hajiku Shogi. */

import type { RulesPage } from "@content/types.ts";
import { captureBlocks, mateSection, piecesSection, position, repetitionSection, pieceRow, positionWithKings, sevenByNine, twoPawnsBlocks, type RulesBoard } from "@content/rules/drop-sections.ts";
import { arrows, bilingual, diagrams, list, marks, text } from "@content/rules/builders.ts";

const START = "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1";
export const board: RulesBoard = sevenByNine;
const TOP: [string, string] = ["6a", "2e"];

const page: RulesPage = {
  game: "hajiku",
  title: bilingual("Hajiku Shogi", "はじく将棋"),
  summary: bilingual(
    "Pieces with two sides that can flip repeatedly in both directions, on 7 by 9 squares. Checkmate the enemy King.",
    "表にも裏にも何度でも返せる駒で戦う、7×9の将棋です。相手の玉を詰ませます。",
  ),
  sections: [
    {
      id: "start",
      title: bilingual("The board and the aim", "盤と目的"),
      blocks: [
        text(
          "Hajiku (“flip”) Shogi is played on 7 files by 9 ranks with pieces of Chu Shogi. The aim is to *checkmate* the enemy King. Some pieces start with their stronger, red side up. Black moves first.",
          "「はじく」将棋は、中将棋の駒を使う7筋×9段の将棋です。相手の玉を*詰ませ*れば勝ちです。初めから裏（赤い字）が上の駒もあります。先手から指します。",
        ),
        diagrams({ sfen: START, caption: bilingual("Start position: four pieces of each player have the red side up.", "初期配置。双方とも4枚が裏の面で始まります。") }),
      ],
    },
    piecesSection(
      bilingual("The pieces and their two sides", "駒の動きと表裏"),
      text(
        "Every piece except the King has two sides. The black side moves in steps. The red side slides, except the Tokin. A *step* goes one square, a *slide* any number of empty squares. No piece jumps.",
        "玉以外の駒には表と裏があります。表は1マスずつ動き、裏（赤い字）は、と金を除いて遠くまで走ります。駒を飛び越すことはできません。",
      ),
      {
        kind: "pieces",
        rows: [
          pieceRow(board, "K", bilingual("The King steps in any direction. It has only one side.", "玉将：周りの8マスに1マスずつ。裏はありません。")),
          pieceRow(
            board,
            "G",
            bilingual("The Gold steps along ranks and files, or diagonally forward.", "金将：縦横と斜め前に1マス。"),
            bilingual("Flipped, it is a Rook: it slides along ranks and files.", "裏は飛車：縦横に何マスでも。"),
          ),
          pieceRow(
            board,
            "S",
            bilingual("The Silver steps forward or diagonally.", "銀将：前と斜めに1マス。"),
            bilingual("Flipped, it is a Vertical Mover: it slides forward and backward, and steps sideways.", "裏は竪行：縦に何マスでも、横に1マス。"),
          ),
          pieceRow(
            board,
            "C",
            bilingual("The Copper steps forward, backward or diagonally forward.", "銅将：前後と斜め前に1マス。"),
            bilingual("Flipped, it is a Side Mover: it slides sideways, and steps forward or backward.", "裏は横行：横に何マスでも、前後に1マス。"),
          ),
          pieceRow(
            board,
            "F",
            bilingual("The Leopard steps forward, backward or diagonally.", "猛豹：前後と斜めに1マス。"),
            bilingual("Flipped, it is a Bishop: it slides diagonally.", "裏は角行：斜めに何マスでも。"),
          ),
          pieceRow(
            board,
            "P",
            bilingual("The Pawn steps forward.", "歩：前に1マス。"),
            bilingual("Flipped, it is a Tokin, which moves like a Gold.", "裏はと金：金将と同じ動き。"),
          ),
        ],
      },
    ),
    {
      id: "flip",
      title: bilingual("Flipping", "返す（表と裏）"),
      blocks: [
        text(
          "The three farthest ranks are a player's *flip zone*. A piece that moves into, within or out of the zone may flip to its other side, from black to red *or from red to black*, any number of times. Flipping is optional.",
          "相手側の三段が*返せる場所*です。そこへ入る手、その中で動く手、そこから出る手で、動かした駒を裏返せます。表から裏へも*裏から表へも*、何度でも返せます。返すかどうかは自由です。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "G4d"),
            moves: ["4d4c+"],
            arrows: arrows("move", "4d-4c"),
            crop: TOP,
            caption: bilingual("Into the zone: the Gold becomes a Rook.", "入る手で、金が飛車に。"),
          },
          {
            sfen: positionWithKings(board, "+G4c"),
            moves: ["4c3c+"],
            arrows: arrows("move", "4c-3c"),
            crop: TOP,
            caption: bilingual("Within the zone: the Rook becomes a Gold.", "中で動く手で、飛車が金に。"),
          },
          {
            sfen: positionWithKings(board, "+F4c"),
            moves: ["4c6e+"],
            arrows: arrows("move", "4c-6e"),
            crop: TOP,
            caption: bilingual("Out of the zone: the Bishop becomes a Leopard.", "出る手で、角が豹に。"),
          },
          {
            sfen: positionWithKings(board, "G4d"),
            moves: ["4d4c", "1a1b", "4c4b+", "1b1a", "4b4e+"],
            arrows: arrows("move", "4d-4c"),
            crop: TOP,
            caption: bilingual("Step through: first no flip, then to the red side, then back.", "入っても返さず、次に飛車、さらに金へ。順に見てください。"),
          },
        ),
        text(
          "A Pawn may flip to a Tokin on such moves, and must flip on the last rank. A Tokin on the board does not flip back. No other piece is forced to flip.",
          "歩も同じ場面でと金になれ、一番奥の段では必ずなります。と金は盤上では歩に戻れません。歩以外の駒が強制されることはありません。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "P4b"),
            moves: ["4b4a+"],
            arrows: arrows("move", "4b-4a"),
            refused: ["4b4a"],
            crop: TOP,
            caption: bilingual("On the last rank the Pawn must flip.", "一番奥の段では必ずと金になります。"),
          },
          {
            sfen: positionWithKings(board, "+P4c"),
            moves: ["4c4b"],
            arrows: arrows("move", "4c-4b"),
            refused: ["4c4b+"],
            crop: TOP,
            caption: bilingual("A Tokin stays a Tokin.", "と金はと金のままです。"),
          },
          {
            sfen: positionWithKings(board, "C4b"),
            moves: ["4b4a"],
            arrows: arrows("move", "4b-4a"),
            crop: TOP,
            caption: bilingual("The Copper need not flip: it can step back.", "銅はそのままでも構いません。"),
          },
          {
            sfen: positionWithKings(board, "G4f"),
            moves: ["4f4e"],
            arrows: arrows("move", "4f-4e"),
            refused: ["4f4e+"],
            crop: ["6b", "2g"],
            caption: bilingual("A piece cannot flip outside of the zone.", "三段の外だけの手では返せません。"),
          },
        ),
      ],
    },
    {
      id: "capture",
      title: bilingual("Captures and drops", "駒を取る・打つ"),
      blocks: [
        ...captureBlocks({
          sfen: positionWithKings(board, "+G4g", "F4d"),
          moves: ["4g4d"],
          arrows: arrows("capture", "4g-4d"),
          marks: marks("fall", "4d"),
          crop: ["6c", "2g"],
          caption: bilingual("The Rook captures the Leopard.", "飛車で豹を取ります。"),
        }),
        text(
          "A captured piece goes to the captor's hand and *keeps the side that was up*. It can later be *dropped* on an empty square with that side up. Only a Tokin becomes a Pawn again.",
          "取った駒は持ち駒になり、*取ったときの面のまま*です。自分の手番に、動かす代わりにその面で空きマスへ*打て*ます。と金だけは歩に戻ります。",
        ),
        diagrams(
          {
            sfen: positionWithKings(board, "S4f", "+F3e"),
            moves: ["4f3e", "1a1b", "+F*5e"],
            arrows: arrows("capture", "4f-3e"),
            marks: marks("fall", "3e"),
            caption: bilingual("A captured Bishop is dropped as a Bishop.", "取った角は角のまま打ちます。"),
          },
          {
            sfen: positionWithKings(board, "S4f", "+P3e"),
            moves: ["4f3e", "1a1b", "P*5e"],
            arrows: arrows("capture", "4f-3e"),
            marks: marks("fall", "3e"),
            caption: bilingual("A captured Tokin becomes a Pawn.", "取ったと金は歩になります。"),
          },
        ),
        text(
          "A piece cannot flip in the move that drops it, even in the flip zone. It can flip with its next move.",
          "打った手では、三段の中でも返せません。次に動くときから返せます。",
        ),
        diagrams({
          sfen: positionWithKings(board, "", "", "b", "G"),
          moves: ["G*4c", "1a1b", "4c4b+"],
          arrows: arrows("move", "G*-4c"),
          refused: ["+G*4c", "G*4c+"],
          crop: TOP,
          caption: bilingual("Dropped as a Gold, flipped on its next move.", "金のまま打ち、次の手で飛車に返します。"),
        }),
        text("A Pawn cannot be dropped on the last rank.", "歩は一番奥の段には打てません。"),
        diagrams({
          sfen: positionWithKings(board, "", "", "b", "P"),
          arrows: arrows("no", "P*-4a"),
          marks: marks("cross", "4a"),
          crop: TOP,
          caption: bilingual("It could never move again.", "先に進めなくなるからです。"),
        }),
        ...twoPawnsBlocks(board),
        text("A Pawn drop must not give checkmate. A check by a dropped Pawn is allowed, and so is checkmate by any other drop.", "歩を打って詰ませることはできません（*打ち歩詰め*）。王手だけなら構いません。他の駒を打って詰ませるのは構いません。"),
        diagrams(
          {
            sfen: position(board, "G2c +F5d K7i", "K1a", "b", "P"),
            arrows: arrows("no", "P*-1b"),
            marks: marks("cross", "1b"),
            crop: ["6a", "1e"],
            caption: bilingual("Not allowed: it would be checkmate.", "詰みになるので打てません。"),
          },
          {
            sfen: position(board, "G2c +F5d K7i", "K1a", "b", "C"),
            moves: ["C*1b"],
            arrows: arrows("move", "C*-1b"),
            result: "black wins: checkmate",
            crop: ["6a", "1e"],
            caption: bilingual("A Copper may be dropped there to give checkmate.", "銅なら打って詰ませられます。"),
          },
        ),
      ],
    },
    {
      id: "counter-flip",
      title: bilingual("The counter-flip", "返し取り"),
      blocks: [
        text(
          "A strong piece could capture and flip to its weaker side in the same move, so that little is lost in a recapture. The counter-flip prevents this: if a piece *captured and flipped from red to black*, a player who recaptures it *with the next move* may flip it *back to red* and take it in hand.",
          "強い駒で相手の駒を取り、同時に弱い面に返してしまえば、取り返されても損が少なくなります。そこで、*取りながら裏から表へ返した駒*を、その*直後の手で取り返す*ときは、*裏に返して*持ち駒にすることができます。",
        ),
        diagrams(
          {
            sfen: position(board, "+G4g K7i", "F4c K4b"),
            moves: ["4g4c+", "4b4c!"],
            arrows: arrows("capture", "4g-4c"),
            marks: marks("fall", "4c"),
            caption: bilingual("The Rook captures and flips to a Gold. White captures it with a counter-flip and has a Rook in hand.", "飛車で取って金に返した駒を、返し取り。後手の持ち駒は飛車になります。"),
          },
          {
            sfen: position(board, "+G4g K7i", "F4c K4b"),
            moves: ["4g4c+", "4b4c"],
            arrows: arrows("capture", "4g-4c"),
            marks: marks("fall", "4c"),
            caption: bilingual("White may also capture it as a Gold.", "返さずに金のまま取ることもできます。"),
          },
        ),
        text(
          "This right lasts for one reply. In SFEN it is marked with “!” after the piece. There is no such right if the piece did not capture, or did not flip from red to black.",
          "この権利は直後の一手だけです。局面の表記では駒の後に「!」が付きます。駒を取っていないとき、表へ返していないときは、この権利はありません。",
        ),
        diagrams(
          {
            sfen: position(board, "+G4g K7i", "F4c S5b K1a"),
            moves: ["4g4c+", "1a1b", "7i7h", "5b4c"],
            arrows: arrows("capture", "4g-4c"),
            marks: marks("fall", "4c"),
            caption: bilingual("White has made another move first, so the Gold is captured as a Gold.", "一手待つと権利は消え、取っても金のままです。"),
          },
          {
            sfen: position(board, "+G4g K7i", "K5b"),
            moves: ["4g4c+", "5b4c"],
            arrows: arrows("move", "4g-4c"),
            caption: bilingual("There was no capture, so White can only take a Gold.", "駒を取っていないので、取り返しても金です。"),
          },
        ),
        text(
          "The recapturing piece may itself flip if it moves into, within or out of its flip zone. There are at most four choices, which the page shows as images.",
          "返し取りをする駒も、返せる場所なら同時に返せます。選択肢は最大四つで、画面では絵で選べます。",
        ),
        diagrams({
          sfen: position(board, "F4c S3d K7i", "+G4g K1a", "w"),
          moves: ["4g4c+", "3d4c+!"],
          arrows: arrows("capture", "4g-4c"),
          marks: marks("fall", "4c"),
          caption: bilingual(
            "White captures and flips to a Gold. Black's Silver captures a Rook by counter-flip and flips to a Vertical Mover.",
            "後手が取りながら金に返したところを、先手の銀が返し取りし、自分も竪行に返します。",
          ),
        }),
      ],
    },
    mateSection(board, "+G", "G", {
      sfen: position(board, "+G5b G2c K7i", "K1a"),
      moves: ["5b5a"],
      arrows: arrows("move", "5b-5a"),
      crop: ["6a", "1e"],
      result: "black wins: checkmate",
      caption: bilingual("Checkmate: the Gold guards 1b and 2b.", "詰み。1二と2二には金が利いています。"),
    }),
    repetitionSection(board, 4, "+G"),
    {
      id: "impasse",
      title: bilingual("Impasse", "持将棋"),
      blocks: [
        text(
          "When both Kings are in their flip zones, the moves are counted. After *50 consecutive moves* (25 by each player) with both Kings there, the game is drawn. Captures do not reset the count, but it restarts when a King leaves. The page shows the count.",
          "双方の玉が返せる場所（相手側の三段）に入ると、手数を数え始めます。両方の玉がそこにいるまま*50手*（双方25手ずつ）続くと引き分けです。駒を取っても数え直しません。どちらかの玉が出れば数え直しです。手数は画面に表示されます。",
        ),
        diagrams({
          sfen: position(board, "K4b +P5b +G6c S3c C7d", "K4h +P3h +G2g S5g C1f", "b", "F3Pf2p"),
          caption: bilingual("Both Kings have reached their flip zones.", "双方の玉が入玉しました。"),
        }),
      ],
    },
    {
      id: "hints",
      title: bilingual("First hints", "はじめての方へ"),
      blocks: [
        list(
          bilingual("The red side is not always better: a Gold is good for defence, a Rook for attack.", "いつも裏が良いとは限りません。守りには金、攻めには飛車が向いています。"),
          bilingual("A captured piece keeps the side that was up: lose a Gold rather than a Rook.", "取られた駒はその面のまま相手の持ち駒になります。飛車より金で取られましょう。"),
          bilingual("Before you capture and flip to the black side, check for recaptures: a counter-flip gives the opponent the stronger side.", "取りながら表に返す前に、取り返されないか確かめましょう。返し取りで強い面を渡してしまいます。"),
        ),
      ],
    },
  ],
};

export default page;
