/** A diagram of the moves of a piece: dots for steps, arrows for slides, rings for jumps, diamonds for walks. */

import { h, type VNode } from "snabbdom";
import type { MoveDiagram, Walk } from "../api/types.ts";
import { el } from "./html.ts";

type Offset = [number, number];

/** Side of a square. */
const SIZE = 20;

/** Returns the squares that a walk can reach on an empty board. */
function reached({ steps, count }: Walk): Offset[] {
  const found = new Map<string, Offset>();
  let front: { at: Offset; last: Offset }[] = [{ at: [0, 0], last: [0, 0] }];
  for (let step = 0; step < count; step++) {
    front = front.flatMap(({ at: [x, y], last: [a, b] }) =>
      steps
        .filter(([dx, dy]) => !step || dx !== -a || dy !== -b)
        .map((last) => ({ at: [x + last[0], y + last[1]] as Offset, last })),
    );
    if (step === count - 1) for (const { at } of front) if (at[0] || at[1]) found.set(String(at), at);
  }
  return [...found.values()];
}

/** Returns the number of squares from the piece to the edge of its diagram. */
function radius({ jumps, slides, walks }: MoveDiagram): number {
  const lengths = [
    ...jumps.map(({ to: [x, y] }) => Math.max(Math.abs(x), Math.abs(y))),
    ...slides.map((slide) => slide.limit ?? 0),
    ...walks.map((walk) => walk.count),
  ];
  return Math.min(4, Math.max(2, ...lengths));
}

/** Builds a diagram of the moves around a picture of the piece. The owner plays upward. */
export function moveDiagram(moves: MoveDiagram, piece: VNode): VNode {
  const half = radius(moves);
  const side = (2 * half + 1) * SIZE;
  const centre = ([x, y]: Offset): [number, number] => [side / 2 + x * SIZE, side / 2 - y * SIZE];
  const grid = Array.from({ length: 2 * half + 2 }, (_, line) => `M${line * SIZE} 0V${side}M0 ${line * SIZE}H${side}`);
  const circle = (at: Offset, className: string, r: number): VNode => {
    const [cx, cy] = centre(at);
    return h(`circle.${className}`, { attrs: { cx, cy, r } });
  };
  const slide = ([x, y]: Offset, limit: number | null): VNode => {
    const [cx, cy] = centre([0, 0]);
    const long = Math.hypot(x, y);
    const [ux, uy] = [x / long, -y / long];
    const end = limit === null || limit > half ? half + 0.42 : limit + 0.2;
    const at = (along: number, across: number): string =>
      `${cx + x * SIZE * along - uy * across} ${cy - y * SIZE * along + ux * across}`;
    // An arrow head, or a bar on the last square of a limited slide.
    const tip = limit === null ? [at(end - 0.3 / long, 5), at(end, 0), at(end - 0.3 / long, -5)] : [at(end, 5), at(end, -5)];
    return h("path.slide", { attrs: { d: `M${at(0.55, 0)}L${at(end, 0)}M${tip.join("L")}` } });
  };
  const walk = (at: Offset): VNode => {
    const [x, y] = centre(at);
    return h("path.walk", { attrs: { d: `M${x} ${y - 6}l6 6l-6 6l-6-6z` } });
  };
  return el("div.move-diagram", { style: { "--squares": String(2 * half + 1) } }, [
    h("svg", { attrs: { viewBox: `-1 -1 ${side + 2} ${side + 2}`, "aria-hidden": "true" } }, [
      h("path.grid-lines", { attrs: { d: grid.join("") } }),
      ...moves.walks.flatMap(reached).map(walk),
      ...moves.slides.map(({ direction, limit }) => slide(direction, limit)),
      ...moves.steps.map((step) => circle(step, "step", 4.5)),
      ...moves.jumps.map((jump) => circle(jump.to, "jump", 5)),
    ]),
    piece,
  ]);
}
