//! Legality tests for single moves, such as those from the transposition table.

use super::kind::Kind;
use super::moves::DropMove;
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf, is_loaded};
use crate::core::bitboard::Bitboard;
use crate::core::position::Position;

impl<R: DropRules> DropPosition<R> {
    /// Returns the target squares on which a piece other than the General or King
    /// ends the check: all squares without a check, none in a double check.
    #[inline(always)]
    pub(super) fn evasions(&self) -> BitboardOf<R> {
        let checkers = self.checkers();
        if !self.table().has_pins() {
            return Bitboard::ALL;
        }
        match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => {
                let king = self.king(self.side_to_move());
                if const { is_loaded::<R>() } {
                    // A leap passes over the squares between.
                    let (kind, them) = (self.kind_on(checker), !self.side_to_move());
                    let leaps = self.tables().leaps[them.index()][kind.index()][checker.index()];
                    if leaps.contains(king) {
                        return checkers;
                    }
                }
                checkers | self.tables().between[king.index()][checker.index()]
            }
        }
    }

    /// Returns the squares of `targets` on which the side to move may drop a piece.
    /// All of `targets` are empty.
    #[inline(always)]
    pub(super) fn drop_targets(&self, kind: Kind, targets: BitboardOf<R>) -> BitboardOf<R> {
        let us = self.side_to_move();
        let rule = self.table().kind_rule(kind);
        let mut targets = targets & !rule.cannot_drop[us.index()];
        if rule.max_per_file > 0 {
            targets &= !self.full_files(kind, rule.max_per_file);
        }
        if const { is_loaded::<R>() } {
            targets &= self.table().extra.drop_zone[us.index()] & self.table().shape.squares();
            if !self.table().extra.drops_may_check {
                targets &= !self.drop_checks(kind);
            }
            if self.tests_each_move() && self.in_check() {
                targets = self.safe_targets(None, targets);
            }
        }
        if rule.cannot_drop_mate {
            targets &= !self.mating_drops(kind, targets);
        }
        targets
    }

    /// Returns the files on which the side to move has `most` or more pieces of a kind.
    #[inline(always)]
    pub(super) fn full_files(&self, kind: Kind, most: u8) -> BitboardOf<R> {
        let pieces = self.of_kind(kind) & self.pieces(self.side_to_move());
        if const { !is_loaded::<R>() } || most == 1 {
            return pieces.whole_files();
        }
        let is_full = |&file: &usize| (pieces & Bitboard::file(file)).count() >= u32::from(most);
        let files = (0..self.table().shape.files()).filter(is_full);
        files.fold(Bitboard::EMPTY, |full, file| full | Bitboard::file(file))
    }

    /// Returns the squares from which a dropped piece gives check.
    #[inline(always)]
    pub(super) fn drop_checks(&self, kind: Kind) -> BitboardOf<R> {
        let them = !self.side_to_move();
        if const { is_loaded::<R>() } {
            if !self.table().extra.has_king {
                return Bitboard::EMPTY;
            }
            let king = self.king(them);
            if self.table().has_irregular_moves() {
                let attacks = |from| {
                    self.attacks(kind, !them, from, self.occupied().with(from)).contains(king)
                };
                let empty = self.table().shape.squares() & !self.occupied();
                return empty.into_iter().filter(|&from| attacks(from)).collect();
            }
            return self.attacks(kind, them, king, self.occupied());
        }
        // A Pawn gives check from the square to which an enemy Pawn on the King's
        // square would step.
        self.tables().leaps[them.index()][kind.index()][self.king(them).index()]
    }

    /// Returns the squares of `targets` on which a drop gives checkmate.
    #[inline(always)]
    fn mating_drops(&self, kind: Kind, targets: BitboardOf<R>) -> BitboardOf<R> {
        let drops = self.drop_checks(kind) & targets;
        if const { is_loaded::<R>() } {
            return drops.into_iter().filter(|&square| self.drop_is_mate(kind, square)).collect();
        }
        match drops.first() {
            Some(square) if self.drop_is_mate(kind, square) => drops,
            _ => Bitboard::EMPTY,
        }
    }

    #[cold]
    pub(super) fn drop_is_mate(&self, kind: Kind, square: SquareOf<R>) -> bool {
        self.after(DropMove::drop(kind, square)).count_moves_without_goal() == 0
    }

    /// Returns the position after a move, which may leave the King in check or be a drop that is
    /// not allowed.
    #[cold]
    #[inline(never)]
    pub(super) fn after(&self, mv: DropMove<R::Geometry>) -> Self {
        let mut next = self.clone();
        next.make(mv, &mut ());
        next
    }

    /// Returns true if a drop is legal.
    pub(super) fn is_legal_drop(&self, kind: Kind, to: SquareOf<R>) -> bool {
        let table = self.table();
        let held = table.kind_rule(kind).held_as;
        if !table.exists(kind)
            || !table.can_hold(held)
            || self.hand(self.side_to_move()).count(held) == 0
        {
            return false;
        }
        if const { is_loaded::<R>() } && (!self.may_drop() || self.has_goal()) {
            return false;
        }
        let targets = Bitboard::from(to) & self.evasions() & !self.occupied();
        targets.is_occupied() && self.drop_targets(kind, targets).is_occupied()
    }

    /// Returns true if a board move is legal.
    pub(super) fn is_legal_board_move(&self, from: SquareOf<R>, mv: DropMove<R::Geometry>) -> bool {
        let us = self.side_to_move();
        if const { is_loaded::<R>() } && self.has_goal() {
            return false;
        }
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
        let (plain, flips) = self.split_by_flip(kind, from, Bitboard::from(mv.to()));
        (if mv.is_flip() { flips } else { plain }).is_occupied()
    }

    /// Returns the targets that a piece of the side to move can reach without a flip, and those
    /// with a flip.
    #[inline(always)]
    pub(super) fn split_by_flip(
        &self,
        kind: Kind,
        from: SquareOf<R>,
        targets: BitboardOf<R>,
    ) -> (BitboardOf<R>, BitboardOf<R>) {
        let us = self.side_to_move();
        let rule = self.table().kind_rule(kind);
        let mut flips = Bitboard::EMPTY;
        if rule.flips {
            let zone = rule.zone[us.index()];
            flips = targets & if zone.contains(from) { Bitboard::ALL } else { zone };
        }
        let mut forced = targets & rule.must_promote[us.index()];
        if const { is_loaded::<R>() } && rule.has_other_flips {
            if rule.must_flip {
                forced |= flips;
            } else {
                flips &= !rule.keeps_side_on[us.index()];
            }
            if rule.flips_always {
                forced = targets;
            }
            if rule.flips_capturing {
                forced |= targets & self.pieces(!us);
            }
            flips |= forced;
        }
        (targets & !forced, flips)
    }

    fn leaves_king_safe(&self, kind: Kind, from: SquareOf<R>, to: SquareOf<R>) -> bool {
        let us = self.side_to_move();
        if const { is_loaded::<R>() } && !self.table().extra.protects_king {
            return true;
        }
        if self.table().is_king(kind) {
            let lifted = self.occupied().without(from);
            // A captured piece need not be removed here: it does not attack the
            // square on which it stands.
            return self.attackers(to, lifted, !us).is_empty();
        }
        if self.tests_each_move() {
            return self.safe_targets(Some(from), Bitboard::from(to)).is_occupied();
        }
        if !self.evasions().contains(to) {
            return false;
        }
        let lines = self.tables().lines[self.king(us).index()];
        !lines.contains(from) || self.pins().allowed_squares(from).contains(to)
    }
}
