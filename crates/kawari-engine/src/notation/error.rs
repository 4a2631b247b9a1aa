//! What can be wrong with a written position or move, each by name.

use thiserror::Error;

use crate::core::color::Color;

/// Why an SFEN was refused. Every message names the offending text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SfenError {
    /// Not exactly four fields.
    #[error("an SFEN has four fields (board, side, hands, move number), not {0}")]
    FieldCount(usize),
    /// Not as many ranks as the board has.
    #[error("the board has {expected} ranks, not {found}")]
    RankCount {
        /// Ranks of the board.
        expected: usize,
        /// Ranks in the text.
        found: usize,
    },
    /// A rank with too many or too few squares.
    #[error("rank `{text}` (the {rank} rank) does not fill {files} files")]
    RankLength {
        /// The rank's letter.
        rank: char,
        /// The rank as written.
        text: String,
        /// Files of the board.
        files: usize,
    },
    /// A piece that the game does not have, or does not have like this.
    #[error("`{piece}` in rank `{text}` (the {rank} rank) is not a piece of this game")]
    Piece {
        /// The piece as written.
        piece: String,
        /// The rank's letter.
        rank: char,
        /// The rank as written.
        text: String,
    },
    /// A `!` where no piece can carry the counter-flip mark.
    #[error(
        "the mark `!` cannot stand on `{piece}`: only on one unpromoted {bearers} of the side that has just moved"
    )]
    Mark {
        /// The piece as written.
        piece: String,
        /// The letters of the pieces that can carry it, as a sentence lists them.
        bearers: String,
    },
    /// A side to move other than `b` or `w`.
    #[error("the side to move is `b` or `w`, not `{0}`")]
    Side(String),
    /// Something that cannot be in a hand.
    #[error("`{0}` cannot be in a hand of this game")]
    Hand(String),
    /// A move number that is not a whole number from 1.
    #[error("the move number is a whole number from 1, not `{0}`")]
    MoveNumber(String),
    /// A side without exactly one General or King.
    #[error("{color} has {count} Generals or Kings instead of one")]
    Royals {
        /// The side.
        color: Color,
        /// How many it has.
        count: u32,
    },
    /// The side that has just moved stands in check.
    #[error("{0} is in check, and it is not its turn")]
    OpponentInCheck(Color),
    /// A piece on a rank from which it could never move again.
    #[error("`{piece}` on {square} could never move again")]
    DeadPiece {
        /// The piece as an SFEN writes it.
        piece: String,
        /// Where it stands.
        square: String,
    },
    /// Two unpromoted Pawns of a side on a file.
    #[error("{color} has two Pawns on file {file}")]
    TwoPawns {
        /// The side.
        color: Color,
        /// The number of the file.
        file: usize,
    },
    /// More pieces of a kind than the game has.
    #[error("there are {count} pieces `{piece}`, and the game has {most}")]
    TooMany {
        /// The piece as an SFEN writes it, its promoted side included.
        piece: String,
        /// How many there are, on the board and in hand.
        count: u32,
        /// How many the game has.
        most: u32,
    },
}

/// Why a written move was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Not a move in any position of the game.
    #[error("`{0}` is not a move of this game")]
    Syntax(String),
    /// A move, but not a legal one here.
    #[error("`{0}` is not legal here")]
    Illegal(String),
    /// A record move that fits more than one legal move.
    #[error("`{0}` fits more than one move here")]
    Ambiguous(String),
}
