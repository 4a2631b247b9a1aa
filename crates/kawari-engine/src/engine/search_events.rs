//! Events of a search: progress, end and answer.

use std::any::Any;
use std::time::Duration;

use crate::core::score::Score;
use crate::notation::usi::UsiMove;
use crate::search::transposition_table::Bound;

/// A progress report with a principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth: length of the deepest line, in plies.
    pub seldepth: u32,
    /// Rank of this principal variation, from 1.
    pub multipv: usize,
    /// Score for the side to move; see [`crate::core::score::mate_distance`].
    pub score: Score,
    /// Bound of the score.
    pub bound: Bound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Used part of the transposition table, in permille.
    pub hashfull: u32,
    /// Time since the start of the search.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<UsiMove>,
}

impl SearchInfo {
    /// Returns the nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Used part of the transposition table, in permille.
    pub hashfull: u32,
    /// Time since the start of the search.
    pub time: Duration,
}

/// Returns the nodes per second. A time below 1 µs counts as 1 µs.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(speed).unwrap_or(u64::MAX)
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchAnswer {
    /// A move and the expected reply.
    Move {
        /// The best move.
        best: UsiMove,
        /// The expected reply (ponder move).
        ponder: Option<UsiMove>,
    },
    /// The game is lost on the board, or the score is below the resign score.
    Resign,
    /// The game is won on the board, or a win can be declared.
    Win,
}

/// An event of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchEvent {
    /// Progress. The last one before the answer has the final node count.
    Info(SearchInfo),
    /// The final node count of a search that ended without a principal variation.
    Spent(SearchStats),
    /// A panic, with its message. The search still answers.
    Fault(String),
    /// The answer: the last event of every search.
    Done(SearchAnswer),
}

/// Returns the message of a panic.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// A function that receives the events of a search. It is called on the search thread.
pub type SearchCallback = Box<dyn FnMut(SearchEvent) + Send>;
