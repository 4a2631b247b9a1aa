//! What tables of endgames ask of the rules: the moves of a few men, forwards and
//! backwards, with nothing but the board in view.
//!
//! Men are sets of squares in 128 bits, by [`Square::index`](super::square::Square::index),
//! whatever the board: tables are made and probed by one and the same code for all games,
//! and only what is here is compiled for each of them.

use std::fmt;

use arrayvec::ArrayVec;

/// Most men of a side in a table.
pub const MAX_MEN: usize = 6;
/// Most moves that so many men have: along a file and a rank of nine squares, and four
/// jumps each.
pub const MAX_MOVES: usize = MAX_MEN * 20;

/// The men of both sides: a position without its history, the side to move taken for
/// always the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EndgamePosition {
    /// Those of the side to move.
    pub own: u128,
    /// Those of the other side.
    pub enemy: u128,
}

impl EndgamePosition {
    /// Number of men of each side, the side to move first.
    pub fn counts(self) -> [usize; 2] {
        [self.own.count_ones() as usize, self.enemy.count_ones() as usize]
    }

    /// After a move that captures a set of men: the other side is to move.
    #[must_use]
    pub fn after(self, from: u8, to: u8, captured: u128) -> Self {
        let own = self.own ^ (1 << from) ^ (1 << to);
        Self { own: self.enemy & !captured, enemy: own }
    }
}

/// Where one man can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveTargets {
    /// Where it stands.
    pub from: u8,
    /// The squares that it reaches.
    pub to: u128,
}

/// A move that captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureMove {
    /// Where the man stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// The men that fall, one or more.
    pub captured: u128,
}

/// All moves of a position.
#[derive(Clone, Default, Debug)]
pub struct EndgameMoves {
    /// Those that capture nothing, one entry for each man.
    pub quiet: ArrayVec<MoveTargets, MAX_MEN>,
    /// The others.
    pub captures: ArrayVec<CaptureMove, MAX_MOVES>,
}

/// The rules of a game whose endgames can be tabulated: men of one kind, the same rules
/// in each of the eight views of a square board, and a side left with fewer than
/// [`MIN_MEN`] has lost. A side without a legal move has lost, too.
pub trait EndgameRules: Sync {
    /// Files of the board, and ranks.
    fn side(&self) -> usize;

    /// Most men of a side for which the rules are those that tables know.
    fn max_men(&self) -> usize;

    /// Finds every legal move of the side to move. Either side has from [`MIN_MEN`]
    /// to [`EndgameRules::max_men`] men.
    fn moves(&self, men: EndgamePosition, moves: &mut EndgameMoves);

    /// Finds the captures alone; `None` where there are none. Faster than
    /// [`EndgameRules::moves`], as there are none in most positions.
    fn captures(&self, men: EndgamePosition) -> Option<ArrayVec<CaptureMove, MAX_MOVES>>;

    /// True when the side to move has a move that captures nothing.
    fn has_quiet_move(&self, men: EndgamePosition) -> bool;

    /// Where the enemy's men can have come from by a move that has captured nothing and
    /// has led to this position.
    fn unmoves(&self, men: EndgamePosition) -> ArrayVec<MoveTargets, MAX_MEN>;

    /// True when the side to move captures all men but one, or more, with one move.
    fn wins_by_capture(&self, men: EndgamePosition) -> bool;

    /// A position as SFEN, Black being to move.
    fn sfen(&self, men: EndgamePosition) -> String;

    /// A move as USI has it.
    fn usi(&self, from: u8, to: u8) -> String;
}

/// A side with fewer men has lost.
pub const MIN_MEN: usize = 2;

/// How a position stands for the side to move, both sides playing well. Distances are in
/// plies; to what, is said where they are given.
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
    /// A number that is the greater, the better the value is for the side to move: soon
    /// won is better than late, late lost better than soon.
    pub const fn rank(self) -> i16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 1000 - plies as i16,
            Self::Loss(plies) => plies as i16 - 1000,
        }
    }
}

/// What is known of a position whose history does not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseEntry {
    /// The value in endless play, with the plies to the end.
    pub end: EndgameValue,
    /// The value where a capture is due in every 100 half-moves, the first of them
    /// counted from this position, with the plies to the next capture or the end; `None`
    /// where that is not known.
    pub capture: Option<EndgameValue>,
}

/// What is known of a position as it stands in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablebaseVerdict {
    /// Neither side can win.
    Draw,
    /// The side to move wins in so many plies, or sooner if the opponent errs.
    Win(u8),
    /// The side to move loses in so many plies if it holds out as long as it can.
    Loss(u8),
    /// The side to move wins in time, by a capture within so many plies.
    WinByCapture(u8),
    /// The side to move loses in time; a capture or the end comes within so many plies.
    LossByCapture(u8),
}

impl fmt::Display for TablebaseVerdict {
    /// `win in 5`, `loss in 4`, `draw`; with a capture on the way `win, capture in 12`.
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
    /// What it means where the game is drawn in `left` more half-moves without a capture;
    /// `None` where that is not known.
    pub fn in_time(self, left: u32) -> Option<TablebaseVerdict> {
        let is_in_time = |plies: u8| u32::from(plies) <= left;
        match (self.end, self.capture) {
            (EndgameValue::Draw, _) => Some(TablebaseVerdict::Draw),
            // Captures on the way give more time, so there is enough.
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

/// Who knows endgames.
pub trait TablebaseProbe: Send + Sync {
    /// Most men, of both sides together, of a position that may be known; 0 where none
    /// is.
    fn max_men(&self) -> u32;

    /// What is known of a position.
    fn probe(&self, men: EndgamePosition) -> Option<TablebaseEntry>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_takes_men_and_the_turn() {
        let men = EndgamePosition { own: 0b1_0001, enemy: 0b1110_0000_0000 };
        assert_eq!(men.counts(), [2, 3]);
        let after = men.after(4, 8, 0b0110_0000_0000);
        assert_eq!(after, EndgamePosition { own: 0b1000_0000_0000, enemy: 0b1_0000_0001 });
        let high = EndgamePosition { own: 1 << 80, enemy: 1 << 70 }.after(80, 79, 0);
        assert_eq!(high, EndgamePosition { own: 1 << 70, enemy: 1 << 79 });
    }

    #[test]
    fn values_have_an_order() {
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
    fn verdicts_in_words() {
        let verdicts = [
            (TablebaseVerdict::Draw, "draw"),
            (TablebaseVerdict::Win(5), "win in 5"),
            (TablebaseVerdict::Loss(4), "loss in 4"),
            (TablebaseVerdict::WinByCapture(12), "win, capture in 12"),
            (TablebaseVerdict::LossByCapture(3), "loss, capture in 3"),
        ];
        for (verdict, words) in verdicts {
            assert_eq!(verdict.to_string(), words);
        }
    }

    /// What is known, half-moves that are left, and what follows.
    #[test]
    fn a_win_has_to_come_in_time() {
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
            let known = TablebaseEntry { end, capture };
            assert_eq!(known.in_time(left), expected, "{known:?}, {left} left");
        }
    }
}
