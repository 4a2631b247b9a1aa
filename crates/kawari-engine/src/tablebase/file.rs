//! Tablebase files: one class, with both metrics.
//!
//! The values are stored in blocks that are compressed separately, so a probe reads only one
//! block for each metric. `FORMAT.md` in this folder specifies the format.
//!
//! Positions that are won by an immediate capture are not stored, because the reader finds
//! the capture from the rules. Their bytes repeat the preceding byte, which compresses well.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use thiserror::Error;

use super::index::Index;
use super::solve::ValuePlane;
use super::statistics::{LongestDistance, Statistics, ValueCounts};
use super::value::Metric;
use crate::core::endgame::{EndgamePosition, EndgameRules, EndgameValue};
use crate::core::fingerprint::Fingerprint;
use crate::core::regular_file;

/// Positions in a block.
const BLOCK: usize = 1 << 13;
/// First bytes of a file. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"KawariT1";
/// Bytes of the name of the game.
pub(super) const NAME: usize = 24;
/// Bytes before the block offsets.
const HEADER: usize = 48 + Metric::ALL.len() * STATISTICS;
/// Bytes of the statistics of a metric.
const STATISTICS: usize = 80;
/// Compression level of blocks, from 0 to 10.
const COMPRESSION_LEVEL: u8 = 6;

/// An invalid tablebase file.
#[derive(Debug, Error)]
pub enum TablebaseFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file does not begin with the right bytes.
    #[error("not a tablebase file of this version")]
    Magic,
    /// The file contains another game or class than its name says.
    #[error("contains {0}")]
    Other(String),
    /// A checksum or length is wrong.
    #[error("damaged: {0}")]
    Damaged(&'static str),
}

/// Returns the file name of a class.
pub fn file_name(game: &str, [own, enemy]: [usize; 2]) -> String {
    format!("{game}-{own}v{enemy}.table")
}

/// Writes a class: its planes and statistics in the order of [`Metric::ALL`].
///
/// `jobs` is the number of threads that compress blocks.
///
/// # Errors
/// Returns the I/O error if writing fails.
pub fn write(
    output: &mut (impl Write + Seek),
    game: &str,
    rules: &dyn EndgameRules,
    planes: [&ValuePlane; 2],
    statistics: [Statistics; 2],
    jobs: usize,
) -> io::Result<()> {
    let index = &planes[0].index;
    let blocks = (index.len() as usize).div_ceil(BLOCK);
    let mut head = header(game, rules.side(), index, statistics);
    let directory = head.len();
    head.resize(directory + 8 * (planes.len() * blocks + 1), 0);
    // Reserves space for the header and its checksum.
    let mut offset = (head.len() + 8) as u64;
    output.write_all(&vec![0; head.len() + 8])?;
    let mut number = 0;
    let mut write_offset = |head: &mut [u8], offset: u64| {
        let offset_at = directory + 8 * number;
        head[offset_at..offset_at + 8].copy_from_slice(&offset.to_le_bytes());
        number += 1;
    };
    for plane in planes {
        for first in (0..blocks).step_by(jobs * BATCH) {
            let batch = first..blocks.min(first + jobs * BATCH);
            for block in compress_blocks(rules, planes[0], plane, batch, jobs) {
                write_offset(&mut head, offset);
                offset += block.len() as u64;
                output.write_all(&block)?;
            }
        }
    }
    write_offset(&mut head, offset);
    output.seek(SeekFrom::Start(0))?;
    output.write_all(&head)?;
    output.write_all(&Fingerprint::of(&head).number().to_le_bytes())
}

/// Blocks for each thread in a batch.
const BATCH: usize = 64;

/// Compresses some blocks of a plane on several threads.
fn compress_blocks(
    rules: &dyn EndgameRules,
    end: &ValuePlane,
    plane: &ValuePlane,
    blocks: Range<usize>,
    jobs: usize,
) -> Vec<Vec<u8>> {
    let compress = |block: usize| {
        compress_to_vec_zlib(&stored_bytes(rules, end, plane, block), COMPRESSION_LEVEL)
    };
    let blocks: Vec<usize> = blocks.collect();
    thread::scope(|scope| {
        let parts = blocks.chunks(blocks.len().div_ceil(jobs.max(1)).max(1));
        let threads: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(|&b| compress(b)).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

/// Returns the bytes of a block, with wins by an immediate capture replaced.
fn stored_bytes(
    rules: &dyn EndgameRules,
    end: &ValuePlane,
    plane: &ValuePlane,
    block: usize,
) -> Vec<u8> {
    let first = block * BLOCK;
    let range = first..plane.bytes.len().min(first + BLOCK);
    let win_in_one = end.metric.encode(EndgameValue::Win(1));
    let mut bytes = plane.bytes[range.clone()].to_vec();
    let mut last = 0;
    for (byte, number) in bytes.iter_mut().zip(range) {
        let is_win_by_capture = end.bytes[number] == win_in_one
            && end.index.position(number as u64).is_some_and(|men| rules.wins_by_capture(men));
        if is_win_by_capture {
            *byte = last;
        }
        last = *byte;
    }
    bytes
}

fn header(game: &str, side: usize, index: &Index, statistics: [Statistics; 2]) -> Vec<u8> {
    let [own, enemy] = index.men();
    let mut head = MAGIC.to_vec();
    let mut name = game.as_bytes().to_vec();
    name.resize(NAME, 0);
    head.extend(name);
    head.extend([side as u8, own as u8, enemy as u8, Metric::ALL.len() as u8]);
    head.extend((BLOCK as u32).to_le_bytes());
    head.extend(index.len().to_le_bytes());
    for statistics in statistics {
        for counts in [statistics.placements, statistics.positions] {
            for count in [counts.won, counts.drawn, counts.lost] {
                head.extend(count.to_le_bytes());
            }
        }
        for longest in [statistics.longest_win, statistics.longest_loss] {
            let (plies, number) =
                longest.map_or((u64::MAX, 0), |longest| (longest.plies.into(), longest.number));
            head.extend(plies.to_le_bytes());
            head.extend(number.to_le_bytes());
        }
    }
    head
}

/// Reads eight bytes as a number.
fn number_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

fn read_statistics(bytes: &[u8]) -> Statistics {
    let at = |place: usize| number_at(bytes, 8 * place);
    let counts = |place| ValueCounts { won: at(place), drawn: at(place + 1), lost: at(place + 2) };
    let longest = |place| {
        let plies = u8::try_from(at(place)).ok()?;
        Some(LongestDistance { plies, number: at(place + 1) })
    };
    Statistics {
        placements: counts(0),
        positions: counts(3),
        longest_win: longest(6),
        longest_loss: longest(8),
    }
}

/// An open tablebase file.
#[derive(Debug)]
pub struct TablebaseFile {
    index: Index,
    statistics: [Statistics; 2],
    /// Start of each block, plane by plane, then the end of the last block.
    offsets: Vec<u64>,
    file: Mutex<File>,
}

impl TablebaseFile {
    /// Opens the tablebase file of a class.
    ///
    /// # Errors
    /// Returns [`TablebaseFileError`] if the file cannot be read or is not the file of this
    /// class.
    pub fn open(
        path: &Path,
        game: &str,
        rules: &dyn EndgameRules,
        men: [usize; 2],
    ) -> Result<Self, TablebaseFileError> {
        let mut file = regular_file::open(path)?;
        let length = file.metadata()?.len();
        let mut head = vec![0; HEADER];
        file.read_exact(&mut head)?;
        if head[..8] != MAGIC {
            return Err(TablebaseFileError::Magic);
        }
        let index = Index::new(rules.side(), men);
        let expected = header(game, rules.side(), &index, Default::default());
        let (name, class) = (8..8 + NAME, 8 + NAME..48);
        if head[name.clone()] != expected[name.clone()] || head[class.clone()] != expected[class] {
            let name = String::from_utf8_lossy(&head[name]);
            let found = [head[8 + NAME + 1], head[8 + NAME + 2]];
            let name = name.trim_end_matches('\0');
            return Err(TablebaseFileError::Other(format!(
                "{}v{} of `{name}`",
                found[0], found[1]
            )));
        }
        let blocks = (index.len() as usize).div_ceil(BLOCK);
        head.resize(HEADER + 8 * (2 * blocks + 1), 0);
        file.read_exact(&mut head[HEADER..])?;
        let mut sum = [0; 8];
        file.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != Fingerprint::of(&head).number() {
            return Err(TablebaseFileError::Damaged("wrong checksum of the header"));
        }
        let offsets: Vec<u64> =
            (0..=2 * blocks).map(|block| number_at(&head, HEADER + 8 * block)).collect();
        if offsets.last() != Some(&length) || !offsets.is_sorted() {
            return Err(TablebaseFileError::Damaged("wrong length"));
        }
        let statistics = [0, 1].map(|metric| read_statistics(&head[48 + metric * STATISTICS..]));
        Ok(Self { index, statistics, offsets, file: Mutex::new(file) })
    }

    /// Returns the index of the class.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Returns the statistics by metric, in the order of [`Metric::ALL`].
    pub fn statistics(&self) -> &[Statistics; 2] {
        &self.statistics
    }

    /// Returns the number of blocks of a plane.
    fn blocks(&self) -> usize {
        self.offsets.len() / 2
    }

    /// Returns the block that contains a position number, and the offset in the block.
    pub(super) fn block_of(&self, metric: Metric, number: u64) -> (usize, usize) {
        let plane = Metric::ALL.iter().position(|&other| other == metric).unwrap_or(0);
        (plane * self.blocks() + number as usize / BLOCK, number as usize % BLOCK)
    }

    /// Reads and decompresses a block.
    ///
    /// # Errors
    /// Returns [`TablebaseFileError`] if the block cannot be read or is damaged.
    pub(super) fn block(&self, block: usize) -> Result<Vec<u8>, TablebaseFileError> {
        let (start, end) = (self.offsets[block], self.offsets[block + 1]);
        let mut packed = vec![0; (end - start) as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(start))?;
            file.read_exact(&mut packed)?;
        }
        let first = block % self.blocks() * BLOCK;
        let length = (self.index.len() as usize - first).min(BLOCK);
        // This checks the zlib checksum of the block, too.
        decompress_to_vec_zlib_with_limit(&packed, length)
            .ok()
            .filter(|bytes| bytes.len() == length)
            .ok_or(TablebaseFileError::Damaged("wrong checksum of a block"))
    }

    /// Reads a whole plane, and restores the wins by an immediate capture.
    ///
    /// # Errors
    /// Returns [`TablebaseFileError`] if a block cannot be read or is damaged.
    pub fn plane(
        &self,
        rules: &dyn EndgameRules,
        metric: Metric,
    ) -> Result<ValuePlane, TablebaseFileError> {
        let first = self.block_of(metric, 0).0;
        let mut bytes = Vec::with_capacity(self.index.len() as usize);
        for block in first..first + self.blocks() {
            bytes.extend(self.block(block)?);
        }
        let win_in_one = metric.encode(EndgameValue::Win(1));
        let mut cursor = self.index.cursor(0);
        for byte in &mut bytes {
            match cursor.position() {
                Some(men) if rules.wins_by_capture(men) => *byte = win_in_one,
                Some(_) => {}
                None => *byte = 0,
            }
            cursor.advance();
        }
        Ok(ValuePlane { index: self.index.clone(), metric, bytes })
    }

    /// Returns the position with a number, or `None` if no position has it.
    pub fn position(&self, number: u64) -> Option<EndgamePosition> {
        self.index.position(number)
    }
}
