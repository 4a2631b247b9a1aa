// Draws pieces in three styles: wedges with kanji, wedges with letters and move marks, and discs.
// Each image covers one square of the board.

import { centred, font, grid, GRID } from "./outline.mjs";
import { parseBetza } from "./betza.mjs";

const WIDTH = 110;
const HEIGHT = 120;
const MIDDLE = WIDTH / 2;

const BRUSH = font("kaisei-tokumin", "japanese", 800);
const LETTERS = font("noto-sans", "latin", 800);

const WOOD = { face: "#f6dca4", edge: "#6f4a1c", side: "#d3a962", ink: "#1c140c", red: "#c01818" };
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
  const kanji = Array.isArray(face.kanji) ? face.kanji[colour === "black" ? 0 : 1] : face.kanji;
  const isPromoted = role.length > 1 || (kanji === "と" && role === "p");
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
