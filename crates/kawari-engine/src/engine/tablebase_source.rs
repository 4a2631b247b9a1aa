//! The tables of endgames of a game: what is built in, and what a folder holds.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::core::position::Position;
use crate::games::variants::{Playable, Variant, Visitor};
use crate::tablebase::exceptions::Exceptions;
use crate::tablebase::file::TablebaseFileError;
use crate::tablebase::probe::Tablebase;

/// Why the tables of a folder are not used.
#[derive(Debug, Error)]
#[error("`{path}`: {source}")]
pub struct TablebaseError {
    /// The file or the folder.
    pub path: String,
    /// What is wrong with it.
    pub source: TablebaseFileError,
}

/// What is known of the endgames of a game, by what is built in and by the tables of a
/// folder; `None` for a game whose endgames cannot be tabulated.
///
/// # Errors
/// A [`TablebaseError`] for the first file that is wrong, or when there is no such folder.
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
        fn visit<G: Playable>(self) -> Self::Output {
            open_game::<G>(self.0)
        }
    }
    variant.visit(OpenTablebase(folder))
}

/// As [`open`], for a game that the caller knows.
///
/// # Errors
/// As [`open`].
pub fn open_game<G: Playable>(folder: Option<&Path>) -> Result<Option<Tablebase>, TablebaseError> {
    let Some(rules) = G::Position::endgame_rules() else { return Ok(None) };
    let exceptions = G::ENDGAMES.and_then(|bytes| {
        let read = Exceptions::read(bytes, rules);
        read.inspect_err(|error| log::error!("{}: {error}", G::INFO.name)).ok()
    });
    let tables = Tablebase::new(G::INFO.name, rules, exceptions);
    let Some(folder) = folder else { return Ok(Some(tables)) };
    let tables = tables.with_folder(folder);
    tables.map(Some).map_err(|(path, source)| TablebaseError { path, source })
}

/// What is to be known of endgames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum TablebaseSource {
    /// What is built in.
    #[default]
    BuiltIn,
    /// Nothing.
    Nothing,
    /// What is built in, and the tables of a folder.
    Folder(PathBuf),
}

/// The tables of a game, those that are built in read once for all that ask for them;
/// `None` where there is nothing to be known.
///
/// # Errors
/// As [`open`].
pub fn choose(
    variant: Variant,
    wanted: &TablebaseSource,
) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
    struct Choose<'a>(&'a TablebaseSource);
    impl Visitor for Choose<'_> {
        type Output = Result<Option<Arc<Tablebase>>, TablebaseError>;
        fn visit<G: Playable>(self) -> Self::Output {
            cached::<G>(self.0)
        }
    }
    variant.visit(Choose(wanted))
}

/// As [`choose`], for a game that the caller knows.
///
/// # Errors
/// As [`open`].
pub(super) fn cached<G: Playable>(
    wanted: &TablebaseSource,
) -> Result<Option<Arc<Tablebase>>, TablebaseError> {
    type OpenedTablebases = Vec<(&'static str, Arc<Tablebase>)>;
    static BUILT_IN: Mutex<OpenedTablebases> = Mutex::new(Vec::new());
    match wanted {
        TablebaseSource::Nothing => return Ok(None),
        TablebaseSource::Folder(folder) => return Ok(open_game::<G>(Some(folder))?.map(Arc::new)),
        TablebaseSource::BuiltIn => {}
    }
    if G::ENDGAMES.is_none() {
        return Ok(None);
    }
    let mut known = BUILT_IN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tables)) = known.iter().find(|(name, _)| *name == G::INFO.name) {
        return Ok(Some(Arc::clone(tables)));
    }
    let Some(tables) = open_game::<G>(None)?.map(Arc::new) else { return Ok(None) };
    known.push((G::INFO.name, Arc::clone(&tables)));
    Ok(Some(tables))
}
