//! A progress bar for work on tables, which a signal ends, and what is kept on the way.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::tables::solve::{Stage, Watch};

/// Shows how far the part of the work has come that is being done.
pub struct Progress {
    reporting: Reporting,
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress {
    /// Nothing done yet.
    pub fn new(reporting: Reporting) -> Self {
        Self { reporting, bar: Mutex::new(None) }
    }
}

impl Watch for Progress {
    fn begin(&self, part: &str, positions: u64) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        // The old one goes before the new one comes.
        *bar = None;
        let mut next = ProgressBar::new("positions", Some(positions), self.reporting);
        next.note(part);
        *bar = Some(next);
    }

    fn advance(&self, positions: u64) -> bool {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = bar.as_mut() {
            bar.advance(positions);
        }
        !interrupt::has_come()
    }
}

/// Shows how far a solution has come, and writes it down now and then.
pub struct Keeper<'a, W> {
    progress: &'a Progress,
    every: Duration,
    write: W,
    state: Mutex<KeeperState>,
}

struct KeeperState {
    /// When it was written down last, or begun.
    last: Instant,
    error: Option<anyhow::Error>,
}

impl<'a, W: Fn(&Stage<'_>) -> anyhow::Result<()>> Keeper<'a, W> {
    /// Writes after so much time, and when a signal has come.
    pub fn new(progress: &'a Progress, every: Duration, write: W) -> Self {
        let state = Mutex::new(KeeperState { last: Instant::now(), error: None });
        Self { progress, every, write, state }
    }

    /// Why it could not be written down the last time.
    pub fn into_error(self) -> Option<anyhow::Error> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error
    }
}

impl<W: Fn(&Stage<'_>) -> anyhow::Result<()> + Sync> Watch for Keeper<'_, W> {
    fn begin(&self, part: &str, positions: u64) {
        self.progress.begin(part, positions);
    }

    fn advance(&self, positions: u64) -> bool {
        self.progress.advance(positions)
    }

    fn keep(&self, stage: &Stage<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last.elapsed() >= self.every || interrupt::has_come() {
            state.error = (self.write)(stage).err();
            state.last = Instant::now();
        }
    }
}
