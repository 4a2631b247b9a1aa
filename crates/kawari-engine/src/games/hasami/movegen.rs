//! Move generation: slides, jumps and their targets.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rows;
use super::rules::{BitboardOf, HasamiRules, MayHave, SquareOf};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::movelist::MoveList;
use crate::core::popcount::PopcountTask;
use crate::core::position::{Phase, Position};
use crate::core::rays;

/// The target squares of all men of a side, by direction in the order of
/// [`Direction::ORTHOGONAL`].
///
/// At most one man can slide to a square in a given direction, and at most one can jump
/// to it. Each square in each set is therefore one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveReach<G: Geometry> {
    /// Targets of slides.
    pub slides: [Bitboard<G>; 4],
    /// Targets of jumps.
    pub jumps: [Bitboard<G>; 4],
}

impl<G: Geometry> MoveReach<G> {
    /// Returns the empty squares of the given five-square windows that can be filled by a
    /// man from outside the window.
    #[inline(always)]
    pub fn fills(&self, line: Direction, windows: Bitboard<G>, men: Bitboard<G>) -> Bitboard<G> {
        let gaps_at = |index| rows::gaps_at(windows, men, line, index);
        let (mut across, mut along) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (number, direction) in Direction::ORTHOGONAL.into_iter().enumerate() {
            let (slides, jumps) = (self.slides[number], self.jumps[number]);
            // Along the line of the window, a man from outside can slide only to the
            // nearest square, and can jump only to the nearest or the second nearest.
            match direction {
                ahead if ahead == line => {
                    along |= gaps_at(0) & slides | (gaps_at(0) | gaps_at(1)) & jumps;
                }
                back if back == line.opposite() => {
                    along |= gaps_at(4) & slides | (gaps_at(3) | gaps_at(4)) & jumps;
                }
                _ => across |= slides | jumps,
            }
        }
        rows::gaps(windows, men, line) & across | along
    }

    /// Returns the targets of all moves.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard<G> {
        self.slides.into_iter().chain(self.jumps).fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// Returns the number of moves.
    #[inline]
    pub fn count(&self) -> u64 {
        self.slides.iter().chain(&self.jumps).map(|targets| u64::from(targets.count())).sum()
    }
}

/// Counts the legal moves of a position.
pub(super) struct CountHasamiMoves<'a, R: HasamiRules>(pub &'a HasamiPosition<R>);

impl<R: HasamiRules> PopcountTask for CountHasamiMoves<'_, R> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Self(position) = self;
        if position.goal_outcome().is_some() {
            0
        } else {
            position.reach(position.side_to_move()).count()
        }
    }
}

impl<R: HasamiRules> HasamiPosition<R> {
    /// Returns true if men can jump.
    #[inline(always)]
    fn has_jumps(&self) -> bool {
        R::MAY_JUMP && self.table().rules.jump
    }

    /// Returns true if the homes are houses.
    #[inline(always)]
    fn has_houses(&self) -> bool {
        R::MAY_HAVE_HOUSES && self.table().rules.houses
    }

    /// Returns the home of a side.
    #[inline(always)]
    fn home(&self, color: Color) -> BitboardOf<R> {
        self.table().homes[color.index()]
    }

    /// Returns the targets of all men of a side as if it were to move.
    #[inline(always)]
    pub(super) fn reach(&self, color: Color) -> MoveReach<R::Geometry> {
        // Written out for speed: `map` on arrays of 128-bit words copies them.
        let [up, down, right, left] = Direction::ORTHOGONAL;
        let slides = |direction| self.slides(color, direction);
        let jumps = |direction| self.jumps(color, direction);
        MoveReach {
            slides: [slides(up), slides(down), slides(right), slides(left)],
            jumps: [jumps(up), jumps(down), jumps(right), jumps(left)],
        }
    }

    #[inline(always)]
    fn slides(&self, color: Color, direction: Direction) -> BitboardOf<R> {
        let (men, empty) = (self.men(color), self.empty());
        let targets = rays::slides(men, empty, direction);
        if !self.has_houses() {
            return targets;
        }
        let home = self.home(color);
        let within_home = if direction.ranks == 0 {
            targets & home
        } else {
            // A house is at most two ranks deep, so vertical slides inside it are one
            // step.
            (men & home).shifted(direction) & home & empty
        };
        targets & self.table().battlefield | within_home
    }

    #[inline(always)]
    fn jumps(&self, color: Color, direction: Direction) -> BitboardOf<R> {
        if !self.has_jumps() {
            return Bitboard::EMPTY;
        }
        let jumped = self.men(color).shifted(direction) & self.occupied();
        let targets = jumped.shifted(direction) & self.empty();
        if !self.has_houses() {
            targets
        } else if direction.ranks == 0 {
            targets & !self.home(!color)
        } else {
            // A vertical jump cannot stay inside a house of two ranks and must not enter
            // one.
            targets & self.table().battlefield
        }
    }

    /// Returns the squares at the other end of a slide or jump from or to `square`,
    /// empty or occupied. House rules are ignored.
    #[inline]
    fn slides_and_jumps(&self, square: SquareOf<R>) -> BitboardOf<R> {
        let occupied = self.occupied();
        let mut ends = rays::file_reach(square, occupied) | rays::rank_reach(square, occupied);
        if self.has_jumps() {
            for direction in Direction::ORTHOGONAL {
                let jumped = Bitboard::from(square).shifted(direction) & occupied;
                ends |= jumped.shifted(direction);
            }
        }
        ends
    }

    /// Returns the squares to which the man of the side to move on `from` can go.
    #[inline]
    pub(super) fn destinations(&self, from: SquareOf<R>) -> BitboardOf<R> {
        let color = self.side_to_move();
        let targets = self.slides_and_jumps(from) & self.empty();
        if !self.has_houses() {
            targets
        } else if self.home(color).contains(from) {
            targets & !self.home(!color)
        } else {
            targets & self.table().battlefield
        }
    }

    /// Returns the men of a side that could go to the empty square `to` if the side
    /// were to move.
    #[inline]
    pub(super) fn sources(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        let men = self.slides_and_jumps(to) & self.men(color);
        let home = self.home(color);
        if !self.has_houses() || self.table().battlefield.contains(to) {
            men
        } else if home.contains(to) {
            men & home
        } else {
            Bitboard::EMPTY
        }
    }

    /// Returns the moves of a side to a set of empty squares as if it were to move.
    #[inline]
    pub(super) fn arrivals(
        &self,
        color: Color,
        squares: BitboardOf<R>,
    ) -> impl Iterator<Item = HasamiMove<R::Geometry>> {
        squares.into_iter().flat_map(move |to| {
            self.sources(color, to).into_iter().map(move |from| HasamiMove { from, to })
        })
    }

    /// Adds the moves of a phase without a test for the end of the game.
    #[inline]
    pub(super) fn generate_moves<P: Phase>(&self, moves: &mut MoveList<HasamiMove<R::Geometry>>) {
        let color = self.side_to_move();
        if !P::QUIET {
            self.captures(color).for_each(|(mv, _)| moves.push(mv));
            return;
        }
        // Moves to possible capture squares are tested one by one.
        let untested = if P::NOISY { Bitboard::EMPTY } else { self.capture_squares(color) };
        self.men(color).into_iter().for_each(|from| {
            let targets = self.destinations(from) & !untested;
            targets.into_iter().for_each(|to| moves.push(HasamiMove { from, to }));
        });
        self.arrivals(color, untested)
            .filter(|&mv| !self.is_noisy(mv))
            .for_each(|mv| moves.push(mv));
    }
}
