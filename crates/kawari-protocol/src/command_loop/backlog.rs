//! A bound on the lines that are read ahead of the scheduler.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Counts the lines that were read and not yet received by the scheduler.
///
/// The scheduler can be busy for a while: it allocates a large table, or the client does
/// not read its output. Lines are still read ahead, because one of them may be `quit`.
/// When the backlog is full, the input thread blocks, and so does the client.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    state: Mutex<BacklogState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct BacklogState {
    lines: usize,
    bytes: usize,
    is_closed: bool,
}

impl Backlog {
    /// Maximum number of lines.
    const MAX_LINES: usize = 1 << 16;
    /// Maximum total length of the lines, in bytes.
    const MAX_BYTES: usize = 1 << 24;

    /// Adds a line of `bytes` bytes. Blocks until there is room for it; a single line
    /// always has room.
    pub fn add(&self, bytes: usize) {
        let is_full = |state: &mut BacklogState| {
            let is_long = state.bytes.saturating_add(bytes) > Self::MAX_BYTES;
            let is_full = state.lines >= Self::MAX_LINES || state.lines > 0 && is_long;
            is_full && !state.is_closed
        };
        let wait = self.changed.wait_while(self.lock(), is_full);
        let mut state = wait.unwrap_or_else(PoisonError::into_inner);
        state.lines += 1;
        state.bytes += bytes;
    }

    /// Removes a line of `bytes` bytes that was added before.
    pub fn remove(&self, bytes: usize) {
        let mut state = self.lock();
        state.lines -= 1;
        state.bytes -= bytes;
        drop(state);
        self.changed.notify_one();
    }

    /// Removes the bound: [`Backlog::add`] no longer blocks.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Locks the state. Each update is complete even if its thread panicked later.
    fn lock(&self) -> MutexGuard<'_, BacklogState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn add_blocks_when_the_backlog_is_full() {
        const LENGTH: usize = 1 << 20;
        const LINES: usize = 3 * Backlog::MAX_BYTES / LENGTH;
        let (backlog, added) = (Arc::new(Backlog::default()), Arc::new(AtomicUsize::new(0)));
        let (reader_backlog, reader_added) = (Arc::clone(&backlog), Arc::clone(&added));
        let reader = thread::spawn(move || {
            for _ in 0..LINES {
                reader_backlog.add(LENGTH);
                reader_added.fetch_add(1, Ordering::SeqCst);
            }
        });
        for removed in 0..LINES {
            while added.load(Ordering::SeqCst) <= removed {
                thread::yield_now();
            }
            assert!(added.load(Ordering::SeqCst) <= removed + Backlog::MAX_BYTES / LENGTH);
            backlog.remove(LENGTH);
        }
        reader.join().expect("no panic");
    }

    #[test]
    fn a_single_line_and_a_closed_backlog_have_no_bound() {
        let backlog = Backlog::default();
        backlog.add(2 * Backlog::MAX_BYTES);
        backlog.remove(2 * Backlog::MAX_BYTES);
        backlog.add(2 * Backlog::MAX_BYTES);
        backlog.close();
        backlog.add(2 * Backlog::MAX_BYTES);
    }
}
