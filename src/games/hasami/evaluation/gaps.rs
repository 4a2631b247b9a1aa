//! Empty squares by what a man that comes there does for a row of five.

use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rows;
use crate::games::hasami::rules::{BitboardOf, HasamiRules};

/// Number of kinds of gaps.
pub const KINDS: usize = 7;

/// The gaps in the rows of a side, by kind; each square is of one kind at most, the first
/// of these:
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
pub fn gaps<R: HasamiRules>(position: &HasamiPosition<R>, color: Color) -> [BitboardOf<R>; KINDS] {
    let men = position.counting_men(color);
    let open = position.open_squares(color);
    let reach = position.reach(color);
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
