//! The quantised parameters of a network, and the check that no position can overflow its
//! arithmetic.
//!
//! In real numbers, the accumulator of a view is `a = b + Σ w`, the sum over its active
//! inputs. The activation of a unit is the squared clipped rectifier (SCReLU),
//! `x = min(max(a, 0), 1)²`. The logit is `c + Σ v·x` over the units of both views, and the
//! output in centipawns is the logit times the scale. In integers, `w` and `b` are in units
//! of 1/[`QA`], `v` in units of 1/[`Parameters::unit`], and `c` in units of 1/(QA²·unit).

use std::fmt;

use thiserror::Error;

use super::features::FeatureSet;

/// Accumulator value that represents 1, where the rectifier clips.
pub const QA: i32 = 255;
/// Largest magnitude of an output weight. Its product with a clipped unit fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;
/// Divisor of the number of hidden units of a view.
pub const LANES: usize = 32;
/// Largest number of hidden units of a view.
pub const MAX_HIDDEN: usize = 512;
/// Largest number of output buckets.
pub const MAX_BUCKETS: usize = 16;
/// Largest number of inputs in all King buckets together. Inputs have 16-bit numbers.
pub const MAX_INPUTS: usize = 1 << 16;
/// Largest number of King buckets.
pub const MAX_KING_BUCKETS: usize = 8;

/// The score to which the output of a network is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkBase {
    /// The hand-crafted evaluation, whose error the network has learned.
    Hand,
    /// Zero.
    None,
}

impl NetworkBase {
    /// All bases.
    pub const ALL: [Self; 2] = [Self::Hand, Self::None];

    /// Returns the name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::None => "none",
        }
    }
}

impl fmt::Display for NetworkBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The parameters of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Number of King buckets: 1, or an even number.
    pub king_buckets: usize,
    /// Number of hidden units of each view, a multiple of [`LANES`].
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// Score to which the output is added.
    pub base: NetworkBase,
    /// Checksum of the hand-crafted weights with which the network was trained, if known.
    pub hce_checksum: Option<u64>,
    /// Centipawns per logit.
    pub scale: u32,
    /// Output weight that represents 1 (QB).
    pub unit: u32,
    /// `w`, by King bucket, then by input, then by unit.
    pub input_weights: Vec<i8>,
    /// `b`, by unit.
    pub input_biases: Vec<i16>,
    /// `v`, by bucket, then by view (the side to move's first), then by unit.
    pub output_weights: Vec<i16>,
    /// `c`, by bucket.
    pub output_biases: Vec<i32>,
    /// Description of the training: keys and values.
    pub provenance: Vec<(String, String)>,
}

/// Invalid parameters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// A count out of range.
    #[error("{found} {what}, expected {expected}")]
    Range {
        /// Name of the counted items, in the plural.
        what: &'static str,
        /// Number found.
        found: usize,
        /// Valid numbers.
        expected: String,
    },
    /// An output weight that could overflow.
    #[error("output weight {0} out of range, expected at most {MAX_OUTPUT_WEIGHT} in magnitude")]
    OutputWeight(i16),
    /// An accumulator unit that some position could overflow.
    #[error("unit {unit} ranges from {low} to {high}, which does not fit 16 bits")]
    Accumulator {
        /// Index of the unit.
        unit: usize,
        /// Smallest possible value.
        low: i32,
        /// Largest possible value.
        high: i32,
    },
    /// An output that some position could overflow.
    #[error("output of bucket {bucket} ranges from {low} to {high}, which does not fit 32 bits")]
    Output {
        /// Index of the bucket.
        bucket: usize,
        /// Smallest possible value.
        low: i64,
        /// Largest possible value.
        high: i64,
    },
}

impl Parameters {
    /// Returns the size of all parameters in bytes. `inputs` is the number in all King buckets.
    pub(super) fn size(inputs: usize, hidden: usize, buckets: usize) -> usize {
        inputs * hidden + 2 * hidden + 2 * (2 * hidden * buckets) + 4 * buckets
    }

    /// Checks that no position can overflow the arithmetic, not even with the input of the
    /// largest weight on every square and full hands.
    ///
    /// # Errors
    /// Returns [`ParameterError`] if a value could overflow or a number of parameters is
    /// wrong.
    pub fn check(&self, feature_set: &FeatureSet) -> Result<(), ParameterError> {
        self.check_sizes(feature_set)?;
        for unit in 0..self.hidden {
            let [low, high] = self.accumulator_range(feature_set, unit);
            if low < i16::MIN.into() || high > i16::MAX.into() {
                return Err(ParameterError::Accumulator { unit, low, high });
            }
        }
        let beyond = |weight: &&i16| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = self.output_weights.iter().find(beyond) {
            return Err(ParameterError::OutputWeight(weight));
        }
        for (bucket, weights) in self.output_weights.chunks_exact(2 * self.hidden).enumerate() {
            let [low, high] = output_range(weights, self.output_biases[bucket]);
            if low < i32::MIN.into() || high > i32::MAX.into() {
                return Err(ParameterError::Output { bucket, low, high });
            }
        }
        Ok(())
    }

    fn check_sizes(&self, feature_set: &FeatureSet) -> Result<(), ParameterError> {
        let (hidden, buckets, king_buckets) = (self.hidden, self.buckets, self.king_buckets);
        let range = |what, found, holds: bool, expected: &dyn Fn() -> String| {
            if holds {
                Ok(())
            } else {
                Err(ParameterError::Range { what, found, expected: expected() })
            }
        };
        let is_hidden = (LANES..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(LANES);
        range("hidden units", hidden, is_hidden, &|| {
            format!("a multiple of {LANES} up to {MAX_HIDDEN}")
        })?;
        range("output buckets", buckets, (1..=MAX_BUCKETS).contains(&buckets), &|| {
            format!("1 to {MAX_BUCKETS}")
        })?;
        let is_even =
            (2..=MAX_KING_BUCKETS).contains(&king_buckets) && king_buckets.is_multiple_of(2);
        let is_allowed = king_buckets == 1 || feature_set.has_king_buckets && is_even;
        range("King buckets", king_buckets, is_allowed, &|| {
            if feature_set.has_king_buckets {
                format!("1 or an even number up to {MAX_KING_BUCKETS}")
            } else {
                "1, because the game has no King".to_owned()
            }
        })?;
        let inputs = king_buckets * feature_set.len();
        range("inputs in all King buckets", inputs, inputs <= MAX_INPUTS, &|| {
            format!("at most {MAX_INPUTS}")
        })?;
        let positive =
            |what, found: u32| range(what, found as usize, found > 0, &|| "at least 1".to_owned());
        positive("centipawns per logit", self.scale)?;
        positive("units per output weight of 1", self.unit)?;
        let exactly = |what, found, expected: usize| {
            range(what, found, found == expected, &|| expected.to_string())
        };
        exactly("input weights", self.input_weights.len(), inputs * hidden)?;
        exactly("input biases", self.input_biases.len(), hidden)?;
        exactly("output weights", self.output_weights.len(), 2 * hidden * buckets)?;
        exactly("output biases", self.output_biases.len(), buckets)
    }

    /// Computes the output in floating point, as a logit. `active` has the active inputs in
    /// the views of the side to move and of the other side.
    pub fn logit(&self, active: [&[u16]; 2], bucket: usize) -> f64 {
        let (one, unit) = (f64::from(QA), f64::from(self.unit));
        let weights = &self.output_weights[2 * bucket * self.hidden..];
        let mut logit = f64::from(self.output_biases[bucket]) / (one * one * unit);
        for (active, weights) in active.into_iter().zip(weights.chunks_exact(self.hidden)) {
            for (at, &weight) in weights.iter().enumerate() {
                let input = |&input: &u16| {
                    f64::from(self.input_weights[usize::from(input) * self.hidden + at])
                };
                let sum = f64::from(self.input_biases[at]) + active.iter().map(input).sum::<f64>();
                let clipped = (sum / one).clamp(0.0, 1.0);
                logit += f64::from(weight) / unit * clipped * clipped;
            }
        }
        logit
    }

    /// Returns the smallest and the largest possible value of an accumulator unit.
    pub fn accumulator_range(&self, feature_set: &FeatureSet, unit: usize) -> [i32; 2] {
        let bias = i32::from(self.input_biases[unit]);
        let range_in_bucket = |table: &[i8]| {
            let weight = |&input: &u16| i32::from(table[usize::from(input) * self.hidden + unit]);
            feature_set.exclusive.iter().fold([bias; 2], |[low, high], set| {
                let weights = || set.iter().map(weight);
                let [least, most] =
                    [weights().min(), weights().max()].map(Option::unwrap_or_default);
                [low + least.min(0), high + most.max(0)]
            })
        };
        let tables = self.input_weights.chunks_exact(feature_set.len() * self.hidden);
        tables
            .map(range_in_bucket)
            .fold([bias; 2], |[low, high], range| [low.min(range[0]), high.max(range[1])])
    }
}

/// Returns the smallest and the largest possible value of an output.
fn output_range(weights: &[i16], bias: i32) -> [i64; 2] {
    let full = i64::from(QA * QA);
    weights.iter().fold([i64::from(bias); 2], |[low, high], &weight| {
        let most = full * i64::from(weight);
        [low + most.min(0), high + most.max(0)]
    })
}
