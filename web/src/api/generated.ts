/**
 * Requests and responses of the API.
 *
 * Generated from the Rust types of kawari-board by `KAWARI_WRITE_API=1 cargo test -p kawari-board
 * up_to_date`. Do not edit.
 */

/** End of an analysis. */
export interface AnalyseDone {
  /** Number of positions. */
  positions: number;
  /** Time of the analysis, in milliseconds. */
  time: number;
}

/** A line of the response to an analysis. */
export type AnalyseLine =
  /** First line. */
  | ({ type: "started" } & AnalyseStarted)
  /** Result of a position. */
  | ({ type: "position" } & AnalysedPosition)
  /** An internal error. */
  | ({ type: "fault" } & Fault)
  /** Last line. */
  | ({ type: "done" } & AnalyseDone);

/** A request for the analysis of a game. */
export interface AnalyseRequest {
  /** Name of the game. */
  game: string;
  /** Limits of each search: `depth`, `nodes` or `movetime`. */
  limits: SearchLimits;
  /** Transposition table, in MiB. Default: 16. */
  hash?: number | null;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
  /** Number of threads. Default: 1. */
  threads?: number | null;
}

/** Granted resources and the number of positions. */
export interface AnalyseStarted {
  /** Transposition table, in MiB. */
  hash: number;
  /** Number of threads. */
  threads: number;
  /** Number of positions: one more than moves. */
  positions: number;
}

/** Result of the search of one position. */
export interface AnalysedPosition {
  /** Number of moves before the position; 0 is the start. */
  ply: number;
  /** Number of finished positions, this one included. */
  done: number;
  /** Score from Black's view; `null` where the game is over. */
  score: Score | null;
  /** Best move. */
  best: Move | null;
  /** Principal variation in USI notation. */
  pv: string[];
  /** Principal variation in written notation. */
  record: string[];
  /** Depth in plies. */
  depth: number;
  /** Nodes searched. */
  nodes: number;
  /** Time of the search, in milliseconds. */
  time: number;
  /** Result of the game, if it has ended in this position. */
  outcome: Outcome | null;
}

/** Kind of a search's answer. */
export type AnswerKind =
  /** A move. */
  | "move"
  /** The engine resigns, or has lost. */
  | "resign"
  /** The engine has won, or declares a win. */
  | "win";

/** Answer of a search. */
export interface BestMove {
  /** Kind of the answer. */
  answer: AnswerKind;
  /** Best move, with answer `move`. */
  move: Move | null;
  /** Expected reply. */
  ponder: Move | null;
  /**
   * With `win`, the win, for example by declaration. With `resign`, the result if the game has already ended.
   */
  outcome: Outcome | null;
  /** Position after the move, with answer `move`. */
  position: Position | null;
  /** Time from the arrival of the request to this line, in milliseconds. */
  elapsed: number;
  /** Clock of the engine after the move, for a request with a clock. */
  clock: RemainingClock | null;
}

/** A part of a section. */
export type Block =
  /** A paragraph. */
  | { kind: "text"; text: string }
  /** A list. */
  | { kind: "list"; items: string[] }
  /** A position on the board. */
  | { kind: "board"; sfen: string; lines: string[]; legend: string }
  /** The pieces and their moves. */
  | { kind: "pieces"; sides: PieceSide[] };

/** Kind of a score. */
export type Bound =
  /** The score is exact. */
  | "exact"
  /** The score is a lower bound. */
  | "lower"
  /** The score is an upper bound. */
  | "upper";

/** A captured piece. */
export interface Captured {
  /** Square of the piece. */
  square: string;
  /** Kind of the piece. */
  piece: string;
  /** Kind of the piece in the hand of its captor; `null` in games without hands. */
  hand: string | null;
}

/** The errors of a definition. */
export interface Checked {
  /** Errors in the order of their lines; empty if the definition is correct. */
  errors: DefinitionError[];
  /** Name of the game; `null` if the definition has errors. */
  name: string | null;
}

/** A side. */
export type Color =
  /** Black, who moves first from the start position. */
  | "black"
  /** White. */
  | "white";

/** Coordinates of the ranks; files have numbers. */
export type Coordinates =
  /** Letters, as in USI. */
  | "engine"
  /** Numbers. */
  | "numeric"
  /** Kanji. */
  | "japanese"
  /** No coordinates, neither of ranks nor of files. */
  | "none";

/** Counts of the rules that can end a game. */
export interface Counts {
  /** Occurrences of the position. */
  repetition: Repetition;
  /**
   * Half-moves without a capture (Hasami) or in an impasse (Yari and Hajiku); `null` if nothing is counted.
   */
  clock: HalfmoveClock | null;
  /** Progress of both sides towards a declaration (shogi); `null` until a King has entered its far zone. */
  declaration: Declarations | null;
}

/** Progress of a side towards a declaration. */
export interface DeclarationCount {
  /** Whether its King is in the far zone. */
  king: boolean;
  /** Its other pieces in the far zone. */
  pieces: number;
  /** Pieces that it needs there. */
  piecesNeeded: number;
  /** Points of those pieces and of its hand. */
  points: number;
  /** Points that it needs. */
  pointsNeeded: number;
}

/** Progress of both sides towards a declaration. */
export interface Declarations {
  /** Progress of Black. */
  black: DeclarationCount;
  /** Progress of White. */
  white: DeclarationCount;
}

/** An error in a definition. */
export interface DefinitionError {
  /** Line, from 1. */
  line: number;
  /** Column in characters, from 1. */
  column: number;
  /** Path of the key, such as `pieces.P.moves`; empty if there is none. */
  key: string;
  /** English message: what was found and what is expected. */
  message: string;
}

/** The definition of a game. */
export interface DefinitionRequest {
  /** Text of the definition, a TOML file. */
  text: string;
}

/** Answer to a draw offer. */
export interface DrawAnswer {
  /** Whether the engine accepts the draw. */
  accepts: boolean;
  /** Score from the engine's view; `null` if the game is over. */
  score: Score | null;
}

/** A draw offer to the engine. */
export interface DrawRequest {
  /** Name of the game. */
  game: string;
  /** Side of the engine. */
  engine: Color;
  /** Level of the engine. Checked, but all levels answer alike. */
  level?: number | null;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
}

/** An empty object. */
export type EmptyRequest = Record<string, never>;

/** Argument of an error message. */
export type ErrorArgument =
  /** A count, a limit, or the number of a line, ply or file. */
  | number
  /** Text from the request. */
  | string
  /** A side, or `null` for the winner of a drawn game. */
  | Color | null
  /** Reason for the end of the game. */
  | Reason
  /** Reason why a move is not legal. */
  | IllegalReason;

/** Error code of a rejected request. In the descriptions, names in braces are arguments of the message. */
export type ErrorCode =
  /** The body is not valid JSON, or a field is missing, unknown or out of range. */
  | "bad-request"
  /** `Kawari-Token` is missing or wrong. */
  | "token"
  /** `Origin` or `Sec-Fetch-Site` is missing or wrong. */
  | "origin"
  /** There is no endpoint or file with this path. */
  | "not-found"
  /** The endpoint or file does not support the request's method. */
  | "method"
  /** The body was not received in time. */
  | "timeout"
  /** The body is larger than {limit} bytes. */
  | "too-large"
  /** `Content-Type` is not `application/json`. */
  | "content-type"
  /** `Host` is not the address of the server. */
  | "host"
  /** There is no game called {name}. */
  | "game"
  /**
   * The definition of a game has errors. The message, {line}, {column} and {key} are those of the first
   * error; `/api/check` returns all errors.
   */
  | "definition"
  /** {limit} games from definitions are loaded, the maximum. */
  | "too-many-games"
  /** The SFEN has {found} fields instead of four. For every `sfen/` code, {sfen} is the SFEN. */
  | "sfen/field-count"
  /** The SFEN has {found} ranks; the board has {expected}. */
  | "sfen/rank-count"
  /** Rank {rank}, written as `{text}`, does not have {files} squares. */
  | "sfen/rank-length"
  /** The game has no piece {piece}, which is in rank {rank}, written as `{text}`. */
  | "sfen/piece"
  /** The counter-flip mark `!` is on {piece}; only {bearers} can have it. */
  | "sfen/mark"
  /** The side to move is {text} instead of `b` or `w`. */
  | "sfen/side"
  /** {text} is not a valid list of the pieces in hand. */
  | "sfen/hand"
  /** {text} is not a valid move number. */
  | "sfen/move-number"
  /** {color} has {count} royal pieces instead of one. */
  | "sfen/royals"
  /** {color} is in check and is not the side to move. */
  | "sfen/opponent-in-check"
  /** The game has no handicap called {name}. */
  | "sfen/handicap"
  /** The piece {piece} on {square} could never move. Only `/api/sfen` checks this. */
  | "sfen/dead-piece"
  /** {color} has two unpromoted Pawns on file {file}. Only `/api/sfen` checks this. */
  | "sfen/two-pawns"
  /**
   * There are {count} pieces {piece}; the set has {most}. In games with drops, both sides and the hands are
   * counted together. Only `/api/sfen` checks this.
   */
  | "sfen/too-many"
  /** {word} is not a move. For every `move/` code, {ply} is the position of the move in `moves`, from 1. */
  | "move/syntax"
  /**
   * The move {word} is not legal. {reason} is an `IllegalReason`, with its arguments. It is absent if the
   * word does not identify a move.
   */
  | "move/illegal"
  /** The move {word} fits more than one legal move. */
  | "move/ambiguous"
  /** The move {word} follows the end of the game. {reason} and {winner} are those of the game's outcome. */
  | "move/game-over"
  /** The text contains no readable game. {line} is the line of the first error. */
  | "text"
  /** {limit} searches are already running. */
  | "busy"
  /** An internal error of the program. */
  | "fault"
  /** There is not enough memory for the search. */
  | "memory"
  /** The system cannot start another thread. */
  | "threads"
  /** Too many connections are open. */
  | "connections";

/** Code, message and arguments of an error. */
export interface ErrorDetail {
  /** Code for translations. */
  code: ErrorCode;
  /** English message. */
  message: string;
  /** Arguments of the message, by the names in the table of error codes. */
  args?: Record<string, ErrorArgument>;
}

/** A game as text. */
export interface Export {
  /** The text. */
  text: string;
  /** Suggested file name. */
  name: string;
}

/** A request for a game as text. */
export interface ExportRequest {
  /** Format of the text. */
  format: GameFormat;
  /** The game. */
  record: RecordGame;
  /** Number of moves of the main line after which `usi`, `log` and `sfen` end. Default: all. */
  ply?: number | null;
}

/** The body of an error response. */
export interface Failure {
  /** The error. */
  error: ErrorDetail;
}

/** Rule family of a game. */
export type Family =
  /** Hasami Shogi in its rule sets. */
  | "hasami"
  /** Games in which captured pieces are dropped. */
  | "drop";

/** An internal error in a search. The stream continues with the search's answer. */
export interface Fault {
  /** English message. */
  message: string;
}

/** A game and its rules. */
export interface Game {
  /** Name of the game in requests, such as `hasami`. */
  name: string;
  /** Other names that requests may use. */
  aliases: string[];
  /** Title of the game. */
  title: Translated;
  /** Whether the game is from a definition that was loaded, not built in. */
  loaded: boolean;
  /** Game whose network the game uses, if it is another one. */
  evaluatedAs: string | null;
  /** Rule family. */
  family: Family;
  /** Picture sets of the pieces. */
  pictures: Pictures;
  /** Number of files. */
  files: number;
  /** Number of ranks. */
  ranks: number;
  /** SFEN of the start position. */
  start: string;
  /** Handicaps. */
  handicaps: Handicap[];
  /** Rules in English: paragraphs of plain text with line breaks. */
  rules: string[];
  /** Ranks of the promotion or flip zone; 0 in games without one. */
  zone: number;
  /** Whether pieces can carry the mark of a counter-flip. */
  counterFlip: boolean;
  /** All kinds of pieces, with an entry for each side of a piece. The Pawn or man is first. */
  pieces: PieceInfo[];
  /** Kinds of pieces in hand, in SFEN order. */
  hand: string[];
  /** Repetition rule. */
  repetition: RepetitionRule;
}

/** Game clock in milliseconds. Each field is a pair: Black's time and White's time. */
export interface GameClock {
  /** Remaining main time, at most 7 days. */
  remaining: [number, number];
  /** Byoyomi. Default: 0. */
  byoyomi?: [number, number] | null;
  /** Increment per move. Default: 0. */
  increment?: [number, number] | null;
}

/** Format in which a game is written. */
export type GameFormat =
  /** A game record with headers, comments and variations. */
  | "record"
  /** A KIF file, with comments and variations. */
  | "kif"
  /** A CSA file of shogi or minishogi, with comments. */
  | "csa"
  /** The main line as a USI position: `yari startpos moves 4g4f`. */
  | "usi"
  /** A JSON line, as in the logs of `kawari match`. */
  | "log"
  /** SFEN of a position. */
  | "sfen";

/** A game: its start position and its moves. */
export interface GameRequest {
  /** Name of the game. */
  game: string;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
}

/** Result of a game. */
export type GameResult =
  /** Black won. */
  | "black"
  /** White won. */
  | "white"
  /** A draw. */
  | "draw"
  /** No result: the game was not played to its end. */
  | "void";

/** The rules of a game for players, and its definition. */
export interface GameRules {
  /** Rules in English, written from the definition. */
  en: Rules;
  /** Rules in Japanese, written from the definition. */
  ja: Rules;
  /** Paragraphs of the rules in English by the author of the definition, if there are any. */
  notes: string[];
  /**
   * Images of the pieces in all styles, for both sides and in both directions. Empty for a game with
   * pictures.
   */
  images: PieceImage[];
  /**
   * Definition of the game as a TOML file. For a built-in game, it is that of a copy with another name, as
   * the start of a new game.
   */
  definition: string;
}

/** The games and limits of the server. */
export interface Games {
  /** Name and version of the program, such as `Kawari 0.1.0`. */
  program: string;
  /** Limits on requests and searches. */
  limits: ServerLimits;
  /** All games, in the order of `kawari variants`. Loaded games are last. */
  games: Game[];
}

/** A count of half-moves that ends the game at its limit. */
export interface HalfmoveClock {
  /** The rule that counts: `no-capture` or `impasse`. */
  reason: Reason;
  /** Half-moves so far. */
  played: number;
  /** Half-moves that end the game. */
  limit: number;
  /** Result of the game if the limit were reached in this position. */
  verdict: Outcome;
  /** Points that decide an impasse (Yari). */
  points: Points | null;
}

/** A handicap. */
export interface Handicap {
  /** Name of the handicap. */
  name: string;
  /** SFEN of its start position. */
  sfen: string;
}

/**
 * Reason why a move is not legal. In the descriptions, names in braces are further arguments of the error.
 * {piece} is the piece in SFEN, in upper case.
 */
export type IllegalReason =
  /** The game has ended on the board. */
  | "game-over"
  /** The move passes, or starts and ends on the same square. */
  | "pass"
  /** The board lacks the square {square}. */
  | "off-board"
  /** The start square {square} is empty. */
  | "no-piece"
  /** The piece on the start square {square} is the opponent's. */
  | "opponent-piece"
  /** The piece {piece} does not move this way, even on an empty board. */
  | "movement"
  /** The moving side has a piece on the target square {square}. */
  | "own-piece"
  /** The target square {square} is not empty. */
  | "occupied"
  /** A man moves only along files and ranks. */
  | "not-orthogonal"
  /** A man moves only along files, ranks and diagonals. */
  | "not-straight"
  /** A man moves at most {most} squares in this direction. */
  | "too-far"
  /** The piece on {square} is in the way. Without {square}, several pieces are. */
  | "blocked"
  /** A man jumps over at most {most} men. */
  | "long-jump"
  /** A man does not jump over the man on {square}. */
  | "jumped-man"
  /** A man does not enter the opponent's house. */
  | "opponent-house"
  /** A man outside its own house does not enter it. */
  | "own-house"
  /** A man does not move between two enemy men here. */
  | "between-enemies"
  /** The piece {piece} has no other side, or does not change to it. */
  | "never-turns"
  /** The piece {piece} promotes or flips only with a move that starts or ends in the zone. */
  | "outside-zone"
  /** The piece {piece} does not promote or flip with this move. */
  | "cannot-turn"
  /** The piece {piece} must promote or flip with this move. */
  | "must-turn"
  /** The piece on {square} cannot be counter-flipped. */
  | "counter-flip"
  /** The game has no drops. */
  | "no-drops"
  /** The hand does not hold the piece {piece}. */
  | "not-in-hand"
  /** The piece {piece} could never move again from the square of the drop. */
  | "dead-drop"
  /** The piece {piece} cannot be dropped on {square}. */
  | "drop-square"
  /** The side has {most} pieces {piece} on file {file}, as many as drops allow. */
  | "full-file"
  /** The square {square} is outside the zone of drops. */
  | "drop-zone"
  /** A drop must not give check. */
  | "drop-checks"
  /** The King {piece} is in check from {square}, and the move does not end the check. */
  | "stays-in-check"
  /** The move leaves the King {piece} in check from {square}. */
  | "exposes-king"
  /** A drop of the piece {piece} must not give mate. */
  | "drop-mates";

/** A part of an imported text that could not be read. */
export interface ImportError {
  /** Number of its first line, from 1. */
  line: number;
  /** English message. */
  message: string;
}

/** A text with games. */
export interface ImportRequest {
  /** The text. */
  text: string;
  /** Game of lines and records that do not name one. Default: such lines and records are errors. */
  game?: string | null;
}

/** The games of a text. */
export interface Imported {
  /** The games that could be read, at most 1000. */
  games: ImportedGame[];
  /** Number of games in the text, with those that could not be read. */
  total: number;
  /** Errors, at most 20. */
  failures: ImportError[];
}

/** A game of an imported text. */
export interface ImportedGame {
  /** Name of the variant. */
  game: string;
  /** SFEN of the start position; `None` for the game's own start position. */
  start: string | null;
  /** Name of Black. */
  black: string | null;
  /** Name of White. */
  white: string | null;
  /** Name of the event. */
  event: string | null;
  /** Date of the game. */
  date: string | null;
  /** Result of the game. */
  result: GameResult | null;
  /** Reason of the result in words, such as `checkmate` or `resignation`. */
  reason: string | null;
  /** Comment before the first move. */
  comment: string | null;
  /** Moves of the main line. */
  moves: RecordMove[];
  /** Number of moves of the main line. */
  plies: number;
  /** SFEN after the main line. */
  final: string;
}

/** Progress of a search. */
export interface Info {
  /** Rank of the principal variation, from 1. */
  multipv: number;
  /** Depth in plies. */
  depth: number;
  /** Depth of the deepest line, in plies. */
  seldepth: number;
  /** Score from the side to move's view. */
  score: Score;
  /** Whether the score is exact or a bound. */
  bound: Bound;
  /** Nodes searched so far. */
  nodes: number;
  /** Nodes per second. */
  nps: number;
  /** Time since the start of the search, in milliseconds. */
  time: number;
  /** Used part of the transposition table, in thousandths. */
  hashfull: number;
  /** Principal variation in USI notation. */
  pv: string[];
  /** Principal variation in written notation. */
  record: string[];
}

/** A jump. */
export interface Jump {
  /** Target. */
  to: [number, number];
  /** Square that must be empty, if the jump can be blocked. */
  blocker: [number, number] | null;
}

/** A language of the rules. */
export type Language =
  /** English. */
  | "english"
  /** Japanese. */
  | "japanese";

/**
 * A legal move.
 *
 * Moves with the same `from` or `drop` and the same `to` differ in promotion, flip or counter-flip. Hajiku
 * has up to four of them. A choice with one move is forced.
 */
export interface Move {
  /** USI notation: `7g7f`, `8h2b+`, `5a4b!`, `P*5e`, `+G*3c`. */
  usi: string;
  /** Written notation: `P-7f`, `6ix6e(7e,8e)`, `YNx2c=`. */
  record: string;
  /** Square that the piece leaves, such as `7g`; `null` for a drop. */
  from: string | null;
  /** Dropped kind of piece, with the side that faces up; `null` for a move on the board. */
  drop: string | null;
  /** Square that the piece enters. */
  to: string;
  /** Kind of the moving piece before the move, in SFEN and upper case: `P`, `+P`. */
  piece: string;
  /** Kind of the moving piece after the move. Differs from `piece` in a promotion or flip. */
  becomes: string;
  /** How the piece turns to its other side; `null` if it does not. */
  turn: SideChange | null;
  /** Whether captured pieces go to the hand promoted (Hajiku). */
  counterFlip: boolean;
  /** Captured pieces, nearest to the target square first. */
  captures: Captured[];
}

/**
 * The moves of a side of a piece, from its owner's side. Offsets are files to the right and ranks forward.
 */
export interface MoveDiagram {
  /** Moves to neighbours. */
  steps: [number, number][];
  /** Moves to other squares that do not pass over the squares in between. */
  jumps: Jump[];
  /** Slides over empty squares. */
  slides: SlideRay[];
  /** Walks of several steps. */
  walks: Walk[];
}

/** A move that a person has typed, and the game in which it is played. */
export interface MoveTextRequest {
  /** Name of the game. */
  game: string;
  /** The move in USI or written notation. */
  word: string;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
}

/** Result of a game. */
export interface Outcome {
  /** The winner; `null` for a draw. */
  winner: Color | null;
  /** Reason for the end. */
  reason: Reason;
  /** Result in English, such as `black wins: checkmate`. */
  text: string;
  /** Squares of the winning row, with reason `five-in-a-row` or `row` in a position or step. */
  row?: string[];
}

/** A picture of a position. */
export interface Picture {
  /** The picture as an SVG file. */
  svg: string;
}

/** Options of a picture. */
export interface PictureOptions {
  /**
   * Arrows: moves in USI with an optional kind, such as `7g7f` or `P*5e:hint`. The kinds are `move`,
   * `alternative`, `hint`, `capture` and `no`. At most 100.
   */
  arrows?: string[];
  /** Side at the bottom. Default: `black`. */
  bottom?: Color | null;
  /** Coordinates. Default: `engine`. */
  coordinates?: Coordinates | null;
  /** Whether the last move is highlighted. Default: true. */
  lastMove?: boolean | null;
  /**
   * Marks: squares with an optional kind, such as `5e` or `5e:ring`. The kinds are `dot`, `cross`, `ring` and
   * `capture`. At most 100.
   */
  marks?: string[];
  /** Style of the pieces, one of the game's picture styles. Default: that of the English page. */
  pieces?: string | null;
  /** Colours of the board. Default: `light`. */
  theme?: Theme | null;
  /** Width in pixels, at most 20000. Default: 55 for each square. */
  width?: number | null;
}

/** A position to draw. */
export interface PictureRequest {
  /** Name of the game. */
  game: string;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** Options of the picture. Default: none. */
  options?: PictureOptions | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
}

/**
 * Picture sets of a game's pieces: the style sheets `pieces/GAME-STYLE.css`. Without a game, `/api/rules`
 * returns the images.
 */
export interface Pictures {
  /** Game with the pictures, which other games may share. Empty if there are none. */
  game: string;
  /** Available styles. */
  styles: string[];
  /** Default style by language. */
  default: Translated;
}

/** An image of a piece. */
export interface PieceImage {
  /** Style of the pieces. */
  style: string;
  /** Kind of piece. */
  kind: string;
  /** Owner of the piece. */
  color: Color;
  /** Whether the owner is at the bottom, so that the piece points upward. */
  isUp: boolean;
  /** The image as an SVG file. */
  svg: string;
}

/** A kind of piece: one side of a piece. */
export interface PieceInfo {
  /** Name in SFEN, in upper case: `P`, `+P`, `G`. */
  kind: string;
  /** Name of the piece. */
  name: Translated;
  /** Kanji in Japanese notation of moves; empty if the notation omits the piece. */
  kanji: string;
  /** Name in written notation: `YN`, `+YN`, `G`. */
  written: string;
  /** The other side of the piece, if it has one. */
  other: string | null;
  /** How the piece turns to its other side on the board; `null` if it does not. */
  turn: SideChange | null;
  /** Moves in Betza notation, from Black's view. */
  moves: string;
  /**
   * Leaps as files to the left and ranks down, from Black's view. In the Hasami family they are jumps over an
   * adjacent man.
   */
  leaps: [number, number][];
  /** Directions of slides, as files to the left and ranks down, from Black's view. */
  slides: [number, number][];
  /** Whether the piece is royal (General or King). */
  royal: boolean;
}

/** A side of a piece. */
export interface PieceSide {
  /** Letter in an SFEN, after `+` for a promoted side. */
  letters: string;
  /** Name, or the letters if the definition has none. */
  name: string;
  /** One or two characters for diagrams. */
  kanji: string | null;
  /** Moves in words. */
  text: string;
  /** Moves from the owner's side. */
  moves: MoveDiagram;
}

/** Points in an impasse. */
export interface Points {
  /** Points of Black. */
  black: number;
  /** Points of White. */
  white: number;
  /** Points that a side needs. */
  needed: number;
}

/** A position with its legal moves. */
export interface Position {
  /** Name of the game. */
  game: string;
  /** SFEN of the position. */
  sfen: string;
  /** SFEN of the start position. */
  start: string;
  /** Moves played since the start. */
  ply: number;
  /** Side to move. */
  turn: Color;
  /** Whether the side to move is in check. */
  check: boolean;
  /** Legal moves, sorted by `usi`. Empty if the board has decided the game. */
  moves: Move[];
  /** The latest move. */
  last: Move | null;
  /**
   * Result of the game; `null` while it goes on. After a repetition, or at the limit of a rule's count, there
   * may still be legal moves.
   */
  outcome: Outcome | null;
  /** Win that the side to move may declare (shogi). It is not obliged to. */
  declaration: Outcome | null;
  /** Counts of the rules that can end the game. */
  counts: Counts;
}

/** Reason for the end of a game. */
export type Reason =
  /** The side to move is in check and has no legal move. */
  | "checkmate"
  /** The side to move is not in check and has no legal move. */
  | "no-legal-move"
  /** A side has too few men left. */
  | "men-captured"
  /** A side has five men in an unbroken row. */
  | "five-in-a-row"
  /** A side is far enough ahead in men at the start of its turn. */
  | "lead"
  /** A position was repeated too often, and one side gave check all the time. */
  | "perpetual-check"
  /** A position was repeated too often. */
  | "repetition"
  /** Both royal pieces stayed in their far zones for too long. */
  | "impasse"
  /** A side declared a win: its King has entered the far zone with enough pieces. */
  | "declaration"
  /** Nothing was captured for too long. */
  | "no-capture"
  /** A King reached a square that wins. */
  | "try"
  /** A side gave check, in a game that a check wins. */
  | "check"
  /** A King was captured. */
  | "royal-piece-captured"
  /** The pieces whose loss loses the game were captured. */
  | "pieces-captured"
  /** A side has a winning row of more or fewer than five men. */
  | "row"
  /** A man reached one of the farthest ranks. */
  | "rank-reached";

/** A game with its headers, comments and variations. */
export interface RecordGame {
  /** Name of the variant. */
  game: string;
  /** Moves of the main line. */
  moves: RecordMove[];
  /** Name of Black. */
  black?: string | null;
  /** Comment before the first move. */
  comment?: string | null;
  /** Date of the game. */
  date?: string | null;
  /** Name of the event. */
  event?: string | null;
  /** Reason of the result in words, such as `checkmate` or `resignation`. */
  reason?: string | null;
  /** Result of the game. */
  result?: GameResult | null;
  /** SFEN of the start position; `None` for the game's own start position. */
  start?: string | null;
  /** Name of White. */
  white?: string | null;
}

/** A move of a record, with its comment and variations. */
export interface RecordMove {
  /** The move in USI notation. */
  usi: string;
  /** Comment after the move. */
  comment?: string | null;
  /** The move in written notation. An export ignores it. */
  record?: string;
  /** Alternatives to this move: sequences of moves. Nested at most 16 deep. */
  variations?: RecordMove[][];
}

/** Clock of the engine after its move. */
export interface RemainingClock {
  /** Remaining main time in milliseconds, with the increment. */
  remaining: number;
  /** Whether the move used byoyomi. */
  byoyomi: boolean;
  /** Whether the engine has exceeded its time, which loses the game. */
  flagged: boolean;
}

/** Occurrences of a position. */
export interface Repetition {
  /** Occurrences so far; 1 for a new position. */
  occurrences: number;
  /** Occurrence that ends the game. */
  limit: number;
  /** Result of the game if the repetition continues; `null` for a new position. */
  verdict: Outcome | null;
}

/** Side that loses a repetition. */
export type RepetitionLoser =
  /** Always Black. */
  | "black"
  /** Always White. */
  | "white"
  /** The side whose move completed the repetition. */
  | "mover";

/** Repetition rule of a game. */
export interface RepetitionRule {
  /** Occurrence of a position that ends the game. */
  occurrences: number;
  /** Whether a side that gives check all the time loses. */
  perpetualCheckLoses: boolean;
  /** Side that loses any other repetition; `null` for a draw. */
  loser: RepetitionLoser | null;
}

/** The rules of a game for players. */
export interface Rules {
  /** Language of all texts. */
  language: Language;
  /** Title of the game. */
  title: string;
  /** Sections in the order of [`Topic`]; a section without content is absent. */
  sections: Section[];
}

/** The name of a game. */
export interface RulesRequest {
  /** Name of the game. */
  game: string;
}

/** A score: an evaluation or the distance to mate. */
export type Score =
  /** Centipawns, or hundredths of a man. */
  | { cp: number }
  /** Plies to mate; negative for a loss. */
  | { mate: number };

/** Limits of a search. All that are given apply. */
export interface SearchLimits {
  /** Game clock. */
  clock?: GameClock | null;
  /** Depth in plies. */
  depth?: number | null;
  /** Search until the request is closed. */
  infinite?: boolean | null;
  /** Time in milliseconds. */
  movetime?: number | null;
  /** Number of nodes. */
  nodes?: number | null;
}

/** A line of the response to a search. */
export type SearchLine =
  /** First line. */
  | ({ type: "started" } & SearchStarted)
  /** Progress. */
  | ({ type: "info" } & Info)
  /** An internal error. */
  | ({ type: "fault" } & Fault)
  /** Last line. */
  | ({ type: "bestmove" } & BestMove);

/** A request for a search. */
export interface SearchRequest {
  /** Name of the game. */
  game: string;
  /** Transposition table, in MiB. Default: 16. */
  hash?: number | null;
  /** Playing strength, 1 to 8. Default: 8, full strength. */
  level?: number | null;
  /** Limits of the search. Default: infinite at full strength; a lower level has its own node limit. */
  limits?: SearchLimits | null;
  /** Moves from the start in USI notation, at most 2000. Default: none. */
  moves?: string[] | null;
  /** Number of principal variations, 1 to 5. Default: 1. */
  multipv?: number | null;
  /**
   * Resign if the score is at least this far below zero, in hundredths of a pawn or man; at most 31744.
   * Default: 0, resign only in a lost position.
   */
  resign?: number | null;
  /** Restriction of the root moves, in USI notation. Default: all legal moves. */
  searchmoves?: string[] | null;
  /** Seed of the random choices of a level below 8. Equal seeds and games give equal choices. Default: 0. */
  seed?: number | null;
  /** SFEN of the start position. Default: the game's own start position. */
  start?: string | null;
  /** Number of threads. Default: 1. */
  threads?: number | null;
}

/** Resources granted to a search. */
export interface SearchStarted {
  /** Transposition table, in MiB. */
  hash: number;
  /** Number of threads. */
  threads: number;
  /** Number of principal variations. */
  multipv: number;
  /** Playing strength. */
  level: number;
}

/** A section of the rules. */
export interface Section {
  /** Subject. */
  topic: Topic;
  /** Heading. */
  title: string;
  /** Contents. */
  blocks: Block[];
}

/** Limits on requests and searches. */
export interface ServerLimits {
  /** Searches that run at the same time. */
  searches: number;
  /** Principal variations of a search. */
  lines: number;
  /** Principal variations of all searches together. */
  totalLines: number;
  /** Threads of a search, and of all searches together. */
  threads: number;
  /** Transposition table of a search, in MiB. */
  hash: number;
  /** Transposition tables of all searches together, in MiB. */
  totalHash: number;
  /** Moves of a game. */
  moves: number;
  /** Size of a request body, in bytes. */
  body: number;
  /** Size of a request body with game records, in bytes. */
  importBody: number;
  /** Size of the definition of a game, in bytes. */
  definition: number;
  /** Number of levels. The highest one is full strength. */
  levels: number;
  /** Default level. */
  level: number;
}

/** A position from the editor. */
export interface SfenRequest {
  /** Name of the game. */
  game: string;
  /** SFEN of the position. */
  sfen: string;
}

/** How a piece turns to its other side. */
export type SideChange =
  /** Until it is captured (Yari, shogi). */
  | "promote"
  /** In both directions (Hajiku). */
  | "flip";

/** A slide in one direction. */
export interface SlideRay {
  /** Direction of one step. */
  direction: [number, number];
  /** Largest number of steps, if limited. */
  limit: number | null;
}

/** State of the server. */
export interface Status {
  /** Number of running searches. */
  searches: number;
}

/** One position of a game. */
export interface Step {
  /** SFEN of the position. */
  sfen: string;
  /** Side to move. */
  turn: Color;
  /** Whether the side to move is in check. */
  check: boolean;
  /** The move that led to the position; `null` at the start. */
  move: Move | null;
  /** Result of the game, if it has ended in this position. */
  outcome: Outcome | null;
}

/** All positions of a game. */
export interface Steps {
  /** The start position, then the position after each move. */
  steps: Step[];
  /** The last position. */
  position: Position;
}

/** Colours of the board. */
export type Theme =
  /** For light pages. */
  | "light"
  /** For dark pages. */
  | "dark";

/** The subject of a section. */
export type Topic =
  /** Board and start position. */
  | "board"
  /** Goal of the game. */
  | "goal"
  /** Moves of the pieces. */
  | "pieces"
  /** Promotion and demotion. */
  | "promotion"
  /** Captures, and drops of captured pieces. */
  | "captures"
  /** Forbidden moves. */
  | "restrictions"
  /** Ends of the game without the goal. */
  | "ends"
  /** Handicap positions. */
  | "handicaps";

/** A text in both languages of the page. */
export interface Translated {
  /** English text. */
  en: string;
  /** Japanese text. */
  ja: string;
}

/** A walk over empty squares that may turn after each step, but not back. */
export interface Walk {
  /** Possible steps. */
  steps: [number, number][];
  /** Number of steps. */
  count: number;
}

/** Request and response of each endpoint, by its path after `/api/`. */
export interface Endpoints {
  /** Returns the games and the limits of the server. */
  games: { request: EmptyRequest; response: Games };
  /** Returns the rules of a game for players, and its definition. */
  rules: { request: RulesRequest; response: GameRules };
  /** Checks the definition of a game. */
  check: { request: DefinitionRequest; response: Checked };
  /** Loads a game from its definition. */
  load: { request: DefinitionRequest; response: Game };
  /** Returns the position after all moves of a game. */
  position: { request: GameRequest; response: Position };
  /** Returns every position of a game. */
  line: { request: GameRequest; response: Steps };
  /** Returns the legal move that a person has typed. */
  word: { request: MoveTextRequest; response: Move };
  /** Checks a position from the editor and returns it. */
  sfen: { request: SfenRequest; response: Position };
  /** Draws the position after all moves of a game. */
  picture: { request: PictureRequest; response: Picture };
  /** Offers a draw to the engine and returns its answer. */
  draw: { request: DrawRequest; response: DrawAnswer };
  /** Reads games from text. */
  import: { request: ImportRequest; response: Imported };
  /** Writes a game as text. */
  export: { request: ExportRequest; response: Export };
  /** Returns the number of running searches. */
  status: { request: EmptyRequest; response: Status };
}

/** Request and response lines of each endpoint that streams its response. */
export interface StreamEndpoints {
  /** Searches a position and streams the progress and the answer. */
  search: { request: SearchRequest; line: SearchLine };
  /** Analyses every position of a game and streams the results. */
  analyse: { request: AnalyseRequest; line: AnalyseLine };
}
