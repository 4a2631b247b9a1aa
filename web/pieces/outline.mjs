// Outlines of a font as paths in few bytes, laid out in a box.

import { readFileSync } from "node:fs";
import opentype from "opentype.js";

/** A font of the @fontsource packages that stands beside this file. */
export function font(name, subset, weight) {
  const path = `node_modules/@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`;
  const bytes = readFileSync(new URL(path, import.meta.url));
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** The outline of a text at a size, with its extent. */
function outline(font, text, size) {
  for (const sign of text) {
    if (font.charToGlyphIndex(sign) === 0) throw new Error(`the font has no ${sign}`);
  }
  const path = font.getPath(text, 0, 0, size);
  return { path, box: path.getBoundingBox() };
}

/**
 * The path data of a text whose ink is centred on (x, y). `fit` shrinks it to a
 * width and a height.
 */
export function centred(font, text, x, y, size, fit = {}) {
  let { path, box } = outline(font, text, size);
  const shrink = Math.min(
    1,
    (fit.width ?? Infinity) / (box.x2 - box.x1),
    (fit.height ?? Infinity) / (box.y2 - box.y1),
  );
  if (shrink < 1) ({ path, box } = outline(font, text, size * shrink));
  const dx = x - (box.x1 + box.x2) / 2;
  const dy = y - (box.y1 + box.y2) / 2;
  return data(path.commands, dx, dy);
}

/** How many steps of the grid there are to a unit: pictures are drawn in whole numbers. */
export const GRID = 2;

/** A length or a coordinate on the grid. */
export const grid = (value) => Math.round(value * GRID);

/** Numbers in a row; a blank only where two would run together. */
const row = (values) => values.join(" ").replaceAll(" -", "-");

/** Path data relative from point to point, each on the grid, so that errors don't add up. */
function data(commands, dx, dy) {
  let at = [0, 0];
  let start = [0, 0];
  let text = "";
  let last = "";
  const say = (letter, values) => {
    const numbers = row(values);
    const joint = last !== letter ? letter : numbers.startsWith("-") ? "" : " ";
    text += joint + numbers;
    last = letter;
  };
  for (const command of commands) {
    const to = command.type === "Z" ? start : [grid(command.x + dx), grid(command.y + dy)];
    const by = [to[0] - at[0], to[1] - at[1]];
    switch (command.type) {
      case "M":
        // The first point stands for itself, so that outlines can follow each other.
        if (text === "") say("M", to);
        else say("m", by);
        start = to;
        last = "";
        break;
      case "L":
        if (by[0] === 0 && by[1] === 0) break;
        if (by[1] === 0) say("h", [by[0]]);
        else if (by[0] === 0) say("v", [by[1]]);
        else say("l", by);
        break;
      case "Q": {
        if (by[0] === 0 && by[1] === 0) break;
        const bend = [grid(command.x1 + dx) - at[0], grid(command.y1 + dy) - at[1]];
        say("q", [...bend, ...by]);
        break;
      }
      case "C": {
        const bends = [
          grid(command.x1 + dx) - at[0], grid(command.y1 + dy) - at[1],
          grid(command.x2 + dx) - at[0], grid(command.y2 + dy) - at[1],
        ];
        say("c", [...bends, ...by]);
        break;
      }
      case "Z":
        text += "z";
        last = "";
        break;
      default: throw new Error(`a command that is not known: ${command.type}`);
    }
    at = to;
  }
  return text;
}
