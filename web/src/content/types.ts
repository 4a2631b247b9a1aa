/** What a rules page is made of. The texts are data: the page shows them, it knows none of them. */

/** The same words in both languages. */
export interface Text {
  en: string;
  ja: string;
}

/** An arrow from square to square; a drop comes from `P*`. */
export interface DiagramArrow {
  from: string;
  to: string;
  kind?: "move" | "capture" | "no";
}

/** A marked square: `dot` can be gone to, `cross` cannot, `ring` asks to look here, `fall` will be captured. */
export interface DiagramMark {
  square: string;
  kind: "dot" | "cross" | "ring" | "fall";
}

/** A picture of a position, drawn by the page's own board. */
export interface Diagram {
  sfen: string;
  /** The game, where it isn't the page's. */
  game?: string;
  /** Moves in USI, which the reader can step through. What falls is marked by the board itself. */
  moves?: string[];
  arrows?: DiagramArrow[];
  marks?: DiagramMark[];
  /** Where the piece on this square can go, asked of the engine. */
  reach?: string;
  /** The part of the board to show, as two corners; all of it when absent. */
  crop?: [string, string];
  /** How the game stands after the moves, in the engine's words ("black wins: lead"); going on when absent. */
  result?: string;
  /** Moves that the rules refuse here, for the tests: what an arrow cannot say. */
  refused?: string[];
  /** The side to move may declare a win. */
  declares?: boolean;
  caption: Text;
}

/** A row of the table of the pieces. */
export interface PieceRow {
  role: string;
  promoted?: string;
  moves: Text;
  diagram?: Diagram;
  promotedDiagram?: Diagram;
}

export type Block =
  | { kind: "text"; text: Text }
  | { kind: "list"; items: Text[] }
  | { kind: "diagrams"; diagrams: Diagram[] }
  | { kind: "pieces"; rows: PieceRow[] };

export interface Section {
  id: string;
  title: Text;
  blocks: Block[];
}

export interface RulesPage {
  game: string;
  title: Text;
  summary: Text;
  sections: Section[];
}
