//! What the search may guess of a position: dangers, threats, exchanges.
//!
//! Nothing here decides a game. A guess that is wrong costs the search time or
//! strength, never the rules.

use super::position::Position;
use super::score::Score;

/// What the search asks of a position beyond the rules.
pub trait Tactics: Position {
    /// Number of values that [`Tactics::piece_to_index`] can take.
    const PIECE_TO_COUNT: usize;

    /// What a piece on the board is worth, in hundredths of a Pawn or a man.
    fn board_value(piece: Self::Piece) -> Score;

    /// What a piece in hand is worth, ready to be dropped.
    fn hand_value(piece: Self::Piece) -> Score;

    /// True when the side to move loses with its next turn unless it does
    /// something about it now: in check, or facing a winning move. A hint for
    /// the search, which may not pass or stand still then.
    fn in_danger(&self) -> bool;

    /// True when the side to move may declare that it has won, or is known to have
    /// a move that ends the game in its favour. False proves nothing: it is what can
    /// be seen without trying moves.
    fn has_immediate_win(&self) -> bool;

    /// Tells of a quiet move whether it is a threat, which the opponent will have to
    /// answer: a check, a threat to win or to capture. An estimate, as fast as it can
    /// be. Threats are tried first.
    fn threat_filter(&self) -> impl Fn(Self::Move) -> bool {
        |_| false
    }

    /// Tells of a legal move whether the opponent wins right after it, as far as that
    /// can be seen without a search. Asked in danger, of many moves.
    fn losing_move_filter(&self) -> impl Fn(Self::Move) -> bool {
        |_| false
    }

    /// The position after a null move, where passing is legal enough to be a
    /// bound: `None` in danger and where a move may be worse than none.
    fn null_move(&self) -> Option<Self>;

    /// What a legal move wins at once, before any answer: captured men or
    /// pieces, and the gain of a promotion.
    fn capture_gain(&self, mv: Self::Move) -> Score;

    /// True when a legal move, the exchange that it starts included, wins at
    /// least `threshold`. An estimate, as fast as it can be.
    fn see_ge(&self, mv: Self::Move, threshold: Score) -> bool;

    /// The piece that a legal move moves and the square it goes to, as a number below
    /// [`Tactics::PIECE_TO_COUNT`]: what continuation histories are indexed by.
    fn piece_to_index(&self, mv: Self::Move) -> usize;
}
