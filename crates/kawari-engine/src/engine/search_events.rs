//! What a search has to say while it runs and when it ends.

use std::any::Any;
use std::time::Duration;

use crate::core::score::Score;
use crate::search::transposition_table::Bound;

/// One line of progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest line, in plies.
    pub seldepth: u32,
    /// Which principal variation this is, from 1.
    pub multipv: usize,
    /// From the side to move's view; see [`crate::core::score::mate_distance`].
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// Full part of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
    /// The principal variation in USI notation.
    pub pv: Vec<String>,
}

impl SearchInfo {
    /// Positions searched in a second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// What a search has cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// Full part of the transposition table, in thousandths.
    pub hashfull: u32,
    /// Since the search began.
    pub time: Duration,
}

/// Nodes in a second; what took no time at all took a microsecond.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(speed).unwrap_or(u64::MAX)
}

/// The answer to a `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchAnswer {
    /// A move, and the reply expected to it, in USI notation.
    Move {
        /// The best move.
        best: String,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// The game is lost on the board, or so far gone that the user wants it
    /// given up.
    Resign,
    /// A rule has already won the game, or lets it be declared won.
    Win,
}

/// What a search has to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// Progress. The last one before the answer has the final count of nodes.
    Info(SearchInfo),
    /// The final count, where the search has ended before there was a line to tell.
    Spent(SearchStats),
    /// A fault of the program, in the words of its panic. An answer comes all the
    /// same.
    Fault(String),
    /// The end; the last event of every search.
    Done(SearchAnswer),
}

/// What a panic says.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Where the events of a search go; called on the search's own thread.
pub type SearchCallback = Box<dyn FnMut(SearchEvent) + Send>;
