//! Reasons why a move is not legal, for messages. Computed only after a move was rejected.

use super::kind::Kind;
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{BitboardOf, DropRules, SquareOf, is_loaded};
use crate::core::bitboard::Bitboard;
use crate::core::position::Position;
use crate::notation::illegal_reason::{IllegalReason, NamedPiece};

impl<R: DropRules> DropPosition<R> {
    /// Returns the reason why an illegal move is not legal.
    pub(super) fn find_illegal_reason(&self, mv: DropMove<R::Geometry>) -> Option<IllegalReason> {
        if self.outcome().is_some() {
            return Some(IllegalReason::GameOver);
        }
        match mv.origin() {
            Origin::Hand(kind) => self.off_board(mv.to()).or_else(|| self.drop_reason(kind, mv)),
            Origin::Board(from) if from == mv.to() => Some(IllegalReason::Pass),
            Origin::Board(from) => [from, mv.to()]
                .into_iter()
                .find_map(|square| self.off_board(square))
                .or_else(|| self.board_move_reason(from, mv)),
        }
    }

    fn off_board(&self, square: SquareOf<R>) -> Option<IllegalReason> {
        let is_on_board = self.table().shape.squares().contains(square);
        (!is_on_board).then(|| IllegalReason::OffBoard(square.into()))
    }

    /// Returns the squares that a piece of the side to move attacks.
    #[inline(never)]
    fn reach(&self, kind: Kind, from: SquareOf<R>, occupied: BitboardOf<R>) -> BitboardOf<R> {
        self.attacks(kind, self.side_to_move(), from, occupied)
    }

    fn name_of(&self, kind: Kind) -> Option<NamedPiece> {
        let piece = self.game().info().piece_name(&self.table().symbol(kind))?;
        Some(NamedPiece { symbol: piece.symbol, name: piece.english })
    }

    fn board_move_reason(
        &self,
        from: SquareOf<R>,
        mv: DropMove<R::Geometry>,
    ) -> Option<IllegalReason> {
        let (us, to) = (self.side_to_move(), mv.to());
        let Some((color, kind)) = self.piece_on(from) else {
            return Some(IllegalReason::NoPiece(from.into()));
        };
        if color != us {
            return Some(IllegalReason::OpponentPiece(from.into()));
        }
        let piece = self.name_of(kind)?;
        let alone = Bitboard::from(from);
        let reaches = |occupied| self.reach(kind, from, occupied).contains(to);
        if !reaches(alone) {
            return Some(IllegalReason::Movement(piece));
        }
        if self.pieces(us).contains(to) {
            return Some(IllegalReason::OwnPiece(to.into()));
        }
        if !reaches(self.occupied()) {
            let others = self.occupied().without(from).without(to);
            let blocks = |&square: &SquareOf<R>| !reaches(alone.with(square));
            let distance = |square: &SquareOf<R>| {
                square.file().abs_diff(from.file()).max(square.rank().abs_diff(from.rank()))
            };
            let nearest = others.into_iter().filter(blocks).min_by_key(distance);
            return Some(IllegalReason::Blocked(nearest.map(Into::into)));
        }
        let (plain, flips) = self.split_by_flip(kind, from, to.into());
        if mv.is_flip() && flips.is_empty() {
            let rule = self.table().kind_rule(kind);
            let in_zone = rule.zone[us.index()].intersects(alone.with(to));
            let turns_elsewhere = rule.flips_always || rule.flips_capturing;
            return Some(if !rule.changes() {
                IllegalReason::NeverTurns(piece)
            } else if in_zone || turns_elsewhere {
                IllegalReason::CannotTurn(piece)
            } else {
                IllegalReason::OutsideZone(piece)
            });
        }
        if !mv.is_flip() && plain.is_empty() {
            return Some(IllegalReason::MustTurn(piece));
        }
        if mv.is_counter_flip() && !self.mark().contains(to) {
            return Some(IllegalReason::CounterFlip(to.into()));
        }
        self.check_reason(mv)
    }

    fn drop_reason(&self, kind: Kind, mv: DropMove<R::Geometry>) -> Option<IllegalReason> {
        let (us, to, table) = (self.side_to_move(), mv.to(), self.table());
        let rule = table.kind_rule(kind);
        if const { is_loaded::<R>() } && !self.may_drop() {
            return Some(IllegalReason::NoDrops);
        }
        if self.hand(us).count(rule.held_as) == 0 {
            return self.name_of(rule.held_as).map(IllegalReason::NotInHand);
        }
        if self.occupied().contains(to) {
            return Some(IllegalReason::Occupied(to.into()));
        }
        let piece = self.name_of(kind)?;
        if rule.cannot_drop[us.index()].contains(to) {
            let is_dead = self.reach(kind, to, to.into()).is_empty();
            return Some(if is_dead {
                IllegalReason::DeadDrop(piece)
            } else {
                IllegalReason::DropSquare(piece, to.into())
            });
        }
        if rule.max_per_file > 0 && self.full_files(kind, rule.max_per_file).contains(to) {
            let (file, most) = (to.file() + 1, rule.max_per_file.into());
            return Some(IllegalReason::FullFile { piece, file, most });
        }
        if const { is_loaded::<R>() } {
            if !table.extra.drop_zone[us.index()].contains(to) {
                return Some(IllegalReason::DropZone(to.into()));
            }
            if !table.extra.drops_may_check && self.drop_checks(kind).contains(to) {
                return Some(IllegalReason::DropChecks);
            }
        }
        self.check_reason(mv).or_else(|| {
            let is_mate = rule.cannot_drop_mate && self.drop_is_mate(kind, to);
            is_mate.then_some(IllegalReason::DropMates(piece))
        })
    }

    /// Returns the reason if a move leaves the own General or King in check.
    fn check_reason(&self, mv: DropMove<R::Geometry>) -> Option<IllegalReason> {
        if const { is_loaded::<R>() } && !self.table().extra.protects_king {
            return None;
        }
        let us = self.side_to_move();
        let next = self.after(mv);
        let attackers = next.attackers(next.king(us), next.occupied(), !us);
        let king = self.name_of(self.king_kind(us))?;
        if let Some(from) = (attackers & self.checkers()).first() {
            return Some(IllegalReason::StaysInCheck { king, from: from.into() });
        }
        attackers.first().map(|from| IllegalReason::ExposesKing { king, from: from.into() })
    }
}
