/** Spaced repetition of puzzles, and the choice of the next one. */

/** What the user has done with a puzzle. */
export interface Card {
  /** Index in {@link INTERVALS}; their number if the puzzle needs no repetition. */
  box: number;
  /** Time of the next repetition, in milliseconds since 1970. */
  due: number;
  /** Time of the last attempt. */
  seen: number;
}

export type Cards = Record<string, Card>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Times until a failed puzzle comes back: after the failure, and after each solution that follows. */
export const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY];

export const MIN_LEVEL = 1;
export const MAX_LEVEL = 8;
/** Level of a user without results. */
export const FIRST_LEVEL = 2;

/** Largest change of the level by one puzzle. */
const LEVEL_STEP = 0.5;

const isDone = (card: Card): boolean => card.box >= INTERVALS.length;

/** Returns the card of a puzzle after an attempt. A puzzle solved at the first attempt is done. */
export function review(card: Card | undefined, isSolved: boolean, now: number): Card {
  const box = isSolved ? (card ? card.box + 1 : INTERVALS.length) : 0;
  const interval = INTERVALS[box];
  return interval === undefined
    ? { box: INTERVALS.length, due: 0, seen: now }
    : { box, due: now + interval, seen: now };
}

/** Returns the user's level after a puzzle of a difficulty. */
export function levelAfter(level: number, difficulty: number, isSolved: boolean): number {
  const expected = 1 / (1 + Math.exp(difficulty - level));
  const next = level + LEVEL_STEP * ((isSolved ? 1 : 0) - expected);
  return Math.min(MAX_LEVEL, Math.max(MIN_LEVEL, next));
}

/** Returns the number of puzzles that are due for repetition. */
export const dueCount = (puzzles: { id: string }[], cards: Cards, now: number): number =>
  puzzles.filter(({ id }) => {
    const card = cards[id];
    return card && !isDone(card) && card.due <= now;
  }).length;

/** Returns the item with the smallest value, the first of several. */
function smallest<Item>(items: Item[], value: (item: Item) => number): Item | null {
  let best: Item | null = null;
  for (const item of items) if (!best || value(item) < value(best)) best = item;
  return best;
}

/**
 * Returns the next puzzle: the one that has been due for longest, else a new one whose difficulty is
 * closest to the level, else the one whose last attempt was earliest. Avoids the current puzzle.
 */
export function nextPuzzle<Puzzle extends { id: string; difficulty: number }>(
  puzzles: Puzzle[],
  cards: Cards,
  level: number,
  now: number,
  current: string | null = null,
): Puzzle | null {
  const others = puzzles.filter(({ id }) => id !== current);
  const seen = others.flatMap((puzzle) => {
    const card = cards[puzzle.id];
    return card ? [{ puzzle, card }] : [];
  });
  const due = smallest(
    seen.filter(({ card }) => !isDone(card) && card.due <= now),
    ({ card }) => card.due,
  );
  if (due) return due.puzzle;
  const fresh = smallest(
    others.filter(({ id }) => !cards[id]),
    ({ difficulty }) => Math.abs(difficulty - level),
  );
  return fresh ?? smallest(seen, ({ card }) => card.seen)?.puzzle ?? puzzles[0] ?? null;
}
