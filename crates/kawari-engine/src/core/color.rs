//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side: Black (sente) moves first and sits at the bottom, White (gote) at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Sente; forward is towards rank `a`.
    Black = 0,
    /// Gote; forward is towards the last rank.
    White = 1,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter in SFEN: `b` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    /// Writes `black` or `white`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_have_an_index_a_letter_and_a_name() {
        let forms = Color::ALL.map(|color| (color.index(), color.letter(), format!("{color:>6}")));
        assert_eq!(forms, [(0, 'b', " black".to_owned()), (1, 'w', " white".to_owned())]);
        assert_eq!(Color::ALL.map(|color| !color), [Color::White, Color::Black]);
    }
}
