//! Compact tablebases that are built into the program: only the positions that are not drawn.
//!
//! Nearly all positions with few men are drawn. Most of the others are won by an immediate
//! capture, which the rules show. The numbers of the remaining positions, the exceptions, are
//! stored in Elias–Fano coding (Elias, *Efficient Storage and Retrieval by Content and
//! Address of Static Files*, 1974; Fano, 1971): sorted, with the low bits of each number
//! stored directly and the high bits in unary. It takes little more than two bits per number
//! above the theoretical minimum, and a lookup unpacks no other numbers. Each number has an
//! index into the list of values of its class.

use std::sync::Arc;

use thiserror::Error;

use super::index::Index;
use super::solve::ValuePlane;
use super::value::Metric;
use crate::core::endgame::{EndgamePosition, EndgameRules, EndgameValue};

/// First bytes of the format. The last character is its version.
const MAGIC: [u8; 8] = *b"KawariE1";

/// Bytes that are not exceptions of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not endgame exceptions of this game")]
pub struct ExceptionsError;

/// A writer of bit fields, lowest bit first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    bits: usize,
}

impl BitWriter {
    fn push(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            if self.bits.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let byte = self.bits / 8;
            self.bytes[byte] |= ((value >> bit & 1) as u8) << (self.bits % 8);
            self.bits += 1;
        }
    }
}

/// Reads up to 32 bits from a bit index. Bits beyond the end are zero.
#[inline]
fn bits_at(bytes: &[u8], bit_index: usize, width: u32) -> u64 {
    let mut word = [0; 8];
    let rest = bytes.get(bit_index / 8..).unwrap_or_default();
    let length = rest.len().min(8);
    word[..length].copy_from_slice(&rest[..length]);
    u64::from_le_bytes(word) >> (bit_index % 8) & ((1 << width) - 1)
}

/// Writes the exceptions of classes. The planes must have [`Metric::End`].
pub fn write(side: usize, rules: &dyn EndgameRules, planes: &[&ValuePlane]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([side as u8, planes.len() as u8]);
    for plane in planes {
        write_class(&mut bytes, rules, plane);
    }
    bytes
}

/// Returns the numbers and bytes of the positions that are neither drawn nor won by an
/// immediate capture.
fn exceptions(rules: &dyn EndgameRules, plane: &ValuePlane) -> Vec<(u64, u8)> {
    let mut exceptions = Vec::new();
    for (number, &byte) in (0..).zip(&plane.bytes) {
        let is_kept =
            |men| plane.metric.decode(byte) != EndgameValue::Win(1) || !rules.wins_by_capture(men);
        if byte != 0 && plane.index.position(number).is_some_and(is_kept) {
            exceptions.push((number, byte));
        }
    }
    exceptions
}

fn write_class(bytes: &mut Vec<u8>, rules: &dyn EndgameRules, plane: &ValuePlane) {
    let [own, enemy] = plane.index.men();
    let exceptions = exceptions(rules, plane);
    let mut palette: Vec<u8> = exceptions.iter().map(|&(_, byte)| byte).collect();
    palette.sort_unstable();
    palette.dedup();
    let low = (plane.index.len() / (exceptions.len() as u64).max(1)).max(1).ilog2();
    let width = palette.len().next_power_of_two().ilog2();
    let (mut lows, mut highs, mut values) =
        (BitWriter::default(), BitWriter::default(), BitWriter::default());
    let mut high = 0;
    for &(number, byte) in &exceptions {
        lows.push(number, low);
        while high < number >> low {
            highs.push(0, 1);
            high += 1;
        }
        highs.push(1, 1);
        let value = palette.binary_search(&byte).unwrap_or(0);
        values.push(value as u64, width);
    }
    while high <= plane.index.len() >> low {
        highs.push(0, 1);
        high += 1;
    }
    bytes.extend([own as u8, enemy as u8, low as u8, palette.len() as u8]);
    bytes.extend((exceptions.len() as u32).to_le_bytes());
    bytes.extend((highs.bits as u32).to_le_bytes());
    bytes.extend(palette);
    for part in [lows, highs, values] {
        bytes.extend(part.bytes);
    }
}

/// The exceptions of the classes of a game.
#[derive(Clone, Debug)]
pub struct Exceptions {
    classes: Arc<[Class]>,
}

/// The exceptions of a class.
#[derive(Debug)]
struct Class {
    index: Index,
    /// Number of low bits of each position number.
    low: u32,
    /// Bits of an index into `palette`.
    width: u32,
    /// Distinct values of the class, encoded by [`Metric::End`].
    palette: &'static [u8],
    /// Low bits of the position numbers.
    lows: &'static [u8],
    /// High bits in unary: a 1 for each number, a 0 to increase the high part.
    highs: &'static [u8],
    /// Palette index of each number.
    values: &'static [u8],
    /// Bit indices of every [`STEP`]th zero in `highs`, starting with the first.
    zeros: Vec<u32>,
}

/// Distance between zeros whose positions are stored.
const STEP: usize = 256;

impl Exceptions {
    /// Reads exceptions from [`write()`].
    ///
    /// # Errors
    /// Returns [`ExceptionsError`] if the bytes are anything else.
    pub fn read(bytes: &'static [u8], rules: &dyn EndgameRules) -> Result<Self, ExceptionsError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(ExceptionsError)?;
        let [side, classes, rest @ ..] = rest else { return Err(ExceptionsError) };
        if usize::from(*side) != rules.side() {
            return Err(ExceptionsError);
        }
        let mut rest = rest;
        let classes: Result<Vec<_>, _> =
            (0..*classes).map(|_| Class::read(&mut rest, rules)).collect();
        if !rest.is_empty() {
            return Err(ExceptionsError);
        }
        Ok(Self { classes: classes?.into() })
    }

    /// Returns the maximum number of men of both sides together.
    pub fn max_men(&self) -> usize {
        self.classes.iter().map(|class| class.index.men().iter().sum()).max().unwrap_or(0)
    }

    /// Returns true if the class is included.
    pub fn contains(&self, men: [usize; 2]) -> bool {
        self.classes.iter().any(|class| class.index.men() == men)
    }

    /// Returns the value of a position by [`Metric::End`], or `None` if its class is not
    /// included. The position must not be won by an immediate capture.
    #[inline]
    pub fn value(&self, men: EndgamePosition) -> Option<EndgameValue> {
        let counts = men.counts();
        let class = self.classes.iter().find(|class| class.index.men() == counts)?;
        let byte = class.find(class.index.number(men));
        Some(byte.map_or(EndgameValue::Draw, |byte| Metric::End.decode(byte)))
    }
}

/// Splits off the first `count` bytes.
fn take(rest: &mut &'static [u8], count: usize) -> Result<&'static [u8], ExceptionsError> {
    let (taken, left) = rest.split_at_checked(count).ok_or(ExceptionsError)?;
    *rest = left;
    Ok(taken)
}

impl Class {
    fn read(rest: &mut &'static [u8], rules: &dyn EndgameRules) -> Result<Self, ExceptionsError> {
        let head = take(rest, 12)?;
        let [own, enemy, low, palette] = [0, 1, 2, 3].map(|byte| usize::from(head[byte]));
        let number = |at: usize| bits_at(head, 8 * at, 32) as usize;
        let (count, high_bits) = (number(4), number(8));
        let sizes = rules.max_men();
        if ![own, enemy].iter().all(|men| (1..=sizes).contains(men)) || low > 32 {
            return Err(ExceptionsError);
        }
        let width = palette.next_power_of_two().ilog2();
        let palette = take(rest, palette)?;
        let lows = take(rest, (count * low).div_ceil(8))?;
        let highs = take(rest, high_bits.div_ceil(8))?;
        let values = take(rest, (count * width as usize).div_ceil(8))?;
        let index = Index::new(rules.side(), [own, enemy]);
        let zeros = (0..high_bits).filter(|&bit_index| bits_at(highs, bit_index, 1) == 0);
        let zeros: Vec<u32> = zeros.step_by(STEP).map(|bit_index| bit_index as u32).collect();
        Ok(Self { index, low: low as u32, width, palette, lows, highs, values, zeros })
    }

    /// Returns the bit index of the zero with a number in `highs`.
    #[inline]
    fn zero(&self, number: usize) -> Option<usize> {
        let mut bit_index = *self.zeros.get(number / STEP)? as usize;
        let mut left = (number % STEP) as u32;
        while left > 0 {
            // The next 32 bits, with zeros as ones.
            let zeros = !bits_at(self.highs, bit_index + 1, 32) & u64::from(u32::MAX);
            let count = zeros.count_ones();
            if count < left {
                left -= count;
                bit_index += 32;
                continue;
            }
            let mut zeros = zeros;
            for _ in 1..left {
                zeros &= zeros - 1;
            }
            return Some(bit_index + 1 + zeros.trailing_zeros() as usize);
        }
        Some(bit_index)
    }

    /// Returns the byte of a position number, or `None` if it is not an exception.
    #[inline]
    fn find(&self, number: u64) -> Option<u8> {
        let high = (number >> self.low) as usize;
        // The ones of this high part are between two zeros. All earlier ones belong to lower
        // numbers.
        let mut bit_index = if high == 0 { 0 } else { self.zero(high - 1)? + 1 };
        let wanted = number & ((1 << self.low) - 1);
        while bits_at(self.highs, bit_index, 1) != 0 {
            let rank = bit_index - high;
            let low = bits_at(self.lows, rank * self.low as usize, self.low);
            if low >= wanted {
                let value = bits_at(self.values, rank * self.width as usize, self.width);
                return (low == wanted).then(|| self.palette.get(value as usize).copied())?;
            }
            bit_index += 1;
        }
        None
    }
}
