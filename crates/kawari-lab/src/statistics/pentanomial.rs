//! Results of game pairs.

use std::fmt;
use std::ops::AddAssign;

/// Number of game pairs with 0, ½, 1, 1½ and 2 points for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// Smallest number of pairs for an Elo estimate or an SPRT result.
pub const MIN_PAIRS: u64 = 10;

/// Points of the first player in one game, in half points: 0, 1 or 2.
pub type HalfPoints = usize;

/// Replacement for a count of 0, so that its logarithm exists. The value is fishtest's
/// (`LLRcalc.regularize`).
const PRIOR: f64 = 1e-3;

impl Pentanomial {
    /// Adds a pair, given the first player's half points in its two games.
    ///
    /// # Panics
    /// Panics if the sum of the half points is more than 4.
    pub fn add(&mut self, first: HalfPoints, second: HalfPoints) {
        self.0[first + second] += 1;
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the ratio of won to lost pairs, or `None` if no pair was lost.
    pub fn ratio(&self) -> Option<f64> {
        let [lost, half_lost, _, half_won, won] = self.0;
        let losses = lost + half_lost;
        (losses > 0).then(|| (half_won + won) as f64 / losses as f64)
    }

    /// Returns the share of drawn pairs, or `None` if there are no pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.0[2] as f64 / self.pairs() as f64)
    }

    /// Returns true if not all pairs have the same result.
    pub fn has_spread(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() > 1
    }

    /// Returns the counts from the second player's view.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Returns the counts as a distribution over [`SCORES`]. Shares are never 0.
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

/// Possible scores of a pair, from 0 to 1.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A probability distribution over [`SCORES`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Distribution {
    pub(super) shares: [f64; 5],
    /// Number of pairs, including the replacements of zero counts.
    pub(super) total: f64,
}

impl Distribution {
    /// Returns the mean and the variance of a pair's score.
    pub(super) fn moments(&self) -> (f64, f64) {
        moments(&self.shares)
    }
}

/// Returns the mean and the variance of [`SCORES`] under these shares.
pub(super) fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let expectation = |value: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(shares).map(|(&score, share)| share * value(score)).sum()
    };
    let mean = expectation(&|score| score);
    (mean, expectation(&|score| (score - mean).powi(2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_points() {
        let mut results = Pentanomial::default();
        for (first, second) in [(0, 0), (1, 0), (0, 2), (2, 1), (1, 2), (2, 2)] {
            results.add(first, second);
        }
        assert_eq!(results.to_string(), "[1, 1, 1, 2, 1]");
        results += Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(results.to_string(), "[2, 3, 4, 6, 6]");
    }

    #[test]
    fn ratios_are_computed_from_pairs() {
        let results = Pentanomial([3, 5, 20, 8, 4]);
        assert_eq!((results.ratio(), results.draw_ratio()), (Some(1.5), Some(0.5)));
        let empty = Pentanomial::default();
        assert_eq!((empty.ratio(), empty.draw_ratio()), (None, None));
    }
}
