//! The weights of the evaluation, a file of tables for each rule set.
//!
//! They are fitted to games by `kawari tune`, which also writes the files. A
//! hundredth of a man is [`WEIGHT_UNITS`] units.

mod dai_hasami;
mod hasami;
mod hasami_brainking;
mod hasami_chess;
mod hasami_five;
mod hasami_jsa;
mod hasami_ludos;
mod hasami_nocorner;
mod mak_yek;

use super::lines::{CLASSES, EDGE_PATTERNS};
use crate::core::geometry::Geometry;
use crate::games::evaluation::linear::saturated;
use crate::games::evaluation::weights::{WEIGHT_UNITS, tables};
use crate::games::hasami::rules::HasamiRules;

/// The weights with which nothing counts but men.
fn by_material<R: HasamiRules>() -> Vec<i16> {
    let length = Term::shapes::<R>().iter().map(|shape| shape.length()).sum();
    let mut weights = vec![0; length];
    for men in 0..=max_men::<R>() {
        weights[Term::Men.start::<R>() + men] = saturated(100 * WEIGHT_UNITS * men as i32);
    }
    weights
}

tables! { HasamiRules, else by_material:
    /// Having the move.
    Tempo, tempo: 1, by 1;
    /// A side with so many men, none and one and so on.
    Men, men: 1, by max_men::<R>() + 1;
    /// More men than the enemy: a row for each number of the one, from one on, a
    /// column for each lower number of the other, from none on; the rows follow
    /// one another without gaps.
    Lead, lead: 1, by pair(max_men::<R>(), max_men::<R>() - 1) + 1;
    /// A man by its square, the right half of the board: a row for each rank, the
    /// farthest first, a column for each file, the outermost first.
    Place, place: R::Geometry::RANKS, by R::Geometry::FILES.div_ceil(2);
    /// Squares in a line on an outermost file or rank, by their
    /// [class](super::lines).
    OuterRun, outer_run: CLASSES / 9, by 9;
    /// As above, on the other files and ranks.
    InnerRun, inner_run: CLASSES / 9, by 9;
    /// The squares at the end of a line on an outermost file or rank, by their
    /// [pattern](super::lines), the corner square first.
    OuterEnd, outer_end: EDGE_PATTERNS / 9, by 9;
    /// As above, on the other files and ranks.
    InnerEnd, inner_end: EDGE_PATTERNS / 9, by 9;
    /// A square that a man slides to, an own man and an enemy.
    Slide, slide: 1, by 2;
    /// Two men diagonally next to each other, own men and enemies: nothing fits
    /// between them.
    Chain, chain: 1, by 2;
    /// Men that the side could take with one move or another, then men that the
    /// enemy could, were it its turn: one, two, three, more.
    Capturable, capturable: 2, by 4;
    /// A window of five squares, where five in a row win, with two, three or four
    /// own men and no enemy; likewise of enemies.
    Row, row: if R::ROWS.is_empty() { 0 } else { 2 }, by 3;
}

/// The most men that a side can have, without help from an SFEN.
pub const fn max_men<R: HasamiRules>() -> usize {
    R::SETUP.len() * R::Geometry::FILES
}

/// The number of a pair of counts of men, the greater one first, in
/// [`Term::Lead`].
pub const fn pair(more: usize, fewer: usize) -> usize {
    more * (more - 1) / 2 + fewer
}
