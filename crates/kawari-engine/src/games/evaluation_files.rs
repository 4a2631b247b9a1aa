//! The files with weights and a network that a definition names.

use std::path::Path;

use kawari_rules::{General, ReadError};

use super::GameFiles;
use super::evaluation::nnue::file::MAGIC;
use super::evaluation::weights::file::EvalFileError;
use super::evaluation::{GameEvaluation, LARGEST_FILE};
use super::variants::{Playable, Visitor};
use crate::core::regular_file;

/// The contents of the files that a definition names.
pub(super) struct EvaluationFiles {
    weights: Option<Vec<u8>>,
    network: Option<Vec<u8>>,
}

impl EvaluationFiles {
    /// Reads the files of a definition from its folder. A definition without a folder can name no
    /// files.
    ///
    /// # Errors
    /// Returns an error at the key of the first file that cannot be read.
    pub(super) fn read(
        text: &str,
        general: &General,
        folder: Option<&Path>,
    ) -> Result<Self, Vec<ReadError>> {
        let read = |key: &str, name: &Option<String>| {
            let Some(name) = name else { return Ok(None) };
            let error = |message| vec![kawari_rules::error_at(text, key, message)];
            let folder = folder.ok_or_else(|| {
                error(format!("cannot read \"{name}\": the definition is not in a folder"))
            })?;
            let path = folder.join(name);
            let bytes = regular_file::read(&path, LARGEST_FILE)
                .map_err(|cause| error(format!("cannot read \"{}\": {cause}", path.display())))?;
            if bytes.starts_with(MAGIC.as_bytes()) != (key == "network") {
                return Err(error(format!("found \"{name}\", expected a file with {key}")));
            }
            Ok(Some(bytes))
        };
        Ok(Self {
            weights: read("weights", &general.weights)?,
            network: read("network", &general.network)?,
        })
    }

    /// Returns true if a game has files with these contents.
    pub(super) fn are(&self, files: GameFiles) -> bool {
        (self.weights.as_deref(), self.network.as_deref()) == (files.weights, files.network)
    }

    /// Returns the files of a game, which are never freed.
    pub(super) fn leak(self) -> GameFiles {
        let leak = |bytes: Vec<u8>| -> &'static [u8] { Box::leak(bytes.into_boxed_slice()) };
        GameFiles {
            weights: self.weights.map(leak),
            network: self.network.map(leak),
            endgames: None,
        }
    }
}

/// Checks that the files of a game are evaluations of the game. Returns the key of a wrong file
/// with the error.
pub(super) struct CheckFiles;

impl Visitor for CheckFiles {
    type Output = Result<(), (&'static str, EvalFileError)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let GameFiles { weights, network, .. } = game.files();
        // The network may be added to the hand-crafted evaluation, so the weights come first.
        for (key, file) in [("weights", weights), ("network", network)] {
            if let Some(file) = file {
                G::Evaluation::read(game, file).map_err(|error| (key, error))?;
            }
        }
        Ok(())
    }
}
