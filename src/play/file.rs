//! Saving and loading of games.
//!
//! A game is saved in the format of a match log, so that `kawari analyse` and the other
//! tools can read it. It is loaded from any format that these tools read: match and
//! self-play logs, records, SFENs, and lines of USI moves.

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
use kawari_records::records::any_format::read_position;
use kawari_records::records::lines::{RecordFormat, RecordLines};
use kawari_records::source::LARGEST;

/// Reason in the file of a game that is not over.
pub const UNFINISHED: &str = "unfinished";

/// A game to be saved.
pub struct SavedGame<'a> {
    /// Start position and moves.
    pub game_state: &'a dyn GameState,
    /// Names of Black and White.
    pub names: [String; 2],
    /// Result and reason, if the game is over.
    pub result: Option<(GameResult, String)>,
}

impl SavedGame<'_> {
    /// Writes the game to a new file.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
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

/// Loads the only game of a file, or the game with the given number, from 1. `variant` is
/// the game of a record that names none.
///
/// # Errors
/// Returns an error if the file cannot be read, if it has no such game, if it has several
/// games and `number` is `None`, or if a line is invalid.
pub fn load(path: &Path, number: Option<usize>, variant: Variant) -> anyhow::Result<PositionLine> {
    let name = path.display();
    let file =
        regular_file::open_up_to(path, LARGEST).with_context(|| format!("cannot read {name}"))?;
    let (mut found, mut count) = (None, 0);
    for line in RecordLines::new(Box::new(BufReader::new(file))) {
        let location = || format!("{name}, line {}", line.number);
        let text = line.text.as_ref().map_err(|error| anyhow!("{}: {error}", location()))?;
        // Parsing a record plays its moves, so only the requested record is parsed.
        let game = if RecordFormat::of_first_line(text).is_some() {
            SavedEntry::Record(line.number, text.clone())
        } else {
            match PositionLine::parse(text).with_context(location)? {
                Some(position) => SavedEntry::Line(position),
                None => continue,
            }
        };
        count += 1;
        found = Some(game);
        if number.is_some_and(|number| count >= number) {
            break;
        }
    }
    let found = found.with_context(|| format!("{name} contains no game"))?;
    match number {
        None if count > 1 => {
            bail!("{name} contains {count} games: choose one, as in `load {name} 1`")
        }
        Some(number) if number != count => {
            bail!("{name} has no game {number}: it contains {count} games")
        }
        _ => {}
    }
    match found {
        SavedEntry::Line(position) => Ok(position),
        SavedEntry::Record(line, text) => read_position(&text, Some(variant))
            .map_err(|error| anyhow!("{name}, line {line}: {error}")),
    }
}

/// A game in a file.
enum SavedEntry {
    /// A single line.
    Line(PositionLine),
    /// A record with the number of its first line.
    Record(u64, String),
}
