/** What is marked on the board beyond the pieces: falling runs, captured men, arrows. */

import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { Key, Piece } from "shogiground/types";
import type { Move } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { roleOf } from "../describe.ts";
import type { Editor } from "../play/editor.ts";
import { groundColor, placed } from "./sfen.ts";

/** Squares emptied beside the target: captures by custody, not by moving onto. */
const fallenBeside = (move: Move): Key[] =>
  move.captures.filter((captured) => captured.square !== move.to).map((captured) => captured.square as Key);

/** The classes of the squares, given what is selected and pointed at. */
export function highlights(ctrl: Ctrl, moves: Move[], over: string | null): SquareHighlight[] {
  const squares: SquareHighlight[] = [];
  const aimed = moves.filter((move) => move.to === over);
  for (const key of new Set((aimed.length ? aimed : moves).flatMap(fallenBeside)))
    squares.push({ key, className: aimed.length ? "falls" : "may-fall" });
  for (const move of moves)
    if (fallenBeside(move).length) squares.push({ key: move.to as Key, className: "captures" });
  if (ctrl.node.move)
    for (const key of fallenBeside(ctrl.node.move)) squares.push({ key, className: "fallen" });
  for (const square of ctrl.node.outcome?.row ?? []) squares.push({ key: square as Key, className: "won" });
  for (const [square, piece] of placed(ctrl.node.sfen, ctrl.game.files))
    if (piece.marked) squares.push({ key: square as Key, className: "counterflip" });
  return squares;
}

/** A move as an arrow; a drop as an arrow from the hand. */
function arrow(move: Move, color: Piece["color"], brush: string): DrawShape[] {
  const dest = move.to as Key;
  if (move.from) return [{ orig: move.from as Key, dest, brush }];
  const piece: Piece = { role: roleOf(move.drop ?? "P"), color };
  return [
    { orig: piece, dest, brush },
    { orig: dest, dest, brush, piece: { ...piece, scale: 0.8 } },
  ];
}

/** Finds the move that a word of a line means, where it is legal now. */
const legalMove = (ctrl: Ctrl, usi: string | undefined): Move | undefined =>
  ctrl.position?.moves.find((move) => move.usi === usi);

/** Drawn over a man that the move would capture; the shape counts, not the colour alone. */
const CROSS = '<path d="M28 30L82 90M82 30L28 90"/>';

export function autoShapes(ctrl: Ctrl, moves: Move[], over: string | null): DrawShape[] {
  const doomed = new Set(moves.filter((move) => move.to === over).flatMap(fallenBeside));
  const shapes: DrawShape[] = [...doomed].map((key) => ({
    orig: key,
    dest: key,
    brush: "doomed",
    customSvg: CROSS,
  }));
  const color = groundColor(ctrl.node.turn);
  // What has just fallen stays as a shadow, so that nobody has to guess what was there.
  if (ctrl.node.move)
    for (const key of fallenBeside(ctrl.node.move))
      shapes.push({ orig: key, dest: key, brush: "fallen", piece: { role: "p", color, scale: 0.7 } });
  if (ctrl.hovered) {
    const move = legalMove(ctrl, ctrl.hovered);
    if (move) shapes.push(...arrow(move, color, "best"));
  } else if (ctrl.analysis.on && ctrl.settings.arrows) {
    ctrl.analysis.infos.forEach((info, rank) => {
      const move = legalMove(ctrl, info.pv[0]);
      if (move) shapes.push(...arrow(move, color, rank === 0 ? "best" : "also"));
    });
  }
  if (ctrl.hint) shapes.push(...arrow(ctrl.hint, color, "hint"));
  return shapes;
}

/** While a position is set up: what is lifted, what is marked. */
export function editorMarks(editor: Editor): SquareHighlight[] {
  const marked = [...editor.pieces].filter(([, piece]) => piece.marked);
  const squares = marked.map(([square]) => ({ key: square as Key, className: "counterflip" }));
  return editor.lifted ? [...squares, { key: editor.lifted as Key, className: "selected" }] : squares;
}
