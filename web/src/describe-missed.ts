/** Texts for what a mistake missed. */

import type { Game } from "./api/types.ts";
import { pieceName, squareName } from "./describe.ts";
import { lang, t } from "./i18n.ts";
import type { Evaluation, Missed } from "./model/tree.ts";

/** Lists pieces, those of the same kind once with their number. In games of men it returns their number. */
function piecesText(game: Game, kinds: string[]): string {
  if (game.family === "hasami") return t(kinds.length === 1 ? "missed.man" : "missed.men", { count: kinds.length });
  const texts = [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    const piece = pieceName(game, kind);
    if (count > 1) return t("missed.pieces", { piece, count });
    return t(/^[aeiou]/i.test(piece) ? "missed.piece.vowel" : "missed.piece", { piece });
  });
  return texts.join(lang() === "ja" ? "と" : ", ");
}

/** Returns a sentence for what a move missed. */
export function describeMissed(game: Game, missed: Missed): string {
  switch (missed.kind) {
    case "win-allowed":
    case "win-missed":
      return t(`missed.${missed.kind}.${missed.by}`, { plies: missed.plies });
    case "loss":
    case "gain-missed": {
      const [first, second] = missed.kind === "loss" ? [missed.lost, missed.won] : [missed.won, missed.lost];
      const key = `missed.${missed.kind}${second.length ? ".exchange" : ""}` as const;
      return t(key, { pieces: piecesText(game, first), others: piecesText(game, second) });
    }
    case "run":
      return t("missed.run", {
        count: missed.squares.length,
        squares: missed.squares.map(squareName).join(lang() === "ja" ? "、" : ", "),
      });
  }
}

/** Returns the sentences for what a move missed, each after a space. */
export const missedText = (game: Game, { missed }: Evaluation): string =>
  (missed ?? []).map((one) => ` ${describeMissed(game, one)}`).join("");
