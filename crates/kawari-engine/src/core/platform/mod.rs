//! Clock, threads, memory and host signals: what differs between operating systems and
//! WebAssembly.
//!
//! In a WebAssembly module (`wasm32-unknown-unknown`) there are no threads and no clock. A
//! search runs on the calling thread. The host of the module provides the clock, and the
//! signals that end a running search.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(not(target_family = "wasm"))]
pub use native::{BackgroundTask, HAS_THREADS, Instant, ZeroedPages, host_signal, run_with_stack};
#[cfg(target_family = "wasm")]
pub use wasm::{BackgroundTask, HAS_THREADS, Instant, ZeroedPages, host_signal, run_with_stack};

/// A signal of the host to the running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostSignal {
    /// The search must end.
    Stop,
    /// The expected move was played: pondering ends.
    PonderHit,
}
