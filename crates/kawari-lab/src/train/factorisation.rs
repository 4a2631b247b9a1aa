//! Factorised input weights of a network with King buckets.
//!
//! Each King bucket has weights for all inputs, so each weight is active in fewer positions.
//! In training, a weight is therefore the sum of two parameters: one for its bucket and one
//! that all buckets share. The sums are the weights of the finished network.
//!
//! The factorised parameters are those of the network, with the bucket's part as input weights,
//! followed by the shared weights. A network with one bucket has no shared weights.

use std::borrow::Cow;
use std::ops::Range;

use super::model::NetworkShape;

/// Returns the number of factorised parameters.
pub const fn length(shape: NetworkShape) -> usize {
    shape.len() + if shape.king_buckets == 1 { 0 } else { shape.bucket_weights() }
}

/// Returns the range of the shared weights.
pub const fn shared_weights(shape: NetworkShape) -> Range<usize> {
    shape.len()..length(shape)
}

/// Returns the network's parameters.
pub fn merge(shape: NetworkShape, factorised: &[f32]) -> Cow<'_, [f32]> {
    let (parameters, shared) = factorised.split_at(shape.len());
    if shared.is_empty() {
        return parameters.into();
    }
    let mut merged = parameters.to_vec();
    for bucket in merged[..shape.input_biases()].chunks_exact_mut(shared.len()) {
        bucket.iter_mut().zip(shared).for_each(|(weight, shared)| *weight += shared);
    }
    merged.into()
}

/// Adds the gradient of a range of factorised parameters to `sums`. The range lies within the
/// network's parameters or within the shared weights. `gradient` is that of the network's
/// parameters.
pub fn add_gradient(shape: NetworkShape, range: &Range<usize>, gradient: &[f32], sums: &mut [f32]) {
    let mut add = |start: usize| {
        let slopes = &gradient[start..start + range.len()];
        sums.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    };
    match range.start.checked_sub(shape.len()) {
        None => add(range.start),
        Some(shared) => {
            (0..shape.king_buckets)
                .for_each(|bucket| add(bucket * shape.bucket_weights() + shared));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::model::{self, Active, Scratch};

    const SHAPE: NetworkShape = NetworkShape { inputs: 3, king_buckets: 2, hidden: 32, buckets: 1 };

    /// The gradient of each factorised parameter matches the change of the output of the merged
    /// network.
    #[test]
    fn the_gradient_of_shared_weights_matches_finite_differences() {
        let mut factorised = model::initial(SHAPE, 1);
        // Weights of the buckets start at 0.
        for (at, weight) in factorised[..SHAPE.input_biases()].iter_mut().enumerate() {
            *weight = (at % 7) as f32 / 100.0;
        }
        // The side to move has its King in bucket 1, the other one in bucket 0.
        let active = Active { views: [&[3, 5], &[0, 1]], bucket: 0 };
        let mut scratch = Scratch::new(SHAPE);
        let mut output = |factorised: &[f32]| {
            model::output(SHAPE, &merge(SHAPE, factorised), active, &mut scratch)
        };
        let before = output(&factorised);
        let slopes: Vec<f32> = (0..factorised.len())
            .map(|index| {
                const STEP: f32 = 1e-2;
                let mut moved = factorised.clone();
                moved[index] += STEP;
                (output(&moved) - before) / STEP
            })
            .collect();
        output(&factorised);
        let mut gradient = vec![0.0; SHAPE.len()];
        let merged = merge(SHAPE, &factorised);
        model::add_gradient(SHAPE, &merged, active, &scratch, 1.0, &mut gradient);
        let mut sums = vec![0.0; factorised.len()];
        for range in [0..SHAPE.len(), shared_weights(SHAPE)] {
            add_gradient(SHAPE, &range, &gradient, &mut sums[range.clone()]);
        }
        assert!(sums[shared_weights(SHAPE)].iter().all(|&slope| slope != 0.0));
        for (index, (sum, slope)) in sums.iter().zip(&slopes).enumerate() {
            assert!((sum - slope).abs() < 5e-3, "{index}: {sum}, {slope}");
        }
    }

    #[test]
    fn one_king_bucket_has_no_shared_weights() {
        let shape = NetworkShape { king_buckets: 1, ..SHAPE };
        let parameters = model::initial(shape, 1);
        assert_eq!(parameters.len(), shape.len());
        assert!(matches!(merge(shape, &parameters), Cow::Borrowed(same) if same == parameters));
    }
}
