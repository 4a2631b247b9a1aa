//! Evaluation sources: the built-in evaluation of a game, or one from a file.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::core::regular_file;
use crate::games::evaluation::weights::file::EvalFileError;
use crate::games::evaluation::{GameEvaluation, LARGEST_FILE};
use crate::games::variants::Playable;

/// The evaluation that a session uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvalSource {
    /// The game's network if it has one, else its hand-crafted evaluation.
    #[default]
    BuiltIn,
    /// The hand-crafted evaluation (HCE) with its built-in weights.
    HandCrafted,
    /// A file with weights or a network.
    File(PathBuf),
    /// The contents of such a file.
    Bytes(Arc<[u8]>),
}

/// Error of an [`EvalSource`] that cannot be used.
#[derive(Debug, Error)]
pub enum EvalSourceError {
    /// The file cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Read {
        /// The file's path.
        path: String,
        /// The I/O error.
        source: io::Error,
    },
    /// The file is not an evaluation of this game.
    #[error("`{path}`: {source}")]
    File {
        /// The file's path.
        path: String,
        /// The error in its contents.
        source: EvalFileError,
    },
    /// The bytes are not an evaluation of this game.
    #[error(transparent)]
    Bytes(#[from] EvalFileError),
}

impl EvalSourceError {
    /// Returns true if the source may be a valid evaluation of another game.
    pub const fn is_for_another_game(&self) -> bool {
        match self {
            Self::Read { .. } => false,
            Self::File { source, .. } | Self::Bytes(source) => source.is_for_another_game(),
        }
    }
}

/// Loads the evaluation of a game.
///
/// # Errors
/// Returns an [`EvalSourceError`] if the file cannot be read, or if it is not an evaluation
/// of this game.
pub(super) fn load<G: Playable>(
    game: G,
    source: &EvalSource,
) -> Result<Arc<G::Evaluation>, EvalSourceError> {
    let parse = |bytes: &[u8]| G::Evaluation::read(game, bytes).map(Arc::new);
    match source {
        EvalSource::BuiltIn => Ok(game.built_in()),
        EvalSource::HandCrafted => Ok(game.hand_crafted()),
        EvalSource::Bytes(bytes) => Ok(parse(bytes)?),
        EvalSource::File(path) => {
            let name = || path.display().to_string();
            let bytes = regular_file::read(path, LARGEST_FILE)
                .map_err(|source| EvalSourceError::Read { path: name(), source })?;
            parse(&bytes).map_err(|source| EvalSourceError::File { path: name(), source })
        }
    }
}
