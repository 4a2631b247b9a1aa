/** The board widget: connects shogiground to the controller. */

import { Shogiground } from "shogiground";
import type { Api } from "shogiground/api";
import type { Config } from "shogiground/config";
import type { DrawShape, SquareHighlight } from "shogiground/draw";
import type { DropDests, Key, MoveDests, Notation as Coords, PieceName } from "shogiground/types";
import type { Color, Game, Move } from "../api/types.ts";
import type { Controller } from "../controller.ts";
import { describeDestinations, describeDrawing } from "../describe.ts";
import { type Coordinates, pieceStyle } from "../model/settings.ts";
import type { TreeNode } from "../model/tree.ts";
import type { Editor } from "../play/editor.ts";
import { Drawings } from "./drawings.ts";
import type { BoardHandle } from "./handle.ts";
import { autoShapes, editorHighlights, highlights } from "./marks.ts";
import { droppedRole, forsyth, groundColor, kindOf, parseSfen, roleOf } from "./sfen.ts";
import { installPieceImages } from "./piece-images.ts";

/**
 * Returns the CSS class of the piece set that the user has chosen for a game. A game without pictures
 * has its own sets.
 */
export const pieceSetClass = (ctrl: Controller, game: Game): string =>
  `set-${game.pictures.game || `own-${game.name}`}-${pieceStyle(ctrl.settings, game)}`;

const loadedSets = new Set<string>();

/** Loads the style sheet of a game's piece set, or its images, on first use. */
export function loadPieceSet(ctrl: Controller, game: Game): void {
  const className = pieceSetClass(ctrl, game);
  if (!game.pictures.game) return installPieceImages(game, pieceStyle(ctrl.settings, game), className);
  if (loadedSets.has(className)) return;
  loadedSets.add(className);
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `pieces/${className.slice("set-".length)}.css`;
  document.head.append(link);
}

/** Returns shogiground's configuration of the coordinates. */
export function coordinatesConfig(choice: Coordinates): { enabled: boolean; files: Coords; ranks: Coords } {
  return { enabled: choice !== "none", files: "numeric", ranks: choice === "none" ? "engine" : choice };
}

const royalRoles = (game: Game): string[] =>
  game.pieces.filter((piece) => piece.royal).map((piece) => roleOf(piece.kind));

/**
 * Returns the CSS variables of a board's size. Boards whose ranks are divisible by three have dots at
 * the edges of the promotion zones.
 */
export function boardStyle(game: Game): Record<string, string> {
  const { files, ranks } = game;
  const hasDots = ranks >= 9 && ranks % 3 === 0;
  return {
    "--files": String(files),
    "--ranks": String(ranks),
    "--dot-file": String(Math.round(files / 3)),
    "--dot-size": hasDots ? "3px" : "0px",
  };
}

export interface BoardElements {
  board: HTMLElement;
  topHand: HTMLElement;
  bottomHand: HTMLElement;
}

export class Board implements BoardHandle {
  targets = new Set<string>();
  private ctrl: Controller;
  private ground: Api;
  private elements: BoardElements;
  // What was drawn last, to skip updates that change nothing.
  private drawnPosition = "";
  private drawnShapes = "";
  private drawnHighlights = "";
  private drawnNode: TreeNode | null = null;
  // The game and the setting with which `ground` was created. Shogiground cannot change them.
  private groundGame: Game | null = null;
  private groundCoordinates: Coordinates | null = null;
  /** The last announced selection: a square, a role in hand, or an empty string. */
  private selection = "";
  private drawings = new Drawings();
  /** The square under the pointer or with the keyboard focus. */
  private hoveredSquare: string | null = null;

  constructor(ctrl: Controller, elements: BoardElements) {
    this.ctrl = ctrl;
    this.elements = elements;
    this.ground = this.createGround();
    for (const name of ["mousemove", "touchmove"] as const)
      elements.board.addEventListener(name, (event) => this.onPointerMove(event), { passive: true });
    // Shogiground changes its selection when these events bubble.
    for (const name of ["mousedown", "touchstart"] as const)
      elements.board.addEventListener(name, (event) => this.onPointerDown(event), {
        capture: true,
        passive: true,
      });
    for (const name of ["mouseup", "touchend"])
      document.addEventListener(name, () => this.onDragEnd(), { capture: true });
    elements.board.addEventListener("mouseleave", () => this.setHoveredSquare(null));
  }

  private createGround(): Api {
    const { ctrl } = this;
    this.groundGame = ctrl.displayedGame;
    this.groundCoordinates = ctrl.settings.coordinates;
    this.drawnPosition = this.drawnShapes = this.drawnHighlights = "";
    const updateMarks = (): void => this.updateMarks();
    const config: Config = {
      squareRatio: [11, 12],
      scaleDownPieces: false,
      coordinates: coordinatesConfig(ctrl.settings.coordinates),
      highlight: { lastDests: true, check: true, checkRoles: royalRoles(ctrl.displayedGame) },
      hands: { roles: [...ctrl.displayedGame.hand].reverse().map(roleOf) },
      promotion: { promotesTo: (role) => (role.length > 1 ? role.slice(1) : `p${role}`) },
      premovable: { enabled: false },
      predroppable: { enabled: false },
      events: {
        select: (key) => this.onSelect(key),
        unselect: updateMarks,
        pieceSelect: updateMarks,
        pieceUnselect: updateMarks,
        change: () => this.onChange(),
      },
      forsyth,
      ...this.positionConfig(),
    };
    const onChange = (shapes: DrawShape[]): void => this.onDraw(shapes);
    config.drawable = { ...config.drawable, enabled: true, eraseOnClick: true, onChange };
    config.movable = { ...config.movable, events: { after: (from, to) => this.onMove(from, to) } };
    config.droppable = {
      ...config.droppable,
      events: { after: (piece, to) => this.onDrop(piece.role, to) },
    };
    const { board, topHand, bottomHand } = this.elements;
    if (ctrl.displayedGame.hand.length)
      return Shogiground(config, { board, hands: { top: topHand, bottom: bottomHand } });
    topHand.replaceChildren();
    bottomHand.replaceChildren();
    return Shogiground(config, { board });
  }

  /** Draws the controller's current state. */
  sync(): void {
    const { displayedGame, settings } = this.ctrl;
    loadPieceSet(this.ctrl, displayedGame);
    // The editor and the exercise with the mistakes have no button that turns the mode off.
    if (this.ctrl.editor || this.ctrl.learning) this.drawings.isOn = false;
    if (this.groundGame !== displayedGame || this.groundCoordinates !== settings.coordinates) {
      this.ground.destroy();
      this.ground = this.createGround();
    }
    const { ctrl } = this;
    const position = [
      ctrl.editor ? JSON.stringify(ctrl.editor.tool) : ctrl.node.id,
      ctrl.displayedSfen(),
      ctrl.orientation,
      ctrl.movableColor(),
      ctrl.legalMoves().length,
      ctrl.choice?.to,
      ctrl.settings.showDests,
      ctrl.settings.animation,
      this.drawings.isOn,
    ].join(" ");
    const hasChanged = position !== this.drawnPosition || ctrl.node !== this.drawnNode;
    if (hasChanged && !ctrl.choice) this.ground.set(this.positionConfig());
    this.drawnPosition = position;
    this.drawnNode = ctrl.node;
    this.updateMarks();
  }

  /** Returns the configuration for the editor. Pieces can be dragged only with the move tool. */
  private editorConfig(editor: Editor): Config {
    const { board, hands } = parseSfen(editor.sfen);
    const canMove = editor.tool === "move";
    return {
      sfen: { board, hands },
      orientation: groundColor(this.ctrl.orientation),
      turnColor: "sente",
      activeColor: "both",
      checks: false,
      lastDests: [],
      animation: { enabled: false },
      drawable: { forced: false },
      movable: { free: true, showDests: false },
      droppable: { free: true, showDests: false },
      selectable: { enabled: canMove },
      draggable: { enabled: canMove, deleteOnDropOff: true, addToHandOnDropOff: editor.game.hand.length > 0 },
    };
  }

  private positionConfig(): Config {
    const { ctrl } = this;
    if (ctrl.editor) return this.editorConfig(ctrl.editor);
    const { node, settings } = ctrl;
    const { board, hands } = parseSfen(node.sfen);
    const movableColor = ctrl.movableColor();
    const config: Config = {
      sfen: { board, hands },
      orientation: groundColor(ctrl.orientation),
      turnColor: groundColor(node.turn),
      checks: node.check ? groundColor(node.turn) : false,
      animation: { enabled: settings.animation, hands: true, duration: 180 },
      movable: { free: false, dests: moveDests(ctrl.legalMoves()), showDests: settings.showDests },
      droppable: {
        free: false,
        dests: dropDests(ctrl.legalMoves(), ctrl.game, groundColor(node.turn)),
        showDests: settings.showDests,
      },
      selectable: { enabled: true },
      draggable: { enabled: true, deleteOnDropOff: false, addToHandOnDropOff: false },
      drawable: { forced: this.drawings.isOn, shapes: this.drawings.of(node) },
    };
    const move = node.move;
    return Object.assign(config, {
      activeColor: movableColor ? groundColor(movableColor) : undefined,
      lastDests: move ? ([move.from, move.to].filter(Boolean) as Key[]) : undefined,
      lastPiece: undefined,
    });
  }

  // Events of shogiground

  private onSelect(key: Key): void {
    const { editor } = this.ctrl;
    if (editor && editor.tool !== "move") editor.pressSquare(key);
    this.updateMarks();
  }

  /** Shows why the selected piece cannot move to a square. Another own piece there is selected. */
  private explainRejection(to: string): void {
    const { pieces, selected, selectedPiece } = this.ground.state;
    const origin = selected ?? (selectedPiece && `${kindOf(selectedPiece.role)}*`);
    if (!origin || !this.ctrl.movableColor()) return;
    if (pieces.get(to as Key)?.color === groundColor(this.ctrl.node.turn)) return;
    if (!this.selectedMoves().some((move) => move.to === to)) void this.ctrl.explainRejection(origin + to);
  }

  private onPointerDown(event: MouseEvent | TouchEvent): void {
    if (this.isDrawing || ("button" in event && event.button !== 0)) return;
    this.onPointerMove(event);
    if (this.hoveredSquare) this.explainRejection(this.hoveredSquare);
  }

  private onDragEnd(): void {
    if (this.ground.state.draggable.current?.started && this.hoveredSquare)
      this.explainRejection(this.hoveredSquare);
  }

  private onChange(): void {
    const { pieces, hands } = this.ground.state;
    this.ctrl.editor?.setPieces(pieces, hands.handMap);
  }

  private onMove(from: Key, to: Key): void {
    if (this.ctrl.editor) return;
    this.drawnPosition = "";
    this.ctrl.playOrChoose(this.ctrl.legalMoves().filter((move) => move.from === from && move.to === to));
  }

  private onDrop(role: string, to: Key): void {
    if (this.ctrl.editor) return;
    this.drawnPosition = "";
    this.ctrl.playOrChoose(
      this.ctrl.legalMoves().filter((move) => droppedRole(move, this.ctrl.game) === role && move.to === to),
    );
  }

  /** Starts to drag a piece from the editor's palette. */
  dragNewPiece(color: Color, role: string, event: MouseEvent | TouchEvent): void {
    this.drawnPosition = "";
    this.ground.set({ selectable: { enabled: true }, draggable: { enabled: true } });
    this.ground.dragNewPiece({ color: groundColor(color), role }, event, true);
  }

  // Marks

  /** Returns the legal moves of the selected piece. */
  private selectedMoves(): Move[] {
    const { selected, selectedPiece } = this.ground.state;
    if (selected) return this.ctrl.legalMoves().filter((move) => move.from === selected);
    if (!selectedPiece) return [];
    return this.ctrl.legalMoves().filter((move) => droppedRole(move, this.ctrl.game) === selectedPiece.role);
  }

  private updateMarks(): void {
    const { editor } = this.ctrl;
    const moves = editor ? [] : this.selectedMoves();
    const squares: SquareHighlight[] = editor
      ? editorHighlights(editor)
      : highlights(this.ctrl, moves, this.hoveredSquare);
    const squaresKey = squares.map((square) => square.key + square.className).join();
    if (squaresKey !== this.drawnHighlights) this.ground.setSquareHighlights(squares);
    this.drawnHighlights = squaresKey;
    this.announceSelection(moves);
    const shapes: DrawShape[] = editor ? [] : autoShapes(this.ctrl, moves, this.hoveredSquare);
    const shapesKey = JSON.stringify(shapes);
    if (shapesKey !== this.drawnShapes) this.ground.setAutoShapes(shapes);
    this.drawnShapes = shapesKey;
  }

  /** Announces where a newly selected piece can move. */
  private announceSelection(moves: Move[]): void {
    const { ctrl } = this;
    const selection = ctrl.editor ? "" : (this.selectedSquare ?? this.selectedDrop ?? "");
    if (selection === this.selection) return;
    this.selection = selection;
    this.targets = new Set(moves.map((move) => move.to));
    if (selection)
      ctrl.announce(describeDestinations(ctrl.game, ctrl.node.sfen, selection, [...this.targets]));
    ctrl.redraw();
  }

  private onPointerMove(event: MouseEvent | TouchEvent): void {
    const at = "touches" in event ? event.touches[0] : event;
    const bounds = this.ground.state.dom.bounds.board.bounds();
    if (!at || !bounds) return;
    const { files, ranks } = this.ctrl.displayedGame;
    const column = Math.floor(((at.clientX - bounds.left) / bounds.width) * files);
    const row = Math.floor(((at.clientY - bounds.top) / bounds.height) * ranks);
    if (column < 0 || row < 0 || column >= files || row >= ranks) return this.setHoveredSquare(null);
    const isBlackBelow = this.ctrl.orientation === "black";
    const file = isBlackBelow ? files - column : column + 1;
    const rank = isBlackBelow ? row : ranks - 1 - row;
    this.setHoveredSquare(`${file}${String.fromCharCode(97 + rank)}`);
  }

  /** Sets the square whose captures are previewed. */
  setHoveredSquare(square: string | null): void {
    if (this.hoveredSquare === square) return;
    this.hoveredSquare = square;
    this.updateMarks();
  }

  // Drawing

  get isDrawing(): boolean {
    return this.drawings.isOn;
  }

  get hasDrawings(): boolean {
    return this.drawings.of(this.ctrl.node).length > 0;
  }

  setDrawing(isOn: boolean): void {
    this.unselect();
    this.drawings.isOn = isOn;
    this.drawings.origin = null;
    this.sync();
  }

  eraseDrawings(): void {
    this.setShapes([]);
  }

  private onDraw(shapes: DrawShape[]): void {
    if (this.ctrl.editor) return;
    this.drawings.set(this.ctrl.node, shapes);
    this.ctrl.redraw();
  }

  private setShapes(shapes: DrawShape[]): void {
    this.drawings.set(this.ctrl.node, shapes);
    this.ground.setShapes(shapes);
  }

  /** Draws from square to square by keyboard. */
  private pressInDrawMode(square: string): void {
    const { ctrl } = this;
    const drawn = this.drawings.press(ctrl.node, square);
    if (drawn) this.setShapes(this.drawings.of(ctrl.node));
    ctrl.announce(describeDrawing(square, drawn));
    ctrl.redraw();
  }

  // Selection by keyboard

  get hasSelection(): boolean {
    return this.selection !== "";
  }

  get selectedSquare(): string | null {
    return this.ground.state.selected ?? null;
  }

  get selectedDrop(): string | null {
    return this.ground.state.selectedPiece?.role ?? null;
  }

  /** Selects the piece on a square, or moves the selected piece there. */
  pressSquare(square: string): void {
    if (this.isDrawing) return this.pressInDrawMode(square);
    const moves = this.selectedMoves().filter((move) => move.to === square);
    if (moves.length) {
      this.unselect();
      this.ctrl.playOrChoose(moves);
    } else if (this.selectedSquare === square) this.ctrl.cancelSelection();
    else {
      this.explainRejection(square);
      this.ground.selectSquare(square as Key);
    }
    this.updateMarks();
  }

  /** Selects or deselects a piece in hand. */
  pressHand(role: string): void {
    if (this.isDrawing) return;
    const color = groundColor(this.ctrl.node.turn);
    if (this.selectedDrop === role) this.ctrl.cancelSelection();
    else this.ground.selectPiece({ role, color });
    this.updateMarks();
  }

  unselect(): void {
    this.ground.cancelMoveOrDrop();
    this.updateMarks();
  }
}

function moveDests(moves: Move[]): MoveDests {
  const dests: MoveDests = new Map();
  for (const move of moves) {
    if (!move.from) continue;
    const targets = dests.get(move.from as Key);
    if (!targets) dests.set(move.from as Key, [move.to as Key]);
    else if (!targets.includes(move.to as Key)) targets.push(move.to as Key);
  }
  return dests;
}

function dropDests(moves: Move[], game: Game, color: string): DropDests {
  const dests: DropDests = new Map();
  for (const move of moves) {
    const role = droppedRole(move, game);
    if (!role) continue;
    const name = `${color} ${role}` as PieceName;
    dests.set(name, [...(dests.get(name) ?? []), move.to as Key]);
  }
  return dests;
}
