//! Batches of positions as bytes, which the Python module turns into NumPy arrays.

use kawari_engine::games::variants::Variant;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::board::Board;
use crate::encoding::Encoding;

/// Returns the game of the boards, which must be the same for all.
fn common_game(boards: &[PyRef<'_, Board>]) -> PyResult<Variant> {
    let Some(first) = boards.first() else {
        return Err(PyValueError::new_err("a batch needs at least one board"));
    };
    match boards.iter().find(|board| board.variant() != first.variant()) {
        None => Ok(first.variant()),
        Some(other) => {
            let names = [first.variant(), other.variant()].map(|variant| variant.info().name);
            let message = format!("boards of a batch must have one game, not {names:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Returns the planes of positions and the shape: positions, planes, ranks, files.
#[pyfunction]
pub fn _planes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
) -> PyResult<(Bound<'py, PyByteArray>, [usize; 4])> {
    let encoding = Encoding::of(common_game(&boards)?);
    let [planes, ranks, files] = encoding.shape();
    let size = planes * ranks * files;
    let bytes = PyByteArray::new_with(py, boards.len() * size, |bytes| {
        for (board, planes) in boards.iter().zip(bytes.chunks_exact_mut(size)) {
            encoding.write_planes(&*board.state, planes);
        }
        Ok(())
    })?;
    Ok((bytes, [boards.len(), planes, ranks, files]))
}

/// Returns the masks of legal moves of positions, and the shape: positions, move indices.
#[pyfunction]
pub fn _legal_mask<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
) -> PyResult<(Bound<'py, PyByteArray>, [usize; 2])> {
    let encoding = Encoding::of(common_game(&boards)?);
    let size = encoding.move_indices();
    let bytes = PyByteArray::new_with(py, boards.len() * size, |bytes| {
        for (board, mask) in boards.iter().zip(bytes.chunks_exact_mut(size)) {
            let color = board.state.side_to_move();
            for mv in board.state.legal_moves() {
                if let Some(index) = encoding.move_index(mv, color) {
                    mask[index] = 1;
                }
            }
        }
        Ok(())
    })?;
    Ok((bytes, [boards.len(), size]))
}
