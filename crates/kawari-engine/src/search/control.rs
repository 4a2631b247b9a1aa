//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::limits::Limits;
use super::table::Table;
use super::timer::{Budget, Timer};
use crate::core::endgame::Oracle;

/// A counter with a cache line of its own, so that threads do not slow each
/// other down by counting.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// What the threads of one search share: the table, the evaluation, the flag that
/// ends it, its clock and its counts.
pub struct Control<'a, E> {
    /// The transposition table.
    pub table: &'a Table,
    /// What judges positions.
    pub evaluation: &'a E,
    /// The clock.
    pub timer: &'a Timer,
    /// What bounds the search.
    pub limits: Limits,
    /// The time it may take, if it is bounded by time.
    pub budget: Option<Budget>,
    /// Who knows endgames, if somebody does.
    pub tables: Option<&'a dyn Oracle>,
    stop: &'a AtomicBool,
    nodes: Vec<Counter>,
}

impl<'a, E> Control<'a, E> {
    /// The control of a search by a number of threads, which ends when `stop`
    /// becomes true.
    pub fn new(
        table: &'a Table,
        evaluation: &'a E,
        timer: &'a Timer,
        stop: &'a AtomicBool,
        limits: Limits,
        budget: Option<Budget>,
        threads: usize,
    ) -> Self {
        let nodes = (0..threads).map(|_| Counter::default()).collect();
        Self { table, evaluation, timer, limits, budget, tables: None, stop, nodes }
    }

    /// The same with someone who knows endgames.
    #[must_use]
    pub fn with_tables(self, tables: Option<&'a dyn Oracle>) -> Self {
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
    pub fn is_out_of_time(&self) -> bool {
        self.budget.is_some_and(|budget| self.timer.is_up(budget.hard))
    }

    /// True when it is too late to begin another iteration of a search that is
    /// worth so many hundredths of the usual time.
    pub fn is_late(&self, worth: u32) -> bool {
        self.budget.is_some_and(|budget| self.timer.has_passed(budget.soft_for(worth)))
    }
}
