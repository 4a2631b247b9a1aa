//! Opening books: positions with their good moves, and the choice of a move.
//!
//! A book is a text in the format `YANEURAOU-DB2016`, which shogi programs share. Positions start
//! with `sfen`; each line after one has a move, the expected reply or `none`, the score for the
//! side to move in centipawns, the depth of the search and a count that is not used:
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! # kawari book of yari, checksum 8d5d3d2c8c1f0a0b
//! sfen rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR b - 1
//! 3g3f none 38 14 1
//! 5i5h none 31 14 1
//! ```
//!
//! The move number of a position does not count. The comment with the checksum is optional. The
//! checksum is the [`Fingerprint`] of all bytes after that line.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::core::fingerprint::Fingerprint;
use crate::core::regular_file;
use crate::core::score::Score;
use crate::games::{GameFiles, GameInfo};
use crate::notation::usi::UsiMove;

/// Largest accepted file, in bytes.
const LARGEST_FILE: u64 = 1 << 30;
/// First line of a book.
const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// Start of the comment with the game and the checksum.
const COMMENT: &str = "# kawari book of ";
/// Text between the game and the checksum.
const CHECKSUM: &str = ", checksum ";

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: UsiMove,
    /// Score for the side to move, in centipawns.
    pub score: Score,
    /// Depth of the search that gave the score, in plies.
    pub depth: u32,
}

impl BookMove {
    /// Returns the key by which the moves of a position are sorted: the best first, and equal
    /// ones in an order that does not depend on the input.
    pub fn rank(&self) -> (Reverse<Score>, UsiMove) {
        (Reverse(self.score), self.mv)
    }
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningBook {
    /// Moves, best first, by the SFEN of the position without its move number.
    positions: BTreeMap<String, Vec<BookMove>>,
}

/// Error of a text that is not a book of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookFormatError {
    /// A line is neither a comment, a position nor a move.
    #[error("line {line}: `{text}` is not a {expected}")]
    Syntax {
        /// Number of the line, from 1.
        line: usize,
        /// The invalid text.
        text: String,
        /// The expected item.
        expected: &'static str,
    },
    /// The checksum does not match.
    #[error("the book is damaged: its checksum is {actual}, expected {expected}")]
    Checksum {
        /// Checksum in the text.
        expected: String,
        /// Checksum of the bytes.
        actual: String,
    },
    /// The book is for another game.
    #[error("a book of {0}")]
    OtherGame(String),
}

/// Error of a [`BookSource`] that cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Read {
        /// The file's path.
        path: String,
        /// The I/O error.
        source: io::Error,
    },
    /// The file is not a book of this game.
    #[error("`{path}`: {source}")]
    File {
        /// The file's path.
        path: String,
        /// The error in its contents.
        source: BookFormatError,
    },
}

impl BookError {
    /// Returns true if the file is a book of another game.
    pub const fn is_for_another_game(&self) -> bool {
        matches!(self, Self::File { source: BookFormatError::OtherGame(_), .. })
    }
}

/// The source of a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookSource {
    /// The built-in book of the game, if it has one.
    #[default]
    BuiltIn,
    /// A file.
    File(PathBuf),
}

impl OpeningBook {
    /// Reads a book of a game.
    ///
    /// # Errors
    /// Returns a [`BookFormatError`] for the first invalid line, a wrong checksum, or a book of
    /// another game.
    ///
    /// ```
    /// use kawari_engine::engine::opening_book::OpeningBook;
    ///
    /// let start = "rbsgk/4p/5/P4/KGSBR b - 1";
    /// let book = OpeningBook::read(&format!("sfen {start}\n2e2d none 40 12 1\n"), "minishogi")?;
    /// assert_eq!(book.moves(start)[0].score, 40);
    /// assert!(OpeningBook::read("sfen\n", "minishogi").is_err());
    /// # Ok::<(), kawari_engine::engine::opening_book::BookFormatError>(())
    /// ```
    pub fn read(text: &str, game: &str) -> Result<Self, BookFormatError> {
        let mut book = Self::default();
        let mut position: Option<&mut Vec<BookMove>> = None;
        let mut rest = text;
        for line_number in 1.. {
            if rest.is_empty() {
                break;
            }
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            rest = after;
            let line = line.trim_end();
            let syntax = |text: &str, expected| {
                let text = text.to_owned();
                BookFormatError::Syntax { line: line_number, text, expected }
            };
            if let Some(comment) = line.strip_prefix(COMMENT) {
                check_comment(comment, game, rest)?;
            } else if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
                continue;
            } else if let Some(sfen) = line.strip_prefix("sfen ") {
                let key = position_key(sfen).ok_or_else(|| syntax(sfen, "position"))?;
                position = Some(book.positions.entry(key.to_owned()).or_default());
            } else {
                let moves = position.as_mut().ok_or_else(|| syntax(line, "position"))?;
                let book_move = parse_move(line).ok_or_else(|| syntax(line, "book move"))?;
                if moves.iter().all(|other| other.mv != book_move.mv) {
                    moves.push(book_move);
                }
            }
        }
        book.positions.retain(|_, moves| !moves.is_empty());
        book.positions.values_mut().for_each(|moves| moves.sort_by_key(BookMove::rank));
        Ok(book)
    }

    /// Returns the book as a text with a checksum.
    pub fn text(&self, game: &str) -> String {
        let mut body = String::new();
        for (key, moves) in &self.positions {
            let _ = writeln!(body, "sfen {key} 1");
            for BookMove { mv, score, depth } in moves {
                let _ = writeln!(body, "{mv} none {score} {depth} 1");
            }
        }
        let checksum = Fingerprint::of(body.as_bytes());
        format!("{HEADER}\n{COMMENT}{game}{CHECKSUM}{checksum}\n{body}")
    }

    /// Returns the moves of a position, best first; empty if the book lacks it.
    pub fn moves(&self, sfen: &str) -> &[BookMove] {
        position_key(sfen).and_then(|key| self.positions.get(key)).map_or(&[], Vec::as_slice)
    }

    /// Sets the moves of a position, in any order. Without moves, removes the position.
    pub fn set_moves(&mut self, sfen: &str, mut moves: Vec<BookMove>) {
        let Some(key) = position_key(sfen) else { return };
        if moves.is_empty() {
            self.positions.remove(key);
        } else {
            moves.sort_by_key(BookMove::rank);
            self.positions.insert(key.to_owned(), moves);
        }
    }

    /// Returns the positions as SFEN without move numbers, in alphabetical order, with their
    /// moves, best first.
    pub fn positions(&self) -> impl Iterator<Item = (&str, &[BookMove])> {
        self.positions.iter().map(|(key, moves)| (key.as_str(), moves.as_slice()))
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns true if the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Chooses a move of a position: at most `variety` centipawns worse than the best one, and
    /// the likelier the smaller its loss is. The choice is a function of the position and the
    /// seed.
    pub fn choose(&self, sfen: &str, variety: Score, seed: u64) -> Option<&BookMove> {
        let moves = self.moves(sfen);
        let best = moves.first()?.score;
        let weight = |book_move: &BookMove| (variety + 1 - (best - book_move.score)).max(0) as u64;
        let total: u64 = moves.iter().map(weight).sum();
        let mut number = Fingerprint::of(&seed.to_le_bytes());
        number.add(sfen.as_bytes());
        // The high half of a product spreads the hash evenly over the weights.
        let mut drawn = ((u128::from(number.number()) * u128::from(total)) >> 64) as u64;
        moves.iter().find(|book_move| {
            let weight = weight(book_move);
            let is_drawn = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_drawn
        })
    }
}

/// Returns an SFEN without its move number; `None` if it has fewer than three fields.
pub fn position_key(sfen: &str) -> Option<&str> {
    let third_space = sfen.match_indices(' ').nth(2).map_or(sfen.len(), |(at, _)| at);
    let key = &sfen[..third_space];
    (key.split(' ').filter(|field| !field.is_empty()).count() == 3).then_some(key)
}

/// Checks the game and the checksum in a comment. `body` is the text after it.
fn check_comment(comment: &str, game: &str, body: &str) -> Result<(), BookFormatError> {
    let Some((name, expected)) = comment.split_once(CHECKSUM) else { return Ok(()) };
    if name != game {
        return Err(BookFormatError::OtherGame(name.to_owned()));
    }
    let actual = Fingerprint::of(body.as_bytes()).to_string();
    if actual != expected {
        return Err(BookFormatError::Checksum { expected: expected.to_owned(), actual });
    }
    Ok(())
}

/// Parses the line of a move. Older files lack the score and the depth.
fn parse_move(line: &str) -> Option<BookMove> {
    let mut fields = line.split_ascii_whitespace();
    let mv = fields.next()?.parse().ok()?;
    let _reply = fields.next();
    let score = fields.next().map_or(Some(0), |field| field.parse().ok())?;
    let depth = fields.next().map_or(Some(0), |field| field.parse().ok())?;
    Some(BookMove { mv, score, depth })
}

/// Opens the book of a game with these data. Without a built-in one, the book is empty.
///
/// # Errors
/// Returns a [`BookError`] if the file cannot be read, or if it is not a book of this game.
pub fn open(
    info: &GameInfo,
    files: GameFiles,
    source: &BookSource,
) -> Result<OpeningBook, BookError> {
    match source {
        BookSource::BuiltIn => {
            let text = str::from_utf8(files.book.unwrap_or_default());
            let book = text.ok().and_then(|text| OpeningBook::read(text, info.name).ok());
            Ok(book.expect("a test reads every built-in book"))
        }
        BookSource::File(path) => {
            let path_text = || path.display().to_string();
            let text = regular_file::read_to_string(path, LARGEST_FILE)
                .map_err(|source| BookError::Read { path: path_text(), source })?;
            OpeningBook::read(&text, info.name)
                .map_err(|source| BookError::File { path: path_text(), source })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rbsgk/4p/5/P4/KGSBR b - 1";

    fn book(lines: &str) -> OpeningBook {
        OpeningBook::read(&format!("sfen {START}\n{lines}"), "minishogi").expect("a book")
    }

    #[test]
    fn a_written_book_is_read_again() {
        let book = book("2e2d none 10 12 1\n3e3d 3a3b 25 12 7\n1e1d\n");
        assert_eq!(book.moves(START).iter().map(|it| it.score).collect::<Vec<_>>(), [25, 10, 0]);
        let text = book.text("minishogi");
        assert_eq!(OpeningBook::read(&text, "minishogi"), Ok(book.clone()));
        assert_eq!(
            OpeningBook::read(&text, "shogi"),
            Err(BookFormatError::OtherGame("minishogi".to_owned()))
        );
        let damaged = text.replace("25", "26");
        let error = OpeningBook::read(&damaged, "minishogi").expect_err("a wrong checksum");
        assert!(matches!(error, BookFormatError::Checksum { .. }));
    }

    #[test]
    fn the_move_number_does_not_count() {
        let book = book("2e2d none 10 12 1\n");
        assert_eq!(book.moves("rbsgk/4p/5/P4/KGSBR b - 9").len(), 1);
        assert_eq!(book.moves("rbsgk/4p/5/P4/KGSBR w - 1").len(), 0);
    }

    #[test]
    fn invalid_lines_are_named() {
        let error = |text: &str| OpeningBook::read(text, "minishogi").expect_err("an error");
        assert_eq!(
            error("2e2d none 1 1 1").to_string(),
            "line 1: `2e2d none 1 1 1` is not a position"
        );
        let text = format!("#x\nsfen {START}\n2e2d none much 1");
        assert_eq!(error(&text).to_string(), "line 3: `2e2d none much 1` is not a book move");
        assert_eq!(error("sfen x b\n").to_string(), "line 1: `x b` is not a position");
    }

    #[test]
    fn choice_depends_on_score_and_seed() {
        let book = book("2e2d none 30 12 1\n3e3d none 20 12 1\n1e1d none -40 12 1\n");
        let chosen = |variety, seed| book.choose(START, variety, seed).expect("a move").score;
        assert!((0..50).all(|seed| chosen(0, seed) == 30));
        let scores: Vec<_> = (0..400).map(|seed| chosen(20, seed)).collect();
        let seconds = scores.iter().filter(|&&score| score == 20).count();
        // Weights 21 and 11.
        assert!((100..=175).contains(&seconds), "{seconds}");
        assert!(!scores.contains(&-40));
    }
}
