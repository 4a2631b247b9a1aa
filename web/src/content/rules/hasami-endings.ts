/** How the games of the Hasami family are won and end. */

import type { Diagram, Section } from "../types.ts";
import { MIDDLE, bare, scene, type Game } from "./hasami-board.ts";
import { arrows, both, list, marked, pictures, text } from "./builders.ts";

/** How five in a row wins. */
const fiveBlocks = (game: Game): Section["blocks"] => {
  const end = (squares: string, from: string, to: string, caption: Diagram["caption"]): Diagram => ({
    sfen: scene(game, squares, "8c 2f"),
    moves: [from + to],
    arrows: arrows("move", `${from}-${to}`),
    result: "black wins: five in a row",
    crop: ["8b", "2g"],
    caption,
  });
  const lines: Diagram[] = [];
  const no: Diagram[] = [];
  const horizontal = ["7e 6e 5e 4e 3g", "3g", "3e"] as const;
  const vertical = ["5c 5d 5e 5f 7g", "7g", "5g"] as const;
  const diagonal = ["7c 6d 5e 4f 3e", "3e", "3g"] as const;
  const without = (line: readonly [string, string, string], caption: Diagram["caption"]): Diagram => {
    const { result: _, ...goesOn } = end(...line, caption);
    return goesOn;
  };
  if (game.five !== "not-horizontal") lines.push(end(...horizontal, both("Along a rank.", "横に五つ。")));
  else no.push(without(horizontal, both("A rank doesn't count here.", "横の五つは数えません。")));
  lines.push(end(...vertical, both("Along a file.", "縦に五つ。")));
  if (game.five !== "straight") lines.push(end(...diagonal, both("Along a diagonal.", "斜めに五つ。")));
  else no.push(without(diagonal, both("A diagonal doesn't count here.", "斜めの五つは数えません。")));
  const directions: Record<Game["five"], [string, string]> = {
    none: ["", ""],
    any: ["a rank, a file or a diagonal", "縦・横・斜めのいずれか"],
    straight: ["a rank or a file, not a diagonal", "縦か横（斜めは不可）"],
    "not-horizontal": ["a file or a diagonal, not a rank", "縦か斜め（横は不可）"],
  };
  const [en, ja] = directions[game.five];
  const blocks = [
    text(
      `A player whose men stand *five in a row*, with no gap, along ${en}, right after the own move has won. More than five count as well. Captures are made first.`,
      `自分の手の直後に、自分の駒が${ja}に*五つ*すき間なく並ぶと勝ちです。六つ以上でもかまいません。取れる駒を除いてから判定します。`,
    ),
    pictures(...lines, ...no),
  ];
  if (game.houses) {
    blocks.push(
      text(
        "All five must stand in the battlefield; men in a house don't count.",
        "五つとも戦場の中になければなりません。陣地の中の駒は数えません。",
      ),
      pictures({
        sfen: scene(game, "8e 8f 8g 8h 6d", "7c 2f"),
        moves: ["6d8d"],
        arrows: arrows("move", "6d-8d"),
        marks: marked("ring", "8h"),
        caption: both("8h is in Black's house: four in the battlefield, no win.", "8八は先手の陣地の中なので、戦場には四つしかありません。"),
      }),
    );
  } else {
    blocks.push(
      text(
        "Men on a player's own two home ranks don't count for that player. The opponent's home ranks do.",
        "自陣の二段（初期配置の段）にある駒は数えません。相手側の二段は数えます。",
      ),
      pictures(
        {
          sfen: scene(game, "8e 8f 8g 8h 6d", "7c 2f"),
          moves: ["6d8d"],
          arrows: arrows("move", "6d-8d"),
          marks: marked("ring", "8h"),
          caption: both("8h is Black's home: only four count.", "8八は先手の自陣なので、四つしか数えません。"),
        },
        {
          sfen: scene(game, "8b 8c 8e 8f 6d", "7c 2f"),
          moves: ["6d8d"],
          arrows: arrows("move", "6d-8d"),
          marks: marked("ring", "8b"),
          result: "black wins: five in a row",
          caption: both("8b is White's home, and counts for Black.", "8二は後手の陣地なので、先手の五つに数えます。"),
        },
      ),
    );
  }
  return blocks;
};

export const winning = (game: Game): Section => {
  const blocks: Section["blocks"] = [];
  if (game.five !== "none") blocks.push(...fiveBlocks(game));
  if (game.leave === 1) {
    blocks.push(
      text(
        `${game.five === "none" ? "You win" : "You also win"} when the opponent has *at most one man* left: one man alone can never surround another.`,
        `相手の駒が*1枚以下*になれば${game.five === "none" ? "" : "、これも"}勝ちです。1枚だけでは相手をはさめないからです。`,
      ),
      pictures({
        sfen: bare(game, "6e 4g 2h", "5e 3c"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marked("fall", "5e"),
        result: "black wins: men captured",
        caption: both("White is left with one man.", "後手の駒は残り1枚。先手の勝ちです。"),
      }),
    );
  }
  if (game.leave === 4) {
    blocks.push(
      text(
        game.lead
          ? "You win as soon as you have captured five men: the opponent has *at most four* left."
          : "You also win when the opponent has *at most four men* left: they can make no five any more.",
        game.lead
          ? "相手の駒を5枚取って*4枚以下*にすれば勝ちです。"
          : "相手の駒が*4枚以下*になれば、これも勝ちです。もう五つ並べられないからです。",
      ),
      pictures({
        sfen: bare(game, "6e 4g 8f 2f 7g", "5e 3c 7c 8d 2d"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marked("fall", "5e"),
        result: "black wins: men captured",
        caption: both("White is left with four men.", "後手の駒は残り4枚。先手の勝ちです。"),
      }),
    );
  }
  if (game.lead) {
    blocks.push(
      text(
        "A player who has *at least three men more* than the opponent when the own turn begins has won. So the opponent has one move to make good a loss.",
        "自分の手番が始まったとき、相手より*3枚以上*多ければ勝ちです。つまり相手には、取り返す機会が一手だけあります。",
      ),
      pictures({
        sfen: bare(game, "6e 3g 1h 2h 4h 6h 8h 9h", "5e 4e 3b 5b 7b 8b 1b"),
        moves: ["3g3e", "3b3c"],
        arrows: arrows("capture", "3g-3e"),
        marks: marked("fall", "5e 4e"),
        result: "black wins: lead",
        caption: both(
          "Eight against five. White captures nothing in return, and Black wins before moving again.",
          "8枚対5枚。後手が取り返せなければ、次の先手番が始まった時点で先手の勝ちです。",
        ),
      }),
    );
  }
  return { id: "win", title: both("Winning", "勝ち"), blocks };
};

export const ending = (game: Game): Section => {
  const far = game.size;
  const near = game.size - 1;
  const walled: Diagram = game.jump
    ? {
        sfen: bare(game, `${far}b ${far}c ${near}b ${near}c ${far - 3}a ${far - 2}c`, `${far}a ${near}a`),
        moves: [`${far - 2}c${far - 2}a`],
        arrows: arrows("move", `${far - 2}c-${far - 2}a`),
        result: "black wins: no legal move",
        caption: both("White's two men can neither slide nor jump.", "後手の2枚は進むことも飛び越すこともできません。"),
      }
    : {
        sfen: bare(game, `${far}b ${near}b ${far - 2}c`, `${far}a ${near}a`),
        moves: [`${far - 2}c${far - 2}a`],
        arrows: arrows("move", `${far - 2}c-${far - 2}a`),
        result: "black wins: no legal move",
        caption: both("White's two men cannot move.", "後手の2枚はどちらも動けません。"),
      };
  const shuffle = ["6f6g", "4d4c", "6g6f", "4c4d"];
  return {
    id: "end",
    title: both("Draws, and no move left", "引き分けと手詰まり"),
    blocks: [
      text(
        "The game is drawn when the same position, with the same player to move, occurs for the *fourth time*.",
        "同じ局面（手番も同じ）が*4回*現れると引き分けです。",
      ),
      pictures({
        sfen: scene(game, "6f", "4d"),
        moves: [...shuffle, ...shuffle, ...shuffle],
        arrows: arrows("move", "6f-6g"),
        result: "draw: repetition",
        crop: MIDDLE,
        caption: both("Both go back and forth three times: the start has come up four times.", "3往復すると、最初の局面が4回目になります。"),
      }),
      text(
        "It is also drawn after *100 moves in a row* (50 by each player) *without a capture*. The page shows the count when it comes near.",
        "取る手が*100手*（双方50手ずつ）*続けてなければ*引き分けです。近づくと画面に手数が表示されます。",
      ),
      text(
        "A player who has no legal move when it is the own turn loses.",
        "自分の手番で動かせる駒がなければ負けです。",
      ),
      ...(game.leave === 4 ? [] : [pictures(walled)]),
    ],
  };
};

export const hints = (...items: [string, string][]): Section => ({
  id: "hints",
  title: both("First hints", "はじめての方へ"),
  blocks: [list(...items.map(([en, ja]) => both(en, ja)))],
});
