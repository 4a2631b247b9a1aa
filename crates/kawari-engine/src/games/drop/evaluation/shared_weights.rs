//! Weights of a built-in game in a game from a file with the same board and pieces.
//!
//! The tables of a built-in game have rows for its own kinds, those of a game from a file for the
//! largest piece table.

use super::weights::{Term, piece_count, rows};
use crate::games::GameInfo;
use crate::games::drop::rules::DropRules;
use crate::games::evaluation::weights::{Shape, built_in};

/// Reads the built-in weights of another game.
pub(super) fn read<R: DropRules>(rules: R, file: &[u8], other: &GameInfo) -> Vec<i16> {
    let (shapes, places) = layout(rules);
    let mut weights = vec![0; Term::shapes::<R>().iter().map(Shape::length).sum()];
    for (place, weight) in places.into_iter().zip(built_in(file, other, &shapes)) {
        weights[place] = weight;
    }
    weights
}

/// Returns the weights in the order of the file: that of the game as which the game is evaluated.
pub(super) fn in_layout_of_file<R: DropRules>(rules: R, weights: &[i16]) -> Vec<i16> {
    if rules.info().evaluated_as.is_none() {
        return weights.to_vec();
    }
    let (_, places) = layout(rules);
    places.into_iter().map(|place| weights[place]).collect()
}

/// Returns the tables of the built-in game with the same pieces, and the place of each of its
/// weights among the weights of a game.
fn layout<R: DropRules>(rules: R) -> (Vec<Shape>, Vec<usize>) {
    let pieces = rules.table().rules.pieces.len();
    let kinds = 2 * pieces - 1;
    let (mut shapes, mut places) = (Vec::new(), Vec::new());
    for &term in Term::ALL {
        let (start, shape) = (term.start::<R>(), term.shape::<R>());
        let Some(blocks) = term.blocks_by_kind() else {
            places.extend(start..start + shape.length());
            shapes.push(shape);
            continue;
        };
        let by_column = shape.columns == rows::<R>();
        shapes.push(if by_column {
            Shape { columns: kinds, ..shape }
        } else {
            Shape { rows: shape.rows / rows::<R>() * kinds, ..shape }
        });
        let length = shape.length() / (blocks * rows::<R>());
        for block in 0..blocks {
            for kind in 0..kinds {
                // The promoted sides follow the unpromoted ones of all entries.
                let row = if kind < pieces { kind } else { kind - pieces + piece_count::<R>() };
                let first = start + (block * rows::<R>() + row) * length;
                places.extend(first..first + length);
            }
        }
    }
    (shapes, places)
}
