//! The parameters of a network, as whole numbers, and the proof that no position can
//! overflow it.
//!
//! In real numbers, a view of a position has the accumulator `a = b + Σ w`, the sum over
//! its inputs; a unit of it is worth `x = min(max(a, 0), 1)²` (the squared clipped
//! rectifier, SCReLU); the logit is `c + Σ v·x` over the units of both views, and the
//! output in hundredths is the logit times the scale. Here `w` and `b` are in units of
//! 1/[`QA`], `v` in units of 1/[`Parameters::unit`], and `c` in units of 1/(QA²·unit).

use std::fmt;

use thiserror::Error;

use super::features::FeatureSet;

/// Units of an accumulator that are 1: where the rectifier clips.
pub const QA: i32 = 255;
/// The largest magnitude of an output weight: a clipped unit times it fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;
/// The hidden layer of a view is as many times this.
pub const LANES: usize = 32;
/// Most units of the hidden layer of a view.
pub const MAX_HIDDEN: usize = 512;
/// Most output buckets.
pub const MAX_BUCKETS: usize = 16;

/// What the output of a network is added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkBase {
    /// The hand-written evaluation: the network has learned what that misses.
    Hand,
    /// Nothing.
    None,
}

impl NetworkBase {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Hand, Self::None];

    /// Its name in files and on command lines.
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

/// A network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// Units of the hidden layer of each view, a multiple of [`LANES`].
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
    /// What the output is added to.
    pub base: NetworkBase,
    /// The checksum of the hand-written weights that it has learned beside, where it is
    /// known.
    pub beside: Option<u64>,
    /// Hundredths in a logit.
    pub scale: u32,
    /// Units of an output weight that are 1 (QB).
    pub unit: u32,
    /// By input, by unit: `w`.
    pub input_weights: Vec<i8>,
    /// By unit: `b`.
    pub input_biases: Vec<i16>,
    /// By bucket, by view (the side to move's first), by unit: `v`.
    pub output_weights: Vec<i16>,
    /// By bucket: `c`.
    pub output_biases: Vec<i32>,
    /// Where it comes from, in words: keys and values.
    pub provenance: Vec<(String, String)>,
}

/// Why the parameters are no network of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParameterError {
    /// Something that is counted is out of its range.
    #[error("it has {found} {what}: {expected}")]
    Range {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        expected: String,
    },
    /// An output weight that would overflow.
    #[error("the output weight {0} is beyond {MAX_OUTPUT_WEIGHT}")]
    OutputWeight(i16),
    /// A unit of the accumulator that some position would overflow.
    #[error("unit {unit} could come to {low} or {high}, which 16 bits do not hold")]
    Accumulator {
        /// The unit.
        unit: usize,
        /// The least that it could come to.
        low: i32,
        /// The most.
        high: i32,
    },
    /// An output that some position would overflow.
    #[error(
        "the output of bucket {bucket} could come to {low} or {high}, which 32 bits do not hold"
    )]
    Output {
        /// The bucket.
        bucket: usize,
        /// The least that it could come to.
        low: i64,
        /// The most.
        high: i64,
    },
}

impl Parameters {
    /// Bytes of all parameters.
    pub(super) fn size(inputs: usize, hidden: usize, buckets: usize) -> usize {
        inputs * hidden + 2 * hidden + 2 * (2 * hidden * buckets) + 4 * buckets
    }

    /// Proves from the weights that no position can overflow the arithmetic: not with
    /// the worst of all pieces on every square and full hands.
    ///
    /// # Errors
    /// A [`ParameterError`], also where there are not as many parameters as there
    /// should be.
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
        let (hidden, buckets) = (self.hidden, self.buckets);
        let range = |what, found, holds: bool, expected: &dyn Fn() -> String| {
            if holds {
                Ok(())
            } else {
                Err(ParameterError::Range { what, found, expected: expected() })
            }
        };
        let is_hidden = (LANES..=MAX_HIDDEN).contains(&hidden) && hidden.is_multiple_of(LANES);
        range("hidden units", hidden, is_hidden, &|| {
            format!("a multiple of {LANES} up to {MAX_HIDDEN} can be read")
        })?;
        range("output buckets", buckets, (1..=MAX_BUCKETS).contains(&buckets), &|| {
            format!("1 to {MAX_BUCKETS} can be read")
        })?;
        let positive = |what, found: u32| {
            range(what, found as usize, found > 0, &|| "there has to be one".to_owned())
        };
        positive("hundredths in a logit", self.scale)?;
        positive("units in an output weight of 1", self.unit)?;
        let exactly = |what, found, expected: usize| {
            range(what, found, found == expected, &|| format!("it should be {expected}"))
        };
        exactly("input weights", self.input_weights.len(), feature_set.len() * hidden)?;
        exactly("input biases", self.input_biases.len(), hidden)?;
        exactly("output weights", self.output_weights.len(), 2 * hidden * buckets)?;
        exactly("output biases", self.output_biases.len(), buckets)
    }

    /// The output in floating point, as a logit, for the inputs that are there in the
    /// views of the side to move and of the other one.
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

    /// The least and the most that a unit of an accumulator can come to.
    pub fn accumulator_range(&self, feature_set: &FeatureSet, unit: usize) -> [i32; 2] {
        let bias = i32::from(self.input_biases[unit]);
        let weight =
            |&input: &u16| i32::from(self.input_weights[usize::from(input) * self.hidden + unit]);
        feature_set.exclusive.iter().fold([bias; 2], |[low, high], set| {
            let weights = || set.iter().map(weight);
            [low + weights().min().unwrap_or(0).min(0), high + weights().max().unwrap_or(0).max(0)]
        })
    }
}

/// The least and the most that an output can come to.
fn output_range(weights: &[i16], bias: i32) -> [i64; 2] {
    let full = i64::from(QA * QA);
    weights.iter().fold([i64::from(bias); 2], |[low, high], &weight| {
        let most = full * i64::from(weight);
        [low + most.min(0), high + most.max(0)]
    })
}
