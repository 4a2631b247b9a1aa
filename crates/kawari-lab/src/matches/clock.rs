//! A player's clock in a game.

use std::time::Duration;

use super::player::{PlayerLimits, TimeControl};
use kawari_engine::search::time_manager::milliseconds;

/// A clock. The increment of a move counts for that move, so it is there before
/// the main time is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    /// Main time left, without the increment of the next move.
    pub remaining: Duration,
    /// Added for each move.
    pub increment: Duration,
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
    /// Moves until the main time comes again, if it does.
    pub moves_to_go: Option<u32>,
    /// The main time that comes again, and after how many moves.
    renewal: (Duration, u32),
}

impl PlayerClock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Self {
            remaining: milliseconds(control.base),
            increment: milliseconds(control.increment),
            byoyomi: milliseconds(control.byoyomi),
            moves_to_go: Some(control.moves).filter(|&moves| moves > 0),
            renewal: (milliseconds(control.base), control.moves),
        }
    }

    /// Time that is there for the next move.
    pub fn available(&self) -> Duration {
        self.remaining + self.increment + self.byoyomi
    }

    /// A move was made in this time. What it took beyond all that was there is
    /// forgiven: the margin has allowed it.
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

/// The time for one move: the clock's or `movetime`, the lesser of both; `None`
/// when neither bounds it.
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
    fn an_increment_counts_for_the_move_it_is_given_for() {
        let mut clock =
            PlayerClock::new(TimeControl { base: 1000, increment: 100, ..TimeControl::default() });
        assert_eq!(clock.available(), ms(1100));
        clock.spend(ms(300));
        assert_eq!(clock.remaining, ms(800));
        clock.spend(ms(950));
        assert_eq!((clock.remaining, clock.available()), (ms(0), ms(100)));
    }

    #[test]
    fn byoyomi_comes_back_every_move() {
        let mut clock =
            PlayerClock::new(TimeControl { base: 1000, byoyomi: 500, ..TimeControl::default() });
        assert_eq!(clock.available(), ms(1500));
        clock.spend(ms(1400));
        assert_eq!(clock.available(), ms(500));
        clock.spend(ms(500));
        assert_eq!(clock.available(), ms(500));
    }

    #[test]
    fn the_main_time_comes_again_after_its_moves() {
        let control = TimeControl { base: 1000, moves: 2, ..TimeControl::default() };
        let mut clock = PlayerClock::new(control);
        assert_eq!(clock.moves_to_go, Some(2));
        clock.spend(ms(900));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(100), Some(1)));
        clock.spend(ms(30));
        assert_eq!((clock.remaining, clock.moves_to_go), (ms(1070), Some(2)));
    }

    #[test]
    fn the_lesser_bound_holds() {
        let clock = PlayerClock::new(TimeControl { base: 1000, ..TimeControl::default() });
        let control = PlayerLimits { movetime: Some(50), ..PlayerLimits::default() };
        assert_eq!(allowance(&control, Some(&clock)), Some(ms(50)));
        assert_eq!(allowance(&PlayerLimits::default(), Some(&clock)), Some(ms(1000)));
        assert_eq!(allowance(&PlayerLimits::default(), None), None);
    }
}
