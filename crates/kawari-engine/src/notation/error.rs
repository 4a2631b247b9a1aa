//! Errors of parsing positions and moves.

use std::fmt;

use thiserror::Error;

use super::illegal_reason::IllegalReason;
use crate::core::color::Color;

/// An invalid SFEN. Every message contains the offending text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SfenError {
    /// The number of fields is not four.
    #[error("an SFEN has four fields (board, side, hands, move number), not {0}")]
    FieldCount(usize),
    /// The number of ranks is wrong.
    #[error("the board has {expected} ranks, not {found}")]
    RankCount {
        /// Number of ranks of the board.
        expected: usize,
        /// Number of ranks in the text.
        found: usize,
    },
    /// A rank with too many or too few squares.
    #[error("rank `{text}` (the {rank} rank) does not fill {files} files")]
    RankLength {
        /// Letter of the rank.
        rank: char,
        /// Text of the rank.
        text: String,
        /// Number of files of the board.
        files: usize,
    },
    /// The game has no such piece.
    #[error("`{piece}` in rank `{text}` (the {rank} rank) is not a piece of this game")]
    Piece {
        /// Text of the piece.
        piece: String,
        /// Letter of the rank.
        rank: char,
        /// Text of the rank.
        text: String,
    },
    /// The counter-flip mark `!` is on a piece that cannot have it.
    #[error(
        "`{piece}` cannot have the mark `!`: only one unpromoted {bearers} of the side that has just moved can"
    )]
    Mark {
        /// Text of the piece.
        piece: String,
        /// Letters of the pieces that can have it, joined for the message.
        bearers: String,
    },
    /// The side to move is neither `b` nor `w`.
    #[error("the side to move must be `b` or `w`, not `{0}`")]
    Side(String),
    /// The hand contains something that is not a piece in hand.
    #[error("`{0}` cannot be in a hand of this game")]
    Hand(String),
    /// The move number is not a positive integer.
    #[error("the move number must be a positive integer, not `{0}`")]
    MoveNumber(String),
    /// A side does not have exactly one General or King.
    #[error("{color} has {count} Generals or Kings instead of one")]
    Royals {
        /// The side.
        color: Color,
        /// Number of Generals or Kings.
        count: u32,
    },
    /// The side not to move is in check.
    #[error("{0} is in check but not to move")]
    OpponentInCheck(Color),
    /// A piece is on a rank from which it can never move.
    #[error("`{piece}` on {square} can never move")]
    DeadPiece {
        /// The piece in SFEN notation.
        piece: String,
        /// Its square.
        square: String,
    },
    /// A side has two unpromoted Pawns on a file.
    #[error("{color} has two Pawns on file {file}")]
    TwoPawns {
        /// The side.
        color: Color,
        /// Number of the file.
        file: usize,
    },
    /// The position has more pieces of a kind than the game.
    #[error("too many `{piece}`: {count}, but the game has only {most}")]
    TooMany {
        /// The piece in SFEN notation. Its promoted side is counted, too.
        piece: String,
        /// Number on the board and in hand.
        count: u32,
        /// Number in the game.
        most: u32,
    },
}

/// An invalid move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not a move in any position of the game.
    #[error("`{0}` is not a move of this game")]
    Syntax(String),
    /// The move is not legal in the position.
    #[error("`{word}` is not legal here{}", Because(*reason))]
    Illegal {
        /// The text of the move.
        word: String,
        /// The reason. `None` if the text does not identify a move.
        reason: Option<IllegalReason>,
    },
    /// The text fits more than one legal move.
    #[error("`{0}` fits more than one move here")]
    Ambiguous(String),
}

impl MoveError {
    /// Creates the error of a text that fits no legal move, and does not identify an illegal one.
    pub fn illegal(word: impl Into<String>) -> Self {
        Self::Illegal { word: word.into(), reason: None }
    }
}

/// A reason at the end of a message.
struct Because(Option<IllegalReason>);

impl fmt::Display for Because {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |reason| write!(f, ": {reason}"))
    }
}
