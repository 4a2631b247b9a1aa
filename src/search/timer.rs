//! Time: how much of it a move gets, and when it is over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use crate::core::color::Color;

/// The time that a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here, wherever it is.
    pub hard: Duration,
}

impl Budget {
    /// Moves that the rest of a game is thought to need.
    const MOVES_AHEAD: u32 = 35;
    /// What is left on a clock for moments at which the machine stands still.
    const RESERVE: Duration = Duration::from_millis(100);
    /// The least that a move gets, whatever the clock says.
    const LEAST: Duration = Duration::from_millis(1);
    /// A fixed time for a move is used up but for this, so that the answer is
    /// out in time.
    const ANSWER: Duration = Duration::from_millis(1);

    /// The budget that the limits leave for a move of `color`; `None` when they
    /// say nothing about time. `overhead` is lost between engine and clock.
    pub fn new(limits: &Limits, color: Color, overhead: Duration) -> Option<Self> {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(Self::ANSWER).max(Self::LEAST);
            return Some(Self { soft: time, hard: time });
        }
        limits.clock.map(|clock| Self::from_clock(&clock, color, overhead))
    }

    /// The time after which no new iteration of a search is begun that is worth so
    /// many hundredths of the usual time. A fixed time is used up in any case.
    pub fn soft_for(&self, worth: u32) -> Duration {
        if self.soft == self.hard { self.hard } else { (self.soft * worth / 100).min(self.hard) }
    }

    fn from_clock(clock: &Clock, color: Color, overhead: Duration) -> Self {
        let main = clock.remaining[color.index()];
        // What comes back with the next move anyway can be spent on this one, but for
        // what the clock loses besides.
        let renewed = (clock.increment[color.index()] + clock.byoyomi) * 3 / 4;
        let ceiling = clock.available(color).saturating_sub(overhead).max(Self::LEAST);
        let moves = clock.moves_to_go.map_or(Self::MOVES_AHEAD, |moves| moves.clamp(1, 50));
        if main.is_zero() || moves == 1 {
            // Byoyomi does not keep: all of it belongs to this move.
            return Self { soft: ceiling, hard: ceiling };
        }
        let spare = main.saturating_sub(Self::RESERVE);
        let share = spare / (moves + 1) + renewed;
        let hard = (share * 4).min(spare * 2 / 3 + renewed).min(ceiling).max(Self::LEAST);
        Self { soft: share.min(hard), hard }
    }
}

/// The clock of one search. While pondering it stands still.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    /// Nanoseconds after `start` at which the move's own time began.
    began: AtomicU64,
}

impl Timer {
    const PONDERING: u64 = u64::MAX;

    /// A timer that starts now; with `pondering`, the move's own time does not.
    pub fn start(pondering: bool) -> Self {
        let began = AtomicU64::new(if pondering { Self::PONDERING } else { 0 });
        Self { start: Instant::now(), began }
    }

    /// The move's own time begins now, if it has not yet.
    pub fn ponder_hit(&self) {
        let now = self.start.elapsed().as_nanos() as u64;
        let _ =
            self.began.compare_exchange(Self::PONDERING, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Time since the search began, pondering included.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True when the move's own time has passed `limit`; never while pondering.
    pub fn has_passed(&self, limit: Duration) -> bool {
        let began = self.began.load(Ordering::Relaxed);
        began != Self::PONDERING && self.elapsed() >= Duration::from_nanos(began) + limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn budget(clock: Clock) -> Budget {
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Budget::new(&limits, Color::White, OVERHEAD).expect("a clock is set")
    }

    #[test]
    fn nothing_about_time_is_no_budget() {
        let limits = Limits { nodes: Some(1), depth: Some(1), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::Black, OVERHEAD), None);
    }

    #[test]
    fn byoyomi_alone_is_all_for_the_move() {
        let budget = budget(Clock { byoyomi: ms(100), ..Clock::default() });
        assert_eq!(budget, Budget { soft: ms(90), hard: ms(90) });
    }

    #[test]
    fn what_is_worth_more_gets_more_but_not_all() {
        let clock = Budget { soft: ms(100), hard: ms(150) };
        assert_eq!([50, 120, 200].map(|worth| clock.soft_for(worth)), [50, 120, 150].map(ms));
        let fixed = Budget { soft: ms(100), hard: ms(100) };
        assert_eq!([50, 120].map(|worth| fixed.soft_for(worth)), [ms(100); 2]);
    }

    #[test]
    fn no_clock_is_ever_overdrawn() {
        for main in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000] {
                for byoyomi in [0, 20, 10_000] {
                    for moves_to_go in [None, Some(1), Some(40)] {
                        let clock = Clock {
                            remaining: [Duration::ZERO, ms(main)],
                            increment: [Duration::ZERO, ms(increment)],
                            byoyomi: ms(byoyomi),
                            moves_to_go,
                        };
                        let Budget { soft, hard } = budget(clock);
                        let ceiling = clock.available(Color::White).saturating_sub(OVERHEAD);
                        assert!(soft <= hard, "{clock:?}");
                        assert!(hard <= ceiling.max(ms(1)), "{clock:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_increment_lets_a_clock_that_has_nearly_run_down_recover() {
        let clock = Clock { remaining: [ms(20); 2], increment: [ms(10); 2], ..Clock::default() };
        assert!(budget(clock).hard < ms(8));
    }

    #[test]
    fn a_pondering_timer_stands_still_until_the_hit() {
        let timer = Timer::start(true);
        assert!(!timer.has_passed(Duration::ZERO));
        timer.ponder_hit();
        assert!(timer.has_passed(Duration::ZERO));
        assert!(!timer.has_passed(ms(60_000)));
    }
}
