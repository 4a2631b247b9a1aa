/** The rules of Hasami Shogi, five up or across. */

import { aims, fiveHints, hasamiPage, jumpingRules } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...jumpingRules, fiveInARow: "not-horizontal", corner: "none" };

export default hasamiPage(
  "hasami-brainking",
  rules,
  ["Hasami Shogi, five up or across", "はさみ将棋（五つ並べ・縦斜め）"],
  ["Eighteen men a side. Five in a row along a file or a diagonal wins, but not along a rank.", "18枚ずつ。縦か斜めに五つ並べば勝ち、横は数えません。"],
  aims.either,
  fiveHints,
);
