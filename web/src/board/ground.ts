/** The board: shogiground, told what the controller shows, and telling it what was done. */

import { Shogiground } from "shogiground";
import type { Api } from "shogiground/api";
import type { Config } from "shogiground/config";
import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { DropDests, Key, MoveDests, Notation as Coords, PieceName } from "shogiground/types";
import type { Color, Move } from "../api/types.ts";
import type { Ctrl } from "../ctrl.ts";
import { describePicked, roleOf } from "../describe.ts";
import { type Coordinates, familyOf } from "../model/settings.ts";
import type { Editor } from "../play/editor.ts";
import { autoShapes, editorMarks, highlights } from "./marks.ts";
import { fields, forsyth, groundColor } from "./sfen.ts";

/** The set of pictures for a game, as a class. */
export const setClass = (ctrl: Ctrl, game: string): string =>
  `set-${familyOf(game)}-${ctrl.settings.sets[familyOf(game)]}`;

const loaded = new Set<string>();

/** Fetches the pictures of a set when it is first wanted. */
export function loadSet(name: string): void {
  if (loaded.has(name)) return;
  loaded.add(name);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `pieces/${name.slice("set-".length)}.css`;
  document.head.append(link);
}

export function coordinates(choice: Coordinates): { enabled: boolean; files: Coords; ranks: Coords } {
  return { enabled: choice !== "none", files: "numeric", ranks: choice === "none" ? "engine" : choice };
}

export interface BoardElements {
  board: HTMLElement;
  top: HTMLElement;
  bottom: HTMLElement;
}

export class Board {
  private ctrl: Ctrl;
  private ground: Api;
  private elements: BoardElements;
  private shown = "";
  private shapes = "";
  private marked = "";
  private made = "";
  /** What was picked up last: a square, a face in hand, or nothing. */
  private held = "";
  /** The squares to which what is picked up can go. */
  targets = new Set<string>();
  /** The square under the pointer or the keyboard's focus. */
  private over: string | null = null;

  constructor(ctrl: Ctrl, elements: BoardElements) {
    this.ctrl = ctrl;
    this.elements = elements;
    this.ground = this.make();
    for (const name of ["mousemove", "touchmove"] as const)
      elements.board.addEventListener(name, (event) => this.pointed(event), { passive: true });
    elements.board.addEventListener("mouseleave", () => this.hover(null));
  }

  /** What can't be changed later, and asks for a new board: the game, its hands, the coordinates. */
  private shape(): string {
    const { boardGame: game, settings } = this.ctrl;
    return `${game.name} ${settings.coordinates}`;
  }

  private make(): Api {
    const { ctrl } = this;
    this.made = this.shape();
    this.shown = this.shapes = this.marked = "";
    const select = (): void => this.remark();
    const config: Config = {
      squareRatio: [11, 12],
      scaleDownPieces: false,
      coordinates: coordinates(ctrl.settings.coordinates),
      highlight: { lastDests: true, check: true, checkRoles: ["k"] },
      hands: { roles: [...ctrl.boardGame.hand].reverse().map(roleOf) },
      promotion: { promotesTo: (role) => (role.length > 1 ? role.slice(1) : `p${role}`) },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      events: {
        select: (key) => this.picked(key),
        unselect: select,
        pieceSelect: select,
        pieceUnselect: select,
        change: () => this.edited(),
      },
      drawable: { enabled: true, eraseOnClick: true },
      forsyth,
      ...this.position(),
    };
    config.movable = { ...config.movable, events: { after: (from, to) => this.moved(from, to) } };
    config.droppable = {
      ...config.droppable,
      events: { after: (piece, to) => this.dropped(piece.role, to) },
    };
    const { board, top, bottom } = this.elements;
    if (ctrl.boardGame.hand.length) return Shogiground(config, { board, hands: { top, bottom } });
    top.replaceChildren();
    bottom.replaceChildren();
    return Shogiground(config, { board });
  }

  /** Draws what the controller shows now. */
  sync(): void {
    loadSet(setClass(this.ctrl, this.ctrl.boardGame.name));
    if (this.made !== this.shape()) {
      this.ground.destroy();
      this.ground = this.make();
    }
    const { ctrl } = this;
    const shown = [
      ctrl.editor ? JSON.stringify(ctrl.editor.tool) : ctrl.node.id,
      ctrl.shownSfen(),
      ctrl.orientation,
      ctrl.movable(),
      ctrl.legal().length,
      ctrl.choice?.to,
      ctrl.settings.showDests,
      ctrl.settings.animation,
    ].join(" ");
    if (shown !== this.shown && !ctrl.choice) this.ground.set(this.position());
    this.shown = shown;
    this.remark();
  }

  /** While a position is set up everything may be moved, or nothing but pressed. */
  private editing(editor: Editor): Config {
    const { board, hands } = fields(editor.sfen);
    const moving = editor.tool === "move";
    return {
      sfen: { board, hands },
      orientation: groundColor(this.ctrl.orientation),
      turnColor: "sente",
      activeColor: "both",
      checks: false,
      lastDests: [],
      animation: { enabled: false },
      movable: { free: true, showDests: false },
      droppable: { free: true, showDests: false },
      selectable: { enabled: moving },
      draggable: { enabled: moving, deleteOnDropOff: true, addToHandOnDropOff: editor.game.hand.length > 0 },
    };
  }

  private position(): Config {
    const { ctrl } = this;
    if (ctrl.editor) return this.editing(ctrl.editor);
    const { node, settings } = ctrl;
    const { board, hands } = fields(node.sfen);
    const movable = ctrl.movable();
    const config: Config = {
      sfen: { board, hands },
      orientation: groundColor(ctrl.orientation),
      turnColor: groundColor(node.turn),
      checks: node.check ? groundColor(node.turn) : false,
      animation: { enabled: settings.animation, hands: true, duration: 180 },
      movable: { free: false, dests: moveDests(ctrl.legal()), showDests: settings.showDests },
      droppable: {
        free: false,
        dests: dropDests(ctrl.legal(), groundColor(node.turn)),
        showDests: settings.showDests,
      },
      selectable: { enabled: true },
      draggable: { enabled: true, deleteOnDropOff: false, addToHandOnDropOff: false },
    };
    const move = node.move;
    return Object.assign(config, {
      activeColor: movable ? groundColor(movable) : undefined,
      lastDests: move ? ([move.from, move.to].filter(Boolean) as Key[]) : undefined,
      lastPiece: undefined,
    });
  }

  /** A square was pressed: with a tool in hand, that is all. */
  private picked(key: Key): void {
    const { editor } = this.ctrl;
    if (editor && editor.tool !== "move") editor.press(key);
    this.remark();
  }

  /** Pieces were moved while a position is set up: the editor takes over what stands there. */
  private edited(): void {
    const { pieces, hands } = this.ground.state;
    this.ctrl.editor?.take(pieces, hands.handMap);
  }

  /** Begins to drag a piece from the editor's palette. */
  dragNew(color: Color, role: string, event: MouseEvent | TouchEvent): void {
    this.shown = "";
    this.ground.set({ selectable: { enabled: true }, draggable: { enabled: true } });
    this.ground.dragNewPiece({ color: groundColor(color), role }, event, true);
  }

  private moved(from: Key, to: Key): void {
    if (this.ctrl.editor) return;
    this.shown = "";
    this.ctrl.choose(this.ctrl.legal().filter((move) => move.from === from && move.to === to));
  }

  private dropped(role: string, to: Key): void {
    if (this.ctrl.editor) return;
    this.shown = "";
    this.ctrl.choose(
      this.ctrl.legal().filter((move) => move.drop && roleOf(move.drop) === role && move.to === to),
    );
  }

  // Marks

  /** The legal moves of what is selected. */
  private selectedMoves(): Move[] {
    const { selected, selectedPiece } = this.ground.state;
    if (selected) return this.ctrl.legal().filter((move) => move.from === selected);
    if (!selectedPiece) return [];
    return this.ctrl.legal().filter((move) => move.drop && roleOf(move.drop) === selectedPiece.role);
  }

  private remark(): void {
    const { editor } = this.ctrl;
    const moves = editor ? [] : this.selectedMoves();
    const squares: SquareHighlight[] = editor ? editorMarks(editor) : highlights(this.ctrl, moves, this.over);
    const marked = squares.map((square) => square.key + square.className).join();
    if (marked !== this.marked) this.ground.setSquareHighlights(squares);
    this.marked = marked;
    this.announce(moves);
    const shapes: DrawShape[] = editor ? [] : autoShapes(this.ctrl, moves, this.over);
    const text = JSON.stringify(shapes);
    if (text !== this.shapes) this.ground.setAutoShapes(shapes);
    this.shapes = text;
  }

  /** Says where the piece can go that has just been picked up. */
  private announce(moves: Move[]): void {
    const { ctrl } = this;
    const held = ctrl.editor ? "" : (this.selected ?? this.selectedDrop ?? "");
    if (held === this.held) return;
    this.held = held;
    this.targets = new Set(moves.map((move) => move.to));
    if (held) ctrl.say(describePicked(ctrl.game, ctrl.node.sfen, held, [...this.targets]));
    ctrl.redraw();
  }

  private pointed(event: MouseEvent | TouchEvent): void {
    const at = "touches" in event ? event.touches[0] : event;
    const bounds = this.ground.state.dom.bounds.board.bounds();
    if (!at || !bounds) return;
    const { files, ranks } = this.ctrl.boardGame;
    const column = Math.floor(((at.clientX - bounds.left) / bounds.width) * files);
    const row = Math.floor(((at.clientY - bounds.top) / bounds.height) * ranks);
    if (column < 0 || row < 0 || column >= files || row >= ranks) return this.hover(null);
    const black = this.ctrl.orientation === "black";
    const file = black ? files - column : column + 1;
    const rank = black ? row : ranks - 1 - row;
    this.hover(`${file}${String.fromCharCode(97 + rank)}`);
  }

  /** Shows what a move to this square would do. */
  hover(square: string | null): void {
    if (this.over === square) return;
    this.over = square;
    this.remark();
  }

  // By keyboard

  get isHolding(): boolean {
    return this.held !== "";
  }

  get selected(): string | null {
    return this.ground.state.selected ?? null;
  }

  /** The face that is selected in hand, as a role. */
  get selectedDrop(): string | null {
    return this.ground.state.selectedPiece?.role ?? null;
  }

  /** Enter on a square: selects what stands there, or moves to it. */
  press(square: string): void {
    const moves = this.selectedMoves().filter((move) => move.to === square);
    if (moves.length) {
      this.unselect();
      this.ctrl.choose(moves);
    } else if (this.selected === square) this.ctrl.putBack();
    else this.ground.selectSquare(square as Key);
    this.remark();
  }

  /** Enter on a piece in hand. */
  pressHand(role: string): void {
    const color = groundColor(this.ctrl.node.turn);
    if (this.selectedDrop === role) this.ctrl.putBack();
    else this.ground.selectPiece({ role, color });
    this.remark();
  }

  unselect(): void {
    this.ground.cancelMoveOrDrop();
    this.remark();
  }
}

function moveDests(moves: Move[]): MoveDests {
  const dests: MoveDests = new Map();
  for (const move of moves) {
    if (!move.from) continue;
    const known = dests.get(move.from as Key);
    if (!known) dests.set(move.from as Key, [move.to as Key]);
    else if (!known.includes(move.to as Key)) known.push(move.to as Key);
  }
  return dests;
}

function dropDests(moves: Move[], color: string): DropDests {
  const dests: DropDests = new Map();
  for (const move of moves) {
    if (!move.drop) continue;
    const name = `${color} ${roleOf(move.drop)}` as PieceName;
    dests.set(name, [...(dests.get(name) ?? []), move.to as Key]);
  }
  return dests;
}
