//! A progress bar for work on tables, which a signal ends, and what is kept on the way.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::tablebase::solve::{SolveMonitor, SolveSnapshot};

/// Shows how far the part of the work has come that is being done.
pub struct SolveProgress {
    reporting: Reporting,
    bar: Mutex<Option<ProgressBar>>,
}

impl SolveProgress {
    /// Nothing done yet.
    pub fn new(reporting: Reporting) -> Self {
        Self { reporting, bar: Mutex::new(None) }
    }
}

impl SolveMonitor for SolveProgress {
    fn begin_phase(&self, part: &str, positions: u64) {
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
        !interrupt::is_pending()
    }
}

/// Shows how far a solution has come, and writes it down now and then.
pub struct SnapshotWriter<'a, W> {
    progress: &'a SolveProgress,
    every: Duration,
    write: W,
    state: Mutex<SnapshotWriterState>,
}

struct SnapshotWriterState {
    /// When it was written down last, or begun.
    last: Instant,
    error: Option<anyhow::Error>,
}

impl<'a, W: Fn(&SolveSnapshot<'_>) -> anyhow::Result<()>> SnapshotWriter<'a, W> {
    /// Writes after so much time, and when a signal has come.
    pub fn new(progress: &'a SolveProgress, every: Duration, write: W) -> Self {
        let state = Mutex::new(SnapshotWriterState { last: Instant::now(), error: None });
        Self { progress, every, write, state }
    }

    /// Why it could not be written down the last time.
    pub fn into_error(self) -> Option<anyhow::Error> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error
    }
}

impl<W: Fn(&SolveSnapshot<'_>) -> anyhow::Result<()> + Sync> SolveMonitor
    for SnapshotWriter<'_, W>
{
    fn begin_phase(&self, part: &str, positions: u64) {
        self.progress.begin_phase(part, positions);
    }

    fn advance(&self, positions: u64) -> bool {
        self.progress.advance(positions)
    }

    fn save_snapshot(&self, stage: &SolveSnapshot<'_>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last.elapsed() >= self.every || interrupt::is_pending() {
            state.error = (self.write)(stage).err();
            state.last = Instant::now();
        }
    }
}
