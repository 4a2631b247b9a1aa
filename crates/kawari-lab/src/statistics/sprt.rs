//! The sequential probability ratio test: play until one of two hypotheses
//! about the difference in strength can be dropped.
//!
//! The generalised test on the pentanomial, as fishtest
//! (`server/fishtest/stats/LLRcalc.py`) and fastchess (`sprt.cpp`) compute it:
//! the log-likelihood ratio of the two distributions that explain the results
//! best, one for each hypothesis. Sources:
//!
//! - Michel Van den Bergh, *The Generalized Maximum Likelihood Ratio for the
//!   Expectation Value of a Distribution*,
//!   <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>, proposition 1.1;
//! - the same, *Comments on Normalized Elo*,
//!   <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, section 4.1.

use std::f64::consts::SQRT_2;

use anyhow::{Result, ensure};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::elo::{NORMALISED_UNIT, expected_score};
use super::pentanomial::{Distribution, MIN_PAIRS, Pentanomial, SCORES, moments};

/// The scale on which the hypotheses are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo, as fishtest and fastchess use it: a match takes as long
    /// in a game of many draws as in one of few.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the hypothesis H0.
    pub elo0: f64,
    /// The difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// How likely H1 may be accepted where H0 is true.
    pub alpha: f64,
    /// How likely H0 may be accepted where H1 is true.
    pub beta: f64,
    /// What `elo0` and `elo1` measure.
    pub model: EloModel,
}

/// Hypotheses are no further from level than this. Nobody tests for more, and
/// the search for the likeliest distribution finds its way from here.
const FURTHEST: f64 = 200.0;

/// The hypothesis that a test has come to accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is not `elo1` or more.
    H0,
    /// The difference is not `elo0` or less.
    H1,
}

impl Sprt {
    /// Accepts a test that makes sense.
    ///
    /// # Errors
    /// When `elo0` is not less than `elo1`, one of them is more than 200 from
    /// level, or the errors are not probabilities with a sum below 1.
    pub fn check(self) -> Result<Self> {
        let Self { elo0, elo1, alpha, beta, .. } = self;
        ensure!(elo0 < elo1, "SPRT: elo0 ({elo0}) has to be less than elo1 ({elo1})");
        ensure!(
            elo0 >= -FURTHEST && elo1 <= FURTHEST,
            "SPRT: elo0 ({elo0}) and elo1 ({elo1}) have to be within {FURTHEST} of level"
        );
        ensure!(
            alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0,
            "SPRT: alpha ({alpha}) and beta ({beta}) have to be above 0, with a sum below 1"
        );
        Ok(self)
    }

    /// H0 is accepted at the first of these ratios or below, H1 at the second or
    /// above.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The logarithm of how much likelier the results are under H1 than under
    /// H0; 0 before the first pair.
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
        let gains = under_h1.iter().zip(under_h0).map(|(one, zero)| (one / zero).ln());
        observed.total * gains.zip(observed.shares).map(|(gain, share)| gain * share).sum::<f64>()
    }

    /// What the results are enough to accept, if anything: never before the tenth
    /// pair.
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

/// The distribution of this mean under which the observation is likeliest.
fn likeliest_with_mean(observed: &Distribution, mean: f64) -> [f64; 5] {
    reweighted(&observed.shares, &SCORES.map(|score| score - mean))
}

/// The distribution with this t-value, (mean - ½) / deviation, under which the
/// observation is likeliest: an iteration from the uniform distribution.
fn likeliest_with_t_value(observed: &Distribution, t_value: f64) -> [f64; 5] {
    // fishtest stops after ten rounds or at the same precision.
    const ROUNDS: usize = 10;
    const PRECISION: f64 = 1e-9;

    let mut shares = [1.0 / SCORES.len() as f64; SCORES.len()];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&shares);
        let deviation = variance.sqrt();
        let constraint = SCORES.map(|score| {
            let distance = (mean - score) / deviation;
            score - 0.5 - t_value * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = reweighted(&observed.shares, &constraint);
        let change = shares.iter().zip(next).map(|(old, new)| (old - new).abs());
        let is_settled = change.fold(0.0, f64::max) < PRECISION;
        shares = next;
        if is_settled {
            break;
        }
    }
    shares
}

/// The shares closest to the observed ones under which `constraint` has the
/// expectation 0. It takes both signs, or nothing could have it.
fn reweighted(observed: &[f64; 5], constraint: &[f64; 5]) -> [f64; 5] {
    let theta = multiplier(observed, constraint);
    let mut shares = *observed;
    for (share, value) in shares.iter_mut().zip(constraint) {
        *share /= 1.0 + theta * value;
    }
    shares
}

/// The Lagrange multiplier: where the sum falls through 0, by bisection. It
/// falls all the way between the two poles next to 0.
fn multiplier(observed: &[f64; 5], constraint: &[f64; 5]) -> f64 {
    let sum = |theta: f64| -> f64 {
        observed.iter().zip(constraint).map(|(p, value)| p * value / (1.0 + theta * value)).sum()
    };
    let greatest = constraint.iter().copied().fold(f64::MIN, f64::max);
    let least = constraint.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
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

    /// Found values are compared as they are published: with two decimals.
    fn rounded(model: EloModel, elo: [f64; 2], counts: [u64; 5]) -> String {
        format!("{:.2}", ratio(model, elo, counts))
    }

    /// The examples of fastchess, `app/tests/sprt_test.cpp`; the last is the
    /// report of a match in <https://github.com/princesslana/princhess/pull/343>.
    #[test]
    fn published_values() {
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

    /// Where every pair was won twice, the likeliest distributions have wins and
    /// losses alone, and the ratio can be written down: a share of `w` wins has
    /// the t-value (w - ½) / √(w (1 - w)).
    #[test]
    fn all_pairs_won() {
        let t_value = 5.0 / NORMALISED_UNIT * SQRT_2;
        let wins = 0.5 + t_value / (1.0 + t_value * t_value).sqrt() / 2.0;
        let written = 104.0 * (wins / 0.5).ln();
        let found = ratio(EloModel::Normalized, [0.0, 5.0], [0, 0, 0, 0, 104]);
        assert!((found - written).abs() < 1e-3, "{found}, not {written}");
    }

    #[test]
    fn hypotheses_around_the_results_are_level() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            assert!(ratio(model, [-5.0, 5.0], [10, 20, 40, 20, 10]).abs() < 1e-9);
            assert_eq!(ratio(model, [0.0, 5.0], [0; 5]), 0.0);
        }
    }

    #[test]
    fn any_results_have_a_ratio() {
        let few = [0, 1, 50];
        for number in 1..few.len().pow(5) {
            let counts = std::array::from_fn(|place| few[number / few.len().pow(place as u32) % 3]);
            for model in [EloModel::Normalized, EloModel::Logistic] {
                for elo in [[0.0, 5.0], [-FURTHEST, 0.0], [-FURTHEST, FURTHEST]] {
                    assert!(ratio(model, elo, counts).is_finite(), "{counts:?} {model:?} {elo:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_and_verdicts() {
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
