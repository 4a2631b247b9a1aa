//! The files with weights and a network that a definition names.

use std::path::Path;

use kawari_rules::{DropDefinition, Family, GameDefinition, General, Piece, ReadError};

use crate::core::geometry::{Box7x9, Geometry};
use crate::core::regular_file;
use crate::games::evaluation::nnue::file::MAGIC;
use crate::games::evaluation::weights::file::EvalFileError;
use crate::games::evaluation::{GameEvaluation, LARGEST_FILE};
use crate::games::variants::{Playable, Variant, Visitor};
use crate::games::{GameFiles, GameInfo, loaded};

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

    /// Returns true if the definition names no file.
    pub(super) fn is_empty(&self) -> bool {
        self.weights.is_none() && self.network.is_none()
    }

    /// Returns true if a game has files with these contents. Without files, it may have those of
    /// a built-in game.
    pub(super) fn are(&self, info: &GameInfo, files: GameFiles) -> bool {
        let own = (self.weights.as_deref(), self.network.as_deref());
        own == (files.weights, files.network) || self.is_empty() && info.evaluated_as.is_some()
    }

    /// Returns the files of a game, which are never freed.
    pub(super) fn leak(self) -> GameFiles {
        let leak = |bytes: Vec<u8>| -> &'static [u8] { Box::leak(bytes.into_boxed_slice()) };
        GameFiles {
            weights: self.weights.map(leak),
            network: self.network.map(leak),
            endgames: None,
            book: None,
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

/// Returns the built-in game whose evaluation fits a game: the games have the same board, start
/// position and pieces, and captured pieces change in the same way. The weights depend on the
/// geometry, so the board must fill the one of games from files.
pub(super) fn game_with_same_pieces(definition: &GameDefinition) -> Option<Variant> {
    let Family::Drop(rules) = &definition.family else { return None };
    let General { files, ranks, start, .. } = &definition.general;
    let board = (usize::from(*files), usize::from(*ranks));
    if board != (Box7x9::FILES, Box7x9::RANKS) {
        return None;
    }
    let has_same_board = |variant: &&Variant| {
        let info = variant.info();
        (info.files, info.ranks) == board && info.startpos == start
    };
    let pieces = |rules: &DropDefinition| -> Vec<_> {
        let piece = |(letter, piece): (&String, &Piece)| {
            let promoted = piece.promoted.as_ref().map(|side| (side.moves.clone(), side.values));
            let own = (letter.clone(), piece.moves.clone(), piece.values, piece.royal);
            let captured = (rules.captured_side(piece), piece.captured.clone());
            (own, promoted, rules.change(piece), captured)
        };
        rules.pieces.iter().map(piece).collect()
    };
    let has_same_pieces = |variant: &&Variant| match loaded::definition(**variant).family {
        Family::Drop(other) => pieces(&other) == pieces(rules),
        Family::Hasami(_) => false,
    };
    Variant::KNOWN.iter().filter(has_same_board).find(has_same_pieces).copied()
}
