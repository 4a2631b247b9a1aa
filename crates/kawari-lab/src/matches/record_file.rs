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
//!    1. 9i-9e {+0.12/8 1043}     2. 1a-1e {-0.05/7 988}
//!    3. 9ex1e(1e) {+M3/9 1010}
//! ```
//!
//! Behind a move stands what its player told of it: the score in whole pawns or men, or
//! `M` and the plies to the end of the game, then the depth and the positions searched;
//! where times are logged also the time, `0.105s`. Where nothing was told, as of the
//! opening, there is nothing.

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

/// A file of records.
#[derive(Debug)]
pub struct RecordFile {
    file: File,
    path: PathBuf,
    variant: Variant,
    /// What an earlier run has written, until the last of its games was seen again.
    earlier: Option<BufReader<File>>,
    /// Games that the earlier run has not written, until it is accepted.
    pending: Vec<u8>,
}

/// Moves on one line where nothing is told of them, and where something is.
const MOVES_A_LINE: [usize; 2] = [6, 2];

/// Room for a move where nothing is told, and where something is.
const WIDTH: [usize; 2] = [10, 32];

impl RecordFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is one of this name, or it cannot be written.
    pub fn create(path: &Path, variant: Variant) -> Result<Self> {
        let file =
            File::create_new(path).with_context(|| format!("cannot create {}", path.display()))?;
        let path = path.to_owned();
        Ok(Self { file, path, variant, earlier: None, pending: Vec::new() })
    }

    /// Goes on with a file, or begins it. It is written the games of the log again,
    /// and has to have the first of them already, whatever their number.
    ///
    /// # Errors
    /// When it cannot be read or written.
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

    /// Writes one game.
    ///
    /// # Errors
    /// When it cannot be written, its moves are not legal, or an earlier run has
    /// written something else.
    pub fn write(&mut self, game: &GameEntry) -> Result<()> {
        let text = record(self.variant, game)?;
        let Some(earlier) = &mut self.earlier else { return self.append(text.as_bytes()) };
        let mut written = Vec::new();
        earlier.take(text.len() as u64).read_to_end(&mut written)?;
        let missing = text.as_bytes().strip_prefix(&*written);
        let missing = missing.with_context(|| self.move_fault())?;
        self.pending.extend_from_slice(missing);
        Ok(())
    }

    /// All games of the log have been seen again: what is missing is written.
    ///
    /// # Errors
    /// When it cannot be written, or an earlier run has written more.
    pub fn accept(&mut self) -> Result<()> {
        if let Some(mut earlier) = self.earlier.take() {
            ensure!(earlier.fill_buf()?.is_empty(), self.move_fault());
        }
        let pending = mem::take(&mut self.pending);
        self.append(&pending)
    }

    fn append(&mut self, text: &[u8]) -> Result<()> {
        let written = self.file.write_all(text);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn move_fault(&self) -> String {
        format!("{} holds something else than the games of the log", self.path.display())
    }
}

/// A game as text, with an empty line behind it.
///
/// # Errors
/// When its moves are not legal.
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
        let is_end = number % MOVES_A_LINE[form] == 0 || number == game.moves.len();
        if is_end {
            text.push('\n');
        } else {
            text += &" ".repeat(WIDTH[form].saturating_sub(word.len()).max(1));
        }
    }
    text.push('\n');
    Ok(text)
}

/// What was told of a move, with a blank in front; empty if nothing was.
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
