/** The rules of Hasami Shogi, edge captures. */

import { aims, baseRules, captureHints, hasamiPage } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...baseRules, corner: "none", edge: true, losesAt: 4, lead: true };

export default hasamiPage(
  "hasami-jsa",
  rules,
  ["Hasami Shogi, edge captures", "はさみ将棋（端取り・5枚先取）"],
  ["Be the first to capture five men, or lead by three. Groups enclosed at the edge can also be captured.", "先に5枚取るか、3枚差をつければ勝ち。端に閉じ込められた駒も取られます。"],
  aims.captureFive,
  captureHints,
);
