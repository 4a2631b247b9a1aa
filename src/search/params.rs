//! The numbers that the search is tuned by. Scores are in hundredths of a pawn
//! or man, depths in plies.

use crate::core::score::{MAX_PLY, Score};

/// Half the width of the first aspiration window.
pub const ASPIRATION_WINDOW: Score = 30;
/// Iterations below this search the full window: their scores still jump.
pub const ASPIRATION_DEPTH: i32 = 5;

/// The time that a search is worth, in hundredths of the usual time, by the number
/// of iterations that have found the same move as the one before.
pub const TIME_BY_AGREEMENT: [u32; 7] = [170, 140, 120, 105, 95, 85, 75];
/// The greatest drop of the score that counts for more time, a hundredth of it for
/// each hundredth of a pawn or man.
pub const TIME_DROP: Score = 80;

/// Reverse futility: deepest node that is given up to a static evaluation far
/// above beta, and how far above for each ply.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// See [`REVERSE_FUTILITY_DEPTH`].
pub const REVERSE_FUTILITY_MARGIN: Score = 90;

/// Razoring: deepest node that quiescence may give up.
pub const RAZORING_DEPTH: i32 = 4;

/// How far below alpha a node has to stand for that.
pub const fn razoring_margin(depth: i32) -> Score {
    200 + 100 * depth * depth
}

/// ProbCut: shallowest node that tries it, plies that it searches less deep, and
/// how far above beta the score has to be.
pub const PROBCUT_DEPTH: i32 = 5;
/// See [`PROBCUT_DEPTH`].
pub const PROBCUT_REDUCTION: i32 = 4;
/// See [`PROBCUT_DEPTH`].
pub const PROBCUT_MARGIN: Score = 150;

/// Shallowest node whose table move is tested for being the only good one.
pub const SINGULAR_DEPTH: i32 = 6;
/// How far below its score the others have to stay, for each ply.
pub const SINGULAR_MARGIN: Score = 2;

/// Null move: shallowest node that tries it.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on, a null move that fails high is verified.
pub const NULL_MOVE_VERIFICATION_DEPTH: i32 = 12;

/// Plies that a null move is searched less deep, `spare` above beta.
pub fn null_move_reduction(depth: i32, spare: Score) -> i32 {
    3 + depth / 4 + (spare / 200).min(3)
}

/// Shallowest node without a table move that is searched a ply less deep
/// (internal iterative reduction).
pub const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Futility: deepest node whose quiet moves are skipped when the static
/// evaluation is far below alpha.
pub const FUTILITY_DEPTH: i32 = 6;
/// How far below alpha, for the node and for each ply.
pub const FUTILITY_MARGIN: [Score; 2] = [100, 100];

/// Late move pruning: deepest node that stops looking at quiet moves after some.
pub const LATE_MOVE_PRUNING_DEPTH: i32 = 5;

/// Deepest node that skips moves losing an exchange, and the loss for each ply
/// that is still searched.
pub const EXCHANGE_DEPTH: i32 = 6;
/// See [`EXCHANGE_DEPTH`].
pub const EXCHANGE_MARGIN: Score = 80;
/// As [`EXCHANGE_MARGIN`], for quiet moves and each ply that late moves have left.
pub const QUIET_EXCHANGE_MARGIN: Score = 60;

/// Fewest plies that a late quiet move has left without being judged by its
/// history, and the history for each ply below which it is not searched.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// See [`HISTORY_PRUNING_DEPTH`].
pub const HISTORY_PRUNING_MARGIN: i32 = 4000;

/// What a noisy move is reduced less than a quiet one, in 1024ths of a ply.
pub const NOISY_REDUCTION: i32 = 1024;

/// Shallowest node that reduces late moves, and the first move that counts as late.
pub const LATE_MOVE_REDUCTION_DEPTH: i32 = 3;
/// See [`LATE_MOVE_REDUCTION_DEPTH`].
pub const LATE_MOVE: usize = 2;
/// A quiet move's history score that changes its reduction by one ply.
pub const HISTORY_PER_PLY: i32 = 8192;

/// What a quiet move that has to be answered is put before others by, in halves
/// of a history score.
pub const THREAT_BONUS: i32 = 8000;
/// The most that such a move may lose in an exchange: spite checks come in their
/// turn.
pub const THREAT_COST: Score = 60;

/// A quiescence capture is skipped when even its gain and this much leave the
/// score below alpha.
pub const DELTA_MARGIN: Score = 200;

/// Moves out of check that quiescence tries before it skips quiet ones.
pub const QUIESCENCE_EVASIONS: usize = 3;

/// Noisy moves that quiescence tries in a node, `depth` plies below (as a
/// negative number) the leaf. Where everything hangs, trying all of them would
/// never end.
pub const fn quiescence_moves(depth: i32) -> usize {
    match depth {
        -2.. => 6,
        -6..=-3 => 2,
        _ => 1,
    }
}

/// Quiet moves looked at in a node of a depth before late move pruning stops it.
pub const fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

/// By how much the `number`th move (from 1) of a node of `depth` is reduced, in
/// 1024ths of a ply.
#[inline]
pub fn reduction(depth: i32, number: usize) -> i32 {
    let depth = (depth.max(0) as usize).min(LOGARITHM.len() - 1);
    let number = number.min(LOGARITHM.len() - 1);
    600 + LOGARITHM[depth] * LOGARITHM[number] / 1800
}

/// By how many plies the `number`th move of the root is reduced: half as much as
/// elsewhere, since nothing is known there of how it has done.
#[inline]
pub fn root_reduction(depth: i32, number: usize) -> i32 {
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
