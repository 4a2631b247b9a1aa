//! Win conditions on the board: five in a row, men captured, lead.

use super::position::HasamiPosition;
use super::rows;
use super::rules::{BitboardOf, HasamiRules, MayHave};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::Position;

impl<R: HasamiRules> HasamiPosition<R> {
    /// Returns the outcome if a goal is reached. The goals of the side that has just
    /// moved come first, then the lead of the side to move. A missing legal move is
    /// not checked here.
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

    /// Returns true if the game is won by rows.
    #[inline(always)]
    pub(super) fn has_rows(&self) -> bool {
        R::MAY_HAVE_ROWS && !self.table().rules.rows.is_empty()
    }

    /// Returns true if a side has five in a row.
    #[inline]
    pub(super) fn has_row(&self, color: Color) -> bool {
        let men = self.counting_men(color);
        R::MAY_HAVE_ROWS && self.table().rules.rows.iter().any(|&line| rows::has_five(men, line))
    }

    /// Returns the men of a side that are part of a row of five or more.
    pub(super) fn men_in_rows(&self, color: Color) -> BitboardOf<R> {
        let men = self.counting_men(color);
        self.table()
            .rules
            .rows
            .iter()
            .fold(Bitboard::EMPTY, |found, &line| found | rows::in_fives(men, line))
    }

    /// Returns the men of a side on squares that count for five in a row.
    #[inline]
    pub(super) fn counting_men(&self, color: Color) -> BitboardOf<R> {
        self.men(color) & self.table().counting[color.index()]
    }

    /// Returns the squares that count for a side's five in a row and hold no enemy man.
    #[inline]
    pub(super) fn open_squares(&self, color: Color) -> BitboardOf<R> {
        self.table().counting[color.index()] & !self.men(!color)
    }

    #[inline]
    fn has_lost_its_men(&self, color: Color) -> bool {
        self.table().rules.losing_men.is_some_and(|men| self.men(color).count() <= men)
    }

    #[inline]
    pub(super) fn has_winning_lead(&self, color: Color) -> bool {
        self.table()
            .rules
            .winning_lead
            .is_some_and(|lead| self.men(color).count() >= self.men(!color).count() + lead)
    }
}
