//! Marked squares.

use std::str::FromStr;

use kawari_engine::notation::usi::UsiSquare;

use crate::error::{DrawError, value_of};
use crate::layout::{SQUARE_HEIGHT, SQUARE_WIDTH};
use crate::svg::disk;

/// A mark on a square.
///
/// ```
/// use kawari_draw::mark::{Mark, MarkKind};
///
/// assert_eq!("5e".parse::<Mark>()?.kind, MarkKind::Dot);
/// assert_eq!("5e:ring".parse::<Mark>()?.kind, MarkKind::Ring);
/// # Ok::<(), kawari_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The square.
    pub square: UsiSquare,
    /// The kind of mark.
    pub kind: MarkKind,
}

/// A kind of mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MarkKind {
    /// A square that a piece can reach: a dot, or coloured corners around a piece.
    #[default]
    Dot,
    /// A square that a piece cannot reach: a cross.
    Cross,
    /// A square to look at: a frame.
    Ring,
    /// A piece that is captured: a red square.
    Capture,
}

impl FromStr for Mark {
    type Err = DrawError;

    /// Parses a square, optionally with a kind: `5e`, `5e:ring`.
    fn from_str(text: &str) -> Result<Self, DrawError> {
        let (square, kind) = match text.split_once(':') {
            None => (text, MarkKind::default()),
            Some((square, kind)) => (square, kind.parse()?),
        };
        Ok(Self { square: square.parse()?, kind })
    }
}

impl MarkKind {
    /// The values with their names.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("dot", Self::Dot),
        ("cross", Self::Cross),
        ("ring", Self::Ring),
        ("capture", Self::Capture),
    ];
}

impl FromStr for MarkKind {
    type Err = DrawError;

    fn from_str(word: &str) -> Result<Self, DrawError> {
        value_of("kind of mark", &Self::NAMES, word)
    }
}

/// Returns the element of a mark on the square at (0, 0).
pub(crate) fn element(kind: MarkKind, is_occupied: bool) -> String {
    let (width, height) = (SQUARE_WIDTH, SQUARE_HEIGHT);
    let middle = (width / 2, height / 2);
    match kind {
        MarkKind::Dot if is_occupied => format!(
            r##"<path fill="#145528" fill-opacity=".6" fill-rule="evenodd" d="M0 0H{width}V{height}H0z{}"/>"##,
            disk(middle, 117)
        ),
        MarkKind::Dot => {
            format!(r##"<path fill="#145528" fill-opacity=".7" d="{}"/>"##, disk(middle, 28))
        }
        MarkKind::Cross => {
            let (left, top) = (width / 4, height / 4);
            let (right, bottom) = (width - left, height - top);
            format!(
                r##"<path fill="none" stroke="#b41e14" stroke-opacity=".9" stroke-width="16" d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"/>"##
            )
        }
        MarkKind::Ring => frame("#1d64b8"),
        MarkKind::Capture => fill("#cd2814", ".62"),
    }
}

/// Returns a frame inside the edges of a square.
pub(crate) fn frame(colour: &str) -> String {
    const STROKE: i32 = 10;
    let (x, width, height) = (STROKE / 2, SQUARE_WIDTH - STROKE, SQUARE_HEIGHT - STROKE);
    format!(
        r#"<rect x="{x}" y="{x}" width="{width}" height="{height}" fill="none" stroke="{colour}" stroke-width="{STROKE}"/>"#
    )
}

/// Returns a filled square.
pub(crate) fn fill(colour: &str, opacity: &str) -> String {
    format!(
        r#"<rect width="{SQUARE_WIDTH}" height="{SQUARE_HEIGHT}" fill="{colour}" fill-opacity="{opacity}"/>"#
    )
}
