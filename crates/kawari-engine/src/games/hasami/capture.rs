//! What moves capture, and which moves capture.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, DerivedRules, HasamiRules, SquareOf};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::rays;

/// The men of the side that has moved to `to`, and the enemy's before any of them
/// is taken: the position on which all captures of the move are judged.
#[derive(Clone, Copy, Debug)]
struct CaptureContext<R: HasamiRules> {
    own: BitboardOf<R>,
    enemy: BitboardOf<R>,
    to: SquareOf<R>,
}

impl<R: HasamiRules> CaptureContext<R> {
    /// All men that fall.
    fn captured(&self) -> BitboardOf<R> {
        let mut captured = self.in_custody() | self.cornered();
        if R::EDGE_ENCLOSURE {
            captured |= self.enclosed();
        }
        if R::INTERVENTION {
            captured |= self.intervened();
        }
        captured
    }

    /// Unbroken runs between the moved man and another one.
    #[inline]
    fn in_custody(&self) -> BitboardOf<R> {
        let (file, rank) = (self.to.file(), self.to.rank());
        let along_file =
            custody_captures(rank, self.own.file_bits(file), self.enemy.file_bits(file));
        let across = custody_captures(
            file,
            rays::rank_bits(self.own, rank),
            rays::rank_bits(self.enemy, rank),
        );
        Bitboard::from_file_bits(file, along_file) | rays::from_rank_bits(rank, across)
    }

    /// A man in a corner with both wings held, one of them by the moved man.
    #[inline]
    fn cornered(&self) -> BitboardOf<R> {
        let trapped = self.enemy & R::TRAPS;
        if trapped.is_empty() {
            return Bitboard::EMPTY;
        }
        let [upright, level] = wing_men::<R>(self.own);
        let [moved_upright, moved_level] = wing_men::<R>(self.to.into());
        trapped & upright & level & (moved_upright | moved_level)
    }

    /// Groups at the board's edge, next to the moved man, without an empty square
    /// next to them.
    fn enclosed(&self) -> BitboardOf<R> {
        let empty = !(self.own | self.enemy);
        let mut captured = Bitboard::EMPTY;
        for square in rays::neighbours(self.to) & self.enemy {
            let group = group(square.into(), self.enemy);
            if group.intersects(R::EDGE) && !group.neighbours().intersects(empty) {
                captured |= group;
            }
        }
        captured
    }

    /// Two men between which the moved man stands.
    #[inline]
    fn intervened(&self) -> BitboardOf<R> {
        let adjacent = rays::neighbours(self.to) & self.enemy;
        let file = Bitboard::file(self.to.file());
        let mut captured = Bitboard::EMPTY;
        for pair in [adjacent & file, adjacent & !file] {
            if pair.has_many() {
                captured |= pair;
            }
        }
        captured
    }
}

/// The enemies in a line, as bits, between the man on `cell` and another one.
#[inline]
fn custody_captures(cell: usize, own: u16, enemy: u16) -> u16 {
    // A slider that passes enemies and nothing else comes as far as this.
    let reach = rays::line_reach(cell, !enemy);
    let below = reach & ((1 << cell) - 1);
    [below, reach ^ below]
        .into_iter()
        .filter(|side| side & own != 0)
        .fold(0, |captured, side| captured | side & enemy)
}

/// The squares that have one of the men next to them on their file, and those
/// that have one on their rank, where men trap others in corners.
#[inline]
fn wing_men<R: HasamiRules>(men: BitboardOf<R>) -> [BitboardOf<R>; 2] {
    let men = R::TRAPPING.map_or(Bitboard::EMPTY, |area| men & area);
    [along_files(men), sideways(men)]
}

/// The squares next to a set on its files.
#[inline]
fn along_files<G: Geometry>(set: Bitboard<G>) -> Bitboard<G> {
    set.shifted(Direction::UP) | set.shifted(Direction::DOWN)
}

/// The squares next to a set on its ranks.
#[inline]
fn sideways<G: Geometry>(set: Bitboard<G>) -> Bitboard<G> {
    set.shifted(Direction::LEFT) | set.shifted(Direction::RIGHT)
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
    pub(super) fn captured_by(&self, mv: HasamiMove<R::Geometry>) -> BitboardOf<R> {
        self.captured_by_side(self.side_to_move(), mv)
    }

    #[inline]
    fn captured_by_side(&self, color: Color, mv: HasamiMove<R::Geometry>) -> BitboardOf<R> {
        // Whatever the kind of capture, a man next to the moved one falls.
        if !rays::neighbours(mv.to).intersects(self.men(!color)) {
            return Bitboard::EMPTY;
        }
        let own = self.men(color) ^ (Bitboard::from(mv.from) | Bitboard::from(mv.to));
        CaptureContext::<R> { own, enemy: self.men(!color), to: mv.to }.captured()
    }

    /// True when a man of the side on `to` would have captured something by going there.
    #[inline]
    pub(super) fn would_capture_at(&self, color: Color, to: SquareOf<R>) -> bool {
        rays::neighbours(to).intersects(self.men(!color))
            && CaptureContext::<R> { own: self.men(color), enemy: self.men(!color), to }
                .captured()
                .is_occupied()
    }

    /// The men that a side would have in custody with one more man on a square.
    #[inline]
    pub(super) fn custody_from(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        CaptureContext::<R> { own: self.men(color), enemy: self.men(!color), to }.in_custody()
    }

    /// The capturing moves that a side would have, were it its turn, each with
    /// the men that it captures.
    #[inline]
    pub(super) fn captures(
        &self,
        color: Color,
    ) -> impl Iterator<Item = (HasamiMove<R::Geometry>, BitboardOf<R>)> {
        self.arrivals(color, self.capture_squares(color))
            .map(move |mv| (mv, self.captured_by_side(color, mv)))
            .filter(|(_, captured)| captured.is_occupied())
    }

    /// Empty squares among which are all those where a move of the side may
    /// capture. Whether it does, and whether there is such a move, is left open:
    /// a jumping man may itself have been the other end of a sandwich, and a man
    /// may leave a gap in the ring that it closes.
    #[inline]
    pub(super) fn capture_squares(&self, color: Color) -> BitboardOf<R> {
        let mut squares = self.cornering_squares(color);
        for direction in Direction::ORTHOGONAL {
            squares |= self.custody_run(color, direction).shifted(direction);
        }
        if R::INTERVENTION {
            squares |= self.intervention_squares(color);
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
    pub(super) fn custody_run(&self, color: Color, direction: Direction) -> BitboardOf<R> {
        let enemy = self.men(!color);
        let mut front = self.men(color).shifted(direction) & enemy;
        let mut run = front;
        // Men seldom stand side by side, let alone three in a line.
        while front.is_occupied() {
            front = front.shifted(direction) & enemy;
            run |= front;
        }
        run
    }

    /// Wings of a corner that holds an enemy, the other wing being the side's.
    #[inline]
    pub(super) fn cornering_squares(&self, color: Color) -> BitboardOf<R> {
        let trapped = self.men(!color) & R::TRAPS;
        let (false, Some(area)) = (trapped.is_empty(), R::TRAPPING) else {
            return Bitboard::EMPTY;
        };
        let [upright, level] = wing_men::<R>(self.men(color));
        (sideways(trapped & upright) | along_files(trapped & level)) & area & self.empty()
    }

    /// Squares right between two enemy men.
    #[inline]
    pub(super) fn intervention_squares(&self, color: Color) -> BitboardOf<R> {
        let enemy = self.men(!color);
        let adjacent = |direction| enemy.shifted(direction);
        let squares = adjacent(Direction::UP) & adjacent(Direction::DOWN)
            | adjacent(Direction::LEFT) & adjacent(Direction::RIGHT);
        squares & self.empty()
    }

    /// The one empty square next to an enemy group at the edge, for each group
    /// that has just one.
    pub(super) fn enclosing_squares(&self, color: Color) -> BitboardOf<R> {
        let (enemy, empty) = (self.men(!color), self.empty());
        let mut squares = Bitboard::EMPTY;
        let mut left = enemy & R::EDGE;
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
