/** The rules of Hasami Shogi. */

import { aims, baseRules, captureHints, hasamiPage } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = baseRules;

export default hasamiPage(
  "hasami",
  rules,
  ["Hasami Shogi", "はさみ将棋"],
  ["Nine men a side move like Rooks and capture by enclosing men, also in corners.", "9枚の駒が飛車のように動き、はさんで取り合います。隅でも取れます。"],
  aims.capture,
  captureHints,
);
