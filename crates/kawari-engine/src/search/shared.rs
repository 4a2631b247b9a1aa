//! Data shared by the threads of one search.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::limits::Limits;
use super::time_manager::{SearchClock, TimeBudget};
use super::transposition_table::TranspositionTable;
use crate::core::endgame::TablebaseProbe;
use crate::core::platform::{self, HostSignal};

/// A counter padded to a cache line, to avoid false sharing.
#[derive(Debug, Default)]
#[repr(align(64))]
struct PaddedCounter(AtomicU64);

/// The data shared by the threads of one search: transposition table, evaluation, limits, stop
/// flag and node counts.
pub struct SharedContext<'a, E> {
    /// Transposition table.
    pub tt: &'a TranspositionTable,
    /// Evaluation: NNUE or hand-crafted.
    pub evaluation: &'a E,
    /// Clock of this search.
    pub timer: &'a SearchClock,
    /// Depth and node limits.
    pub limits: Limits,
    /// Soft and hard time limit; `None` without a time limit.
    pub budget: Option<TimeBudget>,
    /// Endgame tablebase.
    pub tables: Option<&'a dyn TablebaseProbe>,
    stop: &'a AtomicBool,
    nodes: Vec<PaddedCounter>,
}

impl<'a, E> SharedContext<'a, E> {
    /// Creates the context of a search without a tablebase. The search ends when `stop`
    /// becomes true.
    pub fn new(
        tt: &'a TranspositionTable,
        evaluation: &'a E,
        timer: &'a SearchClock,
        stop: &'a AtomicBool,
        limits: Limits,
        budget: Option<TimeBudget>,
        threads: usize,
    ) -> Self {
        let nodes = (0..threads).map(|_| PaddedCounter::default()).collect();
        Self { tt, evaluation, timer, limits, budget, tables: None, stop, nodes }
    }

    /// Returns the context with a tablebase.
    #[must_use]
    pub fn with_tables(self, tables: Option<&'a dyn TablebaseProbe>) -> Self {
        Self { tables, ..self }
    }

    /// Stops all threads of the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns true if the search must end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Applies a signal of the host.
    #[inline(always)]
    pub fn check_host_signal(&self) {
        match platform::host_signal() {
            Some(HostSignal::Stop) => self.stop(),
            Some(HostSignal::PonderHit) => self.timer.ponder_hit(),
            None => {}
        }
    }

    /// Sets the node count of a thread.
    #[inline]
    pub fn count(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// Returns true after the hard time limit. Only thread 0 may call this, at every
    /// stop check: the interval between the calls is measured.
    pub fn is_past_hard_limit(&self) -> bool {
        self.budget.is_some_and(|budget| self.timer.has_run_out(budget.hard))
    }

    /// Returns true if the soft time limit, scaled to `time_percent`, has passed, so that no
    /// new iteration may start.
    pub fn is_past_soft_limit(&self, time_percent: u32) -> bool {
        self.budget
            .is_some_and(|budget| self.timer.has_passed(budget.scaled_soft_limit(time_percent)))
    }
}
