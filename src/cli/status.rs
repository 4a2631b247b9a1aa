//! The exit status of the program.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use kawari_engine::engine::session::GoError;
use kawari_engine::search::transposition_table::HashAllocationError;
use kawari_lab::interrupt::{self, Interrupted};

/// The exit status of a command. clap also exits with 2 for invalid arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Success.
    Success = 0,
    /// Some input lines were invalid, or a proof or tablebase is wrong.
    InvalidInput = 1,
    /// Invalid arguments or input.
    Usage = 2,
    /// A file cannot be read or written, a program or thread cannot be started, or out of memory.
    System = 3,
    /// An engine committed a fault in a match or failed a compliance check.
    Faults = 4,
    /// Tuned weights are no improvement and were not written.
    NoGain = 5,
}

impl Status {
    /// Returns the status for an error.
    pub fn of(error: &anyhow::Error) -> Self {
        if error.chain().any(is_system_error) { Self::System } else { Self::Usage }
    }
}

/// Returns the exit code for an error. Like the exit code of an interrupted command, it is the
/// status that shells report for a program ended by the signal.
pub fn error_exit_code(error: &anyhow::Error) -> ExitCode {
    match interrupt::signal() {
        Some(signal) if error.is::<Interrupted>() => ExitCode::from(128 + signal),
        _ => Status::of(error).into(),
    }
}

/// Returns true for I/O errors, thread creation errors and failed allocations.
fn is_system_error(cause: &(dyn Error + 'static)) -> bool {
    let is_search_start_error =
        |error: &GoError| matches!(error, GoError::Thread(_) | GoError::MateMemory(_));
    cause.is::<io::Error>()
        || cause.is::<HashAllocationError>()
        || cause.downcast_ref().is_some_and(is_search_start_error)
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
