//! A class on disk: both metrics, in blocks that are compressed each on its own, so that a
//! position is found by reading one of them. `docs/tables.md` has the format byte by byte.
//!
//! Positions that are won by capture at once are not kept: whoever asks finds the capture
//! by the rules. Their bytes repeat the one before them, which takes no room.

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

/// Numbers in a block.
const BLOCK: usize = 1 << 13;
/// What a file begins with; the last character is the version of the format.
const MAGIC: [u8; 8] = *b"KawariT1";
/// Bytes for the name of the game.
pub(super) const NAME: usize = 24;
/// Bytes before the directory of blocks.
const HEADER: usize = 48 + Metric::ALL.len() * STATISTICS;
/// Bytes of the statistics of a metric.
const STATISTICS: usize = 80;
/// How hard a block is compressed, from 0 to 10.
const COMPRESSION_LEVEL: u8 = 6;

/// Why a file is not a table.
#[derive(Debug, Error)]
pub enum TablebaseFileError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins otherwise.
    #[error("no table of endgames of this version")]
    Magic,
    /// It is a table of another game or class than its name says.
    #[error("it holds {0}")]
    Other(String),
    /// Its directory does not agree with its checksum or its length.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
}

/// The name of the file of a class.
pub fn file_name(game: &str, [own, enemy]: [usize; 2]) -> String {
    format!("{game}-{own}v{enemy}.table")
}

/// Writes a class: its planes by both metrics, in the order of [`Metric::ALL`], and what
/// they consist of.
///
/// # Errors
/// When it cannot be written.
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
    // The checksum of the head comes behind it.
    let mut offset = (head.len() + 8) as u64;
    output.write_all(&vec![0; head.len() + 8])?;
    let mut number = 0;
    let mut note = |head: &mut [u8], offset: u64| {
        let offset_at = directory + 8 * number;
        head[offset_at..offset_at + 8].copy_from_slice(&offset.to_le_bytes());
        number += 1;
    };
    for plane in planes {
        for first in (0..blocks).step_by(jobs * BATCH) {
            let batch = first..blocks.min(first + jobs * BATCH);
            for block in compressed(rules, planes[0], plane, batch, jobs) {
                note(&mut head, offset);
                offset += block.len() as u64;
                output.write_all(&block)?;
            }
        }
    }
    note(&mut head, offset);
    output.seek(SeekFrom::Start(0))?;
    output.write_all(&head)?;
    output.write_all(&Fingerprint::of(&head).number().to_le_bytes())
}

/// Blocks that a thread compresses at a time.
const BATCH: usize = 64;

/// Some blocks of a plane, compressed on several threads.
fn compressed(
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

/// The bytes of a block, those of the wins that the rules see replaced.
fn stored_bytes(
    rules: &dyn EndgameRules,
    end: &ValuePlane,
    plane: &ValuePlane,
    block: usize,
) -> Vec<u8> {
    let first = block * BLOCK;
    let range = first..plane.bytes.len().min(first + BLOCK);
    let at_once = end.metric.encode(EndgameValue::Win(1));
    let mut bytes = plane.bytes[range.clone()].to_vec();
    let mut last = 0;
    for (byte, number) in bytes.iter_mut().zip(range) {
        let is_seen = end.bytes[number] == at_once
            && end.index.position(number as u64).is_some_and(|men| rules.wins_by_capture(men));
        if is_seen {
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
        for tally in [statistics.placements, statistics.positions] {
            for count in [tally.won, tally.drawn, tally.lost] {
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

/// Eight bytes as a number.
fn number_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

fn read_statistics(bytes: &[u8]) -> Statistics {
    let at = |place: usize| number_at(bytes, 8 * place);
    let tally = |place| ValueCounts { won: at(place), drawn: at(place + 1), lost: at(place + 2) };
    let longest = |place| {
        let plies = u8::try_from(at(place)).ok()?;
        Some(LongestDistance { plies, number: at(place + 1) })
    };
    Statistics {
        placements: tally(0),
        positions: tally(3),
        longest_win: longest(6),
        longest_loss: longest(8),
    }
}

/// A class on disk.
#[derive(Debug)]
pub struct TablebaseFile {
    index: Index,
    statistics: [Statistics; 2],
    /// Where each block begins, one plane after the other, and where the last one ends.
    offsets: Vec<u64>,
    file: Mutex<File>,
}

impl TablebaseFile {
    /// Opens the table of a class of a game.
    ///
    /// # Errors
    /// A [`TablebaseFileError`].
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
            let held = [head[8 + NAME + 1], head[8 + NAME + 2]];
            let name = name.trim_end_matches('\0');
            return Err(TablebaseFileError::Other(format!("{}v{} of `{name}`", held[0], held[1])));
        }
        let blocks = (index.len() as usize).div_ceil(BLOCK);
        head.resize(HEADER + 8 * (2 * blocks + 1), 0);
        file.read_exact(&mut head[HEADER..])?;
        let mut sum = [0; 8];
        file.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != Fingerprint::of(&head).number() {
            return Err(TablebaseFileError::Damaged("the checksum of its head is wrong"));
        }
        let offsets: Vec<u64> =
            (0..=2 * blocks).map(|block| number_at(&head, HEADER + 8 * block)).collect();
        if offsets.last() != Some(&length) || !offsets.is_sorted() {
            return Err(TablebaseFileError::Damaged("its length is wrong"));
        }
        let statistics = [0, 1].map(|metric| read_statistics(&head[48 + metric * STATISTICS..]));
        Ok(Self { index, statistics, offsets, file: Mutex::new(file) })
    }

    /// Its positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What it consists of, by each metric.
    pub fn statistics(&self) -> &[Statistics; 2] {
        &self.statistics
    }

    /// Number of blocks of a plane.
    fn blocks(&self) -> usize {
        self.offsets.len() / 2
    }

    /// The block of a plane that has a number, and the number's place in it.
    pub(super) fn block_of(&self, metric: Metric, number: u64) -> (usize, usize) {
        let plane = Metric::ALL.iter().position(|&other| other == metric).unwrap_or(0);
        (plane * self.blocks() + number as usize / BLOCK, number as usize % BLOCK)
    }

    /// The bytes of a block.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
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
        // The sum over the bytes that ends a block is looked at, too.
        decompress_to_vec_zlib_with_limit(&packed, length)
            .ok()
            .filter(|bytes| bytes.len() == length)
            .ok_or(TablebaseFileError::Damaged("a block is not what was written"))
    }

    /// A whole plane, with all of its wins.
    ///
    /// # Errors
    /// When a block cannot be read or is damaged.
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
        let at_once = metric.encode(EndgameValue::Win(1));
        let mut cursor = self.index.cursor(0);
        for byte in &mut bytes {
            match cursor.position() {
                Some(men) if rules.wins_by_capture(men) => *byte = at_once,
                Some(_) => {}
                None => *byte = 0,
            }
            cursor.advance();
        }
        Ok(ValuePlane { index: self.index.clone(), metric, bytes })
    }

    /// A position with a number.
    pub fn position(&self, number: u64) -> Option<EndgamePosition> {
        self.index.position(number)
    }
}
