/** A diagram in the rules: a small board with moves to step through. */

import { Shogiground } from "shogiground";
import type { Api } from "shogiground/api";
import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { Key, Piece } from "shogiground/types";
import type { VNode } from "snabbdom";
import type { Game, Move, Step } from "../api/types.ts";
import { api } from "../api/client.ts";
import { boardStyle, coordinatesConfig, pieceSetClass } from "../board/board.ts";
import { remoteCaptures } from "../board/marks.ts";
import { fileOf, forsyth, groundColor, parseSfen, rankOf, roleOf } from "../board/sfen.ts";
import type { Diagram } from "../content/types.ts";
import type { Controller } from "../controller.ts";
import { formatMove } from "../describe.ts";
import { lang, t } from "../i18n.ts";
import { handColumns } from "./board.ts";
import { el, iconButton } from "./html.ts";

/** A diagram on the page. */
interface DiagramState {
  ground: Api;
  steps: Step[];
  /** Index of the displayed step. */
  at: number;
  /** Legal moves of the piece on the diagram's `reach` square. */
  reach: Move[];
}

const states = new Map<string, DiagramState>();

/** Builds a diagram. `caption` is shown below a diagram without a caption. */
export function diagramView(
  ctrl: Controller,
  pageGame: string,
  diagram: Diagram,
  key: string,
  caption = "",
): VNode {
  const game = ctrl.gameByName(diagram.game ?? pageGame);
  const state = states.get(key);
  const hasPiecesInHand = game.hand.length > 0 && parseSfen(diagram.sfen).hands !== "-";
  const crop = cropStyles(game, diagram);
  return el(
    "figure.diagram",
    {
      class: { [pieceSetClass(ctrl, game)]: true },
      key: `${key}-${ctrl.settings.coordinates}`,
      attrs: { "data-diagram": key },
      style: boardStyle(game),
    },
    [
      hasPiecesInHand
        ? el("div.hand.hand-top", { style: { "--kinds": handColumns(game) } }, [el("div.pieces")])
        : null,
      el("div.viewport", { style: crop.viewport }, [
        el("div.ground", {
          style: crop.board,
          hook: {
            insert: (vnode) => void mount(ctrl, game, diagram, key, vnode.elm as HTMLElement),
            destroy: () => states.delete(key),
          },
        }),
      ]),
      hasPiecesInHand
        ? el("div.hand.hand-bottom", { style: { "--kinds": handColumns(game) } }, [el("div.pieces")])
        : null,
      diagram.moves?.length ? stepButtons(ctrl, game, key, diagram, state) : null,
      el("figcaption", {}, [diagram.caption?.[lang()] ?? caption]),
    ],
  );
}

/** Returns the CSS that crops the board: its size and offset inside the viewport. */
function cropStyles(
  game: Game,
  diagram: Diagram,
): { viewport: Record<string, string>; board: Record<string, string> } {
  const [one, two] = diagram.crop ?? [`${game.files}a`, `1${String.fromCharCode(96 + game.ranks)}`];
  const columns = [one, two].map((square) => game.files - fileOf(square));
  const rows = [one, two].map((square) => rankOf(square) - 1);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [width, height] = [right - left + 1, bottom - top + 1];
  return {
    viewport: { aspectRatio: `${width * 11} / ${height * 12}`, maxWidth: `${width * 2.6}rem` },
    board: {
      width: `${(game.files / width) * 100}%`,
      height: `${(game.ranks / height) * 100}%`,
      left: `${(-left / width) * 100}%`,
      top: `${(-top / height) * 100}%`,
    },
  };
}

async function mount(
  ctrl: Controller,
  game: Game,
  diagram: Diagram,
  key: string,
  board: HTMLElement,
): Promise<void> {
  const figure = board.closest("figure");
  const top = figure?.querySelector<HTMLElement>(".hand-top .pieces");
  const bottom = figure?.querySelector<HTMLElement>(".hand-bottom .pieces");
  const { board: pieces, hands, turn } = parseSfen(diagram.sfen);
  const ground = Shogiground(
    {
      viewOnly: true,
      squareRatio: [11, 12],
      scaleDownPieces: false,
      sfen: { board: pieces, hands },
      turnColor: groundColor(turn),
      coordinates: coordinatesConfig(diagram.crop ? "none" : ctrl.settings.coordinates),
      hands: { roles: [...game.hand].reverse().map(roleOf) },
      promotion: { promotesTo: (role) => (role.length > 1 ? role.slice(1) : `p${role}`) },
      animation: { enabled: ctrl.settings.animation, duration: 300 },
      forsyth,
    },
    { board, ...(top && bottom ? { hands: { top, bottom } } : {}) },
  );
  const state: DiagramState = { ground, steps: [], at: 0, reach: [] };
  states.set(key, state);
  draw(state, diagram);
  try {
    const line = { game: game.name, start: diagram.sfen };
    if (diagram.reach)
      state.reach = (await api.position(line)).moves.filter((move) => move.from === diagram.reach);
    if (diagram.moves?.length) state.steps = (await api.line({ ...line, moves: diagram.moves })).steps;
  } catch {
    // Without the server, the diagram shows only its position.
  }
  draw(state, diagram);
  ctrl.redraw();
}

/** Draws the diagram at its current step. */
function draw(state: DiagramState, diagram: Diagram): void {
  const step = state.steps[state.at];
  const { board, hands } = parseSfen(step?.sfen ?? diagram.sfen);
  const move = step?.move;
  state.ground.set({ sfen: { board, hands } });
  state.ground.set({ lastDests: move ? ([move.from, move.to].filter(Boolean) as Key[]) : [] });
  state.ground.setSquareHighlights(
    state.at === 0 ? highlights(state, diagram) : captureHighlights(move, "captured"),
  );
  state.ground.setAutoShapes(state.at === 0 ? arrows(diagram) : []);
}

const captureHighlights = (move: Move | null | undefined, className: string): SquareHighlight[] =>
  move ? remoteCaptures(move).map((key) => ({ key, className })) : [];

function highlights(state: DiagramState, diagram: Diagram): SquareHighlight[] {
  const classes = { dot: "dest", cross: "cross", ring: "ring", fall: "capture-preview" };
  const own = (diagram.marks ?? []).map((mark) => ({
    key: mark.square as Key,
    className: classes[mark.kind],
  }));
  const captures = captureHighlights(state.steps[1]?.move, "capture-preview");
  const occupied = state.ground.state.pieces;
  const reach = [...new Set(state.reach.map((move) => move.to as Key))].map((key) => ({
    key,
    className: occupied.has(key) ? "dest oc" : "dest",
  }));
  const from = diagram.reach ? [{ key: diagram.reach as Key, className: "selected" }] : [];
  return [...own, ...captures, ...reach, ...from];
}

function arrows(diagram: Diagram): DrawShape[] {
  const brushes = { move: "best", capture: "capture", no: "no" };
  return (diagram.arrows ?? []).map(({ from, to, kind }) => {
    const drop = /^(\+?[A-Z])\*$/i.exec(from)?.[1];
    const color = groundColor(parseSfen(diagram.sfen).turn);
    const orig: Key | Piece = drop ? { role: roleOf(drop), color } : (from as Key);
    return { orig, dest: to as Key, brush: brushes[kind ?? "move"] };
  });
}

function stepButtons(
  ctrl: Controller,
  game: Game,
  key: string,
  diagram: Diagram,
  state: DiagramState | undefined,
): VNode {
  const at = state?.at ?? 0;
  const last = (state?.steps.length ?? 1) - 1;
  const go = (to: number): void => {
    if (!state) return;
    state.at = to;
    draw(state, diagram);
    ctrl.redraw();
  };
  const move = state?.steps[at]?.move;
  return el("div.steps", { key: `${key}-steps` }, [
    iconButton("back", "back", t("navigate.back"), () => go(at - 1), { disabled: at === 0 }),
    el("span", { attrs: { "aria-live": "polite" } }, [
      move ? formatMove(move, game, ctrl.settings.notation, null) : `${at} / ${last}`,
    ]),
    iconButton("forward", "forward", t("navigate.forward"), () => go(at + 1), { disabled: at >= last }),
  ]);
}
