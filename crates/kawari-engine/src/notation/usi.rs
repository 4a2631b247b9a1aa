//! Squares, pieces and moves of any game, as USI and SFEN write them.
//!
//! These types do not depend on a game. A [`GameState`](crate::engine::game_state::GameState)
//! returns and accepts them; a square or a move may be off the board of a game, or illegal in
//! it.
//!
//! ```
//! use kawari_engine::core::color::Color;
//! use kawari_engine::notation::usi::{UsiMove, UsiOrigin, UsiPiece};
//!
//! let promotion: UsiMove = "8h2b+".parse()?;
//! assert_eq!(promotion.origin, UsiOrigin::Board("8h".parse()?));
//! assert!(promotion.is_flip);
//!
//! let drop: UsiMove = "P*5e".parse()?;
//! assert_eq!(drop.origin, UsiOrigin::Hand("P".parse()?));
//! assert_eq!((drop.to.file(), drop.to.rank()), (4, 4));
//! assert_eq!(drop.to_string(), "P*5e");
//!
//! let piece: UsiPiece = "+b".parse()?;
//! assert_eq!((piece.color, piece.kind), (Color::White, "+B".parse()?));
//! # Ok::<(), kawari_engine::notation::usi::UsiError>(())
//! ```

use std::fmt::{self, Write};
use std::str::FromStr;

use arrayvec::ArrayString;
use thiserror::Error;

use super::sfen::split_piece;
use crate::core::color::Color;
use crate::core::geometry::{Box11x11, Geometry};
use crate::core::square::{Square, SquareError};

/// A text that is not a square, piece or move in any game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not a {expected} in USI notation")]
pub struct UsiError {
    /// The text.
    pub text: String,
    /// The expected item: `square`, `piece`, `kind of piece` or `move`.
    pub expected: &'static str,
}

impl UsiError {
    fn new(text: &str, expected: &'static str) -> Self {
        Self { text: text.to_owned(), expected }
    }
}

/// A square of any board, such as `7g`. The largest board has 11 files and 11 ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UsiSquare(Square<Box11x11>);

impl UsiSquare {
    /// Returns the square on a file and a rank, both from 0. Returns `None` off the largest
    /// board.
    pub fn new(file: usize, rank: usize) -> Option<Self> {
        (file < Box11x11::FILES && rank < Box11x11::RANKS).then(|| Self(Square::new(file, rank)))
    }

    /// Returns the file from 0; file 0 is file `1`.
    pub const fn file(self) -> usize {
        self.0.file()
    }

    /// Returns the rank from 0; rank 0 is rank `a`.
    pub const fn rank(self) -> usize {
        self.0.rank()
    }
}

impl<G: Geometry> From<Square<G>> for UsiSquare {
    fn from(square: Square<G>) -> Self {
        Self(Square::new(square.file(), square.rank()))
    }
}

impl<G: Geometry> TryFrom<UsiSquare> for Square<G> {
    type Error = SquareError;

    fn try_from(square: UsiSquare) -> Result<Self, SquareError> {
        let (file, rank) = (square.file(), square.rank());
        let is_on_board = file < G::FILES && rank < G::RANKS;
        is_on_board.then(|| Self::new(file, rank)).ok_or_else(|| SquareError(square.to_string()))
    }
}

impl FromStr for UsiSquare {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        Square::parse(text).map(Self).ok_or_else(|| UsiError::new(text, "square"))
    }
}

impl fmt::Display for UsiSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A kind of piece, such as `P` or `+R`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UsiPieceKind {
    /// Upper-case letter of the unpromoted side.
    pub letter: char,
    /// True for the promoted side.
    pub is_promoted: bool,
}

impl FromStr for UsiPieceKind {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        text.parse()
            .ok()
            .filter(|piece: &UsiPiece| piece.color == Color::Black && !piece.is_marked)
            .map(|piece| piece.kind)
            .ok_or_else(|| UsiError::new(text, "kind of piece"))
    }
}

impl fmt::Display for UsiPieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_promoted { "+" } else { "" };
        write!(f, "{sign}{}", self.letter)
    }
}

/// A piece on the board, such as `P` of Black, `+r` of White, or `G!` with a counter-flip
/// mark.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UsiPiece {
    /// The side.
    pub color: Color,
    /// The kind of piece.
    pub kind: UsiPieceKind,
    /// True if the piece has just flipped, so that a counter-flip can capture it (Hajiku).
    pub is_marked: bool,
}

impl FromStr for UsiPiece {
    type Err = UsiError;

    fn from_str(text: &str) -> Result<Self, UsiError> {
        let piece = split_piece(text).ok().filter(|piece| piece.text == text);
        let piece = piece.ok_or_else(|| UsiError::new(text, "piece"))?;
        Ok(Self {
            color: piece.color,
            kind: UsiPieceKind { letter: piece.letter, is_promoted: piece.promoted },
            is_marked: piece.marked,
        })
    }
}

impl fmt::Display for UsiPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.color {
            Color::Black => self.kind.letter,
            Color::White => self.kind.letter.to_ascii_lowercase(),
        };
        let kind = UsiPieceKind { letter, ..self.kind };
        let mark = if self.is_marked { "!" } else { "" };
        // Pads like text, for board diagrams.
        f.pad(&format!("{kind}{mark}"))
    }
}

/// The origin of a moved or dropped piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UsiOrigin {
    /// A square of the board.
    Board(UsiSquare),
    /// The hand, with the kind of the dropped piece.
    Hand(UsiPieceKind),
}

/// Maximum length of the text of a move, in bytes. Only a drop of a letter beyond ASCII has more
/// than 8.
const MAX_TEXT: usize = 16;

/// A move, such as `7g7f`, `8h2b+`, `P*5e` or `5a4b!`, or `pass`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UsiMove {
    /// Origin: a square or the hand.
    pub origin: UsiOrigin,
    /// Target square.
    pub to: UsiSquare,
    /// True if the piece promotes or flips to its other side (`+`).
    pub is_flip: bool,
    /// True if the captured piece is counter-flipped (`!`).
    pub is_counter_flip: bool,
}

impl UsiMove {
    /// Text of a pass.
    const PASS: &'static str = "pass";

    /// Returns the move of a side that passes, in games where this is legal. Its origin and
    /// target are the same square, in which no other move ends.
    pub fn pass() -> Self {
        let square = UsiSquare(Square::from_index(0));
        let origin = UsiOrigin::Board(square);
        Self { origin, to: square, is_flip: false, is_counter_flip: false }
    }

    /// Returns the text of the move, without an allocation.
    pub(crate) fn text(self) -> ArrayString<MAX_TEXT> {
        let mut text = ArrayString::new();
        // A write fails only for a text that is too long.
        write!(text, "{self}").expect("at most MAX_TEXT bytes");
        text
    }
}

impl FromStr for UsiMove {
    type Err = UsiError;

    /// Parses a move. Its marks `+` and `!` may be in any order.
    fn from_str(text: &str) -> Result<Self, UsiError> {
        parse_move(text).ok_or_else(|| UsiError::new(text, "move"))
    }
}

/// Splits a text after the digits and the letter of a square at its start.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let rank = text.find(|letter: char| !letter.is_ascii_digit())?;
    text.split_at_checked(rank + 1)
}

fn parse_move(text: &str) -> Option<UsiMove> {
    if text == UsiMove::PASS {
        return Some(UsiMove::pass());
    }
    let (origin, to, marks) = match text.split_once('*') {
        Some((kind, to)) => (UsiOrigin::Hand(kind.parse().ok()?), to, ""),
        None => {
            let (from, rest) = split_square(text)?;
            let (to, marks) = split_square(rest)?;
            (UsiOrigin::Board(from.parse().ok()?), to, marks)
        }
    };
    let to = to.parse().ok()?;
    let mut mv = UsiMove { origin, to, is_flip: false, is_counter_flip: false };
    for mark in marks.chars() {
        let is_set = match mark {
            '+' => &mut mv.is_flip,
            '!' => &mut mv.is_counter_flip,
            _ => return None,
        };
        if *is_set {
            return None;
        }
        *is_set = true;
    }
    Some(mv)
}

impl fmt::Display for UsiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::pass() {
            return f.write_str(Self::PASS);
        }
        match self.origin {
            UsiOrigin::Board(from) => write!(f, "{from}")?,
            UsiOrigin::Hand(kind) => write!(f, "{kind}*")?,
        }
        let flip = if self.is_flip { "+" } else { "" };
        let counter_flip = if self.is_counter_flip { "!" } else { "" };
        write!(f, "{}{flip}{counter_flip}", self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::geometry::Board7x9;

    fn round_trip<T: FromStr + fmt::Display>(text: &str) -> Option<String> {
        text.parse().ok().map(|value: T| value.to_string())
    }

    #[test]
    fn squares_convert_to_boards_that_have_them() {
        let square: UsiSquare = "7i".parse().expect("a square");
        assert_eq!(Some(square), UsiSquare::new(6, 8));
        let on_board = Square::<Board7x9>::try_from(square).expect("a square of the board");
        assert_eq!((on_board.to_string(), UsiSquare::from(on_board)), ("7i".to_owned(), square));
        let outside: UsiSquare = "8i".parse().expect("a square");
        assert_eq!(Square::<Board7x9>::try_from(outside), Err(SquareError("8i".to_owned())));
        assert_eq!([UsiSquare::new(11, 0), UsiSquare::new(0, 11)], [None, None]);
        let error = "0a".parse::<UsiSquare>().expect_err("not a square");
        assert_eq!(error.to_string(), "`0a` is not a square in USI notation");
    }

    #[test]
    fn pieces_round_trip() {
        for text in ["P", "p", "+P", "+p", "G!", "+g!"] {
            assert_eq!(round_trip::<UsiPiece>(text).as_deref(), Some(text));
        }
        for text in ["", "+", "++P", "P+", "PP", "P!!", "7", "é", "!P"] {
            assert_eq!(round_trip::<UsiPiece>(text), None, "{text}");
        }
        for (text, kind) in [("P", Some("P")), ("+R", Some("+R")), ("p", None), ("P!", None)] {
            assert_eq!(round_trip::<UsiPieceKind>(text).as_deref(), kind);
        }
        let marked: UsiPiece = "g!".parse().expect("a piece");
        assert_eq!(format!("{marked:>4}"), "  g!");
    }

    #[test]
    fn moves_round_trip() {
        for text in ["7g7f", "8h2b+", "P*5e", "+G*5e", "5a4b!", "5a4b+!", "10a11k+", "pass"] {
            assert_eq!(round_trip::<UsiMove>(text).as_deref(), Some(text));
        }
        assert_eq!(round_trip::<UsiMove>("5a4b!+").as_deref(), Some("5a4b+!"));
        let not_moves = [
            "", "7g", "7g7", "7g7l", "12a1a", "10a10", "0g7f", "7g7f++", "7g7f!!", "7g7f-", "p*5e",
            "P!*5e", "*5e", "P*5e+", "P*", "7g7é", "é7g7", "resign", "P*P*5e",
        ];
        for text in not_moves {
            assert_eq!(round_trip::<UsiMove>(text), None, "{text}");
        }
    }
}
