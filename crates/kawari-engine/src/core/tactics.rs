//! Estimates of a position for the search: dangers, threats, static exchange evaluation.
//!
//! These are heuristics. A wrong estimate costs time or strength, but never breaks a rule.

use super::position::Position;
use super::score::Score;

/// Estimates that the search needs in addition to the rules.
pub trait Tactics: Position {
    /// Returns the number of values of [`Tactics::piece_to_index`].
    fn piece_to_count(game: Self::Game) -> usize;

    /// Returns the value of a piece on the board, in hundredths of a Pawn or a man.
    fn board_value(game: Self::Game, piece: Self::Piece) -> Score;

    /// Returns the value of a piece in hand.
    fn hand_value(game: Self::Game, piece: Self::Piece) -> Score;

    /// Returns the size of the search margins between scores, in percent of the values in
    /// `search::params`. Games in which evaluations vary more need larger margins.
    fn margin_percent(game: Self::Game) -> Score;

    /// Returns the size of the margins of futility pruning and reverse futility pruning, in percent
    /// of [`margin_percent`](Tactics::margin_percent).
    fn futility_percent(game: Self::Game) -> Score;

    /// Returns true if the side to move is in check, or if the opponent threatens to win with
    /// its next move. The search then allows neither a null move nor a stand-pat.
    fn in_danger(&self) -> bool;

    /// Returns true if the side to move may declare a win or has a winning move. Moves are not
    /// tried, so false proves nothing.
    fn has_immediate_win(&self) -> bool;

    /// Returns a filter for quiet moves that are threats: checks, threats to win or to
    /// capture. A fast estimate; the move picker orders threats first.
    fn threat_filter(&self) -> impl Fn(Self::Move) -> bool {
        |_| false
    }

    /// Returns a filter for legal moves after which the opponent wins with its next move, as
    /// far as can be seen without a search. Used for all moves of a position in danger.
    fn losing_move_filter(&self) -> impl Fn(Self::Move) -> bool {
        |_| false
    }

    /// Returns the position after a null move. Returns `None` in danger and where zugzwang is
    /// likely, because null move pruning is unsound there.
    fn null_move(&self) -> Option<Self>;

    /// Returns the immediate material gain of a legal move: captured men or pieces, and the
    /// gain of a promotion.
    fn capture_gain(&self, mv: Self::Move) -> Score;

    /// Returns true if the static exchange evaluation (SEE) of a legal move is at least
    /// `threshold`. A fast estimate.
    fn see_ge(&self, mv: Self::Move, threshold: Score) -> bool;

    /// Returns an index for the moved piece and the target square of a legal move, below
    /// [`Tactics::piece_to_count`]. Continuation histories use it.
    fn piece_to_index(&self, mv: Self::Move) -> usize;
}
