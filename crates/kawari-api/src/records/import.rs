//! Reading games from text: match and self-play logs, game records, USI positions and SFENs.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::request_limits;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;
use kawari_records::position_line::PositionLine;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::text::{Tokens, shown};
use kawari_records::records::{self, ReadRecord, RecordGame, RecordMove, unusual_start};

/// A text with games.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// The text.
    text: String,
    /// Game of lines and records that do not name one. Default: such lines and records are
    /// errors.
    game: Option<String>,
}

/// The games of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedJson {
    /// The games that could be read, at most 1000.
    games: Vec<ImportedGameJson>,
    /// Number of games in the text, with those that could not be read.
    total: usize,
    /// Errors, at most 20.
    failures: Vec<ImportErrorJson>,
}

/// A game of an imported text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ImportedGameJson {
    /// The game.
    #[serde(flatten)]
    record: RecordGame,
    /// Number of moves of the main line.
    plies: usize,
    /// SFEN after the main line.
    #[serde(rename = "final")]
    last: String,
}

/// A part of an imported text that could not be read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ImportErrorJson {
    /// Number of its first line, from 1.
    line: usize,
    /// English message.
    message: String,
}

/// A line of a log: a header or a game.
#[derive(Deserialize)]
struct LogLine {
    /// Present in a header only.
    log: Option<IgnoredAny>,
    variant: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    black: Option<String>,
    white: Option<String>,
    result: Option<GameResult>,
    reason: Option<String>,
}

/// Reads all games of a text. Stops early if `budget` is used up or cancelled.
///
/// # Errors
/// Returns a [`Failure`] if no game could be read.
pub fn import(request: &ImportRequest, budget: MoveBudget) -> Result<ImportedJson, Failure> {
    let fallback = request.game.as_deref().map(str::parse).transpose()?;
    let mut importer = RecordImporter {
        fallback,
        budget,
        imported: ImportedJson { games: Vec::new(), total: 0, failures: Vec::new() },
    };
    // A byte order mark.
    importer.read_all(request.text.trim_start_matches('\u{feff}'));
    let imported = importer.imported;
    match (imported.games.is_empty(), imported.failures.first()) {
        (false, _) => Ok(imported),
        (true, Some(first)) => Err(Failure::text(first.line, &first.message)),
        (true, None) => Err(Failure::text(1, "text contains no game")),
    }
}

struct RecordImporter {
    fallback: Option<Variant>,
    budget: MoveBudget,
    imported: ImportedJson,
}

impl RecordImporter {
    fn read_all(&mut self, text: &str) {
        let mut tokens = Tokens::new(text);
        while !tokens.rest().is_empty() && !self.budget.is_cancelled() {
            let at = tokens.line;
            if is_record(tokens.rest()) {
                let game = self.read_record(&mut tokens);
                if game.is_err() {
                    skip_record(&mut tokens);
                }
                self.add(at, game.map(Some));
            } else {
                let game = self.read_line(tokens.read_line());
                self.add(at, game);
            }
        }
    }

    fn add(&mut self, line: usize, game: Result<Option<ImportedGameJson>, String>) {
        match game {
            Ok(None) => {}
            Ok(Some(game)) => {
                self.imported.total += 1;
                if self.imported.games.len() < request_limits::GAMES {
                    self.imported.games.push(game);
                }
            }
            Err(message) => {
                self.imported.total += 1;
                if self.imported.failures.len() < request_limits::FAILURES {
                    self.imported.failures.push(ImportErrorJson { line, message });
                }
            }
        }
    }

    /// Reads a line of a log, or a position with its moves. Returns `None` for a line
    /// without a game.
    fn read_line(&mut self, text: &str) -> Result<Option<ImportedGameJson>, String> {
        if text.trim_start().starts_with('{') {
            return self.read_log_line(text);
        }
        let position = PositionLine::parse(text).map_err(|error| error.to_string())?;
        let Some(position) = position else { return Ok(None) };
        let variant = position.variant.or(self.fallback).ok_or("line does not name its game")?;
        self.budget.take(2 * position.position.moves.len())?;
        let mut game_state = game_state::open(variant);
        position.set(&mut *game_state).map_err(|error| error.to_string())?;
        Ok(Some(imported(RecordGame::new(variant.info().name), &mut *game_state)))
    }

    fn read_log_line(&mut self, text: &str) -> Result<Option<ImportedGameJson>, String> {
        let game: LogLine = serde_json::from_str(text)
            .map_err(|error| format!("invalid log line `{}`: {error}", shown(text)))?;
        if game.log.is_some() {
            return Ok(None);
        }
        let moves = game.moves.ok_or("log line has no moves")?;
        let variant = match game.variant {
            Some(name) => name.parse().map_err(|error| format!("{error}"))?,
            None => self.fallback.ok_or("log line does not name its game")?,
        };
        self.budget.take(2 * moves.len())?;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let start = game.start.as_deref().filter(|start| *start != "startpos");
        let mut game_state = game_state::open(variant);
        game_state
            .set(start.map_or(StartPosition::Initial, StartPosition::Sfen), &moves)
            .map_err(|error| error.to_string())?;
        let record = RecordGame {
            black: game.black,
            white: game.white,
            result: game.result,
            reason: game.reason,
            ..RecordGame::new(variant.info().name)
        };
        Ok(Some(imported(record, &mut *game_state)))
    }

    /// Reads a record with its headers, comments and variations.
    fn read_record(&mut self, tokens: &mut Tokens<'_>) -> Result<ImportedGameJson, String> {
        let ReadRecord { record, game_state, .. } =
            records::read(tokens, self.fallback, &mut self.budget)?;
        Ok(ImportedGameJson { plies: record.moves.len(), last: game_state.sfen(), record })
    }
}

/// Returns whether a text starts with a record: with a header, a comment or the number of
/// the first move.
fn is_record(text: &str) -> bool {
    let line = text.split('\n').next().unwrap_or_default().trim_start();
    let is_comment = line.starts_with('{') && !line[1..].trim_start().starts_with(['"', '}']);
    line.starts_with('[') || is_comment || line.starts_with("1.")
}

/// Skips the rest of a record that cannot be read.
fn skip_record(tokens: &mut Tokens<'_>) {
    let rest = tokens.rest();
    let mut end = rest.len();
    // The next record starts with a header after an empty line.
    for (at, _) in rest.match_indices("\n[") {
        if rest[..at].trim_end_matches('\r').ends_with('\n') {
            end = at + 1;
            break;
        }
    }
    tokens.skip(end);
}

/// Adds the played moves and the start position of a game to its record.
fn imported(mut record: RecordGame, game_state: &mut dyn GameState) -> ImportedGameJson {
    record.start = unusual_start(game_state);
    let moves = game_state.moves_in_usi().into_iter().zip(game_state.record());
    record.moves = moves
        .map(|(usi, record)| RecordMove { usi, record, comment: None, variations: Vec::new() })
        .collect();
    ImportedGameJson { plies: record.moves.len(), last: game_state.sfen(), record }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_import_stops() {
        let text = "yari startpos moves 4g4f\n[Variant \"yari\"]\n\n1. P-4f\n".to_owned();
        let request = ImportRequest { text, game: None };
        let total = |is_cancelled| {
            import(&request, MoveBudget::new(move || is_cancelled)).map(|it| it.total).ok()
        };
        assert_eq!((total(false), total(true)), (Some(2), None));
    }
}
