//! A player's clock in a game.

use std::time::Duration;

use super::player::{PlayerLimits, TimeControl};
use kawari_engine::search::time_manager::milliseconds;

/// A player's clock. The increment is added before each move, not after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    /// Main time left, without the increment of the next move.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Time for each move after the main time is used up.
    pub byoyomi: Duration,
    /// Number of moves until the main time is added again; `None` if it never is.
    pub moves_to_go: Option<u32>,
    /// The main time that is added again, and the number of moves between additions.
    renewal: (Duration, u32),
}

impl PlayerClock {
    /// Returns the clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Self {
            remaining: milliseconds(control.base),
            increment: milliseconds(control.increment),
            byoyomi: milliseconds(control.byoyomi),
            moves_to_go: Some(control.moves).filter(|&moves| moves > 0),
            renewal: (milliseconds(control.base), control.moves),
        }
    }

    /// Returns the time available for the next move.
    pub fn available(&self) -> Duration {
        self.remaining + self.increment + self.byoyomi
    }

    /// Subtracts the time of a move. Time beyond the available time is ignored: the player has
    /// not lost on time, so it was within the margin.
    pub fn spend(&mut self, time: Duration) {
        self.remaining = (self.remaining + self.increment).saturating_sub(time);
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                let (base, count) = self.renewal;
                *moves = count;
                self.remaining += base;
            }
        }
    }
}

/// Returns the time limit for one move: the available time of the clock or `movetime`, whichever
/// is less. Returns `None` if there is neither.
pub fn allowance(control: &PlayerLimits, clock: Option<&PlayerClock>) -> Option<Duration> {
    let fixed = control.movetime.map(milliseconds);
    let clock = clock.map(PlayerClock::available);
    fixed.into_iter().chain(clock).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn increment_is_added_before_the_move() {
        let mut clock =
            PlayerClock::new(TimeControl { base: 1000, increment: 100, ..TimeControl::default() });
        assert_eq!(clock.available(), ms(1100));
        clock.spend(ms(300));
        assert_eq!(clock.remaining, ms(800));
        clock.spend(ms(950));
        assert_eq!((clock.remaining, clock.available()), (ms(0), ms(100)));
    }

    #[test]
    fn byoyomi_is_renewed_every_move() {
        let mut clock =
            PlayerClock::new(TimeControl { base: 1000, byoyomi: 500, ..TimeControl::default() });
        assert_eq!(clock.available(), ms(1500));
        clock.spend(ms(1400));
        assert_eq!(clock.available(), ms(500));
        clock.spend(ms(500));
        assert_eq!(clock.available(), ms(500));
    }

    #[test]
    fn main_time_is_added_again_after_its_moves() {
        let control = TimeControl { base: 1000, moves: 2, ..TimeControl::default() };
        let mut clock = PlayerClock::new(control);
        assert_eq!(clock.moves_to_go, Some(2));
        clock.spend(ms(900));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(100), Some(1)));
        clock.spend(ms(30));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(1070), Some(2)));
    }

    #[test]
    fn allowance_is_the_lesser_of_clock_and_movetime() {
        let clock = PlayerClock::new(TimeControl { base: 1000, ..TimeControl::default() });
        let control = PlayerLimits { movetime: Some(50), ..PlayerLimits::default() };
        assert_eq!(allowance(&control, Some(&clock)), Some(ms(50)));
        assert_eq!(allowance(&PlayerLimits::default(), Some(&clock)), Some(ms(1000)));
        assert_eq!(allowance(&PlayerLimits::default(), None), None);
    }
}
