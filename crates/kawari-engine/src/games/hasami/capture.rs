//! Captures: the men that a move captures, and generation of capturing moves.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, HasamiRules, MayHave, RuleTable, SquareOf};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::rays;

/// The board after a man has moved to `to` and before any capture. All captures of the
/// move are determined on this board.
#[derive(Clone, Copy, Debug)]
struct CaptureContext<R: HasamiRules> {
    rules: R,
    own: BitboardOf<R>,
    enemy: BitboardOf<R>,
    to: SquareOf<R>,
}

impl<R: HasamiRules> CaptureContext<R> {
    #[inline(always)]
    fn table(&self) -> &'static RuleTable<R::Geometry> {
        self.rules.table()
    }

    /// Returns all captured men.
    fn captured(&self) -> BitboardOf<R> {
        let mut captured = self.in_custody() | self.cornered();
        if R::MAY_ENCLOSE && self.table().rules.edge_enclosure {
            captured |= self.enclosed();
        }
        if R::MAY_INTERVENE && self.table().rules.intervention {
            captured |= self.intervened();
        }
        captured
    }

    /// Returns the enemy runs between the moved man and another own man.
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

    /// Returns enemy men in corners with own men on both wings, one of them the moved
    /// man.
    #[inline]
    fn cornered(&self) -> BitboardOf<R> {
        let cornered = self.enemy & self.table().capture_corners;
        if cornered.is_empty() {
            return Bitboard::EMPTY;
        }
        let [on_file, on_rank] = self.table().squares_beside(self.own);
        let [moved_on_file, moved_on_rank] = self.table().squares_beside(self.to.into());
        cornered & on_file & on_rank & (moved_on_file | moved_on_rank)
    }

    /// Returns the enemy groups that touch the board's edge, are next to the moved man
    /// and have no empty square next to them.
    fn enclosed(&self) -> BitboardOf<R> {
        let empty = self.table().shape.squares() & !(self.own | self.enemy);
        let mut captured = Bitboard::EMPTY;
        for square in rays::neighbours(self.to) & self.enemy {
            let group = group(square.into(), self.enemy);
            if group.intersects(self.table().edge) && !group.neighbours().intersects(empty) {
                captured |= group;
            }
        }
        captured
    }

    /// Returns the pairs of enemy men between which the moved man stands.
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

/// Returns the enemy men in a line between the man on `cell` and another own man. Sets
/// are bits by cell.
#[inline]
fn custody_captures(cell: usize, own: u16, enemy: u16) -> u16 {
    // Reach of a slider that passes through enemy men only.
    let reach = rays::line_reach(cell, !enemy);
    let below = reach & ((1 << cell) - 1);
    [below, reach ^ below]
        .into_iter()
        .filter(|side| side & own != 0)
        .fold(0, |captured, side| captured | side & enemy)
}

impl<G: Geometry> RuleTable<G> {
    /// Returns the squares next to the men on the same file, and those next to the men on
    /// the same rank. Men outside the area of corner capture are ignored.
    #[inline]
    fn squares_beside(&self, men: Bitboard<G>) -> [Bitboard<G>; 2] {
        let men = men & self.corner_area;
        [along_files(men), sideways(men)]
    }
}

/// Returns the squares next to a set on the same file.
#[inline]
fn along_files<G: Geometry>(set: Bitboard<G>) -> Bitboard<G> {
    set.shifted(Direction::UP) | set.shifted(Direction::DOWN)
}

/// Returns the squares next to a set on the same rank.
#[inline]
fn sideways<G: Geometry>(set: Bitboard<G>) -> Bitboard<G> {
    set.shifted(Direction::LEFT) | set.shifted(Direction::RIGHT)
}

/// Returns the orthogonally connected group of men that contains `seed` (flood fill).
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
    /// Returns the men that a legal move captures.
    #[inline]
    pub(super) fn captured_by(&self, mv: HasamiMove<R::Geometry>) -> BitboardOf<R> {
        self.captured_by_side(self.side_to_move(), mv)
    }

    #[inline]
    fn captured_by_side(&self, color: Color, mv: HasamiMove<R::Geometry>) -> BitboardOf<R> {
        // Every kind of capture includes an enemy man next to the moved man.
        if !rays::neighbours(mv.to).intersects(self.men(!color)) {
            return Bitboard::EMPTY;
        }
        let own = self.men(color) ^ (Bitboard::from(mv.from) | Bitboard::from(mv.to));
        CaptureContext { rules: self.game(), own, enemy: self.men(!color), to: mv.to }.captured()
    }

    /// Returns true if the man of a side on `to` would have captured by moving there.
    #[inline]
    pub(super) fn would_capture_at(&self, color: Color, to: SquareOf<R>) -> bool {
        rays::neighbours(to).intersects(self.men(!color))
            && CaptureContext {
                rules: self.game(),
                own: self.men(color),
                enemy: self.men(!color),
                to,
            }
            .captured()
            .is_occupied()
    }

    /// Returns the men that a side would capture by custody with an additional man on
    /// `to`.
    #[inline]
    pub(super) fn custody_from(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        CaptureContext { rules: self.game(), own: self.men(color), enemy: self.men(!color), to }
            .in_custody()
    }

    /// Returns the capturing moves of a side as if it were to move, each with the men
    /// that it captures.
    #[inline]
    pub(super) fn captures(
        &self,
        color: Color,
    ) -> impl Iterator<Item = (HasamiMove<R::Geometry>, BitboardOf<R>)> {
        self.arrivals(color, self.capture_squares(color))
            .map(move |mv| (mv, self.captured_by_side(color, mv)))
            .filter(|(_, captured)| captured.is_occupied())
    }

    /// Returns a superset of the squares on which a move of a side captures. All are
    /// empty. A move to such a square may be impossible or may not capture: a jumping
    /// man may have been the other end of the sandwich itself, and a moving man may
    /// leave a gap in the enclosure that it closes.
    #[inline]
    pub(super) fn capture_squares(&self, color: Color) -> BitboardOf<R> {
        let mut squares = self.cornering_squares(color);
        for direction in Direction::ORTHOGONAL {
            squares |= self.custody_run(color, direction).shifted(direction);
        }
        if R::MAY_INTERVENE && self.table().rules.intervention {
            squares |= self.intervention_squares(color);
        }
        squares &= self.empty();
        if R::MAY_ENCLOSE && self.table().rules.edge_enclosure {
            squares |= self.enclosing_squares(color);
        }
        squares
    }

    /// Returns the enemy men in unbroken runs that start next to a man of the side in
    /// the given direction.
    #[inline(always)]
    pub(super) fn custody_run(&self, color: Color, direction: Direction) -> BitboardOf<R> {
        let enemy = self.men(!color);
        let mut front = self.men(color).shifted(direction) & enemy;
        let mut run = front;
        // Runs are short: the loop rarely iterates more than once.
        while front.is_occupied() {
            front = front.shifted(direction) & enemy;
            run |= front;
        }
        run
    }

    /// Returns the empty wings of corners that hold an enemy man and whose other wing
    /// holds an own man.
    #[inline]
    pub(super) fn cornering_squares(&self, color: Color) -> BitboardOf<R> {
        let table = self.table();
        let cornered = self.men(!color) & table.capture_corners;
        if cornered.is_empty() {
            return Bitboard::EMPTY;
        }
        let [on_file, on_rank] = table.squares_beside(self.men(color));
        let beside = sideways(cornered & on_file) | along_files(cornered & on_rank);
        beside & table.corner_area & self.empty()
    }

    /// Returns the empty squares directly between two enemy men.
    #[inline]
    pub(super) fn intervention_squares(&self, color: Color) -> BitboardOf<R> {
        let enemy = self.men(!color);
        let adjacent = |direction| enemy.shifted(direction);
        let squares = adjacent(Direction::UP) & adjacent(Direction::DOWN)
            | adjacent(Direction::LEFT) & adjacent(Direction::RIGHT);
        squares & self.empty()
    }

    /// Returns the last liberty (empty adjacent square) of each enemy group that
    /// touches the edge and has exactly one.
    pub(super) fn enclosing_squares(&self, color: Color) -> BitboardOf<R> {
        let (enemy, empty) = (self.men(!color), self.empty());
        let mut squares = Bitboard::EMPTY;
        let mut unvisited = enemy & self.table().edge;
        while let Some(square) = unvisited.first() {
            let group = group(square.into(), enemy);
            let liberties = group.neighbours() & empty;
            if !liberties.has_many() {
                squares |= liberties;
            }
            unvisited &= !group;
        }
        squares
    }
}
