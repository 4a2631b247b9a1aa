//! Game records: headers, moves, comments and variations. Kawari's format has moves in written
//! notation; [`kif`] and [`csa`] are the formats of shogi programs.
//!
//! ```text
//! [Variant "yari"]
//! [Result "black"]
//!
//! {a comment before the game}
//!    1. P-4f      2. P-4d {a comment} (2. P-3d   3. P-3f)   3. P-3f
//! ```
//!
//! The board page and `kawari match --records` write this format.

pub mod any_format;
pub mod csa;
mod ending;
pub mod kif;
pub mod lines;
pub mod movetext;
mod setup_position;
pub mod text;
mod tree;
mod write;

pub use write::write;

use serde::{Deserialize, Serialize};

use self::movetext::{MoveBudget, MoveReader};
use self::text::{Token, Tokens};
use super::game_log::GameResult;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;

/// Maximum number of moves, variations included, read or written in one operation.
pub const RECORD_MOVES: usize = 200_000;
/// Maximum nesting depth of variations.
pub const NESTING: usize = 16;

/// Name of the game of KIF and CSA files that name none.
const SHOGI: &str = "shogi";
/// Name of the other game of CSA files.
const MINISHOGI: &str = "minishogi";

/// A game with its headers, comments and variations.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordGame {
    /// Name of the variant.
    pub game: String,
    /// SFEN of the start position; `None` for the game's own start position.
    pub start: Option<String>,
    /// Name of Black.
    pub black: Option<String>,
    /// Name of White.
    pub white: Option<String>,
    /// Name of the event.
    pub event: Option<String>,
    /// Date of the game.
    pub date: Option<String>,
    /// Result of the game.
    pub result: Option<GameResult>,
    /// Reason of the result in words, such as `checkmate` or `resignation`.
    pub reason: Option<String>,
    /// Comment before the first move.
    pub comment: Option<String>,
    /// Moves of the main line.
    pub moves: Vec<RecordMove>,
}

/// A move of a record, with its comment and variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordMove {
    /// The move in USI notation.
    pub usi: String,
    /// The move in written notation. An export ignores it.
    #[serde(default)]
    pub record: String,
    /// Comment after the move.
    pub comment: Option<String>,
    /// Alternatives to this move: sequences of moves. Nested at most 16 deep.
    #[serde(default)]
    pub variations: Vec<Vec<RecordMove>>,
}

impl RecordGame {
    /// Creates a record without moves.
    pub fn new(game: &str) -> Self {
        Self { game: game.to_owned(), ..Self::default() }
    }

    /// Opens the game at its start position.
    ///
    /// # Errors
    /// Returns a message for the user if the game is unknown or the position is invalid.
    pub fn open(&self) -> Result<Box<dyn GameState>, String> {
        let variant: Variant = self.game.parse().map_err(|error| format!("{error}"))?;
        let mut game_state = game_state::open(variant);
        game_state.set(self.start(), &[]).map_err(|error| error.to_string())?;
        Ok(game_state)
    }

    /// Returns the start position.
    pub fn start(&self) -> StartPosition<'_> {
        self.start.as_deref().map_or(StartPosition::Initial, StartPosition::Sfen)
    }

    /// Returns the moves of the main line in USI notation.
    pub fn main_line(&self) -> Vec<&str> {
        self.moves.iter().map(|played| played.usi.as_str()).collect()
    }
}

impl RecordGame {
    /// Creates a record of the moves of a game, without headers and comments.
    pub fn of_moves(game_state: &dyn GameState) -> Self {
        let moves = game_state.moves_in_usi().into_iter().zip(game_state.record());
        let moves = moves.map(|(usi, record)| RecordMove {
            usi,
            record,
            comment: None,
            variations: Vec::new(),
        });
        Self {
            start: unusual_start(game_state),
            moves: moves.collect(),
            ..Self::new(game_state.info().name)
        }
    }
}

/// Returns the start position as SFEN, or `None` if it is the variant's.
pub fn unusual_start(game_state: &dyn GameState) -> Option<String> {
    Some(game_state.start_sfen()).filter(|sfen| sfen != game_state.info().startpos)
}

/// A parsed record.
pub struct ReadRecord {
    /// The record.
    pub record: RecordGame,
    /// Number of the game from the header `Game`.
    pub number: Option<u64>,
    /// Variant.
    pub variant: Variant,
    /// Game state after the main line.
    pub game_state: Box<dyn GameState>,
}

/// Reads a record up to the first header after its moves. `fallback` is the variant of a
/// record without a header `Variant`.
///
/// # Errors
/// Returns a message for the user.
pub fn read(
    tokens: &mut Tokens<'_>,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<ReadRecord, String> {
    let (mut record, mut variant, mut number) = (RecordGame::new(""), fallback, None);
    while tokens.at_header() {
        if let Some(Token::Header(name, value)) = tokens.read()? {
            match name.as_str() {
                "Variant" => variant = Some(value.parse().map_err(|error| format!("{error}"))?),
                "Game" => number = value.parse().ok(),
                "Black" => record.black = Some(value),
                "White" => record.white = Some(value),
                "Event" => record.event = Some(value),
                "Date" => record.date = Some(value),
                "Start" => record.start = Some(value),
                "Result" => record.result = GameResult::from_name(&value),
                "Reason" => record.reason = Some(value),
                // Other headers are not needed.
                _ => {}
            }
        }
    }
    let variant = variant.ok_or("the record names no variant")?;
    variant.info().name.clone_into(&mut record.game);
    let mut game_state = game_state::open(variant);
    game_state.set(record.start(), &[]).map_err(|error| error.to_string())?;
    let start = game_state.start_sfen();
    let mut reader = MoveReader { tokens, game_state, start, budget };
    let read = reader.sequence(&[], 0)?;
    let mut game_state = reader.game_state;
    record.start = unusual_start(&*game_state);
    (record.comment, record.moves) = (read.comment, read.moves);
    let words = record.main_line();
    game_state.set(record.start(), &words).map_err(|error| error.to_string())?;
    Ok(ReadRecord { record, number, variant, game_state })
}
