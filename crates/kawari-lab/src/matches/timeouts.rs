//! How long to wait for an engine.

use std::time::Duration;

/// How long to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Tolerance beyond the clock for each move.
    pub margin: Duration,
    /// Timeout where no clock runs: to start, to answer `isready`, to move, and to answer
    /// `stop`. An engine that exceeds its clock and then answers `stop` loses on time. One that
    /// does not answer `stop` hangs.
    pub limit: Duration,
}
