//! Time: how much of it a move gets, and when it is over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::params as p;
use crate::core::color::Color;

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

/// The time that a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here, wherever it is.
    pub hard: Duration,
}

impl TimeBudget {
    /// What is left on a clock for moments at which the machine stands still.
    const CLOCK_RESERVE: Duration = Duration::from_millis(100);
    /// Standstills that are left besides where there are any: those that come are now and
    /// then longer than those that were.
    const RESERVED_STALLS: u32 = 4;
    /// The least that a move gets, whatever the clock says.
    const MIN_MOVE_TIME: Duration = Duration::from_millis(1);
    /// A fixed time for a move is used up but for this, so that the answer is
    /// out in time.
    const ANSWER_OVERHEAD: Duration = Duration::from_millis(1);

    /// The budget that the limits leave for a move of `color`; `None` when they
    /// say nothing about time. `overhead` is lost between engine and clock, and so long
    /// the machine has stood still of late.
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

    /// The time after which no new iteration of a search is begun that is worth so
    /// many hundredths of the usual time. A fixed time is used up in any case.
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
        let moves = clock.moves_to_go.map_or(p::moves_ahead(), |moves| moves.clamp(1, 50));
        if main.is_zero() || moves == 1 {
            // Byoyomi does not keep: all of it belongs to this move.
            return Self { soft: ceiling, hard: ceiling };
        }
        let usable_time =
            main.saturating_sub(Self::CLOCK_RESERVE + longest_stall * Self::RESERVED_STALLS);
        // What comes back with the next move anyway can be spent on this one, but for
        // what the clock loses besides: else it would run down to where nothing is left
        // for a delay. Byoyomi comes back whether it was spent or not, and a move in the main
        // time leaves it unspent: were all moves worth the same, and doubled time worth the
        // same at all times, e times the byoyomi would be best.
        let increment = clock.increment[color.index()];
        let lost = overhead + longest_stall;
        let renewed_time =
            (increment * p::increment_share() / 100).min(increment.saturating_sub(lost));
        let share =
            usable_time / (moves + 1) + renewed_time + clock.byoyomi * p::byoyomi_share() / 100;
        // With byoyomi nothing has to be left.
        let most = if clock.byoyomi.is_zero() {
            usable_time * p::main_share() / 100 + renewed_time
        } else {
            ceiling
        };
        let hard =
            (share * p::longest_share() / 100).min(most).min(ceiling).max(Self::MIN_MOVE_TIME);
        Self { soft: share.min(hard), hard }
    }
}

/// Cuts each time of a clock to [`MAX_TIME`].
fn clamp_clock(clock: Clock) -> Clock {
    Clock {
        remaining: clock.remaining.map(|time| time.min(MAX_TIME)),
        increment: clock.increment.map(|time| time.min(MAX_TIME)),
        byoyomi: clock.byoyomi.min(MAX_TIME),
        ..clock
    }
}

/// The clock of one search. While pondering it stands still.
#[derive(Debug)]
pub struct SearchClock {
    start: Instant,
    /// Nanoseconds after `start` at which the move's own time began.
    move_started: AtomicU64,
    /// Nanoseconds after `start` at which the searching thread last looked at the clock.
    last_check: AtomicU64,
    /// The longest that the machine has stood still between two looks, in nanoseconds.
    longest_stall: AtomicU64,
}

impl SearchClock {
    const PONDERING: u64 = u64::MAX;
    /// Standstills that a search leaves time for: one before the look at the clock that ends
    /// it, one before its answer is out.
    const RESERVED_STALLS: u32 = 2;

    /// A timer that starts now; with `pondering`, the move's own time does not.
    pub fn start(pondering: bool) -> Self {
        Self {
            start: Instant::now(),
            move_started: AtomicU64::new(if pondering { Self::PONDERING } else { 0 }),
            last_check: AtomicU64::new(0),
            longest_stall: AtomicU64::new(0),
        }
    }

    /// The same where the machine has lately stood still for so long.
    #[must_use]
    pub fn with_stall(self, longest_stall: Duration) -> Self {
        self.longest_stall.store(longest_stall.as_nanos() as u64, Ordering::Relaxed);
        self
    }

    /// The longest that the machine has stood still: what was expected, or seen since.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.longest_stall.load(Ordering::Relaxed))
    }

    /// The move's own time begins now, if it has not yet.
    pub fn ponder_hit(&self) {
        let now = self.start.elapsed().as_nanos() as u64;
        let _ = self.move_started.compare_exchange(
            Self::PONDERING,
            now,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Time since the search began, pondering included.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True when the move's own time has passed `limit`; never while pondering.
    pub fn has_passed(&self, limit: Duration) -> bool {
        self.has_passed_at(self.elapsed(), limit)
    }

    /// True when another look at the clock could come after `limit`: where others want
    /// the processor, too, the time between two looks is as long as they keep it. For the
    /// one thread of a search that looks again and again.
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
        // What stood still for half of the time tells nothing of the next moment.
        let usable_time = (self.longest_stall() * Self::RESERVED_STALLS).min(limit / 2);
        self.has_passed_at(now, limit - usable_time)
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
    fn nothing_about_time_is_no_budget() {
        let limits = Limits { nodes: Some(1), depth: Some(1), ..Limits::default() };
        assert_eq!(TimeBudget::new(&limits, Color::Black, OVERHEAD, Duration::ZERO), None);
    }

    #[test]
    fn byoyomi_alone_is_all_for_the_move() {
        let budget = budget(Clock { byoyomi: ms(100), ..Clock::default() });
        assert_eq!(budget, TimeBudget { soft: ms(90), hard: ms(90) });
    }

    #[test]
    fn what_is_worth_more_gets_more_but_not_all() {
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
    fn the_longest_times_do_not_overflow() {
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
    fn an_increment_lets_a_clock_that_has_nearly_run_down_recover() {
        let clock = Clock { remaining: [ms(20); 2], increment: [ms(10); 2], ..Clock::default() };
        assert!(budget(clock).hard < ms(8));
    }

    #[test]
    fn main_time_is_shared_out() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], ..Clock::default() };
        // A 36th of all but the reserve.
        assert_eq!(budget(clock), TimeBudget { soft: ms(100), hard: ms(400) });
        let clock = Clock { moves_to_go: Some(2), ..clock };
        // A third, but never more than two thirds.
        assert_eq!(budget(clock), TimeBudget { soft: ms(1_200), hard: ms(2_412) });
        let clock = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(3_690), hard: ms(3_690) });
        let clock = Clock { moves_to_go: Some(1_000), ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(3_600) / 51, hard: ms(3_600) / 51 * 4 });
    }

    #[test]
    fn where_the_machine_stands_still_more_is_left() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = TimeBudget::new(&limits, Color::White, OVERHEAD, ms(45));
        assert_eq!(budget, Some(TimeBudget { soft: ms(95), hard: ms(380) }));
    }

    #[test]
    fn an_increment_is_spent_but_for_a_quarter() {
        let clock = Clock {
            remaining: [ms(1), ms(3_700)],
            increment: [ms(1), ms(200)],
            ..Clock::default()
        };
        assert_eq!(budget(clock), TimeBudget { soft: ms(250), hard: ms(1_000) });
        let clock = Clock { remaining: [ms(400); 2], ..clock };
        // Two thirds of what is spare, and the increment.
        assert_eq!(budget(clock).hard, ms(201) + ms(150));
    }

    #[test]
    fn a_clock_does_not_run_down_by_what_each_move_loses() {
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
    fn main_time_before_byoyomi_is_spent_in_few_moves() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], byoyomi: ms(100), ..Clock::default() };
        assert_eq!(budget(clock), TimeBudget { soft: ms(370), hard: ms(1_480) });
        // What is left is spent by one move.
        let clock = Clock { remaining: [ms(150); 2], ..clock };
        assert_eq!(budget(clock), TimeBudget { soft: ms(240), hard: ms(240) });
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        for (time, used) in [(100, 99), (1, 1), (0, 1)] {
            let limits = Limits { move_time: Some(ms(time)), ..Limits::default() };
            let budget = TimeBudget::new(&limits, Color::Black, OVERHEAD, ms(100));
            assert_eq!(budget, Some(TimeBudget { soft: ms(used), hard: ms(used) }));
        }
    }

    #[test]
    fn a_pondering_timer_stands_still_until_the_hit() {
        let timer = SearchClock::start(true);
        assert!(!timer.has_passed(Duration::ZERO));
        assert!(!timer.has_run_out(Duration::ZERO));
        timer.ponder_hit();
        assert!(timer.has_run_out(Duration::ZERO));
        assert!(!timer.has_run_out(ms(600_000)));
        assert!(timer.has_passed(Duration::ZERO));
        assert!(!timer.has_passed(ms(600_000)));
        assert!(timer.elapsed() > Duration::ZERO);
        // It has begun, and does not begin again.
        let move_started = timer.move_started.load(Ordering::Relaxed);
        timer.ponder_hit();
        assert_eq!(timer.move_started.load(Ordering::Relaxed), move_started);
        assert!(timer.has_passed_at(Duration::from_nanos(move_started) + ms(5), ms(5)));
        assert!(!timer.has_passed_at(Duration::from_nanos(move_started) + ms(4), ms(5)));
    }

    #[test]
    fn a_search_ends_before_the_next_standstill() {
        let timer = SearchClock::start(false);
        assert!(!timer.has_run_out_at(ms(10), ms(200)));
        // Thirty milliseconds without a look.
        assert!(!timer.has_run_out_at(ms(40), ms(200)));
        assert!(!timer.has_run_out_at(ms(60), ms(200)));
        assert_eq!(timer.longest_stall(), ms(30));
        for now in [80, 100, 120, 139] {
            assert!(!timer.has_run_out_at(ms(now), ms(200)));
        }
        assert!(timer.has_run_out_at(ms(140), ms(200)));
        // An iteration is begun as ever.
        assert!(!timer.has_passed_at(ms(199), ms(200)));
    }

    #[test]
    fn a_standstill_can_be_expected() {
        let timer = SearchClock::start(false).with_stall(ms(30));
        for now in [20, 40, 60, 80, 100, 120, 139] {
            assert!(!timer.has_run_out_at(ms(now), ms(200)));
        }
        assert!(timer.has_run_out_at(ms(140), ms(200)));
        assert_eq!(timer.longest_stall(), ms(30));
    }

    #[test]
    fn a_standstill_costs_at_most_half_of_the_time() {
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
