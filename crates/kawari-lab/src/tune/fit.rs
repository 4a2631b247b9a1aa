//! Logistic regression over positions.

use super::sample::TuningPositions;
use crate::statistics::logistic::{self, expected};

/// The evaluation of a position.
fn value(counts: &[(u32, f32)], weights: &[f64]) -> f64 {
    counts.iter().map(|&(weight, count)| weights[weight as usize] * f64::from(count)).sum()
}

/// How steeply results rise with the evaluation as it is: the slope with which
/// it foretells them best.
pub fn slope(positions: &TuningPositions, weights: &[i16]) -> f64 {
    let weights: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let values: Vec<(f64, f64)> =
        positions.iter().map(|(counts, fate)| (value(counts, &weights), fate.result)).collect();
    logistic::slope(&values)
}

/// Positions with the points that they are to promise.
pub struct FitProblem<'a> {
    positions: &'a TuningPositions,
    targets: Vec<f64>,
    slope: f64,
}

impl<'a> FitProblem<'a> {
    /// The problem whose targets lie between the results of the games, with this
    /// share, and what the searches saw.
    pub fn new(positions: &'a TuningPositions, slope: f64, result_share: f64) -> Self {
        let target = |result, score: Option<f64>| {
            let seen = score.map_or(result, |score| expected(slope * score));
            result_share * result + (1.0 - result_share) * seen
        };
        let targets = positions.iter().map(|(_, fate)| target(fate.result, fate.score)).collect();
        Self { positions, targets, slope }
    }

    /// The mean square by which the promises miss the targets.
    pub fn error(&self, weights: &[f64]) -> f64 {
        self.mean_square(weights, self.targets.iter().copied())
    }

    /// The mean square by which the promises miss the results.
    pub fn error_of_results(&self, weights: &[f64]) -> f64 {
        self.mean_square(weights, self.positions.iter().map(|(_, fate)| fate.result))
    }

    fn mean_square(&self, weights: &[f64], targets: impl Iterator<Item = f64>) -> f64 {
        let predicted =
            self.positions.iter().map(|(counts, _)| expected(self.slope * value(counts, weights)));
        let squares: f64 = predicted.zip(targets).map(|(p, t)| (p - t) * (p - t)).sum();
        squares / self.targets.len().max(1) as f64
    }

    /// The gradient of the mean cross entropy between promises and targets.
    fn gradient(&self, weights: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; weights.len()];
        let each = self.slope / self.targets.len().max(1) as f64;
        for ((counts, _), target) in self.positions.iter().zip(&self.targets) {
            let miss = expected(self.slope * value(counts, weights)) - target;
            for &(weight, count) in counts {
                gradient[weight as usize] += each * miss * f64::from(count);
            }
        }
        gradient
    }
}

/// A descent from weights that are not too bad.
pub struct FitConfig {
    /// Most steps.
    pub steps: usize,
    /// What it costs that a weight departs by a hundred from where it began.
    pub reluctance: f64,
}

/// The weights of a step.
#[derive(Clone, PartialEq, Debug)]
pub struct FitCandidate {
    /// The step, 0 being the start.
    pub step: usize,
    /// The weights, rounded as they are written.
    pub weights: Vec<i16>,
    /// By how much they miss the targets of the unseen positions.
    pub error: f64,
}

/// What a descent has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// The weights that do best on the unseen positions.
    pub best: FitCandidate,
    /// The last step that was made.
    pub last: usize,
}

impl FitConfig {
    /// Largest change of a weight in a step, at the beginning.
    const MAX_STEP: f64 = 12.0;
    /// Steps between two reports.
    const REPORT: usize = 100;
    /// The share of all steps after which one more look at the unseen positions is
    /// taken.
    const CHECKS_OF_UNSEEN: usize = 60;
    /// The share of all steps, and the fewest, that may pass without a gain. The first
    /// ones are large, and may lose what later ones win back.
    const PATIENCE: (usize, usize) = (3, 20);

    /// Descends by "Adam", <https://arxiv.org/abs/1412.6980>, with all positions in
    /// each step. It ends early once the weights have long done no better on positions
    /// that it does not learn from: it would learn the games by heart.
    pub fn run(
        &self,
        problem: &FitProblem<'_>,
        unseen: &FitProblem<'_>,
        start: &[f64],
        mut report: impl FnMut(usize, &[f64]),
    ) -> FitResult {
        const DECAYS: [f64; 2] = [0.9, 0.999];
        let interval = (self.steps / Self::CHECKS_OF_UNSEEN).max(1);
        let patience = (self.steps / Self::PATIENCE.0).max(Self::PATIENCE.1);
        let mut best = FitCandidate::new(0, start, unseen);
        let mut weights = start.to_vec();
        let mut moments = vec![[0.0; 2]; weights.len()];
        let mut left = [1.0; 2];
        for step in 1..=self.steps {
            let mut gradient = problem.gradient(&weights);
            for ((slope, weight), start) in gradient.iter_mut().zip(&weights).zip(start) {
                *slope += 2.0 * self.reluctance * (weight - start) / (100.0 * 100.0);
            }
            let stride = Self::MAX_STEP * (1.0 - (step - 1) as f64 / self.steps as f64);
            left = [left[0] * DECAYS[0], left[1] * DECAYS[1]];
            for ((weight, moments), slope) in weights.iter_mut().zip(&mut moments).zip(gradient) {
                let [mean, square] = moments;
                *mean += (1.0 - DECAYS[0]) * (slope - *mean);
                *square += (1.0 - DECAYS[1]) * (slope * slope - *square);
                let (mean, square) = (*mean / (1.0 - left[0]), *square / (1.0 - left[1]));
                *weight -= stride * mean / (square.sqrt() + 1e-12);
            }
            if step.is_multiple_of(Self::REPORT) {
                report(step, &weights);
            }
            if step.is_multiple_of(interval) || step == self.steps {
                let candidate = FitCandidate::new(step, &weights, unseen);
                if candidate.error < best.error {
                    best = candidate;
                } else if step - best.step >= patience {
                    return FitResult { best, last: step };
                }
            }
        }
        FitResult { best, last: self.steps }
    }
}

impl FitCandidate {
    fn new(step: usize, weights: &[f64], unseen: &FitProblem<'_>) -> Self {
        let rounded: Vec<i16> = weights.iter().map(|weight| weight.round() as i16).collect();
        let exact: Vec<f64> = rounded.iter().copied().map(f64::from).collect();
        Self { step, weights: rounded, error: unseen.error(&exact) }
    }
}
