//! Exceptions of the package, and conversions of errors to them.

use kawari_draw::DrawError;
use kawari_engine::engine::eval_source::EvalSourceError;
use kawari_engine::engine::game_state::PositionError;
use kawari_engine::engine::session::GoError;
use kawari_engine::games::loaded::LoadError;
use kawari_engine::games::variants::UnknownVariant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::usi::UsiError;
use kawari_engine::search::transposition_table::HashAllocationError;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(kawari, GameError, PyValueError, "An unknown game, or an invalid definition.");
create_exception!(kawari, SfenError, PyValueError, "An invalid position.");
create_exception!(kawari, InvalidMoveError, PyValueError, "A text that is not a move.");
create_exception!(kawari, IllegalMoveError, PyValueError, "A move that is not legal.");
create_exception!(kawari, AmbiguousMoveError, PyValueError, "A text that fits several moves.");

/// Converts an error to an exception.
pub fn raise<E: ToException>(error: E) -> PyErr {
    error.to_exception()
}

/// An error with a matching exception.
pub trait ToException {
    /// Returns the exception.
    fn to_exception(self) -> PyErr;
}

impl ToException for MoveError {
    fn to_exception(self) -> PyErr {
        let message = self.to_string();
        match self {
            Self::Syntax(_) => InvalidMoveError::new_err(message),
            Self::Illegal { .. } => IllegalMoveError::new_err(message),
            Self::Ambiguous(_) => AmbiguousMoveError::new_err(message),
        }
    }
}

impl ToException for UsiError {
    fn to_exception(self) -> PyErr {
        match self.expected {
            "move" => InvalidMoveError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl ToException for DrawError {
    fn to_exception(self) -> PyErr {
        match self {
            Self::Usi(error) => error.to_exception(),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl ToException for PositionError {
    fn to_exception(self) -> PyErr {
        match self {
            Self::Sfen { .. } | Self::Handicap { .. } => SfenError::new_err(self.to_string()),
            Self::Move { source, .. } => source.to_exception(),
            Self::GameOver { word, outcome, .. } => IllegalMoveError::new_err(format!(
                "`{word}` is not legal: the game is over ({outcome})"
            )),
        }
    }
}

impl ToException for UnknownVariant {
    fn to_exception(self) -> PyErr {
        GameError::new_err(self.to_string())
    }
}

impl ToException for LoadError {
    fn to_exception(self) -> PyErr {
        match self {
            Self::File { .. } => PyOSError::new_err(self.to_string()),
            Self::Definition { .. } => GameError::new_err(self.to_string()),
        }
    }
}

impl ToException for EvalSourceError {
    fn to_exception(self) -> PyErr {
        match self {
            Self::Read { .. } => PyOSError::new_err(self.to_string()),
            Self::File { .. } | Self::Bytes(_) => PyValueError::new_err(self.to_string()),
        }
    }
}

impl ToException for HashAllocationError {
    fn to_exception(self) -> PyErr {
        PyMemoryError::new_err(self.to_string())
    }
}

impl ToException for GoError {
    fn to_exception(self) -> PyErr {
        let message = self.to_string();
        match self {
            Self::SearchMove(error) => error.to_exception(),
            Self::MateMemory(_) => PyMemoryError::new_err(message),
            Self::Thread(_) | Self::NoAnswer => PyRuntimeError::new_err(message),
        }
    }
}
