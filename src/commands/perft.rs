//! `kawari perft`: counts the leaf nodes of the legal move tree.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use kawari_engine::core::perft::PerftTable;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::search_events::nodes_per_second;
use kawari_engine::games::variants::Variant;
use kawari_protocol::wire;

/// The configuration of a perft run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftConfig {
    /// The variant.
    pub variant: Variant,
    /// Depth in plies.
    pub depth: u32,
    /// Position to count from; the start position if absent.
    pub sfen: Option<String>,
    /// Write the count of each root move.
    pub divide: bool,
    /// Use a hash table: much faster if moves transpose, but needs memory.
    pub hash: bool,
}

/// Counts the leaf nodes and writes the result. The last line is `nodes N`, after a line with the
/// speed.
///
/// # Errors
/// Returns an error if the SFEN is invalid or the output cannot be written.
pub fn run(config: &PerftConfig, output: &mut impl Write) -> anyhow::Result<()> {
    let mut game_state = game_state::open(config.variant);
    if let Some(sfen) = &config.sfen {
        game_state.set(StartPosition::Sfen(sfen), &[])?;
    }
    let mut table = config.hash.then(PerftTable::default);
    let mut written = Ok(());
    let start = Instant::now();
    let nodes = game_state.divide(config.depth, table.as_mut(), &mut |mv, count| {
        if config.divide {
            written = writeln!(output, "{}", wire::divided(mv, count));
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let time = start.elapsed();
    written?;
    let speed = nodes_per_second(nodes, time);
    writeln!(output, "time {:.3} s, {speed} nodes per second", time.as_secs_f64())?;
    writeln!(output, "{}", wire::nodes(nodes))?;
    Ok(())
}
