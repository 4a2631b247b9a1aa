//! How games of the family are won on the board, and when a win is one move away.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rows::{self, Windows};
use super::rules::{Areas, HasamiRules};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::Position;
use crate::core::rays;

/// Captures of more men at once than this are not looked for ahead of time.
const FORESEEN_CAPTURE: u32 = 3;

/// Where quiet moves have to go if they are to stop a win of the opponent's next
/// move, or to win before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defences<G: Geometry> {
    /// Squares to leave.
    from: Bitboard<G>,
    /// Squares to come to.
    to: Bitboard<G>,
}

impl<G: Geometry> Defences<G> {
    /// False for a quiet move that changes nothing about it.
    pub fn may_hold(&self, mv: HasamiMove<G>) -> bool {
        self.from.contains(mv.from) || self.to.contains(mv.to)
    }
}

impl<R: HasamiRules> HasamiPosition<R> {
    /// The end of the game by a goal, no legal move aside: what the side that has
    /// just moved has reached, then the lead of the side to move.
    #[inline]
    pub(super) fn goal_reached(&self) -> Option<Outcome> {
        let (side, mover) = (self.side_to_move(), !self.side_to_move());
        if self.has_row(mover) {
            Some(Outcome::Win(mover, Reason::FiveInARow))
        } else if self.has_lost_its_men(side) {
            Some(Outcome::Win(mover, Reason::MenCaptured))
        } else if self.has_winning_lead(side) {
            Some(Outcome::Win(side, Reason::Lead))
        } else {
            None
        }
    }

    #[inline]
    fn has_row(&self, color: Color) -> bool {
        let men = self.counting_men(color);
        R::ROWS.iter().any(|&line| rows::has_five(men, line))
    }

    /// The men that count for five in a row.
    #[inline]
    pub(super) fn counting_men(&self, color: Color) -> Bitboard<R::Board> {
        self.men(color) & Areas::<R>::COUNTING[color.index()]
    }

    /// The squares where men count for five in a row and no enemy stands.
    #[inline]
    pub(super) fn open_squares(&self, color: Color) -> Bitboard<R::Board> {
        Areas::<R>::COUNTING[color.index()] & !self.men(!color)
    }

    #[inline]
    fn has_lost_its_men(&self, color: Color) -> bool {
        R::LOSING_MEN.is_some_and(|men| self.men(color).count() <= men)
    }

    #[inline]
    fn has_winning_lead(&self, color: Color) -> bool {
        R::WINNING_LEAD
            .is_some_and(|lead| self.men(color).count() >= self.men(!color).count() + lead)
    }

    /// True when a side would win at once, were it its turn.
    #[inline]
    pub(super) fn wins_next(&self, color: Color) -> bool {
        self.has_winning_lead(color) || self.can_win_by_capture(color) || self.can_win_by_row(color)
    }

    fn can_win_by_capture(&self, color: Color) -> bool {
        R::LOSING_MEN.is_some_and(|losing| {
            let needed = self.men(!color).count().saturating_sub(losing);
            needed <= FORESEEN_CAPTURE && self.can_capture(color, needed)
        })
    }

    /// True when a man that is not one of the four can go to the fifth square of
    /// a row.
    fn can_win_by_row(&self, color: Color) -> bool {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        R::ROWS.iter().any(|&line| {
            let four = rows::windows(men, open, line).four;
            four.is_occupied() && self.can_fill(color, line, rows::gaps(four, men, line))
        })
    }

    /// The empty squares of the wanted windows of a side.
    pub(super) fn row_squares(
        &self,
        color: Color,
        wanted: impl Fn(&Windows<R::Board>) -> Bitboard<R::Board>,
    ) -> Bitboard<R::Board> {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        let squares = |&line| {
            let wanted = wanted(&rows::windows(men, open, line));
            rows::gaps(wanted, men, line).into_iter().fold(Bitboard::EMPTY, |all, gap| all | gap)
        };
        R::ROWS.iter().map(squares).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// The defences of the side to move, more rather than fewer. Against a fifth man
    /// one has to stand on its square or in its way, or to take away a man that it
    /// jumps over; against captures anything may help. A lead has won already, and so
    /// has a row that an SFEN gives to the side to move.
    pub(super) fn defences(&self) -> Defences<R::Board> {
        let side = self.side_to_move();
        let opponent = !side;
        if self.can_win_by_capture(opponent)
            || self.has_winning_lead(opponent)
            || self.has_row(side)
        {
            return Defences { from: !Bitboard::EMPTY, to: !Bitboard::EMPTY };
        }
        let mut from = Bitboard::EMPTY;
        let mut to = self.row_squares(side, |windows| windows.four);
        for fifth in self.row_squares(opponent, |windows| windows.four) {
            from |= rays::neighbours(fifth);
            to |= Bitboard::file(fifth.file()) | Bitboard::rank(fifth.rank());
        }
        Defences { from, to }
    }

    /// True when one of the gaps, by their places in windows of a line, can be
    /// filled from outside its window.
    #[cold]
    fn can_fill(&self, color: Color, line: Direction, gaps: [Bitboard<R::Board>; 5]) -> bool {
        let reach = self.reach(color);
        let any = gaps.into_iter().fold(Bitboard::EMPTY, |any, gap| any | gap);
        let filled = |number: usize| {
            let (slides, jumps) = (reach.slides[number], reach.jumps[number]);
            // Along the row itself, a man from outside slides to its end alone,
            // and jumps to its end or over the last of the four.
            match Direction::ORTHOGONAL[number] {
                ahead if ahead == line => gaps[0] & slides | (gaps[0] | gaps[1]) & jumps,
                back if back == line.opposite() => gaps[4] & slides | (gaps[3] | gaps[4]) & jumps,
                _ => any & (slides | jumps),
            }
        };
        (0..Direction::ORTHOGONAL.len()).any(|number| filled(number).is_occupied())
    }
}
