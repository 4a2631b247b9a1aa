//! Speed of the search: one thread, from the start position. The throughput is in nodes.
//!
//! `cargo bench --bench search`

use divan::Bencher;
use divan::counter::ItemsCount;
use kawari_engine::engine::search_events::SearchEvent;
use kawari_engine::engine::session::{self, SearchRequest, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;

fn main() {
    divan::main();
}

const NODES: u64 = 1_000_000;

#[divan::bench(args = Variant::ALL, sample_count = 5, sample_size = 1)]
fn start_position(bencher: Bencher<'_, '_>, variant: &Variant) {
    let request = SearchRequest {
        limits: Limits { nodes: Some(NODES), ..Limits::default() },
        ..SearchRequest::default()
    };
    bencher
        .counter(ItemsCount::new(NODES))
        .with_inputs(|| {
            session::open(*variant, Settings::default()).expect("enough memory for a table")
        })
        .bench_local_values(|mut session| {
            session
                .go(&request, Box::new(|_: SearchEvent| ()))
                .expect("a request without search moves");
            session.wait();
        });
}
