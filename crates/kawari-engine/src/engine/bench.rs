//! The bench: searches of fixed positions. The total node count is the signature of a version.
//! It changes only with the search or an evaluation.

use std::iter;
use std::ops::AddAssign;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use thiserror::Error;

use super::game_state::{PositionError, StartPosition};
use super::search_events::SearchEvent;
use super::session::{self, GoError, SearchRequest, SessionOpener, Settings};
use crate::core::platform::Instant;
use crate::games::variants::Variant;
use crate::search::limits::Limits;
use crate::search::transposition_table::HashAllocationError;

/// Default depth in plies; one to two seconds for all positions.
pub const DEPTH: u32 = 8;

/// A position of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The game.
    pub variant: Variant,
    /// The position as SFEN.
    pub sfen: &'static str,
}

/// Returns the positions of the bench: of every game its start position, and those in
/// [`GameInfo::bench`](crate::games::GameInfo::bench).
pub fn positions() -> impl Iterator<Item = BenchPosition> {
    Variant::ALL.iter().flat_map(|&variant| {
        let info = variant.info();
        let sfens = iter::once(info.startpos).chain(info.bench.iter().copied());
        sfens.map(move |sfen| BenchPosition { variant, sfen })
    })
}

/// Searches a position to a depth, on one thread and with an empty transposition table, so
/// that the node count is the same on every machine.
///
/// # Errors
/// Returns a [`BenchError`] if the session cannot be opened or the search cannot start.
pub fn search(position: &BenchPosition, depth: u32) -> Result<SearchCost, BenchError> {
    search_while(session::open, position, depth, &|| true)
}

/// As [`search`], in a session opened by `open`. Stops when `is_wanted` returns false. That is
/// called when the search has reported nothing for 10 ms.
///
/// # Errors
/// As [`search`].
pub fn search_while(
    open: SessionOpener,
    position: &BenchPosition,
    depth: u32,
    is_wanted: &dyn Fn() -> bool,
) -> Result<SearchCost, BenchError> {
    const POLL_INTERVAL: Duration = Duration::from_millis(10);
    let mut session = open(position.variant, Settings::default())?;
    session.game_state_mut().set(StartPosition::Sfen(position.sfen), &[])?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (sender, events) = mpsc::channel();
    let report = move |event| drop(sender.send(event));
    let start = Instant::now();
    session.go(&SearchRequest { limits, ..SearchRequest::default() }, Box::new(report))?;
    let mut nodes = 0;
    loop {
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(SearchEvent::Info(info)) => nodes = info.nodes,
            Ok(SearchEvent::Spent(stats)) => nodes = stats.nodes,
            Ok(SearchEvent::Done(_)) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if !is_wanted() => session.stop(),
            Ok(SearchEvent::Fault(_)) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
    Ok(SearchCost { nodes, time: start.elapsed() })
}

/// Error of a bench position that cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    HashAllocation(#[from] HashAllocationError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The search cannot start.
    #[error(transparent)]
    Go(#[from] GoError),
}

/// The cost of one or several searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchCost {
    /// Nodes searched.
    pub nodes: u64,
    /// Elapsed time.
    pub time: Duration,
}

impl AddAssign for SearchCost {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}
