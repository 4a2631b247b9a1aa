/** Square highlights and arrows: captures, engine lines, hints and editor marks. */

import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { Key, Piece } from "shogiground/types";
import type { Color, Move } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import type { Editor } from "../play/editor.ts";
import { droppedRole, groundColor, piecesOnBoard, roleOf } from "./sfen.ts";

/** Returns the squares of captured pieces other than the move's target. */
export const remoteCaptures = (move: Move): Key[] =>
  move.captures.filter((captured) => captured.square !== move.to).map((captured) => captured.square as Key);

/** Returns the highlights for the legal moves of the selected piece and the hovered square. */
export function highlights(ctrl: Controller, moves: Move[], hovered: string | null): SquareHighlight[] {
  const squares: SquareHighlight[] = [];
  const hoveredMoves = moves.filter((move) => move.to === hovered);
  const isHovering = hoveredMoves.length > 0;
  for (const key of new Set((isHovering ? hoveredMoves : moves).flatMap(remoteCaptures)))
    squares.push({ key, className: isHovering ? "capture-preview" : "capturable" });
  for (const move of moves)
    if (remoteCaptures(move).length) squares.push({ key: move.to as Key, className: "capture-dest" });
  if (ctrl.node.move)
    for (const key of remoteCaptures(ctrl.node.move)) squares.push({ key, className: "captured" });
  for (const square of ctrl.node.outcome?.row ?? [])
    squares.push({ key: square as Key, className: "winning-row" });
  for (const [square, piece] of piecesOnBoard(ctrl.node.sfen, ctrl.game.files))
    if (piece.marked) squares.push({ key: square as Key, className: "counterflip" });
  return squares;
}

/** Returns an arrow for a move. The arrow of a drop starts at the hand and shows the piece. */
function arrow(ctrl: Controller, move: Move, brush: string, by: Color = ctrl.node.turn): DrawShape[] {
  const dest = move.to as Key;
  if (move.from) return [{ orig: move.from as Key, dest, brush }];
  const color = groundColor(by);
  const held: Piece = { role: droppedRole(move, ctrl.game) ?? "p", color };
  return [
    { orig: held, dest, brush },
    { orig: dest, dest, brush, piece: { role: roleOf(move.becomes), color, scale: 0.8 } },
  ];
}

const legalMove = (ctrl: Controller, usi: string | undefined): Move | undefined =>
  ctrl.position?.moves.find((move) => move.usi === usi);

/** A cross over pieces that the hovered move would capture, recognizable without colour. */
const CROSS = '<path d="M28 30L82 90M82 30L28 90"/>';

export function autoShapes(ctrl: Controller, moves: Move[], hovered: string | null): DrawShape[] {
  const captured = new Set(moves.filter((move) => move.to === hovered).flatMap(remoteCaptures));
  const shapes: DrawShape[] = [...captured].map((key) => ({
    orig: key,
    dest: key,
    brush: "capture-cross",
    customSvg: CROSS,
  }));
  const color = groundColor(ctrl.node.turn);
  // The pieces captured by the last move stay visible, small and faint.
  if (ctrl.node.move)
    for (const captured of ctrl.node.move.captures) {
      if (captured.square === ctrl.node.move.to) continue;
      const key = captured.square as Key;
      const piece = { role: roleOf(captured.piece), color, scale: 0.7 };
      shapes.push({ orig: key, dest: key, brush: "captured", piece });
    }
  if (ctrl.hoveredMove) {
    const move = legalMove(ctrl, ctrl.hoveredMove);
    if (move) shapes.push(...arrow(ctrl, move, "best"));
  } else if (ctrl.analysis.enabled && ctrl.settings.arrows) {
    ctrl.analysis.infos.forEach((info, rank) => {
      const move = legalMove(ctrl, info.pv[0]);
      if (move) shapes.push(...arrow(ctrl, move, rank === 0 ? "best" : "alternative"));
    });
  }
  if (ctrl.hint) {
    const { move, by } = ctrl.hint;
    shapes.push(...arrow(ctrl, move, by === ctrl.node.turn ? "hint" : "threat", by));
  }
  for (const { move, color: by, brush } of ctrl.learning?.arrows ?? [])
    shapes.push(...arrow(ctrl, move, brush, by));
  return shapes;
}

/** Returns the highlights in the editor: counter-flip marks and the selected square. */
export function editorHighlights(editor: Editor): SquareHighlight[] {
  const marked = [...editor.pieces].filter(([, piece]) => piece.marked);
  const squares = marked.map(([square]) => ({ key: square as Key, className: "counterflip" }));
  return editor.selectedSquare
    ? [...squares, { key: editor.selectedSquare as Key, className: "selected" }]
    : squares;
}
