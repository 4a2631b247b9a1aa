//! Speed of move generation: perft from the start position, with bulk counting of the last
//! ply. The throughput is in leaves.
//!
//! `cargo bench --bench perft`

use divan::Bencher;
use divan::counter::ItemsCount;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;

fn main() {
    divan::main();
}

/// Minimum number of leaves: the benchmark uses the first depth that reaches it.
const LEAVES: u64 = 1_000_000;

#[divan::bench(args = Variant::ALL, sample_count = 10, sample_size = 1)]
fn start_position(bencher: Bencher<'_, '_>, variant: &Variant) {
    let game_state = game_state::open(*variant);
    let mut counts = (1..).map(|depth| (depth, game_state.perft(depth)));
    let first = counts.find(|&(_, leaves)| leaves >= LEAVES);
    let (depth, leaves) = first.expect("a depth with enough leaves");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| game_state.perft(divan::black_box(depth)));
}
