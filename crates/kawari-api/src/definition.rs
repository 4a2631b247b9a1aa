//! Definitions and rules of games.

use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::error_code::ErrorCode;
use super::failure::Failure;
use super::picture::PieceImageJson;
use super::request_limits;
use kawari_engine::games::loaded::{self, LoadError};
use kawari_engine::games::variants::Variant;
use kawari_rules::describe::{self, Language, Rules};
use kawari_rules::{GameDefinition, General, ReadError};

/// The definition of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefinitionRequest {
    /// Text of the definition, a TOML file.
    pub text: String,
}

/// The name of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// Name of the game.
    pub game: String,
}

/// The errors of a definition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedJson {
    /// Errors in the order of their lines; empty if the definition is correct.
    errors: Vec<DefinitionErrorJson>,
    /// Name of the game; `null` if the definition has errors.
    name: Option<String>,
}

/// An error in a definition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefinitionErrorJson {
    /// Line, from 1.
    line: usize,
    /// Column in characters, from 1.
    column: usize,
    /// Path of the key, such as `pieces.P.moves`; empty if there is none.
    key: String,
    /// English message: what was found and what is expected.
    message: String,
}

/// The rules of a game for players, and its definition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRulesJson {
    /// Rules in English, written from the definition.
    en: Rules,
    /// Rules in Japanese, written from the definition.
    ja: Rules,
    /// Paragraphs of the rules in English by the author of the definition, if there are any.
    notes: Vec<String>,
    /// Images of the pieces in all styles, for both sides and in both directions. Empty for a
    /// game with pictures.
    images: Vec<PieceImageJson>,
    /// Definition of the game as a TOML file. For a built-in game, it is that of a copy with
    /// another name, as the start of a new game.
    definition: String,
}

impl From<ReadError> for DefinitionErrorJson {
    fn from(error: ReadError) -> Self {
        let ReadError { line, column, key, message } = error;
        Self { line, column, key, message }
    }
}

impl CheckedJson {
    /// Describes the result of a check.
    pub fn of(checked: Result<GameDefinition, Vec<ReadError>>) -> Self {
        match checked {
            Ok(definition) => Self { errors: Vec::new(), name: Some(definition.general.name) },
            Err(errors) => {
                Self { errors: errors.into_iter().map(Into::into).collect(), name: None }
            }
        }
    }
}

impl GameRulesJson {
    /// Returns the rules of a game.
    pub fn of(variant: Variant) -> Self {
        let definition = loaded::definition(variant);
        let rules = |language| describe::rules(&definition, language);
        let (en, ja) = (rules(Language::English), rules(Language::Japanese));
        let notes = definition.general.rules.clone();
        let images = PieceImageJson::all(variant);
        let definition = match variant {
            Variant::Loaded(_) => definition,
            _ => renamed_copy(definition),
        };
        Self { en, ja, notes, images, definition: kawari_rules::write(&definition) }
    }
}

/// Returns the definition of a new game with the same rules.
fn renamed_copy(mut definition: GameDefinition) -> GameDefinition {
    let general = &mut definition.general;
    let name = format!("my-{}", general.name);
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    general.name = names.find(|name| name.parse::<Variant>().is_err()).unwrap_or(name);
    general.title = format!("My {}", general.title);
    general.title_ja = general.title_ja.as_ref().map(|title| format!("{title}（自作）"));
    general.aliases.clear();
    general.rules.clear();
    general.uci_name = None;
    general.weights = None;
    general.network = None;
    definition
}

/// Checks a definition without loading its game.
pub fn check(text: &str) -> CheckedJson {
    CheckedJson::of(read(text))
}

/// Loads the game of a definition. The same definition gives the same game.
///
/// # Errors
/// Returns a [`Failure`] if the definition has errors, or if [`request_limits::LOADED_GAMES`] other
/// games are loaded.
pub fn load(text: &str) -> Result<Variant, Failure> {
    /// Held from the comparison with the limit until the game is loaded.
    static LOADING: Mutex<()> = Mutex::new(());
    let wrong =
        |errors: Vec<ReadError>| errors.first().map_or_else(Failure::fault, Failure::of_definition);
    let definition = read(text).map_err(wrong)?;
    let _loading = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
    let known = definition.general.name.parse();
    let is_loaded = known.is_ok_and(|game| loaded::definition(game) == definition);
    if !is_loaded && loaded::count() >= request_limits::LOADED_GAMES {
        return Err(too_many_games());
    }
    loaded::load(text).map_err(|error| match error {
        LoadError::Definition { errors, .. } => wrong(errors),
        LoadError::File { .. } => Failure::fault(),
    })
}

/// Reads a definition. It cannot have the name of a built-in game, which other tabs may use.
fn read(text: &str) -> Result<GameDefinition, Vec<ReadError>> {
    let definition = loaded::check(text)?;
    let General { name, aliases, .. } = &definition.general;
    let is_built_in = |name: &str| Variant::KNOWN.iter().any(|game| game.info().name == name);
    let taken = |key, name: &String| {
        let message = format!("\"{name}\" is a built-in game, expected another name");
        vec![kawari_rules::error_at(text, key, message)]
    };
    if is_built_in(name) {
        return Err(taken("name", name));
    }
    if let Some(alias) = aliases.iter().find(|alias| is_built_in(alias)) {
        return Err(taken("aliases", alias));
    }
    Ok(definition)
}

fn too_many_games() -> Failure {
    let limit = request_limits::LOADED_GAMES;
    let message =
        format!("{limit} games from files are loaded; restart the program to load others");
    Failure::new(ErrorCode::TooManyGames, message).with("limit", limit)
}
