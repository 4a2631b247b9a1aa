/** Results of puzzles and lessons, stored in the browser. Without a working storage they last until a reload. */

import { type Cards, FIRST_LEVEL, levelAfter, review } from "./schedule.ts";

/** Results of a game's puzzles. */
export interface PuzzleResults {
  level: number;
  solved: number;
  failed: number;
  /** Puzzles solved in a row, now and at most. */
  streak: number;
  longest: number;
  cards: Cards;
}

interface Stored {
  puzzles: Record<string, PuzzleResults>;
  /** Solved lessons of each game. */
  lessons: Record<string, string[]>;
}

const KEY = "kawari.training";

let stored: Stored | null = null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const numberOr = (value: unknown, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) ? value : fallback;

/** Returns the valid cards of a stored value. */
function cardsOf(value: unknown): Cards {
  if (!isObject(value)) return {};
  const cards: Cards = {};
  for (const [id, card] of Object.entries(value)) {
    if (!isObject(card)) continue;
    cards[id] = { box: numberOr(card["box"], 0), due: numberOr(card["due"], 0), seen: numberOr(card["seen"], 0) };
  }
  return cards;
}

function resultsOf(value: unknown): PuzzleResults {
  const data = isObject(value) ? value : {};
  return {
    level: numberOr(data["level"], FIRST_LEVEL),
    solved: numberOr(data["solved"], 0),
    failed: numberOr(data["failed"], 0),
    streak: numberOr(data["streak"], 0),
    longest: numberOr(data["longest"], 0),
    cards: cardsOf(data["cards"]),
  };
}

/** Returns a stored text as data, without the parts that are invalid. */
export function parseStored(text: string | null): Stored {
  let data: unknown = null;
  try {
    data = JSON.parse(text ?? "null");
  } catch {
    // Starts without results.
  }
  const result: Stored = { puzzles: {}, lessons: {} };
  if (!isObject(data)) return result;
  const { puzzles, lessons } = data;
  for (const [game, value] of Object.entries(isObject(puzzles) ? puzzles : {}))
    result.puzzles[game] = resultsOf(value);
  for (const [game, value] of Object.entries(isObject(lessons) ? lessons : {}))
    if (Array.isArray(value)) result.lessons[game] = value.filter((id) => typeof id === "string");
  return result;
}

function load(): Stored {
  if (stored) return stored;
  try {
    stored = parseStored(localStorage.getItem(KEY));
  } catch {
    stored = parseStored(null);
  }
  return stored;
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // If the storage is full or not permitted, the results last until the page is closed.
  }
}

export function puzzleResults(game: string): PuzzleResults {
  const { puzzles } = load();
  return (puzzles[game] ??= resultsOf(null));
}

/** Stores the result of an attempt. */
export function recordAttempt(
  game: string,
  { id, difficulty }: { id: string; difficulty: number },
  isSolved: boolean,
): void {
  const results = puzzleResults(game);
  results.cards[id] = review(results.cards[id], isSolved, Date.now());
  results.level = levelAfter(results.level, difficulty, isSolved);
  if (isSolved) results.solved += 1;
  else results.failed += 1;
  results.streak = isSolved ? results.streak + 1 : 0;
  results.longest = Math.max(results.longest, results.streak);
  save();
}

export const solvedLessons = (game: string): string[] => load().lessons[game] ?? [];

export function recordLesson(game: string, id: string): void {
  const { lessons } = load();
  const solved = (lessons[game] ??= []);
  if (solved.includes(id)) return;
  solved.push(id);
  save();
}
