/** The rules of Hasami Shogi on a chess board. */

import { aims, baseRules, captureHints, hasamiPage } from "@content/rules/hasami.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = { ...baseRules, size: 8, men: 8, start: "pppppppp/8/8/8/8/8/8/PPPPPPPP b - 1", corner: "none" };

export default hasamiPage(
  "hasami-chess",
  rules,
  ["Hasami Shogi on a chess board", "はさみ将棋（8×8）"],
  ["Hasami Shogi for a chess board: eight men a side, no capture in corners.", "チェス盤で指すはさみ将棋。駒は8枚ずつ、隅取りはありません。"],
  aims.capture,
  captureHints,
);
