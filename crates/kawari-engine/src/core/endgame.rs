//! The interface between a game's rules and the tablebases: moves and unmoves of a few men.
//!
//! Sets of squares are `u128` bitboards on every board, indexed by
//! [`Square::index`](super::square::Square::index). Thus the tablebase code is compiled once
//! for all games, and only the implementations of [`EndgameRules`] are game-specific.

use std::fmt;

use arrayvec::ArrayVec;

/// Maximum number of men of a side in a tablebase.
pub const MAX_MEN: usize = 6;
/// Upper bound of the number of moves of [`MAX_MEN`] men: each has at most 16 squares on its
/// file and rank, and 4 jumps.
pub const MAX_MOVES: usize = MAX_MEN * 20;

/// An endgame position without its history, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndgamePosition {
    /// Men of the side to move.
    pub own: u128,
    /// Men of the opponent.
    pub enemy: u128,
}

impl EndgamePosition {
    /// Returns the number of men of each side, the side to move first.
    pub fn counts(self) -> [usize; 2] {
        [self.own.count_ones() as usize, self.enemy.count_ones() as usize]
    }

    /// Returns the position after a move that captures a set of men, from the opponent's view.
    #[must_use]
    pub fn after(self, from: u8, to: u8, captured: u128) -> Self {
        let own = self.own ^ (1 << from) ^ (1 << to);
        Self { own: self.enemy & !captured, enemy: own }
    }
}

/// The target squares of one man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTargets {
    /// Start square.
    pub from: u8,
    /// Target squares.
    pub to: u128,
}

/// A capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureMove {
    /// Start square.
    pub from: u8,
    /// Target square.
    pub to: u8,
    /// Captured men, one or more.
    pub captured: u128,
}

/// The legal moves of a position.
#[derive(Clone, Default, Debug)]
pub struct EndgameMoves {
    /// Quiet moves, one entry for each man.
    pub quiet: ArrayVec<MoveTargets, MAX_MEN>,
    /// Captures.
    pub captures: ArrayVec<CaptureMove, MAX_MOVES>,
}

/// The rules of a game that has tablebases.
///
/// All men are of one kind, and the rules are invariant under the eight symmetries of a
/// square board. A side with fewer than [`MIN_MEN`] men, or without a legal move, loses.
pub trait EndgameRules: Sync {
    /// Returns the number of files, which is also the number of ranks.
    fn side(&self) -> usize;

    /// Returns the maximum number of men of a side for which these rules hold.
    fn max_men(&self) -> usize;

    /// Generates the legal moves of the side to move. Each side must have [`MIN_MEN`] to
    /// [`EndgameRules::max_men`] men.
    fn moves(&self, men: EndgamePosition, moves: &mut EndgameMoves);

    /// Generates the captures, or returns `None` if there are none. Faster than
    /// [`EndgameRules::moves`], because most positions have no captures.
    fn captures(&self, men: EndgamePosition) -> Option<ArrayVec<CaptureMove, MAX_MOVES>>;

    /// Returns true if the side to move has a quiet move.
    fn has_quiet_move(&self, men: EndgamePosition) -> bool;

    /// Generates the quiet unmoves: `from` is the current square of an opponent's man, `to`
    /// the squares from which it can have come to this position without a capture.
    fn unmoves(&self, men: EndgamePosition) -> ArrayVec<MoveTargets, MAX_MEN>;

    /// Returns true if one move of the side to move captures all men, or all except one.
    fn wins_by_capture(&self, men: EndgamePosition) -> bool;

    /// Returns the position as SFEN, with Black to move.
    fn sfen(&self, men: EndgamePosition) -> String;

    /// Returns a move in USI notation.
    fn usi(&self, from: u8, to: u8) -> String;
}

/// A side with fewer men loses.
pub const MIN_MEN: usize = 2;

/// The game-theoretic value of a position for the side to move.
///
/// Distances are in plies. The [`Metric`](crate::tablebase::value::Metric) decides whether
/// they count to the end of the game or to the next capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndgameValue {
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win(u8),
    /// The side to move loses.
    Loss(u8),
}

impl EndgameValue {
    /// Returns a number for comparing values: greater is better for the side to move. A
    /// shorter win is better, and so is a longer loss.
    pub const fn rank(self) -> i16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 1000 - plies as i16,
            Self::Loss(plies) => plies as i16 - 1000,
        }
    }
}

/// The tablebase values of a position, without its history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseEntry {
    /// Value without the no-capture rule, with the distance to the end of the game.
    pub end: EndgameValue,
    /// Value under the rule that 100 half-moves without a capture draw, counted from this
    /// position, with the distance to the next capture or the end of the game. `None` if
    /// the tablebase does not contain it.
    pub capture: Option<EndgameValue>,
}

/// The tablebase result for a position in a game, including its half-move clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablebaseVerdict {
    /// Neither side can win.
    Draw,
    /// The side to move wins in this many plies, or sooner if the opponent errs.
    Win(u8),
    /// The side to move loses in this many plies if it defends best.
    Loss(u8),
    /// The side to move wins under the no-capture rule; a capture comes within this many plies.
    WinByCapture(u8),
    /// The side to move loses under the no-capture rule; a capture or the end of the game
    /// comes within this many plies.
    LossByCapture(u8),
}

impl fmt::Display for TablebaseVerdict {
    /// Writes `win in 5`, `loss in 4`, `draw`, or `win, capture in 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => write!(f, "draw"),
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Loss(plies) => write!(f, "loss in {plies}"),
            Self::WinByCapture(plies) => write!(f, "win, capture in {plies}"),
            Self::LossByCapture(plies) => write!(f, "loss, capture in {plies}"),
        }
    }
}

impl TablebaseEntry {
    /// Returns the result if `left` more half-moves without a capture draw the game.
    /// Returns `None` if the entry does not contain enough information.
    pub fn in_time(self, left: u32) -> Option<TablebaseVerdict> {
        let is_in_time = |plies: u8| u32::from(plies) <= left;
        match (self.end, self.capture) {
            (EndgameValue::Draw, _) => Some(TablebaseVerdict::Draw),
            // Captures on the way reset the half-move clock, so the win is in time.
            (EndgameValue::Win(plies), _) if is_in_time(plies) => {
                Some(TablebaseVerdict::Win(plies))
            }
            (EndgameValue::Loss(plies), _) if is_in_time(plies) => {
                Some(TablebaseVerdict::Loss(plies))
            }
            (_, None) => None,
            (_, Some(EndgameValue::Win(plies))) if is_in_time(plies) => {
                Some(TablebaseVerdict::WinByCapture(plies))
            }
            (_, Some(EndgameValue::Loss(plies))) if is_in_time(plies) => {
                Some(TablebaseVerdict::LossByCapture(plies))
            }
            _ => Some(TablebaseVerdict::Draw),
        }
    }
}

/// Endgame tablebases that the search can probe.
pub trait TablebaseProbe: Send + Sync {
    /// Returns the maximum number of men of both sides together in the tablebases, or 0 if
    /// there are none.
    fn max_men(&self) -> u32;

    /// Looks up a position. Returns `None` if the tablebases do not contain it.
    fn probe(&self, men: EndgamePosition) -> Option<TablebaseEntry>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_removes_men_and_passes_the_turn() {
        let men = EndgamePosition { own: 0b1_0001, enemy: 0b1110_0000_0000 };
        assert_eq!(men.counts(), [2, 3]);
        let after = men.after(4, 8, 0b0110_0000_0000);
        assert_eq!(after, EndgamePosition { own: 0b1000_0000_0000, enemy: 0b1_0000_0001 });
        let high = EndgamePosition { own: 1 << 80, enemy: 1 << 70 }.after(80, 79, 0);
        assert_eq!(high, EndgamePosition { own: 1 << 70, enemy: 1 << 79 });
    }

    #[test]
    fn values_are_ordered_from_the_shortest_loss_to_the_shortest_win() {
        let order = [
            EndgameValue::Loss(0),
            EndgameValue::Loss(9),
            EndgameValue::Draw,
            EndgameValue::Win(90),
            EndgameValue::Win(9),
            EndgameValue::Win(1),
        ];
        assert!(order.is_sorted_by(|worse, better| worse.rank() < better.rank()));
        assert!([0, 1, 255].iter().all(|&plies| {
            EndgameValue::Win(plies).rank() == -EndgameValue::Loss(plies).rank()
                && EndgameValue::Win(plies).rank() > 0
        }));
        assert_eq!(EndgameValue::Draw.rank(), 0);
    }

    #[test]
    fn verdicts_are_written() {
        let verdicts = [
            (TablebaseVerdict::Draw, "draw"),
            (TablebaseVerdict::Win(5), "win in 5"),
            (TablebaseVerdict::Loss(4), "loss in 4"),
            (TablebaseVerdict::WinByCapture(12), "win, capture in 12"),
            (TablebaseVerdict::LossByCapture(3), "loss, capture in 3"),
        ];
        for (verdict, text) in verdicts {
            assert_eq!(verdict.to_string(), text);
        }
    }

    /// Each case: value to the end, value to a capture, half-moves left, expected verdict.
    #[test]
    fn a_win_must_come_before_the_no_capture_draw() {
        use EndgameValue::{Draw, Loss, Win};
        let cases = [
            (Draw, None, 0, Some(TablebaseVerdict::Draw)),
            (Win(9), None, 9, Some(TablebaseVerdict::Win(9))),
            (Win(9), None, 8, None),
            (Win(9), Some(Win(5)), 9, Some(TablebaseVerdict::Win(9))),
            (Win(9), Some(Win(5)), 8, Some(TablebaseVerdict::WinByCapture(5))),
            (Win(9), Some(Win(5)), 5, Some(TablebaseVerdict::WinByCapture(5))),
            (Win(9), Some(Win(5)), 4, Some(TablebaseVerdict::Draw)),
            (Win(9), Some(Draw), 8, Some(TablebaseVerdict::Draw)),
            (Loss(8), None, 8, Some(TablebaseVerdict::Loss(8))),
            (Loss(8), None, 7, None),
            (Loss(8), Some(Loss(4)), 7, Some(TablebaseVerdict::LossByCapture(4))),
            (Loss(8), Some(Loss(4)), 4, Some(TablebaseVerdict::LossByCapture(4))),
            (Loss(8), Some(Loss(4)), 3, Some(TablebaseVerdict::Draw)),
        ];
        for (end, capture, left, expected) in cases {
            let entry = TablebaseEntry { end, capture };
            assert_eq!(entry.in_time(left), expected, "{entry:?}, {left} left");
        }
    }
}
