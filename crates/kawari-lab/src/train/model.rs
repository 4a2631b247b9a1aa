//! The floating-point network: forward pass and gradient.
//!
//! [`parameters`](kawari_engine::games::evaluation::nnue::parameters) describes the
//! architecture. The order of summation does not depend on the number of threads or on the
//! SIMD width, so every machine produces the same bytes.

use fastrand::Rng;

use super::factorisation;

/// Hidden units processed together; a block fits into SIMD registers.
pub const BLOCK: usize = 32;

/// Dimensions of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// Number of input features per perspective and King bucket.
    pub inputs: usize,
    /// Number of King buckets.
    pub king_buckets: usize,
    /// Number of hidden units per perspective, a multiple of [`BLOCK`].
    pub hidden: usize,
    /// Number of output buckets.
    pub buckets: usize,
}

impl NetworkShape {
    /// Returns the number of parameters.
    pub const fn len(self) -> usize {
        self.output_biases() + self.buckets
    }

    /// Returns the number of input weights of a King bucket.
    pub const fn bucket_weights(self) -> usize {
        self.inputs * self.hidden
    }

    /// Returns the offset of the hidden layer's biases. Its weights, indexed by King bucket,
    /// input and unit, come before them.
    pub const fn input_biases(self) -> usize {
        self.king_buckets * self.bucket_weights()
    }

    /// Returns the offset of the output weights, indexed by bucket, perspective and unit.
    pub const fn output_weights(self) -> usize {
        self.input_biases() + self.hidden
    }

    /// Returns the offset of the output biases, indexed by bucket.
    pub const fn output_biases(self) -> usize {
        self.output_weights() + self.buckets * 2 * self.hidden
    }
}

/// The active features of a position and its output bucket.
#[derive(Clone, Copy, Debug)]
pub struct Active<'a> {
    /// Active features of both perspectives, the side to move's first.
    pub views: [&'a [u16]; 2],
    /// Output bucket.
    pub bucket: usize,
}

/// Returns small random initial parameters, [factorised](super::factorisation).
pub fn initial(shape: NetworkShape, seed: u64) -> Vec<f32> {
    /// With about thirty active features, most hidden units start within the clipping range.
    const INPUT_WEIGHT: f32 = 0.09;
    const INPUT_BIAS: f32 = 0.25;
    /// Small output weights start the network's output near 0.
    const OUTPUT_WEIGHT: f32 = 0.01;
    let mut rng = Rng::with_seed(seed);
    let mut parameters = vec![0.0; factorisation::length(shape)];
    let mut fill = |range: std::ops::Range<usize>, mean: f32, spread: f32| {
        parameters[range]
            .iter_mut()
            .for_each(|parameter| *parameter = mean + spread * (2.0 * rng.f32() - 1.0));
    };
    let shared = factorisation::shared_weights(shape);
    let input_weights = if shared.is_empty() { 0..shape.input_biases() } else { shared };
    fill(input_weights, 0.0, INPUT_WEIGHT);
    fill(shape.input_biases()..shape.output_weights(), INPUT_BIAS, INPUT_WEIGHT);
    fill(shape.output_weights()..shape.output_biases(), 0.0, OUTPUT_WEIGHT);
    parameters
}

/// Intermediate values of the forward pass, which the gradient needs.
#[derive(Clone, Debug)]
pub struct Scratch {
    accumulators: [Vec<f32>; 2],
}

impl Scratch {
    /// Allocates the buffers for a network shape.
    pub fn new(shape: NetworkShape) -> Self {
        Self { accumulators: [vec![0.0; shape.hidden], vec![0.0; shape.hidden]] }
    }
}

/// A block of numbers.
type FloatBlock = [f32; BLOCK];

/// Returns the block at an offset.
#[inline(always)]
fn block(numbers: &[f32], at: usize) -> &FloatBlock {
    let (block, _) = numbers[at..].split_first_chunk().unwrap_or((&[0.0; BLOCK], &[]));
    block
}

#[inline(always)]
fn block_mut(numbers: &mut [f32], at: usize) -> Option<&mut FloatBlock> {
    numbers[at..].first_chunk_mut()
}

/// Returns the network's output as a logit and stores the accumulators in `scratch`.
#[inline]
pub fn output(
    shape: NetworkShape,
    parameters: &[f32],
    active: Active<'_>,
    scratch: &mut Scratch,
) -> f32 {
    let NetworkShape { hidden, .. } = shape;
    let mut sums: FloatBlock = [0.0; BLOCK];
    let weights = shape.output_weights() + active.bucket * 2 * hidden;
    for (view, inputs) in active.views.into_iter().enumerate() {
        for start in (0..hidden).step_by(BLOCK) {
            let mut units = *block(parameters, shape.input_biases() + start);
            for &input in inputs {
                let row = block(parameters, usize::from(input) * hidden + start);
                for unit in 0..BLOCK {
                    units[unit] += row[unit];
                }
            }
            let weights = block(parameters, weights + view * hidden + start);
            for unit in 0..BLOCK {
                let clipped = units[unit].clamp(0.0, 1.0);
                sums[unit] += clipped * clipped * weights[unit];
            }
            if let Some(accumulator) = block_mut(&mut scratch.accumulators[view], start) {
                *accumulator = units;
            }
        }
    }
    sums.iter().sum::<f32>() + parameters[shape.output_biases() + active.bucket]
}

/// Adds the gradient of one position to `gradient` (backward pass). `scratch` is the result
/// of [`output`] for the same position; `slope` is the derivative of the loss with respect
/// to the output.
#[inline]
pub fn add_gradient(
    shape: NetworkShape,
    parameters: &[f32],
    active: Active<'_>,
    scratch: &Scratch,
    slope: f32,
    gradient: &mut [f32],
) {
    let NetworkShape { hidden, .. } = shape;
    let weights = shape.output_weights() + active.bucket * 2 * hidden;
    for (view, inputs) in active.views.into_iter().enumerate() {
        for start in (0..hidden).step_by(BLOCK) {
            let units = block(&scratch.accumulators[view], start);
            let at = weights + view * hidden + start;
            let mut slopes = *block(parameters, at);
            for unit in 0..BLOCK {
                let is_unclipped = units[unit] > 0.0 && units[unit] < 1.0;
                let derivative = if is_unclipped { 2.0 * units[unit] } else { 0.0 };
                slopes[unit] *= slope * derivative;
            }
            if let Some(sums) = block_mut(gradient, at) {
                for unit in 0..BLOCK {
                    let clipped = units[unit].clamp(0.0, 1.0);
                    sums[unit] += slope * clipped * clipped;
                }
            }
            let rows = inputs.iter().map(|&input| usize::from(input) * hidden);
            for at in rows.chain([shape.input_biases()]) {
                if let Some(sums) = block_mut(gradient, at + start) {
                    for unit in 0..BLOCK {
                        sums[unit] += slopes[unit];
                    }
                }
            }
        }
    }
    gradient[shape.output_biases() + active.bucket] += slope;
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: NetworkShape =
        NetworkShape { inputs: 7, king_buckets: 1, hidden: 2 * BLOCK, buckets: 2 };

    #[test]
    fn the_gradient_matches_finite_differences() {
        let mut parameters = initial(SHAPE, 1);
        // Scale up, so that some units clip.
        parameters.iter_mut().for_each(|parameter| *parameter *= 4.0);
        let active = Active { views: [&[0, 2, 6], &[1, 2, 5]], bucket: 1 };
        let mut scratch = Scratch::new(SHAPE);
        let mut gradient = vec![0.0; SHAPE.len()];
        output(SHAPE, &parameters, active, &mut scratch);
        add_gradient(SHAPE, &parameters, active, &scratch, 1.0, &mut gradient);
        assert!(gradient.iter().any(|&slope| slope != 0.0));
        for index in 0..SHAPE.len() {
            const STEP: f32 = 1e-2;
            let mut at = |step: f32| {
                let mut moved = parameters.clone();
                moved[index] += step;
                output(SHAPE, &moved, active, &mut scratch)
            };
            // The two one-sided differences are unequal if a unit starts or stops clipping
            // between the points.
            let [before, here, after] = [at(-STEP), at(0.0), at(STEP)];
            let slopes = [(here - before) / STEP, (after - here) / STEP];
            let [low, high] = [slopes[0].min(slopes[1]) - 5e-3, slopes[0].max(slopes[1]) + 5e-3];
            assert!((low..=high).contains(&gradient[index]), "{index}: {slopes:?}");
        }
    }
}
