/** The rules of Dai Hasami Shogi. */

import { aims, fiveHints, hasamiPage, jumpingRules } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...jumpingRules, fiveInARow: "any" };

export default hasamiPage(
  "dai-hasami",
  rules,
  ["Dai Hasami Shogi", "大はさみ将棋"],
  ["Eighteen men a side move, jump and capture. Five in a row in any direction wins.", "18枚ずつの駒が進み、飛び越し、はさみます。縦横斜めに五つ並べば勝ちです。"],
  aims.either,
  fiveHints,
);
