//! Outcomes of games, and details of moves.

use kawari_engine::core::outcome::Outcome as GameOutcome;
use kawari_engine::notation::move_details::{CapturedPiece, LegalMove, SideChange};
use pyo3::prelude::*;

use crate::pieces::{Color, Move};

/// The outcome of a finished game.
#[pyclass(module = "kawari", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome(pub GameOutcome);

#[pymethods]
impl Outcome {
    /// The winner; None for a draw.
    #[getter]
    fn winner(&self) -> Option<Color> {
        self.0.winner().map(Color::from)
    }

    /// The reason, such as "checkmate", "repetition" or "five in a row".
    #[getter]
    fn reason(&self) -> String {
        self.0.reason().to_string()
    }

    /// Returns "1-0" if Black has won, "0-1" if White has won, and "1/2-1/2" for a draw.
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.0)
    }
}

/// A captured piece.
#[pyclass(module = "kawari", frozen, eq, get_all)]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The square of the captured piece.
    pub square: String,
    /// Its kind on the board, such as "+P".
    pub piece: String,
    /// Its kind in the hand of the capturing side; None in games without hands.
    pub hand: Option<String>,
}

impl From<CapturedPiece> for Capture {
    fn from(captured: CapturedPiece) -> Self {
        let CapturedPiece { square, piece, hand } = captured;
        Self { square, piece, hand }
    }
}

#[pymethods]
impl Capture {
    fn __repr__(&self) -> String {
        format!("<Capture {} {}>", self.square, self.piece)
    }
}

/// The notations, pieces and captures of a legal move.
#[pyclass(module = "kawari", frozen, get_all)]
#[derive(Debug)]
pub struct MoveDetails {
    /// The move.
    #[pyo3(name = "move")]
    pub mv: Move,
    /// The move in the notation of game records.
    pub record: String,
    /// Kind of the piece before the move, such as "P".
    pub piece: String,
    /// Kind of the piece after the move, such as "+P".
    pub becomes: String,
    /// True if the piece promotes.
    pub promotion: bool,
    /// True if the piece turns back to its unpromoted side (Hajiku Shogi).
    pub demotion: bool,
    /// True if the captured piece turns to its promoted side (Hajiku Shogi).
    pub counter_flip: bool,
    /// The captured pieces, nearest to the target square first.
    pub captures: Vec<Capture>,
    /// True if the move gives check.
    pub gives_check: bool,
}

impl MoveDetails {
    /// Creates the details of a move.
    pub fn new(mv: Move, details: LegalMove, gives_check: bool) -> Self {
        let LegalMove { record, parts, .. } = details;
        let demotion = parts.turn == Some(SideChange::Flip) && parts.piece.starts_with('+');
        Self {
            mv,
            record,
            piece: parts.piece,
            becomes: parts.becomes,
            promotion: parts.turn.is_some() && !demotion,
            demotion,
            counter_flip: parts.counter_flip,
            captures: parts.captures.into_iter().map(Capture::from).collect(),
            gives_check,
        }
    }
}

#[pymethods]
impl MoveDetails {
    fn __repr__(&self) -> String {
        format!("<MoveDetails {} {}>", self.mv.0, self.record)
    }
}
