//! Games from definitions that requests contain, and the rules of all games.

use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::limits;
use kawari_api::definition::CheckedJson;
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_engine::games::loaded::{self, LoadError};
use kawari_engine::games::variants::Variant;
use kawari_rules::{GameDefinition, General, ReadError};

/// The definition of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DefinitionRequest {
    /// Text of the definition, a TOML file.
    pub text: String,
}

/// The name of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// Name of the game.
    pub game: String,
}

/// Checks a definition without loading its game.
pub fn check(text: &str) -> CheckedJson {
    CheckedJson::of(read(text))
}

/// Loads the game of a definition. The same definition gives the same game.
///
/// # Errors
/// Returns a [`Failure`] if the definition has errors, or if [`limits::LOADED_GAMES`] other
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
    if !is_loaded && loaded::count() >= limits::LOADED_GAMES {
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
    let is_built_in = |name: &str| Variant::ALL.iter().any(|game| game.info().name == name);
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
    let limit = limits::LOADED_GAMES;
    let message =
        format!("{limit} games from files are loaded; restart the program to load others");
    Failure::new(ErrorCode::TooManyGames, message).with("limit", limit)
}
