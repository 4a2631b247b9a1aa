//! Errors of pictures.

use thiserror::Error;

use kawari_engine::core::color::Color;
use kawari_engine::notation::usi::{UsiError, UsiMove, UsiPieceKind, UsiSquare};

/// An option that is wrong or does not fit the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DrawError {
    /// The game has no piece pictures in this style.
    #[error("unknown piece style \"{name}\", expected {expected}", expected = one_of(.styles))]
    Style {
        /// The style as given.
        name: String,
        /// The styles of the game.
        styles: &'static [&'static str],
    },
    /// A word is not one of the values of an option.
    #[error("unknown {option} \"{word}\", expected {expected}")]
    Word {
        /// Name of the option, such as `kind of arrow`.
        option: &'static str,
        /// The word as given.
        word: String,
        /// The possible values.
        expected: String,
    },
    /// A text is not a square or a move.
    #[error(transparent)]
    Usi(#[from] UsiError),
    /// A move has no arrow.
    #[error("`{0}` has no arrow, expected two different squares or a drop")]
    NoArrow(UsiMove),
    /// A square is off the board.
    #[error("`{square}` is not on the board of {files} files and {ranks} ranks")]
    Square {
        /// The square.
        square: UsiSquare,
        /// Files of the board.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
    },
    /// The piece of a drop is not in the hand of the side to move.
    #[error("{side} has no {kind} in hand for the arrow `{kind}*{to}`", side = side_name(*.side))]
    Hand {
        /// The side to move.
        side: Color,
        /// The kind of piece.
        kind: UsiPieceKind,
        /// Target square of the drop.
        to: UsiSquare,
    },
    /// The width is too small or too large.
    #[error("width {0} is out of range, expected 1 to 20000 pixels")]
    Width(u32),
}

/// Returns the value of an option that a word names.
pub(crate) fn value_of<T: Copy>(
    option: &'static str,
    values: &[(&str, T)],
    word: &str,
) -> Result<T, DrawError> {
    let found = values.iter().find(|(name, _)| *name == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        DrawError::Word { option, word: word.to_owned(), expected: one_of(&names) }
    })
}

/// Returns a list of alternatives, such as `light or dark`.
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the name of a side.
pub(crate) fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
