//! Games: names, boards, pieces, and games from files.

use std::path::PathBuf;

use kawari_engine::engine::game_state;
use kawari_engine::games::GameInfo;
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::move_details::PieceKindInfo;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::encoding::Encoding;
use crate::errors::raise;

/// A game: names, board, pieces, start positions.
#[pyclass(module = "kawari", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game(pub Variant);

impl Game {
    fn info(self) -> &'static GameInfo {
        self.0.info()
    }
}

/// A game as an argument: its name, or a `Game`.
pub struct GameArgument(pub Variant);

impl<'py> FromPyObject<'_, 'py> for GameArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(game) = object.cast::<Game>() {
            return Ok(Self(game.get().0));
        }
        object.extract::<String>()?.parse().map(Self).map_err(raise)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: GameArgument) -> Self {
        Self(name.0)
    }

    /// The name, one word.
    #[getter]
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Other names that are accepted.
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.info().aliases.to_vec()
    }

    /// The English title.
    #[getter]
    fn title(&self) -> &'static str {
        self.info().title
    }

    /// The Japanese title.
    #[getter]
    fn japanese(&self) -> &'static str {
        self.info().japanese
    }

    /// The rules for players, as plain text.
    #[getter]
    fn rules(&self) -> String {
        self.info().rules.join("\n\n")
    }

    /// Number of files.
    #[getter]
    fn files(&self) -> usize {
        self.info().files
    }

    /// Number of ranks.
    #[getter]
    fn ranks(&self) -> usize {
        self.info().ranks
    }

    /// The start position.
    #[getter]
    fn start_sfen(&self) -> &'static str {
        self.info().startpos
    }

    /// The handicap starts: name and SFEN.
    #[getter]
    fn handicaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let handicaps = PyDict::new(py);
        for &(name, sfen) in self.info().handicaps {
            handicaps.set_item(name, sfen)?;
        }
        Ok(handicaps)
    }

    /// Both sides of every piece.
    #[getter]
    fn pieces(&self) -> Vec<PieceKind> {
        let kinds = game_state::open(self.0).piece_set().kinds;
        kinds.into_iter().map(|kind| PieceKind::new(self.info(), kind)).collect()
    }

    /// Kinds of pieces that can be in hand, in the order of an SFEN; empty in games without hands.
    #[getter]
    fn hand_kinds(&self) -> Vec<String> {
        game_state::open(self.0).piece_set().hand
    }

    /// True if the game is from a file.
    #[getter]
    fn is_loaded(&self) -> bool {
        matches!(self.0, Variant::Loaded(_))
    }

    /// The definition of the game as TOML, in the format of load_games.
    #[getter]
    fn definition(&self) -> String {
        loaded::definition_text(self.0)
    }

    /// Names of the planes that planes() writes, in their order.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        Encoding::of(self.0).plane_names()
    }

    /// Number of move indices: the length of a row of legal_mask().
    #[getter]
    fn move_indices(&self) -> usize {
        Encoding::of(self.0).move_indices()
    }

    fn __str__(&self) -> &'static str {
        self.name()
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("kawari._kawari")?.getattr("_restore_game")?;
        (restore, (self.name(), definition_to_restore(self.0))).into_pyobject(py)
    }
}

/// One side of a piece.
#[pyclass(module = "kawari", frozen, get_all)]
#[derive(Debug)]
pub struct PieceKind {
    /// Letters in SFEN and USI, in upper case: "P", "+P".
    pub symbol: String,
    /// English name.
    pub name: &'static str,
    /// Japanese name.
    pub japanese: &'static str,
    /// Movement in Betza notation.
    pub betza: String,
    /// Symbol of the other side; None if the piece has one side.
    pub other: Option<String>,
    /// True for the King or General.
    pub royal: bool,
}

impl PieceKind {
    fn new(game: &GameInfo, kind: PieceKindInfo) -> Self {
        let name = game.piece_name(&kind.symbol);
        let PieceKindInfo { symbol, other, betza, royal, .. } = kind;
        Self {
            name: name.map_or("", |name| name.english),
            japanese: name.map_or("", |name| name.japanese),
            symbol,
            betza,
            other,
            royal,
        }
    }
}

#[pymethods]
impl PieceKind {
    fn __repr__(&self) -> String {
        format!("<PieceKind {} {}>", self.symbol, self.name)
    }
}

/// Returns the games: the built-in ones, then those from files.
#[pyfunction]
pub fn games() -> Vec<Game> {
    Variant::all().into_iter().map(Game).collect()
}

/// Returns the names of the games.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    Variant::all().into_iter().map(|variant| variant.info().name).collect()
}

/// Loads games from definitions in TOML.
///
/// The argument is a path, a sequence of paths, or the text of one definition. A string with a
/// line break is a text, any other string is a path. The games are then found by their names.
#[pyfunction]
pub fn load_games(source: &Bound<'_, PyAny>) -> PyResult<Vec<Game>> {
    let text = source.extract::<String>().ok().filter(|text| text.contains('\n'));
    if let Some(text) = text {
        return loaded::load(&text).map(|variant| vec![Game(variant)]).map_err(raise);
    }
    let paths = match source.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => source.extract::<Vec<PathBuf>>()?,
    };
    let loaded = loaded::load_files(&paths).map_err(raise)?;
    Ok(loaded.into_iter().map(Game).collect())
}

/// Returns the definition of a loaded game, which another process needs to restore it.
pub fn definition_to_restore(variant: Variant) -> Option<String> {
    matches!(variant, Variant::Loaded(_)).then(|| loaded::definition_text(variant))
}

/// Returns the game for a pickled name and definition.
pub fn restore(name: &str, definition: Option<&str>) -> PyResult<Variant> {
    match definition {
        Some(text) => loaded::load(text).map_err(raise),
        None => name.parse().map_err(raise),
    }
}

/// Restores a pickled game.
#[pyfunction]
#[pyo3(signature = (name, definition))]
pub fn _restore_game(name: &str, definition: Option<&str>) -> PyResult<Game> {
    restore(name, definition).map(Game)
}
