/** A picture in the rules: a small board, with moves to step through. */

import { Shogiground } from "shogiground";
import type { Api } from "shogiground/api";
import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { Key, Piece } from "shogiground/types";
import type { VNode } from "snabbdom";
import type { Game, Move, Step } from "../api/types.ts";
import { api } from "../api/client.ts";
import { coordinates, setClass } from "../board/ground.ts";
import { fields, forsyth, groundColor } from "../board/sfen.ts";
import type { Diagram } from "../content/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { notate, roleOf } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { el, iconButton } from "./html.ts";
import { columns } from "./table.ts";

/** One picture on the page. */
interface Shown {
  ground: Api;
  steps: Step[];
  at: number;
  reach: Move[];
}

const shown = new Map<string, Shown>();

export function diagram(ctrl: Ctrl, pageGame: string, given: Diagram, key: string): VNode {
  const game = ctrl.gameNamed(given.game ?? pageGame);
  const state = shown.get(key);
  const holds = game.hand.length > 0 && fields(given.sfen).hands !== "-";
  const place = placeOf(game, given);
  return el(
    "figure.diagram",
    {
      class: { [setClass(ctrl, game.name)]: true },
      key: `${key}-${ctrl.settings.coordinates}`,
      attrs: { "data-diagram": key },
      style: { "--files": String(game.files), "--ranks": String(game.ranks) },
    },
    [
      holds ? el("div.hand.hand-top", { style: { "--kinds": columns(game) } }, [el("div.pieces")]) : null,
      el("div.window", { style: place.window }, [
        el("div.ground", {
          style: place.board,
          hook: {
            insert: (vnode) => void open(ctrl, game, given, key, vnode.elm as HTMLElement),
            destroy: () => shown.delete(key),
          },
        }),
      ]),
      holds ? el("div.hand.hand-bottom", { style: { "--kinds": columns(game) } }, [el("div.pieces")]) : null,
      given.moves?.length ? steps(ctrl, game, key, given, state) : null,
      el("figcaption", {}, [given.caption[lang()]]),
    ],
  );
}

/** Shows a part of the board by moving the whole of it behind a window. */
function placeOf(
  game: Game,
  given: Diagram,
): { window: Record<string, string>; board: Record<string, string> } {
  const [one, two] = given.crop ?? [`${game.files}a`, `1${String.fromCharCode(96 + game.ranks)}`];
  const columns = [one, two].map((square) => game.files - Number(square[0]));
  const rows = [one, two].map((square) => square.charCodeAt(1) - 97);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [width, height] = [right - left + 1, bottom - top + 1];
  return {
    window: { aspectRatio: `${width * 11} / ${height * 12}`, maxWidth: `${width * 2.6}rem` },
    board: {
      width: `${(game.files / width) * 100}%`,
      height: `${(game.ranks / height) * 100}%`,
      left: `${(-left / width) * 100}%`,
      top: `${(-top / height) * 100}%`,
    },
  };
}

async function open(ctrl: Ctrl, game: Game, given: Diagram, key: string, board: HTMLElement): Promise<void> {
  const figure = board.closest("figure");
  const top = figure?.querySelector<HTMLElement>(".hand-top .pieces");
  const bottom = figure?.querySelector<HTMLElement>(".hand-bottom .pieces");
  const { board: pieces, hands, turn } = fields(given.sfen);
  const ground = Shogiground(
    {
      viewOnly: true,
      squareRatio: [11, 12],
      scaleDownPieces: false,
      sfen: { board: pieces, hands },
      turnColor: groundColor(turn),
      coordinates: coordinates(given.crop ? "none" : ctrl.settings.coordinates),
      hands: { roles: [...game.hand].reverse().map(roleOf) },
      promotion: { promotesTo: (role) => (role.length > 1 ? role.slice(1) : `p${role}`) },
      animation: { enabled: ctrl.settings.animation, duration: 300 },
      forsyth,
    },
    { board, ...(top && bottom ? { hands: { top, bottom } } : {}) },
  );
  const state: Shown = { ground, steps: [], at: 0, reach: [] };
  shown.set(key, state);
  draw(state, given);
  try {
    const line = { game: game.name, start: given.sfen };
    if (given.reach)
      state.reach = (await api.position(line)).moves.filter((move) => move.from === given.reach);
    if (given.moves?.length) state.steps = (await api.line({ ...line, moves: given.moves })).steps;
  } catch {
    // The picture stands without what the program would add.
  }
  draw(state, given);
  ctrl.redraw();
}

/** Draws the picture as it stands after some of its moves. */
function draw(state: Shown, given: Diagram): void {
  const step = state.steps[state.at];
  const { board, hands } = fields(step?.sfen ?? given.sfen);
  const move = step?.move;
  state.ground.set({ sfen: { board, hands } });
  state.ground.set({ lastDests: move ? ([move.from, move.to].filter(Boolean) as Key[]) : [] });
  state.ground.setSquareHighlights(state.at === 0 ? marks(state, given) : fallen(move));
  state.ground.setAutoShapes(state.at === 0 ? arrows(given) : []);
}

const fallen = (move: Move | null | undefined): SquareHighlight[] =>
  (move?.captures ?? [])
    .filter((captured) => captured.square !== move?.to)
    .map((captured) => ({ key: captured.square as Key, className: "fallen" }));

function marks(state: Shown, given: Diagram): SquareHighlight[] {
  const classes = { dot: "dest", cross: "cross", ring: "ring", fall: "falls" };
  const own = (given.marks ?? []).map((mark) => ({ key: mark.square as Key, className: classes[mark.kind] }));
  const next = state.steps[1]?.move;
  const falls = fallen(next).map((square) => ({ ...square, className: "falls" }));
  const occupied = state.ground.state.pieces;
  const reach = [...new Set(state.reach.map((move) => move.to as Key))].map((key) => ({
    key,
    className: occupied.has(key) ? "dest oc" : "dest",
  }));
  const from = given.reach ? [{ key: given.reach as Key, className: "selected" }] : [];
  return [...own, ...falls, ...reach, ...from];
}

function arrows(given: Diagram): DrawShape[] {
  const brushes = { move: "best", capture: "capture", no: "no" };
  return (given.arrows ?? []).map(({ from, to, kind }) => {
    const drop = /^(\+?[A-Z])\*$/i.exec(from)?.[1];
    const color = groundColor(fields(given.sfen).turn);
    const orig: Key | Piece = drop ? { role: roleOf(drop), color } : (from as Key);
    return { orig, dest: to as Key, brush: brushes[kind ?? "move"] };
  });
}

function steps(ctrl: Ctrl, game: Game, key: string, given: Diagram, state: Shown | undefined): VNode {
  const at = state?.at ?? 0;
  const last = (state?.steps.length ?? 1) - 1;
  const go = (to: number): void => {
    if (!state) return;
    state.at = to;
    draw(state, given);
    ctrl.redraw();
  };
  const move = state?.steps[at]?.move;
  return el("div.steps", { key: `${key}-steps` }, [
    iconButton("back", "back", t("walk.back"), () => go(at - 1), { disabled: at === 0 }),
    el("span", { attrs: { "aria-live": "polite" } }, [
      move ? notate(move, game, ctrl.settings.notation, null) : `${at} / ${last}`,
    ]),
    iconButton("forward", "forward", t("walk.forward"), () => go(at + 1), { disabled: at >= last }),
  ]);
}
