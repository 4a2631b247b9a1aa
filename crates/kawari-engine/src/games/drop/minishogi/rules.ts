/** The rules of minishogi. */

import type { RulesPage } from "@content/types.ts";
import { positionWithKings, repetitionSection, type RulesBoard } from "@content/rules/drop-sections.ts";
import { arrows, bilingual, diagrams, list, text } from "@content/rules/builders.ts";
import { aimBlock, captures, pieces, shogiMateSection } from "@content/rules/shogi.ts";

export const board: RulesBoard = { files: 5, ranks: 5, centre: "3c", crop: ["5a", "1e"], kings: ["4e", "2a"], royal: bilingual("King", "玉") };

const page: RulesPage = {
  game: "minishogi",
  title: bilingual("Minishogi", "5五将棋"),
  summary: bilingual("Shogi on 5 by 5 squares: short and sharp games.", "5×5の小さな将棋。短く激しい戦いです。"),
  sections: [
    {
      id: "start",
      title: bilingual("The board and the aim", "盤と目的"),
      blocks: [
        aimBlock("5 by 5 squares with six pieces a side", "5×5"),
        diagrams({ sfen: "rbsgk/4p/5/P4/KGSBR b - 1", caption: bilingual("Start position: Black below, White above.", "初期配置。下が先手、上が後手です。") }),
      ],
    },
    pieces(board),
    captures(board),
    {
      id: "promotion",
      title: bilingual("Promotion", "成り"),
      blocks: [
        text(
          "Only the *farthest rank* is the promotion zone. A piece that moves into or out of it may promote.",
          "成れるのは*一番奥の段*だけです。そこへ入る手と、そこから出る手で成れます。",
        ),
        diagrams(
          { sfen: positionWithKings(board, "S4b"), moves: ["4b4a+"], arrows: arrows("move", "4b-4a"), caption: bilingual("Into the zone.", "入って成る。") },
          { sfen: positionWithKings(board, "B4a"), moves: ["4a1d+"], arrows: arrows("move", "4a-1d"), caption: bilingual("Out of the zone.", "出て成る。") },
          { sfen: positionWithKings(board, "S4b"), moves: ["4b4a"], arrows: arrows("move", "4b-4a"), caption: bilingual("Promotion is optional.", "成らなくてもよい。") },
        ),
        text("A Pawn must promote on this rank.", "歩は一番奥の段で必ず成ります。"),
        diagrams({
          sfen: positionWithKings(board, "P4b"),
          moves: ["4b4a+"],
          arrows: arrows("move", "4b-4a"),
          refused: ["4b4a"],
          caption: bilingual("The Pawn must promote.", "歩は必ず成ります。"),
        }),
      ],
    },
    shogiMateSection(board),
    repetitionSection(board, 4, "R", "black"),
    {
      id: "hints",
      title: bilingual("First hints", "はじめての方へ"),
      blocks: [
        list(
          bilingual("Every drop is close to a King: look for checks first.", "どこに打っても玉の近くです。まず王手を探しましょう。"),
          bilingual("Black loses by repetition, so Black must deviate.", "千日手は先手の負け。先手が手を変えなければなりません。"),
          bilingual("Rook and Bishop promote on the last rank only, but promoted they are decisive.", "飛・角が成れるのは一番奥の段だけ。成れば強力です。"),
        ),
      ],
    },
  ],
};

export default page;
