//! Reading and writing games in any format.

use std::str::FromStr;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_protocol::position_command::{PositionCommand, StartSpec};

use super::lines::RecordFormat;
use super::movetext::MoveBudget;
use super::text::{Tokens, shown};
use super::{ReadRecord, RecordGame, csa, kif, unusual_start};
use crate::game_log::{GameEntry, GameResult};
use crate::position_line::PositionLine;

/// Format in which a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameFormat {
    /// A game record with headers, comments and variations.
    Record,
    /// A KIF file, with comments and variations.
    Kif,
    /// A CSA file of shogi or minishogi, with comments.
    Csa,
    /// The main line as a USI position: `yari startpos moves 4g4f`.
    Usi,
    /// A JSON line, as in the logs of `kawari match`.
    Log,
    /// SFEN of a position.
    Sfen,
}

impl GameFormat {
    /// Every format.
    pub const ALL: [Self; 6] =
        [Self::Record, Self::Kif, Self::Csa, Self::Usi, Self::Log, Self::Sfen];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Kif => "kif",
            Self::Csa => "csa",
            Self::Usi => "usi",
            Self::Log => "log",
            Self::Sfen => "sfen",
        }
    }

    /// Returns the usual extension of files.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Record => "txt",
            Self::Kif => "kif",
            Self::Csa => "csa",
            Self::Usi => "usi",
            Self::Log => "jsonl",
            Self::Sfen => "sfen",
        }
    }

    /// Returns the text between two games of a file.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Record | Self::Kif => "\n",
            Self::Csa => "/\n",
            Self::Usi | Self::Log | Self::Sfen => "",
        }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Returns a message for the user if a move is illegal, there are too many moves, or the
    /// format does not have the game.
    pub fn write(self, record: &RecordGame, budget: MoveBudget) -> Result<String, String> {
        match self {
            Self::Record => super::write(record, budget),
            Self::Kif => kif::write(record, budget),
            Self::Csa => csa::write(record, budget),
            Self::Usi | Self::Log | Self::Sfen => self.write_line(record, budget),
        }
    }

    /// Writes a game as one line.
    fn write_line(self, record: &RecordGame, mut budget: MoveBudget) -> Result<String, String> {
        budget.take(record.moves.len())?;
        let mut game_state = record.open()?;
        game_state.set(record.start(), &record.main_line()).map_err(|error| error.to_string())?;
        if self == Self::Sfen {
            return Ok(game_state.sfen() + "\n");
        }
        if self == Self::Usi {
            let start = unusual_start(&*game_state)
                .map_or_else(|| "startpos".to_owned(), |sfen| format!("sfen {sfen}"));
            let moves = game_state.moves_in_usi().join(" ");
            let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
            return Ok(format!("{} {start}{moves}\n", game_state.info().name));
        }
        let name_or =
            |name: &Option<String>, color: &str| name.clone().unwrap_or_else(|| color.to_owned());
        let names = [name_or(&record.black, "Black"), name_or(&record.white, "White")];
        let result = record.result.unwrap_or(GameResult::Void);
        let reason = record.reason.clone().unwrap_or_else(|| "unfinished".to_owned());
        let entry = GameEntry::of_moves(&*game_state, names, result, reason);
        serde_json::to_string(&entry).map(|line| line + "\n").map_err(|error| error.to_string())
    }
}

/// An unknown name of a format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown format \"{0}\" (expected {names})", names = GameFormat::ALL.map(GameFormat::name).join(", "))]
pub struct UnknownFormat(String);

impl FromStr for GameFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The fields of a game log line, a puzzle or a problem that a record uses.
#[derive(Deserialize)]
struct LoggedRecord {
    /// Present in a header only.
    log: Option<IgnoredAny>,
    /// Name of a puzzle or problem.
    id: Option<String>,
    variant: Option<String>,
    /// SFEN of the start position.
    #[serde(alias = "position")]
    start: Option<String>,
    moves: Option<Vec<String>>,
    black: Option<String>,
    white: Option<String>,
    result: Option<GameResult>,
    reason: Option<String>,
}

/// Parses a record of any format, a line of a game log, or a position with moves. `fallback` is
/// the game of a text that names none. Returns `None` for a line without a game.
///
/// # Errors
/// Returns a message for the user.
pub fn read_game(
    text: &str,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<Option<ReadRecord>, String> {
    if RecordFormat::of_first_line(text).is_some() {
        return read_text(text, fallback, budget).map(Some);
    }
    if text.trim_start().starts_with('{') {
        return read_log_line(text, fallback, budget);
    }
    let Some(line) = PositionLine::parse(text).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let variant = line.variant.or(fallback).ok_or("line does not name its game")?;
    budget.take(2 * line.position.moves.len())?;
    let mut game_state = game_state::open(variant);
    line.set(&mut *game_state).map_err(|error| error.to_string())?;
    let record = RecordGame::of_moves(&*game_state);
    Ok(Some(ReadRecord { record, number: line.game, variant, game_state }))
}

fn read_log_line(
    text: &str,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<Option<ReadRecord>, String> {
    let game: LoggedRecord = serde_json::from_str(text)
        .map_err(|error| format!("invalid log line `{}`: {error}", shown(text)))?;
    if game.log.is_some() {
        return Ok(None);
    }
    let moves = game.moves.ok_or("log line has no moves")?;
    let variant = match game.variant {
        Some(name) => name.parse().map_err(|error| format!("{error}"))?,
        None => fallback.ok_or("log line does not name its game")?,
    };
    budget.take(2 * moves.len())?;
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let start = game.start.as_deref().filter(|start| *start != "startpos");
    let mut game_state = game_state::open(variant);
    game_state
        .set(start.map_or(StartPosition::Initial, StartPosition::Sfen), &moves)
        .map_err(|error| error.to_string())?;
    let record = RecordGame {
        event: game.id,
        black: game.black,
        white: game.white,
        result: game.result,
        reason: game.reason,
        ..RecordGame::of_moves(&*game_state)
    };
    Ok(Some(ReadRecord { record, number: None, variant, game_state }))
}

/// Parses the text of one record in any format.
///
/// # Errors
/// Returns a message for the user.
pub fn read_text(
    text: &str,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<ReadRecord, String> {
    let mut text = text.trim_start().trim_start_matches('\u{feff}');
    // Comments of the program that wrote a KIF file.
    while text.starts_with('#') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    match RecordFormat::of_first_line(text) {
        Some(RecordFormat::Kif) => kif::read(text, fallback, budget),
        Some(RecordFormat::Csa) => csa::read(text, fallback, budget),
        Some(RecordFormat::Kawari) | None => {
            let mut tokens = Tokens::new(text);
            let read = super::read(&mut tokens, fallback, budget)?;
            let rest = tokens.rest().trim();
            if !rest.is_empty() {
                let rest = shown(rest);
                return Err(format!("unexpected header `{rest}` after the moves"));
            }
            Ok(read)
        }
    }
}

/// Parses the text of one record as a position with the moves of its main line.
///
/// # Errors
/// Returns a message for the user.
pub fn read_position(text: &str, fallback: Option<Variant>) -> Result<PositionLine, String> {
    let ReadRecord { record, number, variant, .. } =
        read_text(text, fallback, &mut MoveBudget::new(|| false))?;
    let moves = record.moves.into_iter().map(|played| played.usi).collect();
    let start = record.start.map_or(StartSpec::Initial, StartSpec::Sfen);
    let position = PositionCommand { start, moves };
    Ok(PositionLine { id: None, game: number, variant: Some(variant), position })
}
