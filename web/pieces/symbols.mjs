// Symbols of the pieces for players who read no kanji, as path data around (0, 0) in grid steps. They are about 120 wide
// and high, and filled with the even-odd rule.

const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
const BASE = "M-44 48h88v14h-88z";

/** Returns triangles that point outward in eight directions. */
function rays(inner, outer, halfWidth) {
  let path = "";
  for (let index = 0; index < 8; index++) {
    const [x, y] = [Math.sin((index * Math.PI) / 4), -Math.cos((index * Math.PI) / 4)];
    const at = (along, across) => `${Math.round(x * along - y * across)} ${Math.round(y * along + x * across)}`;
    path += `M${at(outer, 0)}L${at(inner, halfWidth)}L${at(inner, -halfWidth)}z`;
  }
  return path;
}

const SLIDES = "M0-64l27 31H10v66h17L0 64l-27-31h17v-66h-17z";

export const SYMBOLS = {
  crown:
    "M-6-66h12v11h11v11H6v10h-12v-10h-11v-11h11z" +
    "M0-32l26 42 32-30-8 78h-100l-8-78 32 30zM-46 34v9h92v-9z" +
    circle(-60, -26, 8) +
    circle(60, -26, 8),
  tower: "M-46 62V44l12-10v-46l-14-14v-36h22v16h14v-16h24v16h14v-16h22v36L34-12v46l12 10v18zM-26-6v9h52v-9z",
  mitre:
    circle(0, -58, 9) +
    "M0-50C30-28 44-4 44 14c0 14-6 22-12 28h-64c-6-6-12-14-12-28 0-18 14-42 44-64zM6-24L-4-16 20 12l10-8z" +
    BASE,
  sun: circle(0, 0, 31) + rays(39, 66, 13),
  moon: "M14-62A62 62 0 1 0 62 20 50 50 0 1 1 14-62z",
  copper: circle(0, -22, 38) + circle(0, -22, 22) + "M-8 14H8v15h20v14H8v20H-8V43h-20V29h20z",
  paw:
    "M0-2c22 0 44 24 44 42 0 18-22 20-44 12-22 8-44 6-44-12 0-18 22-42 44-42z" +
    circle(-48, -14, 14) +
    circle(-18, -44, 16) +
    circle(18, -44, 16) +
    circle(48, -14, 14),
  horse:
    "M-32 44C-32 16 2 8 2-14-8-6-18-4-28 4c-8 8-22 8-27-3-3-8 1-15 7-21 8-9 10-17 18-25l2-19 18 12" +
    "C24-54 48-24 48 12c0 12-3 22-8 32z" +
    circle(-22, -28, 6) +
    BASE,
  spear: "M0-66l30 44-18 16V2h18v14H12v48h-24V16h-18V2h18v-8l-18-16z",
  pawn: circle(0, -36, 28) + "M-30-9h60v12h-60zM-18 3h36c2 16 16 25 20 39h-76c4-14 18-23 20-39z" + BASE,
  vertical: SLIDES,
  horizontal: SLIDES,
};

/** Rays around the symbol of a piece that moves like a Gold. */
export const RAYS = rays(58, 76, 9);
/** Marks of the diagonal steps of a Dragon, of the orthogonal steps of a Horse, and of single steps beside arrows. */
export const DIAGONAL_DOTS = [-1, 1].flatMap((x) => [-1, 1].map((y) => circle(62 * x, 58 * y, 10))).join("");
export const ORTHOGONAL_DOTS = circle(-64, 0, 10) + circle(64, 0, 10) + circle(0, -66, 10) + circle(0, 66, 10);
export const SIDE_DOTS = circle(-46, 0, 11) + circle(46, 0, 11);
/** The head of a spear, at the top of an upright piece. */
export const SPEARHEAD = "M110 14l22 30-14 14h-16l-14-14z";
