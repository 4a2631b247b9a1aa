//! The curve of strength over noise, estimated from games.

use super::pairing::LevelScore;
use kawari_engine::core::score::Score;
use kawari_engine::engine::strength::BlunderGuard;

/// Point of the random player: the binary logarithm of a noise above which all moves are
/// equally likely.
pub(super) const RANDOM: f64 = 26.0;
/// Point of full strength: the binary logarithm of a noise that has no effect.
pub(super) const PLAIN: f64 = 0.0;

/// Number of steps of the ladder: to each of the seven levels, and to full strength.
const STEPS: usize = 8;
/// Width of a piece. The curve is piecewise linear.
const WIDTH: f64 = 2.0;
const PIECES: usize = 13;

/// The games between two neighbours.
pub(super) struct LadderStep {
    /// Point of the weaker player.
    pub from: f64,
    /// Point of the stronger player, which is lower.
    pub to: f64,
    /// Blunder guards of the weaker and of the stronger player.
    pub blunder_guard: [BlunderGuard; 2],
    /// Results of the stronger player.
    pub tally: LevelScore,
}

impl LadderStep {
    /// Returns the share of the points and the number of games. Adds one win and one loss, so
    /// that no result gives an infinite distance.
    fn score(&self) -> (f64, f64) {
        let games = self.tally.games() as f64;
        ((self.tally.score() * games + 1.0) / (games + 2.0), games + 2.0)
    }
}

/// The blunder guards that add strength.
const GUARDS: [BlunderGuard; 3] =
    [BlunderGuard::SeesWins, BlunderGuard::Careful, BlunderGuard::SeesThreats];
const PARTS: usize = PIECES + GUARDS.len();

/// Strength in logarithmic odds: the increase along each piece of the scale, the last piece
/// next to the random player, and the increase for each blunder guard.
pub(super) struct StrengthCurve([f64; PARTS]);

impl StrengthCurve {
    /// Computes the maximum-likelihood curve of the games in the Bradley-Terry model (1952),
    /// with a penalty on differences between neighbouring pieces. The curve is monotonic.
    pub fn of(steps: &[LadderStep]) -> Self {
        const ROUNDS: usize = 500;
        const SMALLEST: f64 = 0.01;
        let mut parts = [0.5; PARTS];
        let shares: Vec<[f64; PARTS]> = steps.iter().map(shares).collect();
        for _ in 0..ROUNDS {
            for part in 0..parts.len() {
                let (mut slope, mut bend) = smoothness(&parts, part);
                for (step, share) in steps.iter().zip(&shares) {
                    let distance: f64 =
                        parts.iter().zip(share).map(|(part, share)| part * share).sum();
                    let expected = 1.0 / (1.0 + (-distance).exp());
                    let (score, games) = step.score();
                    slope += games * (score - expected) * share[part];
                    bend += games * expected * (1.0 - expected) * share[part] * share[part];
                }
                // Newton's method, one part at a time, with a limited step.
                parts[part] = (parts[part] + (slope / bend).clamp(-0.2, 0.2)).max(SMALLEST);
            }
        }
        Self(parts)
    }

    /// Returns the noise of a level on a ladder with equal steps, given the blunder guards of the
    /// levels from the first. It is at most that of the level below.
    pub fn noise(&self, level: usize, blunder_guards: &[BlunderGuard]) -> Score {
        let whole: f64 = self.0.iter().sum();
        let strength = |(index, blunder_guard): (usize, &BlunderGuard)| {
            let guards =
                self.0[PIECES..].iter().zip(GUARDS).filter(|(_, guard)| blunder_guard >= guard);
            whole * (index + 1) as f64 / STEPS as f64 - guards.map(|(worth, _)| worth).sum::<f64>()
        };
        // A blunder guard may add more than a step. The noise must not rise for that.
        let levels = blunder_guards.iter().enumerate().take(level);
        let strength = levels.map(strength).fold(0.0, f64::max);
        self.place(strength).exp2().round() as Score
    }

    /// Returns the point with this strength above the random player.
    fn place(&self, strength: f64) -> f64 {
        let mut left = strength;
        for (piece, &growth) in self.0[..PIECES].iter().enumerate().rev() {
            if left <= growth {
                return WIDTH * ((piece + 1) as f64 - left / growth);
            }
            left -= growth;
        }
        PLAIN
    }
}

/// Returns the share of each piece between two neighbours, then 1 for each blunder guard
/// that only the stronger one has.
fn shares(step: &LadderStep) -> [f64; PARTS] {
    std::array::from_fn(|piece| {
        if let Some(blunder_guard) = piece.checked_sub(PIECES).and_then(|kind| GUARDS.get(kind)) {
            return f64::from(
                step.blunder_guard[0] < *blunder_guard && step.blunder_guard[1] >= *blunder_guard,
            );
        }
        let low = WIDTH * piece as f64;
        let (from, to) = (step.from.min(low + WIDTH), step.to.max(low));
        ((from - to) / WIDTH).max(0.0)
    })
}

/// Returns the first and the negative second derivative of the smoothness penalty.
fn smoothness(parts: &[f64; PARTS], part: usize) -> (f64, f64) {
    const STIFFNESS: f64 = 1.0;
    let neighbours = [part.checked_sub(1), Some(part + 1).filter(|&next| next < PIECES)];
    if part >= PIECES {
        return (0.0, STIFFNESS);
    }
    let pull = |neighbour: usize| STIFFNESS * (parts[neighbour] - parts[part]);
    let slope = neighbours.into_iter().flatten().map(pull).sum();
    (slope, 2.0 * STIFFNESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blunder guards of the levels in most games.
    const USUAL_GUARDS: [BlunderGuard; STEPS - 1] = {
        let mut guards = [BlunderGuard::Careful; STEPS - 1];
        guards[0] = BlunderGuard::Careless;
        guards[1] = BlunderGuard::SeesWins;
        guards
    };

    /// Returns a step with the expected results for an increase of 0.5 on each piece.
    fn step(from: f64, to: f64) -> LadderStep {
        let expected = 1.0 / (1.0 + (-(from - to) / WIDTH * 0.5).exp());
        let won = (expected * 100_000.0).round() as u64;
        LadderStep {
            from,
            to,
            blunder_guard: [BlunderGuard::Careful; 2],
            tally: LevelScore { won, drawn: 0, lost: 100_000 - won },
        }
    }

    #[test]
    fn levels_divide_a_straight_curve_evenly() {
        let steps = [step(26.0, 17.0), step(17.0, 9.0), step(9.0, 4.0), step(4.0, 0.0)];
        let mut curve = StrengthCurve::of(&steps);
        assert!(
            curve.0[..PIECES].iter().all(|growth| (growth - 0.5).abs() < 0.02),
            "{:?}",
            curve.0
        );
        curve.0[PIECES..].fill(0.0);
        let places: Vec<f64> =
            (1..STEPS).map(|level| f64::from(curve.noise(level, &USUAL_GUARDS)).log2()).collect();
        for (number, place) in (1..).zip(&places) {
            assert!((place - (26.0 - 3.25 * f64::from(number))).abs() < 0.3, "{places:?}");
        }
    }

    #[test]
    fn blunder_guards_add_strength() {
        let careful = LadderStep {
            blunder_guard: [BlunderGuard::SeesWins, BlunderGuard::Careful],
            tally: LevelScore { won: 90, drawn: 0, lost: 10 },
            ..step(13.0, 13.0)
        };
        let steps = [step(26.0, 13.0), careful, step(13.0, 0.0)];
        let curve = StrengthCurve::of(&steps);
        let careful = curve.0[PIECES + 1];
        assert!((1.5..2.3).contains(&careful), "{}", careful);
        let noise: Vec<Score> = (1..STEPS).map(|level| curve.noise(level, &USUAL_GUARDS)).collect();
        assert!(noise.is_sorted_by(|one, other| one >= other), "{noise:?}");
        assert!(noise[1] <= 2 * noise[2], "the third level is better for being careful: {noise:?}");
    }

    #[test]
    fn one_sided_results_give_finite_strengths() {
        let all =
            LadderStep { tally: LevelScore { won: 60, drawn: 0, lost: 0 }, ..step(26.0, 0.0) };
        let none =
            LadderStep { tally: LevelScore { won: 0, drawn: 0, lost: 60 }, ..step(26.0, 0.0) };
        for step in [all, none] {
            let curve = StrengthCurve::of(&[step]);
            assert!(curve.0[..PIECES].iter().all(|growth| growth.is_finite() && *growth > 0.0));
        }
    }
}
