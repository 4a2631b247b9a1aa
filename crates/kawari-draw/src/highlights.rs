//! Highlights of squares below the pieces.

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin, UsiPiece, UsiPieceKind, UsiSquare};

use crate::layout::{SQUARE_HEIGHT, SQUARE_WIDTH};
use crate::mark::{Mark, element, fill, frame};

/// The definitions that elements of this module refer to. Every picture has the same ones, so that
/// several pictures can be in one page.
pub const CHECK_GRADIENT: &str = r##"<radialGradient id="kawari-check" r=".707"><stop offset="0" stop-color="#f00" stop-opacity=".9"/><stop offset=".45" stop-color="#dc0000" stop-opacity=".6"/><stop offset=".85" stop-color="#dc0000" stop-opacity="0"/></radialGradient>"##;
/// See [`CHECK_GRADIENT`].
pub const CAPTURE_PATTERN: &str = r##"<pattern id="kawari-captured" width="33" height="33" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path fill="#be1e14" fill-opacity=".3" d="M0 0h15v33H0z"/></pattern>"##;

/// A piece that the last move has captured on another square than its target.
pub struct RemoteCapture {
    /// Square of the piece.
    pub square: UsiSquare,
    /// Kind of the piece.
    pub kind: UsiPieceKind,
}

/// Returns the last move and the pieces that it has captured on other squares than its target.
pub fn last_move(game_state: &dyn GameState) -> Option<(UsiMove, Vec<RemoteCapture>)> {
    let last = game_state.last_move()?;
    let mut before = game_state.boxed_clone();
    before.pop();
    let details = before.describe_move(&last.to_string()).ok()?;
    let captures = details.parts.captures.iter().filter_map(|captured| {
        let square: UsiSquare = captured.square.parse().ok()?;
        (square != last.to).then_some(())?;
        Some(RemoteCapture { square, kind: captured.piece.parse().ok()? })
    });
    Some((last, captures.collect()))
}

/// The highlights of a picture.
pub struct Highlights {
    last_squares: Vec<UsiSquare>,
    captured: Vec<UsiSquare>,
    winning_row: Vec<UsiSquare>,
    royal_kinds: Vec<UsiPieceKind>,
    checked: Option<Color>,
    marks: Vec<Mark>,
}

impl Highlights {
    /// Collects the highlights of a position. `last` is the last move, if it is highlighted.
    pub fn new(
        game_state: &dyn GameState,
        last: Option<&(UsiMove, Vec<RemoteCapture>)>,
        marks: &[Mark],
    ) -> Self {
        let squares_of = |mv: &UsiMove| match mv.origin {
            _ if *mv == UsiMove::pass() => Vec::new(),
            UsiOrigin::Board(from) => vec![from, mv.to],
            UsiOrigin::Hand(_) => vec![mv.to],
        };
        let royal = game_state.piece_set().kinds.into_iter().filter(|kind| kind.royal);
        let row = game_state.winning_row();
        Self {
            last_squares: last.map(|(mv, _)| squares_of(mv)).unwrap_or_default(),
            captured: last
                .map(|(_, captures)| captures.iter().map(|capture| capture.square).collect())
                .unwrap_or_default(),
            winning_row: row.iter().filter_map(|square| square.parse().ok()).collect(),
            royal_kinds: royal.filter_map(|kind| kind.symbol.parse().ok()).collect(),
            checked: game_state.in_check().then(|| game_state.side_to_move()),
            marks: marks.to_vec(),
        }
    }

    /// Returns true if a piece is a King in check.
    fn is_checked(&self, piece: UsiPiece) -> bool {
        self.checked == Some(piece.color) && self.royal_kinds.contains(&piece.kind)
    }

    /// Returns the highlights of a square at (0, 0); empty if there are none.
    pub fn on_square(&self, square: UsiSquare, piece: Option<UsiPiece>) -> String {
        let mut content = String::new();
        if self.last_squares.contains(&square) {
            content += &fill("#9bbe1e", ".5");
        }
        if piece.is_some_and(|piece| self.is_checked(piece)) {
            content += &rect("url(#kawari-check)");
        }
        if self.captured.contains(&square) {
            content += &rect("url(#kawari-captured)");
        }
        if self.winning_row.contains(&square) {
            content += &fill("#e1a500", ".7");
            content += &frame("#8a5200");
        }
        if piece.is_some_and(|piece| piece.is_marked) {
            content += &frame("#7b3fb5");
        }
        let is_here = |mark: &&Mark| mark.square == square;
        for mark in self.marks.iter().filter(is_here) {
            content += &element(mark.kind, piece.is_some());
        }
        content
    }
}

fn rect(paint: &str) -> String {
    format!(r#"<rect width="{SQUARE_WIDTH}" height="{SQUARE_HEIGHT}" fill="{paint}"/>"#)
}
