//! Win conditions on the board: rows, men captured, lead, a rank reached.

use kawari_rules::LeadWhen;

use super::position::HasamiPosition;
use super::rows::{self, Windows};
use super::rules::{BitboardOf, HasamiRules, MayHave};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::Position;

impl<R: HasamiRules> HasamiPosition<R> {
    /// Returns the outcome if a goal is reached. The goals of the side that has just
    /// moved come first, then the lead of the side to move. A missing legal move is
    /// not checked here.
    #[inline]
    pub(super) fn goal_reached(&self) -> Option<Outcome> {
        if !self.is_plain() {
            return self.any_goal_reached();
        }
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

    /// Returns true if the rules are such as in the built-in games.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        !R::IS_LOADED || self.table().is_plain
    }

    /// Returns the outcome of the first goal that is reached: a row, men left, men captured, a
    /// lead, a rank. Of two sides that reach the same goal, the one that has just moved wins.
    #[cold]
    fn any_goal_reached(&self) -> Option<Outcome> {
        let (side, mover) = (self.side_to_move(), !self.side_to_move());
        let (table, rules) = (self.table(), &self.table().rules);
        let win = |color, reason| Some(Outcome::Win(color, reason));
        if self.has_row(mover) {
            let is_five = rules.row_length == 5;
            return win(mover, if is_five { Reason::FiveInARow } else { Reason::Row });
        }
        let count = |color: Color| self.men(color).count();
        let is_down_to =
            |color: Color, men: Option<u32>| men.is_some_and(|men| count(color) <= men);
        let captured = |color: Color| {
            rules.men_captured.and_then(|men| rules.men[color.index()].checked_sub(men))
        };
        let sides = [mover, side];
        let by_men_left = |&color: &Color| is_down_to(!color, rules.losing_men);
        let by_captures = |&color: &Color| is_down_to(!color, captured(!color));
        let winner = sides.into_iter().find(by_men_left);
        if let Some(winner) = winner.or_else(|| sides.into_iter().find(by_captures)) {
            return win(winner, Reason::MenCaptured);
        }
        let leaders: &[Color] = match rules.lead_when {
            LeadWhen::Now => &[mover, side],
            LeadWhen::TurnStart => &[side],
        };
        if let Some(&leader) = leaders.iter().find(|&&color| self.has_winning_lead(color)) {
            return win(leader, Reason::Lead);
        }
        if self.men(mover).intersects(table.far_ranks[mover.index()]) {
            return win(mover, Reason::RankReached);
        }
        None
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
        let rules = &self.table().rules;
        if !self.is_plain() {
            return rules.rows.iter().any(|&line| self.rows_in_line(men, line).is_occupied());
        }
        R::MAY_HAVE_ROWS && rules.rows.iter().any(|&line| rows::has_five(men, line))
    }

    /// Returns the men of a side that are part of a row of five or more.
    pub(super) fn men_in_rows(&self, color: Color) -> BitboardOf<R> {
        let men = self.counting_men(color);
        let rows = self.table().rules.rows.iter();
        rows.fold(Bitboard::EMPTY, |found, &line| found | self.rows_in_line(men, line))
    }

    /// Returns the men of winning rows in a line.
    fn rows_in_line(&self, men: BitboardOf<R>, line: Direction) -> BitboardOf<R> {
        let rules = &self.table().rules;
        rows::in_rows(men, line, rules.row_length, rules.row_exact)
    }

    /// Groups the windows in a line without an enemy man by the number of missing men.
    /// `men` are the counting men of a side, and `open` its open squares.
    #[inline(always)]
    pub(super) fn windows(
        &self,
        men: BitboardOf<R>,
        open: BitboardOf<R>,
        line: Direction,
    ) -> Windows<R::Geometry> {
        if self.is_plain() {
            rows::windows(men, open, line)
        } else {
            rows::windows_of(men, open, line, self.table().rules.row_length)
        }
    }

    /// Returns the empty squares of windows without an enemy man.
    #[inline(always)]
    pub(super) fn gaps(
        &self,
        windows: BitboardOf<R>,
        men: BitboardOf<R>,
        line: Direction,
    ) -> BitboardOf<R> {
        if self.is_plain() {
            rows::gaps(windows, men, line)
        } else {
            rows::squares_of_any(windows, line, self.table().rules.row_length) & !men
        }
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
        self.table().losing[color.index()].is_some_and(|men| self.men(color).count() <= men)
    }

    #[inline]
    pub(super) fn has_winning_lead(&self, color: Color) -> bool {
        self.table()
            .rules
            .winning_lead
            .is_some_and(|lead| self.men(color).count() >= self.men(!color).count() + lead)
    }
}
