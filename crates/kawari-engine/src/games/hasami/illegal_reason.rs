//! Reasons why a move is not legal, for messages. Computed only after a move was rejected.

use kawari_rules::{BetweenEnemies, Side};

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{HasamiRules, SquareOf};
use crate::core::position::Position;
use crate::core::square::Square;
use crate::notation::illegal_reason::IllegalReason;

impl<R: HasamiRules> HasamiPosition<R> {
    /// Returns the reason why an illegal move is not legal.
    pub(super) fn find_illegal_reason(&self, mv: HasamiMove<R::Geometry>) -> Option<IllegalReason> {
        let HasamiMove { from, to } = mv;
        let us = self.side_to_move();
        if self.outcome().is_some() {
            return Some(IllegalReason::GameOver);
        }
        if mv.is_pass() {
            return Some(IllegalReason::Pass);
        }
        let squares = self.table().shape.squares();
        if let Some(square) = [from, to].into_iter().find(|&square| !squares.contains(square)) {
            return Some(IllegalReason::OffBoard(square.into()));
        }
        if self.men(!us).contains(from) {
            return Some(IllegalReason::OpponentPiece(from.into()));
        }
        if !self.men(us).contains(from) {
            return Some(IllegalReason::NoPiece(from.into()));
        }
        let is_occupied = self.occupied().contains(to);
        self.direction_reason(from, to)
            .or_else(|| is_occupied.then(|| IllegalReason::Occupied(to.into())))
            .or_else(|| self.path_reason(from, to))
            .or_else(|| self.house_reason(from, to))
            .or_else(|| self.between_enemies_reason(mv))
    }

    /// Returns the reason if no man moves in the direction from a square to another.
    fn direction_reason(&self, from: SquareOf<R>, to: SquareOf<R>) -> Option<IllegalReason> {
        let files = from.file().abs_diff(to.file());
        let ranks = from.rank().abs_diff(to.rank());
        let steps_diagonally = self.table().rules.diagonal > 0;
        if files == 0 || ranks == 0 || files == ranks && steps_diagonally {
            None
        } else if steps_diagonally {
            Some(IllegalReason::NotStraight)
        } else {
            Some(IllegalReason::NotOrthogonal)
        }
    }

    /// Returns the reason if a man cannot slide, step or jump from a square to an empty one in a
    /// direction in which men move.
    fn path_reason(&self, from: SquareOf<R>, to: SquareOf<R>) -> Option<IllegalReason> {
        let (us, occupied) = (self.side_to_move(), self.occupied());
        let rules = &self.table().rules;
        let files = to.file() as isize - from.file() as isize;
        let ranks = to.rank() as isize - from.rank() as isize;
        let is_diagonal = files.abs() == ranks.abs();
        let steps = files.unsigned_abs().max(ranks.unsigned_abs());
        let at = |step: usize| {
            let coordinate =
                |start: usize, way: isize| start.wrapping_add_signed(way.signum() * step as isize);
            Square::new(coordinate(from.file(), files), coordinate(from.rank(), ranks))
        };
        let between = || (1..steps).map(at);
        let blocked = between().find(|&square| occupied.contains(square));
        let Some(blocked) = blocked else {
            let limit = if is_diagonal { Some(rules.diagonal) } else { rules.slide };
            return limit.filter(|&most| steps > most).map(IllegalReason::TooFar);
        };
        let is_line_of_men = between().all(|square| occupied.contains(square));
        if is_diagonal || rules.jump == 0 || !is_line_of_men {
            return Some(IllegalReason::Blocked(Some(blocked.into())));
        }
        if steps - 1 > rules.jump {
            return Some(IllegalReason::LongJump(rules.jump));
        }
        let jumpable = match rules.jump_over {
            Side::Own => self.men(us),
            Side::Enemy => self.men(!us),
            Side::Either => occupied,
        };
        let jumped = between().find(|&square| !jumpable.contains(square))?;
        Some(IllegalReason::JumpedMan(jumped.into()))
    }

    fn house_reason(&self, from: SquareOf<R>, to: SquareOf<R>) -> Option<IllegalReason> {
        let (us, table) = (self.side_to_move(), self.table());
        let [own, opponent] = [us, !us].map(|color| table.homes[color.index()]);
        if !table.rules.houses {
            None
        } else if opponent.contains(to) {
            Some(IllegalReason::OpponentHouse)
        } else if own.contains(to) && !own.contains(from) {
            Some(IllegalReason::OwnHouse)
        } else {
            None
        }
    }

    fn between_enemies_reason(&self, mv: HasamiMove<R::Geometry>) -> Option<IllegalReason> {
        let us = self.side_to_move();
        let is_illegal = self.table().rules.between_enemies == BetweenEnemies::IllegalUnlessCapture
            && self.is_between_enemies(us, mv.to)
            && !self.may_stand(us, mv);
        is_illegal.then_some(IllegalReason::BetweenEnemies)
    }
}
