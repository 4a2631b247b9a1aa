//! Where men can go.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rows;
use super::rules::{BitboardOf, DerivedRules, HasamiRules, SquareOf};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::movelist::MoveList;
use crate::core::popcount::PopcountTask;
use crate::core::position::{Phase, Position};
use crate::core::rays;

/// Where all men of a side can go, by the direction of the move, in the order of
/// [`Direction::ORTHOGONAL`].
///
/// A square that a man slides to in a given direction is reached so by no other
/// man, and likewise for jumps: each square in each set is one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveReach<G: Geometry> {
    /// Where men slide to.
    pub slides: [Bitboard<G>; 4],
    /// Where men jump to.
    pub jumps: [Bitboard<G>; 4],
}

impl<G: Geometry> MoveReach<G> {
    /// The empty squares of windows of a line that men from outside their window can go
    /// to.
    #[inline(always)]
    pub fn fills(&self, line: Direction, windows: Bitboard<G>, men: Bitboard<G>) -> Bitboard<G> {
        let at = |place| rows::gaps_at(windows, men, line, place);
        let (mut across, mut along) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (number, direction) in Direction::ORTHOGONAL.into_iter().enumerate() {
            let (slides, jumps) = (self.slides[number], self.jumps[number]);
            // Along the row itself, a man from outside slides to its end alone,
            // and jumps to its end or over the man there.
            match direction {
                ahead if ahead == line => along |= at(0) & slides | (at(0) | at(1)) & jumps,
                back if back == line.opposite() => {
                    along |= at(4) & slides | (at(3) | at(4)) & jumps;
                }
                _ => across |= slides | jumps,
            }
        }
        rows::gaps(windows, men, line) & across | along
    }

    /// Where they can go in any direction.
    #[inline(always)]
    pub fn squares(&self) -> Bitboard<G> {
        self.slides.into_iter().chain(self.jumps).fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// Number of moves.
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
    /// Where all men of a side can go, whoever's turn it is.
    #[inline(always)]
    pub(super) fn reach(&self, color: Color) -> MoveReach<R::Geometry> {
        // Spelt out: mapping arrays of wide words copies them to and fro.
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
        if !R::HOUSES {
            return targets;
        }
        let home = R::HOMES[color.index()];
        let within_home = if direction.ranks == 0 {
            targets & home
        } else {
            // A house is two ranks deep: inside it a man goes one step at most.
            const { assert!(R::HOME_RANKS <= 2) };
            (men & home).shifted(direction) & home & empty
        };
        targets & R::BATTLEFIELD | within_home
    }

    #[inline(always)]
    fn jumps(&self, color: Color, direction: Direction) -> BitboardOf<R> {
        if !R::JUMP {
            return Bitboard::EMPTY;
        }
        let jumped = self.men(color).shifted(direction) & self.occupied();
        let targets = jumped.shifted(direction) & self.empty();
        if !R::HOUSES {
            targets
        } else if direction.ranks == 0 {
            targets & !R::HOMES[(!color).index()]
        } else {
            // No jump stays inside a house, and none may lead into one.
            targets & R::BATTLEFIELD
        }
    }

    /// The squares at the other end of a slide or a jump from or to `square`, by
    /// the men on the board alone: empty squares and men.
    #[inline]
    fn slides_and_jumps(&self, square: SquareOf<R>) -> BitboardOf<R> {
        let occupied = self.occupied();
        let mut ends = rays::file_reach(square, occupied) | rays::rank_reach(square, occupied);
        if R::JUMP {
            for direction in Direction::ORTHOGONAL {
                let jumped = Bitboard::from(square).shifted(direction) & occupied;
                ends |= jumped.shifted(direction);
            }
        }
        ends
    }

    /// Where the man of the side to move on `from` can go.
    #[inline]
    pub(super) fn destinations(&self, from: SquareOf<R>) -> BitboardOf<R> {
        let color = self.side_to_move();
        let targets = self.slides_and_jumps(from) & self.empty();
        if !R::HOUSES {
            targets
        } else if R::HOMES[color.index()].contains(from) {
            targets & !R::HOMES[(!color).index()]
        } else {
            targets & R::BATTLEFIELD
        }
    }

    /// The men of a side that can go to `to`, an empty square, were it their turn.
    #[inline]
    pub(super) fn sources(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        let men = self.slides_and_jumps(to) & self.men(color);
        let home = R::HOMES[color.index()];
        if !R::HOUSES || R::BATTLEFIELD.contains(to) {
            men
        } else if home.contains(to) {
            men & home
        } else {
            Bitboard::EMPTY
        }
    }

    /// The moves of a side to a set of empty squares, were it its turn.
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

    /// Adds the moves of a phase, the goal not looked at.
    #[inline]
    pub(super) fn generate_moves<P: Phase>(&self, moves: &mut MoveList<HasamiMove<R::Geometry>>) {
        let color = self.side_to_move();
        if !P::QUIET {
            self.captures(color).for_each(|(mv, _)| moves.push(mv));
            return;
        }
        // Moves to these squares have to be looked at one by one.
        let risky = if P::NOISY { Bitboard::EMPTY } else { self.capture_squares(color) };
        self.men(color).into_iter().for_each(|from| {
            let targets = self.destinations(from) & !risky;
            targets.into_iter().for_each(|to| moves.push(HasamiMove { from, to }));
        });
        self.arrivals(color, risky).filter(|&mv| !self.is_noisy(mv)).for_each(|mv| moves.push(mv));
    }
}
