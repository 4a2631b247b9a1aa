//! What bounds a search.

use std::time::Duration;

use crate::core::color::Color;

/// The bounds of one search; those that are absent do not bind. Without any,
/// a search goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Positions searched, over all threads.
    pub nodes: Option<u64>,
    /// Time for this move, all of which may be used.
    pub move_time: Option<Duration>,
    /// The game clock, to be shared out sensibly.
    pub clock: Option<Clock>,
}

/// A game clock, as `go` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Main time left, Black's first.
    pub remaining: [Duration; 2],
    /// Added for each move, the one about to be made included; Black's first.
    pub increment: [Duration; 2],
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
    /// Moves until more main time comes, if it does.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Time that is there for the very next move, if all of it were used.
    pub fn available(&self, color: Color) -> Duration {
        let side = color.index();
        self.remaining[side] + self.increment[side] + self.byoyomi
    }
}
