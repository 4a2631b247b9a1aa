//! Mate-in-one detection without trying every move.
//!
//! In nearly all such mates, a piece that is protected by another one gives check next to
//! the General or King. A few bitboard operations select the candidate moves, and only
//! these are tried. Mates by distant sliders and by discovered check are not detected.

use crate::core::color::Color;
use crate::core::position::Position;
use crate::games::drop::attacks::{SliderRays, for_each_kind};
use crate::games::drop::kind::Kind;
use crate::games::drop::moves::DropMove;
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DropRules, SquareOf, is_loaded};

/// The enemy General or King and the squares around it.
struct MateTarget<R: DropRules> {
    us: Color,
    king: SquareOf<R>,
    /// Slider lines of the King's square.
    lines: SliderRays<R>,
    /// Adjacent squares that the side to move attacks and does not occupy: the
    /// targets of candidate moves.
    adjacent: BitboardOf<R>,
    /// Adjacent squares to which the King could go, because the side to move does not
    /// attack them yet.
    escapes: BitboardOf<R>,
}

impl<R: DropRules> MateTarget<R> {
    /// Returns the squares from which a piece of the side to move gives check.
    #[inline(always)]
    fn checks_from(&self, kind: Kind) -> BitboardOf<R> {
        self.lines.attacks(kind, !self.us, self.king)
    }
}

impl<R: DropRules> DropPosition<R> {
    /// Returns true if a checkmating move was found. The side to move is not in
    /// check. If false, a mate may still exist.
    pub(in crate::games::drop) fn has_mate_in_one(&self) -> bool {
        let us = self.side_to_move();
        if const { is_loaded::<R>() } && !self.table().wins_by_mate() {
            return false;
        }
        let king = self.king(!us);
        let around = self.tables().leaps[(!us).index()][self.king_kind(!us).index()][king.index()];
        let guarded = self.attacked(around, us, self.occupied().without(king));
        let adjacent = around & guarded & !self.pieces(us);
        if adjacent.is_empty() {
            return false;
        }
        let target = MateTarget {
            us,
            king,
            lines: SliderRays::new(self.game(), king, self.occupied()),
            adjacent,
            escapes: around & !guarded & !self.pieces(!us),
        };
        self.drop_mates(&target) || self.board_move_mates(&target)
    }

    fn drop_mates(&self, target: &MateTarget<R>) -> bool {
        let squares = target.adjacent & !self.occupied();
        if self.hand(target.us).total() == 0 || squares.is_empty() {
            return false;
        }
        let mut mates = false;
        for_each_kind! { R, self.table().kinds(), kind => {
            let held = self.table().kind_rule(kind).held_as;
            if !self.table().is_king(kind)
                && !mates
                && self.hand(target.us).count(held) > 0
            {
                let checking = target.checks_from(kind);
                mates = (squares & checking).into_iter().any(|to| {
                    self.covers_escapes(kind, to, target)
                        && self.is_mate(DropMove::drop(kind, to))
                });
            }
        } }
        mates
    }

    fn board_move_mates(&self, target: &MateTarget<R>) -> bool {
        let occupied = self.occupied();
        target.adjacent.into_iter().any(|to| {
            let attackers = self.attackers(to, occupied, target.us);
            // A second attacker must protect the piece that moves.
            attackers.has_many()
                && attackers.without(self.king(target.us)).into_iter().any(|from| {
                    let kind = self.kind_on(from);
                    let plain = DropMove::board(from, to);
                    let mates = |kind, mv| {
                        target.checks_from(kind).contains(to)
                            && self.covers_escapes(kind, to, target)
                            && self.is_mate(mv)
                    };
                    self.table().kind_rule(kind).changes()
                        && mates(kind.flipped(), plain.flipping())
                        || mates(kind, plain)
                })
        })
    }

    /// Returns true if a piece on a square attacks all remaining escape squares.
    #[inline(always)]
    fn covers_escapes(&self, kind: Kind, to: SquareOf<R>, target: &MateTarget<R>) -> bool {
        let occupied = self.occupied().without(target.king);
        !target.escapes.intersects(!self.attacks(kind, target.us, to, occupied))
    }

    /// Returns true if a move is legal and gives checkmate.
    #[cold]
    fn is_mate(&self, mv: DropMove<R::Geometry>) -> bool {
        self.is_legal(mv) && {
            let mut next = self.clone();
            next.make(mv, &mut ());
            next.in_check() && !next.has_move()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::movelist::MoveList;
    use crate::core::position::All;
    use crate::games::drop::Hajiku;
    use crate::games::drop::Yari;
    use crate::games::drop::moves::Origin;

    /// Counts of positions in random games.
    #[derive(Default)]
    struct MateCounts {
        /// Positions with a mate in one.
        mates: u32,
        /// Positions with a detected mate in one.
        detected: u32,
        /// Positions with a mate by a drop next to the General or King.
        drops: u32,
    }

    /// Plays random games and asserts that each detected mate exists and that no mate
    /// by an adjacent drop is missed.
    fn count_mates<R: DropRules + Default>() -> MateCounts {
        let mut random = fastrand::Rng::with_seed(3);
        let mut counts = MateCounts::default();
        for _ in 0..200 {
            let mut position = R::default().startpos();
            let mut moves = MoveList::new();
            for _ in 0..300 {
                moves.clear();
                position.generate::<All>(&mut moves);
                let Some(&mv) = random.choice(&moves[..]) else { break };
                if !position.in_check() {
                    let king = position.king(!position.side_to_move());
                    let is_adjacent = |to: SquareOf<R>| {
                        king.file().abs_diff(to.file()) <= 1 && king.rank().abs_diff(to.rank()) <= 1
                    };
                    let mates = || moves.iter().filter(|&&mv| position.is_mate(mv));
                    let has_mate = mates().next().is_some();
                    let has_drop_mate = mates()
                        .any(|mv| matches!(mv.origin(), Origin::Hand(_)) && is_adjacent(mv.to()));
                    let detected = position.has_mate_in_one();
                    assert!(has_mate || !detected, "detected mate does not exist: {position:?}");
                    assert!(detected || !has_drop_mate, "drop mate not detected: {position:?}");
                    counts.mates += u32::from(has_mate);
                    counts.detected += u32::from(detected);
                    counts.drops += u32::from(has_drop_mate);
                }
                position.play(mv, &mut ());
            }
        }
        counts
    }

    #[test]
    fn detects_most_mates_in_one_without_false_positives() {
        for MateCounts { mates, detected, drops } in
            [count_mates::<Yari>(), count_mates::<Hajiku>()]
        {
            assert!(mates > 50 && detected * 10 > mates * 6, "{detected} of {mates} detected");
            assert!(drops > 20, "only {drops} mates by drop");
        }
    }
}
