//! How long to wait for an engine.

use std::time::Duration;

/// How long the others wait for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// Beyond the clock, for each move.
    pub margin: Duration,
    /// Where no clock runs: to start, to get ready, to move, and to answer after a
    /// `stop`. Whoever does so when its time is over has lost on time; whoever does
    /// not, hangs.
    pub limit: Duration,
}
