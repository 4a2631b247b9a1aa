/** The rules of Hasami Shogi with houses. */

import { aims, fiveHints, hasamiPage, jumpingRules } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...jumpingRules, fiveInARow: "any", houses: true, corner: "battlefield", losesAt: 4 };

export default hasamiPage(
  "hasami-ludos",
  rules,
  ["Hasami Shogi with houses", "はさみ将棋（陣地つき）"],
  ["Men cannot return to their house. Five in a row on the battlefield wins.", "陣地を出たら戻れません。戦場で五つ並べば勝ちです。"],
  aims.either,
  fiveHints,
);
