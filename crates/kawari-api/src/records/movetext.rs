//! Writing the moves of a record, with comments and variations.

use std::fmt::Write;

use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_records::records::movetext::{MoveBudget, error_text};
use kawari_records::records::text::quote;
use kawari_records::records::{NESTING, RecordMove};

/// Moves per line of text.
const MOVES_PER_LINE: usize = 6;

/// Writer of the moves of a record.
pub struct MoveWriter<'a> {
    /// Game state that plays the moves.
    pub game_state: Box<dyn GameState>,
    /// Start position of the game.
    pub start: StartPosition<'a>,
    /// Number of moves that may still be played.
    pub budget: MoveBudget,
    /// Text written so far.
    pub text: String,
}

impl MoveWriter<'_> {
    /// Writes moves and their variations. `prefix` are the moves before them, `depth` is the
    /// nesting depth of the variation.
    ///
    /// # Errors
    /// Returns a message if a move is illegal, there are too many moves, or variations are
    /// nested more than [`NESTING`] deep.
    pub fn write_moves(
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
