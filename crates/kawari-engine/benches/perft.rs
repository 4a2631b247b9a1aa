//! Speed of move generation: perft from the start position, the last ply counted
//! in bulk. The throughput is in leaves.
//!
//! `cargo bench --bench perft`

use divan::Bencher;
use divan::counter::ItemsCount;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;

fn main() {
    divan::main();
}

/// Leaves enough to measure by.
const LEAVES: u64 = 1_000_000;

#[divan::bench(args = Variant::ALL, sample_count = 10, sample_size = 1)]
fn start_position(bencher: Bencher<'_, '_>, variant: &Variant) {
    let game_state = game_state::open(*variant);
    let mut counts = (1..).map(|depth| (depth, game_state.perft(depth)));
    let enough = counts.find(|&(_, leaves)| leaves >= LEAVES);
    let (depth, leaves) = enough.expect("a game of many moves");
    bencher
        .counter(ItemsCount::new(leaves))
        .bench_local(|| game_state.perft(divan::black_box(depth)));
}
