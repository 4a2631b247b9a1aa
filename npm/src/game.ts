// The rules: games that are played move by move.

import type {
  Color,
  Game as GameInfo,
  GameFormat,
  Imported,
  Move,
  Outcome,
  PictureOptions,
  Position,
  RecordGame,
} from "./api.js";
import { CATALOGUE } from "./catalogue.js";
import { type Module, RequestError, instantiate } from "./host.js";
import { LOADED, RECORDS, builtIn, compile } from "./modules.js";

/** The start of a game. */
export interface GameOptions {
  /** SFEN of the start position, or `startpos`. Default: the game's own start position. */
  start?: string;
  /** Moves from the start, in USI notation. */
  moves?: readonly string[];
}

const instances = new Map<string, Promise<Module>>();
/** Definitions of the loaded games, by name. */
const definitions = new Map<string, { text: string; info: GameInfo }>();
/** Definitions that the module for records has loaded, by name. */
const inRecords = new Map<string, string>();

/** Returns the shared instance of a module. */
function shared(name: string): Promise<Module> {
  let module = instances.get(name);
  if (!module) {
    module = compile(name).then((code) => instantiate(code));
    instances.set(name, module);
    module.catch(() => instances.delete(name));
  }
  return module;
}

/** Returns the shared instance of the module that plays a game. */
function instance(game: string): Promise<Module> {
  return shared(definitions.has(game) ? LOADED : (builtIn(game) ?? LOADED));
}

/** Calls the module for records and pictures, which has all games. */
async function callRecords(name: string, body: object): Promise<unknown> {
  const module = await shared(RECORDS);
  for (const { text, info } of definitions.values()) {
    if (inRecords.get(info.name) === text) continue;
    module.call("load", { text });
    inRecords.set(info.name, text);
  }
  return module.call(name, body);
}

/** Returns a loaded game by name. */
export function loadedGame(name: string): { text: string; info: GameInfo } | undefined {
  return definitions.get(name);
}

/** Loads the game of a definition (a TOML file). It can then be used by its name. */
export async function loadGame(text: string): Promise<GameInfo> {
  const module = await instance(LOADED);
  const info = module.call("load", { text }) as GameInfo;
  definitions.set(info.name, { text, info });
  return info;
}

/** Returns the names of the built-in and the loaded games. */
export function variants(): string[] {
  return [...CATALOGUE.map((game) => game.name), ...definitions.keys()];
}

/** Returns the description of a game: its titles, pieces, rules and handicaps. */
export async function gameInfo(variant: string): Promise<GameInfo> {
  const loaded = definitions.get(variant);
  if (loaded) return loaded.info;
  const { games } = (await instance(variant)).call("games", {}) as { games: GameInfo[] };
  const name = builtIn(variant) ?? variant;
  const found = games.find((game) => game.name === name);
  if (!found) throw new RequestError({ code: "game", message: `unknown variant "${variant}"`, args: { name } });
  return found;
}

/** Returns the SFEN of the start position of a game. */
export async function startingFen(variant: string): Promise<string> {
  return (await gameInfo(variant)).start;
}

/** Returns the error in a position that cannot occur in a game, or `null` if there is none. */
export async function validateFen(fen: string, variant: string): Promise<RequestError | null> {
  try {
    (await instance(variant)).call("sfen", { game: builtIn(variant) ?? variant, sfen: fen });
    return null;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

/** Returns whether captured pieces can be dropped. */
export async function capturesToHand(variant: string): Promise<boolean> {
  return (await gameInfo(variant)).hand.length > 0;
}

/** Reads games from text: records, logs, USI positions or SFENs of a game. */
export async function readRecords(text: string, variant: string): Promise<Imported> {
  return (await callRecords("import", { text, game: builtIn(variant) ?? variant })) as Imported;
}

/** A game that is played move by move. */
export class Game {
  readonly #module: Module;
  readonly #name: string;
  #id: number;
  #start: string | undefined;
  #moves: Move[] = [];
  #position: Position | undefined;

  private constructor(module: Module, name: string, start: string | undefined, id: number) {
    this.#module = module;
    this.#name = name;
    this.#start = start;
    this.#id = id;
  }

  /** Opens a game. Loads the module of the game first. */
  static async open(variant: string, { start, moves = [] }: GameOptions = {}): Promise<Game> {
    const module = await instance(variant);
    const name = definitions.has(variant) ? variant : (builtIn(variant) ?? variant);
    const from = start === "startpos" ? undefined : start;
    const { id } = module.call("open", { game: name, start: from }) as { id: number };
    const game = new Game(module, name, from, id);
    for (const usi of moves) game.push(usi);
    return game;
  }

  /** Releases the memory of the game in the module. The game cannot be used any more. */
  delete(): void {
    this.#module.call("close", { id: this.#id });
  }

  /** Returns the name of the game. */
  variant(): string {
    return this.#name;
  }

  /** Returns the current position with its legal moves and the counts of the rules. */
  position(): Position {
    this.#position ??= this.#module.call("state", { id: this.#id }) as Position;
    return this.#position;
  }

  /** Returns the legal moves with their details. Empty if the game has ended on the board. */
  moves(): Move[] {
    return this.position().moves;
  }

  /** Returns the legal moves in USI notation. */
  legalMoves(): string[] {
    if (this.#position) return this.#position.moves.map((move) => move.usi);
    return (this.#module.call("legal", { id: this.#id }) as { moves: string[] }).moves;
  }

  /** Returns the legal moves in written notation. */
  legalMovesSan(): string[] {
    return this.moves().map((move) => move.record);
  }

  /** Returns the number of legal moves. */
  numberLegalMoves(): number {
    return this.legalMoves().length;
  }

  /** Plays a move in USI notation and returns its details. Throws `RequestError` if it is illegal. */
  push(usi: string): Move {
    const move = this.#module.call("push", { id: this.#id, usi }) as Move;
    this.#moves.push(move);
    this.#position = undefined;
    return move;
  }

  /** Plays a move in written or USI notation. Throws `RequestError` if no move, or more than one, fits. */
  pushSan(text: string): Move {
    const body = { game: this.#name, start: this.#start, moves: this.moveStack(), word: text };
    return this.push((this.#module.call("word", body) as Move).usi);
  }

  /** Plays moves in USI notation, separated by blanks. */
  pushMoves(moves: string): void {
    for (const usi of words(moves)) this.push(usi);
  }

  /** Plays moves in written notation, separated by blanks. */
  pushSanMoves(moves: string): void {
    for (const text of words(moves)) this.pushSan(text);
  }

  /** Takes back the last move and returns it; `undefined` at the start. */
  pop(): Move | undefined {
    this.#module.call("pop", { id: this.#id });
    this.#position = undefined;
    return this.#moves.pop();
  }

  /** Takes back all moves. */
  reset(): void {
    while (this.#moves.length > 0) this.pop();
  }

  /** Returns the played moves in USI notation. */
  moveStack(): string[] {
    return this.#moves.map((move) => move.usi);
  }

  /** Returns the played moves with their details. */
  history(): readonly Move[] {
    return this.#moves;
  }

  /** Returns the position as SFEN. */
  fen(): string {
    return this.position().sfen;
  }

  /** Returns the position as SFEN. */
  sfen(): string {
    return this.fen();
  }

  /** Starts a new game from a position. */
  setFen(fen: string): void {
    const start = fen === "startpos" ? undefined : fen;
    const { id } = this.#module.call("open", { game: this.#name, start }) as { id: number };
    this.delete();
    [this.#id, this.#start, this.#moves, this.#position] = [id, start, [], undefined];
  }

  /** Returns a legal move in written notation. */
  sanMove(usi: string): string {
    return this.#find(usi).record;
  }

  /** Returns moves from the current position in written notation, separated by blanks. */
  variationSan(moves: string): string {
    const texts: string[] = [];
    try {
      for (const usi of words(moves)) texts.push(this.push(usi).record);
    } finally {
      for (let count = texts.length; count > 0; count -= 1) this.pop();
    }
    return texts.join(" ");
  }

  /** Returns whether a legal move captures. */
  isCapture(usi: string): boolean {
    return this.#find(usi).captures.length > 0;
  }

  /** Returns the side to move. */
  turn(): Color {
    return this.position().turn;
  }

  /** Returns the number of played moves. */
  gamePly(): number {
    return this.#moves.length;
  }

  /** Returns the move number of the SFEN. */
  fullmoveNumber(): number {
    return Number(this.fen().split(" ")[3]);
  }

  /** Returns whether the side to move is in check. */
  isCheck(): boolean {
    return this.position().check;
  }

  /** Returns whether the game has ended. */
  isGameOver(): boolean {
    return this.outcome() !== null;
  }

  /** Returns the result with its reason, or `null` while the game goes on. */
  outcome(): Outcome | null {
    return this.position().outcome;
  }

  /** Returns `1-0` if Black has won, `0-1` if White has won, `1/2-1/2` for a draw, else `*`. */
  result(): string {
    const outcome = this.outcome();
    if (!outcome) return "*";
    if (!outcome.winner) return "1/2-1/2";
    return outcome.winner === "black" ? "1-0" : "0-1";
  }

  /** Returns the pieces in a hand by kind, in the order of the SFEN. */
  pocket(color: Color): Map<string, number> {
    const hand = this.fen().split(" ")[2] ?? "-";
    const pieces = new Map<string, number>();
    for (const [, count, mark, letter] of hand.matchAll(/(\d*)(\+?)([A-Za-z])/g)) {
      const kind = letter!.toUpperCase();
      if ((letter === kind) === (color === "black")) pieces.set(mark + kind, Number(count || 1));
    }
    return pieces;
  }

  /** Returns the game as text: a record that `readRecords` reads, or another format, such as `kif`. */
  async record(format: GameFormat = "record", headers: Partial<RecordGame> = {}): Promise<string> {
    const moves = this.#moves.map(({ usi }) => ({ usi }));
    const outcome = this.outcome();
    const end = outcome && { result: outcome.winner ?? "draw", reason: outcome.reason.replaceAll("-", " ") };
    const record = { ...end, ...headers, game: this.#name, start: this.#start, moves };
    return ((await callRecords("export", { format, record })) as { text: string }).text;
  }

  /** Returns a picture of the position as an SVG file. */
  async svg(options: PictureOptions = {}): Promise<string> {
    const body = { game: this.#name, start: this.#start, moves: this.moveStack(), options };
    return ((await callRecords("picture", body)) as { svg: string }).svg;
  }

  /** Returns the SFEN of the position. */
  toString(): string {
    return this.fen();
  }

  #find(usi: string): Move {
    const move = this.moves().find((legal) => legal.usi === usi);
    if (move) return move;
    throw new RequestError({ code: "move/illegal", message: `\`${usi}\` is not a legal move`, args: { word: usi } });
  }
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
