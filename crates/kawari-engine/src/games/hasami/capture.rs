//! Captures: the men that a move captures, and generation of capturing moves.

use kawari_rules::{Custody, Enclosure};

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
        if R::MAY_INTERVENE && self.table().rules.intervention {
            captured |= self.intervened();
        }
        if R::MAY_ENCLOSE {
            let left = if R::IS_LOADED && self.table().rules.enclosure_last {
                self.enemy & !captured
            } else {
                self.enemy
            };
            match self.table().rules.enclosure {
                Enclosure::None => {}
                Enclosure::Anywhere if R::IS_LOADED => {
                    captured |= enclosed_men(left, self.empty(left));
                }
                Enclosure::Edge | Enclosure::Anywhere => captured |= self.enclosed_at_edge(left),
            }
        }
        captured
    }

    /// Returns the empty squares, given the enemy men that are left.
    #[inline]
    fn empty(&self, enemy: BitboardOf<R>) -> BitboardOf<R> {
        self.table().shape.squares() & !(self.own | enemy)
    }

    /// Returns the enemy runs between the moved man and another own man.
    #[inline]
    fn in_custody(&self) -> BitboardOf<R> {
        let longest = match self.table().rules.custody {
            Custody::Runs => u32::MAX,
            _ if !R::IS_LOADED => u32::MAX,
            Custody::Single => 1,
            Custody::None => return Bitboard::EMPTY,
        };
        let (file, rank) = (self.to.file(), self.to.rank());
        let along_file = custody_captures::<R::Geometry>(
            rank,
            self.own.file_bits(file),
            self.enemy.file_bits(file),
            longest,
        );
        let across = custody_captures::<R::Geometry>(
            file,
            rays::rank_bits(self.own, rank),
            rays::rank_bits(self.enemy, rank),
            longest,
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

    /// Returns the groups of the enemy men that are left that touch the board's edge, are
    /// next to the moved man and have no empty square next to them.
    fn enclosed_at_edge(&self, enemy: BitboardOf<R>) -> BitboardOf<R> {
        let empty = self.empty(enemy);
        let mut captured = Bitboard::EMPTY;
        for square in rays::neighbours(self.to) & enemy {
            let group = group(square.into(), enemy);
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

/// Returns the enemy men in a line between the man on `cell` and another own man, in runs of
/// at most `longest`. Sets are bits by cell.
#[inline]
fn custody_captures<G: Geometry>(cell: usize, own: u16, enemy: u16, longest: u32) -> u16 {
    // Reach of a slider that passes through enemy men only.
    let reach = rays::reach_on_line::<G>(cell, !enemy);
    let below = reach & ((1 << cell) - 1);
    [below, reach ^ below]
        .into_iter()
        .filter(|side| side & own != 0 && (side & enemy).count_ones() <= longest)
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

/// Returns the men in groups without an empty square next to them.
fn enclosed_men<G: Geometry>(men: Bitboard<G>, empty: Bitboard<G>) -> Bitboard<G> {
    // All men of such a group are without an empty neighbour.
    let mut candidates = men & !empty.neighbours();
    let mut enclosed = Bitboard::EMPTY;
    while let Some(square) = candidates.first() {
        let group = group(square.into(), men);
        if !group.neighbours().intersects(empty) {
            enclosed |= group;
        }
        candidates &= !group;
    }
    enclosed
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
        // Every kind of capture includes an enemy man next to the moved man, except that of
        // groups that were enclosed before the move.
        if !rays::neighbours(mv.to).intersects(self.men(!color)) && !self.encloses_anywhere() {
            return Bitboard::EMPTY;
        }
        if R::IS_LOADED && mv.is_pass() {
            return Bitboard::EMPTY;
        }
        self.after_moving(color, mv).captured()
    }

    /// Returns true if enclosed groups are captured anywhere on the board.
    #[inline(always)]
    fn encloses_anywhere(&self) -> bool {
        R::IS_LOADED && self.table().rules.enclosure == Enclosure::Anywhere
    }

    /// Returns the board after a man has moved and before any capture.
    #[inline]
    fn after_moving(&self, color: Color, mv: HasamiMove<R::Geometry>) -> CaptureContext<R> {
        let own = self.men(color) ^ (Bitboard::from(mv.from) | Bitboard::from(mv.to));
        CaptureContext { rules: self.game(), own, enemy: self.men(!color), to: mv.to }
    }

    /// Returns true if a move to a square between two enemy men is legal where this is
    /// [illegal unless the move captures](kawari_rules::BetweenEnemies::IllegalUnlessCapture).
    pub(super) fn may_stand(&self, color: Color, mv: HasamiMove<R::Geometry>) -> bool {
        let moved = self.after_moving(color, mv);
        if moved.in_custody().is_occupied() {
            return true;
        }
        let enemy = self.men(!color);
        let mut enclosed_before = enclosed_men(enemy, self.empty());
        if enclosed_before.is_empty() {
            return false;
        }
        let captured = moved.captured();
        while let Some(square) = enclosed_before.first() {
            let group = group(square.into(), enemy);
            if (group & !captured).is_empty() {
                return true;
            }
            enclosed_before &= !group;
        }
        false
    }

    /// Returns true if a square is between two adjacent enemy men of a side.
    pub(super) fn is_between_enemies(&self, color: Color, square: SquareOf<R>) -> bool {
        let enemy = self.men(!color);
        let has_enemy = |direction| Bitboard::from(square).shifted(direction).intersects(enemy);
        has_enemy(Direction::UP) && has_enemy(Direction::DOWN)
            || has_enemy(Direction::LEFT) && has_enemy(Direction::RIGHT)
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
        if R::MAY_ENCLOSE && self.table().rules.enclosure != Enclosure::None {
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

    /// Returns the last liberty (empty adjacent square) of each enemy group that can be
    /// captured by enclosure and has exactly one. Returns all empty squares if a group can be
    /// captured that has none.
    pub(super) fn enclosing_squares(&self, color: Color) -> BitboardOf<R> {
        let (enemy, empty) = (self.men(!color), self.empty());
        let mut squares = Bitboard::EMPTY;
        let mut unvisited = enemy;
        if !self.encloses_anywhere() {
            unvisited &= self.table().edge;
        }
        while let Some(square) = unvisited.first() {
            let group = group(square.into(), enemy);
            let liberties = group.neighbours() & empty;
            if liberties.is_empty() && self.encloses_anywhere() {
                return empty;
            }
            if !liberties.has_many() {
                squares |= liberties;
            }
            unvisited &= !group;
        }
        squares
    }
}
