//! Threats in games won by five in a row: empty squares where a man would extend a row, and
//! men that can be captured.

use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::rays;
use crate::games::hasami::movegen::MoveReach;
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rows;
use crate::games::hasami::rules::{BitboardOf, HasamiRules, SquareOf};

/// Number of bits of a gap's class: see [`Gaps`].
const DIGITS: usize = 3;
/// Number of kinds of gaps: seven classes, each without and with an enemy that can move
/// there.
pub const KINDS: usize = 2 * 7;

/// The squares to which the men of both sides can move.
pub struct Reachability<R: HasamiRules> {
    reach: [MoveReach<R::Geometry>; 2],
    /// Target squares in all directions, by side.
    squares: [BitboardOf<R>; 2],
}

impl<R: HasamiRules> Reachability<R> {
    /// Computes the reachability of a position.
    #[inline(always)]
    pub fn of(position: &HasamiPosition<R>) -> Self {
        // Not `map`, which copies arrays of wide words twice.
        let reach = [position.reach(Color::Black), position.reach(Color::White)];
        let squares = [reach[0].squares(), reach[1].squares()];
        Self { reach, squares }
    }

    /// Returns the gaps in the rows of a side.
    #[inline(always)]
    pub fn gaps(&self, position: &HasamiPosition<R>, color: Color) -> Gaps<R> {
        let men = position.counting_men(color);
        let open = position.open_squares(color);
        let reach = &self.reach[color.index()];
        let mut fifth: MissingMan<R> = MissingMan::default();
        let mut fourth: MissingMan<R> = MissingMan::default();
        let mut third: MissingMan<R> = MissingMan::default();
        for &line in position.table().rules.rows {
            let windows = position.windows(men, open, line);
            // Windows with three or four men are rare.
            if windows.four.is_occupied() {
                fifth.add(windows.four, men, line, reach);
            }
            if windows.three.is_occupied() {
                fourth.add(windows.three, men, line, reach);
            }
            third.add(windows.two, men, line, reach);
        }
        let mut gaps = Gaps::none(self.squares[(!color).index()]);
        gaps.add(0, fifth.filled);
        gaps.add(1, fifth.all);
        gaps.add(2, fourth.twice);
        gaps.add(3, fourth.filled);
        gaps.add(4, fourth.all);
        gaps.add(5, third.twice);
        gaps.add(6, third.filled);
        gaps
    }

    /// Returns the men of a side that the other side could capture by custody if it had the
    /// move. Includes men that cannot be captured because the jumping man itself is the
    /// other end of the run.
    #[inline(always)]
    pub fn capturable_men(&self, position: &HasamiPosition<R>, color: Color) -> BitboardOf<R> {
        let capturer = !color;
        let closed = |direction: Direction| {
            let run = position.custody_run(capturer, direction);
            let closing = run.shifted(direction) & self.squares[capturer.index()];
            rays::slides(closing, run, direction.opposite())
        };
        let [up, down, right, left] = Direction::ORTHOGONAL;
        closed(up) | closed(down) | closed(right) | closed(left)
    }
}

/// The gaps in the rows of a side. A gap has the first of these classes that applies:
///
/// 0. the fifth man is missing, and a man can move there,
/// 1. the fifth man is missing, and no man can move there,
/// 2. the fourth man is missing in two lines, and a man can move there for both,
/// 3. the fourth man is missing in one line, and a man can move there,
/// 4. the fourth man is missing, and no man can move there,
/// 5. the third man is missing in two lines, and a man can move there for both,
/// 6. the third man is missing in one line, and a man can move there.
///
/// Each class has two kinds, without and with an enemy that can move there. Only men from
/// outside of the five squares of the row count as able to move there.
pub struct Gaps<R: HasamiRules> {
    all: BitboardOf<R>,
    /// Bits of the class.
    digits: [BitboardOf<R>; DIGITS],
    /// Squares to which an enemy can move.
    guarded: BitboardOf<R>,
}

impl<R: HasamiRules> Gaps<R> {
    #[inline(always)]
    fn none(guarded: BitboardOf<R>) -> Self {
        Self { all: Bitboard::EMPTY, digits: [Bitboard::EMPTY; DIGITS], guarded }
    }

    #[inline(always)]
    fn add(&mut self, missing: usize, squares: BitboardOf<R>) {
        let new = squares & !self.all;
        self.all |= squares;
        for (place, digit) in self.digits.iter_mut().enumerate() {
            if missing >> place & 1 != 0 {
                *digit |= new;
            }
        }
    }

    /// Calls `visit` with the square and the kind of each gap.
    #[inline(always)]
    pub fn for_each(self, visit: impl FnMut(SquareOf<R>, usize)) {
        let [low, middle, high] = self.digits;
        self.all.for_each_number([self.guarded, low, middle, high], visit);
    }
}

/// Gaps of rows with the same number of men.
struct MissingMan<R: HasamiRules> {
    /// All gaps.
    all: BitboardOf<R>,
    /// Gaps to which a man can move.
    filled: BitboardOf<R>,
    /// Gaps to which a man can move in more than one line.
    twice: BitboardOf<R>,
}

impl<R: HasamiRules> Default for MissingMan<R> {
    fn default() -> Self {
        Self { all: Bitboard::EMPTY, filled: Bitboard::EMPTY, twice: Bitboard::EMPTY }
    }
}

impl<R: HasamiRules> MissingMan<R> {
    /// Adds the gaps of windows in one direction.
    #[inline(always)]
    fn add(
        &mut self,
        windows: BitboardOf<R>,
        men: BitboardOf<R>,
        line: Direction,
        reach: &MoveReach<R::Geometry>,
    ) {
        let filled = reach.fills(line, windows, men);
        self.all |= rows::gaps(windows, men, line);
        self.twice |= self.filled & filled;
        self.filled |= filled;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::core::movelist::MoveList;
    use crate::core::position::{All, Position};
    use crate::games::hasami::{DaiHasami, HasamiBrainking, HasamiFive, HasamiLudos};

    /// Calls `check` with positions of random games.
    fn in_random_games<R: HasamiRules + Default>(check: impl Fn(&HasamiPosition<R>)) {
        let mut rng = Rng::with_seed(15);
        for _ in 0..20 {
            let mut position = R::default().startpos();
            for _ in 0..120 {
                check(&position);
                let mut moves = MoveList::new();
                position.generate::<All>(&mut moves);
                let Some(&mv) = rng.choice(moves.iter()) else { break };
                position.play(mv, &mut ());
            }
        }
    }

    /// Returns the men that are captured by custody when an enemy man is put on a square to
    /// which one can move.
    fn capturable_men_by_moves<R: HasamiRules>(
        position: &HasamiPosition<R>,
        color: Color,
    ) -> BitboardOf<R> {
        let capturer = !color;
        position
            .empty()
            .into_iter()
            .filter(|&to| position.sources(capturer, to).is_occupied())
            .fold(Bitboard::EMPTY, |capturable_men, to| {
                capturable_men | position.custody_from(capturer, to)
            })
    }

    fn check_capturable_men<R: HasamiRules + Default>() {
        in_random_games::<R>(|position| {
            let reachability = Reachability::of(position);
            for color in Color::ALL {
                assert_eq!(
                    reachability.capturable_men(position, color),
                    capturable_men_by_moves(position, color)
                );
            }
        });
    }

    #[test]
    fn capturable_men_are_those_that_fall_by_custody() {
        check_capturable_men::<DaiHasami>();
        check_capturable_men::<HasamiFive>();
        check_capturable_men::<HasamiBrainking>();
        check_capturable_men::<HasamiLudos>();
    }

    #[test]
    fn gaps_are_empty_and_guarded_by_enemies_that_can_move_there() {
        in_random_games::<DaiHasami>(|position| {
            let reachability = Reachability::of(position);
            for color in Color::ALL {
                let mut known = Bitboard::EMPTY;
                reachability.gaps(position, color).for_each(|square, kind| {
                    assert!(!known.contains(square) && kind < KINDS);
                    known = known.with(square);
                    let comes = position.sources(!color, square).is_occupied();
                    assert_eq!(comes, kind % 2 == 1);
                });
                assert!(!known.intersects(position.occupied()));
            }
        });
    }
}
