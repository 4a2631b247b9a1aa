/** Sections about winning and drawing the Hasami games. */

import type { Diagram, Section } from "../types.ts";
import { CENTER_CROP, position, positionWithSpareMen, type HasamiRules } from "./hasami-board.ts";
import { arrows, bilingual, diagrams, list, marks, text } from "./builders.ts";

const fiveInARowBlocks = (rules: HasamiRules): Section["blocks"] => {
  const winDiagram = (squares: string, from: string, to: string, caption: Diagram["caption"]): Diagram => ({
    sfen: positionWithSpareMen(rules, squares, "8c 2f"),
    moves: [from + to],
    arrows: arrows("move", `${from}-${to}`),
    result: "black wins: five in a row",
    crop: ["8b", "2g"],
    caption,
  });
  const winning: Diagram[] = [];
  const others: Diagram[] = [];
  const horizontal = ["7e 6e 5e 4e 3g", "3g", "3e"] as const;
  const vertical = ["5c 5d 5e 5f 7g", "7g", "5g"] as const;
  const diagonal = ["7c 6d 5e 4f 3e", "3e", "3g"] as const;
  const noWinDiagram = (line: readonly [string, string, string], caption: Diagram["caption"]): Diagram => {
    const { result: _, ...diagram } = winDiagram(...line, caption);
    return diagram;
  };
  if (rules.fiveInARow !== "not-horizontal") winning.push(winDiagram(...horizontal, bilingual("Along a rank.", "横に五つ。")));
  else others.push(noWinDiagram(horizontal, bilingual("A rank does not count.", "横の五つは数えません。")));
  winning.push(winDiagram(...vertical, bilingual("Along a file.", "縦に五つ。")));
  if (rules.fiveInARow !== "straight") winning.push(winDiagram(...diagonal, bilingual("Along a diagonal.", "斜めに五つ。")));
  else others.push(noWinDiagram(diagonal, bilingual("A diagonal does not count.", "斜めの五つは数えません。")));
  const directions: Record<HasamiRules["fiveInARow"], [string, string]> = {
    none: ["", ""],
    any: ["a rank, a file or a diagonal", "縦・横・斜めのいずれか"],
    straight: ["a rank or a file, not a diagonal", "縦か横（斜めは不可）"],
    "not-horizontal": ["a file or a diagonal, not a rank", "縦か斜め（横は不可）"],
  };
  const [en, ja] = directions[rules.fiveInARow];
  const blocks = [
    text(
      `A player wins by having *five men in a row*, without a gap, along ${en}, after their own move. More than five also win. Captures are removed first.`,
      `自分の手の直後に、自分の駒が${ja}に*五つ*すき間なく並ぶと勝ちです。六つ以上でもかまいません。取れる駒を除いてから判定します。`,
    ),
    diagrams(...winning, ...others),
  ];
  if (rules.houses) {
    blocks.push(
      text(
        "All five must be on the battlefield. Men in a house do not count.",
        "五つとも戦場の中になければなりません。陣地の中の駒は数えません。",
      ),
      diagrams({
        sfen: positionWithSpareMen(rules, "8e 8f 8g 8h 6d", "7c 2f"),
        moves: ["6d8d"],
        arrows: arrows("move", "6d-8d"),
        marks: marks("ring", "8h"),
        caption: bilingual("8h is in Black's house: only four men are on the battlefield.", "8八は先手の陣地の中なので、戦場には四つしかありません。"),
      }),
    );
  } else {
    blocks.push(
      text(
        "Men on a player's own two home ranks do not count. Men on the opponent's home ranks do.",
        "自陣の二段（初期配置の段）にある駒は数えません。相手側の二段は数えます。",
      ),
      diagrams(
        {
          sfen: positionWithSpareMen(rules, "8e 8f 8g 8h 6d", "7c 2f"),
          moves: ["6d8d"],
          arrows: arrows("move", "6d-8d"),
          marks: marks("ring", "8h"),
          caption: bilingual("8h is on Black's home ranks: only four men count.", "8八は先手の自陣なので、四つしか数えません。"),
        },
        {
          sfen: positionWithSpareMen(rules, "8b 8c 8e 8f 6d", "7c 2f"),
          moves: ["6d8d"],
          arrows: arrows("move", "6d-8d"),
          marks: marks("ring", "8b"),
          result: "black wins: five in a row",
          caption: bilingual("8b is on White's home ranks and counts for Black.", "8二は後手の陣地なので、先手の五つに数えます。"),
        },
      ),
    );
  }
  return blocks;
};

export const winningSection = (rules: HasamiRules): Section => {
  const blocks: Section["blocks"] = [];
  if (rules.fiveInARow !== "none") blocks.push(...fiveInARowBlocks(rules));
  if (rules.losesAt === 1) {
    blocks.push(
      text(
        `${rules.fiveInARow === "none" ? "You win" : "You also win"} when the opponent has *at most one man* left: a single man cannot capture.`,
        `相手の駒が*1枚以下*になれば${rules.fiveInARow === "none" ? "" : "、これも"}勝ちです。1枚だけでは相手をはさめないからです。`,
      ),
      diagrams({
        sfen: position(rules, "6e 4g 2h", "5e 3c"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marks("fall", "5e"),
        result: "black wins: men captured",
        caption: bilingual("White is left with one man.", "後手の駒は残り1枚。先手の勝ちです。"),
      }),
    );
  }
  if (rules.losesAt === 4) {
    blocks.push(
      text(
        rules.lead
          ? "You win when you have captured five men, so that the opponent has *at most four* left."
          : "You also win when the opponent has *at most four men* left: they can no longer form a line of five.",
        rules.lead
          ? "相手の駒を5枚取って*4枚以下*にすれば勝ちです。"
          : "相手の駒が*4枚以下*になれば、これも勝ちです。もう五つ並べられないからです。",
      ),
      diagrams({
        sfen: position(rules, "6e 4g 8f 2f 7g", "5e 3c 7c 8d 2d"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marks("fall", "5e"),
        result: "black wins: men captured",
        caption: bilingual("White is left with four men.", "後手の駒は残り4枚。先手の勝ちです。"),
      }),
    );
  }
  if (rules.lead) {
    blocks.push(
      text(
        "A player wins by having *at least three men more* than the opponent at the start of their turn. The opponent therefore has one move to recapture.",
        "自分の手番が始まったとき、相手より*3枚以上*多ければ勝ちです。つまり相手には、取り返す機会が一手だけあります。",
      ),
      diagrams({
        sfen: position(rules, "6e 3g 1h 2h 4h 6h 8h 9h", "5e 4e 3b 5b 7b 8b 1b"),
        moves: ["3g3e", "3b3c"],
        arrows: arrows("capture", "3g-3e"),
        marks: marks("fall", "5e 4e"),
        result: "black wins: lead",
        caption: bilingual(
          "Eight against five. White does not recapture, so Black wins at the start of the next turn.",
          "8枚対5枚。後手が取り返せなければ、次の先手番が始まった時点で先手の勝ちです。",
        ),
      }),
    );
  }
  return { id: "win", title: bilingual("Winning", "勝ち"), blocks };
};

export const endingSection = (rules: HasamiRules): Section => {
  const far = rules.size;
  const near = rules.size - 1;
  const walled: Diagram = rules.jump
    ? {
        sfen: position(rules, `${far}b ${far}c ${near}b ${near}c ${far - 3}a ${far - 2}c`, `${far}a ${near}a`),
        moves: [`${far - 2}c${far - 2}a`],
        arrows: arrows("move", `${far - 2}c-${far - 2}a`),
        result: "black wins: no legal move",
        caption: bilingual("White's two men can neither slide nor jump.", "後手の2枚は進むことも飛び越すこともできません。"),
      }
    : {
        sfen: position(rules, `${far}b ${near}b ${far - 2}c`, `${far}a ${near}a`),
        moves: [`${far - 2}c${far - 2}a`],
        arrows: arrows("move", `${far - 2}c-${far - 2}a`),
        result: "black wins: no legal move",
        caption: bilingual("White's two men cannot move.", "後手の2枚はどちらも動けません。"),
      };
  const shuffle = ["6f6g", "4d4c", "6g6f", "4c4d"];
  return {
    id: "end",
    title: bilingual("Draws and no legal move", "引き分けと手詰まり"),
    blocks: [
      text(
        "The game is drawn when the same position, with the same player to move, occurs for the *fourth time*.",
        "同じ局面（手番も同じ）が*4回*現れると引き分けです。",
      ),
      diagrams({
        sfen: positionWithSpareMen(rules, "6f", "4d"),
        moves: [...shuffle, ...shuffle, ...shuffle],
        arrows: arrows("move", "6f-6g"),
        result: "draw: repetition",
        crop: CENTER_CROP,
        caption: bilingual("Both sides move back and forth three times. The start position has then occurred four times.", "3往復すると、最初の局面が4回目になります。"),
      }),
      text(
        "It is also drawn after *100 moves in a row* (50 by each player) *without a capture*. The page shows the count when it approaches the limit.",
        "取る手が*100手*（双方50手ずつ）*続けてなければ*引き分けです。近づくと画面に手数が表示されます。",
      ),
      text(
        "A player who has no legal move loses.",
        "自分の手番で動かせる駒がなければ負けです。",
      ),
      ...(rules.losesAt === 4 ? [] : [diagrams(walled)]),
    ],
  };
};

export const hintsSection = (...items: [string, string][]): Section => ({
  id: "hints",
  title: bilingual("First hints", "はじめての方へ"),
  blocks: [list(...items.map(([en, ja]) => bilingual(en, ja)))],
});
