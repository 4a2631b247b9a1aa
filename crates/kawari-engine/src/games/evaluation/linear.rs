//! Evaluations that are sums of weights, and what a tuner asks of one.
//!
//! The same code adds up weights for the search and counts for the tuner: it
//! tells an [`TermSink`] what there is.

/// An evaluation whose weights can be fitted to games.
///
/// What it says of a position is `share · Σ weight · count`, rounded, with the
/// counts and the share of a [`TermTrace`].
pub struct Tuning<P> {
    /// The weights as they are.
    pub weights: Vec<i16>,
    /// How the evaluation of a position is made up.
    pub trace: TermTracer<P>,
    /// Returns the text of a [weights file](super::weights::file). The second argument is
    /// its `from` line.
    pub file: fn(&[i16], &str) -> String,
}

/// Tells how the evaluation of a position is made up.
pub type TermTracer<P> = Box<dyn Fn(&P) -> TermTrace + Send + Sync>;

/// How the evaluation of one position is made up, from the side to move's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermTrace {
    /// How often each weight counts; what is not named does not count at all.
    pub counts: Vec<(usize, i32)>,
    /// The share of the sum that the position is worth in hundredths, as a
    /// fraction: the clocks that bring a draw nearer, and the weights' unit.
    pub share: (i32, i32),
}

impl TermTrace {
    /// What the position is worth with these weights, as the evaluation rounds it.
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

/// The share of a sum of weights, rounded towards zero.
#[inline]
pub fn scaled(total: i32, (share, of): (i32, i32)) -> i32 {
    (i64::from(total) * i64::from(share) / i64::from(of)) as i32
}

/// Is told how often each weight counts.
pub trait TermSink {
    /// The weight with a number counts so many times more.
    fn add(&mut self, weight: usize, count: i32);
}

/// The sum of weights.
pub struct WeightedSum<'a> {
    /// All weights.
    pub weights: &'a [i16],
    /// The sum so far.
    pub total: i32,
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.total += i32::from(self.weights[weight]) * count;
    }
}

/// A sum for a table of 16 bits. No sum of the built-in weights comes near their end;
/// one of weights from a file stops there instead of changing its sign.
pub fn saturated(total: i32) -> i16 {
    total.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// How often each weight counts.
pub struct TermCounts(pub Vec<i32>);

impl TermSink for TermCounts {
    fn add(&mut self, weight: usize, count: i32) {
        self.0[weight] += count;
    }
}

impl TermCounts {
    /// The counts of the weights that count at all.
    pub fn nonzero(self) -> Vec<(usize, i32)> {
        self.0.into_iter().enumerate().filter(|&(_, count)| count != 0).collect()
    }
}
