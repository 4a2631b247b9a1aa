//! Differences in strength, as Elo, with their errors.
//!
//! Sources: fishtest, `server/fishtest/stats/stat_util.py` (`get_elo`) and
//! fastchess, `elo_pentanomial.cpp`, which agree; Michel Van den Bergh, *Comments
//! on Normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use super::pentanomial::{MIN_PAIRS, Pentanomial};

/// Normalised Elo for a mean of one standard deviation above level, a game.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / LN_10;

/// Standard deviations to each side that hold 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// A score of 0 or 1 is infinitely many Elo away; what lies nearer to the ends
/// than this counts as this. As fishtest has it.
const SCORE_MARGIN: f64 = 1e-3;

/// A value with the half width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The interval reaches as far to both sides.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Nobody wants to read of -0.0.
        let value = (self.value * 10.0).round() / 10.0 + 0.0;
        write!(f, "{value:+.1} +/- {:.1}", self.error)
    }
}

/// How much stronger the first player is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Logistic Elo: what the score means on the usual scale.
    pub elo: Estimate,
    /// Normalised Elo: the score in standard deviations of a game. Draws and
    /// unequal openings do not shrink it.
    pub normalised: Estimate,
    /// Likelihood of superiority: how likely it is that the first player is
    /// the stronger one, from 0 to 1.
    pub superiority: f64,
}

/// Why results tell no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEstimate {
    /// There are fewer than ten pairs.
    FewPairs,
    /// All pairs have ended alike: nothing tells how far another result may be.
    NoSpread,
}

impl fmt::Display for NoEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewPairs => write!(f, "fewer than {MIN_PAIRS} pairs tell no Elo"),
            Self::NoSpread => f.write_str("pairs that all end alike tell no Elo"),
        }
    }
}

/// The score that is expected at a difference in logistic Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in logistic Elo at which a score is expected.
pub fn difference(score: f64) -> f64 {
    let score = score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// What the results of pairs tell.
///
/// # Errors
/// When they tell nothing.
pub fn elo(results: &Pentanomial) -> Result<Elo, NoEstimate> {
    if results.pairs() < MIN_PAIRS {
        return Err(NoEstimate::FewPairs);
    }
    if !results.has_spread() {
        return Err(NoEstimate::NoSpread);
    }
    let distribution = results.distribution();
    let (mean, variance) = distribution.moments();
    let error = (variance / distribution.total).sqrt();
    let (low, high) = (mean - Z_95 * error, mean + Z_95 * error);
    // A pair's score is the mean of two games: a game has twice its variance.
    let unit = NORMALISED_UNIT / (variance * 2.0).sqrt();
    Ok(Elo {
        elo: Estimate {
            value: difference(mean),
            error: (difference(high) - difference(low)) / 2.0,
        },
        normalised: Estimate { value: (mean - 0.5) * unit, error: Z_95 * error * unit },
        superiority: libm::erfc(-(mean - 0.5) / error / SQRT_2) / 2.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: [u64; 5]) -> Elo {
        elo(&Pentanomial(counts)).expect("there are results")
    }

    /// Found values are compared as they are published: with two decimals.
    fn rounded(estimate: Estimate) -> (String, String) {
        (format!("{:.2}", estimate.value), format!("{:.2}", estimate.error))
    }

    fn pair(value: &str, error: &str) -> (String, String) {
        (value.to_owned(), error.to_owned())
    }

    /// The examples of fastchess, `app/tests/elo_test.cpp`, "EloPentanomial".
    #[test]
    fn published_values() {
        let first = of([34, 54, 31 + 32, 64, 75]);
        assert_eq!(rounded(first.elo), pair("55.58", "27.65"));
        assert_eq!(rounded(first.normalised), pair("57.94", "28.28"));
        assert_eq!(format!("{:.4}", first.superiority), "1.0000");

        let second = of([332, 433, 457 + 41, 333, 334]);
        assert_eq!(rounded(second.elo), pair("-8.64", "10.33"));
        assert_eq!(rounded(second.normalised), pair("-9.17", "10.96"));
        assert_eq!(format!("{:.4}", second.superiority), "0.0505");

        let third = of([7895, 8757, 5485 + 200, 568, 9999]);
        assert_eq!(rounded(third.elo), pair("-21.04", "2.95"));
        assert_eq!(rounded(third.normalised), pair("-19.01", "2.65"));

        // A report of a match: https://github.com/princesslana/princhess/pull/343.
        let report = of([1, 22, 52, 21, 4]);
        assert_eq!(rounded(report.elo), pair("8.69", "27.04"));
        assert_eq!(rounded(report.normalised), pair("15.51", "48.15"));
        assert_eq!(format!("{:.4}", report.superiority), "0.7360");
    }

    #[test]
    fn values_and_reasons_in_words() {
        let words = |value, error| Estimate { value, error }.to_string();
        assert_eq!(words(12.34, 5.67), "+12.3 +/- 5.7");
        assert_eq!(words(-12.36, 0.0), "-12.4 +/- 0.0");
        assert_eq!(words(-0.04, 2.0), "+0.0 +/- 2.0");
        assert_eq!(NoEstimate::FewPairs.to_string(), "fewer than 10 pairs tell no Elo");
        assert_eq!(NoEstimate::NoSpread.to_string(), "pairs that all end alike tell no Elo");
    }

    #[test]
    fn score_and_difference_undo_each_other() {
        for elo in [-300.0, -10.0, 0.0, 2.5, 300.0] {
            assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    /// No number of Elo promises all points or none.
    #[test]
    fn a_clean_score_has_a_difference_too() {
        assert!(difference(1.0) > 1000.0 && difference(1.0).is_finite());
        assert!((difference(1.0) + difference(0.0)).abs() < 1e-3);
    }

    #[test]
    fn the_second_player_sees_it_the_other_way_round() {
        let results = Pentanomial([3, 1, 4, 1, 5]);
        let (ours, theirs) = (of(results.0), of(results.reversed().0));
        assert!((ours.elo.value + theirs.elo.value).abs() < 1e-9);
        assert!((ours.superiority + theirs.superiority - 1.0).abs() < 1e-9);
    }

    #[test]
    fn results_that_tell_nothing_give_no_number() {
        assert_eq!(elo(&Pentanomial::default()), Err(NoEstimate::FewPairs));
        assert_eq!(elo(&Pentanomial([0, 0, 4, 0, 5])), Err(NoEstimate::FewPairs));
        assert!(elo(&Pentanomial([0, 0, 5, 0, 5])).is_ok());
        // The interval of either would be one of no width or of no meaning.
        assert_eq!(elo(&Pentanomial([0, 0, 500, 0, 0])), Err(NoEstimate::NoSpread));
        assert_eq!(elo(&Pentanomial([0, 0, 0, 0, 20])), Err(NoEstimate::NoSpread));
    }
}
