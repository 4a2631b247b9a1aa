//! Checkmate in one move, seen without trying every move.
//!
//! Nearly all such mates are given next to the General or King by a piece that
//! another one supports: a few set operations tell which moves may be one, and
//! only those are tried. Mates from afar and by discovered check are left to the
//! search.

use crate::core::color::Color;
use crate::core::position::Position;
use crate::games::drop::attacks::{SliderRays, for_each_kind};
use crate::games::drop::kind::Kind;
use crate::games::drop::moves::DropMove;
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DerivedRules, DropRules, SquareOf};

/// The enemy General or King and what is needed to mate it.
struct MateTarget<R: DropRules> {
    us: Color,
    king: SquareOf<R>,
    /// The lines of its square.
    lines: SliderRays<R>,
    /// The squares next to it where the side to move may land.
    adjacent: BitboardOf<R>,
    /// The squares to which it could still go, were it attacked where it stands: those
    /// that the side to move does not attack yet.
    escapes: BitboardOf<R>,
}

impl<R: DropRules> MateTarget<R> {
    /// The squares from which a piece of the side to move would give check.
    #[inline(always)]
    fn checks_from(&self, kind: Kind) -> BitboardOf<R> {
        self.lines.attacks(kind, !self.us, self.king)
    }
}

impl<R: DropRules> DropPosition<R> {
    /// True when the side to move, not in check, is seen to have a move that
    /// gives checkmate.
    pub(in crate::games::drop) fn has_mate_in_one(&self) -> bool {
        let us = self.side_to_move();
        let king = self.king(!us);
        let around = R::tables().leaps[(!us).index()][R::KING.index()][king.index()];
        let guarded = self.attacked(us, self.occupied().without(king));
        let adjacent = around & guarded & !self.pieces(us);
        if adjacent.is_empty() {
            return false;
        }
        let target = MateTarget {
            us,
            king,
            lines: SliderRays::new(king, self.occupied()),
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
        for_each_kind! { R, KIND => {
            if const { KIND.index() != R::KING.index() }
                && !mates
                && self.hand(target.us).count(KIND) > 0
            {
                let checking = target.checks_from(KIND);
                mates = (squares & checking).into_iter().any(|to| {
                    self.covers(KIND, to, target)
                        && self.is_mate(DropMove::drop(KIND, to))
                });
            }
        } }
        mates
    }

    fn board_move_mates(&self, target: &MateTarget<R>) -> bool {
        let occupied = self.occupied();
        target.adjacent.into_iter().any(|to| {
            let attackers = self.attackers(to, occupied, target.us);
            // The piece that moves has to be supported by another.
            attackers.has_many()
                && attackers.without(self.king(target.us)).into_iter().any(|from| {
                    let kind = self.kind_on(from);
                    let plain = DropMove::board(from, to);
                    let mates = |kind, mv| {
                        target.checks_from(kind).contains(to)
                            && self.covers(kind, to, target)
                            && self.is_mate(mv)
                    };
                    R::kind_rule(kind).flips && mates(kind.flipped(), plain.flipping())
                        || mates(kind, plain)
                })
        })
    }

    /// True when a piece on a square leaves no way out that is not attacked.
    #[inline(always)]
    fn covers(&self, kind: Kind, to: SquareOf<R>, target: &MateTarget<R>) -> bool {
        let occupied = self.occupied().without(target.king);
        !target.escapes.intersects(!self.attacks(kind, target.us, to, occupied))
    }

    /// True when a move is legal and gives checkmate.
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

    /// What random games show.
    #[derive(Default)]
    struct Shown {
        /// Positions with a mate in one, and those of them in which it was seen.
        mates: u32,
        seen: u32,
        /// Positions with a mate by a drop next to the General or King.
        drops: u32,
    }

    /// Plays random games: what is seen is a mate, and no drop is missed.
    fn shown<R: DropRules>() -> Shown {
        let mut random = fastrand::Rng::with_seed(3);
        let mut shown = Shown::default();
        for _ in 0..200 {
            let mut position = DropPosition::<R>::startpos();
            let mut moves = MoveList::new();
            for _ in 0..300 {
                moves.clear();
                position.generate::<All>(&mut moves);
                let Some(&mv) = random.choice(&moves[..]) else { break };
                if !position.in_check() {
                    let king = position.king(!position.side_to_move());
                    let is_beside = |to: SquareOf<R>| {
                        king.file().abs_diff(to.file()) <= 1 && king.rank().abs_diff(to.rank()) <= 1
                    };
                    let mates = || moves.iter().filter(|&&mv| position.is_mate(mv));
                    let mated = mates().next().is_some();
                    let by_drop = mates()
                        .any(|mv| matches!(mv.origin(), Origin::Hand(_)) && is_beside(mv.to()));
                    let claimed = position.has_mate_in_one();
                    assert!(mated || !claimed, "no mate: {position:?}");
                    assert!(claimed || !by_drop, "a drop mates: {position:?}");
                    shown.mates += u32::from(mated);
                    shown.seen += u32::from(claimed);
                    shown.drops += u32::from(by_drop);
                }
                position.play(mv, &mut ());
            }
        }
        shown
    }

    #[test]
    fn most_mates_in_one_are_seen_and_no_others() {
        for Shown { mates, seen, drops } in [shown::<Yari>(), shown::<Hajiku>()] {
            assert!(mates > 50 && seen * 10 > mates * 6, "{seen} of {mates}");
            assert!(drops > 20, "{drops} by drops");
        }
    }
}
