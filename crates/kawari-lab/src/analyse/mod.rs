//! `kawari analyse`: analyses of positions, one input line per position and one JSON object
//! per answer, in input order.
//!
//! Each search starts with an empty transposition table and empty histories on one thread,
//! so an answer depends only on its line and the options. [`batch`](super::batch) describes
//! the input formats and the fields common to all batch tools. The fields of an analysis:
//!
//! | field | |
//! |---|---|
//! | `depth`, `seldepth` | depth and selective depth of the best line, in plies; 0 without a search |
//! | `score` | `cp` or `mate` (in plies) for the side to move, and the side that it `favours`: `black`, `white` or `neither`; `null` if the limits were too short for a score |
//! | `bestmove` | best move; `null` if the position has no legal move or is decided on the board |
//! | `pvs` | principal variations, best first: `depth`, `seldepth`, `score`, `moves`; empty if there are none |
//! | `nodes` | nodes searched |
//! | `result`, `reason` | result of the game; `null` while it is in progress |
//! | `table` | tablebase verdict: `win in 5`, `draw`; `null` if the position is in no tablebase |
//!
//! The options that answers depend on are `multipv`, `hash` and `limits`. A position whose
//! game ended by repetition or by a move count is still analysed, because the players may
//! continue.

mod analyse_batch;

use std::io::{self, Write};

use self::analyse_batch::AnalyseBatchJob;
use super::batch::{Batch, BatchConfig};
use kawari_engine::search::limits::Limits;

/// Options of `kawari analyse`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalyseConfig {
    /// Input, output and threads.
    pub batch: BatchConfig,
    /// Number of principal variations per position.
    pub multi_pv: usize,
    /// Transposition table size per job, in MiB. Default: sized by the limits, at most 16.
    pub hash: Option<usize>,
    /// Limits of each search. A search without any limit never ends.
    pub limits: Limits,
}

impl Default for AnalyseConfig {
    /// Standard input, 100,000 nodes per position.
    fn default() -> Self {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        Self { batch: BatchConfig::default(), multi_pv: 1, hash: None, limits }
    }
}

/// Analyses all positions. Writes the answers to the file to be resumed, if there is one,
/// else to `output`. Returns true if no line failed.
///
/// # Errors
/// Returns the errors of [`Batch::open`] and [`Batch::run`].
pub fn run(config: &AnalyseConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let hash = config.hash.unwrap_or_else(|| tt_size(&config.limits));
    let analysis = AnalyseBatchJob { multi_pv: config.multi_pv, hash, limits: config.limits };
    Batch::open(&config.batch, &analysis)?.run(output, &mut io::sink())
}

/// Returns a transposition table size in MiB. The table is cleared before each search,
/// which takes time, so it is no larger than the search is likely to fill.
fn tt_size(limits: &Limits) -> usize {
    /// Bytes per searched node: twice the size of an entry.
    const BYTES: u64 = 32;
    const MAX_SIZE: u64 = 16;
    /// Base-2 logarithm of the effective branching factor, rounded up.
    const BRANCHING: u32 = 2;
    let by_depth =
        limits.depth.map(|depth| 1_u64.checked_shl(BRANCHING * depth).unwrap_or(u64::MAX));
    let nodes = [limits.nodes, by_depth].into_iter().flatten().min();
    let needed = nodes.map_or(MAX_SIZE, |nodes| nodes.saturating_mul(BYTES) >> 20);
    needed.clamp(1, MAX_SIZE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tt_size_follows_the_search_limits() {
        let size = |nodes| tt_size(&Limits { nodes, ..Limits::default() });
        assert_eq!(size(Some(1)), 1);
        assert_eq!(size(Some(100_000)), 3);
        assert_eq!(size(Some(u64::MAX)), 16);
        assert_eq!(size(None), 16);
        let size = |depth| tt_size(&Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!([1, 7, 8, 9, 40].map(size), [1, 1, 2, 8, 16]);
    }
}
