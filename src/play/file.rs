//! Games saved and loaded.
//!
//! A game is saved as a line of a match log is written, so that `kawari analyse` and the
//! other tools read it, and is loaded from everything that they read: match and selfplay
//! logs, SFENs, lines of USI moves.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use crate::core::regular_file;
use crate::engine::line::Line;
use crate::protocol::input::{self, InputLine, LineReader, MAX_LINE};
use crate::tools::game_log::GameResult;
use crate::tools::matches::log::GameEntry;
use crate::tools::position_line::PositionLine;
use crate::tools::source::LARGEST;

/// The reason of a game that is not over.
pub const UNFINISHED: &str = "unfinished";

/// How a game is to be written down.
pub struct SavedGame<'a> {
    /// The game.
    pub line: &'a dyn Line,
    /// Who has Black and who White.
    pub names: [String; 2],
    /// Who has won and why, if the game is over.
    pub result: Option<(GameResult, String)>,
}

impl SavedGame<'_> {
    /// Writes the game to a new file.
    ///
    /// # Errors
    /// When there is a file of this name already, or it cannot be written.
    pub fn write(self, path: &Path) -> anyhow::Result<()> {
        let (result, reason) =
            self.result.unwrap_or_else(|| (GameResult::Void, UNFINISHED.to_owned()));
        let entry = GameEntry::of_moves(self.line, self.names, result, reason);
        let mut json = serde_json::to_vec(&entry)?;
        json.push(b'\n');
        let mut file = match File::create_new(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} exists already, and is left as it is", path.display())
            }
            Err(error) => return Err(error).context(format!("cannot create {}", path.display())),
        };
        file.write_all(&json).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The game that a file holds: the one with this number, from 1, or the only one. Also
/// gives how many there are.
///
/// # Errors
/// When the file cannot be read, holds no such game or several, or a line is not a game.
pub fn load(path: &Path, number: Option<usize>) -> anyhow::Result<PositionLine> {
    let name = path.display();
    let file =
        regular_file::open_up_to(path, LARGEST).with_context(|| format!("cannot read {name}"))?;
    let mut lines = LineReader::new(BufReader::new(file), MAX_LINE);
    let mut games = Vec::new();
    for place in 1.. {
        let text = match lines.read().with_context(|| format!("cannot read {name}"))? {
            None => break,
            Some(InputLine::TooLong) => bail!("{name}, line {place}: too long for a game"),
            Some(InputLine::Whole(line) | InputLine::Unended(line)) => input::text(line),
        };
        games.extend(PositionLine::parse(&text).with_context(|| format!("{name}, line {place}"))?);
        // What comes behind it need not be read.
        if number.is_some_and(|number| games.len() >= number) {
            break;
        }
    }
    ensure!(!games.is_empty(), "{name} holds no game");
    let count = games.len();
    match number {
        None if count > 1 => bail!("{name} holds {count} games: `load {name} 1` is the first"),
        None => games.pop().context("no game"),
        Some(number) if 0 < number && number <= count => Ok(games.swap_remove(number - 1)),
        Some(number) => bail!("{name} holds {count} games and none with the number {number}"),
    }
}
