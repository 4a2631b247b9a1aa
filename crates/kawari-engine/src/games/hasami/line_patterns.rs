//! Files and ranks as numbers in base three, with a digit for each square: empty, Black's man,
//! White's man. The storage depends on the board.

use std::fmt::Debug;

use crate::core::geometry::{Board5x5, Board8x8, Board9x9, Box11x11, Geometry};

/// Length of the longest file or rank on any board.
pub const MAX_LINE_LENGTH: usize = 11;

/// Powers of three: the value of each digit of a pattern.
pub const DIGITS: [i32; MAX_LINE_LENGTH] = {
    let mut digits = [1; MAX_LINE_LENGTH];
    let mut square = 1;
    while square < MAX_LINE_LENGTH {
        digits[square] = 3 * digits[square - 1];
        square += 1;
    }
    digits
};

/// A board of a Hasami game.
pub trait HasamiBoard: Geometry {
    /// The patterns of its files and ranks.
    type Patterns: LinePatterns;
}

/// The pattern of each file, then of each rank, with Black's men as own.
pub trait LinePatterns: Copy + Debug + Send + Sync + 'static {
    /// Number of squares of the longest line.
    const LENGTH: usize;
    /// The patterns of an empty board.
    const EMPTY: Self;

    /// Returns the pattern of a line.
    fn get(&self, line: usize) -> usize;

    /// Adds a number to the pattern of a line.
    fn add(&mut self, line: usize, change: i32);
}

/// Boards of at most nine files and ranks.
impl LinePatterns for [u16; 18] {
    const LENGTH: usize = 9;
    const EMPTY: Self = [0; 18];

    #[inline(always)]
    fn get(&self, line: usize) -> usize {
        usize::from(self[line])
    }

    #[inline(always)]
    fn add(&mut self, line: usize, change: i32) {
        self[line] = self[line].wrapping_add(change as u16);
    }
}

/// Boards of at most eleven files and ranks.
impl LinePatterns for [u32; 22] {
    const LENGTH: usize = 11;
    const EMPTY: Self = [0; 22];

    #[inline(always)]
    fn get(&self, line: usize) -> usize {
        self[line] as usize
    }

    #[inline(always)]
    fn add(&mut self, line: usize, change: i32) {
        self[line] = self[line].wrapping_add_signed(change);
    }
}

impl HasamiBoard for Board5x5 {
    type Patterns = [u16; 18];
}

impl HasamiBoard for Board8x8 {
    type Patterns = [u16; 18];
}

impl HasamiBoard for Board9x9 {
    type Patterns = [u16; 18];
}

impl HasamiBoard for Box11x11 {
    type Patterns = [u32; 22];
}
