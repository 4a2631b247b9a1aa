//! Definitions and rules of games.

use serde::Serialize;

use super::picture::PieceImageJson;
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_rules::describe::{self, Language, Rules};
use kawari_rules::{GameDefinition, ReadError};

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
