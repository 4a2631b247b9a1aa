/** The rules of the nine Hasami games. */

import type { Block, RulesPage, Section } from "../types.ts";
import { bilingual, text } from "./builders.ts";
import type { HasamiRules } from "./hasami-board.ts";
import { endingSection, hintsSection, winningSection } from "./hasami-endings.ts";
import {
  cornerSection,
  custodySection,
  edgeSection,
  housesSection,
  interventionSection,
  movesSection,
  startSection,
} from "./hasami-sections.ts";

const NINE = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1";
const EIGHTEEN = "ppppppppp/ppppppppp/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b - 1";

const baseRules: HasamiRules = {
  size: 9,
  start: NINE,
  men: 9,
  jump: false,
  houses: false,
  corner: "board",
  edge: false,
  intervention: false,
  losesAt: 1,
  lead: false,
  fiveInARow: "none",
};

const aims = {
  capture: text(
    "The aim is to capture the opponent's men by enclosing them between two of yours, until at most one is left.",
    "自分の駒2枚で相手の駒をはさんで取り、残り1枚以下にすれば勝ちです。",
  ),
  captureFive: text(
    "The aim is to capture five of the opponent's nine men, or to lead by three.",
    "相手の駒9枚のうち5枚を取るか、3枚の差をつければ勝ちです。",
  ),
  fiveInARow: text(
    "The aim is to form an unbroken line of five men. Captures weaken the opponent but do not win the game.",
    "自分の駒を一列に五つ並べれば勝ちです。駒を取ることは相手を弱めますが、それだけでは勝ちになりません。",
  ),
  either: text(
    "The aim is to form an unbroken line of five men, or to capture most of the opponent's men.",
    "自分の駒を一列に五つ並べるか、相手の駒をほとんど取れば勝ちです。",
  ),
};

const captureHints = hintsSection(
  ["Keep your men adjacent or in line: an isolated man is easy to capture.", "駒はなるべく離さず、互いに支え合う形にしましょう。孤立した駒ははさまれます。"],
  ["Before you move a man, check which squares it was guarding.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
  ["An enemy man next to one of yours is half captured: watch the square on its other side.", "自分の駒の隣に来た相手の駒は、もう半分取れています。その反対側のマスが急所です。"],
);

const fiveHints = hintsSection(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["Diagonal lines are hard to notice and hard to capture, because their men are not adjacent.", "斜めの列は見落としやすく、はさんで取るのも難しい形です。"],
  ["Prefer captures that break one of the opponent's lines.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

const straightHints = hintsSection(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["Men can jump: when you look for threats of five in a row, consider jumps as well as slides.", "飛び越しも忘れずに。五つになる手は、進む手だけとは限りません。"],
  ["Prefer captures that break one of the opponent's lines.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

const page = (game: string, rules: HasamiRules, title: [string, string], summary: [string, string], aim: Block, advice: Section): RulesPage => {
  const sections = [startSection(rules, aim), movesSection(rules)];
  if (rules.houses) sections.push(housesSection(rules));
  sections.push(custodySection(rules));
  if (rules.edge) sections.push(edgeSection(rules));
  else if (rules.intervention) sections.push(interventionSection(rules), cornerSection(rules));
  else sections.push(cornerSection(rules));
  sections.push(winningSection(rules), endingSection(rules), advice);
  return { game, title: bilingual(...title), summary: bilingual(...summary), sections };
};

const jumping = { ...baseRules, start: EIGHTEEN, men: 18, jump: true };

export const hasamiPages: RulesPage[] = [
  page(
    "hasami",
    baseRules,
    ["Hasami Shogi", "はさみ将棋"],
    ["Nine men a side move like Rooks and capture by enclosing men, also in corners.", "9枚の駒が飛車のように動き、はさんで取り合います。隅でも取れます。"],
    aims.capture,
    captureHints,
  ),
  page(
    "hasami-nocorner",
    { ...baseRules, corner: "none" },
    ["Hasami Shogi without corners", "はさみ将棋（隅取りなし）"],
    ["Hasami Shogi in which men in corners are safe.", "隅の駒は取れないはさみ将棋です。"],
    aims.capture,
    captureHints,
  ),
  page(
    "hasami-chess",
    { ...baseRules, size: 8, men: 8, start: "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1", corner: "none" },
    ["Hasami Shogi on a chess board", "はさみ将棋（8×8）"],
    ["Hasami Shogi for a chess board: eight men a side, no capture in corners.", "チェス盤で指すはさみ将棋。駒は8枚ずつ、隅取りはありません。"],
    aims.capture,
    captureHints,
  ),
  page(
    "hasami-jsa",
    { ...baseRules, corner: "none", edge: true, losesAt: 4, lead: true },
    ["Hasami Shogi, edge captures", "はさみ将棋（端取り・5枚先取）"],
    ["Be the first to capture five men, or lead by three. Groups enclosed at the edge can also be captured.", "先に5枚取るか、3枚差をつければ勝ち。端に閉じ込められた駒も取られます。"],
    aims.captureFive,
    captureHints,
  ),
  page(
    "dai-hasami",
    { ...jumping, fiveInARow: "any" },
    ["Dai Hasami Shogi", "大はさみ将棋"],
    ["Eighteen men a side move, jump and capture. Five in a row in any direction wins.", "18枚ずつの駒が進み、飛び越し、はさみます。縦横斜めに五つ並べば勝ちです。"],
    aims.either,
    fiveHints,
  ),
  page(
    "hasami-five",
    { ...jumping, fiveInARow: "straight", losesAt: -1 },
    ["Hasami Shogi, five in a row", "はさみ将棋（五つ並べ・縦横）"],
    ["Eighteen men a side. Only five in a row along a rank or a file wins.", "18枚ずつ。縦か横に五つ並べたときだけ勝ちになります。"],
    aims.fiveInARow,
    straightHints,
  ),
  page(
    "hasami-brainking",
    { ...jumping, fiveInARow: "not-horizontal", corner: "none" },
    ["Hasami Shogi, five up or across", "はさみ将棋（五つ並べ・縦斜め）"],
    ["Eighteen men a side. Five in a row along a file or a diagonal wins, but not along a rank.", "18枚ずつ。縦か斜めに五つ並べば勝ち、横は数えません。"],
    aims.either,
    fiveHints,
  ),
  page(
    "hasami-ludos",
    { ...jumping, fiveInARow: "any", houses: true, corner: "battlefield", losesAt: 4 },
    ["Hasami Shogi with houses", "はさみ将棋（陣地つき）"],
    ["Men cannot return to their house. Five in a row on the battlefield wins.", "陣地を出たら戻れません。戦場で五つ並べば勝ちです。"],
    aims.either,
    fiveHints,
  ),
  page(
    "mak-yek",
    {
      ...baseRules,
      size: 8,
      men: 16,
      start: "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1",
      corner: "none",
      intervention: true,
    },
    ["Mak-yek", "マークイェーク"],
    ["A Thai relative of Hasami Shogi: capture men by enclosing them, or by moving between two of them.", "タイの仲間。はさんで取るほか、2枚の間に割り込むと両方取れます。"],
    aims.capture,
    hintsSection(
      ["Two men with one empty square between them can be captured by a move to that square.", "1マスあけて並んだ2枚は、割り込まれる形です。"],
      ["Adjacent men are safe from intervention, but can be enclosed as a run.", "隣り合った駒の間には割り込めません。ただし列ごとはさまれることはあります。"],
      ["Before you move a man, check which squares it was guarding.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
    ),
  ),
];
