/** Estimates the level of the engine against which a player would win half of the games. */

/** A finished game: the level of the engine, and 1 for a win, 0.5 for a draw, 0 for a loss. */
export interface LevelResult {
  level: number;
  points: number;
}

/** Number of finished games from which a level is proposed. */
export const MIN_GAMES = 6;
/** Number of games that count: the latest ones. */
const MAX_GAMES = 40;

/** Steepness of the curve if there is little data, and the spread of its logarithm. */
const USUAL_SLOPE = 0.8;
const SLOPE_SPREAD = 0.5;

/** Returns the log-likelihood of the results for a player who wins half of the games at `even`. */
function logLikelihood(results: LevelResult[], even: number, slope: number): number {
  const deviation = Math.log(slope / USUAL_SLOPE) / SLOPE_SPREAD;
  let sum = -(deviation * deviation) / 2;
  for (const { level, points } of results) {
    const expected = 1 / (1 + Math.exp(slope * (level - even)));
    sum += points * Math.log(expected) + (1 - points) * Math.log(1 - expected);
  }
  return sum;
}

/**
 * Returns the level at which a player would win half of the games, by a logistic fit to the latest
 * results. If all games were won or lost, returns the level next to those played. Returns null if there
 * are too few games. `results` has the newest game first.
 */
export function evenLevel(results: LevelResult[], levels: number): number | null {
  if (results.length < MIN_GAMES) return null;
  const latest = results.slice(0, MAX_GAMES);
  const played = latest.map(({ level }) => level);
  if (latest.every(({ points }) => points === 1)) return Math.min(levels, Math.max(...played) + 1);
  if (latest.every(({ points }) => points === 0)) return Math.max(1, Math.min(...played) - 1);
  let best = { even: 1, likelihood: -Infinity };
  for (let even = 0; even <= levels + 1; even += 0.1)
    for (let slope = 0.2; slope <= 3.2; slope *= 1.2) {
      const likelihood = logLikelihood(latest, even, slope);
      if (likelihood > best.likelihood) best = { even, likelihood };
    }
  return Math.min(levels, Math.max(1, Math.round(best.even)));
}
