//! What moves capture, and which moves capture.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{Areas, HasamiRules};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::rays;
use crate::core::square::Square;

/// The men of the side that has moved to `to`, and the enemy's before any of them
/// is taken: the position on which all captures of the move are judged.
#[derive(Clone, Copy, Debug)]
struct Landed<R: HasamiRules> {
    own: Bitboard<R::Board>,
    enemy: Bitboard<R::Board>,
    to: Square<R::Board>,
}

impl<R: HasamiRules> Landed<R> {
    /// All men that fall.
    fn captured(&self) -> Bitboard<R::Board> {
        let mut captured = self.in_custody() | self.cornered();
        if R::EDGE_ENCLOSURE {
            captured |= self.enclosed();
        }
        if R::INTERVENTION {
            captured |= self.parted();
        }
        captured
    }

    /// Unbroken runs between the moved man and another one.
    #[inline]
    fn in_custody(&self) -> Bitboard<R::Board> {
        let after = Bitboard::from_word(R::Board::ALL << self.to.index() as u32);
        let mut captured = Bitboard::EMPTY;
        let blocked = !self.enemy;
        for reach in [rays::file_reach(self.to, blocked), rays::rank_reach(self.to, blocked)] {
            for side in [reach & after, reach & !after] {
                if side.intersects(self.own) {
                    captured |= side & self.enemy;
                }
            }
        }
        captured
    }

    /// A man in a corner with both wings held, one of them by the moved man.
    #[inline]
    fn cornered(&self) -> Bitboard<R::Board> {
        let mut captured = Bitboard::EMPTY;
        for trap in Areas::<R>::TRAPS.into_iter().flatten() {
            let wings = trap.wings[0] | trap.wings[1];
            if wings.contains(self.to) && wings & self.own == wings {
                captured |= trap.corner & self.enemy;
            }
        }
        captured
    }

    /// Groups at the board's edge, next to the moved man, without an empty square
    /// next to them.
    fn enclosed(&self) -> Bitboard<R::Board> {
        let empty = !(self.own | self.enemy);
        let mut captured = Bitboard::EMPTY;
        for square in rays::neighbours(self.to) & self.enemy {
            let group = group(square.into(), self.enemy);
            if group.intersects(Areas::<R>::EDGE) && !group.neighbours().intersects(empty) {
                captured |= group;
            }
        }
        captured
    }

    /// Two men between which the moved man stands.
    #[inline]
    fn parted(&self) -> Bitboard<R::Board> {
        let beside = rays::neighbours(self.to) & self.enemy;
        let file = Bitboard::file(self.to.file());
        let mut captured = Bitboard::EMPTY;
        for pair in [beside & file, beside & !file] {
            if pair.has_many() {
                captured |= pair;
            }
        }
        captured
    }
}

/// The orthogonally connected men around `seed`, one or more of them.
fn group<G: Geometry>(seed: Bitboard<G>, men: Bitboard<G>) -> Bitboard<G> {
    let mut group = seed;
    loop {
        let grown = group | group.neighbours() & men;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

impl<R: HasamiRules> HasamiPosition<R> {
    /// The men that a legal move captures.
    #[inline]
    pub(super) fn captured_by(&self, mv: HasamiMove<R::Board>) -> Bitboard<R::Board> {
        self.captured_by_side(self.side_to_move(), mv)
    }

    #[inline]
    fn captured_by_side(&self, color: Color, mv: HasamiMove<R::Board>) -> Bitboard<R::Board> {
        // Whatever the kind of capture, a man next to the moved one falls.
        if !rays::neighbours(mv.to).intersects(self.men(!color)) {
            return Bitboard::EMPTY;
        }
        let own = self.men(color) ^ (Bitboard::from(mv.from) | Bitboard::from(mv.to));
        Landed::<R> { own, enemy: self.men(!color), to: mv.to }.captured()
    }

    /// The capturing moves that a side would have, were it its turn, each with
    /// the men that it captures.
    #[inline]
    pub(super) fn captures(
        &self,
        color: Color,
    ) -> impl Iterator<Item = (HasamiMove<R::Board>, Bitboard<R::Board>)> {
        self.arrivals(color, self.capture_squares(color))
            .map(move |mv| (mv, self.captured_by_side(color, mv)))
            .filter(|(_, captured)| captured.is_occupied())
    }

    /// True when a side would have a move that captures `men` or more, were it
    /// its turn.
    pub(super) fn can_capture(&self, color: Color, men: u32) -> bool {
        self.captures(color).any(|(_, captured)| captured.count() >= men)
    }

    /// Empty squares among which are all those where a move of the side may
    /// capture. Whether it does, and whether there is such a move, is left open:
    /// a jumping man may itself have been the other end of a sandwich, and a man
    /// may leave a gap in the ring that it closes.
    #[inline]
    pub(super) fn capture_squares(&self, color: Color) -> Bitboard<R::Board> {
        let mut squares = self.cornering_squares(color);
        for direction in Direction::ORTHOGONAL {
            squares |= self.custody_run(color, direction).shifted(direction);
        }
        if R::INTERVENTION {
            squares |= self.parting_squares(color);
        }
        squares &= self.empty();
        if R::EDGE_ENCLOSURE {
            squares |= self.enclosing_squares(color);
        }
        squares
    }

    /// Enemy men in unbroken runs that start, in a direction, behind a man of the
    /// side.
    #[inline(always)]
    pub(super) fn custody_run(&self, color: Color, direction: Direction) -> Bitboard<R::Board> {
        rays::slides(self.men(color), self.men(!color), direction)
    }

    /// Wings of a corner that holds an enemy, the other wing being the side's.
    #[inline]
    pub(super) fn cornering_squares(&self, color: Color) -> Bitboard<R::Board> {
        let mut squares = Bitboard::EMPTY;
        for trap in Areas::<R>::TRAPS.into_iter().flatten() {
            if self.men(!color).intersects(trap.corner) {
                for [wing, other] in [trap.wings, [trap.wings[1], trap.wings[0]]] {
                    if self.men(color).intersects(other) {
                        squares |= wing;
                    }
                }
            }
        }
        squares & self.empty()
    }

    /// Squares right between two enemy men.
    #[inline]
    pub(super) fn parting_squares(&self, color: Color) -> Bitboard<R::Board> {
        let enemy = self.men(!color);
        let beside = |direction| enemy.shifted(direction);
        let squares = beside(Direction::UP) & beside(Direction::DOWN)
            | beside(Direction::LEFT) & beside(Direction::RIGHT);
        squares & self.empty()
    }

    /// The one empty square next to an enemy group at the edge, for each group
    /// that has just one.
    pub(super) fn enclosing_squares(&self, color: Color) -> Bitboard<R::Board> {
        let (enemy, empty) = (self.men(!color), self.empty());
        let mut squares = Bitboard::EMPTY;
        let mut left = enemy & Areas::<R>::EDGE;
        while let Some(square) = left.first() {
            let group = group(square.into(), enemy);
            let liberties = group.neighbours() & empty;
            if !liberties.has_many() {
                squares |= liberties;
            }
            left &= !group;
        }
        squares
    }
}
