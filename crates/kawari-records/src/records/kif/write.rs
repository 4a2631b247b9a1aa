//! Writing KIF files.

use std::fmt::Write;

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;

use super::position::{handicap_name, write_diagram};
use super::{COMMENT, SFEN_KEY, VARIATION};
use crate::game_log::GameResult;
use crate::japanese;
use crate::records::movetext::{MoveBudget, error_text};
use crate::records::text::{one_line, write_comment};
use crate::records::{NESTING, RecordGame, RecordMove, SHOGI, ending, unusual_start};

/// Writes a game with its comments and variations.
///
/// # Errors
/// Returns a message for the user if a move is illegal, there are too many moves, or variations
/// are nested more than [`NESTING`] deep.
pub fn write(record: &RecordGame, budget: MoveBudget) -> Result<String, String> {
    let game_state = record.open()?;
    let start = unusual_start(&*game_state);
    let handicap = handicap_name(game_state.info(), start.as_deref());
    let is_handicap = game_state.info().name == SHOGI && start.is_some() && handicap.is_some();
    let names = if is_handicap { ["下手", "上手"] } else { ["先手", "後手"] };
    let mut text = "#KIF version=2.0 encoding=UTF-8\n".to_owned();
    let date = record.date.as_ref().map(|date| date.replace('-', "/"));
    let headers = [
        ("開始日時", date.as_deref()),
        ("棋戦", record.event.as_deref()),
        ("手合割", handicap),
        (names[0], record.black.as_deref()),
        (names[1], record.white.as_deref()),
    ];
    for (key, value) in headers {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}：{}", one_line(value));
        }
    }
    if let Some(sfen) = start.filter(|_| !is_handicap) {
        text += &write_diagram(&*game_state, names);
        // A diagram has no counter-flip marks and no move number.
        if sfen.contains('!') {
            let _ = writeln!(text, "{SFEN_KEY}：{sfen}");
        }
    }
    text += "手数----指手---------消費時間--\n";
    write_comment(&mut text, COMMENT, record.comment.as_deref());
    let mut writer = KifWriter { game_state, budget, text };
    writer.write_line(&record.moves)?;
    writer.write_ending(record, names);
    writer.write_variations(&record.moves, 0)?;
    Ok(writer.text)
}

struct KifWriter {
    game_state: Box<dyn GameState>,
    budget: MoveBudget,
    text: String,
}

impl KifWriter {
    /// Writes a line of moves and plays it.
    fn write_line(&mut self, moves: &[RecordMove]) -> Result<(), String> {
        moves.iter().try_for_each(|played| self.write_move(played))
    }

    /// Takes back a line and writes its variations, those of its last move first.
    fn write_variations(&mut self, moves: &[RecordMove], depth: usize) -> Result<(), String> {
        for played in moves.iter().rev() {
            self.game_state.pop();
            for variation in played.variations.iter().filter(|moves| !moves.is_empty()) {
                if depth == NESTING {
                    return Err(format!("variations are nested more than {NESTING} deep"));
                }
                let _ = writeln!(self.text, "\n{VARIATION}：{}手", self.game_state.ply() + 1);
                self.write_line(variation)?;
                self.write_variations(variation, depth + 1)?;
            }
        }
        Ok(())
    }

    fn write_move(&mut self, played: &RecordMove) -> Result<(), String> {
        self.budget.take(1)?;
        let number = self.game_state.ply() + 1;
        let found = self.game_state.describe_move(&played.usi);
        let found = found.map_err(|error| format!("move {number}: {}", error_text(&error)))?;
        let written = japanese::write_move(&*self.game_state, &found);
        let _ = writeln!(self.text, "{number:>4} {written}");
        write_comment(&mut self.text, COMMENT, played.comment.as_deref());
        self.game_state.push(&found.usi).map_err(|error| error.to_string())
    }

    /// Writes the end of the main line: a word in place of a move, and the result.
    fn write_ending(&mut self, record: &RecordGame, names: [&str; 2]) {
        let plies = self.game_state.ply();
        let side = self.game_state.side_to_move();
        let ending = ending::find(record.result, record.reason.as_deref(), side);
        if let Some(ending) = ending {
            let _ = writeln!(self.text, "{:>4} {}", plies + 1, ending.kif);
        }
        let winner = match record.result {
            Some(GameResult::Black) => Some(Color::Black),
            Some(GameResult::White) => Some(Color::White),
            _ => None,
        };
        let _ = match (winner, ending) {
            (Some(winner), _) => {
                writeln!(self.text, "まで{plies}手で{}の勝ち", names[winner.index()])
            }
            (None, Some(ending)) => writeln!(self.text, "まで{plies}手で{}", ending.kif),
            (None, None) => Ok(()),
        };
    }
}
