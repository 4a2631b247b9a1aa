//! The text format of weights files: those in the games' folders, which are compiled in,
//! and those that the option `EvalFile` reads.
//!
//! The first lines are `kawari weights 1`, `game NAME` and `from PROVENANCE`. A game from a file
//! has the fingerprint of its rules after its name. A line for
//! each table follows, with its name and its weights. The last line is `checksum` and 16
//! hexadecimal digits: the FNV-1a hash (Fowler, Noll and Vo) of all bytes before it.

use std::fmt::Write;

use thiserror::Error;

use super::Shape;
use crate::core::fingerprint::Fingerprint;
use crate::games::GameInfo;
use crate::games::evaluation::nnue::file::NetworkError;

/// Start of every file, followed by the version.
const MAGIC: &str = "kawari weights ";
/// Version of the format.
const VERSION: u32 = 1;
/// Start of the last line.
const CHECKSUM: &str = "checksum ";

/// An invalid evaluation file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvalFileError {
    /// Neither weights nor a network.
    #[error(
        r#"not an evaluation file: it does not start with "kawari weights" or "kawari network""#
    )]
    NoWeights,
    /// Unsupported version of the format.
    #[error("unsupported version \"{0}\", expected {VERSION}")]
    Version(String),
    /// Missing or wrong checksum.
    #[error("damaged file: the checksum is missing or wrong")]
    Damaged,
    /// Weights for another game.
    #[error(transparent)]
    Game(#[from] OtherGame),
    /// Another table than the next one.
    #[error("unexpected table \"{found}\", expected \"{expected}\"")]
    Table {
        /// Name of the expected table.
        expected: &'static str,
        /// First word of the line.
        found: String,
    },
    /// Wrong number of weights in a table.
    #[error("table \"{table}\" has {found} weights, expected {expected}")]
    Length {
        /// Name of the table.
        table: &'static str,
        /// Number of weights in this game.
        expected: usize,
        /// Number of weights in the file.
        found: usize,
    },
    /// A weight that is not a 16-bit integer.
    #[error("bad weight \"{word}\" in table \"{table}\", expected a 16-bit integer")]
    Number {
        /// Name of the table.
        table: &'static str,
        /// Weight as written.
        word: String,
    },
    /// An invalid network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A game without weights.
    #[error("this game has no weights: it is evaluated by material")]
    MaterialAlone,
}

impl EvalFileError {
    /// True if the file is for another game and may be valid for it.
    pub const fn is_for_another_game(&self) -> bool {
        matches!(self, Self::Game(_) | Self::Network(NetworkError::Game(_)))
    }
}

/// An evaluation file for another game, or for other rules of a game from a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("file for \"{found}\", expected \"{expected}\"{}", self.hint())]
pub struct OtherGame {
    /// [`GameInfo::evaluation_name`] of the selected game.
    pub expected: String,
    /// Name in the file.
    pub found: String,
}

impl OtherGame {
    /// Checks that a file is for a game.
    ///
    /// # Errors
    /// Returns [`OtherGame`] if it is not.
    pub fn check(info: &GameInfo, found: &str) -> Result<(), Self> {
        let expected = info.evaluation_name();
        let found = found.to_owned();
        if found == expected { Ok(()) } else { Err(Self { expected, found }) }
    }

    fn hint(&self) -> &'static str {
        let [expected, found] = [&self.expected, &self.found].map(|name| name.split(' ').next());
        if expected == found { ": the rules differ" } else { "" }
    }
}

/// Returns the text of a weights file. `provenance` is one line.
pub fn write(info: &GameInfo, shapes: &[Shape], weights: &[i16], provenance: &str) -> String {
    let name = info.evaluation_name();
    let mut text = format!("{MAGIC}{VERSION}\ngame {name}\nfrom {provenance}\n");
    for (shape, values) in super::each_table(shapes, weights) {
        text.push_str(shape.name);
        for value in values {
            // Writing to a string cannot fail.
            let _ = write!(text, " {value}");
        }
        text.push('\n');
    }
    let checksum = Fingerprint::of(text.as_bytes()).number();
    let _ = writeln!(text, "{CHECKSUM}{checksum:016x}");
    text
}

/// Parses a weights file.
///
/// # Errors
/// Returns [`EvalFileError`] for the first defect.
pub fn read(file: &[u8], info: &GameInfo, shapes: &[Shape]) -> Result<Vec<i16>, EvalFileError> {
    let rest = file.strip_prefix(MAGIC.as_bytes()).ok_or(EvalFileError::NoWeights)?;
    let version = rest.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
    if version != VERSION.to_string().as_bytes() {
        let version = String::from_utf8_lossy(version).chars().take(20).collect();
        return Err(EvalFileError::Version(version));
    }
    let text = checked(file).ok_or(EvalFileError::Damaged)?;
    let mut lines = text.lines().skip(1);
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name));
        line.and_then(|line| line.strip_prefix(' ')).ok_or(EvalFileError::Damaged)
    };
    OtherGame::check(info, field("game")?)?;
    field("from")?;
    let mut weights = Vec::new();
    for shape in shapes {
        read_table(lines.next().unwrap_or_default(), shape, &mut weights)?;
    }
    match lines.next() {
        None => Ok(weights),
        Some(_) => Err(EvalFileError::Damaged),
    }
}

/// Returns the text before the checksum; `None` if the checksum is missing or wrong.
fn checked(file: &[u8]) -> Option<&str> {
    let text = str::from_utf8(file).ok()?;
    let (body, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let body = &text[..=body.len()];
    (last == format!("{CHECKSUM}{:016x}", Fingerprint::of(body.as_bytes()).number()))
        .then_some(body)
}

fn read_table(line: &str, shape: &Shape, weights: &mut Vec<i16>) -> Result<(), EvalFileError> {
    let mut words = line.split(' ');
    let found = words.next().unwrap_or_default();
    if found != shape.name {
        return Err(EvalFileError::Table { expected: shape.name, found: found.to_owned() });
    }
    let start = weights.len();
    for word in words {
        let number = || EvalFileError::Number { table: shape.name, word: word.to_owned() };
        weights.push(word.parse().map_err(|_| number())?);
    }
    let (expected, found) = (shape.length(), weights.len() - start);
    if found == expected {
        Ok(())
    } else {
        Err(EvalFileError::Length { table: shape.name, expected, found })
    }
}

/// Returns the checksum of weights.
pub fn checksum(weights: &[i16]) -> u64 {
    let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    Fingerprint::of(&bytes).number()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::drop::Yari;

    const SHAPES: [Shape; 2] = [
        Shape { name: "tempo", rows: 1, columns: 1 },
        Shape { name: "place", rows: 2, columns: 2 },
    ];
    const WEIGHTS: [i16; 5] = [7, -1, i16::MAX, i16::MIN, 0];

    fn written() -> String {
        write(Yari.info(), &SHAPES, &WEIGHTS, "a test")
    }

    fn error_of(file: &str) -> EvalFileError {
        read(file.as_bytes(), Yari.info(), &SHAPES).expect_err("a bad file")
    }

    /// Returns the file after a replacement, with the matching checksum.
    fn changed(from: &str, to: &str) -> String {
        let file = written();
        let (body, _) = file.rsplit_once(CHECKSUM).expect("a checksum");
        let body = body.replace(from, to);
        format!("{body}{CHECKSUM}{:016x}\n", Fingerprint::of(body.as_bytes()).number())
    }

    #[test]
    fn written_weights_can_be_read() {
        assert_eq!(read(written().as_bytes(), Yari.info(), &SHAPES), Ok(WEIGHTS.to_vec()));
    }

    #[test]
    fn errors_name_the_defect() {
        assert_eq!(error_of(""), EvalFileError::NoWeights);
        assert_eq!(error_of("kawari\n"), EvalFileError::NoWeights);
        let version = written().replace("weights 1", "weights 2");
        assert_eq!(error_of(&version), EvalFileError::Version("2".into()));
        let game = |found: &str| {
            EvalFileError::Game(OtherGame { expected: "yari".into(), found: found.into() })
        };
        assert_eq!(error_of(&changed("game yari", "game hajiku")), game("hajiku"));
        let other_rules = error_of(&changed("game yari", "game yari 00"));
        assert_eq!(other_rules, game("yari 00"));
        assert_eq!(
            other_rules.to_string(),
            r#"file for "yari 00", expected "yari": the rules differ"#
        );
        let table = EvalFileError::Table { expected: "tempo", found: "temp".into() };
        assert_eq!(error_of(&changed("tempo", "temp")), table);
        let table = EvalFileError::Table { expected: "place", found: String::new() };
        assert_eq!(error_of(&changed("place -1 32767 -32768 0\n", "")), table);
        let length = |found| EvalFileError::Length { table: "place", expected: 4, found };
        assert_eq!(error_of(&changed(" -32768 0", " -32768")), length(3));
        assert_eq!(error_of(&changed(" -32768 0", " -32768 0 1")), length(5));
        let number = EvalFileError::Number { table: "place", word: "32768".into() };
        assert_eq!(error_of(&changed("32767", "32768")), number);
        assert_eq!(error_of(&changed("-32768 0\n", "-32768 0\nmore\n")), EvalFileError::Damaged);
    }

    #[test]
    fn damaged_files_are_rejected() {
        let file = written();
        for length in 0..file.len() {
            read(&file.as_bytes()[..length], Yari.info(), &SHAPES).expect_err("a torn file");
            let mut bytes = file.clone().into_bytes();
            bytes[length] ^= 1;
            read(&bytes, Yari.info(), &SHAPES).expect_err("a damaged file");
        }
    }
}
