//! The moves of a record with comments and variations, written.

use std::fmt::Write;

use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_records::records::movetext::{MoveBudget, error_text};
use kawari_records::records::text::quote;
use kawari_records::records::{NESTING, RecordMove};

/// Moves on one line of text.
const MOVES_A_LINE: usize = 6;

/// Writes moves.
pub struct MoveWriter<'a> {
    /// A line of the game.
    pub game_state: Box<dyn GameState>,
    /// Where the game started.
    pub start: StartPosition<'a>,
    /// How many moves may be written.
    pub budget: MoveBudget,
    /// What has been written.
    pub text: String,
}

impl MoveWriter<'_> {
    /// Writes the moves that come after those of a prefix.
    ///
    /// # Errors
    /// A sentence, when one of them is not legal, or there are too many.
    pub fn sequence(
        &mut self,
        prefix: &[&str],
        moves: &[RecordMove],
        depth: usize,
    ) -> Result<(), String> {
        if depth > NESTING {
            return Err(format!("variations lie more than {NESTING} deep in one another"));
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
            // Writing to a string does not fail.
            let _ = write!(self.text, "{number:>width$}. {}", found.record);
            column = if column + 1 == MOVES_A_LINE { 0 } else { column + 1 };
            if let Some(comment) =
                played.comment.as_deref().map(str::trim).filter(|c| !c.is_empty())
            {
                let _ = write!(self.text, " {{{}}}", quote(comment, '}'));
            }
            for variation in played.variations.iter().filter(|moves| !moves.is_empty()) {
                self.text.push_str(" (");
                self.sequence(&path, variation, depth + 1)?;
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
