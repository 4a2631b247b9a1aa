//! Colors, pieces and moves.

use kawari_engine::core::color::Color as Side;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin, UsiPiece, UsiPieceKind, UsiSquare};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::raise;

/// A side: BLACK (sente) moves first, WHITE (gote) second.
#[pyclass(
    module = "kawari",
    frozen,
    eq,
    eq_int,
    hash,
    from_py_object,
    rename_all = "SCREAMING_SNAKE_CASE"
)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Sente: moves first and sits at the bottom of the board.
    Black = 0,
    /// Gote: sits at the top of the board.
    White = 1,
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

#[pymethods]
impl Color {
    /// The other side.
    #[getter]
    fn opponent(&self) -> Self {
        (!Side::from(*self)).into()
    }

    fn __str__(&self) -> String {
        Side::from(*self).to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let name = match self {
            Self::Black => "BLACK",
            Self::White => "WHITE",
        };
        let get_attribute = py.import("builtins")?.getattr("getattr")?;
        (get_attribute, (py.get_type::<Self>(), name)).into_pyobject(py)
    }
}

/// A piece on the board.
#[pyclass(module = "kawari", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(pub UsiPiece);

#[pymethods]
impl Piece {
    #[new]
    fn new(symbol: &str) -> PyResult<Self> {
        symbol.parse().map(Self).map_err(raise)
    }

    /// The piece in SFEN: upper case for Black, lower case for White, "+" before a promoted one.
    #[getter]
    fn symbol(&self) -> String {
        self.0.to_string()
    }

    /// The side.
    #[getter]
    fn color(&self) -> Color {
        self.0.color.into()
    }

    /// The kind of piece in upper case, such as "P" or "+R".
    #[getter]
    fn kind(&self) -> String {
        self.0.kind.to_string()
    }

    /// True if the promoted side is up.
    #[getter]
    fn is_promoted(&self) -> bool {
        self.0.kind.is_promoted
    }

    fn __str__(&self) -> String {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.symbol(),)).into_pyobject(py)
    }
}

/// A move of any game. It may be illegal in a position.
#[pyclass(module = "kawari", frozen, eq, ord, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub UsiMove);

#[pymethods]
// Python names, in the manner of python-chess.
#[allow(clippy::wrong_self_convention)]
impl Move {
    /// Creates a move of a piece on the board, or a drop.
    #[new]
    #[pyo3(signature = (from_square, to_square, *, promotion=false, counter_flip=false, drop=None))]
    fn new(
        from_square: Option<&str>,
        to_square: &str,
        promotion: bool,
        counter_flip: bool,
        drop: Option<&str>,
    ) -> PyResult<Self> {
        let origin = match (from_square, drop) {
            (Some(square), None) => UsiOrigin::Board(square.parse().map_err(raise)?),
            (None, Some(kind)) => UsiOrigin::Hand(kind.parse::<UsiPieceKind>().map_err(raise)?),
            _ => {
                let message = "a move has either a from_square or a drop";
                return Err(PyValueError::new_err(message));
            }
        };
        let to: UsiSquare = to_square.parse().map_err(raise)?;
        if drop.is_some() && (promotion || counter_flip) {
            return Err(PyValueError::new_err("a drop cannot promote"));
        }
        Ok(Self(UsiMove { origin, to, is_flip: promotion, is_counter_flip: counter_flip }))
    }

    /// Parses a move in USI notation, such as "7g7f", "8h2b+" or "P*5e".
    #[staticmethod]
    fn from_usi(usi: &str) -> PyResult<Self> {
        usi.parse().map(Self).map_err(raise)
    }

    /// Returns the move in USI notation.
    fn usi(&self) -> String {
        self.0.to_string()
    }

    /// The start square, such as "7g"; None for a drop and a pass.
    #[getter]
    fn from_square(&self) -> Option<String> {
        match self.0.origin {
            UsiOrigin::Board(square) if !self.is_pass() => Some(square.to_string()),
            _ => None,
        }
    }

    /// The target square; None for a pass.
    #[getter]
    fn to_square(&self) -> Option<String> {
        (!self.is_pass()).then(|| self.0.to.to_string())
    }

    /// The kind of the dropped piece, such as "P"; None for other moves.
    #[getter]
    fn drop(&self) -> Option<String> {
        match self.0.origin {
            UsiOrigin::Board(_) => None,
            UsiOrigin::Hand(kind) => Some(kind.to_string()),
        }
    }

    /// True if the piece turns to its other side. It promotes, or in games with flips such as
    /// Hajiku Shogi, it may demote; Board.details() has a field for each.
    #[getter]
    fn promotion(&self) -> bool {
        self.0.is_flip
    }

    /// True if the captured piece turns to its promoted side (Hajiku Shogi).
    #[getter]
    fn counter_flip(&self) -> bool {
        self.0.is_counter_flip
    }

    /// True if the side to move passes.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0 == UsiMove::pass()
    }

    fn __str__(&self) -> String {
        self.usi()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_usi('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let from_usi = py.get_type::<Self>().getattr("from_usi")?;
        (from_usi, (self.usi(),)).into_pyobject(py)
    }
}
