//! The rules of a game as text for players, written from its definition.
//!
//! [`rules`] returns sections with paragraphs, the start position and the moves of the
//! pieces, for a front end that draws. [`text`] lays them out as plain text.

mod board;
mod diagram;
mod drop;
mod handicaps;
mod hasami;
mod layout;
mod moves;
mod pieces;
mod repetition;
mod squares;
mod words;
mod writer;

use serde::Serialize;

pub use diagram::{Jump, MoveDiagram, SlideRay, Walk};
pub use layout::text;
pub use words::kanji_number;

use crate::model::{Family, GameDefinition};
use writer::Writer;

/// A language of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    English,
    /// Japanese.
    Japanese,
}

/// The rules of a game for players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// Language of all texts.
    pub language: Language,
    /// Title of the game.
    pub title: String,
    /// Sections in the order of [`Topic`]; a section without content is absent.
    pub sections: Vec<Section>,
}

/// A section of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// Subject.
    pub topic: Topic,
    /// Heading.
    pub title: String,
    /// Contents.
    pub blocks: Vec<Block>,
}

/// The subject of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Board and start position.
    Board,
    /// Goal of the game.
    Goal,
    /// Moves of the pieces.
    Pieces,
    /// Promotion and demotion.
    Promotion,
    /// Captures, and drops of captured pieces.
    Captures,
    /// Forbidden moves.
    Restrictions,
    /// Ends of the game without the goal.
    Ends,
    /// Handicap positions.
    Handicaps,
}

/// A part of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Block {
    /// A paragraph.
    Text {
        /// Sentences, in one line.
        text: String,
    },
    /// A list.
    List {
        /// Items, each in one line.
        items: Vec<String>,
    },
    /// A position on the board.
    Board {
        /// SFEN of the position.
        sfen: String,
        /// The board, drawn with characters.
        lines: Vec<String>,
        /// Meaning of the characters.
        legend: String,
    },
    /// The pieces and their moves.
    Pieces {
        /// Unpromoted sides from the strongest piece to the weakest, then promoted sides.
        sides: Vec<PieceSide>,
    },
}

/// A side of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PieceSide {
    /// Letter in an SFEN, after `+` for a promoted side.
    pub letters: String,
    /// Name, or the letters if the definition has none.
    pub name: String,
    /// One or two characters for diagrams.
    pub kanji: Option<String>,
    /// Moves in words.
    pub text: String,
    /// Moves from the owner's side.
    pub moves: MoveDiagram,
}

/// Returns the rules of a game.
pub fn rules(game: &GameDefinition, language: Language) -> Rules {
    let mut writer = Writer::new(language);
    match &game.family {
        Family::Drop(rules) => drop::describe(&mut writer, game, rules),
        Family::Hasami(rules) => hasami::describe(&mut writer, game, rules),
    }
    handicaps::describe(&mut writer, game);
    Rules { language, title: title(game, language), sections: writer.finish() }
}

/// Returns the title of a game in a language.
fn title(game: &GameDefinition, language: Language) -> String {
    let general = &game.general;
    match language {
        Language::English => general.title.clone(),
        Language::Japanese => general.title_ja.as_ref().unwrap_or(&general.title).clone(),
    }
}
