//! Bitboards: sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::geometry::{Geometry, Word, narrow};
use super::square::Square;

/// A set of squares of one board size, with one bit for each square.
///
/// `&`, `|`, `^` and `!` are set operations. `!` never sets bits off the board.
///
/// ```
/// use kawari_engine::core::bitboard::Bitboard;
/// use kawari_engine::core::geometry::Board9x9;
///
/// let file = Bitboard::<Board9x9>::file(0);
/// let rank = Bitboard::<Board9x9>::rank(4);
/// assert_eq!((file & rank).count(), 1);
/// assert_eq!((file | rank).count(), 17);
/// assert_eq!((!file).count(), 72);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard<G: Geometry>(G::Word);

/// One of the eight directions in which a piece can step or slide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Direction {
    /// Files to the left as Black sees the board: -1, 0 or 1.
    pub files: i8,
    /// Ranks down as Black sees the board: -1, 0 or 1.
    pub ranks: i8,
}

impl Direction {
    /// Towards rank `a`: forward for Black.
    pub const UP: Self = Self { files: 0, ranks: -1 };
    /// Towards the last rank: forward for White.
    pub const DOWN: Self = Self { files: 0, ranks: 1 };
    /// Towards file `1`.
    pub const RIGHT: Self = Self { files: -1, ranks: 0 };
    /// Towards the highest file.
    pub const LEFT: Self = Self { files: 1, ranks: 0 };
    /// The four orthogonal directions.
    pub const ORTHOGONAL: [Self; 4] = [Self::UP, Self::DOWN, Self::RIGHT, Self::LEFT];
    /// The four diagonal directions.
    pub const DIAGONAL: [Self; 4] = [
        Self { files: 1, ranks: 1 },
        Self { files: 1, ranks: -1 },
        Self { files: -1, ranks: 1 },
        Self { files: -1, ranks: -1 },
    ];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self { files: -self.files, ranks: -self.ranks }
    }
}

impl<G: Geometry> Bitboard<G> {
    /// The empty set.
    pub const EMPTY: Self = Self(G::Word::ZERO);
    /// All squares of the board.
    pub const ALL: Self = Self(G::ALL);

    /// Returns the set of the squares whose [`Square::index`] is a set bit of `bits`. Bits
    /// off the board are ignored.
    #[inline]
    pub fn from_word(bits: G::Word) -> Self {
        Self(bits & G::ALL)
    }

    /// Does the same as [`Bitboard::from_word`] for the widest integer. Usable in constants.
    pub const fn from_bits(bits: u128) -> Self {
        Self(narrow(bits & ((((1 << (G::SQUARES - 1)) - 1) << 1) | 1)))
    }

    /// Returns the bits, indexed by [`Square::index`].
    #[inline]
    pub const fn word(self) -> G::Word {
        self.0
    }

    /// Calls `visit` with each square of the set and the number that `digits` encode there.
    ///
    /// Bit `i` of the number is set if `digits[i]` contains the square. This is faster than
    /// one bitboard for each number.
    #[inline(always)]
    pub(crate) fn for_each_number<const N: usize>(
        self,
        digits: [Self; N],
        mut visit: impl FnMut(Square<G>, usize),
    ) {
        // Plain loops: mapping arrays of `u128` makes the compiler copy them.
        for half in 0..2 {
            let mut bits = self.0.halves()[half];
            while bits != 0 {
                let place = bits.trailing_zeros();
                let mut number = 0;
                for (weight, digit) in digits.iter().enumerate() {
                    number |= (digit.0.halves()[half] >> place & 1) << weight;
                }
                visit(Square::from_index(64 * half + place as usize), number as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Returns the squares of a file, counted from 0.
    pub const fn file(file: usize) -> Self {
        Self::from_bits(((1 << G::RANKS) - 1) << (file * G::RANKS))
    }

    /// Returns the squares of a rank, counted from 0.
    pub const fn rank(rank: usize) -> Self {
        let mut bits = 0_u128;
        let mut file = 0;
        while file < G::FILES {
            bits |= 1 << (file * G::RANKS + rank);
            file += 1;
        }
        Self::from_bits(bits)
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == G::Word::ZERO
    }

    /// Returns true if the set has at least one square.
    #[inline]
    pub fn is_occupied(self) -> bool {
        !self.is_empty()
    }

    /// Returns true if the set has two or more squares.
    #[inline]
    pub fn has_many(self) -> bool {
        self.0.without_lowest() != G::Word::ZERO
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the square is in the set.
    #[inline]
    pub fn contains(self, square: Square<G>) -> bool {
        self.0.shifted_right(square.index() as u32).low_bits() & 1 != 0
    }

    /// Returns true if the sets have a square in common.
    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        (self & other).is_occupied()
    }

    /// Returns the set with the square added.
    #[inline]
    #[must_use]
    pub fn with(self, square: Square<G>) -> Self {
        self | Self::from(square)
    }

    /// Returns the set with the square removed.
    #[inline]
    #[must_use]
    pub fn without(self, square: Square<G>) -> Self {
        Self(self.0 & !Self::from(square).0)
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[inline]
    pub fn first(self) -> Option<Square<G>> {
        self.is_occupied().then(|| Square::from_index(self.0.trailing_zeros() as usize))
    }

    /// Returns the set without the square with the lowest index.
    #[inline]
    #[must_use]
    pub fn without_first(self) -> Self {
        Self(self.0.without_lowest())
    }

    /// Returns the set shifted by one step in a direction. Squares shifted off the board
    /// are dropped.
    #[inline]
    #[must_use]
    pub fn shifted(self, direction: Direction) -> Self {
        let word = match direction.ranks {
            0 => self.0,
            ranks if ranks < 0 => (self.0 & !Self::rank(0).0).shifted_right(1),
            _ => (self.0 & !Self::rank(G::RANKS - 1).0).shifted_left(1),
        };
        let word = match direction.files {
            0 => word,
            files if files < 0 => word.shifted_right(G::RANKS as u32),
            _ => word.shifted_left(G::RANKS as u32),
        };
        Self::from_word(word)
    }

    /// Returns all squares orthogonally adjacent to a square of the set.
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> Self {
        self.shifted(Direction::UP)
            | self.shifted(Direction::DOWN)
            | self.shifted(Direction::RIGHT)
            | self.shifted(Direction::LEFT)
    }

    /// Returns all squares of each file that has a square in the set (a file fill).
    #[inline]
    #[must_use]
    pub(crate) fn whole_files(self) -> Self {
        // In each file, adding all bits except the highest carries into the highest bit
        // if a lower bit is set. The carry never leaves the file.
        let highest = Self::rank(G::RANKS - 1).0;
        let lower = highest ^ G::ALL;
        let some = ((self.0 & lower).wrapping_add(lower) | self.0) & highest;
        let one_each = some.shifted_right((G::RANKS - 1) as u32);
        Self(one_each.wrapping_mul(G::Word::from((1 << G::RANKS) - 1)))
    }

    /// Returns the bits of one file. Rank `a` is bit 0.
    #[inline]
    pub(crate) fn file_bits(self, file: usize) -> u16 {
        self.0.shifted_right((file * G::RANKS) as u32).low_bits() & ((1 << G::RANKS) - 1)
    }

    /// Returns the squares of one file whose bits are set. Rank `a` is bit 0.
    #[inline]
    pub(crate) fn from_file_bits(file: usize, bits: u16) -> Self {
        Self(G::Word::from(bits).shifted_left((file * G::RANKS) as u32))
    }
}

impl<G: Geometry> From<Square<G>> for Bitboard<G> {
    #[inline]
    fn from(square: Square<G>) -> Self {
        Self(G::Word::ONE.shifted_left(square.index() as u32))
    }
}

impl<G: Geometry> BitAnd for Bitboard<G> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<G: Geometry> BitOr for Bitboard<G> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<G: Geometry> BitXor for Bitboard<G> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl<G: Geometry> Not for Bitboard<G> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0 ^ G::ALL)
    }
}

impl<G: Geometry> BitAndAssign for Bitboard<G> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl<G: Geometry> BitOrAssign for Bitboard<G> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl<G: Geometry> BitXorAssign for Bitboard<G> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl<G: Geometry> IntoIterator for Bitboard<G> {
    type Item = Square<G>;
    type IntoIter = Squares<G>;

    #[inline]
    fn into_iter(self) -> Squares<G> {
        Squares(self)
    }
}

impl<G: Geometry> FromIterator<Square<G>> for Bitboard<G> {
    fn from_iter<I: IntoIterator<Item = Square<G>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// An iterator over the squares of a [`Bitboard`] in index order.
#[derive(Clone, Debug)]
pub struct Squares<G: Geometry>(Bitboard<G>);

impl<G: Geometry> Iterator for Squares<G> {
    type Item = Square<G>;

    #[inline]
    fn next(&mut self) -> Option<Square<G>> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    /// Iterates over two 64-bit halves, which is faster than clearing bits of a `u128`.
    #[inline]
    fn fold<B, F: FnMut(B, Square<G>) -> B>(self, start: B, mut add: F) -> B {
        let mut folded = start;
        for half in 0..2 {
            let mut bits = self.0.word().halves()[half];
            while bits != 0 {
                folded =
                    add(folded, Square::from_index(64 * half + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
        }
        folded
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<G: Geometry> ExactSizeIterator for Squares<G> {}

impl<G: Geometry> fmt::Debug for Bitboard<G> {
    /// Draws the board as Black sees it: `#` for a square in the set, `.` for others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..G::RANKS {
            let row: String = (0..G::FILES)
                .rev()
                .map(|file| if self.contains(Square::new(file, rank)) { '#' } else { '.' })
                .collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
