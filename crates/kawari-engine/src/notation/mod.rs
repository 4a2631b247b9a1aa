//! Notation of positions and moves: SFEN, USI moves, game records, diagrams.
//!
//! [`Notation`] is the trait that each rule family implements. [`usi`] contains the squares,
//! pieces and moves of any game, with their texts. [`sfen`] contains the parsing
//! that all games share. The search does not use this module.

pub mod error;
pub mod illegal_reason;
pub mod move_details;
pub(crate) mod sfen;
pub mod usi;

use crate::core::color::Color;
use crate::core::position::Position;
use error::{MoveError, SfenError};
use illegal_reason::IllegalReason;
use move_details::{MoveDetails, PieceSet};
use usi::{UsiMove, UsiPiece, UsiPieceKind, UsiSquare};

/// A position with text forms for itself and its moves.
pub trait Notation: Position {
    /// Parses an SFEN. Returns the position and the number of the next move.
    ///
    /// # Errors
    /// Returns [`SfenError`] if the SFEN is invalid.
    fn from_sfen(game: Self::Game, text: &str) -> Result<(Self, u32), SfenError>;

    /// Returns the position as an SFEN with the number of the next move.
    fn sfen(&self, move_number: u32) -> String;

    /// Returns the piece on a square; `None` if the square is empty or off the board.
    fn piece_at(&self, square: UsiSquare) -> Option<UsiPiece>;

    /// Returns the pieces in a hand as kinds and counts, in the order of an SFEN. Empty in games
    /// without hands.
    fn hand_pieces(&self, _color: Color) -> Vec<(UsiPieceKind, u16)> {
        Vec::new()
    }

    /// Returns a move in USI notation, which is independent of the position.
    fn usi(&self, mv: Self::Move) -> UsiMove;

    /// Converts a move from USI notation. Returns `None` if no position of the game has such a
    /// move. A returned move may be illegal in a given position.
    fn move_from_usi(&self, mv: UsiMove) -> Option<Self::Move>;

    /// Converts a legal move from USI notation.
    ///
    /// # Errors
    /// Returns [`MoveError::Syntax`] or [`MoveError::Illegal`].
    fn legal_from_usi(&self, mv: UsiMove) -> Result<Self::Move, MoveError> {
        let converted = self.move_from_usi(mv).ok_or_else(|| MoveError::Syntax(mv.to_string()))?;
        if self.is_legal(converted) {
            Ok(converted)
        } else {
            Err(self.illegal_move(converted, mv.to_string()))
        }
    }

    /// Returns the reason why an illegal move is not legal.
    fn illegal_reason(&self, mv: Self::Move) -> Option<IllegalReason>;

    /// Returns the error of an illegal move; `word` is its text.
    #[cold]
    fn illegal_move(&self, mv: Self::Move, word: String) -> MoveError {
        MoveError::Illegal { word, reason: self.illegal_reason(mv) }
    }

    /// Parses a legal move in USI notation. Some games accept aliases.
    ///
    /// # Errors
    /// Returns [`MoveError::Syntax`] or [`MoveError::Illegal`], with the text as given.
    fn parse_usi(&self, text: &str) -> Result<Self::Move, MoveError> {
        let mv = text.parse().ok().and_then(|mv| self.move_from_usi(mv));
        let mv = mv.ok_or_else(|| MoveError::Syntax(text.to_owned()))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.illegal_move(mv, text.to_owned())) }
    }

    /// Returns a legal move in the notation of game records, which depends on the position.
    fn move_record(&self, mv: Self::Move) -> String;

    /// Parses a legal move in the notation of game records.
    ///
    /// # Errors
    /// Returns [`MoveError::Syntax`], [`MoveError::Illegal`] or [`MoveError::Ambiguous`].
    fn parse_move_record(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// Returns the details of a legal move: squares, pieces, captures.
    fn move_details(&self, mv: Self::Move) -> MoveDetails;

    /// Returns the pieces of the game.
    fn piece_set(&self) -> PieceSet;

    /// Returns a defect that [`Notation::from_sfen`] accepts but no game can reach: a piece
    /// that can never move, two Pawns of a side on a file, or too many pieces.
    fn position_defect(&self) -> Option<SfenError>;

    /// Returns the squares of the winning rows of five, or none if no row has won.
    fn winning_row(&self) -> Vec<String> {
        Vec::new()
    }

    /// Draws the board and the hands as text of several lines.
    fn diagram(&self) -> String;
}

/// Parses a valid SFEN of a built-in game.
#[cfg(test)]
pub(crate) fn read<P: Notation<Game: Default>>(sfen: &str) -> P {
    P::from_sfen(P::Game::default(), sfen).expect("a valid SFEN").0
}
