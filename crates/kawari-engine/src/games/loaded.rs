//! Games from definition files, which users write: see the crate `kawari-rules`.
//!
//! A loaded game is registered for the whole process. It is found by its name and its aliases
//! like a built-in game, before a built-in game of the same name.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use kawari_rules::describe::{self, Language};
use kawari_rules::{Family, GameDefinition, ReadError};
use thiserror::Error;

use super::drop::LoadedDrop;
use super::drop::evaluation::DropHce;
use super::evaluation::GameEvaluation;
use super::evaluation::nnue::NnueEvaluation;
use super::hasami::LoadedHasami;
use super::hasami::evaluation::HasamiHce;
use super::variants::{Playable, Variant, Visitor};
use super::{Game, GameInfo, PictureSets, PieceName, hasami};
use crate::core::geometry::{Box7x9, Box11x11, Geometry};
use crate::core::regular_file;

/// A game from a file.
///
/// The data of a loaded game are never freed, because positions and searches refer to them
/// without a count. Loading the same definition again returns the same game.
#[derive(Clone, Copy)]
pub struct LoadedGame(&'static Loaded);

struct Loaded {
    /// Number of games that were loaded before.
    number: usize,
    definition: GameDefinition,
    info: &'static GameInfo,
    rules: LoadedRules,
}

/// The rules of a loaded game, by family and board size.
#[derive(Clone, Copy)]
enum LoadedRules {
    SmallDrop(LoadedDrop<Box7x9>),
    LargeDrop(LoadedDrop<Box11x11>),
    Hasami(LoadedHasami),
}

/// The loaded games, in the order of their loading.
static LOADED: RwLock<Vec<LoadedGame>> = RwLock::new(Vec::new());

/// An error of loading a definition.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// The definition has errors.
    #[error("{}", list(.path.as_deref(), .errors))]
    Definition {
        /// The file, if the definition is from a file.
        path: Option<PathBuf>,
        /// The errors, in the order of their lines.
        errors: Vec<ReadError>,
    },
}

fn list(path: Option<&Path>, errors: &[ReadError]) -> String {
    let place = path.map_or_else(String::new, |path| format!("{}: ", path.display()));
    let lines: Vec<String> = errors.iter().map(|error| format!("{place}{error}")).collect();
    lines.join("\n")
}

impl LoadError {
    /// Returns the message in lines: one for each error of a definition.
    pub fn lines(&self) -> Vec<String> {
        self.to_string().lines().map(str::to_owned).collect()
    }
}

/// Loads the games that files define. The `base` of a definition is the name of a built-in or a
/// loaded game, or of a game in an earlier file.
///
/// # Errors
/// Returns [`LoadError`] if a file cannot be read or defines no valid game. No game is loaded
/// then.
pub fn load_files(paths: &[PathBuf]) -> Result<Vec<Variant>, LoadError> {
    let mut games: Vec<NewGame> = Vec::new();
    for path in paths {
        let text = regular_file::read_to_string(path, kawari_rules::MAX_BYTES as u64)
            .map_err(|source| LoadError::File { path: path.clone(), source })?;
        let wrong = |errors| LoadError::Definition { path: Some(path.clone()), errors };
        let game = NewGame::read(&text, &games).map_err(wrong)?;
        games.push(game);
    }
    Ok(games.into_iter().map(register).collect())
}

/// Loads a game from the text of its definition. Its `base` is the name of a built-in or a
/// loaded game.
///
/// # Errors
/// Returns [`LoadError::Definition`] if the definition is wrong. No game is loaded then.
pub fn load(text: &str) -> Result<Variant, LoadError> {
    let wrong = |errors| LoadError::Definition { path: None, errors };
    NewGame::read(text, &[]).map(register).map_err(wrong)
}

/// Reads a definition without loading its game. Its `base` is the name of a built-in or a
/// loaded game.
///
/// # Errors
/// Returns the errors that prevent the game from being loaded.
pub fn check(text: &str) -> Result<GameDefinition, Vec<ReadError>> {
    let definition = kawari_rules::read(text, &base_text)?;
    check_support(text, &definition)?;
    Ok(definition)
}

/// Checks that the engine can play a valid definition.
fn check_support(text: &str, definition: &GameDefinition) -> Result<(), Vec<ReadError>> {
    let Family::Drop(rules) = &definition.family else { return Ok(()) };
    LoadedDrop::<Box11x11>::check(&definition.general, rules)
        .map_err(|error| vec![kawari_rules::error_at(text, &error.key(), error.to_string())])
}

/// A valid game that is not registered yet.
struct NewGame {
    definition: GameDefinition,
    info: &'static GameInfo,
    rules: LoadedRules,
}

impl NewGame {
    /// Reads a definition, whose `base` may be one of `earlier`.
    fn read(text: &str, earlier: &[Self]) -> Result<Self, Vec<ReadError>> {
        let base = |name: &str| {
            let same_name = |game: &&Self| game.definition.general.name == name;
            let game = earlier.iter().rfind(same_name);
            game.map(|game| kawari_rules::write(&game.definition)).or_else(|| base_text(name))
        };
        let definition = kawari_rules::read(text, &base)?;
        check_support(text, &definition)?;
        if let Some(game) = find(&definition) {
            let Loaded { info, rules, .. } = *game.0;
            return Ok(Self { definition, info, rules });
        }
        let info: &'static GameInfo = Box::leak(Box::new(info_of(&definition)));
        let rules = LoadedRules::new(&definition, info).map_err(|error| vec![error])?;
        Ok(Self { definition, info, rules })
    }
}

/// Returns the text of the definition of a built-in or a loaded game.
pub fn base_text(name: &str) -> Option<String> {
    name.parse().ok().map(definition_text)
}

/// Returns the definition of a game.
pub fn definition(variant: Variant) -> GameDefinition {
    match variant {
        Variant::Loaded(game) => game.0.definition.clone(),
        built_in => {
            let text = definition_text(built_in);
            kawari_rules::read(&text, &base_text).expect("the build script has read the definition")
        }
    }
}

/// Returns the text of a game's definition.
pub fn definition_text(variant: Variant) -> String {
    match variant {
        Variant::Loaded(game) => kawari_rules::write(&game.0.definition),
        built_in => built_in.built_in_definition().unwrap_or_default().to_owned(),
    }
}

/// Returns the loaded games in the order of their loading. A game is left out if a later one
/// has the same name.
pub(super) fn all() -> Vec<LoadedGame> {
    let games = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    let is_last = |&(index, game): &(usize, &LoadedGame)| {
        games[index + 1..].iter().all(|later| later.info().name != game.info().name)
    };
    games.iter().enumerate().filter(is_last).map(|(_, &game)| game).collect()
}

/// Returns the number of loaded games, with those whose name belongs to a later game.
pub fn count() -> usize {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).len()
}

/// Returns the loaded game with this definition.
fn find(definition: &GameDefinition) -> Option<LoadedGame> {
    let games = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().find(|game| game.0.definition == *definition).copied()
}

/// Registers a game as the last one, so that its name refers to it.
fn register(game: NewGame) -> Variant {
    let mut games = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    let known = games.iter().position(|known| known.0.definition == game.definition);
    let game = match known {
        Some(at) => games.remove(at),
        None => {
            let NewGame { definition, info, rules } = game;
            let number = games.iter().map(|game| game.0.number + 1).max().unwrap_or(0);
            LoadedGame(Box::leak(Box::new(Loaded { number, definition, info, rules })))
        }
    };
    games.push(game);
    Variant::Loaded(game)
}

/// Returns a game's data. Its texts are never freed.
fn info_of(definition: &GameDefinition) -> GameInfo {
    let general = &definition.general;
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let list = |texts: &[String]| -> &'static [&'static str] {
        Box::leak(texts.iter().map(|text| leak(text)).collect())
    };
    let title = if general.title.is_empty() { &general.name } else { &general.title };
    let handicaps = general.handicaps.iter().map(|(name, sfen)| (leak(name), leak(sfen)));
    GameInfo {
        order: LOADED_ORDER,
        name: leak(&general.name),
        aliases: list(&general.aliases),
        uci_name: general.uci_name.as_deref().map(leak),
        title: leak(title),
        japanese: leak(general.title_ja.as_ref().unwrap_or(title)),
        rules: list(&if general.rules.is_empty() {
            describe::text(&describe::rules(definition, Language::English))
        } else {
            general.rules.clone()
        }),
        files: general.files.into(),
        ranks: general.ranks.into(),
        pocket: definition.hand_kinds(),
        startpos: leak(&general.start),
        handicaps: Box::leak(handicaps.collect()),
        pieces: Box::leak(pieces(definition).into_boxed_slice()),
        pictures: match definition.family {
            Family::Drop(_) => PictureSets::DRAWN,
            Family::Hasami(_) => hasami::PICTURES,
        },
        ..GameInfo::EMPTY
    }
}

/// [`GameInfo::order`] of the loaded games: after all built-in games.
const LOADED_ORDER: u32 = u32::MAX;

/// Returns the names of the pieces. A piece without a name has its letter instead.
fn pieces(definition: &GameDefinition) -> Vec<PieceName> {
    let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
    let Family::Drop(rules) = &definition.family else {
        return hasami::MAN.to_vec();
    };
    let name = |symbol: &str,
                english: &Option<String>,
                japanese: &Option<String>,
                kanji: &Option<String>| {
        let or_symbol = |text: &Option<String>| leak(text.as_deref().unwrap_or(symbol));
        PieceName::new(leak(symbol), or_symbol(english), or_symbol(japanese), or_symbol(kanji))
    };
    let mut names = Vec::new();
    for (letter, piece) in &rules.pieces {
        names.push(name(letter, &piece.name, &piece.name_ja, &piece.kanji));
        if let Some(other) = &piece.promoted {
            let symbol = format!("+{letter}");
            let mut promoted = name(&symbol, &other.name, &other.name_ja, &other.kanji);
            if let Some(board) = &other.kanji_board {
                promoted = promoted.on_board([promoted.kanji, leak(board)]);
            }
            names.push(promoted);
        }
    }
    names
}

impl LoadedRules {
    fn new(definition: &GameDefinition, info: &'static GameInfo) -> Result<Self, ReadError> {
        let general = &definition.general;
        let fits = |files, ranks| info.files <= files && info.ranks <= ranks;
        let game = match &definition.family {
            Family::Hasami(_) => LoadedHasami::new(definition, info)
                .map(Self::Hasami)
                .map_err(|error| error.to_string()),
            Family::Drop(rules) if fits(Box7x9::FILES, Box7x9::RANKS) => {
                LoadedDrop::new(general, rules, info)
                    .map(Self::SmallDrop)
                    .map_err(|error| error.to_string())
            }
            Family::Drop(rules) => LoadedDrop::new(general, rules, info)
                .map(Self::LargeDrop)
                .map_err(|error| error.to_string()),
        };
        // The definition is valid, so no line is wrong.
        game.map_err(|message| ReadError { line: 1, column: 1, key: String::new(), message })
    }
}

impl LoadedGame {
    /// Returns the game's data.
    pub(super) const fn info(self) -> &'static GameInfo {
        self.0.info
    }

    /// Calls the visitor with this game.
    pub(super) fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self.0.rules {
            LoadedRules::SmallDrop(game) => visitor.visit(game),
            LoadedRules::LargeDrop(game) => visitor.visit(game),
            LoadedRules::Hasami(game) => visitor.visit(game),
        }
    }
}

impl<G: Geometry> Playable for LoadedDrop<G> {
    type Evaluation = NnueEvaluation<Self, DropHce<Self>>;

    fn built_in(self) -> Arc<Self::Evaluation> {
        self.hand_crafted()
    }

    fn hand_crafted(self) -> Arc<Self::Evaluation> {
        shared_evaluation(self.info(), || GameEvaluation::hand_crafted(self))
    }
}

impl Playable for LoadedHasami {
    type Evaluation = NnueEvaluation<Self, HasamiHce<Self>>;

    fn built_in(self) -> Arc<Self::Evaluation> {
        self.hand_crafted()
    }

    fn hand_crafted(self) -> Arc<Self::Evaluation> {
        shared_evaluation(self.info(), || GameEvaluation::hand_crafted(self))
    }
}

/// Returns the hand-crafted evaluation of a loaded game, which is created once.
fn shared_evaluation<E: Send + Sync + 'static>(
    info: &'static GameInfo,
    create: impl FnOnce() -> E,
) -> Arc<E> {
    type Evaluations = Vec<(&'static GameInfo, Arc<dyn Any + Send + Sync>)>;
    static EVALUATIONS: Mutex<Evaluations> = Mutex::new(Vec::new());
    let mut evaluations = EVALUATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = evaluations.iter().find(|(game, _)| std::ptr::eq(*game, info));
    if let Some(Ok(evaluation)) = known.map(|(_, known)| Arc::clone(known).downcast()) {
        return evaluation;
    }
    let evaluation = Arc::new(create());
    evaluations.push((info, Arc::clone(&evaluation) as Arc<dyn Any + Send + Sync>));
    evaluation
}

impl PartialEq for LoadedGame {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number
    }
}

impl Eq for LoadedGame {}

impl PartialOrd for LoadedGame {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for LoadedGame {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.number.cmp(&other.0.number)
    }
}

impl Hash for LoadedGame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.number.hash(state);
    }
}

impl fmt::Debug for LoadedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (loaded game {})", self.info().name, self.0.number)
    }
}
