//! A game as text.

use serde::{Deserialize, Serialize};

use super::movetext::MoveWriter;
use crate::failure::Failure;
use crate::jobs::CancelFlag;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameEntry;
use kawari_records::game_log::GameResult;
use kawari_records::records::text::quote;
use kawari_records::records::{RecordGame, unusual_start};

/// What a request for a text says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    format: Format,
    record: RecordGame,
    ply: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Record,
    Usi,
    Log,
    Sfen,
}

/// A text, and a name for a file with it.
#[derive(Debug, Serialize)]
pub struct ExportJson {
    text: String,
    name: String,
}

/// Writes a game. Stops early when the request is cancelled.
///
/// # Errors
/// When it has moves that are not legal, or too many.
pub fn export(request: &ExportRequest, cancel: &CancelFlag) -> Result<ExportJson, Failure> {
    let record = &request.record;
    let variant: Variant = record.game.parse()?;
    let moves = record.main_line();
    let moves = &moves[..request.ply.unwrap_or(moves.len()).min(moves.len())];
    let mut game_state = game_state::open(variant);
    game_state.set(record.start(), moves)?;
    let (text, extension) = match request.format {
        Format::Record => (full(record, &*game_state, cancel)?, "txt"),
        Format::Usi => (position(&*game_state), "usi"),
        Format::Log => (logged(record, &*game_state)?, "jsonl"),
        Format::Sfen => (game_state.sfen() + "\n", "sfen"),
    };
    let is_plain = |letter: &char| letter.is_ascii_digit() || *letter == '-';
    let date: String = record.date.iter().flat_map(|date| date.chars()).filter(is_plain).collect();
    let dash = if date.is_empty() { "" } else { "-" };
    Ok(ExportJson { text, name: format!("{}{dash}{date}.{extension}", variant.info().name) })
}

/// The game with all that is said about it.
fn full(
    record: &RecordGame,
    game_state: &dyn GameState,
    cancel: &CancelFlag,
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
    let mut writer = MoveWriter {
        game_state: game_state::open(variant),
        start: record.start(),
        budget: cancel.budget(),
        text,
    };
    writer.text.push('\n');
    writer.sequence(&[], &record.moves, 0).map_err(Failure::bad_request)?;
    Ok(writer.text + "\n")
}

/// The word for a result.
fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "black",
        GameResult::White => "white",
        GameResult::Draw => "draw",
        GameResult::Void => "void",
    }
}

/// As `position` has it, with the game in front.
fn position(game_state: &dyn GameState) -> String {
    let start = unusual_start(game_state)
        .map_or_else(|| "startpos".to_owned(), |sfen| format!("sfen {sfen}"));
    let moves = game_state.moves();
    let behind =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("{} {start}{behind}\n", game_state.info().name)
}

/// As a match logs it.
fn logged(record: &RecordGame, line: &dyn GameState) -> Result<String, Failure> {
    let named =
        |name: &Option<String>, color: &str| name.clone().unwrap_or_else(|| color.to_owned());
    let names = [named(&record.black, "Black"), named(&record.white, "White")];
    let result = record.result.unwrap_or(GameResult::Void);
    let reason = record.reason.clone().unwrap_or_else(|| "unfinished".to_owned());
    let entry = GameEntry::of_moves(line, names, result, reason);
    let line = serde_json::to_string(&entry).map_err(|_| Failure::fault())?;
    Ok(line + "\n")
}
