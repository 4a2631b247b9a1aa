//! What men can do next in a game of rows: the empty squares by what a man that comes
//! there does for a row of five, and the men that can be taken.

use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::rays;
use crate::games::hasami::movegen::MoveReach;
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rows;
use crate::games::hasami::rules::{BitboardOf, HasamiRules, SquareOf};

/// Binary digits of what is missing at a gap: see [`Gaps`].
const DIGITS: usize = 3;
/// Number of kinds of gaps: each of seven, where no enemy can come and where one can.
pub const KINDS: usize = 2 * 7;

/// Where the men of both sides can go.
pub struct Reachability<R: HasamiRules> {
    reach: [MoveReach<R::Geometry>; 2],
    /// The squares of all directions.
    squares: [BitboardOf<R>; 2],
}

impl<R: HasamiRules> Reachability<R> {
    /// That of a position.
    #[inline(always)]
    pub fn of(position: &HasamiPosition<R>) -> Self {
        // Spelt out: mapping arrays of wide words copies them to and fro.
        let reach = [position.reach(Color::Black), position.reach(Color::White)];
        let squares = [reach[0].squares(), reach[1].squares()];
        Self { reach, squares }
    }

    /// The gaps in the rows of a side.
    #[inline(always)]
    pub fn gaps(&self, position: &HasamiPosition<R>, color: Color) -> Gaps<R> {
        let men = position.counting_men(color);
        let open = position.open_squares(color);
        let reach = &self.reach[color.index()];
        let mut fifth: MissingMan<R> = MissingMan::default();
        let mut fourth: MissingMan<R> = MissingMan::default();
        let mut third: MissingMan<R> = MissingMan::default();
        for &line in R::ROWS {
            let windows = rows::windows(men, open, line);
            // Rows of four are rare.
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

    /// Men of a side that the other one could take into custody with one move, were it its
    /// turn, as far as reach tells: a man that jumps may have been the other end himself.
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

/// The gaps in the rows of a side, each of one kind, the first of these that it can be of:
///
/// - where the fifth man is missing, and one can come,
/// - where he is missing, and none can,
/// - where the fourth is missing in two lines, and can come for both,
/// - where he is missing in one, and can come,
/// - where he is missing, and cannot,
/// - where the third is missing in two lines, and can come for both,
/// - where he is missing in one, and can come,
///
/// and each of them once more where an enemy can come.
///
/// Who can come is a man from outside the five squares of the row.
pub struct Gaps<R: HasamiRules> {
    all: BitboardOf<R>,
    /// The numbers of what is missing, in binary.
    digits: [BitboardOf<R>; DIGITS],
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

    /// Calls `visit` with the square and the kind of each.
    #[inline(always)]
    pub fn for_each(self, visit: impl FnMut(SquareOf<R>, usize)) {
        let [low, middle, high] = self.digits;
        self.all.for_each_number([self.guarded, low, middle, high], visit);
    }
}

/// Squares where a man of so many is missing in a row.
struct MissingMan<R: HasamiRules> {
    /// All of them.
    all: BitboardOf<R>,
    /// Where one can come.
    filled: BitboardOf<R>,
    /// Where one can come in more lines than one.
    twice: BitboardOf<R>,
}

impl<R: HasamiRules> Default for MissingMan<R> {
    fn default() -> Self {
        Self { all: Bitboard::EMPTY, filled: Bitboard::EMPTY, twice: Bitboard::EMPTY }
    }
}

impl<R: HasamiRules> MissingMan<R> {
    /// Adds the gaps of windows in one line.
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
    fn in_random_games<R: HasamiRules>(check: impl Fn(&HasamiPosition<R>)) {
        let mut rng = Rng::with_seed(15);
        for _ in 0..20 {
            let mut position = HasamiPosition::<R>::startpos();
            for _ in 0..120 {
                check(&position);
                let mut moves = MoveList::new();
                position.generate::<All>(&mut moves);
                let Some(&mv) = rng.choice(moves.iter()) else { break };
                position.play(mv, &mut ());
            }
        }
    }

    /// Men that fall with one more man of the enemy on a square that one can come to.
    fn slow_prey<R: HasamiRules>(position: &HasamiPosition<R>, color: Color) -> BitboardOf<R> {
        let capturer = !color;
        position
            .empty()
            .into_iter()
            .filter(|&to| position.sources(capturer, to).is_occupied())
            .fold(Bitboard::EMPTY, |capturable_men, to| {
                capturable_men | position.custody_from(capturer, to)
            })
    }

    fn check_prey<R: HasamiRules>() {
        in_random_games::<R>(|position| {
            let reachability = Reachability::of(position);
            for color in Color::ALL {
                assert_eq!(
                    reachability.capturable_men(position, color),
                    slow_prey(position, color)
                );
            }
        });
    }

    #[test]
    fn prey_are_the_men_that_fall_by_custody() {
        check_prey::<DaiHasami>();
        check_prey::<HasamiFive>();
        check_prey::<HasamiBrainking>();
        check_prey::<HasamiLudos>();
    }

    #[test]
    fn a_gap_is_empty_and_guarded_where_an_enemy_can_come() {
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
