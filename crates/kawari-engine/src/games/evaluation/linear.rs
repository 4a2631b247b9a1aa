//! Evaluations that are sums of weights, and the interface for tuning them.
//!
//! The same code computes scores for the search and coefficients for the tuner: it reports
//! each term to a [`TermSink`].

/// An evaluation whose weights can be fitted to games.
///
/// The score of a position is `share · Σ weight · count`, rounded towards zero, with the
/// counts and the share of a [`TermTrace`].
pub struct Tuning<P> {
    /// Current weights.
    pub weights: Vec<i16>,
    /// Returns the terms of a position's evaluation.
    pub trace: TermTracer<P>,
    /// Returns the text of a [weights file](super::weights::file). The second argument is
    /// its `from` line.
    pub file: WriteWeights,
}

/// A function that writes weights as a file.
pub type WriteWeights = Box<dyn Fn(&[i16], &str) -> String + Send + Sync>;

/// A function that returns the terms of a position's evaluation.
pub type TermTracer<P> = Box<dyn Fn(&P) -> TermTrace + Send + Sync>;

/// The terms of a position's evaluation, from the side to move's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermTrace {
    /// Index and count of each weight with a count other than zero.
    pub counts: Vec<(usize, i32)>,
    /// Factor from the sum to centipawns, as numerator and denominator: the weight units,
    /// and the scaling down before a draw by move count.
    pub share: (i32, i32),
}

impl TermTrace {
    /// Returns the score in centipawns with these weights, rounded like the evaluation.
    ///
    /// ```
    /// use kawari_engine::games::evaluation::linear::TermTrace;
    ///
    /// let trace = TermTrace { counts: vec![(0, 2), (2, -1)], share: (1, 8) };
    /// assert_eq!(trace.value(&[100, 7, 40]), 20);
    /// ```
    pub fn value(&self, weights: &[i16]) -> i32 {
        let terms = self.counts.iter().map(|&(weight, count)| i32::from(weights[weight]) * count);
        scaled(terms.sum(), self.share)
    }
}

/// Multiplies a sum of weights by a fraction and rounds towards zero.
#[inline]
pub fn scaled(total: i32, (share, of): (i32, i32)) -> i32 {
    (i64::from(total) * i64::from(share) / i64::from(of)) as i32
}

/// A receiver of evaluation terms.
pub trait TermSink {
    /// Adds `count` to the count of the weight with index `weight`.
    fn add(&mut self, weight: usize, count: i32);
}

/// A [`TermSink`] that adds up weights.
pub struct WeightedSum<'a> {
    /// Weights of the evaluation.
    pub weights: &'a [i16],
    /// Sum so far.
    pub total: i32,
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.total += i32::from(self.weights[weight]) * count;
    }
}

/// Converts a sum to 16 bits, clamped. Sums of the built-in weights are far below the
/// limit; sums of weights from a file may exceed it.
pub fn saturated(total: i32) -> i16 {
    total.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// A [`TermSink`] that counts each weight.
pub struct TermCounts(pub Vec<i32>);

impl TermSink for TermCounts {
    fn add(&mut self, weight: usize, count: i32) {
        self.0[weight] += count;
    }
}

impl TermCounts {
    /// Returns index and count of each weight with a count other than zero.
    pub fn nonzero(self) -> Vec<(usize, i32)> {
        self.0.into_iter().enumerate().filter(|&(_, count)| count != 0).collect()
    }
}
