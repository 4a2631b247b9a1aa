//! Reading games from text: match and self-play logs, game records in any format, USI positions
//! and SFENs.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::request_limits;
use kawari_engine::games::variants::Variant;
use kawari_records::records::any_format::{read_game, read_text};
use kawari_records::records::lines::{RecordFormat, record_length};
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::text::Tokens;
use kawari_records::records::{self, ReadRecord, RecordGame};

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
            let game = match format_of(tokens.rest()) {
                Some(RecordFormat::Kawari) => {
                    let game = records::read(&mut tokens, self.fallback, &mut self.budget);
                    if game.is_err() {
                        skip_record(&mut tokens);
                    }
                    game.map(Some)
                }
                Some(format) => {
                    let text = tokens.skip(record_length(tokens.rest(), format));
                    read_text(text, self.fallback, &mut self.budget).map(Some)
                }
                None => read_game(tokens.read_line(), self.fallback, &mut self.budget),
            };
            self.add(at, game.map(|game| game.map(imported)));
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
}

/// Returns the format of the record at the beginning of a text: one that begins with a header, or
/// in Kawari's format with a comment or the number of the first move.
fn format_of(text: &str) -> Option<RecordFormat> {
    let line = text.split('\n').next().unwrap_or_default().trim_start();
    let is_comment = line.starts_with('{') && !line[1..].trim_start().starts_with(['"', '}']);
    if is_comment || line.starts_with("1.") {
        return Some(RecordFormat::Kawari);
    }
    RecordFormat::of_first_line(line)
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

fn imported(read: ReadRecord) -> ImportedGameJson {
    let ReadRecord { record, game_state, .. } = read;
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
