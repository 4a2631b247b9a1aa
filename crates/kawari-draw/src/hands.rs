//! The hands and their stands.

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::usi::UsiPieceKind;

use crate::layout::{Layout, SQUARE_HEIGHT, SQUARE_WIDTH, middle};
use crate::svg::Point;

/// The pieces in both hands.
pub struct Hands {
    /// Number of kinds that a hand can hold.
    capacity: usize,
    /// Black's and White's pieces in hand, with their counts, in the order of an SFEN.
    held: [Vec<(UsiPieceKind, u16)>; 2],
}

impl Hands {
    /// Collects the pieces in hand of a position.
    pub fn new(game_state: &dyn GameState) -> Self {
        let held = Color::ALL.map(|color| {
            let hand = game_state.hand(color).into_iter();
            hand.filter(|&(_, count)| count > 0).collect()
        });
        Self { capacity: game_state.piece_set().hand.len(), held }
    }

    /// Returns the number of kinds that a hand can hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns a side's pieces in hand, with their counts.
    pub fn of(&self, color: Color) -> &[(UsiPieceKind, u16)] {
        &self.held[color.index()]
    }

    /// Returns the middle of the piece on a side's stand from which a drop comes. In games whose
    /// pieces can be dropped with either side up, the hand holds the unpromoted side.
    pub fn origin(&self, layout: &Layout, color: Color, kind: UsiPieceKind) -> Option<Point> {
        let is_kind = |kind: UsiPieceKind| move |&(held, _): &(UsiPieceKind, u16)| held == kind;
        let hand = self.of(color);
        let unpromoted = UsiPieceKind { is_promoted: false, ..kind };
        let index = hand
            .iter()
            .position(is_kind(kind))
            .or_else(|| hand.iter().position(is_kind(unpromoted)))?;
        Some(middle(layout.held_piece(color, hand.len(), index)))
    }
}

/// Returns the label with the number of pieces, in the lower right corner of a piece.
pub fn count_label((x, y): Point, count: u16) -> String {
    const HEIGHT: i32 = 60;
    const SIZE: i32 = 44;
    let text = count.to_string();
    let width = 32 + 26 * text.len() as i32;
    let (left, top) = (x + SQUARE_WIDTH - width, y + SQUARE_HEIGHT - HEIGHT);
    let (middle, baseline) = (left + width / 2, top + 46);
    format!(
        r##"<rect x="{left}" y="{top}" width="{width}" height="{HEIGHT}" rx="14" fill="#2b2825"/><text x="{middle}" y="{baseline}" font-size="{SIZE}" font-weight="700" fill="#fff" text-anchor="middle">{text}</text>"##
    )
}
