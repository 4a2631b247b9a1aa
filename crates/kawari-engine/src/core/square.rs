//! Squares, named as in USI.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use thiserror::Error;

use super::color::Color;
use super::geometry::Geometry;

/// A square of a board: file 0 is file `1`, Black's rightmost; rank 0 is rank `a`.
///
/// ```
/// use kawari_engine::core::geometry::Board7x9;
/// use kawari_engine::core::square::Square;
///
/// let square: Square<Board7x9> = "7g".parse()?;
/// assert_eq!((square.file(), square.rank()), (6, 6));
/// assert_eq!(square.to_string(), "7g");
/// assert!("8g".parse::<Square<Board7x9>>().is_err());
/// # Ok::<(), kawari_engine::core::square::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square<G>(u8, PhantomData<G>);

/// A square name that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a square of this board")]
pub struct SquareError(pub String);

impl<G: Geometry> Square<G> {
    /// Returns the square on a file and a rank, both from 0.
    #[inline]
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < G::FILES && rank < G::RANKS);
        Self((file * G::RANKS + rank) as u8, PhantomData)
    }

    /// Returns the square with an index below [`Geometry::SQUARES`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < G::SQUARES);
        Self(index as u8, PhantomData)
    }

    /// Returns the square `files` to the left and `ranks` down as Black sees the board,
    /// or `None` off the board.
    pub const fn offset(self, files: isize, ranks: isize) -> Option<Self> {
        let file = self.file() as isize + files;
        let rank = self.rank() as isize + ranks;
        if file < 0 || rank < 0 || file >= G::FILES as isize || rank >= G::RANKS as isize {
            return None;
        }
        Some(Self::new(file as usize, rank as usize))
    }

    /// Returns the square's index: file by file, `1a` is 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file from 0; file 0 is file `1`.
    #[inline]
    pub const fn file(self) -> usize {
        self.0 as usize / G::RANKS
    }

    /// Returns the rank from 0; rank 0 is rank `a`.
    #[inline]
    pub const fn rank(self) -> usize {
        self.0 as usize % G::RANKS
    }

    /// Returns the rank relative to `color`: 0 is the farthest from its own side.
    #[inline]
    pub const fn rank_from_far_side(self, color: Color) -> usize {
        match color {
            Color::Black => self.rank(),
            Color::White => G::RANKS - 1 - self.rank(),
        }
    }

    /// Returns the square with the board rotated by 180 degrees.
    #[inline]
    pub const fn rotated(self) -> Self {
        Self((G::SQUARES - 1) as u8 - self.0, PhantomData)
    }

    /// Returns the square with the board mirrored left to right.
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self::new(G::FILES - 1 - self.file(), self.rank())
    }

    /// Returns every square in index order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..G::SQUARES).map(Self::from_index)
    }

    /// Parses a name such as `7g`. Returns `None` if it is not a square of this board.
    pub fn parse(text: &str) -> Option<Self> {
        let (&rank, file) = text.as_bytes().split_last()?;
        let rank = usize::from(rank.wrapping_sub(b'a'));
        let file = match *file {
            [file] => usize::from(file.wrapping_sub(b'1')),
            [b'1', file @ b'0'..=b'9'] => 9 + usize::from(file - b'0'),
            _ => return None,
        };
        (file < G::FILES && rank < G::RANKS).then(|| Self::new(file, rank))
    }
}

impl<G: Geometry> FromStr for Square<G> {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        Self::parse(text).ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl<G: Geometry> fmt::Display for Square<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank() as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::on_every_board;

    fn check_coordinates_and_names<G: Geometry>() {
        let (files, ranks) = (G::FILES, G::RANKS);
        let squares: Vec<Square<G>> = Square::all().collect();
        assert_eq!(squares.len(), files * ranks);
        for (index, square) in squares.into_iter().enumerate() {
            let (file, rank) = (square.file(), square.rank());
            assert_eq!((file, rank), (index / ranks, index % ranks));
            assert_eq!(square, Square::new(file, rank));
            assert_eq!(square, Square::from_index(square.index()));
            assert_eq!(square.rotated(), Square::new(files - 1 - file, ranks - 1 - rank));
            assert_eq!(square.mirrored(), Square::new(files - 1 - file, rank));
            assert_eq!(square.rank_from_far_side(Color::Black), rank);
            assert_eq!(square.rank_from_far_side(Color::White), square.rotated().rank());

            let name = format!("{}{}", file + 1, char::from(b"abcdefghijk"[rank]));
            assert_eq!(square.to_string(), name);
            assert_eq!(Square::parse(&name), Some(square));
            for target in Square::<G>::all() {
                let [right, down] = [(target.file(), file), (target.rank(), rank)]
                    .map(|(there, here)| there as isize - here as isize);
                assert_eq!(square.offset(right, down), Some(target));
            }
            let (left, below) = ((files - file) as isize, (ranks - rank) as isize);
            for (right, down) in
                [(left, 0), (0, below), (-1 - file as isize, 0), (0, -1 - rank as isize)]
            {
                assert_eq!(square.offset(right, down), None);
            }
        }
        let (beyond, below) = (files + 1, char::from(b'a' + ranks as u8));
        for name in ["", "1", "a", "0a", "1A", "a1", "1aa", "01a", "001a", "20a", "1:a"] {
            assert_eq!(Square::<G>::parse(name), None, "{name}");
        }
        assert_eq!(Square::<G>::parse(&format!("{beyond}a")), None);
        assert_eq!(Square::<G>::parse(&format!("1{below}")), None);
    }

    #[test]
    fn squares_have_their_coordinates_and_names_on_every_board() {
        on_every_board!(check_coordinates_and_names);
    }
}
