//! `kawari bench`: the signature of the search and its speed.

use std::io::Write;

use crate::engine::bench::{self, Count};

/// Searches every position of the bench and writes a line for each; the last
/// line is `nodes N nps M` for all of them.
///
/// # Errors
/// A position that cannot be searched, or an output that cannot be written.
pub fn run(depth: u32, output: &mut impl Write) -> anyhow::Result<()> {
    let mut total = Count::default();
    for position in bench::POSITIONS {
        let count = bench::search(position, depth)?;
        writeln!(output, "{:<16} {:>9}  {}", position.variant, count.nodes, position.sfen)?;
        total += count;
    }
    writeln!(output, "{total}")?;
    Ok(())
}
