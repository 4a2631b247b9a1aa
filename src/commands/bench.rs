//! `kawari bench`: node count (signature) and speed of the search.

use std::io::Write;

use kawari_engine::engine::bench::{self, SearchCost};
use kawari_engine::engine::search_events::nodes_per_second;
use kawari_protocol::wire;

/// Searches every bench position and writes a line for each. The last two lines have the totals:
/// `nodes N nps M`, and for OpenBench, `N nodes M nps`.
///
/// # Errors
/// Returns an error if a position cannot be searched or the output cannot be written.
pub fn run(depth: u32, output: &mut impl Write) -> anyhow::Result<()> {
    let mut total = SearchCost::default();
    for position in bench::positions() {
        let cost = bench::search(&position, depth)?;
        writeln!(output, "{:<16} {:>9}  {}", position.variant, cost.nodes, position.sfen)?;
        total += cost;
    }
    writeln!(output, "{}", wire::bench_total(&total))?;
    writeln!(output, "{} nodes {} nps", total.nodes, nodes_per_second(total.nodes, total.time))?;
    Ok(())
}
