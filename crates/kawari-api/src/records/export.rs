//! Writing a game as text.

use serde::{Deserialize, Serialize};

use super::movetext::MoveWriter;
use crate::failure::Failure;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameEntry;
use kawari_records::game_log::GameResult;
use kawari_records::records::movetext::MoveBudget;
use kawari_records::records::text::quote;
use kawari_records::records::{RecordGame, unusual_start};

/// A request for a game as text.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Format of the text.
    format: ExportFormat,
    /// The game.
    record: RecordGame,
    /// Number of moves of the main line after which `usi`, `log` and `sfen` end. Default: all.
    ply: Option<usize>,
}

/// Format of an exported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum ExportFormat {
    /// A game record with headers, comments and variations.
    Record,
    /// The main line as a USI position: `yari startpos moves 4g4f`.
    Usi,
    /// A JSON line, as in the logs of `kawari match`.
    Log,
    /// SFEN of a position.
    Sfen,
}

/// A game as text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportJson {
    /// The text.
    text: String,
    /// Suggested file name.
    name: String,
}

/// Writes a game as text. Stops early if `budget` is used up or cancelled.
///
/// # Errors
/// Returns a [`Failure`] if a move is illegal or there are too many moves.
pub fn export(request: &ExportRequest, budget: MoveBudget) -> Result<ExportJson, Failure> {
    let record = &request.record;
    let variant: Variant = record.game.parse()?;
    let moves = record.main_line();
    let moves = &moves[..request.ply.unwrap_or(moves.len()).min(moves.len())];
    let mut game_state = game_state::open(variant);
    game_state.set(record.start(), moves)?;
    let (text, extension) = match request.format {
        ExportFormat::Record => (game_record(record, &*game_state, budget)?, "txt"),
        ExportFormat::Usi => (usi_position(&*game_state), "usi"),
        ExportFormat::Log => (log_line(record, &*game_state)?, "jsonl"),
        ExportFormat::Sfen => (game_state.sfen() + "\n", "sfen"),
    };
    let is_plain = |letter: &char| letter.is_ascii_digit() || *letter == '-';
    let date: String = record.date.iter().flat_map(|date| date.chars()).filter(is_plain).collect();
    let dash = if date.is_empty() { "" } else { "-" };
    Ok(ExportJson { text, name: format!("{}{dash}{date}.{extension}", variant.info().name) })
}

/// Returns a game record with headers, comments and variations.
fn game_record(
    record: &RecordGame,
    game_state: &dyn GameState,
    budget: MoveBudget,
) -> Result<String, Failure> {
    let name = game_state.info().name;
    let mut text = String::new();
    let start = unusual_start(game_state);
    let headers = [
        ("Variant", Some(name)),
        ("Event", record.event.as_deref()),
        ("Date", record.date.as_deref()),
        ("Black", record.black.as_deref()),
        ("White", record.white.as_deref()),
        ("Start", start.as_deref()),
        ("Result", record.result.map(result_name)),
        ("Reason", record.reason.as_deref()),
    ];
    for (header, value) in headers {
        if let Some(value) = value {
            let value = value.replace(['\n', '\r'], " ");
            text += &format!("[{header} \"{}\"]\n", quote(&value, '"'));
        }
    }
    if let Some(comment) = &record.comment {
        text += &format!("\n{{{}}}", quote(comment.trim(), '}'));
    }
    let variant: Variant = name.parse()?;
    let mut writer =
        MoveWriter { game_state: game_state::open(variant), start: record.start(), budget, text };
    writer.text.push('\n');
    writer.write_moves(&[], &record.moves, 0).map_err(Failure::bad_request)?;
    Ok(writer.text + "\n")
}

/// Returns the name of a result in headers.
fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "black",
        GameResult::White => "white",
        GameResult::Draw => "draw",
        GameResult::Void => "void",
    }
}

/// Returns the arguments of USI's `position` command, after the name of the game.
fn usi_position(game_state: &dyn GameState) -> String {
    let start = unusual_start(game_state)
        .map_or_else(|| "startpos".to_owned(), |sfen| format!("sfen {sfen}"));
    let moves = game_state.moves_in_usi();
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("{} {start}{moves}\n", game_state.info().name)
}

/// Returns the line of a match log.
fn log_line(record: &RecordGame, game_state: &dyn GameState) -> Result<String, Failure> {
    let name_or =
        |name: &Option<String>, color: &str| name.clone().unwrap_or_else(|| color.to_owned());
    let names = [name_or(&record.black, "Black"), name_or(&record.white, "White")];
    let result = record.result.unwrap_or(GameResult::Void);
    let reason = record.reason.clone().unwrap_or_else(|| "unfinished".to_owned());
    let entry = GameEntry::of_moves(game_state, names, result, reason);
    let line = serde_json::to_string(&entry).map_err(|_| Failure::fault())?;
    Ok(line + "\n")
}
