//! Games in and out: the text of files, and what the page has of it.

mod export;
mod import;
mod movetext;
mod text;

pub use export::export;
pub use import::import;

use serde::{Deserialize, Serialize};

use crate::engine::line::{Line, Start};
use crate::tools::game_log::GameResult;

/// A game with all that is said about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordGame {
    game: String,
    start: Option<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: Option<GameResult>,
    reason: Option<String>,
    comment: Option<String>,
    moves: Vec<RecordMove>,
}

/// A move of a game, with what is said about it and what else might have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordMove {
    usi: String,
    #[serde(default)]
    record: String,
    comment: Option<String>,
    #[serde(default)]
    variations: Vec<Vec<RecordMove>>,
}

impl RecordGame {
    fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            start: None,
            black: None,
            white: None,
            event: None,
            date: None,
            result: None,
            reason: None,
            comment: None,
            moves: Vec::new(),
        }
    }

    fn start(&self) -> Start<'_> {
        self.start.as_deref().map_or(Start::Initial, Start::Sfen)
    }

    /// The moves of the game itself, without what else might have been played.
    fn main_line(&self) -> Vec<&str> {
        self.moves.iter().map(|played| played.usi.as_str()).collect()
    }
}

/// The start of a line as a record tells it: `None` where every game of its kind begins.
fn unusual_start(line: &dyn Line) -> Option<String> {
    Some(line.start_sfen()).filter(|sfen| sfen != line.info().startpos)
}
