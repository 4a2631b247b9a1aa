//! What the written forms of all games share: SFEN fields and ranks, errors, and
//! the trait by which a game reads and writes its positions and moves.
//!
//! Each rule family implements [`Notation`] in its own folder; the search sees
//! none of this.

pub mod error;
pub mod move_details;
pub mod sfen;

use crate::core::position::Position;
use error::{MoveError, SfenError};
use move_details::{MoveDetails, PieceSet};

/// A position that can be read and written.
pub trait Notation: Position {
    /// Reads an SFEN; also gives the number of the next move.
    ///
    /// # Errors
    /// A [`SfenError`] that names what is wrong.
    fn from_sfen(text: &str) -> Result<(Self, u32), SfenError>;

    /// The position as an SFEN with the number of the next move.
    fn sfen(&self, move_number: u32) -> String;

    /// A move in USI notation, the same in every position.
    fn usi(mv: Self::Move) -> String;

    /// Reads a USI move, aliases included, that is legal here.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] or [`MoveError::Illegal`].
    fn parse_usi(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// A legal move in the written notation of game records, which depends on
    /// the position before it.
    fn move_record(&self, mv: Self::Move) -> String;

    /// Reads a move in the written notation.
    ///
    /// # Errors
    /// [`MoveError::Syntax`], [`MoveError::Illegal`] or [`MoveError::Ambiguous`].
    fn parse_move_record(&self, word: &str) -> Result<Self::Move, MoveError>;

    /// What a legal move does.
    fn move_details(&self, mv: Self::Move) -> MoveDetails;

    /// The pieces of the game.
    fn piece_set() -> PieceSet;

    /// What is wrong with the position though an SFEN may have it: a piece that could
    /// never move again, two Pawns of a side on a file, more pieces than the game has.
    fn position_defect(&self) -> Option<SfenError>;

    /// The squares of the rows of five by which the side that has just moved wins.
    fn winning_row(&self) -> Vec<String> {
        Vec::new()
    }

    /// A board that a person can read, with hands; several lines.
    fn diagram(&self) -> String;
}

/// The position of a good SFEN.
#[cfg(test)]
pub(crate) fn read<P: Notation>(sfen: &str) -> P {
    P::from_sfen(sfen).expect("a good SFEN").0
}
