//! Search heuristics of the drop games: checks, mate in one, SEE, null move.

mod mate_in_one;
mod see;

use super::kind::Kind;
use super::moves::Origin;
use super::position::DropPosition;
use super::rules::{DropRules, is_loaded, kind_indices};
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::score::Score;
use crate::core::tactics::Tactics;

impl<R: DropRules> DropPosition<R> {
    /// Returns the kind of the piece that a move moves or drops, before a flip.
    #[inline(always)]
    fn mover(&self, mv: <Self as Position>::Move) -> Kind {
        match mv.origin() {
            Origin::Hand(kind) => kind,
            Origin::Board(from) => self.kind_on(from),
        }
    }
}

impl<R: DropRules> Tactics for DropPosition<R> {
    #[inline(always)]
    fn piece_to_count(rules: R) -> usize {
        kind_indices(rules) * R::Geometry::SQUARES
    }

    fn board_value(rules: R, kind: Kind) -> Score {
        rules.table().kind_rule(kind).values.board
    }

    fn hand_value(rules: R, kind: Kind) -> Score {
        rules.table().kind_rule(kind).values.hand
    }

    fn margin_percent(rules: R) -> Score {
        rules.info().margin_percent
    }

    fn futility_percent(rules: R) -> Score {
        rules.info().futility_percent
    }

    #[inline]
    fn in_danger(&self) -> bool {
        self.in_check()
    }

    fn has_immediate_win(&self) -> bool {
        if const { is_loaded::<R>() } && !self.table().extra.protects_king {
            return self.can_capture_king();
        }
        self.can_declare() || !self.in_check() && self.has_mate_in_one()
    }

    /// Returns a filter for direct checks; discovered checks are ignored.
    #[inline]
    fn threat_filter(&self) -> impl Fn(Self::Move) -> bool {
        let squares = self.checking_squares();
        move |mv| {
            let mover = self.mover(mv);
            let landed = if mv.is_flip() { mover.flipped() } else { mover };
            squares[landed.index()].contains(mv.to())
        }
    }

    fn null_move(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        // The opponent is not in check in a legal position, so `checkers` stays
        // empty.
        let mut next = self.clone();
        next.set_mark(None);
        next.switch_sides();
        if const { is_loaded::<R>() } && (!self.table().extra.protects_king || next.has_goal()) {
            next.find_checkers();
            return (!next.has_goal()).then_some(next);
        }
        Some(next)
    }

    #[inline]
    fn capture_gain(&self, mv: Self::Move) -> Score {
        self.immediate_gain(mv)
    }

    fn see_ge(&self, mv: Self::Move, threshold: Score) -> bool {
        self.exchange_gains_at_least(mv, threshold)
    }

    #[inline]
    fn piece_to_index(&self, mv: Self::Move) -> usize {
        self.mover(mv).index() * R::Geometry::SQUARES + mv.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::drop::Hajiku;
    use crate::notation::{Notation, read};

    #[test]
    fn null_move_clears_the_counter_flip_mark() {
        let marked: DropPosition<Hajiku> = read("2g3k/3G!3/7/7/7/7/7/7/K6 w P 2");
        let passed = marked.null_move().map(|passed| passed.sfen(3));
        assert_eq!(passed.as_deref(), Some("2g3k/3G3/7/7/7/7/7/7/K6 b P 3"));
    }

    #[test]
    fn piece_values_come_from_the_piece_table() {
        let values = |kind| {
            (DropPosition::board_value(Hajiku, kind), DropPosition::hand_value(Hajiku, kind))
        };
        assert_eq!(values(Kind::PAWN), (100, 115));
        assert_eq!(values(Kind::new(1)), (400, 430));
        assert_eq!(values(Kind::new(1).promoted()), (560, 600));
    }
}
