//! `kawari perft`: counts the leaves of the tree of legal moves.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use kawari_engine::core::perft::PerftTable;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::search_events::nodes_per_second;
use kawari_engine::games::variants::Variant;
use kawari_protocol::wire;

/// What is to be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftConfig {
    /// The game.
    pub variant: Variant,
    /// Plies.
    pub depth: u32,
    /// Where to begin; the start position if absent.
    pub sfen: Option<String>,
    /// Write the count behind each move.
    pub divide: bool,
    /// Remember what lies behind each position: much faster where moves
    /// transpose, and it takes memory.
    pub hash: bool,
}

/// Counts and writes; the last line is `nodes N`, the one before it the speed.
///
/// # Errors
/// A bad SFEN, or an output that cannot be written.
pub fn run(config: &PerftConfig, output: &mut impl Write) -> anyhow::Result<()> {
    let mut game_state = game_state::open(config.variant);
    if let Some(sfen) = &config.sfen {
        game_state.set(StartPosition::Sfen(sfen), &[])?;
    }
    let mut memory = config.hash.then(PerftTable::default);
    let mut written = Ok(());
    let start = Instant::now();
    let nodes = game_state.divide(config.depth, memory.as_mut(), &mut |mv, part| {
        if config.divide {
            written = writeln!(output, "{}", wire::divided(mv, part));
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let time = start.elapsed();
    written?;
    let speed = nodes_per_second(nodes, time);
    writeln!(output, "time {:.3} s, {speed} leaves a second", time.as_secs_f64())?;
    writeln!(output, "{}", wire::nodes(nodes))?;
    Ok(())
}
