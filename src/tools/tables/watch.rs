//! A progress bar for work on tables, which a signal ends.

use std::sync::{Mutex, PoisonError};

use crate::tables::solve::Watch;
use crate::tools::interrupt;
use crate::tools::progress::{ProgressBar, Reporting};

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
