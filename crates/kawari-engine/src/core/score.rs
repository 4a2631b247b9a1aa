//! Scores of the search, from the side to move's view.

/// A score in hundredths of a pawn (drop games) or of a man (Hasami family);
/// beyond [`MAX_EVALUATION`] it tells the distance to the end of the game.
///
/// Every score fits 16 bits.
pub type Score = i32;

/// Longest line that the search follows, in plies from the root.
pub const MAX_PLY: usize = 128;

/// Level.
pub const DRAW: Score = 0;
/// The game is won here and now; a win in `n` plies scores `MATE - n`.
pub const MATE: Score = 32_000;
/// Above every score, mate included.
pub const INFINITE: Score = 32_500;
/// No score: an evaluation that was not made.
pub const NONE: Score = 32_600;
/// The largest score that an evaluation gives; a larger one is a proven end of
/// the game within [`MAX_PLY`] plies.
pub const MAX_EVALUATION: Score = MATE - 2 * MAX_PLY as Score;

/// The score for winning at `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score for having lost at `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// True when the score is a proven win or loss.
#[inline]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() > MAX_EVALUATION
}

/// Plies to the end of a proven game, negative when the side to move loses;
/// `None` when nothing is proven.
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
    fn a_proven_end_tells_its_distance() {
        for ply in 0..=MAX_PLY {
            assert_eq!((mate_in(ply), mated_in(ply)), (32_000 - ply as i32, ply as i32 - 32_000));
            assert_eq!(mate_distance(mate_in(ply)), Some(ply as i32));
            assert_eq!(mate_distance(mated_in(ply)), Some(-(ply as i32)));
        }
    }

    #[test]
    fn an_evaluation_proves_nothing() {
        assert_eq!(MAX_EVALUATION, 31_744);
        for score in [DRAW, 1, -1, MAX_EVALUATION, -MAX_EVALUATION] {
            assert!(!is_decisive(score));
            assert_eq!(mate_distance(score), None);
        }
        assert!(is_decisive(MAX_EVALUATION + 1) && is_decisive(-MAX_EVALUATION - 1));
    }
}
