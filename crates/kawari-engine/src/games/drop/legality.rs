//! Legality tests for single moves, such as those from the transposition table.

use super::kind::Kind;
use super::moves::DropMove;
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf};
use crate::core::bitboard::Bitboard;
use crate::core::position::Position;

impl<R: DropRules> DropPosition<R> {
    /// Returns the target squares on which a piece other than the General or King
    /// ends the check: all squares without a check, none in a double check.
    #[inline(always)]
    pub(super) fn evasions(&self) -> BitboardOf<R> {
        let checkers = self.checkers();
        match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => {
                let king = self.king(self.side_to_move());
                checkers | self.tables().between[king.index()][checker.index()]
            }
        }
    }

    /// Returns the squares of `targets` on which the side to move may drop a piece.
    /// All of `targets` are empty.
    #[inline(always)]
    pub(super) fn drop_targets(&self, kind: Kind, targets: BitboardOf<R>) -> BitboardOf<R> {
        let us = self.side_to_move();
        let mut targets =
            targets & !self.table().far_ranks(us, self.table().kind_rule(kind).cannot_drop);
        if kind == Kind::PAWN {
            targets &= !(self.of_kind(Kind::PAWN) & self.pieces(us)).whole_files();
            if !self.table().rules.pawn_drop_mates {
                targets &= !self.mating_pawn_drop(targets);
            }
        }
        targets
    }

    /// Returns the square of `targets` on which a Pawn drop gives checkmate, or an
    /// empty set.
    #[inline(always)]
    fn mating_pawn_drop(&self, targets: BitboardOf<R>) -> BitboardOf<R> {
        let them = !self.side_to_move();
        // A Pawn gives check from the square to which an enemy Pawn on the King's
        // square would step.
        let checking =
            self.tables().leaps[them.index()][Kind::PAWN.index()][self.king(them).index()];
        let drop = checking & targets;
        match drop.first() {
            Some(square) if self.pawn_drop_mates(square) => drop,
            _ => Bitboard::EMPTY,
        }
    }

    #[cold]
    fn pawn_drop_mates(&self, square: SquareOf<R>) -> bool {
        let mut next = self.clone();
        next.make(DropMove::drop(Kind::PAWN, square), &mut ());
        !next.has_move()
    }

    /// Returns true if a drop is legal.
    pub(super) fn is_legal_drop(&self, kind: Kind, to: SquareOf<R>) -> bool {
        if !self.table().can_hold(kind) || self.hand(self.side_to_move()).count(kind) == 0 {
            return false;
        }
        let targets = Bitboard::from(to) & self.evasions() & !self.occupied();
        targets.is_occupied() && self.drop_targets(kind, targets).is_occupied()
    }

    /// Returns true if a board move is legal.
    pub(super) fn is_legal_board_move(&self, from: SquareOf<R>, mv: DropMove<R::Geometry>) -> bool {
        let us = self.side_to_move();
        if !self.pieces(us).contains(from) || self.pieces(us).contains(mv.to()) {
            return false;
        }
        let kind = self.kind_on(from);
        self.attacks(kind, us, from, self.occupied()).contains(mv.to())
            && self.can_change_side(kind, from, mv)
            && (!mv.is_counter_flip() || self.mark().contains(mv.to()))
            && self.leaves_king_safe(kind, from, mv.to())
    }

    /// Returns true if the move's flip, or its lack, is legal for the moved piece.
    fn can_change_side(&self, kind: Kind, from: SquareOf<R>, mv: DropMove<R::Geometry>) -> bool {
        let us = self.side_to_move();
        if mv.is_flip() {
            let zone = self.table().zone(us);
            self.table().kind_rule(kind).flips && (zone.contains(from) || zone.contains(mv.to()))
        } else {
            !self.table().far_ranks(us, self.table().kind_rule(kind).must_promote).contains(mv.to())
        }
    }

    fn leaves_king_safe(&self, kind: Kind, from: SquareOf<R>, to: SquareOf<R>) -> bool {
        let us = self.side_to_move();
        if kind == self.table().king {
            let lifted = self.occupied().without(from);
            // A captured piece need not be removed here: it does not attack the
            // square on which it stands.
            return self.attackers(to, lifted, !us).is_empty();
        }
        if !self.evasions().contains(to) {
            return false;
        }
        let lines = self.tables().lines[self.king(us).index()];
        !lines.contains(from) || self.pins().allowed_squares(from).contains(to)
    }
}
