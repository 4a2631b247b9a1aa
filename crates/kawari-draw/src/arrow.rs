//! Arrows.

use std::str::FromStr;

use kawari_engine::notation::usi::UsiMove;

use crate::error::{DrawError, value_of};
use crate::svg::{Point, polygon};

/// An arrow for a move. The arrow of a drop begins at the piece in hand.
///
/// ```
/// use kawari_draw::arrow::{Arrow, ArrowKind};
///
/// assert_eq!("7g7f".parse::<Arrow>()?.kind, ArrowKind::Move);
/// assert_eq!("P*5e:hint".parse::<Arrow>()?.kind, ArrowKind::Hint);
/// # Ok::<(), kawari_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The move. It may be illegal.
    pub mv: UsiMove,
    /// The kind of arrow.
    pub kind: ArrowKind,
}

/// A kind of arrow, which determines its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ArrowKind {
    /// The best move: blue.
    #[default]
    Move,
    /// Another good move: grey.
    Alternative,
    /// A hint: orange.
    Hint,
    /// A capture: red.
    Capture,
    /// An illegal move: red and dashed.
    No,
}

impl FromStr for Arrow {
    type Err = DrawError;

    /// Parses a move, optionally with a kind: `7g7f`, `P*5e:hint`.
    fn from_str(text: &str) -> Result<Self, DrawError> {
        let (mv, kind) = match text.split_once(':') {
            None => (text, ArrowKind::default()),
            Some((mv, kind)) => (mv, kind.parse()?),
        };
        Ok(Self { mv: mv.parse()?, kind })
    }
}

impl ArrowKind {
    /// The values with their names.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("move", Self::Move),
        ("alternative", Self::Alternative),
        ("hint", Self::Hint),
        ("capture", Self::Capture),
        ("no", Self::No),
    ];
}

impl FromStr for ArrowKind {
    type Err = DrawError;

    fn from_str(word: &str) -> Result<Self, DrawError> {
        value_of("kind of arrow", &Self::NAMES, word)
    }
}

impl ArrowKind {
    fn colour(self) -> &'static str {
        match self {
            Self::Move => "#1b63b5",
            Self::Alternative => "#5f7f9f",
            Self::Hint => "#d07a00",
            Self::Capture | Self::No => "#b3261e",
        }
    }

    fn opacity(self) -> &'static str {
        match self {
            Self::Alternative => ".53",
            _ => ".75",
        }
    }
}

/// Width of the line.
const LINE: i32 = 36;

/// Returns the element of an arrow. An arrow whose target is `shared` with another one is shorter.
pub(crate) fn element(kind: ArrowKind, from: Point, to: Point, is_shared: bool) -> String {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = dx.hypot(dy);
    let (right, down) = (dx / length, dy / length);
    // A point on the arrow's line before its target, and beside it.
    let at = |before: f64, beside: f64| {
        let x = f64::from(to.0) - right * before - down * beside;
        let y = f64::from(to.1) - down * before + right * beside;
        (x.round() as i32, y.round() as i32)
    };
    let line = f64::from(LINE);
    let margin = if is_shared { 2.0 * line } else { line };
    let end = at(margin, 0.0);
    let foot = margin + 2.05 * line;
    let head =
        polygon(&[at(margin - 0.95 * line, 0.0), at(foot, 2.0 * line), at(foot, -2.0 * line)]);
    let dashes = if kind == ArrowKind::No { r#" stroke-dasharray="40 44""# } else { "" };
    let (colour, opacity) = (kind.colour(), kind.opacity());
    let ((x1, y1), (x2, y2)) = (from, end);
    format!(
        r#"<g fill="{colour}" opacity="{opacity}"><path stroke="{colour}" stroke-width="{LINE}" stroke-linecap="round"{dashes} d="M{x1} {y1}L{x2} {y2}"/><path d="{head}"/></g>"#
    )
}
