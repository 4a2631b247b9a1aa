//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::limits::Limits;
use super::time_manager::{SearchClock, TimeBudget};
use super::transposition_table::TranspositionTable;
use crate::core::endgame::TablebaseProbe;

/// A counter with a cache line of its own, so that threads do not slow each
/// other down by counting.
#[derive(Debug, Default)]
#[repr(align(64))]
struct PaddedCounter(AtomicU64);

/// What the threads of one search share: the table, the evaluation, the flag that
/// ends it, its clock and its counts.
pub struct SharedContext<'a, E> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// What judges positions.
    pub evaluation: &'a E,
    /// The clock.
    pub timer: &'a SearchClock,
    /// What bounds the search.
    pub limits: Limits,
    /// The time it may take, if it is bounded by time.
    pub budget: Option<TimeBudget>,
    /// Who knows endgames, if somebody does.
    pub tables: Option<&'a dyn TablebaseProbe>,
    stop: &'a AtomicBool,
    nodes: Vec<PaddedCounter>,
}

impl<'a, E> SharedContext<'a, E> {
    /// The control of a search by a number of threads, which ends when `stop`
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

    /// The same with someone who knows endgames.
    #[must_use]
    pub fn with_tables(self, tables: Option<&'a dyn TablebaseProbe>) -> Self {
        Self { tables, ..self }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// True when the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Publishes how many nodes a thread has searched so far.
    #[inline]
    pub fn count(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    /// True when the time for the move is up. For the one thread that watches the clock.
    pub fn is_past_hard_limit(&self) -> bool {
        self.budget.is_some_and(|budget| self.timer.has_run_out(budget.hard))
    }

    /// True when it is too late to begin another iteration of a search that is
    /// worth so many hundredths of the usual time.
    pub fn is_past_soft_limit(&self, time_percent: u32) -> bool {
        self.budget
            .is_some_and(|budget| self.timer.has_passed(budget.scaled_soft_limit(time_percent)))
    }
}
