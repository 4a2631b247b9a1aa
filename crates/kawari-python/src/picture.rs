//! Pictures of positions.

use kawari_draw::arrow::{Arrow, ArrowKind};
use kawari_draw::{DrawError, DrawOptions};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::pieces::{Color, Move};

/// An arrow as an argument: a move, or a text such as "P*5e:hint".
#[derive(FromPyObject)]
pub enum ArrowArgument {
    /// A move.
    Move(Move),
    /// A move in USI notation, with a kind of arrow.
    Text(String),
}

/// The arguments of `Board.svg`.
pub struct PictureArguments<'a> {
    pub pieces: Option<String>,
    pub bottom: Option<Color>,
    pub coordinates: &'a str,
    pub theme: &'a str,
    pub width: Option<u32>,
    pub last_move: bool,
    pub arrows: Vec<ArrowArgument>,
    pub marks: Vec<String>,
}

impl PictureArguments<'_> {
    /// Converts the arguments.
    pub fn options(self) -> PyResult<DrawOptions> {
        let arrow = |argument: &ArrowArgument| match argument {
            ArrowArgument::Move(mv) => Ok(Arrow { mv: mv.0, kind: ArrowKind::default() }),
            ArrowArgument::Text(text) => text.parse(),
        };
        let options = || {
            Ok(DrawOptions {
                pieces: self.pieces.clone(),
                bottom: self.bottom.map_or(DrawOptions::default().bottom, Into::into),
                coordinates: self.coordinates.parse()?,
                theme: self.theme.parse()?,
                width: self.width,
                marks_last_move: self.last_move,
                arrows: self.arrows.iter().map(arrow).collect::<Result<_, DrawError>>()?,
                marks: self.marks.iter().map(|mark| mark.parse()).collect::<Result<_, _>>()?,
            })
        };
        options().map_err(|error: DrawError| raise(error))
    }
}
