//! How games of the family are won on the board, and when a win is one move away.

use super::position::HasamiPosition;
use super::rows;
use super::rules::{Areas, HasamiRules};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::Position;

/// Captures of more men at once than this are not looked for ahead of time.
const FORESEEN_CAPTURE: u32 = 3;

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
        let open = Areas::<R>::COUNTING[color.index()] & !self.men(!color);
        R::ROWS.iter().any(|&line| {
            let four = rows::windows(men, open, line).four;
            four.is_occupied() && self.can_fill(color, line, rows::gaps(four, men, line))
        })
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
