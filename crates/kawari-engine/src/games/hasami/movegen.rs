//! Move generation: slides, jumps and their targets.

use kawari_rules::{BetweenEnemies, Side};

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
        } else if position.has_plain_moves() {
            position.reach(position.side_to_move()).count()
        } else {
            let color = position.side_to_move();
            let men = position.men(color).into_iter();
            let moves = men.map(|man| u64::from(position.destinations(man).count()));
            moves.sum::<u64>() + u64::from(position.table().rules.pass)
        }
    }
}

impl<R: HasamiRules> HasamiPosition<R> {
    /// Returns true if men can jump.
    #[inline(always)]
    fn has_jumps(&self) -> bool {
        R::MAY_JUMP && self.table().rules.jump > 0
    }

    /// Returns true if the movement is such as in the built-in games.
    #[inline(always)]
    fn has_plain_moves(&self) -> bool {
        !R::IS_LOADED || self.table().has_plain_moves
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

    /// Returns the targets of all men of a side as if it were to move. The movement must be
    /// such as in the built-in games.
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

    /// Returns the squares to which the men of the side to move can go.
    pub(super) fn all_destinations(&self) -> BitboardOf<R> {
        if self.has_plain_moves() {
            return self.reach(self.side_to_move()).squares();
        }
        let men = self.men(self.side_to_move()).into_iter();
        men.fold(Bitboard::EMPTY, |all, man| all | self.destinations(man))
    }

    /// Returns the squares at the other end of a slide or jump from or to `square`,
    /// empty or occupied. House rules are ignored. The movement must be such as in the
    /// built-in games.
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

    /// Returns the squares at the other end of a slide or a diagonal step, up to and
    /// including the first man in each direction.
    fn slides_within_limits(&self, square: SquareOf<R>) -> BitboardOf<R> {
        let (occupied, rules) = (self.occupied(), &self.table().rules);
        let walk = |direction: Direction, steps: usize| {
            let (mut front, mut ends) = (Bitboard::from(square), Bitboard::EMPTY);
            for _ in 0..steps {
                front = front.shifted(direction);
                ends |= front;
                if front.is_empty() || front.intersects(occupied) {
                    break;
                }
            }
            ends
        };
        let mut ends = match rules.slide {
            None => rays::file_reach(square, occupied) | rays::rank_reach(square, occupied),
            Some(steps) => Direction::ORTHOGONAL
                .into_iter()
                .fold(Bitboard::EMPTY, |ends, direction| ends | walk(direction, steps)),
        };
        if rules.diagonal > 0 {
            for direction in Direction::DIAGONAL {
                ends |= walk(direction, rules.diagonal);
            }
        }
        ends
    }

    /// Calls `visit` with the squares behind each man that could be jumped over from
    /// `square` in a direction, in their order.
    fn for_each_jump(
        &self,
        color: Color,
        square: SquareOf<R>,
        direction: Direction,
        mut visit: impl FnMut(BitboardOf<R>),
    ) {
        let rules = &self.table().rules;
        let can_be_jumped_over = match rules.jump_over {
            Side::Own => self.men(color),
            Side::Enemy => self.men(!color),
            Side::Either => self.occupied(),
        };
        let mut front = Bitboard::from(square).shifted(direction);
        for _ in 0..rules.jump {
            if !front.intersects(can_be_jumped_over) {
                break;
            }
            front = front.shifted(direction);
            visit(front);
        }
    }

    /// Returns a superset of the squares to which a side's man on `from` can go, empty or
    /// occupied.
    #[inline]
    fn ends_of_moves(&self, color: Color, from: SquareOf<R>) -> BitboardOf<R> {
        if self.has_plain_moves() {
            return self.slides_and_jumps(from);
        }
        let mut ends = self.slides_within_limits(from);
        for direction in Direction::ORTHOGONAL {
            self.for_each_jump(color, from, direction, |behind| ends |= behind);
        }
        ends
    }

    /// Returns a set whose men of a side are those that could go to the empty square `to`.
    #[inline]
    fn starts_of_moves(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        // A jump ends on the empty square after an unbroken line of men, so that the jumping
        // man can stand behind each man of the line.
        self.ends_of_moves(color, to)
    }

    /// Returns the squares to which the man of the side to move on `from` can go.
    #[inline]
    pub(super) fn destinations(&self, from: SquareOf<R>) -> BitboardOf<R> {
        let color = self.side_to_move();
        let targets = self.destinations_between_enemies_or_not(color, from);
        if R::IS_LOADED && self.forbids_between_enemies() {
            let doubtful = targets & self.intervention_squares(color);
            let is_illegal = |&to: &SquareOf<R>| !self.may_stand(color, HasamiMove { from, to });
            return targets & !doubtful.into_iter().filter(is_illegal).collect::<BitboardOf<R>>();
        }
        targets
    }

    /// Returns true if a move between two enemy men is illegal unless it captures.
    #[inline(always)]
    fn forbids_between_enemies(&self) -> bool {
        self.table().rules.between_enemies == BetweenEnemies::IllegalUnlessCapture
    }

    /// Returns the destinations of a man without the rule on squares between two enemy men.
    #[inline]
    fn destinations_between_enemies_or_not(
        &self,
        color: Color,
        from: SquareOf<R>,
    ) -> BitboardOf<R> {
        let targets = self.ends_of_moves(color, from) & self.empty();
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
        let sources = self.sources_between_enemies_or_not(color, to);
        if R::IS_LOADED
            && self.forbids_between_enemies()
            && self.intervention_squares(color).contains(to)
        {
            let is_legal = |&from: &SquareOf<R>| self.may_stand(color, HasamiMove { from, to });
            return sources.into_iter().filter(is_legal).collect();
        }
        sources
    }

    /// Returns the sources of moves to a square without the rule on squares between two
    /// enemy men.
    #[inline]
    fn sources_between_enemies_or_not(&self, color: Color, to: SquareOf<R>) -> BitboardOf<R> {
        let men = self.starts_of_moves(color, to) & self.men(color);
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
        if R::IS_LOADED && self.table().rules.pass {
            moves.push(HasamiMove::PASS);
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
