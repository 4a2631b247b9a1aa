/** Requests and responses of the API. See `docs/board.md`. */

export type Color = "black" | "white";
/** A square in USI: `5e`. */
export type Square = string;
/** A kind of piece in SFEN, in upper case: `P`, `+P`. */
export type Kind = string;

export type Reason =
  | "checkmate"
  | "no-legal-move"
  | "men-captured"
  | "five-in-a-row"
  | "lead"
  | "perpetual-check"
  | "repetition"
  | "impasse"
  | "declaration"
  | "no-capture";

export interface Outcome {
  winner: Color | null;
  reason: Reason;
  text: string;
  /** Squares of the winning row, for `five-in-a-row`. */
  row?: Square[];
}

/** A game: its start position and all its moves. */
export interface Line {
  game: string;
  start?: string;
  moves?: string[];
}

export interface Captured {
  square: Square;
  piece: Kind;
  hand: Kind | null;
}

export interface Move {
  usi: string;
  record: string;
  from: Square | null;
  drop: Kind | null;
  to: Square;
  piece: Kind;
  becomes: Kind;
  turn: "promote" | "flip" | null;
  counterFlip: boolean;
  captures: Captured[];
}

export interface PieceInfo {
  kind: Kind;
  written: string;
  other: Kind | null;
  turn: "promote" | "flip" | null;
  moves: string;
  royal: boolean;
}

export interface Handicap {
  name: string;
  sfen: string;
}

export interface Game {
  name: string;
  aliases: string[];
  title: { en: string; ja: string };
  family: "hasami" | "drop";
  files: number;
  ranks: number;
  start: string;
  handicaps: Handicap[];
  rules: string[];
  zone: number;
  pieces: PieceInfo[];
  hand: Kind[];
  repetition: { occurrences: number; perpetualCheckLoses: boolean; loser: Color | null };
}

export interface Games {
  program: string;
  limits: {
    searches: number;
    lines: number;
    totalLines: number;
    threads: number;
    hash: number;
    totalHash: number;
    moves: number;
    body: number;
    importBody: number;
    levels: number;
    level: number;
  };
  games: Game[];
}

export interface DeclarationCount {
  king: boolean;
  pieces: number;
  piecesNeeded: number;
  points: number;
  pointsNeeded: number;
}

export interface Counts {
  repetition: { occurrences: number; limit: number; verdict: Outcome | null };
  clock: null | {
    reason: "no-capture" | "impasse";
    played: number;
    limit: number;
    verdict: Outcome;
    points: null | { black: number; white: number; needed: number };
  };
  declaration: null | { black: DeclarationCount; white: DeclarationCount };
}

export interface Position {
  game: string;
  sfen: string;
  start: string;
  ply: number;
  turn: Color;
  check: boolean;
  moves: Move[];
  last: Move | null;
  outcome: Outcome | null;
  declaration: Outcome | null;
  counts: Counts;
}

export interface Step {
  sfen: string;
  turn: Color;
  check: boolean;
  move: Move | null;
  outcome: Outcome | null;
}

/** Values of Black and White. */
export type Pair = [number, number];

export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number;
  infinite?: boolean;
  clock?: { remaining: Pair; increment?: Pair; byoyomi?: Pair };
}

export interface SearchRequest extends Line {
  limits?: Limits;
  level?: number;
  seed?: number;
  multipv?: number;
  searchmoves?: string[];
  hash?: number;
  threads?: number;
  resign?: number;
}

export type Score = { cp: number } | { mate: number };

export interface Info {
  type: "info";
  multipv: number;
  depth: number;
  seldepth: number;
  score: Score;
  bound: "exact" | "lower" | "upper";
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
  pv: string[];
  record: string[];
}

export interface BestMove {
  type: "bestmove";
  answer: "move" | "resign" | "win";
  move: Move | null;
  ponder: Move | null;
  outcome: Outcome | null;
  position: Position | null;
  elapsed: number;
  clock: null | { remaining: number; byoyomi: boolean; flagged: boolean };
}

export type SearchLine =
  | { type: "started"; hash: number; threads: number; multipv: number; level: number }
  | Info
  | { type: "fault"; message: string }
  | BestMove;

export interface AnalyseRequest extends Line {
  limits: Limits;
  hash?: number;
  threads?: number;
}

export interface AnalysedPosition {
  type: "position";
  ply: number;
  done: number;
  score: Score | null;
  best: Move | null;
  pv: string[];
  record: string[];
  depth: number;
  nodes: number;
  time: number;
  outcome: Outcome | null;
}

export type AnalyseLine =
  | { type: "started"; hash: number; threads: number; positions: number }
  | AnalysedPosition
  | { type: "fault"; message: string }
  | { type: "done"; positions: number; time: number };

export interface RecordMove {
  usi: string;
  record?: string;
  comment?: string | null;
  variations?: RecordMove[][];
}

export interface RecordGame {
  game: string;
  start?: string | null;
  black?: string | null;
  white?: string | null;
  event?: string | null;
  date?: string | null;
  result?: "black" | "white" | "draw" | "void" | null;
  reason?: string | null;
  comment?: string | null;
  moves: RecordMove[];
}

export interface ImportedGame extends RecordGame {
  plies: number;
  final: string;
}

export interface Imported {
  games: ImportedGame[];
  total: number;
  failures: { line: number; message: string }[];
}

export type ExportFormat = "record" | "usi" | "log" | "sfen";

export interface Failure {
  error: { code: string; message: string; args?: Record<string, string | number> };
}
