//! Text from files: logs and records of matches, our own records, USI lines, SFENs.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::jobs::CancelFlag;
use crate::limits;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;
use kawari_records::position_line::PositionLine;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::text::{Tokens, shown};
use kawari_records::records::{self, ReadRecord, RecordGame, RecordMove, unusual_start};

/// What a request with a text says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    text: String,
    game: Option<String>,
}

/// What could be read.
#[derive(Debug, Serialize)]
pub struct ImportJson {
    games: Vec<ImportedJson>,
    total: usize,
    failures: Vec<FailureJson>,
}

#[derive(Debug, Serialize)]
struct ImportedJson {
    #[serde(flatten)]
    record: RecordGame,
    plies: usize,
    #[serde(rename = "final")]
    last: String,
}

#[derive(Debug, Serialize)]
struct FailureJson {
    line: usize,
    message: String,
}

/// A game of a log, as far as a page can show it.
#[derive(Deserialize)]
struct ImportedLogGame {
    /// The mark of a header.
    log: Option<IgnoredAny>,
    variant: Option<String>,
    start: Option<String>,
    moves: Option<Vec<String>>,
    black: Option<String>,
    white: Option<String>,
    result: Option<GameResult>,
    reason: Option<String>,
}

/// Reads all games of a text. Stops early when the request is cancelled.
///
/// # Errors
/// When there is none.
pub fn import(request: &ImportRequest, cancel: &CancelFlag) -> Result<ImportJson, Failure> {
    let fallback = request.game.as_deref().map(str::parse).transpose()?;
    let mut reader = RecordImporter {
        fallback,
        budget: cancel.budget(),
        read: ImportJson { games: Vec::new(), total: 0, failures: Vec::new() },
    };
    reader.read_all(request.text.trim_start_matches('\u{feff}'));
    let read = reader.read;
    match (read.games.is_empty(), read.failures.first()) {
        (false, _) => Ok(read),
        (true, Some(first)) => Err(Failure::text(first.line, &first.message)),
        (true, None) => Err(Failure::text(1, "there is no game in the text")),
    }
}

struct RecordImporter {
    fallback: Option<Variant>,
    budget: MoveBudget,
    read: ImportJson,
}

impl RecordImporter {
    fn read_all(&mut self, text: &str) {
        let mut tokens = Tokens::new(text);
        while !tokens.rest().is_empty() && !self.budget.is_cancelled() {
            let at = tokens.line;
            if is_record(tokens.rest()) {
                let game = self.record(&mut tokens);
                if game.is_err() {
                    skip_record(&mut tokens);
                }
                self.add(at, game.map(Some));
            } else {
                let game = self.one_line(tokens.read_line());
                self.add(at, game);
            }
        }
    }

    fn add(&mut self, line: usize, game: Result<Option<ImportedJson>, String>) {
        match game {
            Ok(None) => {}
            Ok(Some(game)) => {
                self.read.total += 1;
                if self.read.games.len() < limits::GAMES {
                    self.read.games.push(game);
                }
            }
            Err(message) => {
                self.read.total += 1;
                if self.read.failures.len() < limits::FAILURES {
                    self.read.failures.push(FailureJson { line, message });
                }
            }
        }
    }

    /// A game of a log, or a position with its moves.
    fn one_line(&mut self, text: &str) -> Result<Option<ImportedJson>, String> {
        if text.trim_start().starts_with('{') {
            return self.logged(text);
        }
        let position = PositionLine::parse(text).map_err(|error| error.to_string())?;
        let Some(position) = position else { return Ok(None) };
        let variant = position.variant.or(self.fallback).ok_or("the line names no game")?;
        self.budget.take(2 * position.position.moves.len())?;
        let mut game_state = game_state::open(variant);
        position.set(&mut *game_state).map_err(|error| error.to_string())?;
        Ok(Some(imported(RecordGame::new(variant.info().name), &mut *game_state)))
    }

    fn logged(&mut self, text: &str) -> Result<Option<ImportedJson>, String> {
        let game: ImportedLogGame = serde_json::from_str(text)
            .map_err(|error| format!("`{}` is no line of a log: {error}", shown(text)))?;
        if game.log.is_some() {
            return Ok(None);
        }
        let moves = game.moves.ok_or("the line of the log has no moves")?;
        let variant = match game.variant {
            Some(name) => name.parse().map_err(|error| format!("{error}"))?,
            None => self.fallback.ok_or("the line of the log names no game")?,
        };
        self.budget.take(2 * moves.len())?;
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        let start = game.start.as_deref().filter(|start| *start != "startpos");
        let mut game_state = game_state::open(variant);
        game_state
            .set(start.map_or(StartPosition::Initial, StartPosition::Sfen), &words)
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

    /// A record with its headers, comments and variations.
    fn record(&mut self, tokens: &mut Tokens<'_>) -> Result<ImportedJson, String> {
        let ReadRecord { record, game_state, .. } =
            records::read(tokens, self.fallback, &mut self.budget)?;
        Ok(ImportedJson { plies: record.moves.len(), last: game_state.sfen(), record })
    }
}

/// True where the first line of a text is that of a record: a header, a comment, or the
/// first move behind its number.
fn is_record(text: &str) -> bool {
    let line = text.split('\n').next().unwrap_or_default().trim_start();
    let is_comment = line.starts_with('{') && !line[1..].trim_start().starts_with(['"', '}']);
    line.starts_with('[') || is_comment || line.starts_with("1.")
}

/// Goes on to the next record behind one that cannot be read.
fn skip_record(tokens: &mut Tokens<'_>) {
    let rest = tokens.rest();
    let mut end = rest.len();
    // The headers of the next one stand behind an empty line.
    for (at, _) in rest.match_indices("\n[") {
        if rest[..at].trim_end_matches('\r').ends_with('\n') {
            end = at + 1;
            break;
        }
    }
    tokens.skip(end);
}

/// A game without comments and variations: what a line has played.
fn imported(mut record: RecordGame, game_state: &mut dyn GameState) -> ImportedJson {
    record.start = unusual_start(game_state);
    let moves = game_state.moves().into_iter().zip(game_state.record());
    record.moves = moves
        .map(|(usi, record)| RecordMove { usi, record, comment: None, variations: Vec::new() })
        .collect();
    ImportedJson { plies: record.moves.len(), last: game_state.sfen(), record }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancelled_import_reads_nothing() {
        let text = "yari startpos moves 4g4f\n[Variant \"yari\"]\n\n1. P-4f\n".to_owned();
        let request = ImportRequest { text, game: None };
        let cancel = CancelFlag::default();
        assert_eq!(import(&request, &cancel).map(|read| read.total).ok(), Some(2));
        cancel.set();
        assert_eq!(import(&request, &cancel).map(|read| read.total).ok(), None);
    }
}
