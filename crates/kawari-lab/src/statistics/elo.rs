//! Elo differences with error bars.
//!
//! Sources: fishtest, `server/fishtest/stats/stat_util.py` (`get_elo`); fastchess,
//! `elo_pentanomial.cpp`, which gives the same values; Michel Van den Bergh, *Comments on
//! Normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use super::pentanomial::{MIN_PAIRS, Pentanomial};

/// Normalised Elo of a mean score one standard deviation of a game above one half.
pub(super) const NORMALISED_UNIT: f64 = 800.0 / LN_10;

/// Number of standard deviations to each side that contain 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// Smallest distance of a score from 0 and 1, where the Elo difference is infinite. The
/// value is fishtest's.
const SCORE_MARGIN: f64 = 1e-3;

/// An estimate with its 95 % error bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Most likely value.
    pub value: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0.0 turns -0.0 into 0.0.
        let value = (self.value * 10.0).round() / 10.0 + 0.0;
        write!(f, "{value:+.1} +/- {:.1}", self.error)
    }
}

/// The strength difference of the first player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// Logistic Elo, the usual scale.
    pub elo: Estimate,
    /// Normalised Elo: the score in standard deviations of a game. Draws and unbalanced
    /// openings do not reduce it.
    pub normalised: Estimate,
    /// Likelihood of superiority (LOS): the probability that the first player is stronger,
    /// from 0 to 1.
    pub superiority: f64,
}

/// The reason why there is no Elo estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEstimate {
    /// There are fewer than ten pairs.
    FewPairs,
    /// All pairs have the same result, so the variance is unknown.
    NoSpread,
}

impl fmt::Display for NoEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewPairs => write!(f, "no Elo estimate from fewer than {MIN_PAIRS} pairs"),
            Self::NoSpread => f.write_str("no Elo estimate: all pairs have the same result"),
        }
    }
}

/// Returns the expected score for a difference in logistic Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in logistic Elo for an expected score.
pub fn difference(score: f64) -> f64 {
    let score = score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Estimates the Elo difference from the results of pairs.
///
/// # Errors
/// Returns [`NoEstimate`] if there are too few pairs or all have the same result.
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
    // A pair's score is the mean of two games, so a game has twice its variance.
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

    /// Formats an estimate like the published values, with two decimals.
    fn rounded(estimate: Estimate) -> (String, String) {
        (format!("{:.2}", estimate.value), format!("{:.2}", estimate.error))
    }

    fn pair(value: &str, error: &str) -> (String, String) {
        (value.to_owned(), error.to_owned())
    }

    /// Examples of fastchess, `app/tests/elo_test.cpp`, "EloPentanomial".
    #[test]
    fn estimates_match_published_values() {
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

        // A match report: https://github.com/princesslana/princhess/pull/343.
        let report = of([1, 22, 52, 21, 4]);
        assert_eq!(rounded(report.elo), pair("8.69", "27.04"));
        assert_eq!(rounded(report.normalised), pair("15.51", "48.15"));
        assert_eq!(format!("{:.4}", report.superiority), "0.7360");
    }

    #[test]
    fn estimates_and_reasons_are_displayed() {
        let text = |value, error| Estimate { value, error }.to_string();
        assert_eq!(text(12.34, 5.67), "+12.3 +/- 5.7");
        assert_eq!(text(-12.36, 0.0), "-12.4 +/- 0.0");
        assert_eq!(text(-0.04, 2.0), "+0.0 +/- 2.0");
        let reason = |reason: NoEstimate| reason.to_string();
        assert_eq!(reason(NoEstimate::FewPairs), "no Elo estimate from fewer than 10 pairs");
        assert_eq!(reason(NoEstimate::NoSpread), "no Elo estimate: all pairs have the same result");
    }

    #[test]
    fn score_and_difference_are_inverse() {
        for elo in [-300.0, -10.0, 0.0, 2.5, 300.0] {
            assert!((difference(expected_score(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn a_perfect_score_has_a_finite_difference() {
        assert!(difference(1.0) > 1000.0 && difference(1.0).is_finite());
        assert!((difference(1.0) + difference(0.0)).abs() < 1e-3);
    }

    #[test]
    fn swapping_the_players_negates_the_estimate() {
        let results = Pentanomial([3, 1, 4, 1, 5]);
        let (ours, theirs) = (of(results.0), of(results.reversed().0));
        assert!((ours.elo.value + theirs.elo.value).abs() < 1e-9);
        assert!((ours.superiority + theirs.superiority - 1.0).abs() < 1e-9);
    }

    #[test]
    fn uninformative_results_give_no_estimate() {
        assert_eq!(elo(&Pentanomial::default()), Err(NoEstimate::FewPairs));
        assert_eq!(elo(&Pentanomial([0, 0, 4, 0, 5])), Err(NoEstimate::FewPairs));
        assert!(elo(&Pentanomial([0, 0, 5, 0, 5])).is_ok());
        // With a variance of 0 the interval would have no width.
        assert_eq!(elo(&Pentanomial([0, 0, 500, 0, 0])), Err(NoEstimate::NoSpread));
        assert_eq!(elo(&Pentanomial([0, 0, 0, 0, 20])), Err(NoEstimate::NoSpread));
    }
}
