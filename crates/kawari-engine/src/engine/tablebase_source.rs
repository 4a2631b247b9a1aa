//! Tablebase sources: the built-in tablebases of a game, and tables in a folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::core::position::Position;
use crate::games::variants::{Playable, Variant, Visitor};
use crate::tablebase::exceptions::Exceptions;
use crate::tablebase::file::TablebaseFileError;
use crate::tablebase::probe::Tablebase;

/// Error of a folder of tablebases that cannot be used.
#[derive(Debug, Error)]
#[error("`{path}`: {source}")]
pub struct TablebaseError {
    /// Path of the file or folder.
    pub path: String,
    /// The error.
    pub source: TablebaseFileError,
}

/// Opens the built-in tablebases of a game, and the tables of a folder if one is given;
/// `None` for a game without tablebases.
///
/// # Errors
/// Returns a [`TablebaseError`] for the first invalid file, or if the folder does not exist.
///
/// ```
/// use kawari_engine::core::endgame::TablebaseProbe;
/// use kawari_engine::engine::tablebase_source;
/// use kawari_engine::games::variants::Variant;
///
/// let built_in = tablebase_source::open(Variant::Hasami, None)?.expect("Hasami Shogi has endgames");
/// assert_eq!(built_in.max_men(), 5);
/// assert!(tablebase_source::open(Variant::Yari, None)?.is_none());
/// # Ok::<(), tablebase_source::TablebaseError>(())
/// ```
pub fn open(variant: Variant, folder: Option<&Path>) -> Result<Option<Tablebase>, TablebaseError> {
    struct OpenTablebase<'a>(Option<&'a Path>);
    impl Visitor for OpenTablebase<'_> {
        type Output = Result<Option<Tablebase>, TablebaseError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            open_game(game, self.0)
        }
    }
    variant.visit(OpenTablebase(folder))
}

/// As [`open`], for a game that is known at compile time.
///
/// # Errors
/// As [`open`].
pub fn open_game<G: Playable>(
    game: G,
    folder: Option<&Path>,
) -> Result<Option<Tablebase>, TablebaseError> {
    let Some(rules) = game.startpos().endgame_rules() else { return Ok(None) };
    let exceptions = game.files().endgames.and_then(|bytes| {
        let read = Exceptions::read(bytes, rules);
        read.inspect_err(|error| log::error!("{}: {error}", game.info().name)).ok()
    });
    let tables = Tablebase::new(game.info().tablebase_name(), rules, exceptions);
    let Some(folder) = folder else { return Ok(Some(tables)) };
    let tables = tables.with_folder(folder);
    tables.map(Some).map_err(|(path, source)| TablebaseError { path, source })
}

/// The tablebases that a session uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TablebaseSource {
    /// The built-in ones.
    #[default]
    BuiltIn,
    /// None.
    Nothing,
    /// The built-in ones, and the tables of a folder.
    Folder(PathBuf),
    /// Exceptions in memory, in the format of the built-in ones.
    Exceptions(&'static [u8]),
}

/// Reads exceptions of a game; `None` for a game without tablebases.
fn read_exceptions<G: Playable>(
    game: G,
    bytes: &'static [u8],
) -> Result<Option<Tablebase>, TablebaseError> {
    let Some(rules) = game.startpos().endgame_rules() else { return Ok(None) };
    let exceptions = Exceptions::read(bytes, rules).map_err(|error| TablebaseError {
        path: game.info().name.to_owned(),
        source: TablebaseFileError::Other(error.to_string()),
    })?;
    Ok(Some(Tablebase::new(game.info().tablebase_name(), rules, Some(exceptions))))
}

/// Returns the tablebases of a game; `None` if it has none or the source is
/// [`TablebaseSource::Nothing`]. The built-in ones are loaded once and shared.
///
/// # Errors
/// As [`open`].
pub fn choose(
    variant: Variant,
    source: &TablebaseSource,
) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
    struct Choose<'a>(&'a TablebaseSource);
    impl Visitor for Choose<'_> {
        type Output = Result<Option<Arc<Tablebase>>, TablebaseError>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            cached(game, self.0)
        }
    }
    variant.visit(Choose(source))
}

/// As [`choose`], for a game that is known at compile time.
///
/// # Errors
/// As [`open`].
pub(super) fn cached<G: Playable>(
    game: G,
    source: &TablebaseSource,
) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
    type OpenedTablebases = Vec<(&'static str, Arc<Tablebase>)>;
    static BUILT_IN: Mutex<OpenedTablebases> = Mutex::new(Vec::new());
    match source {
        TablebaseSource::Nothing => return Ok(None),
        TablebaseSource::Folder(folder) => return Ok(open_game(game, Some(folder))?.map(Arc::new)),
        TablebaseSource::Exceptions(bytes) => {
            return Ok(read_exceptions(game, bytes)?.map(Arc::new));
        }
        TablebaseSource::BuiltIn => {}
    }
    if game.files().endgames.is_none() {
        return Ok(None);
    }
    let mut known = BUILT_IN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tables)) = known.iter().find(|(name, _)| *name == game.info().name) {
        return Ok(Some(Arc::clone(tables)));
    }
    let Some(tables) = open_game(game, None)?.map(Arc::new) else { return Ok(None) };
    known.push((game.info().name, Arc::clone(&tables)));
    Ok(Some(tables))
}
