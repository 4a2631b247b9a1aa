//! The list of legal moves.

use kawari_engine::notation::usi::UsiMove;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use crate::pieces::Move;

/// The legal moves of a position, an immutable sequence. It does not change with the board.
#[pyclass(module = "kawari", frozen, sequence)]
#[derive(Debug)]
pub struct LegalMoves(pub Vec<UsiMove>);

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of moves.
    fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the moves in USI notation.
    fn usi(&self) -> Vec<String> {
        self.0.iter().map(UsiMove::to_string).collect()
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        item.cast::<Move>().is_ok_and(|mv| self.0.contains(&mv.get().0))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(self.0.len() as isize)?;
            let at = |number: isize| indices.start + number * indices.step;
            let moves = (0..indices.slicelength as isize).map(|n| Move(self.0[at(n) as usize]));
            return Ok(PyList::new(py, moves.collect::<Vec<_>>())?.into_any());
        }
        let index: isize = index.extract()?;
        let index = if index < 0 { index + self.0.len() as isize } else { index };
        let mv = usize::try_from(index).ok().and_then(|index| self.0.get(index));
        let mv = mv.ok_or_else(|| PyIndexError::new_err("index of a legal move out of range"))?;
        Ok(Bound::new(py, Move(*mv))?.into_any())
    }

    fn __iter__(&self) -> LegalMoveIterator {
        LegalMoveIterator(self.0.clone().into_iter())
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves {}>", self.usi().join(" "))
    }
}

/// An iterator over legal moves.
#[pyclass(module = "kawari")]
#[derive(Debug)]
pub struct LegalMoveIterator(std::vec::IntoIter<UsiMove>);

#[pymethods]
impl LegalMoveIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        self.0.next().map(Move)
    }

    fn __length_hint__(&self) -> usize {
        self.0.len()
    }
}
