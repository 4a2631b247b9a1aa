/**
 * Draws the pieces of games without pictures: wedges with letters or kanji and marks of the moves, in
 * the style of the pictures that `web/pieces` draws.
 */

import type { Game, MoveDiagram, PieceSide } from "../api/types.ts";
import { gameRules } from "../play/rules.ts";
import { roleOf } from "./sfen.ts";

const WIDTH = 110;
const HEIGHT = 120;
const MIDDLE = WIDTH / 2;

interface Colours {
  face: string;
  edge: string;
  side: string;
  ink: string;
  /** Ink of promoted pieces. */
  red: string;
}

const WOOD: Colours = { face: "#f6dca4", edge: "#6f4a1c", side: "#d3a962", ink: "#1c140c", red: "#c01818" };
const DARK: Colours = { face: "#3d3029", edge: "#c3a883", side: "#231a15", ink: "#fbf1dc", red: "#ff9c86" };
const LIGHT: Colours = { face: "#fbf2dd", edge: "#6f5a3c", side: "#d8c7a0", ink: "#221a12", red: "#c01818" };

const LETTER_FONT = "'Noto Sans',system-ui,sans-serif";
const KANJI_FONT =
  "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',serif";

function wedge(colours: Colours): string {
  const shape = (down: number): string =>
    `M${MIDDLE} ${5 + down}L${MIDDLE + 40} ${22 + down}L${MIDDLE + 49} ${114 + down}` +
    `H${MIDDLE - 49}L${MIDDLE - 40} ${22 + down}z`;
  return (
    `<path fill="${colours.side}" stroke="${colours.edge}" stroke-width="1.5" stroke-linejoin="round" d="${shape(1.5)}"/>` +
    `<path fill="${colours.face}" d="${shape(-1)}"/>`
  );
}

/** Height of the middle of the letters on an upright piece, and distances of the marks from there. */
const CENTRE = 64;
const ACROSS = 34;
const ALONG = 37;

type Point = [number, number];

const isOblique = ([x, y]: Point): boolean => x !== 0 && y !== 0 && Math.abs(x) !== Math.abs(y);

/** Returns the place of the mark for a move. Oblique jumps are half-way between the other moves. */
function place([x, y]: Point): Point {
  const halfOf = (one: number, other: number): number =>
    Math.sign(one) * (isOblique([x, y]) && Math.abs(one) < Math.abs(other) ? 0.5 : 1);
  // The upper marks are closer together because the wedge is narrower there.
  const across = ACROSS * (y > 0 ? 0.88 : 1);
  return [MIDDLE + across * halfOf(x, y), CENTRE - ALONG * halfOf(y, x)];
}

const disk = ([x, y]: Point, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

const diamond = ([x, y]: Point, r: number): string => `M${x} ${y - r}l${r} ${r}l-${r} ${r}l-${r}-${r}z`;

/** Returns an arrow that points outward, or a bar at the end of a stem if the slide is limited. */
function slideMark(direction: Point, isLimited: boolean): string {
  const [cx, cy] = place(direction);
  const long = Math.hypot(...direction);
  const [ux, uy] = [direction[0] / long, -direction[1] / long];
  const at = (along: number, across: number): string =>
    `${(cx + ux * along - uy * across).toFixed(1)} ${(cy + uy * along + ux * across).toFixed(1)}`;
  return isLimited
    ? `M${at(6, 7.5)}L${at(6, -7.5)}L${at(1, -7.5)}L${at(1, -2.5)}L${at(-8, -2.5)}L${at(-8, 2.5)}L${at(1, 2.5)}L${at(1, 7.5)}z`
    : `M${at(9, 0)}L${at(-1, 8.5)}L${at(-1, 2.5)}L${at(-8, 2.5)}L${at(-8, -2.5)}L${at(-1, -2.5)}L${at(-1, -8.5)}z`;
}

/** Draws the marks: dots for steps, arrows for slides, rings for jumps, diamonds for walks. */
function marks({ steps, jumps, slides, walks }: MoveDiagram, ink: string): string {
  const walked = walks.flatMap((walk) => walk.steps);
  const isSlide = ([x, y]: Point): boolean => slides.some(({ direction: [a, b] }) => a === x && b === y);
  const hasMark = ([x, y]: Point): boolean =>
    [...steps, ...walked, ...slides.map((slide) => slide.direction)].some(([a, b]) => a === x && b === y);
  const filled = [
    ...steps.filter((step) => !isSlide(step)).map((step) => disk(place(step), 5)),
    ...slides.map(({ direction, limit }) => slideMark(direction, limit !== null)),
    ...walked.map((step) => diamond(place(step), 6.5)),
  ].join("");
  // A ring in the direction of another mark is around it.
  const isAround = (to: Point): boolean =>
    !isOblique(to) && hasMark([Math.sign(to[0]), Math.sign(to[1])]);
  const rings = jumps.map(({ to }) => disk(place(to), isAround(to) ? 9 : 5)).join("");
  return (
    (filled && `<path fill="${ink}" d="${filled}"/>`) +
    (rings && `<path fill="none" stroke="${ink}" stroke-width="3" d="${rings}"/>`)
  );
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const textAt = (x: number, y: number, size: number, ink: string, font: string, text: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="800" font-family="${font}" fill="${ink}" ` +
  `text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>`;

const rotated = (inside: string): string => `<g transform="rotate(180 ${MIDDLE} ${HEIGHT / 2})">${inside}</g>`;

type Piece = Pick<PieceSide, "letters" | "kanji" | "moves">;

/** Draws a piece as an SVG image. Letters stay upright for both players; kanji face their owner's opponent. */
function tile(piece: Piece, style: string, color: "black" | "white", isUp: boolean): string {
  const isKanji = style === "kanji" && piece.kanji !== null;
  const colours = style === "kanji" ? WOOD : color === "black" ? DARK : LIGHT;
  const isPromoted = piece.letters.startsWith("+");
  const ink = isPromoted ? colours.red : colours.ink;
  let upright = wedge(colours) + marks(piece.moves, ink);
  let text = "";
  if (isKanji) {
    const characters = [...(piece.kanji ?? "")];
    const size = characters.length > 1 ? 30 : 46;
    characters.forEach((character, index) => {
      const y = CENTRE + (index - (characters.length - 1) / 2) * size;
      upright += textAt(MIDDLE, y, size, ink, KANJI_FONT, character);
    });
  } else {
    const middle = isUp ? CENTRE : HEIGHT - CENTRE;
    text = textAt(MIDDLE, middle, 48, ink, LETTER_FONT, piece.letters.replace("+", ""));
    if (isPromoted) text += textAt(MIDDLE - 25, middle - 18, 24, ink, LETTER_FONT, "+");
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `${isUp ? upright : rotated(upright)}${text}</svg>`
  );
}

/** Returns the style sheet of a set. */
function styleSheet(pieces: Piece[], style: string, className: string): string {
  const rules = pieces.flatMap((piece) =>
    (["black", "white"] as const).flatMap((color) =>
      (["sente", "gote"] as const).map((orientation) => {
        const side = color === "black" ? "sente" : "gote";
        const image = encodeURIComponent(tile(piece, style, color, side === orientation));
        return (
          `.${className} .orientation-${orientation} piece.${side}.${roleOf(piece.letters)} ` +
          `{ background-image: url("data:image/svg+xml,${image}"); }`
        );
      }),
    ),
  );
  return rules.join("\n");
}

const sheets = new Map<string, { game: Game; sheet: CSSStyleSheet }>();

/** Draws the pieces of a game, unless they are drawn. */
export function drawPieceSet(game: Game, style: string, className: string): void {
  const known = sheets.get(className);
  if (known?.game === game) return;
  const sheet = known?.sheet ?? new CSSStyleSheet();
  sheets.set(className, { game, sheet });
  if (!known) document.adoptedStyleSheets.push(sheet);
  gameRules(game)
    .then(({ en }) => {
      const sides = en.sections.flatMap((section) =>
        section.blocks.flatMap((block) => (block.kind === "pieces" ? block.sides : [])),
      );
      sheet.replaceSync(styleSheet(sides, style, className));
    })
    .catch(() => sheets.delete(className));
}
