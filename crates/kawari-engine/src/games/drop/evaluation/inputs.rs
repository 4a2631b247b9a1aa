//! What a network sees of a drop game: own and enemy pieces by kind and square, and a
//! thermometer for each kind in each hand: one input for the first piece of it, one for
//! the second and so on, as many as a game has. The view is mirrored while its own
//! General or King stands right of the centre.

use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::drop::kind::{KINDS, Kind};
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{DerivedRules, DropRules, SquareOf};
use crate::games::evaluation::network::inputs::{Layout, NetworkInputs, View};

/// Pieces in both hands from which on there is no further output bucket.
const HELD: usize = 16;

/// How the places of a game are numbered: a row of squares for each colour and kind,
/// then the thermometers.
struct Places {
    /// The number of each kind among those that the game has.
    rows: [usize; KINDS],
    /// The most of each kind that a hand can hold.
    held: [usize; KINDS],
    /// Where the thermometer of each kind begins in that of a hand.
    starts: [usize; KINDS],
    /// Number of kinds.
    kinds: usize,
    /// Length of the thermometer of a hand.
    hand: usize,
}

impl Places {
    const fn of<R: DropRules>() -> Self {
        let mut places =
            Self { rows: [0; KINDS], held: [0; KINDS], starts: [0; KINDS], kinds: 0, hand: 0 };
        let mut kind = 0;
        while kind < KINDS {
            let law = &R::LAWS[kind];
            if law.exists {
                places.rows[kind] = places.kinds;
                places.kinds += 1;
                places.starts[kind] = places.hand;
                if law.captured.index() == kind && kind != R::KING.index() {
                    places.held[kind] = pieces_at_start::<R>(Kind::new(kind).piece());
                    places.hand += places.held[kind];
                }
            }
            kind += 1;
        }
        places
    }

    const fn on_board(&self, squares: usize) -> usize {
        2 * self.kinds * squares
    }
}

/// The number of a piece that a game has, both sides together, whichever side is up.
const fn pieces_at_start<R: DropRules>(piece: usize) -> usize {
    let letter = R::PIECES[piece].letter();
    let board = R::INFO.startpos.as_bytes();
    let mut pieces = 0;
    let mut at = 0;
    while board[at] != b' ' {
        pieces += (board[at].to_ascii_uppercase() as char == letter) as usize;
        at += 1;
    }
    pieces
}

/// As [`Places::of`], computed once.
trait Placed: DropRules {
    const PLACES: Places = Places::of::<Self>();
}

impl<R: DropRules> Placed for R {}

/// How a square is seen.
fn turned<R: DropRules>(square: SquareOf<R>, view: View) -> SquareOf<R> {
    let square = if view.viewer == Color::Black { square } else { square.rotated() };
    if view.mirrored { square.mirrored() } else { square }
}

impl<R: DropRules> NetworkInputs for DropPosition<R> {
    const COUNTS_MEN: bool = false;

    fn layout() -> Layout {
        let kinds = || Kind::all().filter(|&kind| R::law(kind).exists);
        let own = |color, viewer| if color == viewer { Color::Black } else { Color::White };
        let mut inputs = Vec::new();
        for color in Color::ALL {
            for kind in kinds() {
                for square in Square::all() {
                    inputs.push(View::ALL.map(|view| {
                        let square = turned::<R>(square, view);
                        Self::on_board(own(color, view.viewer), kind, square) as u16
                    }));
                }
            }
        }
        let mut exclusive: Vec<Vec<u16>> = Square::all()
            .map(|square: SquareOf<R>| {
                let pieces =
                    Color::ALL.into_iter().flat_map(|color| kinds().map(move |k| (color, k)));
                pieces.map(|(color, kind)| Self::on_board(color, kind, square) as u16).collect()
            })
            .collect();
        for color in Color::ALL {
            for kind in kinds() {
                for nth in 1..=R::PLACES.held[kind.index()] as u16 {
                    let input = |color| Self::in_hand(color, kind, nth).unwrap_or_default() as u16;
                    inputs.push(View::ALL.map(|view| input(own(color, view.viewer))));
                    exclusive.push(vec![input(color)]);
                }
            }
        }
        Layout { name: "pieces-hands", inputs, exclusive, men: None }
    }

    #[inline(always)]
    fn on_board(color: Color, kind: Kind, square: SquareOf<R>) -> usize {
        let places = const { &R::PLACES };
        let row = color.index() * places.kinds + places.rows[kind.index()];
        row * R::Geometry::SQUARES + square.index()
    }

    #[inline(always)]
    fn in_hand(color: Color, kind: Kind, nth: u16) -> Option<usize> {
        let places = const { &R::PLACES };
        let start = const { R::PLACES.on_board(R::Geometry::SQUARES) };
        let nth = usize::from(nth).checked_sub(1)?;
        let hand = color.index() * places.hand + places.starts[kind.index()];
        (nth < places.held[kind.index()]).then_some(start + hand + nth)
    }

    #[inline(always)]
    fn is_mirrored(&self, viewer: Color) -> bool {
        let king = self.king(viewer);
        let file = if viewer == Color::Black { king.file() } else { king.rotated().file() };
        file < R::Geometry::FILES / 2
    }

    #[inline]
    fn bucket(&self, buckets: usize) -> usize {
        let held: u32 = Color::ALL.into_iter().map(|color| self.hand(color).total()).sum();
        (held as usize).min(HELD - 1) * buckets / HELD
    }

    #[inline(always)]
    fn share(&self) -> (i32, i32) {
        (1, 1)
    }
}
