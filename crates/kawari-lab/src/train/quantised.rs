//! Conversion between the floating-point network that is trained and the quantised network
//! that the engine uses.

use super::model::{Active, NetworkShape};
use kawari_engine::games::evaluation::nnue::parameters::{
    MAX_OUTPUT_WEIGHT, NetworkBase, Parameters, QA,
};

/// Quantises a network. `scale` is the number of centipawns per logit. The sum of a King
/// bucket's weight and a shared weight that does not fit 8 bits becomes the largest number.
pub fn quantise(
    shape: NetworkShape,
    parameters: &[f32],
    base: NetworkBase,
    scale: u32,
) -> Parameters {
    let (input_weights, rest) = parameters.split_at(shape.input_biases());
    let (input_biases, rest) = rest.split_at(shape.hidden);
    let (output_weights, output_biases) = rest.split_at(rest.len() - shape.buckets);
    let unit = unit_of(output_weights);
    let rounded = |number: &f32, unit: f64| (f64::from(*number) * unit).round();
    let qa = f64::from(QA);
    Parameters {
        king_buckets: shape.king_buckets,
        hidden: shape.hidden,
        buckets: shape.buckets,
        base,
        hce_checksum: None,
        scale,
        unit,
        input_weights: input_weights.iter().map(|w| rounded(w, qa) as i8).collect(),
        input_biases: input_biases.iter().map(|b| rounded(b, qa) as i16).collect(),
        output_weights: output_weights.iter().map(|v| rounded(v, unit.into()) as i16).collect(),
        output_biases: output_biases
            .iter()
            .map(|c| rounded(c, qa * qa * f64::from(unit)) as i32)
            .collect(),
        provenance: Vec::new(),
    }
}

/// Returns the largest power of two that keeps all quantised output weights within their
/// bounds.
fn unit_of(output_weights: &[f32]) -> u32 {
    /// A larger unit would not improve the precision.
    const MAX_UNIT: u32 = 1 << 12;
    let largest = output_weights.iter().fold(0.0, |max: f32, weight| max.max(weight.abs()));
    let fits = |&unit: &u32| largest * unit as f32 <= f32::from(MAX_OUTPUT_WEIGHT);
    std::iter::successors(Some(MAX_UNIT), |unit| Some(unit / 2))
        .take_while(|&unit| unit > 1)
        .find(fits)
        .unwrap_or(1)
}

/// Converts a quantised network to floating point. Its output is rescaled to `scale`
/// centipawns per logit.
pub fn dequantise(network: &Parameters, scale: u32) -> Vec<f32> {
    let rescale = f64::from(network.scale) / f64::from(scale);
    let (qa, unit) = (f64::from(QA), f64::from(network.unit));
    let input = |number: f64| (number / qa) as f32;
    let output = |number: f64| (number * rescale / unit) as f32;
    let weights = network.input_weights.iter().map(|&w| input(w.into()));
    let biases = network.input_biases.iter().map(|&b| input(b.into()));
    let output_weights = network.output_weights.iter().map(|&v| output(v.into()));
    let output_biases = network.output_biases.iter().map(|&c| output(f64::from(c) / (qa * qa)));
    weights.chain(biases).chain(output_weights).chain(output_biases).collect()
}

/// Evaluates a position with a quantised network. Returns the largest magnitude in its
/// accumulators, and the output as a logit.
pub fn evaluate(network: &Parameters, active: Active<'_>) -> (i32, f64) {
    let mut largest = 0;
    let mut sum = i64::from(network.output_biases[active.bucket]);
    let weights = network.output_weights.chunks_exact(network.hidden).skip(2 * active.bucket);
    for (inputs, weights) in active.views.into_iter().zip(weights) {
        let mut units: Vec<i32> = network.input_biases.iter().copied().map(i32::from).collect();
        for &input in inputs {
            let row = network.input_weights.chunks_exact(network.hidden).nth(input.into());
            for (unit, &weight) in units.iter_mut().zip(row.into_iter().flatten()) {
                *unit += i32::from(weight);
            }
        }
        for (&unit, &weight) in units.iter().zip(weights) {
            largest = largest.max(unit.abs());
            let clipped = i64::from(unit.clamp(0, QA));
            sum += clipped * clipped * i64::from(weight);
        }
    }
    let one = f64::from(QA * QA) * f64::from(network.unit);
    (largest, sum as f64 / one)
}
