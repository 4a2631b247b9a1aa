//! Weights in a file of their own, to be tried without a build.
//!
//! The file is text: `kawari weights 1`, `game NAME`, `from` and a line on where the
//! weights come from, then a line for each table with its name and its weights, and in
//! the end `checksum` and 16 hexadecimal digits: FNV-1a (Fowler, Noll and Vo) of all
//! bytes before that line.

use std::fmt::Write;

use thiserror::Error;

use super::Shape;
use crate::core::fingerprint::Fingerprint;
use crate::games::GameInfo;
use crate::games::evaluation::nnue::file::NetworkError;

/// What every file begins with, the version behind it.
const MAGIC: &str = "kawari weights ";
/// The version of the format.
const VERSION: u32 = 1;
/// What the last line begins with.
const CHECKSUM: &str = "checksum ";

/// Why a file with an evaluation was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvalFileError {
    /// Something else than weights or a network.
    #[error("it does not begin with `kawari weights` or `kawari network`")]
    NoWeights,
    /// Written by a program that this one does not know.
    #[error("its version is `{0}`, and this program reads version {VERSION}")]
    Version(String),
    /// Changed or cut off since it was written.
    #[error("it is damaged: its checksum is missing or wrong")]
    Damaged,
    /// Weights of another game.
    #[error("it is for `{found}`, not for `{expected}`")]
    Game {
        /// The game that is played.
        expected: &'static str,
        /// The game of the file.
        found: String,
    },
    /// Not the table that comes next.
    #[error("`{found}` stands where the table `{expected}` is expected")]
    Table {
        /// The table that should have come.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// A table of another size.
    #[error("the table `{table}` has {found} weights instead of {expected}")]
    Length {
        /// The table.
        table: &'static str,
        /// Weights that it has in this game.
        expected: usize,
        /// Weights that it has in the file.
        found: usize,
    },
    /// A weight that is no number of 16 bits.
    #[error("`{word}` in the table `{table}` is not a whole number of 16 bits")]
    Number {
        /// The table.
        table: &'static str,
        /// The weight as written.
        word: String,
    },
    /// A network that was refused.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The game has no weights.
    #[error("this game is judged by material alone, and has no weights")]
    MaterialAlone,
}

impl EvalFileError {
    /// True when the file may be a good one for another game.
    pub const fn is_for_another_game(&self) -> bool {
        matches!(self, Self::Game { .. } | Self::Network(NetworkError::Game { .. }))
    }
}

/// The text of a file with the weights of a game, made as `provenance` says in one line.
pub fn write(info: &GameInfo, shapes: &[Shape], weights: &[i16], provenance: &str) -> String {
    let mut text = format!("{MAGIC}{VERSION}\ngame {}\nfrom {provenance}\n", info.name);
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

/// The weights in the file of a game.
///
/// # Errors
/// An [`EvalFileError`] for the first thing that is wrong.
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
    let found = field("game")?;
    if found != info.name {
        return Err(EvalFileError::Game { expected: info.name, found: found.to_owned() });
    }
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

/// The text before the checksum, if that is right.
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

/// The checksum of weights.
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
        write(&Yari::INFO, &SHAPES, &WEIGHTS, "a test")
    }

    fn refusal(file: &str) -> EvalFileError {
        read(file.as_bytes(), &Yari::INFO, &SHAPES).expect_err("a bad file")
    }

    /// The file with something changed, and the checksum of what it has become.
    fn changed(from: &str, to: &str) -> String {
        let file = written();
        let (body, _) = file.rsplit_once(CHECKSUM).expect("a checksum");
        let body = body.replace(from, to);
        format!("{body}{CHECKSUM}{:016x}\n", Fingerprint::of(body.as_bytes()).number())
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(read(written().as_bytes(), &Yari::INFO, &SHAPES), Ok(WEIGHTS.to_vec()));
    }

    #[test]
    fn a_wrong_file_is_refused_by_what_is_wrong() {
        assert_eq!(refusal(""), EvalFileError::NoWeights);
        assert_eq!(refusal("kawari\n"), EvalFileError::NoWeights);
        let version = written().replace("weights 1", "weights 2");
        assert_eq!(refusal(&version), EvalFileError::Version("2".into()));
        let game = EvalFileError::Game { expected: "yari", found: "hajiku".into() };
        assert_eq!(refusal(&changed("game yari", "game hajiku")), game);
        let table = EvalFileError::Table { expected: "tempo", found: "temp".into() };
        assert_eq!(refusal(&changed("tempo", "temp")), table);
        let table = EvalFileError::Table { expected: "place", found: String::new() };
        assert_eq!(refusal(&changed("place -1 32767 -32768 0\n", "")), table);
        let length = |found| EvalFileError::Length { table: "place", expected: 4, found };
        assert_eq!(refusal(&changed(" -32768 0", " -32768")), length(3));
        assert_eq!(refusal(&changed(" -32768 0", " -32768 0 1")), length(5));
        let number = EvalFileError::Number { table: "place", word: "32768".into() };
        assert_eq!(refusal(&changed("32767", "32768")), number);
        assert_eq!(refusal(&changed("-32768 0\n", "-32768 0\nmore\n")), EvalFileError::Damaged);
    }

    #[test]
    fn a_damaged_file_is_never_read() {
        let file = written();
        for length in 0..file.len() {
            read(&file.as_bytes()[..length], &Yari::INFO, &SHAPES).expect_err("a torn file");
            let mut bytes = file.clone().into_bytes();
            bytes[length] ^= 1;
            read(&bytes, &Yari::INFO, &SHAPES).expect_err("a damaged file");
        }
    }
}
