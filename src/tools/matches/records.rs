//! Games for people: headers, the moves in written notation, the result.
//!
//! ```text
//! [Game "0"]
//! [Variant "hasami"]
//! [Black "A"]
//! [White "B"]
//! [Opening "2 moves"]
//! [Result "black"]
//! [Reason "men captured"]
//!
//!   1. 9i-9e      2. 1a-1e      3. 9ex1e(1e)
//! ```

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::log::GameEntry;
use crate::engine::line::{self, Start};
use crate::games::variants::Variant;
use crate::tools::game_log::GameResult;

/// A file of records.
#[derive(Debug)]
pub struct Records {
    file: File,
    variant: Variant,
}

/// Moves on one line.
const MOVES_A_LINE: usize = 6;

impl Records {
    /// Begins a file, an earlier one of this name is replaced: all that it can
    /// hold is in the log as well.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, variant: Variant) -> Result<Self> {
        let file =
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file, variant })
    }

    /// Writes one game.
    ///
    /// # Errors
    /// When it cannot be written or its moves are not legal.
    pub fn write(&mut self, game: &GameEntry) -> Result<()> {
        let text = record(self.variant, game)?;
        self.file.write_all(text.as_bytes()).context("cannot write the records")
    }
}

/// A game as text, with an empty line behind it.
///
/// # Errors
/// When its moves are not legal.
pub fn record(variant: Variant, game: &GameEntry) -> Result<String> {
    let mut line = line::open(variant);
    let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
    line.set(Start::Sfen(&game.start), &moves).with_context(|| format!("game {}", game.game))?;
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    };
    header("Game", &game.game.to_string());
    header("Variant", &game.variant);
    header("Black", &game.black);
    header("White", &game.white);
    if game.start != variant.info().startpos {
        header("Start", &game.start);
    }
    if game.opening > 0 {
        header("Opening", &format!("{} moves", game.opening));
    }
    header(
        "Result",
        match game.result {
            GameResult::Black => "black",
            GameResult::White => "white",
            GameResult::Draw => "draw",
            GameResult::Void => "void",
        },
    );
    header("Reason", &game.reason);
    if let Some(fault) = &game.fault {
        header("Fault", &format!("{}: {}", fault.player, fault.detail));
    }
    if let Some(difference) = &game.difference {
        header("Difference", &format!("{}: {}", difference.player, difference.detail));
    }
    text.push('\n');
    for (number, word) in (1..).zip(line.record()) {
        text += &format!("{number:>4}. {word}");
        let is_end = number % MOVES_A_LINE == 0 || number == game.moves.len();
        if is_end {
            text.push('\n');
        } else {
            text += &" ".repeat(10usize.saturating_sub(word.len()));
        }
    }
    text.push('\n');
    Ok(text)
}
