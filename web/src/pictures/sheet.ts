/** Arranges pictures of positions in rows, as one SVG. */

export interface Diagram {
  svg: string;
  /** Text below the picture. */
  caption: string;
}

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Space between the diagrams, and height of a caption, in pixels. */
const GAP = 20;
const CAPTION_HEIGHT = 34;
const FONT_SIZE = 20;

type Attributes = Record<string, string | number>;

function append(parent: Element, name: string, attributes: Attributes, text = ""): Element {
  const element = parent.ownerDocument.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  parent.append(element);
  return element;
}

/**
 * Returns the diagrams as one SVG, `columns` in a row. The diagrams have the same size. Definitions with the same id
 * have the same content in all of them, and are written once.
 */
export function sheet(diagrams: Diagram[], columns: number, title: string): string {
  const parser = new DOMParser();
  const pictures = diagrams.map(({ svg }) => parser.parseFromString(svg, "image/svg+xml").documentElement);
  const [first] = pictures;
  const [width, height] = ["width", "height"].map((name) => Number(first?.getAttribute(name) ?? 0)) as [number, number];
  const perRow = Math.min(columns, diagrams.length);
  const rows = Math.ceil(diagrams.length / perRow);
  const whole = {
    width: perRow * (width + GAP) + GAP,
    height: rows * (height + CAPTION_HEIGHT + GAP) + GAP,
  };
  const root = parser.parseFromString(`<svg xmlns="${NAMESPACE}"/>`, "image/svg+xml").documentElement;
  const attributes = { ...whole, viewBox: `0 0 ${whole.width} ${whole.height}`, role: "img" };
  for (const [key, value] of Object.entries(attributes)) root.setAttribute(key, String(value));
  root.setAttribute("font-family", first?.getAttribute("font-family") ?? "sans-serif");
  append(root, "title", {}, title);
  append(root, "rect", { width: whole.width, height: whole.height, fill: "#ffffff" });
  const definitions = append(root, "defs", {});
  const known = new Set<string>();
  pictures.forEach((picture, index) => {
    const x = GAP + (index % perRow) * (width + GAP);
    const y = GAP + Math.floor(index / perRow) * (height + CAPTION_HEIGHT + GAP);
    for (const definition of picture.querySelectorAll("defs > *")) {
      if (!known.has(definition.id)) definitions.append(definition.cloneNode(true));
      known.add(definition.id);
    }
    picture.querySelector("defs")?.remove();
    picture.setAttribute("x", String(x));
    picture.setAttribute("y", String(y));
    root.append(root.ownerDocument.adoptNode(picture));
    const text = { x: x + width / 2, y: y + height + FONT_SIZE + 4, "font-size": FONT_SIZE, "text-anchor": "middle" };
    append(root, "text", text, diagrams[index]?.caption);
  });
  return `${new XMLSerializer().serializeToString(root)}\n`;
}
