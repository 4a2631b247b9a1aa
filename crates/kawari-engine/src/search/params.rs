//! The numbers that the search is tuned by. Scores are in hundredths of a pawn
//! or man, depths in plies.
//!
//! A build with the feature `tunable` has an option for most of them, so that games can
//! find better ones: `kawari spsa`.

use crate::core::score::{MAX_PLY, Score};

#[cfg(feature = "tunable")]
use std::sync::atomic::{AtomicI32, Ordering};

/// A number of the search that a build with the feature `tunable` can change while it
/// runs, to be tuned by games.
#[cfg(feature = "tunable")]
#[derive(Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// What it is unless it is changed.
    pub default: i32,
    /// The least that makes sense.
    pub low: i32,
    /// The most that does.
    pub high: i32,
    value: &'static AtomicI32,
}

#[cfg(feature = "tunable")]
impl Tunable {
    /// What it is now.
    pub fn get(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Changes it for all searches of this process, within its bounds.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.low, self.high), Ordering::Relaxed);
    }
}

/// Declares numbers by which games can tune the search. Each is a constant, in the form
/// of a function; only in a build with the feature `tunable` can it be changed.
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

        /// All numbers that can be changed.
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
    /// Iterations below this search the full window: their scores still jump.
    aspiration_depth: i32 = 5, 1 to 12;
    /// Reverse futility: deepest node that is given up to a static evaluation far
    /// above beta, and how far above for each ply.
    reverse_futility_depth: i32 = 8, 1 to 16;
    /// See [`reverse_futility_depth`].
    reverse_futility_margin: Score = 90, 20 to 300;
    /// Razoring: deepest node that quiescence may give up.
    razoring_depth: i32 = 4, 0 to 10;
    /// How far below alpha a node has to stand for that, and besides for each ply squared.
    razoring_base: Score = 200, 50 to 800;
    /// See [`razoring_base`].
    razoring_slope: Score = 100, 20 to 400;
    /// ProbCut: shallowest node that tries it, plies that it searches less deep, and
    /// how far above beta the score has to be.
    probcut_depth: i32 = 5, 3 to 12;
    /// See [`probcut_depth`].
    probcut_reduction: i32 = 4, 2 to 8;
    /// See [`probcut_depth`].
    probcut_margin: Score = 150, 30 to 500;
    /// Shallowest node whose table move is tested for being the only good one.
    singular_depth: i32 = 6, 4 to 14;
    /// How far below its score the others have to stay, for each ply.
    singular_margin: Score = 2, 1 to 10;
    /// Null move: shallowest node that tries it.
    null_move_depth: i32 = 3, 1 to 8;
    /// From this depth on, a null move that fails high is verified.
    null_move_verification_depth: i32 = 12, 6 to 30;
    /// Plies that a null move is searched less deep; the depth of which it is one more, and
    /// how far above beta.
    null_move_base: i32 = 3, 1 to 8;
    /// See [`null_move_base`].
    null_move_divisor: i32 = 4, 2 to 12;
    /// See [`null_move_base`].
    null_move_spare: Score = 200, 50 to 800;
    /// Shallowest node without a table move that is searched a ply less deep
    /// (internal iterative reduction).
    internal_reduction_depth: i32 = 4, 2 to 12;
    /// Futility: deepest node whose quiet moves are skipped when the static
    /// evaluation is far below alpha.
    futility_depth: i32 = 6, 1 to 14;
    /// How far below alpha, for the node.
    futility_base: Score = 100, 20 to 400;
    /// How far below alpha besides, for each ply.
    futility_margin: Score = 100, 20 to 400;
    /// Late move pruning: deepest node that stops looking at quiet moves after some.
    late_move_pruning_depth: i32 = 5, 1 to 12;
    /// Deepest node that skips moves losing an exchange, and the loss for each ply
    /// that is still searched.
    exchange_depth: i32 = 6, 1 to 14;
    /// See [`exchange_depth`].
    exchange_margin: Score = 80, 10 to 300;
    /// As [`exchange_margin`], for quiet moves and each ply that late moves have left.
    quiet_exchange_margin: Score = 60, 10 to 300;
    /// Fewest plies that a late quiet move has left without being judged by its
    /// history, and the history for each ply below which it is not searched.
    history_pruning_depth: i32 = 4, 1 to 12;
    /// See [`history_pruning_depth`].
    history_pruning_margin: i32 = 4000, 500 to 16000;
    /// What a noisy move is reduced less than a quiet one, in 1024ths of a ply.
    noisy_reduction: i32 = 1024, 0 to 4096;
    /// Shallowest node that reduces late moves, and the first move that counts as late.
    late_move_reduction_depth: i32 = 3, 1 to 10;
    /// See [`late_move_reduction_depth`].
    late_move: usize = 2, 1 to 10;
    /// Reduction of a late move, in 1024ths of a ply, and what divides the product of the
    /// logarithms of depth and number that is added to it.
    reduction_base: i32 = 600, 0 to 2000;
    /// See [`reduction_base`].
    reduction_divisor: i32 = 1800, 600 to 6000;
    /// A quiet move's history score that changes its reduction by one ply.
    history_per_ply: i32 = 8192, 1024 to 32768;
    /// What a quiet move that has to be answered is put before others by, in halves
    /// of a history score.
    threat_bonus: i32 = 8000, 0 to 32000;
    /// The most that such a move may lose in an exchange: spite checks come in their
    /// turn.
    threat_cost: Score = 60, 0 to 300;
    /// A quiescence capture is skipped when even its gain and this much leave the
    /// score below alpha.
    delta_margin: Score = 200, 30 to 800;
    /// Moves out of check that quiescence tries before it skips quiet ones.
    quiescence_evasions: usize = 3, 1 to 12;
    /// Moves that the rest of a game is thought to need, when the main time is shared out.
    moves_ahead: u32 = 35, 8 to 100;
    /// What a move gets of the increment, in hundredths of it.
    increment_share: u32 = 75, 0 to 100;
    /// What a move gets besides its share of the main time where there is byoyomi, in
    /// hundredths of the byoyomi.
    byoyomi_share: u32 = 270, 0 to 600;
    /// The longest that a move takes, in hundredths of its share.
    longest_share: u32 = 400, 100 to 1000;
    /// The most of the main time that one move takes, in hundredths.
    main_share: u32 = 67, 5 to 100;
}

/// The time that a search is worth, in hundredths of the usual time, by the number
/// of iterations that have found the same move as the one before.
pub(crate) const TIME_PERCENT_BY_STABILITY: [u32; 7] = [170, 140, 120, 105, 95, 85, 75];
/// The greatest drop of the score that counts for more time, a hundredth of it for
/// each hundredth of a pawn or man.
pub(crate) const MAX_SCORE_DROP: Score = 80;

/// How far below alpha a node has to stand to be given up to quiescence.
#[inline]
pub(crate) fn razoring_margin(depth: i32) -> Score {
    razoring_base() + razoring_slope() * depth * depth
}

/// Plies that a null move is searched less deep, `margin` above beta.
pub(crate) fn null_move_reduction(depth: i32, margin: Score) -> i32 {
    null_move_base() + depth / null_move_divisor() + (margin / null_move_spare()).min(3)
}

/// Noisy moves that quiescence tries in a node, `depth` plies below (as a
/// negative number) the leaf. Where everything hangs, trying all of them would
/// never end.
pub(crate) const fn quiescence_moves(depth: i32) -> usize {
    match depth {
        -2.. => 6,
        -6..=-3 => 2,
        _ => 1,
    }
}

/// Quiet moves looked at in a node of a depth before late move pruning stops it.
pub(crate) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// By how much the `number`th move (from 1) of a node of `depth` is reduced, in
/// 1024ths of a ply.
#[inline]
pub(crate) fn reduction(depth: i32, number: usize) -> i32 {
    let depth = (depth.max(0) as usize).min(LOGARITHM.len() - 1);
    let number = number.min(LOGARITHM.len() - 1);
    reduction_base() + LOGARITHM[depth] * LOGARITHM[number] / reduction_divisor()
}

/// By how many plies the `number`th move of the root is reduced: half as much as
/// elsewhere, since nothing is known there of how it has done.
#[inline]
pub(crate) fn root_reduction(depth: i32, number: usize) -> i32 {
    reduction(depth, number) / 2048
}

/// Natural logarithms times 1024, in whole numbers so that every machine
/// searches the same tree.
static LOGARITHM: [i32; MAX_PLY] = {
    let mut table = [0; MAX_PLY];
    let mut n = 1;
    while n < table.len() {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// `ln(n) * 1024` by squaring: each squaring yields one binary digit of log2.
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
    fn logarithms_are_close() {
        for (n, &logarithm) in LOGARITHM.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(logarithm) - exact).abs() < 2.0, "ln {n}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        assert!(reduction(3, 1) < 1024);
        assert!(reduction(20, 30) > reduction(10, 30));
        assert!(reduction(20, 60) > reduction(20, 10));
    }
}
