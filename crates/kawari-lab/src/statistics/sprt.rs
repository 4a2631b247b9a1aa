//! The sequential probability ratio test (SPRT): play until the results reject one of two
//! hypotheses about the difference in strength.
//!
//! This is the generalised SPRT for the pentanomial model, as in fishtest
//! (`server/fishtest/stats/LLRcalc.py`) and fastchess (`sprt.cpp`). It compares the maximum
//! likelihoods of the results under both hypotheses. Sources:
//!
//! - Michel Van den Bergh, *The Generalized Maximum Likelihood Ratio for the
//!   Expectation Value of a Distribution*,
//!   <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1;
//! - Michel Van den Bergh, *Comments on Normalized Elo*,
//!   <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1.

use std::f64::consts::SQRT_2;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::elo::{NORMALISED_UNIT, expected_score};
use super::pentanomial::{Distribution, MIN_PAIRS, Pentanomial, SCORES, moments};

/// The Elo scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo, as in fishtest and fastchess: the length of a match does not depend
    /// on the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// Parameters of an SPRT.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// Type I error: the probability that H1 is accepted although H0 is true.
    pub alpha: f64,
    /// Type II error: the probability that H0 is accepted although H1 is true.
    pub beta: f64,
    /// Scale of `elo0` and `elo1`.
    pub model: EloModel,
}

/// Largest absolute Elo difference of a hypothesis. Within it the iteration for the most
/// likely distribution converges.
const MAX_ELO: f64 = 200.0;

/// The hypothesis that a test has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is less than `elo1`.
    H0,
    /// The difference is greater than `elo0`.
    H1,
}

impl Sprt {
    /// Returns the test if its parameters are valid.
    ///
    /// # Errors
    /// Returns an error if `elo0` is not less than `elo1`, if one of them is outside of -200
    /// to 200, or if `alpha` and `beta` are not positive with a sum below 1.
    pub fn check(self) -> Result<Self> {
        let Self { elo0, elo1, alpha, beta, .. } = self;
        ensure!(elo0 < elo1, "SPRT: elo0 ({elo0}) must be less than elo1 ({elo1})");
        ensure!(
            elo0 >= -MAX_ELO && elo1 <= MAX_ELO,
            "SPRT: elo0 ({elo0}) and elo1 ({elo1}) must be from -{MAX_ELO} to {MAX_ELO}"
        );
        ensure!(
            alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0,
            "SPRT: alpha ({alpha}) and beta ({beta}) must be above 0, with a sum below 1"
        );
        Ok(self)
    }

    /// Returns the bounds of the log-likelihood ratio. H0 is accepted at the first or below,
    /// H1 at the second or above.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR) of H1 to H0; 0 before the first pair.
    pub fn ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let observed = results.distribution();
        let likeliest = |elo| match self.model {
            EloModel::Normalized => {
                likeliest_with_t_value(&observed, elo / NORMALISED_UNIT * SQRT_2)
            }
            EloModel::Logistic => likeliest_with_mean(&observed, expected_score(elo)),
        };
        let (under_h0, under_h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = under_h1.iter().zip(under_h0).map(|(one, zero)| (one / zero).ln());
        observed.total
            * ratios.zip(observed.shares).map(|(ratio, share)| ratio * share).sum::<f64>()
    }

    /// Returns the accepted hypothesis, or `None` if the test has to continue. No hypothesis
    /// is accepted before the tenth pair.
    pub fn accepted(&self, results: &Pentanomial) -> Option<Hypothesis> {
        if results.pairs() < MIN_PAIRS {
            return None;
        }
        let ratio = self.ratio(results);
        let (low, high) = self.bounds();
        if ratio <= low {
            Some(Hypothesis::H0)
        } else if ratio >= high {
            Some(Hypothesis::H1)
        } else {
            None
        }
    }
}

/// Returns the maximum likelihood distribution with the given mean.
fn likeliest_with_mean(observed: &Distribution, mean: f64) -> [f64; 5] {
    reweighted(&observed.shares, &SCORES.map(|score| score - mean))
}

/// Returns the maximum likelihood distribution with the given t-value, (mean - ½) /
/// deviation. It is found by iteration, starting with the uniform distribution.
fn likeliest_with_t_value(observed: &Distribution, t_value: f64) -> [f64; 5] {
    // The same iteration limit and precision as in fishtest.
    const ITERATIONS: usize = 10;
    const PRECISION: f64 = 1e-9;

    let mut shares = [1.0 / SCORES.len() as f64; SCORES.len()];
    for _ in 0..ITERATIONS {
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let constraint = SCORES.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - t_value * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = reweighted(&observed.shares, &constraint);
        let change = shares.iter().zip(next).map(|(old, new)| (old - new).abs());
        let has_converged = change.fold(0.0, f64::max) < PRECISION;
        shares = next;
        if has_converged {
            break;
        }
    }
    shares
}

/// Returns the shares closest to the observed ones under which `constraint` has the
/// expectation 0. `constraint` must have values of both signs.
fn reweighted(observed: &[f64; 5], constraint: &[f64; 5]) -> [f64; 5] {
    let theta = multiplier(observed, constraint);
    let mut shares = *observed;
    for (share, value) in shares.iter_mut().zip(constraint) {
        *share /= 1.0 + theta * value;
    }
    shares
}

/// Returns the Lagrange multiplier: the zero of the sum, by bisection. The sum is strictly
/// decreasing between the two poles next to 0.
fn multiplier(observed: &[f64; 5], constraint: &[f64; 5]) -> f64 {
    let sum = |theta: f64| -> f64 {
        observed.iter().zip(constraint).map(|(p, value)| p * value / (1.0 + theta * value)).sum()
    };
    let max = constraint.iter().copied().fold(f64::MIN, f64::max);
    let min = constraint.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(model: EloModel, elo: [f64; 2], counts: [u64; 5]) -> f64 {
        let [elo0, elo1] = elo;
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }.ratio(&Pentanomial(counts))
    }

    /// Formats a ratio like the published values, with two decimals.
    fn rounded(model: EloModel, elo: [f64; 2], counts: [u64; 5]) -> String {
        format!("{:.2}", ratio(model, elo, counts))
    }

    /// Examples of fastchess, `app/tests/sprt_test.cpp`. The last one is a match report in
    /// <https://github.com/princesslana/princhess/pull/343>.
    #[test]
    fn ratios_match_published_values() {
        use EloModel::{Logistic, Normalized};
        let examples = [
            (Normalized, [0.0, 2.0], [365, 16618, 36029 + 200, 16974, 390], "2.25"),
            (Normalized, [-1.75, 0.25], [127, 4883, 10311 + 401, 5150, 104], "3.01"),
            (Logistic, [0.5, 2.5], [223, 9863, 20279 + 1000, 10037, 246], "-3.07"),
            (Logistic, [0.0, 2.0], [871, 26175, 55003 + 980, 26678, 821], "-4.98"),
            (Normalized, [-5.0, 0.0], [1, 22, 52, 21, 4], "0.15"),
        ];
        for (model, elo, counts, published) in examples {
            assert_eq!(rounded(model, elo, counts), published, "{counts:?}");
        }
    }

    /// If both games of every pair are won, the most likely distributions consist of double
    /// wins and double losses, and the ratio has a closed form: a share of `w` wins has the
    /// t-value (w - ½) / √(w (1 - w)).
    #[test]
    fn the_ratio_of_all_wins_matches_its_closed_form() {
        let t_value = 5.0 / NORMALISED_UNIT * SQRT_2;
        let wins = 0.5 + t_value / (1.0 + t_value * t_value).sqrt() / 2.0;
        let expected = 104.0 * (wins / 0.5).ln();
        let found = ratio(EloModel::Normalized, [0.0, 5.0], [0, 0, 0, 0, 104]);
        assert!((found - expected).abs() < 1e-3, "{found}, not {expected}");
    }

    #[test]
    fn symmetric_hypotheses_have_the_ratio_zero() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            assert!(ratio(model, [-5.0, 5.0], [10, 20, 40, 20, 10]).abs() < 1e-9);
            assert_eq!(ratio(model, [0.0, 5.0], [0; 5]), 0.0);
        }
    }

    #[test]
    fn the_ratio_is_always_finite() {
        let few = [0, 1, 50];
        for number in 1..few.len().pow(5) {
            let counts = std::array::from_fn(|place| few[number / few.len().pow(place as u32) % 3]);
            for model in [EloModel::Normalized, EloModel::Logistic] {
                for elo in [[0.0, 5.0], [-MAX_ELO, 0.0], [-MAX_ELO, MAX_ELO]] {
                    assert!(ratio(model, elo, counts).is_finite(), "{counts:?} {model:?} {elo:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_and_accepted_hypotheses() {
        let sprt =
            Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::default() };
        let (low, high) = sprt.bounds();
        assert_eq!((format!("{low:.2}"), format!("{high:.2}")), ("-2.94".into(), "2.94".into()));
        assert_eq!(sprt.accepted(&Pentanomial([0, 0, 0, 0, 99])), Some(Hypothesis::H1));
        assert_eq!(sprt.accepted(&Pentanomial([99, 0, 0, 0, 0])), Some(Hypothesis::H0));
        assert_eq!(sprt.accepted(&Pentanomial([1, 1, 1, 1, 1])), None);
        let wide = Sprt { elo0: -200.0, elo1: 200.0, ..sprt };
        assert_eq!(wide.accepted(&Pentanomial([0, 0, 0, 0, 9])), None);
        assert_eq!(wide.accepted(&Pentanomial([0, 0, 0, 0, 10])), Some(Hypothesis::H1));
        assert!(Sprt { elo1: 0.0, ..sprt }.check().is_err());
        assert!(Sprt { elo1: 201.0, ..sprt }.check().is_err());
        assert!(Sprt { elo1: f64::NAN, ..sprt }.check().is_err());
        assert!(Sprt { alpha: 0.5, beta: 0.5, ..sprt }.check().is_err());
    }
}
