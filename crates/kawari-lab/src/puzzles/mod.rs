//! `kawari puzzle`: finds puzzles in games and checks files of puzzles.
//!
//! A file of puzzles has one [`Puzzle`] per line, as a JSON object:
//!
//! ```text
//! {"id":"yari-m001","variant":"yari","position":"… b RN 1","theme":"mate","plies":3,
//!  "moves":["N*4c","4a3a","R*3b"],"difficulty":4}
//! ```
//!
//! - [`make()`]: finds puzzles in self-play games, logs and positions.
//! - [`check()`]: checks every puzzle of a file by other means than those that made it.
//! - [`men_gain`]: proves that men are won by force, with the rules alone.

mod check;
mod difficulty;
mod find;
mod make;
pub mod men_gain;
mod search;
mod sources;

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use kawari_engine::games::RuleFamily;
use kawari_engine::games::variants::Variant;
use kawari_records::source;

pub use self::check::{PuzzleCheckConfig, check, check_fields, check_puzzle};
pub use self::make::{PuzzleMakeConfig, make};

/// The kind of win that a puzzle has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleTheme {
    /// Forced mate.
    Mate,
    /// Forced row of five.
    Row,
    /// Men won by force.
    Gain,
    /// Endgame won by the tablebases.
    Endgame,
}

impl PuzzleTheme {
    /// Returns the theme of a win that the mate solver finds in a game.
    pub fn of_forced_win(variant: Variant) -> Self {
        match variant.info().family {
            RuleFamily::Drop => Self::Mate,
            RuleFamily::Hasami => Self::Row,
        }
    }

    /// Returns the letter of the theme in the id of a puzzle.
    pub fn letter(self) -> char {
        match self {
            Self::Mate => 'm',
            Self::Row => 'r',
            Self::Gain => 'g',
            Self::Endgame => 'e',
        }
    }
}

/// A puzzle with its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Name of the puzzle.
    pub id: String,
    /// Name of the game.
    pub variant: String,
    /// Position as SFEN, with the solver to move.
    pub position: String,
    /// Kind of win.
    pub theme: PuzzleTheme,
    /// Length of the main line in plies, an odd number.
    pub plies: usize,
    /// Main line, in USI notation.
    pub moves: Vec<String>,
    /// Lowest playing level that finds the first move, from 1 to 8.
    pub difficulty: u8,
    /// Number of the self-play game that has the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
}

/// Reads the puzzles of a file.
///
/// # Errors
/// Returns an error if the file cannot be read or a line is not a puzzle.
pub fn read(path: &Path) -> anyhow::Result<Vec<Puzzle>> {
    let mut text = String::new();
    source::open_small(path)
        .and_then(|mut file| file.read_to_string(&mut text))
        .with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| path.display().to_string())
}

/// Parses puzzles, one on each line. Blank lines are skipped.
///
/// # Errors
/// Returns an error if a line is not a puzzle.
pub fn parse(text: &str) -> anyhow::Result<Vec<Puzzle>> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).with_context(|| format!("line {number}: not a puzzle"))
        })
        .collect()
}

/// Returns the identity of a position: board, side to move and hands. In Hasami games a
/// position and its mirror image have the same identity.
pub fn position_identity(variant: Variant, sfen: &str) -> String {
    let mut words = sfen.split_whitespace();
    let (board, side, hands) =
        (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
    let mirrored = match variant.info().family {
        RuleFamily::Hasami => mirror(board),
        RuleFamily::Drop => board.to_owned(),
    };
    format!("{} {side} {hands}", mirrored.as_str().min(board))
}

/// Returns the board of an SFEN, mirrored left to right. Pieces are single letters.
fn mirror(board: &str) -> String {
    let mut mirrored = Vec::new();
    for rank in board.split('/') {
        let mut squares: Vec<&str> = Vec::new();
        let mut rest = rank;
        while let Some(first) = rest.chars().next() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (square, after) = rest.split_at(digits.max(first.len_utf8()));
            squares.push(square);
            rest = after;
        }
        squares.reverse();
        mirrored.push(squares.concat());
    }
    mirrored.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_image_has_the_same_identity() {
        let (one, other) = ("p2P5/9/12P b - 1", "5P2p/9/P12 b - 7");
        assert_eq!(
            position_identity(Variant::Hasami, one),
            position_identity(Variant::Hasami, other)
        );
        let white = other.replace(" b ", " w ");
        assert_ne!(
            position_identity(Variant::Hasami, one),
            position_identity(Variant::Hasami, &white)
        );
        assert_ne!(position_identity(Variant::Yari, one), position_identity(Variant::Yari, other));
    }
}
