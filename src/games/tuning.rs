//! What a tuner may ask of an evaluation: that it is a sum of weights.
//!
//! The same code adds up weights for the search and counts for the tuner: it
//! tells an [`Account`] what there is.

/// An evaluation whose weights can be fitted to games.
///
/// What it says of a position is `share · Σ weight · count`, rounded, with the
/// counts and the share of a [`Trace`].
#[derive(Clone, Copy, Debug)]
pub struct Tuning<P> {
    /// The weights as they are.
    pub weights: fn() -> Vec<i16>,
    /// How the evaluation of a position is made up.
    pub trace: fn(&P) -> Trace,
    /// The text of the source file that would hold these weights.
    pub source: fn(&[i16]) -> String,
}

/// How the evaluation of one position is made up, from the side to move's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// How often each weight counts; what is not named does not count at all.
    pub counts: Vec<(usize, i32)>,
    /// The share of the sum that the position is worth in hundredths, as a
    /// fraction: the clocks that bring a draw nearer, and the weights' unit.
    pub share: (i32, i32),
}

impl Trace {
    /// What the position is worth with these weights, as the evaluation rounds it.
    ///
    /// ```
    /// use kawari::games::tuning::Trace;
    ///
    /// let trace = Trace { counts: vec![(0, 2), (2, -1)], share: (1, 8) };
    /// assert_eq!(trace.value(&[100, 7, 40]), 20);
    /// ```
    pub fn value(&self, weights: &[i16]) -> i32 {
        let terms = self.counts.iter().map(|&(weight, count)| i32::from(weights[weight]) * count);
        terms.sum::<i32>() * self.share.0 / self.share.1
    }
}

/// Is told how often each weight counts.
pub trait Account {
    /// The weight with a number counts so many times more.
    fn add(&mut self, weight: usize, count: i32);
}

/// The sum of weights.
pub struct Sum<'a> {
    /// All weights.
    pub weights: &'a [i16],
    /// The sum so far.
    pub total: i32,
}

impl Account for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.total += i32::from(self.weights[weight]) * count;
    }
}

/// How often each weight counts.
pub struct Counts(pub Vec<i32>);

impl Account for Counts {
    fn add(&mut self, weight: usize, count: i32) {
        self.0[weight] += count;
    }
}

impl Counts {
    /// The counts of the weights that count at all.
    pub fn named(self) -> Vec<(usize, i32)> {
        self.0.into_iter().enumerate().filter(|&(_, count)| count != 0).collect()
    }
}
