//! The optimizer: batches, AdamW steps and epochs.

use std::f64::consts::PI;
use std::ops::Range;

use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::factorisation;
use super::model::{self, Active, NetworkShape, Scratch};
use super::positions::TrainingPositions;
use crate::statistics::logistic::expected;
use kawari_engine::games::evaluation::nnue::parameters::{MAX_OUTPUT_WEIGHT, QA};

/// Hyperparameters of a training run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingSchedule {
    /// Maximum number of epochs.
    pub epochs: usize,
    /// Batch size, in positions.
    pub batch: usize,
    /// Peak learning rate.
    pub rate: f64,
    /// Weight decay, as in AdamW, <https://arxiv.org/abs/1711.05101>: the share that a
    /// parameter loses per step, in units of the learning rate.
    pub decay: f64,
    /// Number of epochs without a better validation error after which training stops.
    pub patience: usize,
    /// Seed of the initial parameters, the order of positions and the random symmetries.
    pub seed: u64,
}

/// Positions with their bases and targets.
pub struct TrainingData<'a> {
    /// Features and labels.
    pub positions: &'a TrainingPositions,
    /// Logits to which the network's output is added.
    pub bases: Vec<f32>,
    /// Expected results that base and network together have to predict, from 0 to 1.
    pub targets: Vec<f32>,
}

/// Smallest number of positions per thread in a forward pass.
const CHUNK: usize = 1024;

impl TrainingData<'_> {
    /// Returns the network's output for each position, as a logit without the base.
    pub fn outputs(&self, shape: NetworkShape, parameters: &[f32]) -> Vec<f32> {
        let output = |scratch: &mut Scratch, position| {
            model::output(shape, parameters, self.positions.active(position), scratch)
        };
        let indices = (0..self.positions.len()).into_par_iter().with_min_len(CHUNK);
        indices.map_init(|| Scratch::new(shape), output).collect()
    }

    /// Returns the mean squared error of base and network against the targets.
    pub fn error(&self, shape: NetworkShape, parameters: &[f32]) -> f64 {
        let outputs = self.outputs(shape, parameters);
        let logits = outputs.iter().zip(&self.bases).map(|(output, base)| output + base);
        let errors = logits
            .zip(&self.targets)
            .map(|(logit, target)| expected(logit.into()) - f64::from(*target));
        errors.map(|error| error * error).sum::<f64>() / self.positions.len().max(1) as f64
    }
}

/// Root mean squared errors of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochErrors {
    /// Error on the training positions, measured during the epoch.
    #[serde(rename = "known")]
    pub training: f64,
    /// Error on the validation positions after the epoch.
    #[serde(rename = "unseen")]
    pub validation: f64,
}

/// State of a training run, as stored in a checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingState {
    /// Errors of the finished epochs.
    pub epochs: Vec<EpochErrors>,
    /// Number of steps made.
    pub steps: u64,
    /// Current parameters, [factorised](super::factorisation).
    pub parameters: Vec<f32>,
    /// First and second moments of the gradients, for Adam.
    pub moments: [Vec<f32>; 2],
    /// Parameters with the smallest validation error.
    pub best: Vec<f32>,
}

impl TrainingState {
    /// Creates the state before the first step.
    pub fn new(parameters: Vec<f32>) -> Self {
        let zeros = vec![0.0; parameters.len()];
        Self {
            epochs: Vec::new(),
            steps: 0,
            best: parameters.clone(),
            moments: [zeros.clone(), zeros],
            parameters,
        }
    }

    /// Returns the index of the epoch with the smallest validation error.
    pub fn best_epoch(&self) -> Option<usize> {
        let errors = self.epochs.iter().map(|epoch| epoch.validation).enumerate();
        errors.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(epoch, _)| epoch)
    }
}

/// Number of parts of a batch. Gradients are summed within each part and then over the
/// parts in order, so the sum does not depend on the number of threads.
const PARTS: usize = 16;

/// An AdamW optimizer with its training data.
pub struct Optimizer<'a> {
    /// Shape of the network.
    pub shape: NetworkShape,
    /// Hyperparameters.
    pub schedule: TrainingSchedule,
    /// Training data.
    pub training: &'a TrainingData<'a>,
    /// Symmetries of the board, each as a permutation of the features.
    pub symmetries: &'a [Vec<u16>],
}

/// Gradient and buffers of a part of a batch.
struct BatchPart {
    gradient: Vec<f32>,
    error: f64,
    scratch: Scratch,
    transformed: Vec<u16>,
}

impl Optimizer<'_> {
    /// Decay rates of the moments in Adam, <https://arxiv.org/abs/1412.6980>.
    const DECAYS: [f32; 2] = [0.9, 0.999];
    /// Share of all steps in which the learning rate warms up.
    const WARMUP: f64 = 0.02;
    /// Final learning rate as a share of the peak.
    const FINAL_RATE: f64 = 0.002;

    fn batches(&self) -> usize {
        self.training.positions.len().div_ceil(self.schedule.batch)
    }

    /// Returns the learning rate of a step: linear warmup, then cosine annealing,
    /// <https://arxiv.org/abs/1608.03983>.
    fn rate(&self, step: u64) -> f32 {
        let steps = (self.schedule.epochs * self.batches()) as f64;
        let progress = step as f64 / steps;
        let annealing =
            Self::FINAL_RATE + (1.0 - Self::FINAL_RATE) * (1.0 + libm::cos(PI * progress)) / 2.0;
        (self.schedule.rate * annealing * (progress / Self::WARMUP).min(1.0)) as f32
    }

    /// Runs one epoch and returns the root mean squared error on the training positions.
    /// `report` is called with the size of each finished batch.
    pub fn epoch(&self, state: &mut TrainingState, mut report: impl FnMut(usize)) -> f64 {
        let epoch = state.epochs.len() as u64;
        let mut rng = Rng::with_seed(self.schedule.seed ^ (epoch + 1) << 32);
        let mut order: Vec<u32> = (0..self.training.positions.len() as u32).collect();
        rng.shuffle(&mut order);
        let salt = rng.u64(..);
        let mut parts: Vec<BatchPart> = (0..PARTS).map(|_| self.part()).collect();
        let mut error = 0.0;
        for batch in order.chunks(self.schedule.batch) {
            let length = batch.len().div_ceil(PARTS);
            let merged = factorisation::merge(self.shape, &state.parameters);
            parts.par_iter_mut().enumerate().for_each(|(number, part)| {
                let [start, end] = [number, number + 1].map(|n| (n * length).min(batch.len()));
                self.compute_gradient(&merged, &batch[start..end], salt, part);
            });
            error += parts.iter().map(|part| part.error).sum::<f64>();
            state.steps += 1;
            self.step(state, &parts, batch.len());
            report(batch.len());
        }
        (error / order.len().max(1) as f64).sqrt()
    }

    fn part(&self) -> BatchPart {
        BatchPart {
            gradient: vec![0.0; self.shape.len()],
            error: 0.0,
            scratch: Scratch::new(self.shape),
            transformed: Vec::new(),
        }
    }

    /// Computes the gradient of the squared error of some positions.
    fn compute_gradient(
        &self,
        parameters: &[f32],
        positions: &[u32],
        salt: u64,
        part: &mut BatchPart,
    ) {
        let BatchPart { gradient, error, scratch, transformed } = part;
        gradient.fill(0.0);
        *error = 0.0;
        for &position in positions {
            let position = position as usize;
            let active = self.training.positions.active(position);
            let active = self.random_symmetry(active, salt ^ position as u64, transformed);
            let output = model::output(self.shape, parameters, active, scratch);
            let predicted = expected((output + self.training.bases[position]).into());
            let difference = predicted - f64::from(self.training.targets[position]);
            *error += difference * difference;
            let slope = (2.0 * difference * predicted * (1.0 - predicted)) as f32;
            model::add_gradient(self.shape, parameters, active, scratch, slope, gradient);
        }
    }

    /// Applies a symmetry of the board, or none, to the features of a position. `random`
    /// selects it; `transformed` is a buffer for the result.
    fn random_symmetry<'a>(
        &self,
        active: Active<'a>,
        random: u64,
        transformed: &'a mut Vec<u16>,
    ) -> Active<'a> {
        if self.symmetries.is_empty() {
            return active;
        }
        let random = random.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let choice = random as usize % (self.symmetries.len() + 1);
        let Some(symmetry) = self.symmetries.get(choice) else { return active };
        let [own, other] = active.views;
        transformed.clear();
        transformed.extend(own.iter().chain(other).map(|&input| symmetry[usize::from(input)]));
        let (own, other) = transformed.split_at(own.len());
        Active { views: [own, other], bucket: active.bucket }
    }

    /// Makes an AdamW step with the gradients of all parts of a batch.
    fn step(&self, state: &mut TrainingState, parts: &[BatchPart], batch: usize) {
        let rate = self.rate(state.steps - 1);
        // The last bits of `powi` differ between processors; those of `libm::powf` do not.
        let corrections = Self::DECAYS.map(|decay| 1.0 - libm::powf(decay, state.steps as f32));
        let [means, squares] = &mut state.moments;
        let mut rest = (&mut state.parameters[..], &mut means[..], &mut squares[..]);
        let mut pieces = Vec::new();
        for (range, limit) in self.pieces() {
            let (parameters, means, squares) = rest;
            let (parameters, p) = parameters.split_at_mut(range.len());
            let (means, m) = means.split_at_mut(range.len());
            let (squares, s) = squares.split_at_mut(range.len());
            rest = (p, m, s);
            pieces.push((range, limit, parameters, means, squares));
        }
        let share = 1.0 / batch as f32;
        let decay = self.schedule.decay as f32;
        pieces.into_par_iter().for_each(|(range, limit, parameters, means, squares)| {
            let mut gradient = vec![0.0; range.len()];
            for part in parts {
                factorisation::add_gradient(self.shape, &range, &part.gradient, &mut gradient);
            }
            for (((parameter, mean), square), slope) in
                parameters.iter_mut().zip(means).zip(squares).zip(gradient)
            {
                let slope = slope * share;
                *mean += (1.0 - Self::DECAYS[0]) * (slope - *mean);
                *square += (1.0 - Self::DECAYS[1]) * (slope * slope - *square);
                let change = *mean / corrections[0] / ((*square / corrections[1]).sqrt() + 1e-8);
                let moved = *parameter - rate * (change + decay * *parameter);
                *parameter = moved.clamp(-limit, limit);
            }
        });
    }

    /// Returns the ranges of parameters that are updated in parallel, in order. Each has the
    /// largest magnitude that fits the quantised network.
    fn pieces(&self) -> impl Iterator<Item = (Range<usize>, f32)> {
        const PIECE: usize = 4096;
        /// Input weights are quantised to 8 bits.
        const INPUT_WEIGHT: f32 = i8::MAX as f32 / QA as f32;
        let shape = self.shape;
        let regions = [
            (0..shape.input_biases(), INPUT_WEIGHT),
            (shape.input_biases()..shape.output_weights(), f32::MAX),
            (shape.output_weights()..shape.output_biases(), OUTPUT_WEIGHT),
            (shape.output_biases()..shape.len(), f32::MAX),
            (factorisation::shared_weights(shape), INPUT_WEIGHT),
        ];
        regions.into_iter().flat_map(|(region, limit)| {
            let end = region.end;
            region.step_by(PIECE).map(move |start| (start..(start + PIECE).min(end), limit))
        })
    }
}

/// Largest output weight. It allows a quantisation unit of at least 256.
const OUTPUT_WEIGHT: f32 = MAX_OUTPUT_WEIGHT as f32 / 256.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_parameters_in_order() {
        let shape = NetworkShape { inputs: 211, king_buckets: 2, hidden: 64, buckets: 3 };
        let positions = TrainingPositions::default();
        let training =
            TrainingData { positions: &positions, bases: Vec::new(), targets: Vec::new() };
        let schedule =
            TrainingSchedule { epochs: 1, batch: 1, rate: 1.0, decay: 0.0, patience: 1, seed: 1 };
        let optimizer = Optimizer { shape, schedule, training: &training, symmetries: &[] };
        let mut end = 0;
        for (range, _) in optimizer.pieces() {
            assert_eq!(range.start, end);
            end = range.end;
        }
        assert_eq!(end, factorisation::length(shape));
    }
}
