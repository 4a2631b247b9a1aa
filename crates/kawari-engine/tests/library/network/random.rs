//! Random networks.

use fastrand::Rng;
use kawari_engine::games::evaluation::nnue::features::FeatureSet;
use kawari_engine::games::evaluation::nnue::parameters::{NetworkBase, Parameters};

/// Returns a random network that depends only on the seed. Its activations lie below, between
/// and above the clipping bounds; its outputs are a few centipawns.
/// `shape` has the numbers of King buckets, of hidden units and of output buckets.
pub fn network(feature_set: &FeatureSet, shape: [usize; 3], seed: u64) -> Parameters {
    let [king_buckets, hidden, buckets] = shape;
    let inputs = king_buckets * feature_set.len();
    let mut rng = Rng::with_seed(seed);
    let mut number = |most: i32| rng.i32(-most..=most);
    Parameters {
        king_buckets,
        hidden,
        buckets,
        base: NetworkBase::Hand,
        hce_checksum: None,
        scale: 600,
        unit: 512,
        input_weights: (0..inputs * hidden).map(|_| number(64) as i8).collect(),
        input_biases: (0..hidden).map(|_| 64 + number(192) as i16).collect(),
        output_weights: (0..2 * hidden * buckets).map(|_| number(128) as i16).collect(),
        output_biases: (0..buckets).map(|_| number(1 << 24)).collect(),
        provenance: vec![("seed".to_owned(), seed.to_string())],
    }
}
