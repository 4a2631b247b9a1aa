//! Options of a picture.

use std::str::FromStr;

use kawari_engine::core::color::Color;

use crate::arrow::Arrow;
use crate::error::{DrawError, value_of};
use crate::mark::Mark;

/// Options of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawOptions {
    /// Style of the pieces, one of the styles of the game; `None` for the default of the game.
    pub pieces: Option<String>,
    /// Side at the bottom.
    pub bottom: Color,
    /// Coordinates at the top and on the right.
    pub coordinates: Coordinates,
    /// Colours of the board and the stands.
    pub theme: Theme,
    /// Width in pixels; `None` for squares of 55 by 60 pixels.
    pub width: Option<u32>,
    /// Highlights the squares of the last move and the pieces that it captured.
    pub marks_last_move: bool,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Marked squares.
    pub marks: Vec<Mark>,
}

impl DrawOptions {
    /// Maximum width in pixels.
    pub const MAX_WIDTH: u32 = 20_000;
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            pieces: None,
            bottom: Color::Black,
            coordinates: Coordinates::default(),
            theme: Theme::default(),
            width: None,
            marks_last_move: true,
            arrows: Vec::new(),
            marks: Vec::new(),
        }
    }
}

/// Coordinates of the squares. Files always have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Coordinates {
    /// Letters for the ranks, as in USI.
    #[default]
    Engine,
    /// Numbers for the ranks.
    Numeric,
    /// Kanji for the ranks.
    Japanese,
    /// No coordinates.
    None,
}

impl Coordinates {
    /// The values with their names.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("engine", Self::Engine),
        ("numeric", Self::Numeric),
        ("japanese", Self::Japanese),
        ("none", Self::None),
    ];
}

impl FromStr for Coordinates {
    type Err = DrawError;

    fn from_str(word: &str) -> Result<Self, DrawError> {
        value_of("coordinates", &Self::NAMES, word)
    }
}

/// Colours of the board and the stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

impl Theme {
    /// The values with their names.
    pub const NAMES: [(&'static str, Self); 2] = [("light", Self::Light), ("dark", Self::Dark)];
}

impl FromStr for Theme {
    type Err = DrawError;

    fn from_str(word: &str) -> Result<Self, DrawError> {
        value_of("theme", &Self::NAMES, word)
    }
}
