//! Progress and snapshots of tablebase generation.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::interrupt;
use crate::progress::{ProgressBar, Reporting};
use kawari_engine::tablebase::solve::{SolveMonitor, SolveSnapshot};

/// A progress bar for the current phase. It stops the work after a signal.
pub struct SolveProgress {
    reporting: Reporting,
    bar: Mutex<Option<ProgressBar>>,
}

impl SolveProgress {
    /// Creates a monitor without a bar.
    pub fn new(reporting: Reporting) -> Self {
        Self { reporting, bar: Mutex::new(None) }
    }
}

impl SolveMonitor for SolveProgress {
    fn begin_phase(&self, part: &str, positions: u64) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        // Clear the old bar before the new one is drawn.
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

/// A monitor that shows progress and saves snapshots at intervals.
pub struct SnapshotWriter<'a, W> {
    progress: &'a SolveProgress,
    interval: Duration,
    write: W,
    state: Mutex<SnapshotWriterState>,
}

struct SnapshotWriterState {
    /// Time of the last snapshot, or of the start.
    last: Instant,
    error: Option<anyhow::Error>,
}

impl<'a, W: Fn(&SolveSnapshot<'_>) -> anyhow::Result<()>> SnapshotWriter<'a, W> {
    /// Creates a monitor that calls `write` after each `interval` and after a signal.
    pub fn new(progress: &'a SolveProgress, interval: Duration, write: W) -> Self {
        let state = Mutex::new(SnapshotWriterState { last: Instant::now(), error: None });
        Self { progress, interval, write, state }
    }

    /// Returns the error of the last snapshot, if it failed.
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
        if state.last.elapsed() >= self.interval || interrupt::is_pending() {
            state.error = (self.write)(stage).err();
            state.last = Instant::now();
        }
    }
}
