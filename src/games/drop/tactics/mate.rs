//! Checkmate in one move, seen without trying every move.
//!
//! Nearly all such mates are given next to the General or King by a piece that
//! another one supports: a few set operations tell which moves may be one, and
//! only those are tried. Mates from afar and by discovered check are left to the
//! search.

use crate::core::color::Color;
use crate::core::position::Position;
use crate::games::drop::attacks::{OpenLines, for_each_kind};
use crate::games::drop::kind::Kind;
use crate::games::drop::moves::DropMove;
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{BitboardOf, DerivedRules, DropRules, SquareOf};

/// The enemy General or King and what is needed to mate it.
struct MateTarget<R: DropRules> {
    us: Color,
    king: SquareOf<R>,
    /// The lines of its square.
    lines: OpenLines<R>,
    /// The squares next to it where the side to move may land.
    beside: BitboardOf<R>,
    /// The squares to which it could still go, were it attacked where it stands.
    escapes: BitboardOf<R>,
    /// The squares that the side to move attacks.
    guarded: BitboardOf<R>,
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
    pub(in crate::games::drop) fn mates_at_once(&self) -> bool {
        let us = self.side_to_move();
        let king = self.king(!us);
        let around = R::tables().leaps[(!us).index()][R::KING.index()][king.index()];
        let guarded = self.attacked(us, self.occupied().without(king));
        let beside = around & guarded & !self.pieces(us);
        if beside.is_empty() {
            return false;
        }
        let target = MateTarget {
            us,
            king,
            lines: OpenLines::new(king, self.occupied()),
            beside,
            escapes: around & !guarded & !self.pieces(!us),
            guarded,
        };
        self.drop_mates(&target) || self.board_move_mates(&target)
    }

    fn drop_mates(&self, target: &MateTarget<R>) -> bool {
        let squares = target.beside & !self.occupied();
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
        target.beside.into_iter().any(|to| {
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
                    R::law(kind).flips && mates(kind.flipped(), plain.flipping())
                        || mates(kind, plain)
                })
        })
    }

    /// True when a piece on a square leaves no way out that is not attacked.
    #[inline(always)]
    fn covers(&self, kind: Kind, to: SquareOf<R>, target: &MateTarget<R>) -> bool {
        let occupied = self.occupied().without(target.king);
        let covered = self.attacks(kind, target.us, to, occupied).with(to) | target.guarded;
        !target.escapes.intersects(!covered)
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

    /// Plays random games and returns how many positions with a mate in one were
    /// met, and in how many of them it was seen.
    fn mates_met_and_seen<R: DropRules>() -> (u32, u32) {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut met, mut seen) = (0, 0);
        for _ in 0..200 {
            let mut position = DropPosition::<R>::startpos();
            let mut moves = MoveList::new();
            for _ in 0..300 {
                moves.clear();
                position.generate::<All>(&mut moves);
                let Some(&mv) = random.choice(&moves[..]) else { break };
                if !position.in_check() {
                    let mated = moves.iter().any(|&mv| position.is_mate(mv));
                    let claimed = position.mates_at_once();
                    assert!(mated || !claimed, "no mate: {position:?}");
                    met += u32::from(mated);
                    seen += u32::from(claimed);
                }
                position.play(mv, &mut ());
            }
        }
        (met, seen)
    }

    #[test]
    fn most_mates_in_one_are_seen_and_no_others() {
        for (met, seen) in [mates_met_and_seen::<Yari>(), mates_met_and_seen::<Hajiku>()] {
            assert!(met > 50 && seen * 10 > met * 6, "{seen} of {met}");
        }
    }
}
