//! `kawari analyse`: positions in, one a line; analyses out, one JSON object a
//! line, in the order of the input.
//!
//! An answer depends on its line and the limits alone: each search begins with an
//! empty table and empty histories, on one thread. What lines and answers have in
//! common with other tools stands in [`batch`](super::batch). What is found:
//!
//! | field | |
//! |---|---|
//! | `depth`, `seldepth` | of the best line, in plies; 0 where nothing was searched |
//! | `score` | `cp` or `mate` (in plies) from the side to move's view, and whom it `favours`: `black`, `white` or `neither`; none if the limits left no time for one |
//! | `bestmove` | none when the game is over on the board |
//! | `pvs` | principal variations, best first: `depth`, `seldepth`, `score`, `moves`; none is an empty list |
//! | `nodes` | positions searched |
//! | `result`, `reason` | how the game has ended; none while it goes on |
//! | `table` | what tables of endgames tell: `win in 5`, `draw`; none where they know nothing |
//!
//! The options that answers depend on are `multipv`, `hash` and `limits`. A game that has
//! ended by repetition or a count may be played on, so its position is analysed all the
//! same.

mod analyse_batch;

use std::io::{self, Write};

use self::analyse_batch::AnalyseBatchJob;
use super::batch::{Batch, BatchConfig};
use kawari_engine::search::limits::Limits;

/// What is analysed, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalyseConfig {
    /// Which positions, and where their answers go.
    pub batch: BatchConfig,
    /// Principal variations of each position.
    pub multi_pv: usize,
    /// Transposition table of each job, in MiB; if absent, what the nodes need, at
    /// most 16.
    pub hash: Option<usize>,
    /// How far each search goes. There is no end to one that nothing bounds.
    pub limits: Limits,
}

impl Default for AnalyseConfig {
    /// Standard input, 100,000 nodes a position.
    fn default() -> Self {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        Self { batch: BatchConfig::default(), multi_pv: 1, hash: None, limits }
    }
}

/// Analyses, and writes to the file to be resumed if there is one, else to
/// `output`. True if no line has failed.
///
/// # Errors
/// As [`Batch::open`] and [`Batch::run`].
pub fn run(config: &AnalyseConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let hash = config.hash.unwrap_or_else(|| table_size(&config.limits));
    let analysis = AnalyseBatchJob { multi_pv: config.multi_pv, hash, limits: config.limits };
    Batch::open(&config.batch, &analysis)?.run(output, &mut io::sink())
}

/// The size, in MiB, of a table that is emptied before each search: no more than
/// the search is likely to fill, for emptying it takes time.
fn table_size(limits: &Limits) -> usize {
    /// Bytes of the table for each node searched: twice what it stores.
    const BYTES: u64 = 32;
    const LARGEST: u64 = 16;
    /// The branching factor that is left of a search's, rounded up, in bits.
    const BRANCHING: u32 = 2;
    let by_depth =
        limits.depth.map(|depth| 1_u64.checked_shl(BRANCHING * depth).unwrap_or(u64::MAX));
    let nodes = [limits.nodes, by_depth].into_iter().flatten().min();
    let needed = nodes.map_or(LARGEST, |nodes| nodes.saturating_mul(BYTES) >> 20);
    needed.clamp(1, LARGEST) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_its_search() {
        let size = |nodes| table_size(&Limits { nodes, ..Limits::default() });
        assert_eq!(size(Some(1)), 1);
        assert_eq!(size(Some(100_000)), 3);
        assert_eq!(size(Some(u64::MAX)), 16);
        assert_eq!(size(None), 16);
        let size = |depth| table_size(&Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!([1, 7, 8, 9, 40].map(size), [1, 1, 2, 8, 16]);
    }
}
