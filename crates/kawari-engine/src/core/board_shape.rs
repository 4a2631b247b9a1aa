//! The size of a game's board inside its geometry.

use super::bitboard::Bitboard;
use super::color::Color;
use super::geometry::Geometry;
use super::square::Square;

/// The board of a game: the files and ranks from `1a` on that the game uses.
///
/// The board of a built-in game is its whole [`Geometry`]. Games from files share a few large
/// geometries, so that the search is not compiled for every board size.
///
/// ```
/// use kawari_engine::core::board_shape::BoardShape;
/// use kawari_engine::core::geometry::Box7x9;
///
/// let board = BoardShape::<Box7x9>::new(5, 5).expect("a board that fits");
/// let square = "5e".parse()?;
/// assert_eq!(board.squares().count(), 25);
/// assert_eq!(board.rotated(square).to_string(), "1a");
/// assert_eq!(board.mirrored(square).to_string(), "1e");
/// # Ok::<(), kawari_engine::core::square::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardShape<G: Geometry> {
    files: usize,
    ranks: usize,
    squares: Bitboard<G>,
}

impl<G: Geometry> BoardShape<G> {
    /// The whole geometry.
    pub const WHOLE: Self = Self { files: G::FILES, ranks: G::RANKS, squares: Bitboard::ALL };

    /// Creates a board. Returns `None` if it is empty or does not fit the geometry.
    pub const fn new(files: usize, ranks: usize) -> Option<Self> {
        if files == 0 || ranks == 0 || files > G::FILES || ranks > G::RANKS {
            return None;
        }
        let mut bits = 0_u128;
        let mut file = 0;
        while file < files {
            bits |= ((1 << ranks) - 1) << (file * G::RANKS);
            file += 1;
        }
        Some(Self { files, ranks, squares: Bitboard::from_bits(bits) })
    }

    /// Returns the number of files.
    #[inline]
    pub const fn files(self) -> usize {
        self.files
    }

    /// Returns the number of ranks.
    #[inline]
    pub const fn ranks(self) -> usize {
        self.ranks
    }

    /// Returns all squares of the board.
    #[inline]
    pub const fn squares(self) -> Bitboard<G> {
        self.squares
    }

    /// Returns true if the board has this file and rank, both from 0.
    #[inline]
    pub const fn has(self, file: usize, rank: usize) -> bool {
        file < self.files && rank < self.ranks
    }

    /// Returns the square `files` to the left and `ranks` down as Black sees the board, or
    /// `None` off the board.
    pub const fn offset(self, from: Square<G>, files: isize, ranks: isize) -> Option<Square<G>> {
        match from.offset(files, ranks) {
            Some(to) if self.has(to.file(), to.rank()) => Some(to),
            _ => None,
        }
    }

    /// Returns the square with the board rotated by 180 degrees.
    #[inline]
    pub const fn rotated(self, square: Square<G>) -> Square<G> {
        // The distance between 1a and the opposite corner.
        let last = (self.files - 1) * G::RANKS + self.ranks - 1;
        Square::from_index(last - square.index())
    }

    /// Returns the square with the board mirrored left to right.
    #[inline]
    pub const fn mirrored(self, square: Square<G>) -> Square<G> {
        Square::new(self.files - 1 - square.file(), square.rank())
    }

    /// Returns the rank relative to `color`: 0 is the farthest from its own side.
    #[inline]
    pub const fn rank_from_far_side(self, square: Square<G>, color: Color) -> usize {
        match color {
            Color::Black => square.rank(),
            Color::White => self.ranks - 1 - square.rank(),
        }
    }

    /// Returns the `count` farthest ranks of a side.
    pub const fn far_ranks(self, color: Color, count: usize) -> Bitboard<G> {
        let mut bits = 0_u128;
        let mut index = 0;
        while index < G::SQUARES {
            let square = Square::<G>::from_index(index);
            let on_board = self.has(square.file(), square.rank());
            if on_board && self.rank_from_far_side(square, color) < count {
                bits |= 1 << index;
            }
            index += 1;
        }
        Bitboard::from_bits(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::{Box7x9, Box11x11, on_every_board};

    fn check_shape<G: Geometry>(files: usize, ranks: usize) {
        let board = BoardShape::<G>::new(files, ranks).expect("a board that fits");
        assert_eq!(board.squares().count() as usize, files * ranks);
        for square in board.squares() {
            let (file, rank) = (square.file(), square.rank());
            assert!(board.has(file, rank));
            let turned = board.rotated(square);
            assert_eq!((turned.file(), turned.rank()), (files - 1 - file, ranks - 1 - rank));
            assert_eq!(board.mirrored(square), Square::new(files - 1 - file, rank));
            for color in Color::ALL {
                let from_far = board.rank_from_far_side(square, color);
                for count in 0..=ranks {
                    let is_far = board.far_ranks(color, count).contains(square);
                    assert_eq!(is_far, from_far < count);
                }
            }
            assert_eq!(board.rank_from_far_side(square, Color::White), turned.rank());
            let (left, below) = ((files - file) as isize, (ranks - rank) as isize);
            assert_eq!(board.offset(square, left, 0), None);
            assert_eq!(board.offset(square, 0, below), None);
            assert_eq!(
                board.offset(square, left - 1, below - 1).map(|to| to.file()),
                Some(files - 1)
            );
        }
    }

    #[test]
    fn smaller_boards_have_their_own_symmetries_and_edges() {
        for (files, ranks) in [(3, 4), (5, 5), (4, 9), (7, 9), (1, 1)] {
            check_shape::<Box7x9>(files, ranks);
            check_shape::<Box11x11>(files, ranks);
        }
        check_shape::<Box11x11>(10, 10);
        check_shape::<Box11x11>(11, 11);
        for (files, ranks) in [(0, 5), (5, 0), (8, 9), (7, 10)] {
            assert_eq!(BoardShape::<Box7x9>::new(files, ranks), None);
        }
    }

    fn check_whole<G: Geometry>() {
        assert_eq!(Some(BoardShape::<G>::WHOLE), BoardShape::new(G::FILES, G::RANKS));
        for square in Square::<G>::all() {
            assert_eq!(BoardShape::WHOLE.rotated(square), square.rotated());
            assert_eq!(BoardShape::WHOLE.mirrored(square), square.mirrored());
        }
    }

    #[test]
    fn the_whole_geometry_has_the_symmetries_of_its_squares() {
        on_every_board!(check_whole);
    }
}
