//! Positions, moves and games as chess servers write them, for the module `kawari.pyffish`.

use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_protocol::chess::{self, BoardSize, MoveWriter};
use kawari_rules::import;
use pyo3::prelude::*;

use crate::board::Board;
use crate::errors::{InvalidMoveError, SfenError};
use crate::games::Game;

/// Returns a FEN as SFEN. The board is not checked.
#[pyfunction]
pub fn _fen_to_sfen(fen: &str) -> PyResult<String> {
    chess::sfen(fen).map_err(|error| SfenError::new_err(error.to_string()))
}

/// Returns the position of a board as FEN.
#[pyfunction]
pub fn _fen(board: &Board) -> String {
    chess::fen(board.variant().info(), &board.state.sfen())
}

/// Returns a move in UCI as USI.
#[pyfunction]
pub fn _uci_to_usi(game: &Game, uci: &str) -> PyResult<String> {
    let usi = BoardSize::of(game.0.info()).to_usi(uci);
    usi.ok_or_else(|| InvalidMoveError::new_err(format!("`{uci}` is not a move of this game")))
}

/// Returns the legal moves of a board in UCI.
#[pyfunction]
pub fn _uci_moves(board: &Board) -> Vec<String> {
    let writer = MoveWriter::new(board.variant().info(), &board.state.sfen());
    writer.alternatives(&board.state.legal_moves_in_usi())
}

/// Returns the games of chess servers: the built-in ones, `yarishogi`, and the loaded ones.
#[pyfunction]
pub fn _chess_games() -> Vec<&'static str> {
    chess::games().into_iter().map(|variant: Variant| variant.info().name).collect()
}

/// Loads the games of a `variants.ini`. Returns their names, and the reasons why others are not
/// loaded. A game that would play differently from Fairy-Stockfish is not loaded.
#[pyfunction]
pub fn _load_variants_ini(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut names, mut problems) = (Vec::new(), Vec::new());
    for game in import::variants_ini(text) {
        let is_complete = game.is_complete();
        match game.definition {
            Ok(definition) if is_complete => {
                match loaded::load(&kawari_rules::write(&definition)) {
                    Ok(_) => names.push(game.name),
                    Err(error) => problems.push(format!("{}: {error}", game.name)),
                }
            }
            Ok(_) => {
                let changes = game.untranslated.iter().filter(|key| key.changes_play);
                problems.extend(changes.map(|key| format!("{}: {key}", game.name)));
            }
            Err(errors) => {
                problems.extend(errors.iter().map(|error| format!("{}: {error}", game.name)));
            }
        }
    }
    (names, problems)
}
