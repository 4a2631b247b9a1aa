//! Board sizes and the machine words that hold them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::rays::RayTables;

mod sealed {
    /// Keeps [`Word`](super::Word) to the two types that [`narrow`](super::narrow) knows.
    pub trait Sealed {}
}

/// An unsigned integer with one bit for each square of a board: `u64` or `u128`, and
/// nothing else.
pub trait Word:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Default
    + Debug
    + Hash
    + Send
    + Sync
    + 'static
    + From<u16>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;

    /// Number of bits set.
    fn count_ones(self) -> u32;
    /// Index of the lowest bit set; the width of the word if there is none.
    fn trailing_zeros(self) -> u32;
    /// The word with its lowest set bit cleared; zero stays zero.
    fn without_lowest(self) -> Self;
    /// Sum modulo two to the width of the word.
    fn wrapping_add(self, term: Self) -> Self;
    /// Product modulo two to the width of the word.
    fn wrapping_mul(self, factor: Self) -> Self;
    /// The low 16 bits.
    fn low_bits(self) -> u16;
    /// The bits from 0 to 63 and those from 64 on.
    fn halves(self) -> [u64; 2];
}

macro_rules! impl_word {
    ($word:ty) => {
        impl sealed::Sealed for $word {}

        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn wrapping_add(self, term: Self) -> Self {
                <$word>::wrapping_add(self, term)
            }
            #[inline(always)]
            fn wrapping_mul(self, factor: Self) -> Self {
                <$word>::wrapping_mul(self, factor)
            }
            #[inline(always)]
            fn low_bits(self) -> u16 {
                self as u16
            }
            #[inline(always)]
            fn halves(self) -> [u64; 2] {
                [self as u64, (self as u128 >> 64) as u64]
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

/// The low bits of `wide` as a board word, in constant evaluation.
///
/// Tables of board words are computed at compile time for every geometry, and
/// trait methods cannot be called there; this is the one conversion they need.
pub(crate) const fn narrow<W: Word>(wide: u128) -> W {
    if size_of::<W>() == size_of::<u64>() {
        let half = wide as u64;
        // SAFETY: `Word` is implemented for `u64` and `u128` alone, and this
        // arm is taken for the one that has the size of `half`.
        unsafe { std::mem::transmute_copy(&half) }
    } else {
        assert!(size_of::<W>() == size_of::<u128>());
        // SAFETY: as above, `W` is `u128`.
        unsafe { std::mem::transmute_copy(&wide) }
    }
}

/// A board size. Squares are numbered file by file from `1a`, so that the bits
/// of a file lie side by side.
pub trait Geometry: Copy + Ord + Default + Debug + Hash + Send + Sync + 'static {
    /// The word that holds the board.
    type Word: Word;
    /// Number of files, at most 9.
    const FILES: usize;
    /// Number of ranks, at most 9.
    const RANKS: usize;
    /// Number of squares.
    const SQUARES: usize = Self::FILES * Self::RANKS;
    /// Every square of the board.
    const ALL: Self::Word = narrow(((1 << (Self::SQUARES - 1)) - 1) << 1 | 1);

    /// The line tables of the board, for [`rays`](super::rays).
    fn lines() -> &'static RayTables<Self>;
}

/// More squares than any board here has: the length of tables by square.
pub const MAX_SQUARES: usize = 81;

macro_rules! board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $files:literal x $ranks:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;

        impl Geometry for $name {
            type Word = $word;
            const FILES: usize = $files;
            const RANKS: usize = $ranks;

            #[inline(always)]
            fn lines() -> &'static RayTables<Self> {
                static LINES: RayTables<$name> = RayTables::new();
                &LINES
            }
        }
    };
}

board! {
    /// Five by five: minishogi.
    Board5x5, u64, 5 x 5
}

board! {
    /// Seven files by nine ranks: Yari and Hajiku Shogi.
    Board7x9, u64, 7 x 9
}

board! {
    /// Eight by eight: chessboard Hasami and Mak-yek.
    Board8x8, u64, 8 x 8
}

board! {
    /// Nine by nine: shogi, and the other Hasami games.
    Board9x9, u128, 9 x 9
}

/// A check on a board of each size, for tests.
#[cfg(test)]
macro_rules! on_every_board {
    ($check:ident) => {
        $check::<crate::core::geometry::Board5x5>();
        $check::<crate::core::geometry::Board7x9>();
        $check::<crate::core::geometry::Board8x8>();
        $check::<crate::core::geometry::Board9x9>();
    };
}
#[cfg(test)]
pub(super) use on_every_board;
