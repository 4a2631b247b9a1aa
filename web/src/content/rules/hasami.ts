/** The nine games of the Hasami family. */

import type { Block, RulesPage, Section } from "../types.ts";
import { both, text } from "./builders.ts";
import type { Game } from "./hasami-board.ts";
import { ending, hints, winning } from "./hasami-endings.ts";
import { corner, custody, edge, houses, intervention, moves, start } from "./hasami-sections.ts";

const NINE = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1";
const EIGHTEEN = "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1";

const plain: Game = {
  size: 9,
  start: NINE,
  men: 9,
  jump: false,
  houses: false,
  corner: "board",
  edge: false,
  intervention: false,
  leave: 1,
  lead: false,
  five: "none",
};

const aims: Record<string, Block> = {
  capture: text(
    "The aim is to capture the opponent's men by putting them between two of yours, until at most one is left.",
    "自分の駒2枚で相手の駒をはさんで取り、残り1枚以下にすれば勝ちです。",
  ),
  captureFive: text(
    "The aim is to capture five of the opponent's nine men, or to lead by three.",
    "相手の駒9枚のうち5枚を取るか、3枚の差をつければ勝ちです。",
  ),
  five: text(
    "The aim is to bring five men into one unbroken line. Captures weaken the opponent, but don't win by themselves.",
    "自分の駒を一列に五つ並べれば勝ちです。駒を取ることは相手を弱めますが、それだけでは勝ちになりません。",
  ),
  either: text(
    "The aim is to bring five men into one unbroken line, or to capture nearly all of the opponent's.",
    "自分の駒を一列に五つ並べるか、相手の駒をほとんど取れば勝ちです。",
  ),
};

const captureHints = hints(
  ["Keep men next to each other or on one line: a man alone can be surrounded.", "駒はなるべく離さず、互いに支え合う形にしましょう。孤立した駒ははさまれます。"],
  ["Before you move, look at what the man leaves behind: it may have been guarding a square.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
  ["An enemy man next to one of yours is half captured: the square behind it is what counts.", "自分の駒の隣に来た相手の駒は、もう半分取れています。その反対側のマスが急所です。"],
);

const fiveHints = hints(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["Diagonal lines are hard to see, and hard to capture: no two of their men stand side by side.", "斜めの列は見落としやすく、はさんで取るのも難しい形です。"],
  ["A capture that breaks a line of the opponent's is worth more than one that doesn't.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

const straightHints = hints(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["A man jumps over its neighbour: count jumps as well as slides when you look for what threatens five.", "飛び越しも忘れずに。五つになる手は、進む手だけとは限りません。"],
  ["A capture that breaks a line of the opponent's is worth more than one that doesn't.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

const page = (game: string, rules: Game, title: [string, string], summary: [string, string], aim: Block, advice: Section): RulesPage => {
  const sections = [start(rules, aim), moves(rules)];
  if (rules.houses) sections.push(houses(rules));
  sections.push(custody(rules));
  if (rules.edge) sections.push(edge(rules));
  else if (rules.intervention) sections.push(intervention(rules), corner(rules));
  else sections.push(corner(rules));
  sections.push(winning(rules), ending(rules), advice);
  return { game, title: both(...title), summary: both(...summary), sections };
};

const jumping = { ...plain, start: EIGHTEEN, men: 18, jump: true };

export const hasamiPages: RulesPage[] = [
  page(
    "hasami",
    plain,
    ["Hasami Shogi", "はさみ将棋"],
    ["Nine men slide like Rooks and capture by surrounding, in corners too.", "9枚の駒が飛車のように動き、はさんで取り合います。隅でも取れます。"],
    aims["capture"] as Block,
    captureHints,
  ),
  page(
    "hasami-nocorner",
    { ...plain, corner: "none" },
    ["Hasami Shogi without corners", "はさみ将棋（隅取りなし）"],
    ["Hasami Shogi in which a man in a corner is safe.", "隅の駒は取れないはさみ将棋です。"],
    aims["capture"] as Block,
    captureHints,
  ),
  page(
    "hasami-chess",
    { ...plain, size: 8, men: 8, start: "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1", corner: "none" },
    ["Hasami Shogi on a chess board", "はさみ将棋（8×8）"],
    ["Hasami Shogi for a chess board: eight men a side, no capture in corners.", "チェス盤で指すはさみ将棋。駒は8枚ずつ、隅取りはありません。"],
    aims["capture"] as Block,
    captureHints,
  ),
  page(
    "hasami-jsa",
    { ...plain, corner: "none", edge: true, leave: 4, lead: true },
    ["Hasami Shogi, edge captures", "はさみ将棋（端取り・5枚先取）"],
    ["Capture five men first, or lead by three. Groups shut in at the edge fall as well.", "先に5枚取るか、3枚差をつければ勝ち。端に閉じ込められた駒も取られます。"],
    aims["captureFive"] as Block,
    captureHints,
  ),
  page(
    "dai-hasami",
    { ...jumping, five: "any" },
    ["Dai Hasami Shogi", "大はさみ将棋"],
    ["Eighteen men a side slide, jump and capture: five in a row in any direction wins.", "18枚ずつの駒が進み、飛び越し、はさみます。縦横斜めに五つ並べば勝ちです。"],
    aims["either"] as Block,
    fiveHints,
  ),
  page(
    "hasami-five",
    { ...jumping, five: "straight", leave: -1 },
    ["Hasami Shogi, five in a row", "はさみ将棋（五つ並べ・縦横）"],
    ["Eighteen men a side; only five in a row along a rank or a file wins.", "18枚ずつ。縦か横に五つ並べたときだけ勝ちになります。"],
    aims["five"] as Block,
    straightHints,
  ),
  page(
    "hasami-brainking",
    { ...jumping, five: "not-horizontal", corner: "none" },
    ["Hasami Shogi, five up or across", "はさみ将棋（五つ並べ・縦斜め）"],
    ["Eighteen men a side; five along a file or a diagonal wins, a rank doesn't count.", "18枚ずつ。縦か斜めに五つ並べば勝ち、横は数えません。"],
    aims["either"] as Block,
    fiveHints,
  ),
  page(
    "hasami-ludos",
    { ...jumping, five: "any", houses: true, corner: "battlefield", leave: 4 },
    ["Hasami Shogi with houses", "はさみ将棋（陣地つき）"],
    ["Leave your house, never to return: five in a row in the battlefield wins.", "陣地を出たら戻れません。戦場で五つ並べば勝ちです。"],
    aims["either"] as Block,
    fiveHints,
  ),
  page(
    "mak-yek",
    {
      ...plain,
      size: 8,
      men: 16,
      start: "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1",
      corner: "none",
      intervention: true,
    },
    ["Mak-yek", "マークイェーク"],
    ["The Thai relative: surround men to capture them, or step in between two and take both.", "タイの仲間。はさんで取るほか、2枚の間に割り込むと両方取れます。"],
    aims["capture"] as Block,
    hints(
      ["Two enemy men with one square between them invite you in; two of yours invite the enemy.", "1マスあけて並んだ2枚は、割り込まれる形です。"],
      ["Men side by side can be surrounded as a run, but nobody can step in between them.", "隣り合った駒の間には割り込めません。ただし列ごとはさまれることはあります。"],
      ["Before you move, look at what the man leaves behind: it may have been guarding a square.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
    ),
  ),
];
