//! What men can do next in a game of rows: the empty squares by what a man that comes
//! there does for a row of five, and the men that can be taken.

use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::games::hasami::movegen::Reach;
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rows;
use crate::games::hasami::rules::{BitboardOf, HasamiRules};

/// Number of kinds of gaps by what is missing there: see [`missing`].
pub const MISSING: usize = 7;
/// Number of kinds of gaps: each of those, where no enemy can come and where one can.
pub const KINDS: usize = 2 * MISSING;

/// Where the men of both sides can go.
pub struct Sight<R: HasamiRules> {
    reach: [Reach<R::Geometry>; 2],
    /// The squares of all directions.
    squares: [BitboardOf<R>; 2],
}

impl<R: HasamiRules> Sight<R> {
    /// That of a position.
    #[inline(always)]
    pub fn of(position: &HasamiPosition<R>) -> Self {
        // Spelt out: mapping arrays of wide words copies them to and fro.
        let reach = [position.reach(Color::Black), position.reach(Color::White)];
        let squares = [reach[0].squares(), reach[1].squares()];
        Self { reach, squares }
    }

    /// The gaps in the rows of a side, by kind: two for each of [`missing`], those where no
    /// enemy can come and those where one can.
    #[inline(always)]
    pub fn gaps(
        &self,
        position: &HasamiPosition<R>,
        color: Color,
    ) -> [[BitboardOf<R>; 2]; MISSING] {
        let guarded = self.squares[(!color).index()];
        let missing = missing(position, color, &self.reach[color.index()]);
        missing.map(|squares| [squares & !guarded, squares & guarded])
    }

    /// Men of a side that the other one could take into custody with one move, were it its
    /// turn, as far as reach tells: a man that jumps may have been the other end himself.
    #[inline(always)]
    pub fn prey(&self, position: &HasamiPosition<R>, color: Color) -> BitboardOf<R> {
        let hunter = !color;
        let mut prey = Bitboard::EMPTY;
        for direction in Direction::ORTHOGONAL {
            let run = position.custody_run(hunter, direction);
            let back = direction.opposite();
            let closing = run.shifted(direction) & self.squares[hunter.index()];
            let mut front = closing.shifted(back) & run;
            while front.is_occupied() {
                prey |= front;
                front = front.shifted(back) & run;
            }
        }
        prey
    }
}

/// The gaps in the rows of a side, by what is missing; each square is of one kind at most,
/// the first of these:
///
/// - where the fifth man is missing, and one can come,
/// - where he is missing, and none can,
/// - where the fourth is missing in two lines, and can come for both,
/// - where he is missing in one, and can come,
/// - where he is missing, and cannot,
/// - where the third is missing in two lines, and can come for both,
/// - where he is missing in one, and can come.
///
/// Who can come is a man from outside the five squares of the row.
#[inline(always)]
fn missing<R: HasamiRules>(
    position: &HasamiPosition<R>,
    color: Color,
    reach: &Reach<R::Geometry>,
) -> [BitboardOf<R>; MISSING] {
    let men = position.counting_men(color);
    let open = position.open_squares(color);
    let mut fifth: Lacking<R> = Lacking::default();
    let mut fourth: Lacking<R> = Lacking::default();
    let mut third: Lacking<R> = Lacking::default();
    for &line in R::ROWS {
        let windows = rows::windows(men, open, line);
        let sort = |windows| (rows::gaps(windows, men, line), reach.fills(line, windows, men));
        // Rows of four are few.
        if windows.four.is_occupied() {
            fifth.add(sort(windows.four));
        }
        if windows.three.is_occupied() {
            fourth.add(sort(windows.three));
        }
        third.add(sort(windows.two));
    }
    let kinds = [
        fifth.filled,
        fifth.all,
        fourth.twice,
        fourth.filled,
        fourth.all,
        third.twice,
        third.filled,
    ];
    let mut known = Bitboard::EMPTY;
    kinds.map(|squares| {
        let new = squares & !known;
        known |= squares;
        new
    })
}

/// Squares where a man of so many is missing in a row.
struct Lacking<R: HasamiRules> {
    /// All of them.
    all: BitboardOf<R>,
    /// Where one can come.
    filled: BitboardOf<R>,
    /// Where one can come in more lines than one.
    twice: BitboardOf<R>,
}

impl<R: HasamiRules> Default for Lacking<R> {
    fn default() -> Self {
        Self { all: Bitboard::EMPTY, filled: Bitboard::EMPTY, twice: Bitboard::EMPTY }
    }
}

impl<R: HasamiRules> Lacking<R> {
    /// Adds the squares of a line, all and those where a man can come.
    #[inline(always)]
    fn add(&mut self, (all, filled): (BitboardOf<R>, BitboardOf<R>)) {
        self.all |= all;
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
        let hunter = !color;
        position
            .empty()
            .into_iter()
            .filter(|&to| position.sources(hunter, to).is_occupied())
            .fold(Bitboard::EMPTY, |prey, to| prey | position.custody_from(hunter, to))
    }

    fn check_prey<R: HasamiRules>() {
        in_random_games::<R>(|position| {
            let sight = Sight::of(position);
            for color in Color::ALL {
                assert_eq!(sight.prey(position, color), slow_prey(position, color));
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
    fn a_gap_is_of_one_kind_and_guarded_where_an_enemy_can_come() {
        in_random_games::<DaiHasami>(|position| {
            let sight = Sight::of(position);
            for color in Color::ALL {
                let mut known = Bitboard::EMPTY;
                for [free, guarded] in sight.gaps(position, color) {
                    assert!(!free.intersects(guarded) && !known.intersects(free | guarded));
                    known |= free | guarded;
                    let comes = |square| position.sources(!color, square).is_occupied();
                    assert!(guarded.into_iter().all(comes) && !free.into_iter().any(comes));
                }
                assert!(!known.intersects(position.occupied()));
            }
        });
    }
}
