/** The opening book of a game, in the format `YANEURAOU-DB2016`. */

/** A move of the book. */
export interface BookMove {
  usi: string;
  /** Score for the side to move, in centipawns. */
  score: number;
  /** Depth of the search that gave the score, in plies. */
  depth: number;
}

/** Moves, best first, by the SFEN of the position without its move number. */
export type OpeningBook = Map<string, BookMove[]>;

/** Parses a book. Lines that are not valid are skipped: the engine reports them. */
export function parseBook(text: string): OpeningBook {
  const book: OpeningBook = new Map();
  let moves: BookMove[] = [];
  for (const line of text.split("\n")) {
    if (!line || line.startsWith("#") || line.startsWith("//")) continue;
    if (line.startsWith("sfen ")) {
      moves = [];
      book.set(positionKey(line.slice("sfen ".length)), moves);
      continue;
    }
    const [usi = "", , score = "0", depth = "0"] = line.trim().split(/\s+/);
    moves.push({ usi, score: Number(score), depth: Number(depth) });
  }
  return book;
}

/** Returns an SFEN without its move number. */
export const positionKey = (sfen: string): string => sfen.split(" ").slice(0, 3).join(" ");

/** Returns the moves of a position, best first. */
export const bookMoves = (book: OpeningBook, sfen: string): BookMove[] => book.get(positionKey(sfen)) ?? [];

/** Fetches the book of a game; null if the game has none. */
export async function fetchBook(game: string): Promise<OpeningBook | null> {
  const response = await fetch(`books/${game}.book`);
  return response.ok ? parseBook(await response.text()) : null;
}
