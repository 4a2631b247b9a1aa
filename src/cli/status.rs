//! With which status the program ends.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use kawari_engine::engine::session::GoError;
use kawari_engine::search::transposition_table::HashAllocationError;

/// How a command has ended. clap ends the program with 2, too, for options that make
/// no sense.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All is done.
    Done = 0,
    /// Some lines of the input were bad; the others are done.
    BadLines = 1,
    /// What was asked for makes no sense, or is refused.
    Refused = 2,
    /// A file cannot be read or written, a program not started, or there is no memory.
    Files = 3,
    /// A match was played, and an engine has committed a fault; or it has failed a check
    /// of its protocol.
    Faults = 4,
    /// Weights were fitted and gain nothing: none were written.
    NoGain = 5,
}

impl Status {
    /// The status for an error.
    pub fn of(error: &anyhow::Error) -> Self {
        if error.chain().any(is_of_system) { Self::Files } else { Self::Refused }
    }
}

/// True for what the system has refused.
fn is_of_system(cause: &(dyn Error + 'static)) -> bool {
    let has_no_search =
        |error: &GoError| matches!(error, GoError::Thread(_) | GoError::MateMemory(_));
    cause.is::<io::Error>()
        || cause.is::<HashAllocationError>()
        || cause.downcast_ref().is_some_and(has_no_search)
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}
