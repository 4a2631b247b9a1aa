/** Wins in a row against a level of the engine, by game. Stored in the browser. */

interface WinStreak {
  level: number;
  wins: number;
}

/** Number of wins in a row after which the page proposes the next level. */
export const WINS_BEFORE_NEXT_LEVEL = 3;

const KEY = "kawari.win-streaks";

function load(): Record<string, WinStreak> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, WinStreak>;
  } catch {
    return {};
  }
}

/** Stores the result of a game against a level. Returns the number of wins in a row at this level. */
export function countResult(game: string, level: number, isWin: boolean): number {
  const streaks = load();
  const earlier = streaks[game]?.level === level ? streaks[game].wins : 0;
  const wins = isWin ? earlier + 1 : 0;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...streaks, [game]: { level, wins } }));
  } catch {
    // If the storage is full, the wins are not counted.
  }
  return wins;
}
