//! Elo estimate after an SPRT has stopped.
//!
//! An SPRT stops when the results deviate most, so the score at the stop is biased: a true
//! difference of 20 Elo looks like 26. This module computes a median-unbiased estimate
//! instead. For a given Elo difference, it computes the probability of an outcome no better
//! than the observed one: H0 accepted earlier, H1 accepted later, or H0 instead of H1. The
//! estimate is the difference at which this probability is 50 %. The ends of the 95 %
//! confidence interval are the differences at which it is 97.5 % and 2.5 %.
//!
//! The log-likelihood ratio is modelled as a Brownian motion between two bounds, as in
//! fishtest (`server/fishtest/stats/sprt.py`). Source: David Siegmund, *Estimation following
//! sequential tests*, Biometrika 65 (1978).

use std::f64::consts::{PI, SQRT_2};
use std::fmt;

use super::elo::{NORMALISED_UNIT, difference, expected_score};
use super::pentanomial::Pentanomial;
use super::sprt::{EloModel, Hypothesis, Sprt};

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Median-unbiased estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0.0 turns -0.0 into 0.0.
        let Self { value, low, high } = self.map(|elo| (elo * 10.0).round() / 10.0 + 0.0);
        write!(f, "{value:+.1} in ({low:+.1}, {high:+.1})")
    }
}

/// The strength difference of the first player after a stopped SPRT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StoppedElo {
    /// Logistic Elo.
    pub elo: Interval,
    /// Normalised Elo.
    pub normalised: Interval,
    /// Likelihood of superiority: the probability that two equal players have an outcome no
    /// better than this, from 0 to 1.
    pub superiority: f64,
}

/// Largest absolute Elo difference of an estimate.
const MAX_ELO: f64 = 1000.0;

/// Returns the estimate for these results, or `None` if the test has not stopped.
pub fn stopped_elo(sprt: &Sprt, results: &Pentanomial) -> Option<StoppedElo> {
    let test = StoppedTest::new(sprt, results)?;
    let elo =
        Interval { value: test.elo_at(0.5), low: test.elo_at(0.975), high: test.elo_at(0.025) };
    let unit = NORMALISED_UNIT / test.deviation;
    let normalised = elo.map(|elo| (expected_score(elo) - 0.5) * unit);
    Some(StoppedElo { elo, normalised, superiority: test.probability_no_better(0.0) })
}

/// An SPRT that has accepted a hypothesis.
struct StoppedTest {
    accepted: Hypothesis,
    /// Bounds of the log-likelihood ratio.
    bounds: (f64, f64),
    /// Number of pairs until the ratio reached a bound.
    pairs: f64,
    /// Expected scores under H0 and H1.
    scores: [f64; 2],
    /// Variance of a pair's score.
    variance: f64,
    /// Standard deviation of a game's score.
    deviation: f64,
}

impl StoppedTest {
    fn new(sprt: &Sprt, results: &Pentanomial) -> Option<Self> {
        let accepted = sprt.accepted(results)?;
        let distribution = results.distribution();
        let (mean, variance) = distribution.moments();
        let deviation = (variance * 2.0).sqrt();
        let score = |elo: f64| match sprt.model {
            EloModel::Normalized => 0.5 + elo / NORMALISED_UNIT * deviation,
            EloModel::Logistic => expected_score(elo),
        };
        let mut test = Self {
            accepted,
            bounds: sprt.bounds(),
            pairs: distribution.total,
            scores: [sprt.elo0, sprt.elo1].map(score),
            variance,
            deviation,
        };
        // The last pair overshot the bound: use the time at which the motion reaches it.
        let bound = match accepted {
            Hypothesis::H0 => test.bounds.0,
            Hypothesis::H1 => test.bounds.1,
        };
        let pairs = bound / test.motion(mean).drift;
        if pairs > 0.0 {
            test.pairs = pairs.min(test.pairs);
        }
        Some(test)
    }

    /// Returns the motion of the log-likelihood ratio for a true score.
    fn motion(&self, score: f64) -> BrownianMotion {
        let [score0, score1] = self.scores;
        let variance = self.variance;
        let step = score1 - score0;
        let drift = (score - f64::midpoint(score0, score1)) * step / variance;
        BrownianMotion { drift, variance: step * step / variance }
    }

    /// Returns the probability of an outcome no better than the observed one, for a true
    /// difference of `elo`.
    fn probability_no_better(&self, elo: f64) -> f64 {
        let motion = self.motion(expected_score(elo));
        let (low, high) = self.bounds;
        match self.accepted {
            Hypothesis::H0 => motion.exit_below_probability(-low, high - low, self.pairs),
            Hypothesis::H1 => {
                1.0 - motion.reversed().exit_below_probability(high, high - low, self.pairs)
            }
        }
    }

    /// Returns the Elo difference at which [`probability_no_better`] has this value, by
    /// bisection. The probability falls as the difference rises.
    ///
    /// [`probability_no_better`]: Self::probability_no_better
    fn elo_at(&self, probability: f64) -> f64 {
        const PRECISION: f64 = 1e-6;
        let (mut low, mut high) = (-MAX_ELO, MAX_ELO);
        while high - low > PRECISION {
            let middle = f64::midpoint(low, high);
            if self.probability_no_better(middle) > probability {
                low = middle;
            } else {
                high = middle;
            }
        }
        // Converting to a score and back limits the result as in `difference`.
        difference(expected_score(f64::midpoint(low, high)))
    }
}

/// A Brownian motion with its drift and variance per unit of time.
#[derive(Clone, Copy, Debug)]
struct BrownianMotion {
    drift: f64,
    variance: f64,
}

impl BrownianMotion {
    fn reversed(self) -> Self {
        Self { drift: -self.drift, ..self }
    }

    /// Returns the probability that the motion leaves a strip through its lower side within
    /// `time`. It starts at the distance `above` from that side; the strip is `width` wide.
    ///
    /// Two series have the same sum, see W. Feller, *An Introduction to Probability Theory
    /// and Its Applications*, volume 2, X.5. The method of images converges fast for short
    /// times, the expansion in eigenfunctions for long times.
    fn exit_below_probability(self, above: f64, width: f64, time: f64) -> f64 {
        let spread = self.variance * time;
        let probability = if spread < width * width {
            self.series_by_images(above, width, time)
        } else {
            self.series_by_eigenfunctions(above, width, time)
        };
        probability.clamp(0.0, 1.0)
    }

    fn series_by_images(self, above: f64, width: f64, time: f64) -> f64 {
        // Images to each side. Neighbours are two widths apart, and the standard deviation
        // is at most one width, so that further images are negligible.
        const IMAGES: i32 = 5;
        let tilt = self.drift / self.variance;
        let (spread, shift) = ((self.variance * time).sqrt(), self.drift * time);
        let image = |number: i32| {
            let position = above + 2.0 * f64::from(number) * width;
            let distance = position.abs();
            // Probability that the motion covers this distance within the time.
            let reaches = scaled_normal(-tilt * (above + distance), (shift - distance) / spread)
                + scaled_normal(tilt * (distance - above), (-shift - distance) / spread);
            reaches * position.signum()
        };
        (-IMAGES..=IMAGES).map(image).sum()
    }

    fn series_by_eigenfunctions(self, above: f64, width: f64, time: f64) -> f64 {
        const TERMS: i32 = 12;
        let tilt = self.drift / self.variance;
        // Probability without a time limit.
        let ever = if (tilt * width).abs() < 1e-9 {
            1.0 - above / width
        } else {
            // (e^(-2 tilt above) - e^(-2 tilt width)) / (1 - e^(-2 tilt width)), rearranged
            // so that no exponent is positive.
            let tilt = 2.0 * tilt;
            let falling = (-tilt.abs() * (width - above)).exp_m1() / (-tilt.abs() * width).exp_m1();
            if tilt < 0.0 { falling } else { falling * (-tilt * above).exp() }
        };
        // Probability of an exit after the time limit, by eigenfunction.
        let later = |number: i32| {
            let wave = f64::from(number) * PI / width;
            let rate = self.variance * wave * wave / 2.0 + self.drift * tilt / 2.0;
            let decay = (-tilt * above - rate * time).exp();
            self.variance * wave / width * (wave * above).sin() * decay / rate
        };
        ever - (1..=TERMS).map(later).sum::<f64>()
    }
}

/// Returns e^`exponent` times the standard normal distribution function at `z`, without
/// overflow if one factor is huge and the other tiny.
fn scaled_normal(exponent: f64, z: f64) -> f64 {
    /// Below this `z` the first terms of the asymptotic series are precise enough.
    const ASYMPTOTIC_LIMIT: f64 = -8.0;
    if z > ASYMPTOTIC_LIMIT {
        return exponent.exp() * libm::erfc(-z / SQRT_2) / 2.0;
    }
    let square = z * z;
    let tail = 1.0 - 1.0 / square + 3.0 / (square * square) - 15.0 / square.powi(3);
    (exponent - square / 2.0).exp() / (-z * (2.0 * PI).sqrt()) * tail
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::elo::elo;
    use super::*;

    #[test]
    fn both_series_have_the_same_sum() {
        for drift in [-2.0, -0.3, 0.0, 0.1, 1.5] {
            for above in [0.2, 1.0, 2.7] {
                for (variance, time) in [(1.0, 4.0), (1.0, 9.0), (1.0, 20.0), (0.6, 9.0)] {
                    let motion = BrownianMotion { drift, variance };
                    let images = motion.series_by_images(above, 3.0, time);
                    let eigenfunctions = motion.series_by_eigenfunctions(above, 3.0, time);
                    // The tolerance is wide because the number of images is chosen for
                    // spreads below the width.
                    let error = (images - eigenfunctions).abs();
                    assert!(
                        error < 1e-6,
                        "{drift} {variance} {above} {time}: {images}, {eigenfunctions}"
                    );
                }
            }
        }
    }

    /// The probability does not depend on the unit in which the strip is measured.
    #[test]
    fn exit_probability_is_scale_invariant() {
        for spread in [0.01, 0.3, 1.0, 6.0, 30.0] {
            let probability = |unit: f64| {
                let motion = BrownianMotion { drift: 0.1 * unit, variance: unit * unit };
                motion.exit_below_probability(0.4 * unit, unit, spread)
            };
            let one = probability(1.0);
            for unit in [0.1, 0.3, 3.0, 10.0] {
                assert!((probability(unit) - one).abs() < 1e-9, "{spread} {unit}");
            }
        }
    }

    #[test]
    fn exit_probabilities_add_up_to_one() {
        for drift in [-3.0, -0.2, 0.0, 0.2, 3.0] {
            let motion = BrownianMotion { drift, variance: 0.7 };
            let below = motion.exit_below_probability(2.0, 5.0, 1e4);
            let above = motion.reversed().exit_below_probability(3.0, 5.0, 1e4);
            assert!((below + above - 1.0).abs() < 1e-9, "{drift}: {below} {above}");
            assert!(motion.exit_below_probability(2.0, 5.0, 1e-3) < 1e-9);
        }
    }

    /// Draws random pairs until the test stops.
    fn draw(sprt: &Sprt, shares: [f64; 5], rng: &mut Rng) -> Pentanomial {
        let mut results = Pentanomial::default();
        while sprt.accepted(&results).is_none() {
            let mut left = rng.f64();
            let place = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            results.0[place.unwrap_or(4)] += 1;
        }
        results
    }

    /// Half of the estimates are above the true value, and 95 % of the intervals contain it.
    /// The plain estimate after the stop is biased.
    #[test]
    fn the_median_is_unbiased() {
        let sprt =
            Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        let shares = [0.04, 0.17, 0.4, 0.28, 0.11];
        let mean: f64 = (0..5).map(|place| shares[place] * place as f64 / 4.0).sum();
        let truth = difference(mean);
        let mut rng = Rng::with_seed(5);
        let (mut above, mut inside, mut plain_above) = (0, 0, 0);
        const TESTS: usize = 1_000;
        for _ in 0..TESTS {
            let results = draw(&sprt, shares, &mut rng);
            let elo = stopped_elo(&sprt, &results).expect("it has stopped").elo;
            assert!(elo.low < elo.value && elo.value < elo.high, "{elo:?}");
            above += usize::from(elo.value > truth);
            inside += usize::from((elo.low..elo.high).contains(&truth));
            let (mean, _) = results.distribution().moments();
            plain_above += usize::from(difference(mean) > truth);
        }
        assert!((460..=540).contains(&above), "{above} of {TESTS} above the true value");
        assert!((930..=970).contains(&inside), "{inside} of {TESTS} contain the true value");
        assert!(plain_above > 540, "{plain_above} of {TESTS} plain estimates above");
    }

    /// Compares with fishtest's output for stopped tests (`server/fishtest/stats/sprt.py`, of
    /// 2026-08): Elo, both ends of the interval, likelihood of superiority.
    ///
    /// If a difference is far from the hypotheses, fishtest's series converge slowly. It then
    /// uses two terms of an asymptotic expansion of the normal distribution's tail
    /// (`brownian.py`, `outcome_cdf_alt2`, from 5 up), which differs from the exact formula
    /// by up to 0.02 Elo. The second figures are fishtest's with the exact distribution.
    #[test]
    fn estimates_match_fishtest() {
        use EloModel::{Logistic, Normalized};
        /// Tolerance in Elo for rounded figures and fishtest's slightly shorter series.
        const ROUNDED: f64 = 1e-4;
        /// Tolerance in Elo for figures from the asymptotic expansion.
        const EXPANDED: f64 = 2e-2;
        type Figures = [f64; 4];
        type Case = ([f64; 2], EloModel, [u64; 5], Figures, Option<Figures>);
        let cases: [Case; 9] = [
            (
                [0.0, 10.0],
                Normalized,
                [38, 214, 462, 252, 62],
                [13.45783, 3.39045, 23.42601, 0.995470],
                Some([13.45783, 3.39045, 23.42411, 0.995470]),
            ),
            (
                [0.0, 10.0],
                Normalized,
                [71, 381, 848, 409, 107],
                [8.50340, 0.79244, 16.02027, 0.984440],
                None,
            ),
            (
                [0.0, 10.0],
                Normalized,
                [39, 150, 264, 123, 24],
                [-15.40837, -28.64298, -2.13785, 0.011475],
                Some([-15.40567, -28.64211, -2.13785, 0.011475]),
            ),
            (
                [0.0, 20.0],
                Logistic,
                [13, 41, 75, 53, 30],
                [34.47365, 6.43219, 62.49510, 0.991847],
                Some([34.47365, 6.43219, 62.48675, 0.991847]),
            ),
            (
                [0.0, 20.0],
                Logistic,
                [41, 103, 201, 116, 35],
                [3.58557, -13.10898, 21.41056, 0.661090],
                None,
            ),
            (
                [0.0, 20.0],
                Normalized,
                [7, 26, 46, 41, 24],
                [57.00251, 23.74832, 91.14297, 0.999619],
                Some([56.99708, 23.74832, 91.14106, 0.999619]),
            ),
            (
                [-10.0, 0.0],
                Normalized,
                [74, 329, 801, 343, 85],
                [2.78054, -5.20235, 10.58503, 0.754989],
                None,
            ),
            (
                [0.0, 5.0],
                Normalized,
                [298, 168, 360, 136, 219],
                [-27.16193, -41.44506, -12.94134, 0.000091],
                Some([-27.16144, -41.44484, -12.93995, 0.000091]),
            ),
            (
                [0.0, 40.0],
                Normalized,
                [4, 7, 45, 12, 15],
                [52.08480, 10.43032, 94.60454, 0.992768],
                Some([52.08480, 10.43032, 94.59285, 0.992768]),
            ),
        ];
        for ([elo0, elo1], model, results, printed, without_expansion) in cases {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            let estimate = stopped_elo(&sprt, &Pentanomial(results)).expect("it has stopped");
            let Interval { value, low, high } = estimate.elo;
            let found = [value, low, high, estimate.superiority];
            let is_near = |figures: Figures, tolerance: f64| {
                found.iter().zip(figures).all(|(ours, theirs)| (ours - theirs).abs() < tolerance)
            };
            let exact = without_expansion.unwrap_or(printed);
            assert!(is_near(exact, ROUNDED), "{results:?}: {found:?}, not {exact:?}");
            assert!(is_near(printed, EXPANDED), "{results:?}: {found:?}, not {printed:?}");
        }
    }

    /// After a stop this module places the motion on the bound. fishtest does not if the
    /// model's motion is still short of the bound, so the two results differ slightly.
    #[test]
    fn fishtest_differs_if_the_motion_is_short_of_the_bound() {
        let sprt =
            Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        let elo = stopped_elo(&sprt, &Pentanomial([8, 26, 140, 26, 24])).expect("a stop").elo;
        let theirs = [20.891, -1.668, 42.241];
        for (ours, theirs) in [elo.value, elo.low, elo.high].into_iter().zip(theirs) {
            assert!((1e-4..5e-3).contains(&(ours - theirs).abs()), "{ours}, {theirs}");
        }
    }

    /// Normalised Elo has the same unit before and after the stop: the standard deviation
    /// of the results.
    #[test]
    fn normalised_elo_has_the_same_unit_before_and_after_the_stop() {
        let sprt =
            Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::default() };
        let results = Pentanomial([13, 41, 75, 53, 60]);
        let before = elo(&results).expect("there are results");
        let unit = before.normalised.value / (expected_score(before.elo.value) - 0.5);
        let StoppedElo { elo, normalised, .. } = stopped_elo(&sprt, &results).expect("a stop");
        let ends =
            [(elo.value, normalised.value), (elo.low, normalised.low), (elo.high, normalised.high)];
        for (logistic, normalised) in ends {
            let expected = (expected_score(logistic) - 0.5) * unit;
            assert!((normalised - expected).abs() < 1e-6, "{normalised}, not {expected}");
        }
    }

    #[test]
    fn intervals_are_displayed_with_one_decimal() {
        let text = |value, low, high| Interval { value, low, high }.to_string();
        assert_eq!(text(12.34, -0.04, 25.06), "+12.3 in (+0.0, +25.1)");
        assert_eq!(text(-8.26, -17.0, 0.51), "-8.3 in (-17.0, +0.5)");
    }

    #[test]
    fn swapping_the_players_negates_the_estimate() {
        let sprt =
            Sprt { elo0: -20.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: EloModel::default() };
        let results = Pentanomial([10, 40, 80, 70, 30]);
        let ours = stopped_elo(&sprt, &results).expect("it has stopped");
        let theirs = stopped_elo(&sprt, &results.reversed()).expect("it has stopped");
        assert!((ours.elo.value + theirs.elo.value).abs() < 1e-3, "{ours:?} {theirs:?}");
        assert!((ours.elo.low + theirs.elo.high).abs() < 1e-3);
        assert!((ours.superiority + theirs.superiority - 1.0).abs() < 1e-6);
        assert_eq!(stopped_elo(&sprt, &Pentanomial([10, 20, 30, 20, 10])), None);
    }
}
