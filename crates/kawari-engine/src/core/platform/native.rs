//! Threads and memory of an operating system.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use memmap2::{MmapMut, MmapOptions};

use super::HostSignal;

pub use std::time::Instant;

/// True if searches run on their own threads.
pub const HAS_THREADS: bool = true;

/// A task on its own thread.
pub struct BackgroundTask<T>(JoinHandle<Option<T>>);

impl<T: Send + 'static> BackgroundTask<T> {
    /// Starts a task on a thread with a stack of this size, in bytes.
    ///
    /// # Errors
    /// Returns the input of the task and the I/O error if the thread cannot be spawned.
    pub fn spawn<I: Send + 'static>(
        stack: usize,
        input: I,
        task: impl FnOnce(I) -> T + Send + 'static,
    ) -> Result<Self, (I, io::Error)> {
        // The thread takes the input from here. If it cannot be spawned, the input is returned.
        let pending = Arc::new(Mutex::new(Some(input)));
        let take = |pending: &Mutex<Option<I>>| {
            pending.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let thread_pending = Arc::clone(&pending);
        let thread =
            thread::Builder::new().stack_size(stack).spawn(move || take(&thread_pending).map(task));
        thread
            .map(Self)
            .map_err(|error| (take(&pending).expect("no thread has taken the input"), error))
    }

    /// Waits for the end of the task and returns its result; `None` if it panicked.
    pub fn join(self) -> Option<T> {
        self.0.join().ok().flatten()
    }
}

/// Runs a task that needs a stack of this size, in bytes, and waits for it. Returns `None` if
/// the thread cannot be spawned or the task panics.
pub fn run_with_stack<T: Send>(stack: usize, task: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack).spawn_scoped(scope, task).ok()?;
        thread.join().ok()
    })
}

/// Returns the signal of the host to the running search. A process has none: other threads set
/// its stop flag.
#[inline(always)]
pub const fn host_signal() -> Option<HostSignal> {
    None
}

/// Zeroed memory, aligned to a page. The system zeroes it on first access and uses huge pages
/// where it can, which avoids a TLB miss per access.
pub struct ZeroedPages(MmapMut);

impl ZeroedPages {
    /// Allocates `bytes`, at least 1; returns `None` without enough memory.
    pub fn new(bytes: usize) -> Option<Self> {
        let memory = MmapOptions::new().len(bytes).map_anon().ok()?;
        // Without huge pages the memory is only slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Some(Self(memory))
    }

    /// Returns a pointer to the first byte.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr()
    }
}
