//! Weight tables of the Hasami games' evaluation, in units of 1/[`WEIGHT_UNITS`] centipawn
//! (a man is about 100). `kawari tune` fits them to games and writes the file
//! `weights.txt` in a game's folder.

use super::lines::{CLASSES, EDGE_PATTERNS};
use crate::core::geometry::Geometry;
use crate::games::evaluation::linear::saturated;
use crate::games::evaluation::weights::{WEIGHT_UNITS, built_in, tables};
use crate::games::hasami::rules::{HasamiRules, MayHave};

/// Returns the game's built-in weights. Without a file, only the number of men counts.
pub fn weights<R: HasamiRules>(rules: R) -> Vec<i16> {
    match rules.files().weights {
        Some(file) => built_in(file, rules.info(), &Term::shapes::<R>()),
        None => material_weights::<R>(),
    }
}

/// Returns weights that count only men.
fn material_weights<R: HasamiRules>() -> Vec<i16> {
    let length = Term::shapes::<R>().iter().map(|shape| shape.length()).sum();
    let mut weights = vec![0; length];
    for men in 0..=max_men::<R>() {
        weights[Term::Men.start::<R>() + men] = saturated(100 * WEIGHT_UNITS * men as i32);
    }
    weights
}

tables! { HasamiRules:
    /// Side to move.
    Tempo, tempo: 1, by 1;
    /// Number of a side's men, from zero on.
    Men, men: 1, by max_men::<R>() + 1;
    /// A lead in men, indexed by [`pair`]: for each number of men of the side ahead, from
    /// one on, the smaller numbers of the other side, from zero on.
    Lead, lead: 1, by pair(max_men::<R>(), max_men::<R>() - 1) + 1;
    /// Piece-square table of the right half of the board: a row for each rank, the
    /// farthest first, and a column for each file, the outermost first.
    Place, place: R::Geometry::RANKS, by R::Geometry::FILES.div_ceil(2);
    /// A square of a line on an outermost file or rank, by its [class](super::lines).
    OuterRun, outer_run: CLASSES / 9, by 9;
    /// A square of a line on the other files and ranks, by its class.
    InnerRun, inner_run: CLASSES / 9, by 9;
    /// The squares at the end of a line on an outermost file or rank, by their
    /// [pattern](super::lines), the corner square first.
    OuterEnd, outer_end: EDGE_PATTERNS / 9, by 9;
    /// The squares at the end of a line on the other files and ranks, by their pattern.
    InnerEnd, inner_end: EDGE_PATTERNS / 9, by 9;
    /// A square that a man can slide to: own men, then enemies.
    Slide, slide: 1, by 2;
    /// Two diagonally adjacent men, between which no man fits: own men, then enemies.
    Chain, chain: 1, by 2;
    /// Number of men that the side to move can capture, then that the enemy could capture
    /// if it had the move: one, two, three, more.
    Capturable, capturable: 2, by 4;
    /// In games won by five in a row: a window of five squares with two, three or four own
    /// men and no enemy, then the same for enemies.
    Row, row: if R::MAY_HAVE_ROWS { 2 } else { 0 }, by 3;
}

/// Most men of a side that are counted in a game that is not built in.
const MAX_COUNTED_MEN: usize = 44;

/// Returns the largest number of a side's men with its own weight: the number at the start
/// of a built-in game.
pub const fn max_men<R: HasamiRules>() -> usize {
    match R::BUILT_IN {
        Some(table) => table.rules.men,
        None => MAX_COUNTED_MEN,
    }
}

/// Returns the index of a pair of men counts in [`Term::Lead`]; `more` > `fewer`.
pub const fn pair(more: usize, fewer: usize) -> usize {
    more * (more - 1) / 2 + fewer
}
