/** The rules of Hasami Shogi, five in a row. */

import { aims, hasamiPage, jumpingRules, straightHints } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...jumpingRules, fiveInARow: "straight", losesAt: -1 };

export default hasamiPage(
  "hasami-five",
  rules,
  ["Hasami Shogi, five in a row", "はさみ将棋（五つ並べ・縦横）"],
  ["Eighteen men a side. Only five in a row along a rank or a file wins.", "18枚ずつ。縦か横に五つ並べたときだけ勝ちになります。"],
  aims.fiveInARow,
  straightHints,
);
