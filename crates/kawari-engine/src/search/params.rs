//! Search parameters. Scores are in centipawns (in the Hasami family, hundredths of a man),
//! depths in plies. Margins between scores are scaled by
//! [`Tactics::margin_percent`](crate::core::tactics::Tactics::margin_percent).
//!
//! A build with the feature `tunable` has a USI option for each parameter in `tunables!`, for
//! tuning with `kawari spsa`.

use crate::core::score::{MAX_PLY, Score};

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A search parameter that can be changed at run time.
#[cfg(feature = "tunable")]
#[derive(Debug)]
pub struct Tunable {
    /// Name of the parameter and of its USI option.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Minimum value.
    pub low: i32,
    /// Maximum value.
    pub high: i32,
    value: &'static AtomicI32,
}

#[cfg(feature = "tunable")]
impl Tunable {
    /// Returns the current value.
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value for all searches of this process, clamped to the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.low, self.high), Ordering::Relaxed);
    }
}

/// Declares search parameters, each as a function that returns its value: a constant, or an
/// atomic variable in a build with the feature `tunable`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident: $kind:ty = $value:literal, $low:literal to $high:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tunable"))]
            #[inline]
            pub(crate) const fn $name() -> $kind {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tunable")]
            #[inline]
            pub(crate) fn $name() -> $kind {
                values::$name.load(Ordering::Relaxed) as $kind
            }
        )*

        #[cfg(feature = "tunable")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// All search parameters.
        #[cfg(feature = "tunable")]
        pub static TUNABLES: &[Tunable] = &[$(
            Tunable {
                name: stringify!($name),
                default: $value,
                low: $low,
                high: $high,
                value: &values::$name,
            },
        )*];
    };
}

tunables! {
    /// Half the width of the first aspiration window.
    aspiration_window: Score = 30, 5 to 300;
    /// First iteration with an aspiration window; the scores of earlier ones vary too much.
    aspiration_depth: i32 = 5, 1 to 12;
    /// Reverse futility pruning (RFP): maximum depth.
    reverse_futility_depth: i32 = 8, 1 to 16;
    /// RFP: margin above beta per ply of depth.
    reverse_futility_margin: Score = 90, 20 to 300;
    /// Razoring: maximum depth.
    razoring_depth: i32 = 4, 0 to 10;
    /// Razoring: constant part of the margin below alpha.
    razoring_base: Score = 200, 50 to 800;
    /// Razoring: factor of the squared depth in the margin below alpha.
    razoring_slope: Score = 100, 20 to 400;
    /// ProbCut: minimum depth.
    probcut_depth: i32 = 5, 3 to 12;
    /// ProbCut: depth reduction, in plies.
    probcut_reduction: i32 = 4, 2 to 8;
    /// ProbCut: margin above beta.
    probcut_margin: Score = 150, 30 to 500;
    /// Singular extension: minimum depth.
    singular_depth: i32 = 6, 4 to 14;
    /// Singular extension: margin below the TT score per ply of depth.
    singular_margin: Score = 2, 1 to 10;
    /// Null move pruning: minimum depth.
    null_move_depth: i32 = 3, 1 to 8;
    /// Null move pruning: minimum depth at which a fail-high is verified.
    null_move_verification_depth: i32 = 12, 6 to 30;
    /// Null move pruning: constant part of the reduction, in plies.
    null_move_reduction_base: i32 = 3, 1 to 8;
    /// Null move pruning: depth that adds one ply to the reduction.
    null_move_depth_divisor: i32 = 4, 2 to 12;
    /// Null move pruning: evaluation above beta that adds one ply to the reduction.
    null_move_eval_divisor: Score = 200, 50 to 800;
    /// Internal iterative reduction (IIR): minimum depth.
    iir_depth: i32 = 4, 2 to 12;
    /// Futility pruning of quiet moves: maximum LMR-reduced depth.
    futility_depth: i32 = 6, 1 to 14;
    /// Futility pruning: constant part of the margin below alpha.
    futility_base: Score = 100, 20 to 400;
    /// Futility pruning: margin below alpha per ply of reduced depth.
    futility_margin: Score = 100, 20 to 400;
    /// Late move pruning (LMP): maximum depth.
    lmp_depth: i32 = 5, 1 to 12;
    /// SEE pruning: maximum depth.
    see_pruning_depth: i32 = 6, 1 to 14;
    /// SEE pruning of noisy moves: allowed loss per ply of depth.
    see_noisy_margin: Score = 80, 10 to 300;
    /// SEE pruning of quiet moves: allowed loss per ply of LMR-reduced depth.
    see_quiet_margin: Score = 60, 10 to 300;
    /// History pruning of quiet moves: maximum LMR-reduced depth.
    history_pruning_depth: i32 = 4, 1 to 12;
    /// History pruning: negative history score per ply of reduced depth.
    history_pruning_margin: i32 = 4000, 500 to 16000;
    /// LMR: smaller reduction of noisy moves, in 1024ths of a ply.
    lmr_noisy_reduction: i32 = 1024, 0 to 4096;
    /// Late move reduction (LMR): minimum depth.
    lmr_depth: i32 = 3, 1 to 10;
    /// LMR: number of the first reduced move.
    lmr_first_move: usize = 2, 1 to 10;
    /// LMR: constant part of the reduction, in 1024ths of a ply.
    lmr_base: i32 = 600, 0 to 2000;
    /// LMR: divisor of the product of the logarithms of depth and move number.
    lmr_divisor: i32 = 1800, 600 to 6000;
    /// LMR: history score that changes the reduction by one ply.
    lmr_history_divisor: i32 = 8192, 1024 to 32768;
    /// Move ordering: bonus of a quiet move that makes a threat, in halves of a history score.
    threat_bonus: i32 = 8000, 0 to 32000;
    /// Move ordering: maximum SEE loss of a move that gets [`threat_bonus`].
    threat_see_margin: Score = 60, 0 to 300;
    /// Delta pruning in quiescence search: margin below alpha.
    delta_margin: Score = 200, 30 to 800;
    /// Quiescence search: evasions tried before quiet ones are skipped.
    quiescence_evasions: usize = 3, 1 to 12;
    /// Time management: moves that the main time is divided among.
    expected_moves: u32 = 35, 8 to 100;
    /// Time management: share of the increment used for a move, in percent.
    increment_percent: u32 = 75, 0 to 100;
    /// Time management: share of the byoyomi added to a move in the main time, in percent.
    byoyomi_percent: u32 = 270, 0 to 600;
    /// Time management: hard limit, in percent of the soft limit.
    hard_limit_percent: u32 = 400, 100 to 1000;
    /// Time management: maximum share of the main time for one move, in percent.
    main_time_percent: u32 = 67, 5 to 100;
}

/// Share of the soft time limit to use, in percent, by the number of iterations since the
/// best move changed.
pub(crate) const TIME_PERCENT_BY_STABILITY: [u32; 7] = [170, 140, 120, 105, 95, 85, 75];
/// Maximum score drop that extends the soft limit: 1 % per centipawn.
pub(crate) const MAX_SCORE_DROP: Score = 80;

/// Returns the razoring margin below alpha.
#[inline]
pub(crate) fn razoring_margin(depth: i32) -> Score {
    razoring_base() + razoring_slope() * depth * depth
}

/// Returns the depth reduction of null move pruning, in plies. `margin` is the evaluation
/// minus beta.
pub(crate) fn null_move_reduction(depth: i32, margin: Score) -> i32 {
    null_move_reduction_base()
        + depth / null_move_depth_divisor()
        + (margin / null_move_eval_divisor()).min(3)
}

/// Returns the number of noisy moves tried in a quiescence node. `depth` is 0 at the leaf and
/// negative below. Without this limit, positions with many captures explode.
pub(crate) const fn quiescence_moves(depth: i32) -> usize {
    match depth {
        -2.. => 6,
        -6..=-3 => 2,
        _ => 1,
    }
}

/// Returns the number of moves after which late move pruning (LMP) skips quiet moves.
pub(crate) const fn lmp_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// Returns the late move reduction (LMR) of the `number`th move, from 1, in 1024ths of a ply.
///
/// <https://www.chessprogramming.org/Late_Move_Reductions>
#[inline]
pub(crate) fn lmr_reduction(depth: i32, number: usize) -> i32 {
    let depth = (depth.max(0) as usize).min(LOGARITHM.len() - 1);
    let number = number.min(LOGARITHM.len() - 1);
    lmr_base() + LOGARITHM[depth] * LOGARITHM[number] / lmr_divisor()
}

/// Returns the late move reduction of the `number`th root move, in plies: half of
/// [`lmr_reduction`], because the root has no history to adjust it.
#[inline]
pub(crate) fn lmr_root_reduction(depth: i32, number: usize) -> i32 {
    lmr_reduction(depth, number) / 2048
}

/// Natural logarithms times 1024. Integers, so that every machine searches the same tree.
static LOGARITHM: [i32; MAX_PLY] = {
    let mut table = [0; MAX_PLY];
    let mut n = 1;
    while n < table.len() {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// Returns `ln(n) * 1024`. Each squaring yields one binary digit of log2.
const fn logarithm(n: u64) -> i32 {
    const ONE: u64 = 1 << 30;
    let whole = n.ilog2();
    let mut rest = (n << 30) >> whole;
    let mut log2 = whole as u64;
    let mut digit = 0;
    while digit < 16 {
        rest = (rest * rest) >> 30;
        log2 <<= 1;
        if rest >= 2 * ONE {
            rest >>= 1;
            log2 |= 1;
        }
        digit += 1;
    }
    // ln 2 = 45426 / 65536.
    ((log2 * 45_426) >> 22) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_accurate() {
        for (n, &logarithm) in LOGARITHM.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(logarithm) - exact).abs() < 2.0, "ln {n}");
        }
    }

    #[test]
    fn lmr_reduction_grows_with_depth_and_move_number() {
        assert!(lmr_reduction(3, 1) < 1024);
        assert!(lmr_reduction(20, 30) > lmr_reduction(10, 30));
        assert!(lmr_reduction(20, 60) > lmr_reduction(20, 10));
    }
}
