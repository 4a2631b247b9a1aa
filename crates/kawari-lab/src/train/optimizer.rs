//! How a network learns: batches, steps, epochs.

use std::f64::consts::PI;
use std::ops::Range;

use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::model::{self, Active, NetworkShape, Scratch};
use super::positions::TrainingPositions;
use crate::statistics::logistic::expected;
use kawari_engine::games::evaluation::nnue::parameters::{MAX_OUTPUT_WEIGHT, QA};

/// How a network is taught.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingSchedule {
    /// Times that every position is learned from, at most.
    pub epochs: usize,
    /// Positions of a step.
    pub batch: usize,
    /// Largest change of a parameter in a step, at the beginning.
    pub rate: f64,
    /// How much of the rate each parameter loses of itself in a step: "AdamW",
    /// <https://arxiv.org/abs/1711.05101>.
    pub decay: f64,
    /// Epochs without a gain on unseen games after which it ends.
    pub patience: usize,
    /// Seed of the first parameters, of the order of positions and of what they are
    /// turned to.
    pub seed: u64,
}

/// Positions, and what the network is to say of them.
pub struct TrainingData<'a> {
    /// The positions.
    pub positions: &'a TrainingPositions,
    /// What is there before the network, as a logit.
    pub bases: Vec<f32>,
    /// The points that base and network together are to promise.
    pub targets: Vec<f32>,
}

/// Positions whose errors one thread adds up, whatever the number of threads.
const CHUNK: usize = 1024;

impl TrainingData<'_> {
    /// What a network adds to the base at each position, as a logit.
    pub fn outputs(&self, shape: NetworkShape, parameters: &[f32]) -> Vec<f32> {
        let output = |scratch: &mut Scratch, position| {
            model::output(shape, parameters, self.positions.active(position), scratch)
        };
        let places = (0..self.positions.len()).into_par_iter().with_min_len(CHUNK);
        places.map_init(|| Scratch::new(shape), output).collect()
    }

    /// The mean square by which base and network miss the targets.
    pub fn error(&self, shape: NetworkShape, parameters: &[f32]) -> f64 {
        let outputs = self.outputs(shape, parameters);
        let logits = outputs.iter().zip(&self.bases).map(|(output, base)| output + base);
        let misses = logits
            .zip(&self.targets)
            .map(|(logit, target)| expected(logit.into()) - f64::from(*target));
        misses.map(|miss| miss * miss).sum::<f64>() / self.positions.len().max(1) as f64
    }
}

/// The errors of an epoch, as roots of mean squares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochErrors {
    /// On the positions that were learned from, while they were.
    pub known: f64,
    /// On unseen games, after it.
    pub unseen: f64,
}

/// How far a network has come.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingState {
    /// The errors of each epoch so far.
    pub epochs: Vec<EpochErrors>,
    /// Steps so far.
    pub steps: u64,
    /// The parameters as they are.
    pub parameters: Vec<f32>,
    /// The mean of the gradients, and of their squares.
    pub moments: [Vec<f32>; 2],
    /// The parameters that do best on unseen games.
    pub best: Vec<f32>,
}

impl TrainingState {
    /// That of a network which has learned nothing yet.
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

    /// The number of the best epoch, from 0.
    pub fn best_epoch(&self) -> Option<usize> {
        let errors = self.epochs.iter().map(|epoch| epoch.unseen).enumerate();
        errors.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(epoch, _)| epoch)
    }
}

/// Parts of a batch, whose gradients are added up each by itself and then in this order,
/// whatever the number of threads.
const PARTS: usize = 16;

/// Learns from positions.
pub struct Optimizer<'a> {
    /// The shape of the network.
    pub shape: NetworkShape,
    /// How it is taught.
    pub schedule: TrainingSchedule,
    /// What it learns from.
    pub known: &'a TrainingData<'a>,
    /// What positions can be turned to, by input.
    pub symmetries: &'a [Vec<u16>],
}

/// The gradient of a part of a batch, and what it is worked out with.
struct BatchPart {
    gradient: Vec<f32>,
    error: f64,
    scratch: Scratch,
    turned: Vec<u16>,
}

impl Optimizer<'_> {
    /// Decays of the moments of "Adam", <https://arxiv.org/abs/1412.6980>.
    const DECAYS: [f32; 2] = [0.9, 0.999];
    /// The share of all steps in which the rate rises to its height.
    const RISE: f64 = 0.02;
    /// The share of the rate that is left in the end.
    const END: f64 = 0.002;

    fn batches(&self) -> usize {
        self.known.positions.len().div_ceil(self.schedule.batch)
    }

    /// The rate of a step: a short rise, then the first half of a cosine,
    /// <https://arxiv.org/abs/1608.03983>.
    fn rate(&self, step: u64) -> f32 {
        let all = (self.schedule.epochs * self.batches()) as f64;
        let gone = step as f64 / all;
        let height = Self::END + (1.0 - Self::END) * (1.0 + libm::cos(PI * gone)) / 2.0;
        (self.schedule.rate * height * (gone / Self::RISE).min(1.0)) as f32
    }

    /// One epoch. `report` hears of each batch. The error is the root of the mean square.
    pub fn epoch(&self, progress: &mut TrainingState, mut report: impl FnMut(usize)) -> f64 {
        let epoch = progress.epochs.len() as u64;
        let mut rng = Rng::with_seed(self.schedule.seed ^ (epoch + 1) << 32);
        let mut order: Vec<u32> = (0..self.known.positions.len() as u32).collect();
        rng.shuffle(&mut order);
        let salt = rng.u64(..);
        let mut parts: Vec<BatchPart> = (0..PARTS).map(|_| self.part()).collect();
        let mut error = 0.0;
        for batch in order.chunks(self.schedule.batch) {
            let length = batch.len().div_ceil(PARTS);
            parts.par_iter_mut().enumerate().for_each(|(number, part)| {
                let [start, end] = [number, number + 1].map(|n| (n * length).min(batch.len()));
                self.train(&progress.parameters, &batch[start..end], salt, part);
            });
            error += parts.iter().map(|part| part.error).sum::<f64>();
            progress.steps += 1;
            self.step(progress, &parts, batch.len());
            report(batch.len());
        }
        (error / order.len().max(1) as f64).sqrt()
    }

    fn part(&self) -> BatchPart {
        BatchPart {
            gradient: vec![0.0; self.shape.len()],
            error: 0.0,
            scratch: Scratch::new(self.shape),
            turned: Vec::new(),
        }
    }

    /// Works out the gradient of the square error of some positions.
    fn train(&self, parameters: &[f32], positions: &[u32], salt: u64, part: &mut BatchPart) {
        let BatchPart { gradient, error, scratch, turned } = part;
        gradient.fill(0.0);
        *error = 0.0;
        for &position in positions {
            let position = position as usize;
            let active =
                self.turned(self.known.positions.active(position), salt ^ position as u64, turned);
            let output = model::output(self.shape, parameters, active, scratch);
            let predicted = expected((output + self.known.bases[position]).into());
            let miss = predicted - f64::from(self.known.targets[position]);
            *error += miss * miss;
            let slope = (2.0 * miss * predicted * (1.0 - predicted)) as f32;
            model::add_gradient(self.shape, parameters, active, scratch, slope, gradient);
        }
    }

    /// What a position is turned to, by lot.
    fn turned<'a>(&self, active: Active<'a>, lot: u64, turned: &'a mut Vec<u16>) -> Active<'a> {
        if self.symmetries.is_empty() {
            return active;
        }
        let lot = lot.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let choice = lot as usize % (self.symmetries.len() + 1);
        let Some(symmetry) = self.symmetries.get(choice) else { return active };
        let [own, other] = active.views;
        turned.clear();
        turned.extend(own.iter().chain(other).map(|&input| symmetry[usize::from(input)]));
        let (own, other) = turned.split_at(own.len());
        Active { views: [own, other], bucket: active.bucket }
    }

    /// Moves the parameters along the gradients of the parts of a batch.
    fn step(&self, progress: &mut TrainingState, parts: &[BatchPart], batch: usize) {
        let rate = self.rate(progress.steps - 1);
        // Not by `powi`, whose last bits differ from one processor to another.
        let left = Self::DECAYS.map(|decay| 1.0 - libm::powf(decay, progress.steps as f32));
        let [means, squares] = &mut progress.moments;
        let mut rest = (&mut progress.parameters[..], &mut means[..], &mut squares[..]);
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
                gradient.iter_mut().zip(&part.gradient[range.clone()]).for_each(|(g, p)| *g += p);
            }
            for (((parameter, mean), square), slope) in
                parameters.iter_mut().zip(means).zip(squares).zip(gradient)
            {
                let slope = slope * share;
                *mean += (1.0 - Self::DECAYS[0]) * (slope - *mean);
                *square += (1.0 - Self::DECAYS[1]) * (slope * slope - *square);
                let change = *mean / left[0] / ((*square / left[1]).sqrt() + 1e-8);
                let moved = *parameter - rate * (change + decay * *parameter);
                *parameter = moved.clamp(-limit, limit);
            }
        });
    }

    /// The parameters in pieces for the threads, in order, with their largest magnitude:
    /// what the network in whole numbers has room for.
    fn pieces(&self) -> impl Iterator<Item = (Range<usize>, f32)> {
        const PIECE: usize = 4096;
        /// So that 8 bits hold the weights of the inputs.
        const INPUT_WEIGHT: f32 = i8::MAX as f32 / QA as f32;
        let shape = self.shape;
        let regions = [
            (0..shape.input_biases(), INPUT_WEIGHT),
            (shape.input_biases()..shape.output_weights(), f32::MAX),
            (shape.output_weights()..shape.output_biases(), OUTPUT_WEIGHT),
            (shape.output_biases()..shape.len(), f32::MAX),
        ];
        regions.into_iter().flat_map(|(region, limit)| {
            let end = region.end;
            region.step_by(PIECE).map(move |start| (start..(start + PIECE).min(end), limit))
        })
    }
}

/// The largest weight of the output: with it, one unit of the whole numbers is a 256th.
const OUTPUT_WEIGHT: f32 = MAX_OUTPUT_WEIGHT as f32 / 256.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_all_parameters_in_order() {
        let shape = NetworkShape { inputs: 211, hidden: 64, buckets: 3 };
        let positions = TrainingPositions::default();
        let known = TrainingData { positions: &positions, bases: Vec::new(), targets: Vec::new() };
        let schedule =
            TrainingSchedule { epochs: 1, batch: 1, rate: 1.0, decay: 0.0, patience: 1, seed: 1 };
        let descent = Optimizer { shape, schedule, known: &known, symmetries: &[] };
        let mut end = 0;
        for (range, _) in descent.pieces() {
            assert_eq!(range.start, end);
            end = range.end;
        }
        assert_eq!(end, shape.len());
    }
}
