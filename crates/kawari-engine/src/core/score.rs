//! Scores of evaluation and search, from the side to move's view.

/// A score in hundredths of a Pawn (drop games) or of a man (Hasami family).
///
/// A score beyond ±[`MAX_EVALUATION`] is a proven win or loss and encodes its distance in
/// plies. Every score fits in 16 bits.
pub type Score = i32;

/// Maximum search depth, in plies from the root.
pub const MAX_PLY: usize = 128;

/// Score of a draw.
pub const DRAW: Score = 0;
/// Score of a game that is already won. A win in `n` plies scores `MATE - n`.
pub const MATE: Score = 32_000;
/// A bound above every score.
pub const INFINITE: Score = 32_500;
/// Marks a missing score.
pub const NONE: Score = 32_600;
/// The largest score of an evaluation. Larger scores are proven wins.
pub const MAX_EVALUATION: Score = MATE - 2 * MAX_PLY as Score;

/// Returns the score of a win `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns the score of a loss `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Returns true if the score is a proven win or loss.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > MAX_EVALUATION
}

/// Returns the plies to a proven win, negative for a proven loss, or `None` if the score
/// proves nothing.
///
/// ```
/// use kawari_engine::core::score;
///
/// assert_eq!(score::mate_distance(score::mate_in(3)), Some(3));
/// assert_eq!(score::mate_distance(score::mated_in(2)), Some(-2));
/// assert_eq!(score::mate_distance(150), None);
/// ```
pub const fn mate_distance(score: Score) -> Option<i32> {
    if !is_decisive(score) {
        None
    } else if score > 0 {
        Some(MATE - score)
    } else {
        Some(-MATE - score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisive_scores_encode_the_distance() {
        for ply in 0..=MAX_PLY {
            assert_eq!((mate_in(ply), mated_in(ply)), (32_000 - ply as i32, ply as i32 - 32_000));
            assert_eq!(mate_distance(mate_in(ply)), Some(ply as i32));
            assert_eq!(mate_distance(mated_in(ply)), Some(-(ply as i32)));
        }
    }

    #[test]
    fn evaluations_are_not_decisive() {
        assert_eq!(MAX_EVALUATION, 31_744);
        for score in [DRAW, 1, -1, MAX_EVALUATION, -MAX_EVALUATION] {
            assert!(!is_decisive(score));
            assert_eq!(mate_distance(score), None);
        }
        assert!(is_decisive(MAX_EVALUATION + 1) && is_decisive(-MAX_EVALUATION - 1));
    }
}
