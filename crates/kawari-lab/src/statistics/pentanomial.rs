//! Results of pairs of games.

use std::fmt;
use std::ops::AddAssign;

/// How often a pair of games ended with 0, ½, 1, 1½ and 2 points for the first
/// player, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// Pairs below which nothing is said of strength: neither an estimate nor the verdict
/// of a test.
pub const MIN_PAIRS: u64 = 10;

/// Points of the first player in one game, in halves: 0, 1 or 2.
pub type HalfPoints = usize;

/// What stands for a count of 0, so that a logarithm of it exists. As fishtest
/// has it (`LLRcalc.regularize`).
const PRIOR: f64 = 1e-3;

impl Pentanomial {
    /// Counts a pair.
    ///
    /// # Panics
    /// When a game has more than two half points.
    pub fn add(&mut self, first: HalfPoints, second: HalfPoints) {
        self.0[first + second] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Pairs won for each pair that was lost; `None` where none was.
    pub fn ratio(&self) -> Option<f64> {
        let [lost, half_lost, _, half_won, won] = self.0;
        let losses = lost + half_lost;
        (losses > 0).then(|| (half_won + won) as f64 / losses as f64)
    }

    /// The share of pairs that ended level; `None` before the first.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// True if pairs have ended in more than one way.
    pub fn has_spread(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() > 1
    }

    /// The same from the second player's view.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// The counts as a distribution: the score of a pair, from 0 to 1, and its
    /// share. Shares are never 0.
    pub(super) fn distribution(&self) -> Distribution {
        let counts = self.0.map(|count| if count == 0 { PRIOR } else { count as f64 });
        let total: f64 = counts.iter().sum();
        Distribution { shares: counts.map(|count| count / total), total }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The scores that a pair of games can have.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Shares of [`SCORES`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Distribution {
    pub(super) shares: [f64; 5],
    /// Number of pairs, priors included.
    pub(super) total: f64,
}

impl Distribution {
    /// Mean and variance of a pair's score.
    pub(super) fn moments(&self) -> (f64, f64) {
        moments(&self.shares)
    }
}

/// Mean and variance of [`SCORES`] under these shares.
pub(super) fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let expect = |value: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(shares).map(|(&score, share)| share * value(score)).sum()
    };
    let mean = expect(&|score| score);
    (mean, expect(&|score| (score - mean).powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut results = Pentanomial::default();
        for (first, second) in [(0, 0), (1, 0), (0, 2), (2, 1), (1, 2), (2, 2)] {
            results.add(first, second);
        }
        assert_eq!(results.to_string(), "[1, 1, 1, 2, 1]");
        results += Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(results.to_string(), "[2, 3, 4, 6, 6]");
    }

    #[test]
    fn ratios_are_of_pairs() {
        let results = Pentanomial([3, 5, 20, 8, 4]);
        assert_eq!((results.ratio(), results.draw_ratio()), (Some(1.5), Some(0.5)));
        let empty = Pentanomial::default();
        assert_eq!((empty.ratio(), empty.draw_ratio()), (None, None));
    }
}
