/** The rules of Mak-yek. */

import { aims, baseRules, hasamiPage } from "@content/rules/hasami.ts";
import { hintsSection } from "@content/rules/hasami-endings.ts";
import type { HasamiRules } from "@content/rules/hasami-board.ts";

export const rules: HasamiRules = {
  ...baseRules,
  size: 8,
  men: 16,
  start: "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1",
  corner: "none",
  intervention: true,
};

export default hasamiPage(
  "mak-yek",
  rules,
  ["Mak-yek", "マークイェーク"],
  ["A Thai relative of Hasami Shogi: capture men by enclosing them, or by moving between two of them.", "タイの仲間。はさんで取るほか、2枚の間に割り込むと両方取れます。"],
  aims.capture,
  hintsSection(
    ["Two men with one empty square between them can be captured by a move to that square.", "1マスあけて並んだ2枚は、割り込まれる形です。"],
    ["Adjacent men are safe from intervention, but can be enclosed as a run.", "隣り合った駒の間には割り込めません。ただし列ごとはさまれることはあります。"],
    ["Before you move a man, check which squares it was guarding.", "動かす前に、その駒が守っていた場所を確かめましょう。"],
  ),
);
