/** Structure of the rules pages and lessons, which are built into `rules/*.json` and `lessons/*.json`. */

/** A text in both languages. */
export interface LocalizedText {
  en: string;
  ja: string;
}

/** An arrow between two squares. The origin of a drop is written `P*`. */
export interface DiagramArrow {
  from: string;
  to: string;
  kind?: "move" | "capture" | "no";
}

/**
 * A marked square: `dot` is reachable, `cross` is not, `ring` draws attention, `fall` is captured by
 * the first move.
 */
export interface DiagramMark {
  square: string;
  kind: "dot" | "cross" | "ring" | "fall";
}

/** A position with marks, arrows and moves to step through. */
export interface Diagram {
  sfen: string;
  /** The game, if it is not the game of the page. */
  game?: string;
  /** Moves in USI to step through. Captures are highlighted automatically. */
  moves?: string[];
  arrows?: DiagramArrow[];
  marks?: DiagramMark[];
  /** Highlights the legal moves of the piece on this square. */
  reach?: string;
  /** Two corners of the part of the board to show; the whole board if absent. */
  crop?: [string, string];
  /** Expected result after the moves, for tests: "black wins: lead". Absent if the game is not over. */
  result?: string;
  /** Illegal moves, for tests. */
  refused?: string[];
  /** The side to move can declare a win. For tests. */
  declares?: boolean;
  /** Absent in diagrams of a piece's moves, which show the piece's name. */
  caption?: LocalizedText;
}

/** A row of the piece table. */
export interface PieceRow {
  role: string;
  promoted?: string;
  moves: LocalizedText;
  diagram?: Diagram;
  promotedDiagram?: Diagram;
}

export type Block =
  | { kind: "text"; text: LocalizedText }
  | { kind: "list"; items: LocalizedText[] }
  | { kind: "diagrams"; diagrams: Diagram[] }
  | { kind: "pieces"; rows: PieceRow[] };

export interface Section {
  id: string;
  title: LocalizedText;
  blocks: Block[];
}

export interface RulesPage {
  game: string;
  title: LocalizedText;
  summary: LocalizedText;
  sections: Section[];
}

/** What a move must do in a lesson. All stated conditions must be fulfilled. */
export interface LessonGoal {
  /** The accepted moves, in USI. */
  moves?: string[];
  /** The move captures at least this number of pieces. */
  captures?: number;
  /** The move promotes or flips the moving piece. */
  turns?: boolean;
  /** The move gives check. */
  check?: boolean;
  /** The move wins the game. */
  wins?: boolean;
  /** After the move, the opponent cannot capture anything. */
  safe?: boolean;
  /**
   * `moves` are all moves after which the opponent has no move that wins immediately. For tests.
   */
  stopsWin?: boolean;
}

/** A task that one move solves. */
export interface Lesson {
  id: string;
  sfen: string;
  goal: LessonGoal;
  task: LocalizedText;
  /** One sentence, shown when the task is solved. */
  explanation: LocalizedText;
}

/** The lessons of a game, in their order. Built into `lessons/NAME.json`. */
export interface LessonPath {
  game: string;
  lessons: Lesson[];
}
