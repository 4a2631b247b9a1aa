//! Games saved and loaded.
//!
//! A game is saved as a line of a match log is written, so that `kawari analyse` and the
//! other tools read it, and is loaded from everything that they read: match and selfplay
//! logs, records, SFENs, lines of USI moves.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use kawari_engine::core::regular_file;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameEntry;
use kawari_records::game_log::GameResult;
use kawari_records::position_line::PositionLine;
use kawari_records::records;
use kawari_records::records::lines::{RecordLines, is_record};
use kawari_records::source::LARGEST;

/// The reason of a game that is not over.
pub const UNFINISHED: &str = "unfinished";

/// How a game is to be written down.
pub struct SavedGame<'a> {
    /// The game.
    pub game_state: &'a dyn GameState,
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
        let entry = GameEntry::of_moves(self.game_state, self.names, result, reason);
        let mut json = serde_json::to_vec(&entry)?;
        json.push(b'\n');
        let mut file = match File::create_new(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} already exists and was not changed", path.display())
            }
            Err(error) => return Err(error).context(format!("cannot create {}", path.display())),
        };
        file.write_all(&json).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The game that a file holds: the one with this number, from 1, or the only one. A record
/// that names no game is one of `variant`.
///
/// # Errors
/// When the file cannot be read, holds no such game or several, or a line is not a game.
pub fn load(path: &Path, number: Option<usize>, variant: Variant) -> anyhow::Result<PositionLine> {
    let name = path.display();
    let file =
        regular_file::open_up_to(path, LARGEST).with_context(|| format!("cannot read {name}"))?;
    let (mut found, mut count) = (None, 0);
    for line in RecordLines::new(Box::new(BufReader::new(file))) {
        let place = || format!("{name}, line {}", line.number);
        let text = line.text.as_ref().map_err(|error| anyhow!("{}: {error}", place()))?;
        // Only the record that is loaded is read: its moves are played for that.
        let game = if is_record(text) {
            SavedEntry::Record(line.number, text.clone())
        } else {
            match PositionLine::parse(text).with_context(place)? {
                Some(position) => SavedEntry::Line(position),
                None => continue,
            }
        };
        count += 1;
        found = Some(game);
        // What comes behind it need not be read.
        if number.is_some_and(|number| count >= number) {
            break;
        }
    }
    let found = found.with_context(|| format!("{name} holds no game"))?;
    match number {
        None if count > 1 => bail!("{name} holds {count} games: `load {name} 1` is the first"),
        Some(number) if number != count => {
            bail!("{name} holds {count} games and none with the number {number}")
        }
        _ => {}
    }
    match found {
        SavedEntry::Line(position) => Ok(position),
        SavedEntry::Record(place, text) => records::read_position(&text, Some(variant))
            .map_err(|error| anyhow!("{name}, line {place}: {error}")),
    }
}

/// A game in a file.
enum SavedEntry {
    /// A line.
    Line(PositionLine),
    /// A record, and the number of its first line.
    Record(u64, String),
}
