//! Games as text for people: headers, then the moves in the variant's written notation.
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
//!    1. 9i-9e {+0.12/8 1043}     2. 1a-1e {-0.05/7 988}
//!    3. 9ex1e(1e) {+M3/9 1010}
//! ```
//!
//! The comment after a move has the score and depth, the time if times are logged (`0.105s`),
//! and the nodes. The score is in pawns or men, or `M` and the plies to mate. An opening move and
//! a move without search information have no comment.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use kawari_engine::core::regular_file;
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameEntry;
use kawari_records::game_log::{GameResult, LoggedScore};

/// A text file of games.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    variant: Variant,
    /// Reader of the existing file, until [`RecordFile::accept`].
    earlier: Option<BufReader<File>>,
    /// Text that is missing from the existing file, until [`RecordFile::accept`].
    pending: Vec<u8>,
}

/// Number of moves on one line without and with comments.
const MOVES_PER_LINE: [usize; 2] = [6, 2];

/// Column width of a move without and with comments.
const WIDTH: [usize; 2] = [10, 32];

impl RecordFile {
    /// Creates a file.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be created.
    pub fn create(path: &Path, variant: Variant) -> Result<Self> {
        let file =
            File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
        let path = path.to_owned();
        Ok(Self { file, path, variant, earlier: None, pending: Vec::new() })
    }

    /// Opens a file to append to, or creates it. The games of the log must be written again: they
    /// are compared with the existing text, which must be a prefix of theirs.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn resume(path: &Path, variant: Variant) -> Result<Self> {
        let open = || -> io::Result<_> {
            if path.exists() {
                regular_file::check(path)?;
            }
            let file = OpenOptions::new().append(true).create(true).open(path)?;
            Ok((file, BufReader::new(regular_file::open(path)?)))
        };
        let (file, earlier) = open().with_context(|| format!("cannot open {}", path.display()))?;
        let path = path.to_owned();
        Ok(Self { file, path, variant, earlier: Some(earlier), pending: Vec::new() })
    }

    /// Writes one game. Before [`RecordFile::accept`], compares it with the existing text instead.
    ///
    /// # Errors
    /// Returns an error if the game cannot be written, has an illegal move or differs from the
    /// existing text.
    pub fn write(&mut self, game: &GameEntry) -> Result<()> {
        let text = record(self.variant, game)?;
        let Some(earlier) = &mut self.earlier else { return self.append(text.as_bytes()) };
        let mut written = Vec::new();
        earlier.take(text.len() as u64).read_to_end(&mut written)?;
        let missing = text.as_bytes().strip_prefix(&*written);
        let missing = missing.with_context(|| self.mismatch())?;
        self.pending.extend_from_slice(missing);
        Ok(())
    }

    /// Ends the comparison with the existing text and appends the games that are missing from it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or has more text than the games of the log.
    pub fn accept(&mut self) -> Result<()> {
        if let Some(mut earlier) = self.earlier.take() {
            ensure!(earlier.fill_buf()?.is_empty(), self.mismatch());
        }
        let pending = mem::take(&mut self.pending);
        self.append(&pending)
    }

    fn append(&mut self, text: &[u8]) -> Result<()> {
        let written = self.file.write_all(text);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn mismatch(&self) -> String {
        format!("{} does not match the games of the log", self.path.display())
    }
}

/// Returns a game as text, with an empty line after it.
///
/// # Errors
/// Returns an error if a move is illegal.
pub fn record(variant: Variant, game: &GameEntry) -> Result<String> {
    let mut game_state = game_state::open(variant);
    let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
    game_state
        .set(StartPosition::Sfen(&game.start), &moves)
        .with_context(|| format!("game {}", game.game))?;
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
    let comments: Vec<String> = (0..game.moves.len()).map(|ply| comment(game, ply)).collect();
    let form = usize::from(comments.iter().any(|comment| !comment.is_empty()));
    for ((number, word), comment) in (1..).zip(game_state.record()).zip(comments) {
        let word = word + &comment;
        text += &format!("{number:>4}. {word}");
        let is_end = number % MOVES_PER_LINE[form] == 0 || number == game.moves.len();
        if is_end {
            text.push('\n');
        } else {
            text += &" ".repeat(WIDTH[form].saturating_sub(word.len()).max(1));
        }
    }
    text.push('\n');
    Ok(text)
}

/// Returns the comment of a move with a space before it, or an empty string.
fn comment(game: &GameEntry, ply: usize) -> String {
    fn of<T: Copy>(list: &[Option<T>], ply: usize) -> Option<T> {
        list.get(ply).copied().flatten()
    }
    let score = of(&game.scores, ply).map(|score| match score {
        LoggedScore::Cp(score) => format!("{:+.2}", f64::from(score) / 100.0),
        LoggedScore::Mate(plies) if plies < 0 => format!("-M{}", plies.unsigned_abs()),
        LoggedScore::Mate(plies) => format!("+M{plies}"),
    });
    let depth = of(&game.depths, ply).map(|depth| format!("/{depth}"));
    let first = score.map(|score| score + &depth.unwrap_or_default());
    let nodes = of(&game.nodes, ply).map(|nodes| nodes.to_string());
    let times = game.times.as_deref().unwrap_or_default();
    let time = of(times, ply).map(|time| format!("{:.3}s", time as f64 / 1000.0));
    let reported: Vec<String> = [first, time, nodes].into_iter().flatten().collect();
    if reported.is_empty() { String::new() } else { format!(" {{{}}}", reported.join(" ")) }
}
