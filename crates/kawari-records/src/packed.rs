//! Packed games: the binary format of training games, about four bytes a move.
//!
//! The first line of a file is JSON: the header of a [journal](super::journal) whose field
//! `log` is [`KIND`]. Its last field, `checksum`, is the FNV-1a hash of the line without this
//! field and without the line end. Then follow the records, one for each game, with
//! little-endian numbers:
//!
//! ```text
//! u32  length in bytes, without this field and the checksum
//! u8   result: 0 drawn, 1 won by Black, 2 won by White
//! u8   reason: index in `Reason::ALL`, 255 for the move limit
//! u16  number of opening moves
//! u16  length of the start position's SFEN; 0 for the variant's start position
//! …    the SFEN
//! …    u16 for each opening move, then u16 and i16 for each further move: the bits of the
//!      move, and the score of its search from the mover's view
//! u32  low half of the FNV-1a hash of the preceding bytes of the record
//! ```
//!
//! Readers stop before an incomplete record at the end. Writers remove it when they resume.

use std::io::{self, BufRead, Read};

use serde::Serialize;
use thiserror::Error;

use super::game_log::GameResult;
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::core::outcome::Reason;
use kawari_engine::core::score::Score;

/// The field `log` of a packed file's header.
pub const KIND: &str = "packed";

/// Marks a move without a score.
const NO_SCORE: i16 = i16::MIN;
/// Marks a game that reached the move limit.
const MAXIMUM_MOVES: u8 = u8::MAX;
/// Results, indexed by their byte.
const RESULTS: [GameResult; 3] = [GameResult::Draw, GameResult::Black, GameResult::White];
/// Maximum length of a record, in bytes: four million moves.
const LARGEST: u32 = 1 << 24;

/// An error in reading or writing packed games.
#[derive(Debug, Error)]
pub enum PackedError {
    /// An I/O error.
    #[error("cannot read the packed games: {0}")]
    Io(#[from] io::Error),
    /// A header that does not match its checksum.
    #[error("the header is damaged")]
    DamagedHeader,
    /// A header without a checksum.
    #[error(
        "the header has no checksum; the file was written by an older version and cannot be used"
    )]
    NoChecksum,
    /// A damaged record that is not the last.
    #[error("the record of game {game} is damaged, {at} bytes after the header")]
    Damaged {
        /// Number of the game in the file, from 0.
        game: u64,
        /// Offset of the record from the end of the header, in bytes.
        at: u64,
    },
    /// A game that cannot be packed.
    #[error("cannot pack the game: {0}")]
    TooLarge(&'static str),
}

/// The header of packed games with its checksum.
#[derive(Serialize, Debug)]
pub struct CheckedHeader<'a, H> {
    #[serde(flatten)]
    header: &'a H,
    checksum: String,
}

impl<'a, H: Serialize> CheckedHeader<'a, H> {
    /// Adds the checksum to a header, which must have at least one field.
    ///
    /// # Errors
    /// Returns the error of the header's serialization.
    pub fn new(header: &'a H) -> serde_json::Result<Self> {
        let checksum = Fingerprint::of(&serde_json::to_vec(header)?).to_string();
        Ok(Self { header, checksum })
    }
}

/// Checks the first line of a packed file, given without its line end.
///
/// # Errors
/// Returns [`PackedError::NoChecksum`] or [`PackedError::DamagedHeader`].
pub fn check_header(line: &[u8]) -> Result<(), PackedError> {
    let line = str::from_utf8(line).map_err(|_| PackedError::DamagedHeader)?;
    let (fields, checksum) = line.rsplit_once(",\"checksum\":\"").ok_or(PackedError::NoChecksum)?;
    let header = format!("{fields}}}");
    let expected = format!("{}\"}}", Fingerprint::of(header.as_bytes()));
    if checksum == expected { Ok(()) } else { Err(PackedError::DamagedHeader) }
}

/// Returns true if a first line, damaged or not, belongs to packed games.
pub fn is_header(line: &[u8]) -> bool {
    let has = |text: &str| line.windows(text.len()).any(|part| part == text.as_bytes());
    has("\"log\":\"packed\"") || has("\"checksum\":\"")
}

/// The contents of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedGame {
    /// SFEN of the start position; empty for the variant's.
    pub start: String,
    /// Moves, packed by [`MoveLike::bits`](kawari_engine::core::position::MoveLike::bits).
    pub moves: Vec<u16>,
    /// Scores of the moves after the opening, `None` for a move without a search. The unit is
    /// that of [`score`](kawari_engine::core::score).
    pub scores: Vec<Option<Score>>,
    /// Result; never [`GameResult::Void`].
    pub result: GameResult,
    /// Reason of the result; `None` if the game reached the move limit.
    pub reason: Option<Reason>,
}

impl PackedGame {
    /// Encodes the game as a record.
    ///
    /// # Errors
    /// Returns [`PackedError::TooLarge`] if the opening or the SFEN is longer than 65,535, or
    /// the game is void.
    pub fn record(&self) -> Result<Vec<u8>, PackedError> {
        let opening = self.moves.len().saturating_sub(self.scores.len());
        let (first, rest) = self.moves.split_at(opening);
        let result = RESULTS.iter().position(|&result| result == self.result);
        let result = result.ok_or(PackedError::TooLarge("it has no result"))? as u8;
        let reason = self.reason.and_then(|reason| Reason::ALL.iter().position(|&r| r == reason));
        let length =
            |length: usize, what| u16::try_from(length).map_err(|_| PackedError::TooLarge(what));
        let mut record = vec![0; 4];
        record.extend([result, reason.map_or(MAXIMUM_MOVES, |reason| reason as u8)]);
        record.extend(length(opening, "its opening is too long")?.to_le_bytes());
        record.extend(length(self.start.len(), "its SFEN is too long")?.to_le_bytes());
        record.extend(self.start.as_bytes());
        record.extend(first.iter().flat_map(|bits| bits.to_le_bytes()));
        for (bits, score) in rest.iter().zip(&self.scores) {
            // Every score fits 16 bits.
            let score = score.map_or(NO_SCORE, |score| score as i16);
            record.extend(bits.to_le_bytes());
            record.extend(score.to_le_bytes());
        }
        let game = u32::try_from(record.len() - 4).ok().filter(|&game| game <= LARGEST);
        let game = game.ok_or(PackedError::TooLarge("it has too many moves"))?;
        record[..4].copy_from_slice(&game.to_le_bytes());
        record.extend(checksum(&record).to_le_bytes());
        Ok(record)
    }

    /// Decodes the bytes between the length and the checksum of a record.
    fn from_bytes(game: &[u8]) -> Option<Self> {
        let (&[result, reason, o0, o1, s0, s1], rest) = game.split_first_chunk()?;
        let opening = usize::from(u16::from_le_bytes([o0, o1]));
        let (start, rest) = rest.split_at_checked(u16::from_le_bytes([s0, s1]).into())?;
        let (first, rest) = rest.split_at_checked(2 * opening)?;
        let (first, rest) = (first.as_chunks().0, rest.as_chunks());
        if !rest.1.is_empty() {
            return None;
        }
        let score = |&[_, _, low, high]: &[u8; 4]| match i16::from_le_bytes([low, high]) {
            NO_SCORE => None,
            score => Some(score.into()),
        };
        let bits = first.iter().copied().chain(rest.0.iter().map(|&[b0, b1, _, _]| [b0, b1]));
        Some(Self {
            start: std::str::from_utf8(start).ok()?.to_owned(),
            moves: bits.map(u16::from_le_bytes).collect(),
            scores: rest.0.iter().map(score).collect(),
            result: *RESULTS.get(usize::from(result))?,
            reason: match reason {
                MAXIMUM_MOVES => None,
                place => Some(*Reason::ALL.get(usize::from(place))?),
            },
        })
    }
}

fn checksum(record: &[u8]) -> u32 {
    Fingerprint::of(record).number() as u32
}

/// Reader of the records after the header.
pub struct PackedReader<R> {
    reader: R,
    games: u64,
    /// Bytes of the complete records read so far.
    whole: u64,
    is_truncated: bool,
}

impl<R: BufRead> PackedReader<R> {
    /// Creates a reader; the header must have been read from `reader`.
    pub fn new(reader: R) -> Self {
        Self { reader, games: 0, whole: 0, is_truncated: false }
    }

    /// Returns the number of bytes of the complete records read so far.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns true once an incomplete last record was found and skipped.
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the next game; `None` at the end or before an incomplete last record.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or a record other than the last is damaged.
    pub fn next_game(&mut self) -> Result<Option<PackedGame>, PackedError> {
        let damaged = PackedError::Damaged { game: self.games, at: self.whole };
        let mut record = Vec::new();
        self.fill(4, &mut record)?;
        let Some(length) = record.first_chunk().map(|&length| u32::from_le_bytes(length)) else {
            self.is_truncated = !record.is_empty();
            return Ok(None);
        };
        if length > LARGEST {
            return Err(damaged);
        }
        self.fill(u64::from(length) + 4, &mut record)?;
        let wanted = length as usize + 8;
        let is_last = record.len() < wanted || self.reader.fill_buf()?.is_empty();
        let game = (record.len() == wanted)
            .then(|| record.split_last_chunk())
            .flatten()
            .filter(|&(record, &sum)| checksum(record).to_le_bytes() == sum)
            .and_then(|(record, _)| PackedGame::from_bytes(&record[4..]));
        match game {
            Some(game) => {
                self.games += 1;
                self.whole += wanted as u64;
                Ok(Some(game))
            }
            None if is_last => {
                self.is_truncated = true;
                Ok(None)
            }
            None => Err(damaged),
        }
    }

    /// Reads up to `more` bytes and appends them to `record`.
    fn fill(&mut self, more: u64, record: &mut Vec<u8>) -> io::Result<()> {
        (&mut self.reader).take(more).read_to_end(record).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<PackedGame> {
        let game = PackedGame {
            start: String::new(),
            moves: vec![1, 2, 300, 65_535],
            scores: vec![Some(-32_000), None],
            result: GameResult::White,
            reason: Some(Reason::NoCapture),
        };
        let start = "6k/7/6+B/7/5R1/7/7/7/K6 b P 1".to_owned();
        let other = PackedGame { start, scores: Vec::new(), reason: None, ..game.clone() };
        let empty = PackedGame { moves: Vec::new(), result: GameResult::Draw, ..other.clone() };
        vec![game, other, empty]
    }

    fn bytes(games: &[PackedGame]) -> Vec<u8> {
        games.iter().flat_map(|game| game.record().expect("a small game")).collect()
    }

    fn read(bytes: &[u8]) -> Result<(Vec<PackedGame>, u64, bool), PackedError> {
        let mut records = PackedReader::new(bytes);
        let mut games = Vec::new();
        while let Some(game) = records.next_game()? {
            games.push(game);
        }
        Ok((games, records.whole(), records.is_truncated()))
    }

    #[test]
    fn packing_and_unpacking_is_lossless() {
        let games = games();
        let bytes = bytes(&games);
        assert_eq!(read(&bytes).expect("whole records"), (games, bytes.len() as u64, false));
    }

    #[test]
    fn a_cut_at_any_byte_loses_at_most_one_game() {
        let games = games();
        let whole = bytes(&games);
        for length in 0..whole.len() {
            let (kept, end, is_truncated) = read(&whole[..length]).expect("the last one is cut");
            assert_eq!(kept, games[..kept.len()], "cut at {length}");
            assert_eq!(end, bytes(&kept).len() as u64);
            assert_eq!(is_truncated, end < length as u64);
            assert!(length as u64 - end < bytes(&games[kept.len()..=kept.len()]).len() as u64);
        }
    }

    #[test]
    fn a_damaged_byte_is_detected() {
        let games = games();
        let whole = bytes(&games);
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x10;
            // A damaged length may reach past the end, which looks like an incomplete record.
            match read(&damaged) {
                Ok((kept, _, is_truncated)) => {
                    assert!(is_truncated && kept == games[..kept.len()], "{place}")
                }
                Err(error) => assert!(error.to_string().contains("is damaged"), "{error}"),
            }
        }
    }

    #[test]
    fn void_games_and_long_sfens_are_rejected() {
        let void = PackedGame { result: GameResult::Void, ..games()[0].clone() };
        let too_long = PackedGame { start: "9".repeat(1 << 16), ..games()[0].clone() };
        assert!(void.record().is_err() && too_long.record().is_err());
    }
}
