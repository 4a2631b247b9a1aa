//! Time management: the time budget of a move, and the clock of a search.
//!
//! <https://www.chessprogramming.org/Time_Management>
//!
//! A *stall* is a time in which the operating system does not run the search thread. Time
//! limits leave a reserve for the stalls that have been measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params as p;
use crate::core::color::Color;
use crate::core::platform::Instant;

/// The longest time limit, about 31 years. Sums and multiples of such limits do not
/// overflow a [`Duration`].
pub const MAX_TIME: Duration = Duration::from_millis(999_999_999_999);

/// Returns a time limit in milliseconds, at most [`MAX_TIME`].
pub fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count).min(MAX_TIME)
}

/// Returns a time limit in seconds, at most [`MAX_TIME`]; `None` if the number is negative
/// or not finite.
pub fn seconds(count: f64) -> Option<Duration> {
    let is_time = count.is_finite() && count >= 0.0;
    is_time.then(|| Duration::try_from_secs_f64(count).map_or(MAX_TIME, |time| time.min(MAX_TIME)))
}

/// The time limits of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// Soft limit: no new iteration starts after it.
    pub soft: Duration,
    /// Hard limit: the search stops, also inside an iteration.
    pub hard: Duration,
}

impl TimeBudget {
    /// Part of the main time that is never used.
    const CLOCK_RESERVE: Duration = Duration::from_millis(100);
    /// Number of measured stalls added to the reserve. Future stalls can be longer than the
    /// measured ones.
    const RESERVED_STALLS: u32 = 4;
    /// Minimum time for a move, also on an empty clock.
    const MIN_MOVE_TIME: Duration = Duration::from_millis(1);
    /// Part of a fixed move time that is left for sending the best move.
    const ANSWER_OVERHEAD: Duration = Duration::from_millis(1);

    /// Returns the budget for a move of `color`; `None` without a time limit. `overhead` is
    /// the time lost per move between engine and clock, `longest_stall` the longest recent
    /// stall.
    pub fn new(
        limits: &Limits,
        color: Color,
        overhead: Duration,
        longest_stall: Duration,
    ) -> Option<Self> {
        let [overhead, longest_stall] = [overhead, longest_stall].map(|time| time.min(MAX_TIME));
        if let Some(time) = limits.move_time {
            let time =
                time.min(MAX_TIME).saturating_sub(Self::ANSWER_OVERHEAD).max(Self::MIN_MOVE_TIME);
            return Some(Self { soft: time, hard: time });
        }
        limits
            .clock
            .map(|clock| Self::from_clock(&clamp_clock(clock), color, overhead, longest_stall))
    }

    /// Returns the soft limit scaled to `time_percent`, at most the hard limit. A fixed move
    /// time is not scaled.
    pub fn scaled_soft_limit(&self, time_percent: u32) -> Duration {
        if self.soft == self.hard {
            self.hard
        } else {
            (self.soft * time_percent / 100).min(self.hard)
        }
    }

    fn from_clock(
        clock: &Clock,
        color: Color,
        overhead: Duration,
        longest_stall: Duration,
    ) -> Self {
        let main = clock.remaining[color.index()];
        let ceiling = clock.available(color).saturating_sub(overhead).max(Self::MIN_MOVE_TIME);
        let moves = clock.moves_to_go.map_or(p::expected_moves(), |moves| moves.clamp(1, 50));
        if main.is_zero() || moves == 1 {
            // Unused byoyomi is lost, so this move gets all of it.
            return Self { soft: ceiling, hard: ceiling };
        }
        let usable_time =
            main.saturating_sub(Self::CLOCK_RESERVE + longest_stall * Self::RESERVED_STALLS);
        // The increment is available again for the next move, minus the time lost per move:
        // otherwise the clock would run down to zero.
        //
        // A move in the main time leaves its byoyomi unused. If all moves were equally
        // important and each doubling of the time gained the same strength, adding e times the
        // byoyomi would be optimal; see `byoyomi_percent`.
        let increment = clock.increment[color.index()];
        let lost = overhead + longest_stall;
        let renewed_time =
            (increment * p::increment_percent() / 100).min(increment.saturating_sub(lost));
        let share =
            usable_time / (moves + 1) + renewed_time + clock.byoyomi * p::byoyomi_percent() / 100;
        // With byoyomi the main time can be used up.
        let limit = if clock.byoyomi.is_zero() {
            usable_time * p::main_time_percent() / 100 + renewed_time
        } else {
            ceiling
        };
        let hard = (share * p::hard_limit_percent() / 100)
            .min(limit)
            .min(ceiling)
            .max(Self::MIN_MOVE_TIME);
        Self { soft: share.min(hard), hard }
    }
}

/// Returns the clock with each time at most [`MAX_TIME`].
fn clamp_clock(clock: Clock) -> Clock {
    Clock {
        remaining: clock.remaining.map(|time| time.min(MAX_TIME)),
        increment: clock.increment.map(|time| time.min(MAX_TIME)),
        byoyomi: clock.byoyomi.min(MAX_TIME),
        ..clock
    }
}

/// The clock of one search. It does not run while pondering.
#[derive(Debug)]
pub struct SearchClock {
    start: Instant,
    /// Start of the move's own time, in nanoseconds after `start`.
    move_started: AtomicU64,
    /// Time of the last stop check, in nanoseconds after `start`.
    last_check: AtomicU64,
    /// Longest interval between two stop checks, in nanoseconds.
    longest_stall: AtomicU64,
}

impl SearchClock {
    /// Value of `move_started` while pondering.
    const PONDERING: u64 = u64::MAX;
    /// Number of stalls reserved before the hard limit: one before the last stop check, one
    /// before the best move is sent.
    const RESERVED_STALLS: u32 = 2;

    /// Starts a clock. With `pondering`, the move's own time starts at
    /// [`SearchClock::ponder_hit`].
    pub fn start(pondering: bool) -> Self {
        Self {
            start: Instant::now(),
            move_started: AtomicU64::new(if pondering { Self::PONDERING } else { 0 }),
            last_check: AtomicU64::new(0),
            longest_stall: AtomicU64::new(0),
        }
    }

    /// Returns the clock with an initial value for the longest stall.
    #[must_use]
    pub fn with_stall(self, longest_stall: Duration) -> Self {
        self.longest_stall.store(longest_stall.as_nanos() as u64, Ordering::Relaxed);
        self
    }

    /// Returns the longest stall: the initial value or a longer one measured since.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.longest_stall.load(Ordering::Relaxed))
    }

    /// Starts the move's own time, if it has not started yet.
    pub fn ponder_hit(&self) {
        let now = self.start.elapsed().as_nanos() as u64;
        let _ = self.move_started.compare_exchange(
            Self::PONDERING,
            now,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Returns the time since the start of the search, including pondering.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns true if the move's own time exceeds `limit`; always false while pondering.
    pub fn has_passed(&self, limit: Duration) -> bool {
        self.has_passed_at(self.elapsed(), limit)
    }

    /// Returns true if `limit` can pass before the next stop check: the longest stall so far is
    /// reserved. Measures the time since the last call, so only one thread may call it, and
    /// regularly.
    pub fn has_run_out(&self, limit: Duration) -> bool {
        self.has_run_out_at(self.elapsed(), limit)
    }

    fn has_passed_at(&self, now: Duration, limit: Duration) -> bool {
        let move_started = self.move_started.load(Ordering::Relaxed);
        move_started != Self::PONDERING
            && now >= Duration::from_nanos(move_started).saturating_add(limit)
    }

    fn has_run_out_at(&self, now: Duration, limit: Duration) -> bool {
        let nanos = now.as_nanos() as u64;
        let gap = nanos.saturating_sub(self.last_check.swap(nanos, Ordering::Relaxed));
        self.longest_stall.fetch_max(gap, Ordering::Relaxed);
        // At least half of the limit is usable, however long the stalls are.
        let reserve = (self.longest_stall() * Self::RESERVED_STALLS).min(limit / 2);
        self.has_passed_at(now, limit - reserve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn budget(clock: Clock) -> TimeBudget {
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        TimeBudget::new(&limits, Color::White, OVERHEAD, Duration::ZERO).expect("a clock is set")
    }

    #[test]
    fn no_budget_without_time_limit() {
        let limits = Limits { nodes: Some(1), depth: Some(1), ..Limits::default() };
        assert_eq!(TimeBudget::new(&limits, Color::Black, OVERHEAD, Duration::ZERO), None);
    }

    #[test]
    fn byoyomi_without_main_time_is_used_completely() {
        let budget = budget(Clock { byoyomi: ms(100), ..Clock::default() });
        assert_eq!(budget, TimeBudget { soft: ms(90), hard: ms(90) });
    }

    #[test]
    fn scaled_soft_limit_is_at_most_the_hard_limit() {
        let clock = TimeBudget { soft: ms(100), hard: ms(150) };
        assert_eq!(
            [50, 120, 200].map(|time_percent| clock.scaled_soft_limit(time_percent)),
            [50, 120, 150].map(ms)
        );
        let fixed = TimeBudget { soft: ms(100), hard: ms(100) };
        assert_eq!(
            [50, 120].map(|time_percent| fixed.scaled_soft_limit(time_percent)),
            [ms(100); 2]
        );
    }

    #[test]
    fn budget_never_exceeds_the_clock() {
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
                        let TimeBudget { soft, hard } = budget(clock);
                        let ceiling = clock.available(Color::White).saturating_sub(OVERHEAD);
                        assert!(soft <= hard, "{clock:?}");
                        assert!(hard <= ceiling.max(ms(1)), "{clock:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn maximum_times_do_not_overflow() {
        assert_eq!(milliseconds(u64::MAX), MAX_TIME);
        assert_eq!(seconds(1e30), Some(MAX_TIME));
        assert_eq!([-1.0, f64::NAN, f64::INFINITY].map(seconds), [None; 3]);
        for longest in [Duration::from_millis(u64::MAX), Duration::MAX] {
            for moves_to_go in [None, Some(1), Some(2), Some(u32::MAX)] {
                for main in [ms(1), longest] {
                    let clock = Clock {
                        remaining: [main; 2],
                        increment: [longest; 2],
                        byoyomi: longest,
                        moves_to_go,
                    };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    for lost in [Duration::ZERO, longest] {
                        let budget = TimeBudget::new(&limits, Color::Black, lost, lost);
                        assert!(
                            budget.expect("a clock is set").scaled_soft_limit(200)
                                >= TimeBudget::MIN_MOVE_TIME
                        );
                    }
                }
            }
            let limits = Limits { move_time: Some(longest), ..Limits::default() };
            let budget = TimeBudget::new(&limits, Color::Black, OVERHEAD, Duration::ZERO);
            assert!(budget.is_some_and(|budget| budget.hard < MAX_TIME));
            assert!(!SearchClock::start(false).has_run_out(longest));
        }
    }

    #[test]
    fn low_clock_recovers_with_increment() {
        let clock = Clock { remaining: [ms(20); 2], increment: [ms(10); 2], ..Clock::default() };
        assert!(budget(clock).hard < ms(8));
    }

    #[test]
    fn main_time_is_divided_among_the_moves() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], ..Clock::default() };
        // 1/36 of the main time minus the reserve.
        assert_eq!(budget(clock), TimeBudget { soft: ms(100), hard: ms(400) });
        let clock = Clock { moves_to_go: Some(2), ..clock };
        // 1/3; the hard limit is 67 % of the main time.
        assert_eq!(budget(clock), TimeBudget { soft: ms(1_200), hard: ms(2_412) });
        let clock = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(3_690), hard: ms(3_690) });
        let clock = Clock { moves_to_go: Some(1_000), ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(3_600) / 51, hard: ms(3_600) / 51 * 4 });
    }

    #[test]
    fn stalls_reduce_the_budget() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = TimeBudget::new(&limits, Color::White, OVERHEAD, ms(45));
        assert_eq!(budget, Some(TimeBudget { soft: ms(95), hard: ms(380) }));
    }

    #[test]
    fn three_quarters_of_the_increment_are_used() {
        let clock = Clock {
            remaining: [ms(1), ms(3_700)],
            increment: [ms(1), ms(200)],
            ..Clock::default()
        };
        assert_eq!(budget(clock), TimeBudget { soft: ms(250), hard: ms(1_000) });
        let clock = Clock { remaining: [ms(400); 2], ..clock };
        // 67 % of the usable main time, and the increment.
        assert_eq!(budget(clock).hard, ms(201) + ms(150));
    }

    #[test]
    fn overhead_and_stalls_do_not_use_up_the_clock() {
        let (increment, lost) = (ms(200), ms(90));
        for (overhead, longest_stall) in [(lost, Duration::ZERO), (lost / 3, lost * 2 / 3)] {
            let mut main = ms(20_000);
            for _ in 0..500 {
                let clock =
                    Clock { remaining: [main; 2], increment: [increment; 2], ..Clock::default() };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let budget = TimeBudget::new(&limits, Color::White, overhead, longest_stall);
                let used = budget.expect("a clock is set").soft + lost;
                main = (main + increment).checked_sub(used).expect("the clock is not overdrawn");
            }
            assert!(
                main >= TimeBudget::CLOCK_RESERVE + longest_stall * TimeBudget::RESERVED_STALLS,
                "{main:?}"
            );
        }
    }

    #[test]
    fn main_time_is_used_quickly_with_byoyomi() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], byoyomi: ms(100), ..Clock::default() };
        assert_eq!(budget(clock), TimeBudget { soft: ms(370), hard: ms(1_480) });
        // One move uses the rest.
        let clock = Clock { remaining: [ms(150); 2], ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(240), hard: ms(240) });
    }

    #[test]
    fn fixed_move_time_is_used_completely() {
        for (time, used) in [(100, 99), (1, 1), (0, 1)] {
            let limits = Limits { move_time: Some(ms(time)), ..Limits::default() };
            let budget = TimeBudget::new(&limits, Color::Black, OVERHEAD, ms(100));
            assert_eq!(budget, Some(TimeBudget { soft: ms(used), hard: ms(used) }));
        }
    }

    #[test]
    fn clock_does_not_run_before_ponder_hit() {
        let timer = SearchClock::start(true);
        assert!(!timer.has_passed(Duration::ZERO));
        assert!(!timer.has_run_out(Duration::ZERO));
        timer.ponder_hit();
        assert!(timer.has_run_out(Duration::ZERO));
        assert!(!timer.has_run_out(ms(600_000)));
        assert!(timer.has_passed(Duration::ZERO));
        assert!(!timer.has_passed(ms(600_000)));
        assert!(timer.elapsed() > Duration::ZERO);
        // A second ponder hit does not restart it.
        let move_started = timer.move_started.load(Ordering::Relaxed);
        timer.ponder_hit();
        assert_eq!(timer.move_started.load(Ordering::Relaxed), move_started);
        assert!(timer.has_passed_at(Duration::from_nanos(move_started) + ms(5), ms(5)));
        assert!(!timer.has_passed_at(Duration::from_nanos(move_started) + ms(4), ms(5)));
    }

    #[test]
    fn hard_limit_reserves_time_for_the_longest_stall() {
        let timer = SearchClock::start(false);
        assert!(!timer.has_run_out_at(ms(10), ms(200)));
        // A stall of 30 ms.
        assert!(!timer.has_run_out_at(ms(40), ms(200)));
        assert!(!timer.has_run_out_at(ms(60), ms(200)));
        assert_eq!(timer.longest_stall(), ms(30));
        for now in [80, 100, 120, 139] {
            assert!(!timer.has_run_out_at(ms(now), ms(200)));
        }
        assert!(timer.has_run_out_at(ms(140), ms(200)));
        // The soft limit is not affected.
        assert!(!timer.has_passed_at(ms(199), ms(200)));
    }

    #[test]
    fn initial_stall_is_reserved() {
        let timer = SearchClock::start(false).with_stall(ms(30));
        for now in [20, 40, 60, 80, 100, 120, 139] {
            assert!(!timer.has_run_out_at(ms(now), ms(200)));
        }
        assert!(timer.has_run_out_at(ms(140), ms(200)));
        assert_eq!(timer.longest_stall(), ms(30));
    }

    #[test]
    fn stall_reserve_is_at_most_half_of_the_limit() {
        let timer = SearchClock::start(false);
        assert!(!timer.has_run_out_at(ms(260), ms(1_000)));
        assert!(!timer.has_run_out_at(ms(499), ms(1_000)));
        assert!(timer.has_run_out_at(ms(500), ms(1_000)));
        let timer = SearchClock::start(true);
        assert!(!timer.has_run_out_at(ms(5_000), ms(1_000)));
        timer.move_started.store(ms(5_000).as_nanos() as u64, Ordering::Relaxed);
        assert!(!timer.has_run_out_at(ms(5_499), ms(1_000)));
        assert!(timer.has_run_out_at(ms(5_500), ms(1_000)));
    }
}
