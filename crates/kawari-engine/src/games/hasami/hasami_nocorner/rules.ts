/** The rules of Hasami Shogi without corners. */

import { aims, baseRules, captureHints, hasamiPage } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...baseRules, corner: "none" };

export default hasamiPage(
  "hasami-nocorner",
  rules,
  ["Hasami Shogi without corners", "はさみ将棋（隅取りなし）"],
  ["Hasami Shogi in which men in corners are safe.", "隅の駒は取れないはさみ将棋です。"],
  aims.capture,
  captureHints,
);
