//! Weight tables of the Hasami games' evaluation, in units of 1/[`WEIGHT_UNITS`] centipawn
//! (a man is about 100). `kawari tune` fits them to games and writes the file
//! `weights.txt` in a game's folder.

use kawari_rules::{Corners, Enclosure};

use super::lines::{CLASSES, EDGE_PATTERNS};
use crate::core::geometry::Geometry;
use crate::games::evaluation::linear::saturated;
use crate::games::evaluation::weights::{WEIGHT_UNITS, built_in, tables};
use crate::games::hasami::rules::{HasamiRules, MayHave, line};
use crate::games::hasami::{
    DaiHasami, Hasami, HasamiBrainking, HasamiChess, HasamiFive, HasamiJsa, HasamiLudos,
    HasamiNocorner, MakYek,
};

/// Returns the game's built-in weights. Without a file, only the number of men counts.
pub fn weights<R: HasamiRules>(rules: R) -> Vec<i16> {
    match rules.files().weights {
        Some(file) => built_in(file, rules.info(), &Term::shapes::<R>()),
        None if R::IS_LOADED => similar_weights(rules),
        None => material_weights::<R>(),
    }
}

/// Returns the weights of the most similar built-in game, for a game that is not built in.
fn similar_weights<R: HasamiRules>(rules: R) -> Vec<i16> {
    let (table, shape) = (&rules.table().rules, rules.table().shape);
    if !table.rows.is_empty() {
        if table.houses {
            weights_of::<R, HasamiLudos>(rules)
        } else if table.losing_men.is_none() && table.men_captured.is_none() {
            weights_of::<R, HasamiFive>(rules)
        } else if table.rows.contains(&line::HORIZONTAL) {
            weights_of::<R, DaiHasami>(rules)
        } else {
            weights_of::<R, HasamiBrainking>(rules)
        }
    } else if table.intervention {
        weights_of::<R, MakYek>(rules)
    } else if table.enclosure != Enclosure::None || table.winning_lead.is_some() {
        weights_of::<R, HasamiJsa>(rules)
    } else if table.corners != Corners::None {
        weights_of::<R, Hasami>(rules)
    } else if shape.files() <= 8 {
        weights_of::<R, HasamiChess>(rules)
    } else {
        weights_of::<R, HasamiNocorner>(rules)
    }
}

/// Returns the weights of a built-in game, in the tables of another one. Numbers of men are
/// compared by the men above those with which a side loses, squares by their relative place.
fn weights_of<R: HasamiRules, B: HasamiRules + Default>(rules: R) -> Vec<i16> {
    let base = weights(B::default());
    let mut weights = material_weights::<R>();
    for term in Term::ALL {
        let is_sized_alike = !matches!(term, Term::Men | Term::Lead | Term::Place);
        let length = term.shape::<B>().length();
        if is_sized_alike && length == term.shape::<R>().length() {
            let (from, to) = (term.start::<B>(), term.start::<R>());
            weights[to..to + length].copy_from_slice(&base[from..from + length]);
        }
    }
    let losing = |losing: [Option<u32>; 2]| losing[0].unwrap_or(0) as i32;
    let shift = losing(B::default().table().losing) - losing(rules.table().losing);
    let most = max_men::<B>() as i32;
    let same = |men: usize| men as i32 + shift;
    for men in 0..=max_men::<R>() {
        let nearest = same(men).clamp(0, most);
        let value = i32::from(base[Term::Men.start::<B>() + nearest as usize]);
        let beyond = 100 * WEIGHT_UNITS * (same(men) - nearest);
        weights[Term::Men.start::<R>() + men] = saturated(value + beyond);
        for fewer in 0..men {
            let more = same(men).clamp(1, most);
            let less = same(fewer).clamp(0, more - 1);
            let lead = Term::Lead.start::<B>() + pair(more as usize, less as usize);
            weights[Term::Lead.start::<R>() + pair(men, fewer)] = base[lead];
        }
    }
    let (shape, base_shape) = (rules.table().shape, B::default().table().shape);
    let scaled = |place: usize, of: usize, base: usize| match of {
        0 | 1 => 0,
        _ => (place * (base - 1) + (of - 1) / 2) / (of - 1),
    };
    let columns = |files: usize| files.div_ceil(2);
    for rank in 0..shape.ranks() {
        for column in 0..columns(shape.files()) {
            let base_rank = scaled(rank, shape.ranks(), base_shape.ranks());
            let base_columns = columns(base_shape.files());
            let base_column = scaled(column, columns(shape.files()), base_columns);
            let from = Term::Place.start::<B>() + base_rank * base_columns + base_column;
            let to = Term::Place.start::<R>() + rank * columns(R::Geometry::FILES) + column;
            weights[to] = base[from];
        }
    }
    weights
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
        Some(table) => table.rules.men[0] as usize,
        None => MAX_COUNTED_MEN,
    }
}

/// Returns the index of a pair of men counts in [`Term::Lead`]; `more` > `fewer`.
pub const fn pair(more: usize, fewer: usize) -> usize {
    more * (more - 1) / 2 + fewer
}
