//! Clock, signals and memory of a WebAssembly module.

use std::io;
use std::ops::{Add, Sub};
use std::time::Duration;

use super::HostSignal;

/// The functions that the host of the module provides.
mod host {
    #[link(wasm_import_module = "kawari")]
    unsafe extern "C" {
        /// Returns the time of a monotonic clock, in milliseconds.
        pub safe fn now() -> f64;
        /// Returns the signal to the running search: 1 to stop, 2 after a ponder hit, else 0.
        pub safe fn signal() -> u32;
    }
}

/// A time of the host's monotonic clock: the time since its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// Returns the current time.
    pub fn now() -> Self {
        Self(Duration::try_from_secs_f64(host::now() / 1000.0).unwrap_or_default())
    }

    /// Returns the time since this instant.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    /// Returns the later instant, or `None` if it cannot be represented.
    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// True if searches run on their own threads.
pub const HAS_THREADS: bool = false;

/// A task that has run on the calling thread.
pub struct BackgroundTask<T>(T);

impl<T> BackgroundTask<T> {
    /// Runs a task on the calling thread, whose stack has the size that the linker sets.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn spawn<I>(
        _stack: usize,
        input: I,
        task: impl FnOnce(I) -> T,
    ) -> Result<Self, (I, io::Error)> {
        Ok(Self(task(input)))
    }

    /// Returns the result of the task.
    pub fn join(self) -> Option<T> {
        Some(self.0)
    }
}

/// Runs a task on the calling thread, whose stack has the size that the linker sets.
pub fn run_with_stack<T>(_stack: usize, task: impl FnOnce() -> T) -> Option<T> {
    Some(task())
}

/// Returns the signal of the host to the running search.
pub fn host_signal() -> Option<HostSignal> {
    match host::signal() {
        1 => Some(HostSignal::Stop),
        2 => Some(HostSignal::PonderHit),
        _ => None,
    }
}

/// A cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "accessed through a pointer")] [u64; 8]);

/// Zeroed memory, aligned to a cache line.
pub struct ZeroedPages(Vec<Line>);

impl ZeroedPages {
    /// Allocates `bytes`, at least 1; returns `None` without enough memory.
    pub fn new(bytes: usize) -> Option<Self> {
        let count = bytes.div_ceil(size_of::<Line>());
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).ok()?;
        lines.resize(count, Line([0; 8]));
        Some(Self(lines))
    }

    /// Returns a pointer to the first byte.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}
