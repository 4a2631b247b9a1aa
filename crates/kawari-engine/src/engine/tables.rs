//! The tables of endgames of a game: what is built in, and what a folder holds.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use thiserror::Error;

use crate::core::position::Position;
use crate::games::variants::{Playable, Variant, Visitor};
use crate::tables::exceptions::Exceptions;
use crate::tables::file::TableError;
use crate::tables::probe::Tables;

/// Why the tables of a folder are not used.
#[derive(Debug, Error)]
#[error("`{path}`: {source}")]
pub struct TablesError {
    /// The file or the folder.
    pub path: String,
    /// What is wrong with it.
    pub source: TableError,
}

/// What is known of the endgames of a game, by what is built in and by the tables of a
/// folder; `None` for a game whose endgames cannot be tabulated.
///
/// # Errors
/// A [`TablesError`] for the first file that is wrong, or when there is no such folder.
///
/// ```
/// use kawari_engine::core::endgame::Oracle;
/// use kawari_engine::engine::tables;
/// use kawari_engine::games::variants::Variant;
///
/// let built_in = tables::open(Variant::Hasami, None)?.expect("Hasami Shogi has endgames");
/// assert_eq!(built_in.most_men(), 5);
/// assert!(tables::open(Variant::Yari, None)?.is_none());
/// # Ok::<(), tables::TablesError>(())
/// ```
pub fn open(variant: Variant, folder: Option<&Path>) -> Result<Option<Tables>, TablesError> {
    struct Open<'a>(Option<&'a Path>);
    impl Visitor for Open<'_> {
        type Output = Result<Option<Tables>, TablesError>;
        fn visit<G: Playable>(self) -> Self::Output {
            open_game::<G>(self.0)
        }
    }
    variant.visit(Open(folder))
}

/// As [`open`], for a game that the caller knows.
///
/// # Errors
/// As [`open`].
pub fn open_game<G: Playable>(folder: Option<&Path>) -> Result<Option<Tables>, TablesError> {
    let Some(rules) = G::Position::endgames() else { return Ok(None) };
    let exceptions = G::ENDGAMES.and_then(|bytes| {
        let read = Exceptions::read(bytes, rules);
        read.inspect_err(|error| log::error!("{}: {error}", G::INFO.name)).ok()
    });
    let tables = Tables::new(G::INFO.name, rules, exceptions);
    let Some(folder) = folder else { return Ok(Some(tables)) };
    let tables = tables.with_folder(folder);
    tables.map(Some).map_err(|(path, source)| TablesError { path, source })
}

/// What is to be known of endgames.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Endgames {
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
pub fn choose(variant: Variant, wanted: &Endgames) -> Result<Option<Arc<Tables>>, TablesError> {
    struct Choose<'a>(&'a Endgames);
    impl Visitor for Choose<'_> {
        type Output = Result<Option<Arc<Tables>>, TablesError>;
        fn visit<G: Playable>(self) -> Self::Output {
            shared::<G>(self.0)
        }
    }
    variant.visit(Choose(wanted))
}

/// As [`choose`], for a game that the caller knows.
///
/// # Errors
/// As [`open`].
pub(super) fn shared<G: Playable>(wanted: &Endgames) -> Result<Option<Arc<Tables>>, TablesError> {
    type Known = Vec<(&'static str, Arc<Tables>)>;
    static BUILT_IN: Mutex<Known> = Mutex::new(Vec::new());
    match wanted {
        Endgames::Nothing => return Ok(None),
        Endgames::Folder(folder) => return Ok(open_game::<G>(Some(folder))?.map(Arc::new)),
        Endgames::BuiltIn => {}
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
