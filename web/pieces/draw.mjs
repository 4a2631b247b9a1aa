// Draws pieces: wedges with kanji, with one bold kanji, with letters and move marks, or with symbols, and discs, stones and
// pawns. Each image covers one square of the board.

import { centred, font, grid, GRID } from "./outline.mjs";
import { parseBetza } from "./betza.mjs";
import { DIAGONAL_DOTS, ORTHOGONAL_DOTS, RAYS, SIDE_DOTS, SPEARHEAD, SYMBOLS } from "./symbols.mjs";

const WIDTH = 110;
const HEIGHT = 120;
const MIDDLE = WIDTH / 2;

const BRUSH = font("kaisei-tokumin", "japanese", 800);
const BOLD = font("zen-kaku-gothic-new", "japanese", 900);
const LETTERS = font("noto-sans", "latin", 800);

const WOOD = { face: "#f6dca4", edge: "#6f4a1c", side: "#d3a962", ink: "#1c140c", red: "#c01818" };
const PLAIN = { face: "#fff3d6", edge: "#5c3c14", side: "#c99a55", ink: "#120c06", red: "#cc0f0f" };
const DARK = { face: "#3d3029", edge: "#c3a883", side: "#231a15", ink: "#fbf1dc", red: "#ff9c86" };
const LIGHT = { face: "#fbf2dd", edge: "#6f5a3c", side: "#d8c7a0", ink: "#221a12", red: "#c01818" };

const svg = (inside) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * GRID} ${HEIGHT * GRID}">${inside}</svg>\n`;
const disk = (x, y, r) => {
  const [left, radius] = [`${grid(x - r)} ${grid(y)}`, grid(r)];
  return `M${left}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`;
};
const rotated = (inside) => `<g transform="rotate(180 ${grid(MIDDLE)} ${grid(HEIGHT / 2)})">${inside}</g>`;

/** Draws a wedge at the bottom of the square. `lean` is the inward slope of its sides. */
function wedge(size, colours, { half, lean, shoulder }) {
  const foot = HEIGHT - 6 - (1 - size) * 40;
  const top = foot - (HEIGHT - 11) * size;
  const [wide, narrow] = [half * size, (half - lean) * size];
  const neck = top + shoulder * size;
  const shape = (down) =>
    `M${grid(MIDDLE)} ${grid(top + down)}L${grid(MIDDLE + narrow)} ${grid(neck + down)}` +
    `L${grid(MIDDLE + wide)} ${grid(foot + down)}H${grid(MIDDLE - wide)}` +
    `L${grid(MIDDLE - narrow)} ${grid(neck + down)}z`;
  return (
    `<path fill="${colours.side}" stroke="${colours.edge}" stroke-width="${grid(1.5)}" stroke-linejoin="round" d="${shape(1.5)}"/>` +
    `<path fill="${colours.face}" d="${shape(-1)}"/>`
  );
}

/** Draws a piece with one or two kanji. Promoted pieces are red. */
export function kanjiPiece(face, role, colour, facing) {
  const { kanji, isPromoted } = kanjiOf(face, role, colour);
  const ink = isPromoted ? WOOD.red : WOOD.ink;
  const size = face.size;
  const centre = HEIGHT - 6 - (1 - size) * 40 - 47 * size;
  let text;
  if (kanji.length === 1) {
    text = centred(BRUSH, kanji, MIDDLE, centre, 70 * size, { width: 62 * size, height: 68 * size });
  } else {
    const fit = { width: 50 * size, height: 40 * size };
    const foot = face.foot ? 5 : 0;
    text =
      centred(BRUSH, kanji[0], MIDDLE, centre - (24 + foot / 2) * size, 45 * size, fit) +
      centred(BRUSH, kanji[1], MIDDLE, centre + (20 - foot) * size, 47 * size, fit);
  }
  let inside =
    wedge(size, WOOD, { half: 45, lean: 11, shoulder: 19 }) + `<path fill="${ink}" d="${text}"/>`;
  if (face.foot) {
    const small = centred(BRUSH, face.foot, MIDDLE + 31 * size, centre + 36 * size, 17 * size);
    inside += `<path fill="${WOOD.ink}" d="${small}"/>`;
  }
  return svg(facing === "up" ? inside : rotated(inside));
}

/** Returns the kanji of a side's piece, the colour of its ink and whether it is promoted. */
function kanjiOf(face, role, colour) {
  const kanji = Array.isArray(face.kanji) ? face.kanji[colour === "black" ? 0 : 1] : face.kanji;
  return { kanji, isPromoted: role.length > 1 || (kanji === "と" && role === "p") };
}

/** Returns whether a piece has the head of a spear in the sets with one kanji and with symbols. */
const hasSpearhead = (face) => face.symbol.includes("spearhead");

/** Draws a piece with one bold kanji, the last one of its name, legible in small sizes. */
export function boldPiece(face, role, colour, facing) {
  const { kanji, isPromoted } = kanjiOf(face, role, colour);
  const ink = isPromoted ? PLAIN.red : PLAIN.ink;
  const isSpear = hasSpearhead(face);
  const middle = isSpear ? 70 : 66;
  const size = isSpear ? 66 : 76;
  let text = centred(BOLD, face.bold ?? kanji, MIDDLE, middle, size, { width: size, height: size });
  if (face.foot) {
    // Leaves room for the small kanji.
    text = centred(BOLD, face.bold, MIDDLE - 7, middle - 4, 54) + centred(BOLD, face.foot, MIDDLE + 30, middle + 30, 27);
  }
  const inside =
    wedge(1, PLAIN, { half: 49, lean: 9, shoulder: 17 }) +
    `<path fill="${ink}" d="${text}${isSpear ? SPEARHEAD : ""}"/>`;
  return svg(facing === "up" ? inside : rotated(inside));
}

/** Draws a wedge with a symbol, upright for both players unless it shows a direction. */
export function symbolPiece(face, role, colour, facing) {
  const colours = colour === "black" ? DARK : LIGHT;
  const ink = role.length > 1 ? colours.red : colours.ink;
  const names = face.symbol.split(" ");
  const isSpear = hasSpearhead(face);
  const paths = { rays: RAYS, diagonal: DIAGONAL_DOTS, orthogonal: ORTHOGONAL_DOTS };
  const extras = names.filter((name) => name in paths);
  const name = names.find((one) => one in SYMBOLS);
  const scale = extras.length ? 0.78 : 1.06;
  // A smaller symbol leaves room for the head of the spear.
  const whole = isSpear ? 0.92 : 1.1;
  const middle = grid(RING.middle) + (isSpear ? 18 : 0);
  const isUpright = name !== "spear";
  const y = facing === "up" || !isUpright ? middle : grid(HEIGHT) - middle;
  const place = (factor, path, turn = "") =>
    `<path fill="${ink}" fill-rule="evenodd" transform="translate(${grid(MIDDLE)} ${y})${turn}${factor === 1 ? "" : ` scale(${factor})`}" d="${path}"/>`;
  let symbol = place(Math.round(whole * scale * 100) / 100, SYMBOLS[name], name === "horizontal" ? " rotate(90)" : "");
  if (name === "vertical") symbol += place(whole, SIDE_DOTS);
  if (name === "horizontal") symbol += place(whole, SIDE_DOTS, " rotate(90)");
  for (const extra of extras) symbol += place(whole, paths[extra]);
  let upright = wedge(1, colours, { half: 49, lean: 9, shoulder: 17 });
  if (isSpear) upright += `<path fill="${ink}" d="${SPEARHEAD}"/>`;
  if (!isUpright) upright += symbol;
  return svg((facing === "up" ? upright : rotated(upright)) + (isUpright ? symbol : ""));
}

/** Distances of the move marks from the letters of an upright piece. */
const RING = { x: 31, y: 35, middle: 64 };

/** Draws the move marks: a dot for a step, an arrow for a slide, a ring for a jump. */
function marks(face) {
  const { steps, slides, jumps } = parseBetza(face.moves);
  const place = ([x, y]) => {
    // The upper marks are closer together because the wedge is narrower there.
    const across = RING.x * (x !== 0 && y < 0 ? 0.9 : 1);
    return [MIDDLE + x * across, RING.middle + y * RING.y];
  };
  let filled = "";
  for (const step of steps) {
    const [x, y] = place(step);
    filled += disk(x, y, 5);
  }
  for (const [x, y] of slides) {
    // An arrow head that points outward, on a short stem.
    const [cx, cy] = place([x, y]);
    const long = Math.hypot(x, y);
    const [ux, uy] = [x / long, y / long];
    const at = (along, across) =>
      `${grid(cx + ux * along - uy * across)} ${grid(cy + uy * along + ux * across)}`;
    filled +=
      `M${at(9, 0)}L${at(-1, 8.5)}L${at(-1, 2.5)}L${at(-8, 2.5)}` +
      `L${at(-8, -2.5)}L${at(-1, -2.5)}L${at(-1, -8.5)}z`;
  }
  let rings = "";
  for (const [x] of jumps) {
    const [cx, cy] = [MIDDLE + x * 20, RING.middle - RING.y + 2];
    rings += disk(cx, cy, 5);
  }
  return { filled, rings };
}

/** Draws a wedge with the letters of the record notation, upright for both players. */
export function westernPiece(face, role, colour, facing) {
  const colours = colour === "black" ? DARK : LIGHT;
  const ink = role.length > 1 ? colours.red : colours.ink;
  const { filled, rings } = marks(face);
  let upright = wedge(1, colours, { half: 49, lean: 9, shoulder: 17 });
  if (filled) upright += `<path fill="${ink}" d="${filled}"/>`;
  if (rings) upright += `<path fill="none" stroke="${ink}" stroke-width="${grid(3.5)}" d="${rings}"/>`;
  const middle = facing === "up" ? RING.middle : HEIGHT - RING.middle;
  const plain = face.letter.replace("+", "");
  let letters = centred(LETTERS, plain, MIDDLE, middle, 52, { width: 44 });
  // The plus sign of a promoted piece, between two marks.
  if (plain !== face.letter) letters += centred(LETTERS, "+", MIDDLE - 26, middle - 19, 26);
  const text = `<path fill="${ink}" d="${letters}"/>`;
  return svg((facing === "up" ? upright : rotated(upright)) + text);
}

/** Draws a man of the Hasami games as a disc. */
export function disc(_face, _role, colour) {
  const [face, edge, ring] =
    colour === "black" ? ["#2c2a2b", "#8d867e", "#55504f"] : ["#f8f3e6", "#6d6353", "#cfc5b0"];
  const circle = (r, rest) => `<circle cx="${grid(MIDDLE)}" cy="${grid(HEIGHT / 2)}" r="${grid(r)}" ${rest}/>`;
  return svg(
    circle(45, `fill="${face}" stroke="${edge}" stroke-width="${grid(1.5)}"`) +
      circle(33, `fill="none" stroke="${ring}" stroke-width="${grid(1.5)}"`),
  );
}

/** Draws a man of the Hasami games as a stone of Go. */
export function stone(_face, _role, colour) {
  const [light, dark, edge] = colour === "black" ? ["#77757a", "#121113", "#8d867e"] : ["#ffffff", "#cdc8bd", "#6d6353"];
  const id = `kawari-stone-${colour}`;
  const [x, y, r] = [grid(MIDDLE), grid(HEIGHT / 2), grid(47)];
  return svg(
    `<radialGradient id="${id}" cx=".36" cy=".3" r=".8"><stop stop-color="${light}"/>` +
      `<stop offset="${colour === "black" ? 0.55 : 1}" stop-color="${dark}"/></radialGradient>` +
      `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})" stroke="${edge}" stroke-width="3"/>`,
  );
}

/** Draws a man of the Hasami games as a pawn. */
export function pawn(_face, _role, colour) {
  const [face, edge] = colour === "black" ? ["#262324", "#b5aa9c"] : ["#fbf6ea", "#40372c"];
  const at = `transform="translate(${grid(MIDDLE)} ${grid(HEIGHT / 2)}) scale(1.5)"`;
  const style = `fill="${face}" stroke="${edge}" stroke-width="3" stroke-linejoin="round"`;
  return svg(`<g ${at} ${style}><path d="${SYMBOLS.pawn}"/></g>`);
}
