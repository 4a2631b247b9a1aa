//! Speed of move generation: perft from the start position, the last ply counted
//! in bulk. The throughput is in leaves.
//!
//! `cargo bench --bench perft`

use divan::Bencher;
use divan::counter::ItemsCount;
use kawari::engine::line;
use kawari::games::variants::Variant;

fn main() {
    divan::main();
}

/// Each game with a depth of some millions of leaves.
const GAMES: &[(&str, u32)] = &[
    ("yari", 5),
    ("hajiku", 5),
    ("hasami", 4),
    ("hasami-chess", 4),
    ("hasami-jsa", 4),
    ("dai-hasami", 4),
    ("hasami-ludos", 4),
    ("mak-yek", 4),
];

#[divan::bench(args = GAMES.iter().map(|(name, _)| name), sample_count = 10, sample_size = 1)]
fn start_position(bencher: Bencher<'_, '_>, name: &str) {
    let &(_, depth) = GAMES.iter().find(|(game, _)| *game == name).expect("a game of the list");
    let variant: Variant = name.parse().expect("a known game");
    let line = line::open(variant);
    let leaves = line.perft(depth);
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| line.perft(divan::black_box(depth)));
}
