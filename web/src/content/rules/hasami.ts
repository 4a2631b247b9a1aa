/** Rules pages of the Hasami games: shared texts, and the function that builds a page. */

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

export const baseRules: HasamiRules = {
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

export const aims = {
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

export const captureHints = hintsSection(
  ["Keep your men adjacent or in line: an isolated man is easy to capture.", "駒はなるべく離さず、互いに支え合う形にしましょう。孤立した駒ははさまれます。"],
  ["Before you move a man, check which squares it was guarding.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
  ["An enemy man next to one of yours is half captured: watch the square on its other side.", "自分の駒の隣に来た相手の駒は、もう半分取れています。その反対側のマスが急所です。"],
);

export const fiveHints = hintsSection(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["Diagonal lines are hard to notice and hard to capture, because their men are not adjacent.", "斜めの列は見落としやすく、はさんで取るのも難しい形です。"],
  ["Prefer captures that break one of the opponent's lines.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

export const straightHints = hintsSection(
  ["Four in a row with both ends open cannot be stopped by one man.", "両端の空いた四つ並びは、1枚では止められません。"],
  ["Men can jump: when you look for threats of five in a row, consider jumps as well as slides.", "飛び越しも忘れずに。五つになる手は、進む手だけとは限りません。"],
  ["Prefer captures that break one of the opponent's lines.", "相手の列を崩す取り方は、ただ取るより価値があります。"],
);

/** Builds the rules page of a game. */
export const hasamiPage = (game: string, rules: HasamiRules, title: [string, string], summary: [string, string], aim: Block, advice: Section): RulesPage => {
  const sections = [startSection(rules, aim), movesSection(rules)];
  if (rules.houses) sections.push(housesSection(rules));
  sections.push(custodySection(rules));
  if (rules.edge) sections.push(edgeSection(rules));
  else if (rules.intervention) sections.push(interventionSection(rules), cornerSection(rules));
  else sections.push(cornerSection(rules));
  sections.push(winningSection(rules), endingSection(rules), advice);
  return { game, title: bilingual(...title), summary: bilingual(...summary), sections };
};

export const jumpingRules = { ...baseRules, start: EIGHTEEN, men: 18, jump: true };
