//! Writing games in Kawari's record format.

use std::fmt::Write;

use kawari_engine::engine::game_state::{GameState, StartPosition};

use crate::game_log::GameResult;

use super::movetext::{MoveBudget, error_text};
use super::text::{one_line, quote};
use super::{NESTING, RecordGame, RecordMove, unusual_start};

/// Writes a game with its headers, comments and variations.
///
/// # Errors
/// Returns a message for the user if a move is illegal, there are too many moves, or variations
/// are nested more than [`NESTING`] deep.
pub fn write(record: &RecordGame, budget: MoveBudget) -> Result<String, String> {
    let game_state = record.open()?;
    let mut text = String::new();
    let start = unusual_start(&*game_state);
    let headers = [
        ("Variant", Some(game_state.info().name)),
        ("Event", record.event.as_deref()),
        ("Date", record.date.as_deref()),
        ("Black", record.black.as_deref()),
        ("White", record.white.as_deref()),
        ("Start", start.as_deref()),
        ("Result", record.result.map(GameResult::name)),
        ("Reason", record.reason.as_deref()),
    ];
    for (header, value) in headers {
        if let Some(value) = value {
            text += &format!("[{header} \"{}\"]\n", quote(&one_line(value), '"'));
        }
    }
    if let Some(comment) = &record.comment {
        text += &format!("\n{{{}}}", quote(comment.trim(), '}'));
    }
    let mut writer = MoveWriter { game_state, start: record.start(), budget, text };
    writer.text.push('\n');
    writer.write_moves(&[], &record.moves, 0)?;
    Ok(writer.text + "\n")
}

/// Moves per line of text.
const MOVES_PER_LINE: usize = 6;

/// Writer of the moves of a record.
struct MoveWriter<'a> {
    /// Game state that plays the moves.
    game_state: Box<dyn GameState>,
    /// Start position of the game.
    start: StartPosition<'a>,
    /// Number of moves that may still be played.
    budget: MoveBudget,
    /// Text written so far.
    text: String,
}

impl MoveWriter<'_> {
    /// Writes moves and their variations. `prefix` are the moves before them, `depth` is the
    /// nesting depth of the variation.
    ///
    /// # Errors
    /// Returns a message if a move is illegal, there are too many moves, or variations are
    /// nested more than [`NESTING`] deep.
    fn write_moves(
        &mut self,
        prefix: &[&str],
        moves: &[RecordMove],
        depth: usize,
    ) -> Result<(), String> {
        if depth > NESTING {
            return Err(format!("variations are nested more than {NESTING} deep"));
        }
        let mut path = prefix.to_vec();
        let mut column = 0;
        self.set(&path)?;
        for played in moves {
            self.budget.take(1)?;
            let number = path.len() + 1;
            let found = self.game_state.describe_move(&played.usi);
            let found = found.map_err(|error| format!("move {number}: {}", error_text(&error)))?;
            self.separate(depth, column);
            let width = if depth == 0 { 4 } else { 0 };
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{number:>width$}. {}", found.record);
            column = if column + 1 == MOVES_PER_LINE { 0 } else { column + 1 };
            if let Some(comment) =
                played.comment.as_deref().map(str::trim).filter(|c| !c.is_empty())
            {
                let _ = write!(self.text, " {{{}}}", quote(comment, '}'));
            }
            for variation in played.variations.iter().filter(|moves| !moves.is_empty()) {
                self.text.push_str(" (");
                self.write_moves(&path, variation, depth + 1)?;
                self.text.push(')');
            }
            if !played.variations.is_empty() {
                self.set(&path)?;
            }
            self.game_state.push(&found.usi).map_err(|error| error.to_string())?;
            path.push(&played.usi);
        }
        Ok(())
    }

    fn separate(&mut self, depth: usize, column: usize) {
        match (self.text.chars().last(), depth, column) {
            (None | Some('('), ..) => {}
            (_, 0, 0) => self.text.push('\n'),
            _ => self.text.push_str("  "),
        }
    }

    fn set(&mut self, moves: &[&str]) -> Result<(), String> {
        self.budget.take(moves.len())?;
        self.game_state.set(self.start, moves).map_err(|error| error.to_string())
    }
}
