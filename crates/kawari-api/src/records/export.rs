//! Writing a game as text.

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use kawari_engine::engine::game_state;
use kawari_engine::games::variants::Variant;
use kawari_records::records::RecordGame;
use kawari_records::records::any_format::GameFormat;
use kawari_records::records::movetext::MoveBudget;

/// A request for a game as text.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Format of the text.
    format: GameFormat,
    /// The game.
    record: RecordGame,
    /// Number of moves of the main line after which `usi`, `log` and `sfen` end. Default: all.
    ply: Option<usize>,
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
    let mut record = request.record.clone();
    let variant: Variant = record.game.parse()?;
    let mut game_state = game_state::open(variant);
    game_state.set(record.start(), &record.main_line())?;
    if matches!(request.format, GameFormat::Usi | GameFormat::Log | GameFormat::Sfen) {
        record.moves.truncate(request.ply.unwrap_or(usize::MAX));
    }
    let text = request.format.write(&record, budget).map_err(Failure::bad_request)?;
    let extension = request.format.extension();
    let is_plain = |letter: &char| letter.is_ascii_digit() || *letter == '-';
    let date: String = record.date.iter().flat_map(|date| date.chars()).filter(is_plain).collect();
    let dash = if date.is_empty() { "" } else { "-" };
    Ok(ExportJson { text, name: format!("{}{dash}{date}.{extension}", variant.info().name) })
}
