//! Places of the squares and the pieces in hand.

use kawari_engine::core::color::Color;
use kawari_engine::notation::usi::UsiSquare;

use crate::svg::Point;

/// Width of a square, in units of the picture. The pictures of the pieces have the same units.
pub const SQUARE_WIDTH: i32 = 220;
/// Height of a square.
pub const SQUARE_HEIGHT: i32 = 240;
/// Units of a pixel at the default size.
pub const UNITS_PER_PIXEL: i32 = 4;

/// Wood around the squares, with coordinates.
const RIM: i32 = 66;
/// The same without coordinates.
const NARROW_RIM: i32 = 28;
/// Space between a stand and the board.
const GAP: i32 = 44;
/// Space around the pieces on a stand.
pub const PADDING: i32 = 16;

/// The sizes and places of the parts of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    files: usize,
    ranks: usize,
    bottom: Color,
    /// Wood around the squares.
    pub rim: i32,
    /// Columns of pieces on a stand; 0 in games without hands.
    pub stand_columns: i32,
}

impl Layout {
    /// Creates the layout of a board. `kinds_in_hand` is the number of kinds that a hand can hold.
    pub fn new(
        (files, ranks): (usize, usize),
        kinds_in_hand: usize,
        bottom: Color,
        has_coordinates: bool,
    ) -> Self {
        Self {
            files,
            ranks,
            bottom,
            rim: if has_coordinates { RIM } else { NARROW_RIM },
            stand_columns: kinds_in_hand.div_ceil(ranks.max(1)) as i32,
        }
    }

    /// Returns true if the square is on the board.
    pub fn has(&self, square: UsiSquare) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Returns true for the side at the bottom, whose pieces point upward.
    pub fn is_up(&self, color: Color) -> bool {
        color == self.bottom
    }

    /// Returns the squares of the board, row by row from the top left corner of the picture.
    pub fn squares(&self) -> impl Iterator<Item = UsiSquare> + use<> {
        let (files, ranks, is_turned) = (self.files, self.ranks, self.bottom == Color::White);
        (0..files * ranks).filter_map(move |index| {
            let (row, column) = (index / files, index % files);
            let (file, rank) =
                if is_turned { (column, ranks - 1 - row) } else { (files - 1 - column, row) };
            UsiSquare::new(file, rank)
        })
    }

    /// Returns the width of a stand.
    pub fn stand_width(&self) -> i32 {
        match self.stand_columns {
            0 => 0,
            columns => columns * SQUARE_WIDTH + 2 * PADDING,
        }
    }

    /// Returns the height of a stand with a number of kinds of pieces.
    pub fn stand_height(&self, kinds: usize) -> i32 {
        let rows = (kinds as i32 + self.stand_columns - 1) / self.stand_columns.max(1);
        rows.max(1) * SQUARE_HEIGHT + 2 * PADDING
    }

    /// Returns the top left corner of a side's stand. The stand of the side at the bottom is on
    /// the right, next to the bottom of the board.
    pub fn stand(&self, color: Color, kinds: usize) -> Point {
        if self.is_up(color) {
            (self.width() - self.stand_width(), self.height() - self.stand_height(kinds))
        } else {
            (0, 0)
        }
    }

    /// Returns the corner of a piece on a stand, by its place in the hand.
    pub fn held_piece(&self, color: Color, kinds: usize, index: usize) -> Point {
        let (x, y) = self.stand(color, kinds);
        let columns = self.stand_columns.max(1);
        let (row, column) = (index as i32 / columns, index as i32 % columns);
        (x + PADDING + column * SQUARE_WIDTH, y + PADDING + row * SQUARE_HEIGHT)
    }

    /// Returns the top left corner of the wood.
    pub fn board(&self) -> Point {
        match self.stand_columns {
            0 => (0, 0),
            _ => (self.stand_width() + GAP, 0),
        }
    }

    /// Returns the width of all squares.
    pub fn squares_width(&self) -> i32 {
        self.files as i32 * SQUARE_WIDTH
    }

    /// Returns the height of all squares.
    pub fn squares_height(&self) -> i32 {
        self.ranks as i32 * SQUARE_HEIGHT
    }

    /// Returns the top left corner of the squares.
    pub fn origin(&self) -> Point {
        let (x, y) = self.board();
        (x + self.rim, y + self.rim)
    }

    /// Returns the top left corner of a square.
    pub fn corner(&self, square: UsiSquare) -> Point {
        let (column, row) = match self.bottom {
            Color::Black => (self.files - 1 - square.file(), square.rank()),
            Color::White => (square.file(), self.ranks - 1 - square.rank()),
        };
        let (x, y) = self.origin();
        (x + column as i32 * SQUARE_WIDTH, y + row as i32 * SQUARE_HEIGHT)
    }

    /// Returns the width of the picture.
    pub fn width(&self) -> i32 {
        2 * self.board().0 + self.squares_width() + 2 * self.rim
    }

    /// Returns the height of the picture.
    pub fn height(&self) -> i32 {
        self.squares_height() + 2 * self.rim
    }
}

/// Returns the middle of the square with a corner.
pub fn middle((x, y): Point) -> Point {
    (x + SQUARE_WIDTH / 2, y + SQUARE_HEIGHT / 2)
}
