//! Limits, clocks and levels of searches.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use kawari_engine::core::color::Color;
use kawari_engine::engine::strength::Level;
use kawari_engine::search::limits::{Clock, Limits};

/// Limits of a search. All that are given apply.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SearchLimits"))]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    /// Depth in plies.
    depth: Option<u32>,
    /// Number of nodes.
    nodes: Option<u64>,
    /// Time in milliseconds.
    movetime: Option<u64>,
    /// Search until the request is closed.
    infinite: Option<bool>,
    /// Game clock.
    clock: Option<ClockRequest>,
}

/// Game clock in milliseconds. Each field is a pair: Black's time and White's time.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameClock"))]
#[serde(deny_unknown_fields)]
struct ClockRequest {
    /// Remaining main time, at most 7 days.
    remaining: [u64; 2],
    /// Increment per move. Default: 0.
    increment: Option<[u64; 2]>,
    /// Byoyomi. Default: 0.
    byoyomi: Option<[u64; 2]>,
}

/// Maximum of a clock's times: 7 days, in milliseconds.
const MAX_TIME: u64 = 7 * 24 * 60 * 60 * 1000;

impl ClockRequest {
    fn check(&self) -> Result<(), Failure> {
        let times =
            [self.remaining, self.increment.unwrap_or([0; 2]), self.byoyomi.unwrap_or([0; 2])];
        if times.iter().flatten().all(|&time| time <= MAX_TIME) {
            Ok(())
        } else {
            Err(Failure::bad_request(format!("clock time is more than {MAX_TIME} ms")))
        }
    }

    /// Returns the clock of one side.
    fn of(&self, color: Color) -> SideClock {
        let side = color.index();
        let part = |times: Option<[u64; 2]>| times.map_or(0, |times| times[side]);
        SideClock {
            remaining: self.remaining[side],
            increment: part(self.increment),
            byoyomi: part(self.byoyomi),
        }
    }

    /// Returns the clock for a search. `lost` is the time in milliseconds that the side to
    /// move has used before the search.
    fn for_search(&self, color: Color, lost: u64) -> Clock {
        let own = self.of(color);
        let milliseconds = Duration::from_millis;
        let mut remaining = self.remaining;
        // The excess over the main time is subtracted from the byoyomi.
        let missing = lost.saturating_sub(remaining[color.index()]);
        remaining[color.index()] = remaining[color.index()].saturating_sub(lost);
        Clock {
            remaining: remaining.map(milliseconds),
            increment: self.increment.unwrap_or([0; 2]).map(milliseconds),
            byoyomi: milliseconds(own.byoyomi.saturating_sub(missing)),
            moves_to_go: None,
        }
    }
}

/// Clock of one side, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    remaining: u64,
    increment: u64,
    byoyomi: u64,
}

impl SideClock {
    /// Returns the clock after a move that took `elapsed` milliseconds.
    pub fn after(self, elapsed: u64) -> RemainingClockJson {
        let main_time_is_over = elapsed >= self.remaining && self.byoyomi > 0;
        let flagged = elapsed > self.remaining + self.byoyomi;
        let remaining = self.remaining.saturating_sub(elapsed);
        RemainingClockJson {
            remaining: if flagged { 0 } else { remaining + self.increment },
            byoyomi: main_time_is_over,
            flagged,
        }
    }
}

impl LimitsRequest {
    /// Checks the times of the clock.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a time is too long.
    pub fn check(&self) -> Result<(), Failure> {
        self.clock.map_or(Ok(()), |clock| clock.check())
    }

    /// Returns whether the search goes on until it is stopped.
    pub fn is_infinite(&self) -> bool {
        self.infinite == Some(true)
    }

    /// Returns the clock of one side.
    pub fn side_clock(&self, color: Color) -> Option<SideClock> {
        self.clock.map(|clock| clock.of(color))
    }

    /// Returns whether the search ends by itself.
    pub fn has_limit(&self) -> bool {
        let has_limit = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        (has_limit || self.clock.is_some()) && !self.is_infinite()
    }

    /// Returns whether the limits contain a clock or `infinite`.
    pub fn is_game_search(&self) -> bool {
        self.clock.is_some() || self.is_infinite()
    }

    /// Returns the limits for a search. `lost` is the time in milliseconds that the side to
    /// move has used before the search.
    pub fn for_search(&self, color: Color, lost: u64) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.map(Duration::from_millis),
            clock: self.clock.map(|clock| clock.for_search(color, lost)),
        }
    }
}

/// Clock of the engine after its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemainingClockJson {
    /// Remaining main time in milliseconds, with the increment.
    pub remaining: u64,
    /// Whether the move used byoyomi.
    pub byoyomi: bool,
    /// Whether the engine has exceeded its time, which loses the game.
    pub flagged: bool,
}

/// Returns the requested level. The default is full strength.
///
/// # Errors
/// Returns a [`Failure`] if the level does not exist.
pub fn level(level: Option<u8>) -> Result<Level, Failure> {
    let Some(number) = level else { return Ok(Level::FULL) };
    Level::new(number)
        .ok_or_else(|| Failure::out_of_range("level", number, Level::LOWEST, Level::FULL))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: SideClock = SideClock { remaining: 5_000, increment: 100, byoyomi: 0 };

    fn after(remaining: u64, byoyomi: bool, flagged: bool) -> RemainingClockJson {
        RemainingClockJson { remaining, byoyomi, flagged }
    }

    #[test]
    fn a_move_uses_its_time_and_adds_the_increment() {
        assert_eq!(CLOCK.after(1_500), after(3_600, false, false));
        assert_eq!(CLOCK.after(5_000), after(100, false, false));
        assert_eq!(CLOCK.after(5_001), after(0, false, true));
    }

    #[test]
    fn byoyomi_starts_at_the_end_of_the_main_time() {
        let clock = SideClock { increment: 0, byoyomi: 1_000, ..CLOCK };
        assert_eq!(clock.after(4_999), after(1, false, false));
        assert_eq!(clock.after(5_400), after(0, true, false));
        assert_eq!(clock.after(6_000), after(0, true, false));
        assert_eq!(clock.after(6_001), after(0, true, true));
        let byoyomi_only = SideClock { remaining: 0, ..clock };
        assert_eq!(byoyomi_only.after(900), after(0, true, false));
    }

    #[test]
    fn time_lost_before_the_search_is_subtracted() {
        let request =
            ClockRequest { remaining: [1_000, 2_000], increment: None, byoyomi: Some([500, 700]) };
        let milliseconds = Duration::from_millis;
        let clock = request.for_search(Color::White, 300);
        assert_eq!(clock.remaining, [1_000, 1_700].map(milliseconds));
        assert_eq!(clock.byoyomi, milliseconds(700));
        let late = request.for_search(Color::Black, 1_200);
        assert_eq!(late.remaining, [0, 2_000].map(milliseconds));
        assert_eq!(late.byoyomi, milliseconds(300));
    }
}
