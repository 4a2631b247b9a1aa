//! The native module of the Python package `kawari`: rules, search and mate solver.
//!
//! The classes and their docstrings are described in `python/kawari/_kawari.pyi` for type
//! checkers. `README.md` has examples.

mod analysis;
mod board;
mod chess_notation;
mod encoding;
mod engine;
mod errors;
mod games;
mod learning;
mod legal_moves;
mod outcome;
mod picture;
mod pieces;
mod results;

/// Rules, engine and mate solver for shogi variants.
#[pyo3::pymodule]
mod _kawari {
    #[pymodule_export]
    use crate::analysis::Analysis;
    #[pymodule_export]
    use crate::board::{_restore_board, Board};
    #[pymodule_export]
    use crate::chess_notation::{
        _chess_games, _fen, _fen_to_sfen, _load_variants_ini, _uci_moves, _uci_to_usi,
    };
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::{
        AmbiguousMoveError, GameError, IllegalMoveError, InvalidMoveError, SfenError,
    };
    #[pymodule_export]
    use crate::games::{_restore_game, Game, PieceKind, games, load_games, variants};
    #[pymodule_export]
    use crate::learning::{_legal_mask, _planes};
    #[pymodule_export]
    use crate::legal_moves::LegalMoves;
    #[pymodule_export]
    use crate::outcome::{Capture, MoveDetails, Outcome};
    #[pymodule_export]
    use crate::pieces::{Color, Move, Piece};
    #[pymodule_export]
    use crate::results::{Info, MateResult, Score, SearchResult};

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
