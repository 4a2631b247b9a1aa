//! The positions of small classes that are not drawn, as a set that is small enough to be
//! part of the program.
//!
//! Nearly all positions of few men are drawn, and most of the others are won by capture at
//! once, which the rules show. The numbers of the rest are kept in order, their low bits as
//! they are and their high bits in unary (Elias, *Efficient Storage and Retrieval by
//! Content and Address of Static Files*, 1974; Fano, 1971): two bits and a fraction more
//! than the least that a set of numbers can take, and one is found without unpacking the
//! others. Beside each stands which of the class's distances it has.

use std::sync::Arc;

use thiserror::Error;

use super::index::Index;
use super::solve::ValuePlane;
use super::value::Metric;
use crate::core::endgame::{EndgamePosition, EndgameRules, EndgameValue};

/// What the bytes begin with; the last character is the version of the format.
const MAGIC: [u8; 8] = *b"KawariE1";

/// Why some bytes are no exceptions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("these are no exceptions of endgames of this game")]
pub struct ExceptionsError;

/// Bits in a row, the lowest of each byte first.
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

/// Up to 32 bits from a place on; those beyond the end are zero.
#[inline]
fn bits_at(bytes: &[u8], bit_index: usize, width: u32) -> u64 {
    let mut word = [0; 8];
    let rest = bytes.get(bit_index / 8..).unwrap_or_default();
    let length = rest.len().min(8);
    word[..length].copy_from_slice(&rest[..length]);
    u64::from_le_bytes(word) >> (bit_index % 8) & ((1 << width) - 1)
}

/// Writes the exceptions of classes; their planes count to the end of the game.
pub fn write(side: usize, rules: &dyn EndgameRules, planes: &[&ValuePlane]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([side as u8, planes.len() as u8]);
    for plane in planes {
        write_class(&mut bytes, rules, plane);
    }
    bytes
}

/// The numbers of the positions that are no draws and not won by capture at once.
fn exceptions(rules: &dyn EndgameRules, plane: &ValuePlane) -> Vec<(u64, u8)> {
    let mut computed = Vec::new();
    for (number, &byte) in (0..).zip(&plane.bytes) {
        let is_kept =
            |men| plane.metric.decode(byte) != EndgameValue::Win(1) || !rules.wins_by_capture(men);
        if byte != 0 && plane.index.position(number).is_some_and(is_kept) {
            computed.push((number, byte));
        }
    }
    computed
}

fn write_class(bytes: &mut Vec<u8>, rules: &dyn EndgameRules, plane: &ValuePlane) {
    let [own, enemy] = plane.index.men();
    let computed = exceptions(rules, plane);
    let mut palette: Vec<u8> = computed.iter().map(|&(_, byte)| byte).collect();
    palette.sort_unstable();
    palette.dedup();
    let low = (plane.index.len() / (computed.len() as u64).max(1)).max(1).ilog2();
    let width = palette.len().next_power_of_two().ilog2();
    let (mut lows, mut highs, mut values) =
        (BitWriter::default(), BitWriter::default(), BitWriter::default());
    let mut high = 0;
    for &(number, byte) in &computed {
        lows.push(number, low);
        while high < number >> low {
            highs.push(0, 1);
            high += 1;
        }
        highs.push(1, 1);
        let bit_index = palette.binary_search(&byte).unwrap_or(0);
        values.push(bit_index as u64, width);
    }
    while high <= plane.index.len() >> low {
        highs.push(0, 1);
        high += 1;
    }
    bytes.extend([own as u8, enemy as u8, low as u8, palette.len() as u8]);
    bytes.extend((computed.len() as u32).to_le_bytes());
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

/// Those of a class.
#[derive(Debug)]
struct Class {
    index: Index,
    low: u32,
    /// Bits that tell the distance.
    width: u32,
    /// The bytes that positions have, by [`Metric::End`].
    palette: &'static [u8],
    lows: &'static [u8],
    highs: &'static [u8],
    values: &'static [u8],
    /// Where every [`STEP`]th zero among the high bits stands, the first one included.
    zeros: Vec<u32>,
}

/// Zeros between two whose places are known.
const STEP: usize = 256;

impl Exceptions {
    /// Reads what [`write()`] has written.
    ///
    /// # Errors
    /// [`ExceptionsError`] when it is something else.
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

    /// The most men of both sides together.
    pub fn max_men(&self) -> usize {
        self.classes.iter().map(|class| class.index.men().iter().sum()).max().unwrap_or(0)
    }

    /// True for a class that is here.
    pub fn contains(&self, men: [usize; 2]) -> bool {
        self.classes.iter().any(|class| class.index.men() == men)
    }

    /// The value of a position that is not won by capture at once, with the plies to the
    /// end; `None` for a class that is not here.
    #[inline]
    pub fn value(&self, men: EndgamePosition) -> Option<EndgameValue> {
        let counts = men.counts();
        let class = self.classes.iter().find(|class| class.index.men() == counts)?;
        let byte = class.find(class.index.number(men));
        Some(byte.map_or(EndgameValue::Draw, |byte| Metric::End.decode(byte)))
    }
}

/// Takes so many bytes off the front.
fn take(rest: &mut &'static [u8], count: usize) -> Result<&'static [u8], ExceptionsError> {
    let (taken, left) = rest.split_at_checked(count).ok_or(ExceptionsError)?;
    *rest = left;
    Ok(taken)
}

impl Class {
    fn read(rest: &mut &'static [u8], rules: &dyn EndgameRules) -> Result<Self, ExceptionsError> {
        let head = take(rest, 12)?;
        let [own, enemy, low, palette] = [0, 1, 2, 3].map(|bit_index| usize::from(head[bit_index]));
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

    /// The place of a zero among the high bits, by its number.
    #[inline]
    fn zero(&self, number: usize) -> Option<usize> {
        let mut bit_index = *self.zeros.get(number / STEP)? as usize;
        let mut left = (number % STEP) as u32;
        while left > 0 {
            // The zeros behind the place, 32 at a time.
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

    /// The byte of a number, if it is in the set.
    #[inline]
    fn find(&self, number: u64) -> Option<u8> {
        let high = (number >> self.low) as usize;
        // The ones of these high bits stand between two zeros; every one before them
        // belongs to a lesser number.
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
