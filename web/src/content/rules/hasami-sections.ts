/** Sections about movement and captures in the Hasami games. */

import type { Diagram, Section } from "../types.ts";
import { CENTER_CROP, positionWithSpareMen, type HasamiRules } from "./hasami-board.ts";
import { arrows, bilingual, diagrams, marks, text } from "./builders.ts";

const numbers: Record<number, [string, string]> = { 8: ["eight", "8"], 9: ["nine", "9"], 16: ["sixteen", "16"], 18: ["eighteen", "18"] };

export const startSection = (rules: HasamiRules, aim: Section["blocks"][number]): Section => {
  const [en, ja] = numbers[rules.men] ?? ["", ""];
  const where =
    rules.men === rules.size
      ? bilingual("on the rank nearest to them", "手前の一段目")
      : rules.intervention
        ? bilingual("on their first and third ranks", "手前から一段目と三段目")
        : bilingual("on the two ranks nearest to them", "手前の二段");
  return {
    id: "start",
    title: bilingual("The board and the aim", "盤と目的"),
    blocks: [
      text(
        `The board has ${rules.size} by ${rules.size} squares. Each player has ${en} identical men ${where.en}. Black moves first. The players alternate and cannot pass.`,
        `盤は${rules.size}×${rules.size}マスです。双方とも同じ種類の駒を${ja}枚持ち、${where.ja}に並べます。先手（黒）から交互に指し、パスはできません。`,
      ),
      aim,
      diagrams({ sfen: rules.start, caption: bilingual("Start position: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
    ],
  };
};

export const movesSection = (rules: HasamiRules): Section => {
  const slide: Diagram = {
    sfen: positionWithSpareMen(rules, "5e", "3c"),
    reach: "5e",
    crop: CENTER_CROP,
    marks: marks("cross", "4d 6f"),
    caption: bilingual("All squares of its rank and file, but no diagonals.", "縦横ならどこへでも進めます。斜めには進めません。"),
  };
  const blocked: Diagram = {
    sfen: positionWithSpareMen(rules, "5e 7e", rules.jump ? "5c 4e 3e 5b" : "5c 3e"),
    reach: "5e",
    crop: CENTER_CROP,
    marks: marks("cross", rules.jump ? "5c 4e 3e" : "5c 3e 7e"),
    caption: rules.jump
      ? bilingual("Other men block the way. A man cannot jump over two men.", "駒があるとそこで止まります。2枚続けて飛び越すことはできません。")
      : bilingual("Men of both sides block the way.", "敵味方を問わず、駒の手前で止まります。"),
  };
  const blocks: Section["blocks"] = [
    text(
      "A man *slides* any number of empty squares along a rank or a file, like a Rook. It cannot move to an occupied square: men are captured by enclosing them.",
      "駒は飛車のように、縦横に何マスでも*進めます*。他の駒のあるマスには入れません。相手の駒は、重なって取るのではなく、はさんで取ります。",
    ),
    diagrams(slide, blocked),
  ];
  if (rules.jump) {
    blocks.push(
      text(
        "A man may also *jump* along a rank or a file over one adjacent man of either side, to the empty square behind it. The man jumped over is not captured.",
        "*飛び越し*もできます。縦横に隣り合った駒（敵味方どちらでも）を1枚だけ飛び越して、そのすぐ先の空きマスに着地します。飛び越された駒は取られません。",
      ),
      diagrams(
        {
          sfen: positionWithSpareMen(rules, "5e 6e", "5d"),
          moves: ["5e5c"],
          arrows: arrows("move", "5e-5c 5e-7e"),
          crop: CENTER_CROP,
          caption: bilingual("It can jump over the enemy man on 5d or its own man on 6e.", "敵の5四の駒も、味方の6五の駒も飛び越せます。"),
        },
        {
          sfen: positionWithSpareMen(rules, "5e", "5c 3e"),
          reach: "5e",
          arrows: arrows("no", "5e-2e"),
          crop: ["7c", "2g"],
          caption: bilingual("A man can jump only over an adjacent man.", "離れた駒は飛び越せません。"),
        },
      ),
    );
  }
  return { id: "moves", title: bilingual("How a man moves", "駒の動き"), blocks };
};

export const housesSection = (rules: HasamiRules): Section => ({
  id: "houses",
  title: bilingual("Houses and the battlefield", "陣地と戦場"),
  blocks: [
    text(
      "The two ranks nearest to each player are that side's *house*. The five ranks between them are the *battlefield*. A man in its own house may move inside the house or leave it.",
      "双方の手前二段がそれぞれの*陣地*、あいだの五段が*戦場*です。自陣の駒は、自陣の中を動くことも、外へ出ることもできます。",
    ),
    diagrams({
      sfen: positionWithSpareMen(rules, "6i 8c", "8e"),
      reach: "6i",
      caption: bilingual("It can move inside its house and on the battlefield, but not into White's house.", "自陣の中と戦場に動けますが、相手の陣地には入れません。"),
      marks: marks("cross", "6b 6a"),
    }),
    text(
      "A man that has left its house cannot return, and no man can enter the opponent's house.",
      "一度自陣を出た駒は戻れません。相手の陣地には決して入れません。",
    ),
    diagrams({
      sfen: positionWithSpareMen(rules, "7f", "5d"),
      reach: "7f",
      marks: marks("cross", "7h 7i 7b 7a"),
      caption: bilingual("The man on 7f can move only on the battlefield.", "戦場の7六の駒は、戦場の中しか動けません。"),
    }),
  ],
});

/** Custodial capture, which all Hasami games share. */
export const custodySection = (rules: HasamiRules): Section => ({
  id: "capture",
  title: bilingual("Custodial capture", "はさんで取る"),
  blocks: [
    text(
      "Move a man so that an enemy man is directly between it and another of your men, along a rank or a file. The enemy man is captured and removed.",
      "自分の駒を動かして、縦または横に、相手の駒を自分の駒2枚ではさむと取れます。取った駒は盤から除きます。",
    ),
    diagrams(
      {
        sfen: positionWithSpareMen(rules, "6e 4g", "5e"),
        moves: ["4g4e"],
        arrows: arrows("capture", "4g-4e"),
        marks: marks("fall", "5e"),
        crop: CENTER_CROP,
        caption: bilingual("Along a rank.", "横にはさむ。"),
      },
      {
        sfen: positionWithSpareMen(rules, "5c 7e", "5d"),
        moves: ["7e5e"],
        arrows: arrows("capture", "7e-5e"),
        marks: marks("fall", "5d"),
        crop: CENTER_CROP,
        caption: bilingual("Along a file.", "縦にはさむ。"),
      },
    ),
    text(
      "A *run* of adjacent enemy men between two of your men is captured as a whole.",
      "相手の駒が*連続して並んで*いれば、その列をまとめて取れます。",
    ),
    diagrams(
      {
        sfen: positionWithSpareMen(rules, "7e 3g", "6e 5e 4e"),
        moves: ["3g3e"],
        arrows: arrows("capture", "3g-3e"),
        marks: marks("fall", "6e 5e 4e"),
        crop: CENTER_CROP,
        caption: bilingual("All three men are captured.", "3枚まとめて取れます。"),
      },
      {
        sfen: positionWithSpareMen(rules, "7e 3g", "6e 4e"),
        moves: ["3g3e"],
        arrows: arrows("move", "3g-3e"),
        marks: marks("ring", "5e"),
        crop: CENTER_CROP,
        caption: bilingual("The empty square between them prevents the capture.", "途中に空きマスがあると取れません。"),
      },
    ),
    text(
      "One move can capture in several directions. All captures are made at the same time, after the man has moved.",
      "一手で複数の方向を同時に取ることもできます。判定は駒を動かした直後の盤面で行い、同時に取ります。",
    ),
    diagrams({
      sfen: positionWithSpareMen(rules, "5c 7e 3e 5g", "5d 6e 4e"),
      moves: ["5g5e"],
      arrows: arrows("capture", "5g-5e"),
      marks: marks("fall", "5d 6e 4e"),
      crop: CENTER_CROP,
      caption: bilingual("Captures to the left, to the right and ahead in one move.", "左・右・前を一度に取ります。"),
    }),
    text(
      rules.intervention
        ? "Diagonals do not count, and the edge of the board does not replace a man. One of the two enclosing men must be the one that moved."
        : "Diagonals do not count, and the edge of the board does not replace a man. A man that moves between two enemy men is not captured.",
      rules.intervention
        ? "斜めでは取れません。盤の端は駒の代わりになりません。はさむ2枚のうち1枚は、いま動かした駒でなければなりません。"
        : "斜めでは取れません。盤の端は駒の代わりになりません。相手の2枚のあいだに自分から入っても取られません。",
    ),
    diagrams(
      {
        sfen: positionWithSpareMen(rules, "6d 4g", "5e"),
        moves: ["4g4f"],
        arrows: arrows("move", "4g-4f"),
        crop: CENTER_CROP,
        caption: bilingual("Diagonally: no capture.", "斜めでは取れません。"),
      },
      {
        sfen: positionWithSpareMen(rules, "3g", "2e 1e"),
        moves: ["3g3e"],
        arrows: arrows("move", "3g-3e"),
        crop: ["5c", "1g"],
        caption: bilingual("Against the edge: no capture.", "端との間では取れません。"),
      },
      rules.intervention
        ? {
            sfen: positionWithSpareMen(rules, "6e 4e 7g", "5d", "w"),
            moves: ["5d5e"],
            arrows: arrows("capture", "5d-5e"),
            marks: marks("fall", "6e 4e"),
            crop: CENTER_CROP,
            caption: bilingual("A man that moves between two enemy men is safe. Here it even captures them: see below.", "自分から間に入るのは安全です。それどころか…（下の説明へ）"),
          }
        : {
            sfen: positionWithSpareMen(rules, "5g", "6e 4e"),
            moves: ["5g5e"],
            arrows: arrows("move", "5g-5e"),
            crop: CENTER_CROP,
            caption: bilingual("A man that moves between two enemy men is safe.", "自分から間に入るのは安全です。"),
          },
    ),
    ...(rules.jump
      ? [
          text(
            "The jump itself does not capture the man jumped over, but a man can capture from the square where it lands.",
            "飛び越しただけでは取れませんが、着地した位置ではさめば普通に取れます。",
          ),
          diagrams({
            sfen: positionWithSpareMen(rules, "5f 6d", "5e"),
            moves: ["5f5d"],
            arrows: arrows("move", "5f-5d"),
            marks: marks("ring", "5e"),
            crop: CENTER_CROP,
            caption: bilingual("The man on 5e was jumped over, not captured.", "飛び越された5五の駒は取られません。"),
          },
          {
            sfen: positionWithSpareMen(rules, "5f 3d", "5e 4d"),
            moves: ["5f5d"],
            arrows: arrows("capture", "5f-5d"),
            marks: marks("fall", "4d"),
            crop: CENTER_CROP,
            caption: bilingual("After the jump, the man on 4d is enclosed and captured.", "着地点から4四の駒をはさんで取ります。"),
          }),
        ]
      : []),
  ],
});

export const cornerSection = (rules: HasamiRules): Section => {
  if (rules.corner === "battlefield") {
    return {
      id: "corner",
      title: bilingual("Capturing in a corner of the battlefield", "戦場の隅で取る"),
      blocks: [
        text(
          "The corners of the battlefield are 9c, 1c, 9g and 1g. An enemy man there is captured if you occupy both adjacent squares on the battlefield and one of these men has just moved there.",
          "戦場の隅は9三・1三・9七・1七です。そこにいる相手の駒は、戦場の中で隣り合う2マスを両方押さえると取れます。ただし、いま動かした駒がそのどちらかでなければなりません。",
        ),
        diagrams(
          {
            sfen: positionWithSpareMen(rules, "8c 6d", "9c"),
            moves: ["6d9d"],
            arrows: arrows("capture", "6d-9d"),
            marks: marks("fall", "9c"),
            crop: ["9c", "5g"],
            caption: bilingual("Corner 9c, enclosed from 8c and 9d.", "9三の隅。8三と9四で取ります。"),
          },
          {
            sfen: positionWithSpareMen(rules, "1f 4g", "1g"),
            moves: ["4g2g"],
            arrows: arrows("capture", "4g-2g"),
            marks: marks("fall", "1g"),
            crop: ["5c", "1g"],
            caption: bilingual("Corner 1g, enclosed from 1f and 2g.", "1七の隅。1六と2七で取ります。"),
          },
        ),
      ],
    };
  }
  if (rules.corner === "none") {
    return {
      id: "corner",
      title: bilingual("The corner is safe", "隅は安全"),
      blocks: [
        text(
          "A man in a corner of the board cannot be enclosed between two others, and this game has no other rule that captures it.",
          "盤の隅の駒は、はさむことができません。このゲームには隅の駒を取る特別な規則もありません。",
        ),
        diagrams({
          sfen: positionWithSpareMen(rules, `${rules.size}b ${rules.size - 1}d`, `${rules.size}a`),
          moves: [`${rules.size - 1}d${rules.size - 1}a`],
          arrows: arrows("move", `${rules.size - 1}d-${rules.size - 1}a`),
          marks: marks("ring", `${rules.size}a`),
          crop: [`${rules.size}a`, `${rules.size - 3}d`],
          caption: bilingual("Black occupies both squares, but nothing is captured.", "両隣を押さえても取れません。"),
        }),
      ],
    };
  }
  return {
    id: "corner",
    title: bilingual("Capturing in a corner", "隅で取る"),
    blocks: [
      text(
        "An enemy man in a corner of the board is captured if you occupy both adjacent squares and one of these men has just moved there.",
        "盤の隅にいる相手の駒は、隣り合う2マスを両方押さえると取れます。ただし、いま動かした駒がそのどちらかでなければなりません。",
      ),
      diagrams(
        {
          sfen: positionWithSpareMen(rules, "9b 8d", "9a"),
          moves: ["8d8a"],
          arrows: arrows("capture", "8d-8a"),
          marks: marks("fall", "9a"),
          crop: ["9a", "6d"],
          caption: bilingual("The man in the corner is captured.", "隅の駒が取れます。"),
        },
        {
          sfen: positionWithSpareMen(rules, "9b 7d", "9a 8a"),
          moves: ["7d7a"],
          arrows: arrows("move", "7d-7a"),
          marks: marks("ring", "9a 8a"),
          crop: ["9a", "6d"],
          caption: bilingual("No capture: the adjacent square 8a is occupied by White.", "2枚並んでいれば取れません。8一が相手の駒だからです。"),
        },
        ...(rules.jump
          ? [
              {
                sfen: positionWithSpareMen(rules, "8a 9b", "9c", "w" as const),
                moves: ["9c9a"],
                arrows: arrows("move", "9c-9a"),
                marks: marks("ring", "9a"),
                crop: ["9a", "6d"] as [string, string],
                caption: bilingual("A man that jumps into the corner itself is safe.", "自分から隅に飛び込んだ駒は取られません。"),
              },
            ]
          : []),
      ),
    ],
  };
};

export const edgeSection = (rules: HasamiRules): Section => ({
  id: "edge",
  title: bilingual("Capturing at the edge", "端に閉じ込めて取る"),
  blocks: [
    text(
      "A group of enemy men connected along ranks and files is captured if it touches the edge of the board and has no adjacent empty square. The capturing move must go to a square adjacent to the group.",
      "縦横につながった相手の駒の一団が盤の端に接していて、その一団に隣り合う空きマスがなくなると、まとめて取れます。一団の隣に動かした手で取ります。",
    ),
    diagrams(
      {
        sfen: "3PppP2/4P4/9/5P3/9/9/1PPP5/9/p1ppp3p b - 1",
        moves: ["4d4b"],
        arrows: arrows("capture", "4d-4b"),
        marks: marks("fall", "5a 4a"),
        crop: ["7a", "2d"],
        caption: bilingual("4b was the last empty square next to the two men.", "最後の空きマス4二をふさぐと、2枚とも取れます。"),
      },
      {
        sfen: positionWithSpareMen(rules, "8a 8b 7c", "9a 9b"),
        moves: ["7c9c"],
        arrows: arrows("capture", "7c-9c"),
        marks: marks("fall", "9a 9b"),
        crop: ["9a", "6d"],
        caption: bilingual("The rule also applies in the corner.", "隅でも同じです。"),
      },
      {
        sfen: positionWithSpareMen(rules, "8a 7c", "9a 9b"),
        moves: ["7c9c"],
        arrows: arrows("move", "7c-9c"),
        marks: marks("ring", "8b"),
        crop: ["9a", "6d"],
        caption: bilingual("8b is empty, so nothing is captured.", "8二が空いているので取れません。"),
      },
    ),
  ],
});

export const interventionSection = (rules: HasamiRules): Section => ({
  id: "intervention",
  title: bilingual("Capturing by intervention", "割り込んで取る"),
  blocks: [
    text(
      "A man that moves directly between two enemy men, along a rank or a file, captures both.",
      "相手の駒2枚のちょうど間に（縦または横に）割り込むと、その両方を取れます。",
    ),
    diagrams(
      {
        sfen: positionWithSpareMen(rules, "5g", "6d 4d"),
        moves: ["5g5d"],
        arrows: arrows("capture", "5g-5d"),
        marks: marks("fall", "6d 4d"),
        crop: CENTER_CROP,
        caption: bilingual("Along a rank.", "横に割り込む。"),
      },
      {
        sfen: positionWithSpareMen(rules, "7e", "5d 5f"),
        moves: ["7e5e"],
        arrows: arrows("capture", "7e-5e"),
        marks: marks("fall", "5d 5f"),
        crop: CENTER_CROP,
        caption: bilingual("Along a file.", "縦に割り込む。"),
      },
      {
        sfen: positionWithSpareMen(rules, "5g", "6d 3d"),
        moves: ["5g5d"],
        arrows: arrows("move", "5g-5d"),
        marks: marks("ring", "4d"),
        crop: CENTER_CROP,
        caption: bilingual("Both enemy men must be adjacent to it.", "両隣にいなければ取れません。"),
      },
    ),
  ],
});
