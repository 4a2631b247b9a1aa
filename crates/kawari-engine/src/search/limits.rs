//! Search limits: depth, nodes, time.

use std::time::Duration;

use crate::core::color::Color;

/// The limits of one search. Without limits, a search runs until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Maximum depth of the iterations, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// Fixed time for this move.
    pub move_time: Option<Duration>,
    /// Game clock.
    pub clock: Option<Clock>,
}

/// A game clock, as passed with `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Main time left, of Black and White.
    pub remaining: [Duration; 2],
    /// Increment per move, of Black and White; the next move already gets it.
    pub increment: [Duration; 2],
    /// Byoyomi: time for each move after the main time.
    pub byoyomi: Duration,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Returns the maximum time for the next move: main time, increment and byoyomi.
    pub fn available(&self, color: Color) -> Duration {
        let side = color.index();
        self.remaining[side] + self.increment[side] + self.byoyomi
    }
}
