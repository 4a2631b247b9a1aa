//! `kawari bench`: the signature of the search and its speed.

use std::io::Write;

use kawari_engine::engine::bench::{self, SearchCost};
use kawari_engine::engine::search_events::nodes_per_second;
use kawari_protocol::wire;

/// Searches every position of the bench and writes a line for each. The last two
/// lines are for all of them, `nodes N nps M` and, for programs that want the numbers
/// in front, as OpenBench does, `N nodes M nps`.
///
/// # Errors
/// A position that cannot be searched, or an output that cannot be written.
pub fn run(depth: u32, output: &mut impl Write) -> anyhow::Result<()> {
    let mut total = SearchCost::default();
    for position in bench::POSITIONS {
        let cost = bench::search(position, depth)?;
        writeln!(output, "{:<16} {:>9}  {}", position.variant, cost.nodes, position.sfen)?;
        total += cost;
    }
    writeln!(output, "{}", wire::bench_total(&total))?;
    writeln!(output, "{} nodes {} nps", total.nodes, nodes_per_second(total.nodes, total.time))?;
    Ok(())
}
