//! The network in floating point: its output and its gradient.
//!
//! As [`parameters`](kawari_engine::games::evaluation::nnue::parameters) describes it. Sums
//! are made in an order that neither threads nor the width of a processor's registers
//! change, so that every machine comes to the same bytes.

use fastrand::Rng;

/// Units of the hidden layer that are worked at together: what registers hold.
pub const BLOCK: usize = 32;

/// What a network is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    /// Inputs of a view.
    pub inputs: usize,
    /// Hidden units of a view, a multiple of [`BLOCK`].
    pub hidden: usize,
    /// Output buckets.
    pub buckets: usize,
}

impl NetworkShape {
    /// Number of parameters.
    pub const fn len(self) -> usize {
        self.output_biases() + self.buckets
    }

    /// Where the biases of the hidden layer begin; its weights, by input and unit, stand
    /// before them.
    pub const fn input_biases(self) -> usize {
        self.inputs * self.hidden
    }

    /// Where the weights of the output begin, by bucket, view and unit.
    pub const fn output_weights(self) -> usize {
        self.input_biases() + self.hidden
    }

    /// Where the biases of the output begin, by bucket.
    pub const fn output_biases(self) -> usize {
        self.output_weights() + self.buckets * 2 * self.hidden
    }
}

/// What the output is asked of: the inputs of both views, the side to move's first, and
/// the bucket.
#[derive(Clone, Copy, Debug)]
pub struct Active<'a> {
    /// The inputs that are there.
    pub views: [&'a [u16]; 2],
    /// The output bucket.
    pub bucket: usize,
}

/// The first parameters of a network that is to learn: small and random.
pub fn initial(shape: NetworkShape, seed: u64) -> Vec<f32> {
    /// A position has about thirty inputs: units are within their range at first.
    const INPUT_WEIGHT: f32 = 0.09;
    const INPUT_BIAS: f32 = 0.25;
    /// The output begins near 0: with the base alone.
    const OUTPUT_WEIGHT: f32 = 0.01;
    let mut rng = Rng::with_seed(seed);
    let mut parameters = vec![0.0; shape.len()];
    let mut fill = |range: std::ops::Range<usize>, middle: f32, most: f32| {
        parameters[range]
            .iter_mut()
            .for_each(|parameter| *parameter = middle + most * (2.0 * rng.f32() - 1.0));
    };
    fill(0..shape.input_biases(), 0.0, INPUT_WEIGHT);
    fill(shape.input_biases()..shape.output_weights(), INPUT_BIAS, INPUT_WEIGHT);
    fill(shape.output_weights()..shape.output_biases(), 0.0, OUTPUT_WEIGHT);
    parameters
}

/// What is worked out for one position and needed again for its gradient.
#[derive(Clone, Debug)]
pub struct Scratch {
    accumulators: [Vec<f32>; 2],
}

impl Scratch {
    /// For networks of this shape.
    pub fn new(shape: NetworkShape) -> Self {
        Self { accumulators: [vec![0.0; shape.hidden], vec![0.0; shape.hidden]] }
    }
}

/// A block of numbers.
type FloatBlock = [f32; BLOCK];

/// The block that begins at a place.
#[inline(always)]
fn block(numbers: &[f32], at: usize) -> &FloatBlock {
    let (block, _) = numbers[at..].split_first_chunk().unwrap_or((&[0.0; BLOCK], &[]));
    block
}

#[inline(always)]
fn block_mut(numbers: &mut [f32], at: usize) -> Option<&mut FloatBlock> {
    numbers[at..].first_chunk_mut()
}

/// The output of a network, as a logit. The accumulators are kept.
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
            if let Some(kept) = block_mut(&mut scratch.accumulators[view], start) {
                *kept = units;
            }
        }
    }
    sums.iter().sum::<f32>() + parameters[shape.output_biases() + active.bucket]
}

/// Adds to `gradient` what a position adds, whose [`output`] was just asked for:
/// `slope` is how the loss rises with it.
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
                let inside = units[unit] > 0.0 && units[unit] < 1.0;
                let rise = if inside { 2.0 * units[unit] } else { 0.0 };
                slopes[unit] *= slope * rise;
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

    const SHAPE: NetworkShape = NetworkShape { inputs: 7, hidden: 2 * BLOCK, buckets: 2 };

    #[test]
    fn the_gradient_is_how_the_output_changes() {
        let mut parameters = initial(SHAPE, 1);
        // Larger than at the start, so that some units clip.
        parameters.iter_mut().for_each(|parameter| *parameter *= 4.0);
        let active = Active { views: [&[0, 2, 6], &[1, 2, 5]], bucket: 1 };
        let mut scratch = Scratch::new(SHAPE);
        let mut gradient = vec![0.0; SHAPE.len()];
        output(SHAPE, &parameters, active, &mut scratch);
        add_gradient(SHAPE, &parameters, active, &scratch, 1.0, &mut gradient);
        assert!(gradient.iter().any(|&slope| slope != 0.0));
        for place in 0..SHAPE.len() {
            const STEP: f32 = 1e-2;
            let mut at = |step: f32| {
                let mut moved = parameters.clone();
                moved[place] += step;
                output(SHAPE, &moved, active, &mut scratch)
            };
            // A unit may begin or cease to clip on the way: then one side is another.
            let [before, here, after] = [at(-STEP), at(0.0), at(STEP)];
            let rises = [(here - before) / STEP, (after - here) / STEP];
            let [low, high] = [rises[0].min(rises[1]) - 5e-3, rises[0].max(rises[1]) + 5e-3];
            assert!((low..=high).contains(&gradient[place]), "{place}: {rises:?}");
        }
    }
}
