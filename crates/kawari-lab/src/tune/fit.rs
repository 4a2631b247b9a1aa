//! Logistic regression over quiet positions.

use super::sample::TuningPositions;
use crate::statistics::logistic::{self, expected};

/// Returns the evaluation of a position.
fn value(counts: &[(u32, f32)], weights: &[f64]) -> f64 {
    counts.iter().map(|&(weight, count)| weights[weight as usize] * f64::from(count)).sum()
}

/// Fits the slope (Texel's scaling constant K) with which the present evaluation predicts
/// the results best.
pub fn slope(positions: &TuningPositions, weights: &[i16]) -> f64 {
    let weights: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let values: Vec<(f64, f64)> = positions
        .iter()
        .map(|(counts, outcome)| (value(counts, &weights), outcome.result))
        .collect();
    logistic::slope(&values)
}

/// Positions with their target results.
pub struct FitProblem<'a> {
    positions: &'a TuningPositions,
    targets: Vec<f64>,
    slope: f64,
}

impl<'a> FitProblem<'a> {
    /// Creates a problem. Each target is a weighted mean of the game result, with the weight
    /// `result_share`, and the result expected from the search score. A position without a
    /// score has the game result as its target.
    pub fn new(positions: &'a TuningPositions, slope: f64, result_share: f64) -> Self {
        let target = |result, score: Option<f64>| {
            let expected = score.map_or(result, |score| expected(slope * score));
            result_share * result + (1.0 - result_share) * expected
        };
        let targets =
            positions.iter().map(|(_, outcome)| target(outcome.result, outcome.score)).collect();
        Self { positions, targets, slope }
    }

    /// Returns the mean squared error of the predictions against the targets.
    pub fn error(&self, weights: &[f64]) -> f64 {
        self.mean_square(weights, self.targets.iter().copied())
    }

    /// Returns the mean squared error of the predictions against the game results.
    pub fn error_of_results(&self, weights: &[f64]) -> f64 {
        self.mean_square(weights, self.positions.iter().map(|(_, outcome)| outcome.result))
    }

    fn mean_square(&self, weights: &[f64], targets: impl Iterator<Item = f64>) -> f64 {
        let predicted =
            self.positions.iter().map(|(counts, _)| expected(self.slope * value(counts, weights)));
        let squares: f64 = predicted.zip(targets).map(|(p, t)| (p - t) * (p - t)).sum();
        squares / self.targets.len().max(1) as f64
    }

    /// Returns the gradient of the mean cross entropy between predictions and targets.
    fn gradient(&self, weights: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; weights.len()];
        let each = self.slope / self.targets.len().max(1) as f64;
        for ((counts, _), target) in self.positions.iter().zip(&self.targets) {
            let error = expected(self.slope * value(counts, weights)) - target;
            for &(weight, count) in counts {
                gradient[weight as usize] += each * error * f64::from(count);
            }
        }
        gradient
    }
}

/// Options of a fit.
pub struct FitConfig {
    /// Maximum number of steps.
    pub steps: usize,
    /// L2 regularisation towards the initial weights: the penalty, in units of the loss, for
    /// a weight that differs from its initial value by 100.
    pub reluctance: f64,
}

/// The weights after a step.
#[derive(Clone, PartialEq, Debug)]
pub struct FitCandidate {
    /// Number of the step; 0 for the initial weights.
    pub step: usize,
    /// The weights, rounded as in the output.
    pub weights: Vec<i16>,
    /// Mean squared error on the validation positions.
    pub error: f64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// The weights with the smallest error on the validation positions.
    pub best: FitCandidate,
    /// The last step made.
    pub last: usize,
}

impl FitConfig {
    /// Initial learning rate: roughly the change of a weight in the first steps.
    const INITIAL_RATE: f64 = 12.0;
    /// Steps between two reports.
    const REPORT: usize = 100;
    /// Number of evaluations on the validation positions during a fit.
    const VALIDATIONS: usize = 60;
    /// Patience of early stopping: the divisor of the number of steps, and the minimum. The
    /// first steps are large, and the error may rise before it falls again.
    const PATIENCE: (usize, usize) = (3, 20);

    /// Minimises the loss with Adam, <https://arxiv.org/abs/1412.6980>, using all positions
    /// in each step. Stops early if the validation error stops improving, to avoid
    /// overfitting.
    pub fn run(
        &self,
        problem: &FitProblem<'_>,
        validation: &FitProblem<'_>,
        start: &[f64],
        mut report: impl FnMut(usize, &[f64]),
    ) -> FitResult {
        const DECAYS: [f64; 2] = [0.9, 0.999];
        let interval = (self.steps / Self::VALIDATIONS).max(1);
        let patience = (self.steps / Self::PATIENCE.0).max(Self::PATIENCE.1);
        let mut best = FitCandidate::new(0, start, validation);
        let mut weights = start.to_vec();
        let mut moments = vec![[0.0; 2]; weights.len()];
        let mut decay_powers = [1.0; 2];
        for step in 1..=self.steps {
            let mut gradient = problem.gradient(&weights);
            for ((slope, weight), start) in gradient.iter_mut().zip(&weights).zip(start) {
                *slope += 2.0 * self.reluctance * (weight - start) / (100.0 * 100.0);
            }
            let rate = Self::INITIAL_RATE * (1.0 - (step - 1) as f64 / self.steps as f64);
            decay_powers = [decay_powers[0] * DECAYS[0], decay_powers[1] * DECAYS[1]];
            for ((weight, moments), slope) in weights.iter_mut().zip(&mut moments).zip(gradient) {
                let [mean, square] = moments;
                *mean += (1.0 - DECAYS[0]) * (slope - *mean);
                *square += (1.0 - DECAYS[1]) * (slope * slope - *square);
                let (mean, square) =
                    (*mean / (1.0 - decay_powers[0]), *square / (1.0 - decay_powers[1]));
                *weight -= rate * mean / (square.sqrt() + 1e-12);
            }
            if step.is_multiple_of(Self::REPORT) {
                report(step, &weights);
            }
            if step.is_multiple_of(interval) || step == self.steps {
                let candidate = FitCandidate::new(step, &weights, validation);
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
    fn new(step: usize, weights: &[f64], validation: &FitProblem<'_>) -> Self {
        let rounded: Vec<i16> = weights.iter().map(|weight| weight.round() as i16).collect();
        let exact: Vec<f64> = rounded.iter().copied().map(f64::from).collect();
        Self { step, weights: rounded, error: validation.error(&exact) }
    }
}
