/** Pieces of games without pictures, whose images the server draws from the rules. */

import type { Game, PieceImage } from "../api/types.ts";
import { gameRules } from "../play/rules.ts";
import { groundColor, roleOf } from "./sfen.ts";

/** Returns the style sheet of a set. */
const styleSheet = (images: PieceImage[], className: string): string =>
  images
    .map(({ kind, color, isUp, svg }) => {
      const side = groundColor(color);
      const orientation = (color === "black") === isUp ? "sente" : "gote";
      return (
        `.${className} .orientation-${orientation} piece.${side}.${roleOf(kind)} ` +
        `{ background-image: url("data:image/svg+xml,${encodeURIComponent(svg)}"); }`
      );
    })
    .join("\n");

const sheets = new Map<string, { game: Game; sheet: CSSStyleSheet }>();

/** Adds the images of a game's pieces to the document, unless they are there. */
export function installPieceImages(game: Game, style: string, className: string): void {
  const known = sheets.get(className);
  if (known?.game === game) return;
  const sheet = known?.sheet ?? new CSSStyleSheet();
  sheets.set(className, { game, sheet });
  if (!known) document.adoptedStyleSheets.push(sheet);
  gameRules(game)
    .then(({ images }) => sheet.replaceSync(styleSheet(images.filter((image) => image.style === style), className)))
    .catch(() => sheets.delete(className));
}
