/**
 * The rules of the Hasami family, sentence by sentence. A game takes the
 * sections that hold for it; boards of nine and of eight files are both served.
 */

import type { Diagram, Section } from "../types.ts";
import { MIDDLE, scene, type Game } from "./hasami-board.ts";
import { arrows, both, marked, pictures, text } from "./builders.ts";

const numbers: Record<number, [string, string]> = { 8: ["eight", "8"], 9: ["nine", "9"], 16: ["sixteen", "16"], 18: ["eighteen", "18"] };

export const start = (game: Game, aim: Section["blocks"][number]): Section => {
  const [en, ja] = numbers[game.men] ?? ["", ""];
  const where =
    game.men === game.size
      ? both("on the rank nearest to them", "手前の一段目")
      : game.intervention
        ? both("on their first and third ranks", "手前から一段目と三段目")
        : both("on the two ranks nearest to them", "手前の二段");
  return {
    id: "start",
    title: both("The board and the aim", "盤と目的"),
    blocks: [
      text(
        `The board has ${game.size} by ${game.size} squares. Each player has ${en} men, all alike, ${where.en}. Black moves first, then the players take turns; nobody may pass.`,
        `盤は${game.size}×${game.size}マスです。双方とも同じ種類の駒を${ja}枚持ち、${where.ja}に並べます。先手（黒）から交互に指し、パスはできません。`,
      ),
      aim,
      pictures({ sfen: game.start, caption: both("The start: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
    ],
  };
};

export const moves = (game: Game): Section => {
  const slide: Diagram = {
    sfen: scene(game, "5e", "3c"),
    reach: "5e",
    crop: MIDDLE,
    marks: marked("cross", "4d 6f"),
    caption: both("All squares of its rank and its file, but none diagonally.", "縦横ならどこへでも進めます。斜めには進めません。"),
  };
  const blocked: Diagram = {
    sfen: scene(game, "5e 7e", game.jump ? "5c 4e 3e 5b" : "5c 3e"),
    reach: "5e",
    crop: MIDDLE,
    marks: marked("cross", game.jump ? "5c 4e 3e" : "5c 3e 7e"),
    caption: game.jump
      ? both("Men are in the way. Two in a row cannot be jumped over.", "駒があるとそこで止まります。2枚続けて飛び越すことはできません。")
      : both("It stops before any man, of either side.", "敵味方を問わず、駒の手前で止まります。"),
  };
  const blocks: Section["blocks"] = [
    text(
      "A man *slides*: any number of empty squares along a rank or a file, like a Rook. It never lands on another man: capturing is done by surrounding, not by moving onto a square.",
      "駒は飛車のように、縦横に何マスでも*進めます*。他の駒のあるマスには入れません。相手の駒は、重なって取るのではなく、はさんで取ります。",
    ),
    pictures(slide, blocked),
  ];
  if (game.jump) {
    blocks.push(
      text(
        "A man may also *jump*: over exactly one man right next to it, its own or an enemy, along a rank or a file, onto the empty square right behind. The man that was jumped over stays where it is.",
        "*飛び越し*もできます。縦横に隣り合った駒（敵味方どちらでも）を1枚だけ飛び越して、そのすぐ先の空きマスに着地します。飛び越された駒は取られません。",
      ),
      pictures(
        {
          sfen: scene(game, "5e 6e", "5d"),
          moves: ["5e5c"],
          arrows: arrows("move", "5e-5c 5e-7e"),
          crop: MIDDLE,
          caption: both("Over the enemy on 5d or over the own man on 6e.", "敵の5四の駒も、味方の6五の駒も飛び越せます。"),
        },
        {
          sfen: scene(game, "5e", "5c 3e"),
          reach: "5e",
          arrows: arrows("no", "5e-2e"),
          crop: ["7c", "2g"],
          caption: both("The man to be jumped over must be right next to it.", "離れた駒は飛び越せません。"),
        },
      ),
    );
  }
  return { id: "moves", title: both("How a man moves", "駒の動き"), blocks };
};

export const houses = (game: Game): Section => ({
  id: "houses",
  title: both("Houses and the battlefield", "陣地と戦場"),
  blocks: [
    text(
      "The two ranks nearest to each player are that side's *house*; the five ranks between are the *battlefield*. A man in its own house moves inside it and out of it.",
      "双方の手前二段がそれぞれの*陣地*、あいだの五段が*戦場*です。自陣の駒は、自陣の中を動くことも、外へ出ることもできます。",
    ),
    pictures({
      sfen: scene(game, "6i 8c", "8e"),
      reach: "6i",
      caption: both("Inside the house and up to the edge of White's.", "自陣の中と戦場に動けますが、相手の陣地には入れません。"),
      marks: marked("cross", "6b 6a"),
    }),
    text(
      "Whoever has left the house never comes back, and nobody ever enters the other's house.",
      "一度自陣を出た駒は戻れません。相手の陣地には決して入れません。",
    ),
    pictures({
      sfen: scene(game, "7f", "5d"),
      reach: "7f",
      marks: marked("cross", "7h 7i 7b 7a"),
      caption: both("The man on 7f can only move in the battlefield.", "戦場の7六の駒は、戦場の中しか動けません。"),
    }),
  ],
});

/** Custody, the capture that all games of the family have. */
export const custody = (game: Game): Section => ({
  id: "capture",
  title: both("Capturing by custody", "はさんで取る"),
  blocks: [
    text(
      "Move a man so that an enemy man stands right between it and another man of yours, in a rank or a file: the enemy man is captured and leaves the game.",
      "自分の駒を動かして、縦または横に、相手の駒を自分の駒2枚ではさむと取れます。取った駒は盤から除きます。",
    ),
    pictures(
      {
        sfen: scene(game, "6e 4g", "5e"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marked("fall", "5e"),
        crop: MIDDLE,
        caption: both("In a rank.", "横にはさむ。"),
      },
      {
        sfen: scene(game, "5c 7e", "5d"),
        moves: ["7e5e"],
        arrows: arrows("capture", "7e-5e"),
        marks: marked("fall", "5d"),
        crop: MIDDLE,
        caption: both("In a file.", "縦にはさむ。"),
      },
    ),
    text(
      "A whole *run* of enemy men is captured at once, if nothing but enemy men stands between your two.",
      "相手の駒が*連続して並んで*いれば、その列をまとめて取れます。",
    ),
    pictures(
      {
        sfen: scene(game, "7e 3g", "6e 5e 4e"),
        moves: ["3g3e"],
        arrows: arrows("capture", "3g-3e"),
        marks: marked("fall", "6e 5e 4e"),
        crop: MIDDLE,
        caption: both("Three men fall together.", "3枚まとめて取れます。"),
      },
      {
        sfen: scene(game, "7e 3g", "6e 4e"),
        moves: ["3g3e"],
        arrows: arrows("move", "3g-3e"),
        marks: marked("ring", "5e"),
        crop: MIDDLE,
        caption: both("The empty square in between saves both.", "途中に空きマスがあると取れません。"),
      },
    ),
    text(
      "One move can capture in several directions. All captures are judged right after the man has moved, and happen at the same time.",
      "一手で複数の方向を同時に取ることもできます。判定は駒を動かした直後の盤面で行い、同時に取ります。",
    ),
    pictures({
      sfen: scene(game, "5c 7e 3e 5g", "5d 6e 4e"),
      moves: ["5g5e"],
      arrows: arrows("capture", "5g-5e"),
      marks: marked("fall", "5d 6e 4e"),
      crop: MIDDLE,
      caption: both("Left, right and ahead in one move.", "左・右・前を一度に取ります。"),
    }),
    text(
      game.intervention
        ? "Diagonals don't count, and the edge of the board is nobody's man. The moved man must be one of the two that surround."
        : "Diagonals don't count, and the edge of the board is nobody's man. You may move in between two enemy men: nothing happens, for it was not the enemy who moved.",
      game.intervention
        ? "斜めでは取れません。盤の端は駒の代わりになりません。はさむ2枚のうち1枚は、いま動かした駒でなければなりません。"
        : "斜めでは取れません。盤の端は駒の代わりになりません。相手の2枚のあいだに自分から入っても取られません。",
    ),
    pictures(
      {
        sfen: scene(game, "6d 4g", "5e"),
        moves: ["4g4f"],
        arrows: arrows("move", "4g-4f"),
        crop: MIDDLE,
        caption: both("Diagonally: no capture.", "斜めでは取れません。"),
      },
      {
        sfen: scene(game, "3g", "2e 1e"),
        moves: ["3g3e"],
        arrows: arrows("move", "3g-3e"),
        crop: ["5c", "1g"],
        caption: both("Against the edge: no capture.", "端との間では取れません。"),
      },
      game.intervention
        ? {
            sfen: scene(game, "6e 4e 7g", "5d", "w"),
            moves: ["5d5e"],
            arrows: arrows("capture", "5d-5e"),
            marks: marked("fall", "6e 4e"),
            crop: MIDDLE,
            caption: both("Moving in between is safe, and more: see below.", "自分から間に入るのは安全です。それどころか…（下の説明へ）"),
          }
        : {
            sfen: scene(game, "5g", "6e 4e"),
            moves: ["5g5e"],
            arrows: arrows("move", "5g-5e"),
            crop: MIDDLE,
            caption: both("Moving in between is safe.", "自分から間に入るのは安全です。"),
          },
    ),
    ...(game.jump
      ? [
          text(
            "A jump captures nothing by itself, but from where it lands it captures as any move does.",
            "飛び越しただけでは取れませんが、着地した位置ではさめば普通に取れます。",
          ),
          pictures({
            sfen: scene(game, "5f 6d", "5e"),
            moves: ["5f5d"],
            arrows: arrows("move", "5f-5d"),
            marks: marked("ring", "5e"),
            crop: MIDDLE,
            caption: both("The man on 5e was jumped over, not captured.", "飛び越された5五の駒は取られません。"),
          },
          {
            sfen: scene(game, "5f 3d", "5e 4d"),
            moves: ["5f5d"],
            arrows: arrows("capture", "5f-5d"),
            marks: marked("fall", "4d"),
            crop: MIDDLE,
            caption: both("The jump lands beside 4d, which falls.", "着地点から4四の駒をはさんで取ります。"),
          }),
        ]
      : []),
  ],
});

export const corner = (game: Game): Section => {
  if (game.corner === "battlefield") {
    return {
      id: "corner",
      title: both("Capturing in a corner of the battlefield", "戦場の隅で取る"),
      blocks: [
        text(
          "The corners of the battlefield are 9c, 1c, 9g and 1g. An enemy man there is captured when you hold both squares next to it inside the battlefield and have just moved to one of them.",
          "戦場の隅は9三・1三・9七・1七です。そこにいる相手の駒は、戦場の中で隣り合う2マスを両方押さえると取れます。ただし、いま動かした駒がそのどちらかでなければなりません。",
        ),
        pictures(
          {
            sfen: scene(game, "8c 6d", "9c"),
            moves: ["6d9d"],
            arrows: arrows("capture", "6d-9d"),
            marks: marked("fall", "9c"),
            crop: ["9c", "5g"],
            caption: both("The corner 9c, with 8c and 9d.", "9三の隅。8三と9四で取ります。"),
          },
          {
            sfen: scene(game, "1f 4g", "1g"),
            moves: ["4g2g"],
            arrows: arrows("capture", "4g-2g"),
            marks: marked("fall", "1g"),
            crop: ["5c", "1g"],
            caption: both("The corner 1g, with 1f and 2g.", "1七の隅。1六と2七で取ります。"),
          },
        ),
      ],
    };
  }
  if (game.corner === "none") {
    return {
      id: "corner",
      title: both("The corner is safe", "隅は安全"),
      blocks: [
        text(
          "A man in a corner of the board cannot be put between two others, and there is no rule here that captures it otherwise.",
          "盤の隅の駒は、はさむことができません。このゲームには隅の駒を取る特別な規則もありません。",
        ),
        pictures({
          sfen: scene(game, `${game.size}b ${game.size - 1}d`, `${game.size}a`),
          moves: [`${game.size - 1}d${game.size - 1}a`],
          arrows: arrows("move", `${game.size - 1}d-${game.size - 1}a`),
          marks: marked("ring", `${game.size}a`),
          crop: [`${game.size}a`, `${game.size - 3}d`],
          caption: both("Both squares are Black's; nothing happens.", "両隣を押さえても取れません。"),
        }),
      ],
    };
  }
  return {
    id: "corner",
    title: both("Capturing in a corner", "隅で取る"),
    blocks: [
      text(
        "An enemy man in a corner of the board is captured when you hold both squares next to it and have just moved to one of them.",
        "盤の隅にいる相手の駒は、隣り合う2マスを両方押さえると取れます。ただし、いま動かした駒がそのどちらかでなければなりません。",
      ),
      pictures(
        {
          sfen: scene(game, "9b 8d", "9a"),
          moves: ["8d8a"],
          arrows: arrows("capture", "8d-8a"),
          marks: marked("fall", "9a"),
          crop: ["9a", "6d"],
          caption: both("The man in the corner falls.", "隅の駒が取れます。"),
        },
        {
          sfen: scene(game, "9b 7d", "9a 8a"),
          moves: ["7d7a"],
          arrows: arrows("move", "7d-7a"),
          marks: marked("ring", "9a 8a"),
          crop: ["9a", "6d"],
          caption: both("Two men are safe: 8a belongs to White.", "2枚並んでいれば取れません。8一が相手の駒だからです。"),
        },
        ...(game.jump
          ? [
              {
                sfen: scene(game, "8a 9b", "9c", "w" as const),
                moves: ["9c9a"],
                arrows: arrows("move", "9c-9a"),
                marks: marked("ring", "9a"),
                crop: ["9a", "6d"] as [string, string],
                caption: both("White jumps into the corner by himself: safe.", "自分から隅に飛び込んだ駒は取られません。"),
              },
            ]
          : []),
      ),
    ],
  };
};

export const edge = (game: Game): Section => ({
  id: "edge",
  title: both("Capturing at the edge", "端に閉じ込めて取る"),
  blocks: [
    text(
      "A group of enemy men that hang together along ranks and files is captured when it touches the edge of the board and has no empty square next to it any more, by a move to a square beside it.",
      "縦横につながった相手の駒の一団が盤の端に接していて、その一団に隣り合う空きマスがなくなると、まとめて取れます。一団の隣に動かした手で取ります。",
    ),
    pictures(
      {
        sfen: "3PppP2/4P4/9/5P3/9/9/1PPP5/9/p1ppp3p b - 1",
        moves: ["4d4b"],
        arrows: arrows("capture", "4d-4b"),
        marks: marked("fall", "5a 4a"),
        crop: ["7a", "2d"],
        caption: both("4b was the last empty square beside the two.", "最後の空きマス4二をふさぐと、2枚とも取れます。"),
      },
      {
        sfen: scene(game, "8a 8b 7c", "9a 9b"),
        moves: ["7c9c"],
        arrows: arrows("capture", "7c-9c"),
        marks: marked("fall", "9a 9b"),
        crop: ["9a", "6d"],
        caption: both("In the corner, too.", "隅でも同じです。"),
      },
      {
        sfen: scene(game, "8a 7c", "9a 9b"),
        moves: ["7c9c"],
        arrows: arrows("move", "7c-9c"),
        marks: marked("ring", "8b"),
        crop: ["9a", "6d"],
        caption: both("8b is empty, so nothing falls.", "8二が空いているので取れません。"),
      },
    ),
  ],
});

export const intervention = (game: Game): Section => ({
  id: "intervention",
  title: both("Capturing by intervention", "割り込んで取る"),
  blocks: [
    text(
      "A man that moves right in between two enemy men, in a rank or a file, captures both.",
      "相手の駒2枚のちょうど間に（縦または横に）割り込むと、その両方を取れます。",
    ),
    pictures(
      {
        sfen: scene(game, "5g", "6d 4d"),
        moves: ["5g5d"],
        arrows: arrows("capture", "5g-5d"),
        marks: marked("fall", "6d 4d"),
        crop: MIDDLE,
        caption: both("In a rank.", "横に割り込む。"),
      },
      {
        sfen: scene(game, "7e", "5d 5f"),
        moves: ["7e5e"],
        arrows: arrows("capture", "7e-5e"),
        marks: marked("fall", "5d 5f"),
        crop: MIDDLE,
        caption: both("In a file.", "縦に割り込む。"),
      },
      {
        sfen: scene(game, "5g", "6d 3d"),
        moves: ["5g5d"],
        arrows: arrows("move", "5g-5d"),
        marks: marked("ring", "4d"),
        crop: MIDDLE,
        caption: both("Both must be right next to it.", "両隣にいなければ取れません。"),
      },
    ),
  ],
});
