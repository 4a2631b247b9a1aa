// Converts text to compact SVG path data.

import { readFileSync } from "node:fs";
import opentype from "opentype.js";

/** Loads a font of an @fontsource package. */
export function font(name, subset, weight) {
  const path = `node_modules/@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`;
  const bytes = readFileSync(new URL(path, import.meta.url));
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Returns the outline of a text and its bounding box. */
function outline(font, text, size) {
  for (const character of text) {
    if (font.charToGlyphIndex(character) === 0) throw new Error(`the font has no glyph for "${character}"`);
  }
  const path = font.getPath(text, 0, 0, size);
  return { path, box: path.getBoundingBox() };
}

/** Returns the path data of a text centred on (x, y). `fit` limits its width and height. */
export function centred(font, text, x, y, size, fit = {}) {
  let { path, box } = outline(font, text, size);
  const scale = Math.min(
    1,
    (fit.width ?? Infinity) / (box.x2 - box.x1),
    (fit.height ?? Infinity) / (box.y2 - box.y1),
  );
  if (scale < 1) ({ path, box } = outline(font, text, size * scale));
  const dx = x - (box.x1 + box.x2) / 2;
  const dy = y - (box.y1 + box.y2) / 2;
  return pathData(path.commands, dx, dy);
}

/** Grid steps per unit. Images use integer coordinates. */
export const GRID = 2;

/** Converts a length or coordinate to grid steps. */
export const grid = (value) => Math.round(value * GRID);

/** Joins numbers, with a space only where it is needed. */
const joinNumbers = (values) => values.join(" ").replaceAll(" -", "-");

/** Returns path data with relative coordinates, each rounded to the grid so that errors do not add up. */
function pathData(commands, dx, dy) {
  let at = [0, 0];
  let start = [0, 0];
  let text = "";
  let last = "";
  const append = (letter, values) => {
    const numbers = joinNumbers(values);
    const separator = last !== letter ? letter : numbers.startsWith("-") ? "" : " ";
    text += separator + numbers;
    last = letter;
  };
  for (const command of commands) {
    const to = command.type === "Z" ? start : [grid(command.x + dx), grid(command.y + dy)];
    const by = [to[0] - at[0], to[1] - at[1]];
    switch (command.type) {
      case "M":
        // The first point is absolute, so that outlines can be concatenated.
        if (text === "") append("M", to);
        else append("m", by);
        start = to;
        last = "";
        break;
      case "L":
        if (by[0] === 0 && by[1] === 0) break;
        if (by[1] === 0) append("h", [by[0]]);
        else if (by[0] === 0) append("v", [by[1]]);
        else append("l", by);
        break;
      case "Q": {
        if (by[0] === 0 && by[1] === 0) break;
        const bend = [grid(command.x1 + dx) - at[0], grid(command.y1 + dy) - at[1]];
        append("q", [...bend, ...by]);
        break;
      }
      case "C": {
        const bends = [
          grid(command.x1 + dx) - at[0], grid(command.y1 + dy) - at[1],
          grid(command.x2 + dx) - at[0], grid(command.y2 + dy) - at[1],
        ];
        append("c", [...bends, ...by]);
        break;
      }
      case "Z":
        text += "z";
        last = "";
        break;
      default: throw new Error(`unknown path command "${command.type}"`);
    }
    at = to;
  }
  return text;
}
