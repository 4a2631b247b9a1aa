/** The rules of Hajiku Shogi. */

import type { RulesPage } from "../types.ts";
import { capturing, mating, pieceTable, position, repeating, row, scene, sevenByNine, twoPawns, type Board } from "./drop-sections.ts";
import { arrows, both, list, marked, pictures, text } from "./builders.ts";

const START = "+scfkgs+c/1+g3+f1/ppppppp/7/7/7/PPPPPPP/1+F3+G1/+CSGKFC+S b - 1";
const board: Board = { ...sevenByNine, family: "hajiku" };
const TOP: [string, string] = ["6a", "2e"];

export const hajikuPage: RulesPage = {
  game: "hajiku",
  title: both("Hajiku Shogi", "はじく将棋"),
  summary: both(
    "Pieces with two faces that flip both ways, again and again, on 7 by 9 squares. Mate the enemy King.",
    "表にも裏にも何度でも返せる駒で戦う、7×9の将棋です。相手の玉を詰ませます。",
  ),
  sections: [
    {
      id: "start",
      title: both("The board and the aim", "盤と目的"),
      blocks: [
        text(
          "Hajiku (“flip”) Shogi is played on 7 files by 9 ranks with pieces of Chu Shogi. The aim is to *mate* the enemy King. Some pieces begin with their stronger, red side up. Black moves first.",
          "「はじく」将棋は、中将棋の駒を使う7筋×9段の将棋です。相手の玉を*詰ませ*れば勝ちです。初めから裏（赤い字）が上の駒もあります。先手から指します。",
        ),
        pictures({ sfen: START, caption: both("The start: four pieces of each side have the red face up.", "初期配置。双方とも4枚が裏の面で始まります。") }),
      ],
    },
    pieceTable(
      both("The pieces and their two faces", "駒の動きと表裏"),
      text(
        "Every piece but the King has two faces. The plain one moves step by step, the red one runs along lines. *Steps* go one square, *slides* as far as the way is free; nothing jumps.",
        "玉以外の駒には表と裏があります。表は1マスずつ動き、裏（赤い字）は遠くまで走ります。駒を飛び越すことはできません。",
      ),
      {
        kind: "pieces",
        rows: [
          row(board, "K", both("The King steps in any direction. It has no other side.", "玉将：周りの8マスに1マスずつ。裏はありません。")),
          row(
            board,
            "G",
            both("The Gold steps along ranks and files, or diagonally forward.", "金将：縦横と斜め前に1マス。"),
            both("Flipped it is a Rook: it slides along ranks and files.", "裏は飛車：縦横に何マスでも。"),
          ),
          row(
            board,
            "S",
            both("The Silver steps forward or diagonally.", "銀将：前と斜めに1マス。"),
            both("Flipped it is a Vertical Mover: it slides up and down, and steps sideways.", "裏は竪行：縦に何マスでも、横に1マス。"),
          ),
          row(
            board,
            "C",
            both("The Copper steps forward, backward or diagonally forward.", "銅将：前後と斜め前に1マス。"),
            both("Flipped it is a Side Mover: it slides sideways, and steps forward or backward.", "裏は横行：横に何マスでも、前後に1マス。"),
          ),
          row(
            board,
            "F",
            both("The Leopard steps forward, backward or diagonally.", "猛豹：前後と斜めに1マス。"),
            both("Flipped it is a Bishop: it slides diagonally.", "裏は角行：斜めに何マスでも。"),
          ),
          row(
            board,
            "P",
            both("The Pawn steps forward.", "歩：前に1マス。"),
            both("Flipped it is a Tokin, which moves as a Gold.", "裏はと金：金将と同じ動き。"),
          ),
        ],
      },
    ),
    {
      id: "flip",
      title: both("Flipping", "返す（表と裏）"),
      blocks: [
        text(
          "The three farthest ranks are a player's *flip zone*. A move on the board that starts or ends there may flip the moving piece to its other side: up *or down*, as often as you like in a game. It is always your choice.",
          "相手側の三段が*返せる場所*です。そこへ入る手、その中で動く手、そこから出る手で、動かした駒を裏返せます。表から裏へも*裏から表へも*、何度でも返せます。返すかどうかは自由です。",
        ),
        pictures(
          {
            sfen: scene(board, "G4d"),
            moves: ["4d4c+"],
            arrows: arrows("move", "4d-4c"),
            crop: TOP,
            caption: both("Into the zone: the Gold becomes a Rook.", "入る手で、金が飛車に。"),
          },
          {
            sfen: scene(board, "+G4c"),
            moves: ["4c3c+"],
            arrows: arrows("move", "4c-3c"),
            crop: TOP,
            caption: both("Within the zone: the Rook becomes a Gold.", "中で動く手で、飛車が金に。"),
          },
          {
            sfen: scene(board, "+F4c"),
            moves: ["4c6e+"],
            arrows: arrows("move", "4c-6e"),
            crop: TOP,
            caption: both("Out of the zone: the Bishop becomes a Leopard.", "出る手で、角が豹に。"),
          },
          {
            sfen: scene(board, "G4d"),
            moves: ["4d4c", "1a1b", "4c4b+", "1b1a", "4b4e+"],
            arrows: arrows("move", "4d-4c"),
            crop: TOP,
            caption: both("Not yet, then up, then down again: step through.", "入っても返さず、次に飛車、さらに金へ。順に見てください。"),
          },
        ),
        text(
          "A Pawn flips to a Tokin on such moves if you like, and must on the last rank. A Tokin never flips back on the board. No other piece is ever forced.",
          "歩も同じ場面でと金になれ、一番奥の段では必ずなります。と金は盤上では歩に戻れません。歩以外の駒が強制されることはありません。",
        ),
        pictures(
          {
            sfen: scene(board, "P4b"),
            moves: ["4b4a+"],
            arrows: arrows("move", "4b-4a"),
            refused: ["4b4a"],
            crop: TOP,
            caption: both("On the last rank the Pawn must flip.", "一番奥の段では必ずと金になります。"),
          },
          {
            sfen: scene(board, "+P4c"),
            moves: ["4c4b"],
            arrows: arrows("move", "4c-4b"),
            refused: ["4c4b+"],
            crop: TOP,
            caption: both("A Tokin stays a Tokin.", "と金はと金のままです。"),
          },
          {
            sfen: scene(board, "C4b"),
            moves: ["4b4a"],
            arrows: arrows("move", "4b-4a"),
            crop: TOP,
            caption: both("The Copper may stay a Copper: it can step back.", "銅はそのままでも構いません。"),
          },
          {
            sfen: scene(board, "G4f"),
            moves: ["4f4e"],
            arrows: arrows("move", "4f-4e"),
            refused: ["4f4e+"],
            crop: ["6b", "2g"],
            caption: both("Outside of the zone nothing flips.", "三段の外だけの手では返せません。"),
          },
        ),
      ],
    },
    {
      id: "capture",
      title: both("Captures and drops", "駒を取る・打つ"),
      blocks: [
        ...capturing({
          sfen: scene(board, "+G4g", "F4d"),
          moves: ["4g4d"],
          arrows: arrows("capture", "4g-4d"),
          marks: marked("fall", "4d"),
          crop: ["6c", "2g"],
          caption: both("The Rook takes the Leopard.", "飛車で豹を取ります。"),
        }),
        text(
          "A captured piece changes sides and *keeps the face that was up*. Later it can be *dropped* from the hand on an empty square, with that face up. Only a Tokin becomes a Pawn again.",
          "取った駒は持ち駒になり、*取ったときの面のまま*です。自分の手番に、動かす代わりにその面で空きマスへ*打て*ます。と金だけは歩に戻ります。",
        ),
        pictures(
          {
            sfen: scene(board, "S4f", "+F3e"),
            moves: ["4f3e", "1a1b", "+F*5e"],
            arrows: arrows("capture", "4f-3e"),
            marks: marked("fall", "3e"),
            caption: both("A captured Bishop is dropped as a Bishop.", "取った角は角のまま打ちます。"),
          },
          {
            sfen: scene(board, "S4f", "+P3e"),
            moves: ["4f3e", "1a1b", "P*5e"],
            arrows: arrows("capture", "4f-3e"),
            marks: marked("fall", "3e"),
            caption: both("A captured Tokin is a Pawn.", "取ったと金は歩になります。"),
          },
        ),
        text(
          "A dropped piece does not flip in the same move, even in the flip zone. It can with its next move.",
          "打った手では、三段の中でも返せません。次に動くときから返せます。",
        ),
        pictures({
          sfen: scene(board, "", "", "b", "G"),
          moves: ["G*4c", "1a1b", "4c4b+"],
          arrows: arrows("move", "G*-4c"),
          refused: ["+G*4c", "G*4c+"],
          crop: TOP,
          caption: both("Dropped as a Gold, flipped with the move after.", "金のまま打ち、次の手で飛車に返します。"),
        }),
        text("A Pawn is not dropped on the last rank.", "歩は一番奥の段には打てません。"),
        pictures({
          sfen: scene(board, "", "", "b", "P"),
          arrows: arrows("no", "P*-4a"),
          marks: marked("cross", "4a"),
          crop: TOP,
          caption: both("It could never move again.", "先に進めなくなるからです。"),
        }),
        ...twoPawns(board),
        text("A Pawn is not dropped so that it mates at once. A check by a dropped Pawn is fine, and so is mate by any other drop.", "歩を打って詰ませることはできません（*打ち歩詰め*）。王手だけなら構いません。他の駒を打って詰ませるのは構いません。"),
        pictures(
          {
            sfen: position(board, "G2c +F5d K7i", "K1a", "b", "P"),
            arrows: arrows("no", "P*-1b"),
            marks: marked("cross", "1b"),
            crop: ["6a", "1e"],
            caption: both("It would be mate: not allowed.", "詰みになるので打てません。"),
          },
          {
            sfen: position(board, "G2c +F5d K7i", "K1a", "b", "C"),
            moves: ["C*1b"],
            arrows: arrows("move", "C*-1b"),
            result: "black wins: checkmate",
            crop: ["6a", "1e"],
            caption: both("A Copper may mate there.", "銅なら打って詰ませられます。"),
          },
        ),
      ],
    },
    {
      id: "counter-flip",
      title: both("The counter-flip", "返し取り"),
      blocks: [
        text(
          "Capturing with a strong piece and flipping it down with the same move would leave little to recapture. So there is an answer: when a piece has just *captured and flipped down*, whoever captures it with the very next move may take it into hand *flipped up again*.",
          "強い駒で相手の駒を取り、同時に弱い面に返してしまえば、取り返されても損が少なくなります。そこで、*取りながら裏から表へ返した駒*を、その*直後の手で取り返す*ときは、*裏に返して*持ち駒にすることができます。",
        ),
        pictures(
          {
            sfen: position(board, "+G4g K7i", "F4c K4b"),
            moves: ["4g4c+", "4b4c!"],
            arrows: arrows("capture", "4g-4c"),
            marks: marked("fall", "4c"),
            caption: both("The Rook captures and turns into a Gold. White takes it with counter-flip: a Rook in White's hand.", "飛車で取って金に返した駒を、返し取り。後手の持ち駒は飛車になります。"),
          },
          {
            sfen: position(board, "+G4g K7i", "F4c K4b"),
            moves: ["4g4c+", "4b4c"],
            arrows: arrows("capture", "4g-4c"),
            marks: marked("fall", "4c"),
            caption: both("White may also take it as the Gold that it is.", "返さずに金のまま取ることもできます。"),
          },
        ),
        text(
          "The right lasts for that one reply. In the position it is marked with “!” behind the piece. A piece that did not capture, or did not flip down, gives no such right.",
          "この権利は直後の一手だけです。局面の表記では駒の後に「!」が付きます。駒を取っていないとき、表へ返していないときは、この権利はありません。",
        ),
        pictures(
          {
            sfen: position(board, "+G4g K7i", "F4c S5b K1a"),
            moves: ["4g4c+", "1a1b", "7i7h", "5b4c"],
            arrows: arrows("capture", "4g-4c"),
            marks: marked("fall", "4c"),
            caption: both("White has waited for a move: now the Gold is only a Gold.", "一手待つと権利は消え、取っても金のままです。"),
          },
          {
            sfen: position(board, "+G4g K7i", "K5b"),
            moves: ["4g4c+", "5b4c"],
            arrows: arrows("move", "4g-4c"),
            caption: both("No capture, no counter-flip: White can only take a Gold.", "駒を取っていないので、取り返しても金です。"),
          },
        ),
        text(
          "Capturing with counter-flip, the piece that recaptures may itself flip, if it stands in its flip zone. That is four choices at most, and the page asks with pictures.",
          "返し取りをする駒も、返せる場所なら同時に返せます。選択肢は最大四つで、画面では絵で選べます。",
        ),
        pictures({
          sfen: position(board, "F4c S3d K7i", "+G4g K1a", "w"),
          moves: ["4g4c+", "3d4c+!"],
          arrows: arrows("capture", "4g-4c"),
          marks: marked("fall", "4c"),
          caption: both(
            "White captures and flips down. Black's Silver takes a Rook into hand and becomes a Vertical Mover.",
            "後手が取りながら金に返したところを、先手の銀が返し取りし、自分も竪行に返します。",
          ),
        }),
      ],
    },
    mating(board, "+G", "G", {
      sfen: position(board, "+G5b G2c K7i", "K1a"),
      moves: ["5b5a"],
      arrows: arrows("move", "5b-5a"),
      crop: ["6a", "1e"],
      result: "black wins: checkmate",
      caption: both("Mate: the Gold guards 1b and 2b.", "詰み。1二と2二には金が利いています。"),
    }),
    repeating(board, 4, "+G"),
    {
      id: "impasse",
      title: both("Impasse", "持将棋"),
      blocks: [
        text(
          "When both Kings stand in their flip zones, a count begins. After *50 moves in a row* (25 by each player) with both of them there, the game is drawn. Captures don't change the count; it begins anew when a King leaves. The page shows it.",
          "双方の玉が返せる場所（相手側の三段）に入ると、手数を数え始めます。両方の玉がそこにいるまま*50手*（双方25手ずつ）続くと引き分けです。駒を取っても数え直しません。どちらかの玉が出れば数え直しです。手数は画面に表示されます。",
        ),
        pictures({
          sfen: position(board, "K4b +P5b +G6c S3c C7d", "K4h +P3h +G2g S5g C1f", "b", "F3Pf2p"),
          caption: both("Both Kings have come through.", "双方の玉が入玉しました。"),
        }),
      ],
    },
    {
      id: "hints",
      title: both("First hints", "はじめての方へ"),
      blocks: [
        list(
          both("The red face is not always the better one: a Gold guards its King, a Rook attacks the other's.", "いつも裏が良いとは限りません。守りには金、攻めには飛車が向いています。"),
          both("What you lose comes back with the face that was up: lose a Gold rather than a Rook.", "取られた駒はその面のまま相手の持ち駒になります。飛車より金で取られましょう。"),
          both("Before you capture and flip down, look whether the piece can be recaptured: the counter-flip gives it back its strength.", "取りながら表に返す前に、取り返されないか確かめましょう。返し取りで強い面を渡してしまいます。"),
        ),
      ],
    },
  ],
};
