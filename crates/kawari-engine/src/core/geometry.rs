//! Board sizes and the integers that store their bitboards.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::rays::RayTables;
use super::wide;

mod sealed {
    /// Limits [`Word`](super::Word) to the two types that [`narrow`](super::narrow) supports.
    pub trait Sealed {}
}

/// An unsigned integer with one bit for each square of a board: `u64` or `u128`.
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
{
    /// The word with no bit set.
    const ZERO: Self;
    /// The word with only the lowest bit set.
    const ONE: Self;

    /// Returns the number of set bits.
    fn count_ones(self) -> u32;
    /// Returns the index of the lowest set bit, or the width of the word if no bit is set.
    fn trailing_zeros(self) -> u32;
    /// Clears the lowest set bit. Zero stays zero.
    fn without_lowest(self) -> Self;
    /// Adds modulo 2^width.
    fn wrapping_add(self, term: Self) -> Self;
    /// Shifts left by fewer bits than the width.
    fn shifted_left(self, by: u32) -> Self;
    /// Shifts right by fewer bits than the width.
    fn shifted_right(self, by: u32) -> Self;
    /// Multiplies modulo 2^width.
    fn wrapping_mul(self, factor: Self) -> Self;
    /// Returns the low 16 bits.
    fn low_bits(self) -> u16;
    /// Returns bits 0 to 63 and bits 64 to 127.
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
            fn shifted_left(self, by: u32) -> Self {
                if wide::IN_HALVES && Self::BITS > 64 {
                    wide::shift_left(self as u128, by) as Self
                } else {
                    self << by
                }
            }
            #[inline(always)]
            fn shifted_right(self, by: u32) -> Self {
                if wide::IN_HALVES && Self::BITS > 64 {
                    wide::shift_right(self as u128, by) as Self
                } else {
                    self >> by
                }
            }
            #[inline(always)]
            fn wrapping_mul(self, factor: Self) -> Self {
                if wide::IN_HALVES && Self::BITS > 64 {
                    wide::wrapping_mul(self as u128, factor as u128) as Self
                } else {
                    <$word>::wrapping_mul(self, factor)
                }
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

/// Converts the low bits of `wide` to a board word.
///
/// Usable in constants, where trait methods cannot be called: the lookup tables of every
/// geometry are computed at compile time.
pub(crate) const fn narrow<W: Word>(wide: u128) -> W {
    if size_of::<W>() == size_of::<u64>() {
        let half = wide as u64;
        // SAFETY: `Word` is implemented only for `u64` and `u128`. `W` has the size of
        // `half`, so it is `u64`.
        unsafe { std::mem::transmute_copy(&half) }
    } else {
        assert!(size_of::<W>() == size_of::<u128>());
        // SAFETY: `W` has 16 bytes, so it is `u128`.
        unsafe { std::mem::transmute_copy(&wide) }
    }
}

/// A board size. Squares are numbered file by file from `1a`, so the bits of a file are
/// adjacent.
pub trait Geometry: Copy + Ord + Default + Debug + Hash + Send + Sync + 'static {
    /// The integer that stores a bitboard.
    type Word: Word;
    /// Number of files, at most 11.
    const FILES: usize;
    /// Number of ranks, at most 11.
    const RANKS: usize;
    /// Number of squares.
    const SQUARES: usize = Self::FILES * Self::RANKS;
    /// The bits of all squares.
    const ALL: Self::Word = narrow(((1 << (Self::SQUARES - 1)) - 1) << 1 | 1);

    /// True for the geometries of games from files, whose boards may be smaller: see
    /// [`BoardShape`](super::board_shape::BoardShape).
    const IS_BOX: bool = false;

    /// Returns the lookup tables of [`rays`](super::rays) for this board.
    fn lines() -> &'static RayTables<Self>;
}

/// Number of squares of the largest board: the length of arrays indexed by square.
pub const MAX_SQUARES: usize = 121;

macro_rules! board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $files:literal x $ranks:literal $(, $is_box:literal)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name;

        impl Geometry for $name {
            type Word = $word;
            const FILES: usize = $files;
            const RANKS: usize = $ranks;
            $(const IS_BOX: bool = $is_box;)?

            #[inline(always)]
            fn lines() -> &'static RayTables<Self> {
                static LINES: RayTables<$name> = RayTables::new();
                &LINES
            }
        }
    };
}

board! {
    /// 5 files by 5 ranks: minishogi.
    Board5x5, u64, 5 x 5
}

board! {
    /// 7 files by 9 ranks: Yari and Hajiku Shogi.
    Board7x9, u64, 7 x 9
}

board! {
    /// 8 files by 8 ranks: chessboard Hasami and Mak-yek.
    Board8x8, u64, 8 x 8
}

board! {
    /// 9 files by 9 ranks: shogi and the other Hasami games.
    Board9x9, u128, 9 x 9
}

board! {
    /// Games from files on at most 7 files by 9 ranks.
    Box7x9, u64, 7 x 9, true
}

board! {
    /// Games from files on larger boards, up to 11 files by 11 ranks.
    Box11x11, u128, 11 x 11, true
}

/// Runs a generic check on every board size.
#[cfg(test)]
macro_rules! on_every_board {
    ($check:ident) => {
        $check::<crate::core::geometry::Board5x5>();
        $check::<crate::core::geometry::Board7x9>();
        $check::<crate::core::geometry::Board8x8>();
        $check::<crate::core::geometry::Board9x9>();
        $check::<crate::core::geometry::Box11x11>();
    };
}
#[cfg(test)]
pub(super) use on_every_board;
