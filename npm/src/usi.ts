// A USI engine in lines of text.

import { CATALOGUE } from "./catalogue.js";
import { Engine, type Mate, type Search, type SearchOptions } from "./engine.js";
import type { Info, SearchLimits } from "./api.js";
import { Game } from "./game.js";

/** Options of a USI engine. */
export interface UsiOptions {
  /** Game before `setoption name USI_Variant`. Default: `shogi`. */
  variant?: string;
  /** Whether the client can choose the game. Default: true. */
  hasVariants?: boolean;
  /** See `EngineOptions`. */
  sharedMemory?: boolean;
}

/** Type, default and range of an option. */
interface UsiOption {
  name: string;
  type: "spin" | "check" | "combo";
  default: number | string;
  min?: number;
  max?: number;
  vars?: string[];
}

/** The running `go`. */
interface Running {
  search: Search | undefined;
  /** Withholds `bestmove` until `stop` or `ponderhit`. */
  isWithheld: boolean;
  release: () => void;
  isDiscarded: boolean;
  stop: () => void;
}

/** Words of `go` with a number of milliseconds. */
const CLOCK_WORDS = ["btime", "wtime", "byoyomi", "binc", "winc"] as const;

/** The values of a `go` command. */
interface GoCommand {
  limits: SearchLimits;
  searchmoves: string[];
  isPonder: boolean;
  mate: number | null;
}

/** Name of the engine. */
export const NAME = "Kawari";
/** Authors of the engine. */
export const AUTHOR = "the Kawari authors";

/** Returns the options of an engine, as `usi` lists them. `hasVariants` adds the choice of the game. */
export function usiOptions(variant: string, hasVariants: boolean): UsiOption[] {
  const games = CATALOGUE.map((game) => game.name);
  return [
    ...(hasVariants ? [{ name: "USI_Variant", type: "combo", default: variant, vars: games } as const] : []),
    { name: "USI_Hash", type: "spin", default: 16, min: 1, max: 256 },
    { name: "USI_Ponder", type: "check", default: "false" },
    { name: "MultiPV", type: "spin", default: 1, min: 1, max: 5 },
    { name: "NodesLimit", type: "spin", default: 0, min: 0, max: 2147483647 },
    { name: "DepthLimit", type: "spin", default: 0, min: 0, max: 128 },
    { name: "Skill", type: "spin", default: 8, min: 1, max: 8 },
    { name: "SkillSeed", type: "spin", default: 0, min: 0, max: 2147483647 },
  ];
}

/** A USI engine: takes commands as lines, and writes its answers as lines. */
export class UsiEngine {
  readonly #write: (line: string) => void;
  readonly #options: UsiOptions;
  readonly #definitions: UsiOption[];
  readonly #values = new Map<string, string>();
  #variant: string;
  #engine: Promise<Engine> | undefined;
  #position: { start: string | undefined; moves: string[] } | null = { start: undefined, moves: [] };
  #running: Running | undefined;
  #lastGo: GoCommand | undefined;
  /** Commands run one after the other, except `stop`, `ponderhit`, `gameover` and `quit`. */
  #queue: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(write: (line: string) => void, options: UsiOptions = {}) {
    this.#write = write;
    this.#options = options;
    this.#variant = options.variant ?? "shogi";
    this.#definitions = usiOptions(this.#variant, options.hasVariants ?? true);
  }

  /** Takes a command. */
  send(line: string): void {
    const [command, ...args] = line.trim().split(/\s+/);
    if (this.#isClosed || !command) return;
    if (command === "stop") return this.#stop();
    if (command === "ponderhit") return this.#ponderHit();
    if (command === "gameover") return this.#discard();
    if (command === "quit") return this.terminate();
    if (command === "go") this.#discard();
    this.#queue = this.#queue.then(() => this.#run(command, args)).catch((error: unknown) => {
      this.#output(`info string error: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** Ends the engine. It writes nothing afterwards. */
  terminate(): void {
    this.#isClosed = true;
    void this.#engine?.then((engine) => engine.close(), () => {});
    this.#engine = undefined;
  }

  #output(line: string): void {
    if (!this.#isClosed) this.#write(line);
  }

  async #run(command: string, args: string[]): Promise<void> {
    switch (command) {
      case "usi":
        this.#output(`id name ${NAME}`);
        this.#output(`id author ${AUTHOR}`);
        for (const option of this.#definitions) this.#output(optionLine(option));
        return this.#output("usiok");
      case "isready":
        await (await this.#ready()).request("position", { game: this.#variant });
        return this.#output("readyok");
      case "setoption":
        return this.#setOption(args);
      case "usinewgame":
        return (await this.#ready()).newGame();
      case "position":
        return this.#setPosition(args);
      case "go":
        return this.#go(args);
      default:
        return this.#output(`info string error: unknown command \`${command}\``);
    }
  }

  #ready(): Promise<Engine> {
    const { sharedMemory } = this.#options;
    this.#engine ??= Engine.create(this.#variant, sharedMemory === undefined ? {} : { sharedMemory });
    return this.#engine;
  }

  async #setOption(args: string[]): Promise<void> {
    const at = args.indexOf("value");
    const name = args.slice(args[0] === "name" ? 1 : 0, at < 0 ? undefined : at).join(" ");
    const value = at < 0 ? "" : args.slice(at + 1).join(" ");
    const is = (other: string) => other.toLowerCase() === name.toLowerCase();
    if (is("USI_Variant") || is("UCI_Variant")) {
      // The name is checked before the old engine ends.
      (await Game.open(value)).delete();
      if (value === this.#variant) return;
      void this.#engine?.then((engine) => engine.close(), () => {});
      [this.#variant, this.#engine, this.#position] = [value, undefined, { start: undefined, moves: [] }];
      return;
    }
    const option = this.#definitions.find((known) => is(known.name));
    if (!option) throw new Error(`unknown option "${name}"`);
    const { min = -Infinity, max = Infinity } = option;
    const isNumber = /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
    if (option.type === "spin" && !isNumber) {
      throw new Error(`option ${option.name}: found "${value}", expected ${min} to ${max}`);
    }
    this.#values.set(option.name, value);
  }

  #number(name: string): number {
    const known = this.#definitions.find((option) => option.name === name);
    return Number(this.#values.get(name) ?? known?.default ?? 0);
  }

  async #setPosition(args: string[]): Promise<void> {
    this.#position = null;
    const at = args.indexOf("moves");
    const start = args.slice(0, at < 0 ? undefined : at);
    const moves = at < 0 ? [] : args.slice(at + 1);
    const sfen = start[0] === "sfen" ? start.slice(1).join(" ") : start[0];
    if (!sfen) throw new Error("position: expected `startpos` or `sfen`");
    const body = { game: this.#variant, start: sfen === "startpos" ? null : sfen, moves };
    await (await this.#ready()).request("position", body);
    this.#position = { start: body.start ?? undefined, moves };
  }

  async #go(args: string[]): Promise<void> {
    if (!this.#position) {
      this.#output("info string error: go: the last position was rejected");
      return this.#output("bestmove resign");
    }
    const command = parseGo(args);
    if (command.mate !== null) return this.#goMate(command.mate);
    this.#lastGo = command;
    await this.#search(command);
  }

  /** Searches. Returns when the search has started. */
  async #search({ limits, searchmoves, isPonder }: GoCommand): Promise<void> {
    const engine = await this.#ready();
    const [nodes, depth, level] = [this.#number("NodesLimit"), this.#number("DepthLimit"), this.#number("Skill")];
    const isWithheld = isPonder || limits.infinite === true;
    const bounds: SearchLimits = isWithheld ? { infinite: true } : { ...limits };
    if (nodes > 0) bounds.nodes = Math.min(nodes, bounds.nodes ?? nodes);
    if (depth > 0) bounds.depth = Math.min(depth, bounds.depth ?? depth);
    const options: SearchOptions = {
      ...this.#position,
      limits: bounds,
      hash: this.#number("USI_Hash"),
      multipv: this.#number("MultiPV"),
    };
    if (searchmoves.length > 0) options.searchmoves = searchmoves;
    if (level < 8 && !isWithheld) [options.level, options.seed] = [level, this.#number("SkillSeed")];
    const search = engine.search(options);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running: Running = { search, isWithheld, release, isDiscarded: false, stop: () => search.stop() };
    this.#running = running;
    void this.#report(search, running, released);
  }

  /** Writes the progress and the answer of a search. */
  async #report(search: Search, running: Running, released: Promise<void>): Promise<void> {
    try {
      for await (const info of search) if (!running.isDiscarded) this.#output(infoLine(info));
      const { answer, move, ponder } = await search.result;
      if (running.isWithheld) await released;
      if (running.isDiscarded) return;
      if (answer !== "move") return this.#output(`bestmove ${answer}`);
      this.#output(`bestmove ${move}${ponder === null ? "" : ` ponder ${ponder}`}`);
    } catch (error) {
      if (running.isDiscarded) return;
      this.#output(`info string error: go: ${error instanceof Error ? error.message : String(error)}`);
      this.#output("bestmove resign");
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  async #goMate(time: number): Promise<void> {
    const engine = await this.#ready();
    const abort = new AbortController();
    const running: Running = {
      search: undefined,
      isWithheld: false,
      release: () => {},
      isDiscarded: false,
      stop: () => abort.abort(),
    };
    this.#running = running;
    const options = { ...this.#position, signal: abort.signal };
    const search = engine.mate(Number.isFinite(time) ? { ...options, time } : options);
    void search.then(
      (mate) => {
        if (!running.isDiscarded) this.#output(mateLine(mate));
      },
      (error: Error) => {
        this.#output(`info string error: go mate: ${error.message}`);
        this.#output("checkmate timeout");
      },
    );
  }

  #stop(): void {
    // A `go` that is still waiting starts first.
    this.#queue = this.#queue.then(() => {
      this.#running?.release();
      this.#running?.stop();
    });
  }

  /** Ends the running search without an answer. */
  #discard(): void {
    const running = this.#running;
    if (!running) return;
    running.isDiscarded = true;
    running.release();
    running.stop();
    this.#running = undefined;
  }

  /** Searches with the clock after the expected move was played. The hash table has the results of pondering. */
  #ponderHit(): void {
    const go = this.#lastGo;
    if (!this.#running?.isWithheld || !go?.isPonder) return;
    this.#discard();
    this.#queue = this.#queue.then(() => this.#search({ ...go, isPonder: false }));
  }
}

function parseGo(args: string[]): GoCommand {
  const command: GoCommand = { limits: {}, searchmoves: [], isPonder: false, mate: null };
  const clock = new Map<string, number>();
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    const number = () => {
      at += 1;
      const text = args[at] ?? "";
      if (!/^-?\d+$/.test(text)) throw new Error(`go: found "${text}" after \`${word}\`, expected a number`);
      return Math.max(0, Number(text));
    };
    if (word === "infinite") command.limits.infinite = true;
    else if (word === "ponder") command.isPonder = true;
    else if (word === "nodes" || word === "depth" || word === "movetime") command.limits[word] = number();
    else if ((CLOCK_WORDS as readonly string[]).includes(word)) clock.set(word, number());
    else if (word === "movestogo" || word === "rtime") number();
    else if (word === "searchmoves") command.searchmoves = args.slice(at + 1, (at = args.length));
    else if (word === "mate") {
      const isBounded = /^\d+$/.test(args[at + 1] ?? "");
      command.mate = isBounded ? number() : Infinity;
      if (args[at + 1] === "infinite") at += 1;
    } else throw new Error(`go: unexpected \`${word}\``);
  }
  const times = (black: string, white: string): [number, number] => [clock.get(black) ?? 0, clock.get(white) ?? 0];
  if (clock.size > 0 && !command.limits.infinite) {
    const increment = times("binc", "winc");
    command.limits.clock = { remaining: times("btime", "wtime"), increment, byoyomi: times("byoyomi", "byoyomi") };
  }
  return command;
}

function optionLine({ name, type, default: value, min, max, vars = [] }: UsiOption): string {
  const range = min === undefined ? "" : ` min ${min} max ${max}`;
  return `option name ${name} type ${type} default ${value}${range}${vars.map((choice) => ` var ${choice}`).join("")}`;
}

function infoLine(info: Info): string {
  const { depth, seldepth, multipv, score, bound, nodes, nps, hashfull, time, pv } = info;
  const [kind, value] = "mate" in score ? ["mate", score.mate] : ["cp", score.cp];
  const limit = bound === "exact" ? "" : ` ${bound}bound`;
  const rank = multipv > 1 ? ` multipv ${multipv}` : "";
  return (
    `info depth ${depth} seldepth ${seldepth}${rank} score ${kind} ${value}${limit} nodes ${nodes} nps ${nps} ` +
    `hashfull ${hashfull} time ${time} pv ${pv.join(" ")}`
  );
}

function mateLine({ verdict, moves }: Mate): string {
  if (verdict === "mate") return `checkmate ${moves.join(" ")}`;
  return `checkmate ${verdict === "unknown" ? "timeout" : verdict}`;
}
