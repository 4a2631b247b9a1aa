//! Time: how much of it a move gets, and when it is over.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::params as p;
use crate::core::color::Color;

/// The longest time limit, about 31 years. Sums and multiples of such limits do not
/// overflow a [`Duration`].
pub const LONGEST: Duration = Duration::from_millis(999_999_999_999);

/// Returns a time limit in milliseconds, at most [`LONGEST`].
pub fn milliseconds(count: u64) -> Duration {
    Duration::from_millis(count).min(LONGEST)
}

/// Returns a time limit in seconds, at most [`LONGEST`]; `None` if the number is negative
/// or not finite.
pub fn seconds(count: f64) -> Option<Duration> {
    let is_time = count.is_finite() && count >= 0.0;
    is_time.then(|| Duration::try_from_secs_f64(count).map_or(LONGEST, |time| time.min(LONGEST)))
}

/// The time that a move may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Duration,
    /// The search ends here, wherever it is.
    pub hard: Duration,
}

impl Budget {
    /// What is left on a clock for moments at which the machine stands still.
    const RESERVE: Duration = Duration::from_millis(100);
    /// Standstills that are left besides where there are any: those that come are now and
    /// then longer than those that were.
    const STANDSTILLS: u32 = 4;
    /// The least that a move gets, whatever the clock says.
    const LEAST: Duration = Duration::from_millis(1);
    /// A fixed time for a move is used up but for this, so that the answer is
    /// out in time.
    const ANSWER: Duration = Duration::from_millis(1);

    /// The budget that the limits leave for a move of `color`; `None` when they
    /// say nothing about time. `overhead` is lost between engine and clock, and so long
    /// the machine has stood still of late.
    pub fn new(
        limits: &Limits,
        color: Color,
        overhead: Duration,
        standstill: Duration,
    ) -> Option<Self> {
        let [overhead, standstill] = [overhead, standstill].map(|time| time.min(LONGEST));
        if let Some(time) = limits.move_time {
            let time = time.min(LONGEST).saturating_sub(Self::ANSWER).max(Self::LEAST);
            return Some(Self { soft: time, hard: time });
        }
        limits.clock.map(|clock| Self::from_clock(&bounded(clock), color, overhead, standstill))
    }

    /// The time after which no new iteration of a search is begun that is worth so
    /// many hundredths of the usual time. A fixed time is used up in any case.
    pub fn soft_for(&self, worth: u32) -> Duration {
        if self.soft == self.hard { self.hard } else { (self.soft * worth / 100).min(self.hard) }
    }

    fn from_clock(clock: &Clock, color: Color, overhead: Duration, standstill: Duration) -> Self {
        let main = clock.remaining[color.index()];
        let ceiling = clock.available(color).saturating_sub(overhead).max(Self::LEAST);
        let moves = clock.moves_to_go.map_or(p::moves_ahead(), |moves| moves.clamp(1, 50));
        if main.is_zero() || moves == 1 {
            // Byoyomi does not keep: all of it belongs to this move.
            return Self { soft: ceiling, hard: ceiling };
        }
        let spare = main.saturating_sub(Self::RESERVE + standstill * Self::STANDSTILLS);
        // What comes back with the next move anyway can be spent on this one, but for
        // what the clock loses besides: else it would run down to where nothing is left
        // for a delay. Byoyomi comes back whether it was spent or not, and a move in the main
        // time leaves it unspent: were all moves worth the same, and doubled time worth the
        // same at all times, e times the byoyomi would be best.
        let increment = clock.increment[color.index()];
        let lost = overhead + standstill;
        let renewed = (increment * p::increment_share() / 100).min(increment.saturating_sub(lost));
        let share = spare / (moves + 1) + renewed + clock.byoyomi * p::byoyomi_share() / 100;
        // With byoyomi nothing has to be left.
        let most =
            if clock.byoyomi.is_zero() { spare * p::main_share() / 100 + renewed } else { ceiling };
        let hard = (share * p::longest_share() / 100).min(most).min(ceiling).max(Self::LEAST);
        Self { soft: share.min(hard), hard }
    }
}

/// Cuts each time of a clock to [`LONGEST`].
fn bounded(clock: Clock) -> Clock {
    Clock {
        remaining: clock.remaining.map(|time| time.min(LONGEST)),
        increment: clock.increment.map(|time| time.min(LONGEST)),
        byoyomi: clock.byoyomi.min(LONGEST),
        ..clock
    }
}

/// The clock of one search. While pondering it stands still.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    /// Nanoseconds after `start` at which the move's own time began.
    began: AtomicU64,
    /// Nanoseconds after `start` at which the searching thread last looked at the clock.
    looked: AtomicU64,
    /// The longest that the machine has stood still between two looks, in nanoseconds.
    standstill: AtomicU64,
}

impl Timer {
    const PONDERING: u64 = u64::MAX;
    /// Standstills that a search leaves time for: one before the look at the clock that ends
    /// it, one before its answer is out.
    const STANDSTILLS: u32 = 2;

    /// A timer that starts now; with `pondering`, the move's own time does not.
    pub fn start(pondering: bool) -> Self {
        Self {
            start: Instant::now(),
            began: AtomicU64::new(if pondering { Self::PONDERING } else { 0 }),
            looked: AtomicU64::new(0),
            standstill: AtomicU64::new(0),
        }
    }

    /// The same where the machine has lately stood still for so long.
    #[must_use]
    pub fn expecting(self, standstill: Duration) -> Self {
        self.standstill.store(standstill.as_nanos() as u64, Ordering::Relaxed);
        self
    }

    /// The longest that the machine has stood still: what was expected, or seen since.
    pub fn standstill(&self) -> Duration {
        Duration::from_nanos(self.standstill.load(Ordering::Relaxed))
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
        self.has_passed_at(self.elapsed(), limit)
    }

    /// True when another look at the clock could come after `limit`: where others want
    /// the processor, too, the time between two looks is as long as they keep it. For the
    /// one thread of a search that looks again and again.
    pub fn is_up(&self, limit: Duration) -> bool {
        self.is_up_at(self.elapsed(), limit)
    }

    fn has_passed_at(&self, now: Duration, limit: Duration) -> bool {
        let began = self.began.load(Ordering::Relaxed);
        began != Self::PONDERING && now >= Duration::from_nanos(began).saturating_add(limit)
    }

    fn is_up_at(&self, now: Duration, limit: Duration) -> bool {
        let nanos = now.as_nanos() as u64;
        let gap = nanos.saturating_sub(self.looked.swap(nanos, Ordering::Relaxed));
        self.standstill.fetch_max(gap, Ordering::Relaxed);
        // What stood still for half of the time tells nothing of the next moment.
        let spare = (self.standstill() * Self::STANDSTILLS).min(limit / 2);
        self.has_passed_at(now, limit - spare)
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
        Budget::new(&limits, Color::White, OVERHEAD, Duration::ZERO).expect("a clock is set")
    }

    #[test]
    fn nothing_about_time_is_no_budget() {
        let limits = Limits { nodes: Some(1), depth: Some(1), ..Limits::default() };
        assert_eq!(Budget::new(&limits, Color::Black, OVERHEAD, Duration::ZERO), None);
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
    fn the_longest_times_do_not_overflow() {
        assert_eq!(milliseconds(u64::MAX), LONGEST);
        assert_eq!(seconds(1e30), Some(LONGEST));
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
                        let budget = Budget::new(&limits, Color::Black, lost, lost);
                        assert!(budget.expect("a clock is set").soft_for(200) >= Budget::LEAST);
                    }
                }
            }
            let limits = Limits { move_time: Some(longest), ..Limits::default() };
            let budget = Budget::new(&limits, Color::Black, OVERHEAD, Duration::ZERO);
            assert!(budget.is_some_and(|budget| budget.hard < LONGEST));
            assert!(!Timer::start(false).is_up(longest));
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
        assert_eq!(budget(clock), Budget { soft: ms(100), hard: ms(400) });
        let clock = Clock { moves_to_go: Some(2), ..clock };
        // A third, but never more than two thirds.
        assert_eq!(budget(clock), Budget { soft: ms(1_200), hard: ms(2_412) });
        let clock = Clock { moves_to_go: Some(1), ..clock };
        assert_eq!(budget(clock), Budget { soft: ms(3_690), hard: ms(3_690) });
        let clock = Clock { moves_to_go: Some(1_000), ..clock };
        assert_eq!(budget(clock), Budget { soft: ms(3_600) / 51, hard: ms(3_600) / 51 * 4 });
    }

    #[test]
    fn where_the_machine_stands_still_more_is_left() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = Budget::new(&limits, Color::White, OVERHEAD, ms(45));
        assert_eq!(budget, Some(Budget { soft: ms(95), hard: ms(380) }));
    }

    #[test]
    fn an_increment_is_spent_but_for_a_quarter() {
        let clock = Clock {
            remaining: [ms(1), ms(3_700)],
            increment: [ms(1), ms(200)],
            ..Clock::default()
        };
        assert_eq!(budget(clock), Budget { soft: ms(250), hard: ms(1_000) });
        let clock = Clock { remaining: [ms(400); 2], ..clock };
        // Two thirds of what is spare, and the increment.
        assert_eq!(budget(clock).hard, ms(201) + ms(150));
    }

    #[test]
    fn a_clock_does_not_run_down_by_what_each_move_loses() {
        let (increment, lost) = (ms(200), ms(90));
        for (overhead, standstill) in [(lost, Duration::ZERO), (lost / 3, lost * 2 / 3)] {
            let mut main = ms(20_000);
            for _ in 0..500 {
                let clock =
                    Clock { remaining: [main; 2], increment: [increment; 2], ..Clock::default() };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let budget = Budget::new(&limits, Color::White, overhead, standstill);
                let used = budget.expect("a clock is set").soft + lost;
                main = (main + increment).checked_sub(used).expect("the clock is not overdrawn");
            }
            assert!(main >= Budget::RESERVE + standstill * Budget::STANDSTILLS, "{main:?}");
        }
    }

    #[test]
    fn main_time_before_byoyomi_is_spent_in_few_moves() {
        let clock = Clock { remaining: [ms(1), ms(3_700)], byoyomi: ms(100), ..Clock::default() };
        assert_eq!(budget(clock), Budget { soft: ms(370), hard: ms(1_480) });
        // What is left is spent by one move.
        let clock = Clock { remaining: [ms(150); 2], ..clock };
        assert_eq!(budget(clock), Budget { soft: ms(240), hard: ms(240) });
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        for (time, used) in [(100, 99), (1, 1), (0, 1)] {
            let limits = Limits { move_time: Some(ms(time)), ..Limits::default() };
            let budget = Budget::new(&limits, Color::Black, OVERHEAD, ms(100));
            assert_eq!(budget, Some(Budget { soft: ms(used), hard: ms(used) }));
        }
    }

    #[test]
    fn a_pondering_timer_stands_still_until_the_hit() {
        let timer = Timer::start(true);
        assert!(!timer.has_passed(Duration::ZERO));
        assert!(!timer.is_up(Duration::ZERO));
        timer.ponder_hit();
        assert!(timer.is_up(Duration::ZERO));
        assert!(!timer.is_up(ms(600_000)));
        assert!(timer.has_passed(Duration::ZERO));
        assert!(!timer.has_passed(ms(600_000)));
        assert!(timer.elapsed() > Duration::ZERO);
        // It has begun, and does not begin again.
        let began = timer.began.load(Ordering::Relaxed);
        timer.ponder_hit();
        assert_eq!(timer.began.load(Ordering::Relaxed), began);
        assert!(timer.has_passed_at(Duration::from_nanos(began) + ms(5), ms(5)));
        assert!(!timer.has_passed_at(Duration::from_nanos(began) + ms(4), ms(5)));
    }

    #[test]
    fn a_search_ends_before_the_next_standstill() {
        let timer = Timer::start(false);
        assert!(!timer.is_up_at(ms(10), ms(200)));
        // Thirty milliseconds without a look.
        assert!(!timer.is_up_at(ms(40), ms(200)));
        assert!(!timer.is_up_at(ms(60), ms(200)));
        assert_eq!(timer.standstill(), ms(30));
        for now in [80, 100, 120, 139] {
            assert!(!timer.is_up_at(ms(now), ms(200)));
        }
        assert!(timer.is_up_at(ms(140), ms(200)));
        // An iteration is begun as ever.
        assert!(!timer.has_passed_at(ms(199), ms(200)));
    }

    #[test]
    fn a_standstill_can_be_expected() {
        let timer = Timer::start(false).expecting(ms(30));
        for now in [20, 40, 60, 80, 100, 120, 139] {
            assert!(!timer.is_up_at(ms(now), ms(200)));
        }
        assert!(timer.is_up_at(ms(140), ms(200)));
        assert_eq!(timer.standstill(), ms(30));
    }

    #[test]
    fn a_standstill_costs_at_most_half_of_the_time() {
        let timer = Timer::start(false);
        assert!(!timer.is_up_at(ms(260), ms(1_000)));
        assert!(!timer.is_up_at(ms(499), ms(1_000)));
        assert!(timer.is_up_at(ms(500), ms(1_000)));
        let timer = Timer::start(true);
        assert!(!timer.is_up_at(ms(5_000), ms(1_000)));
        timer.began.store(ms(5_000).as_nanos() as u64, Ordering::Relaxed);
        assert!(!timer.is_up_at(ms(5_499), ms(1_000)));
        assert!(timer.is_up_at(ms(5_500), ms(1_000)));
    }
}
