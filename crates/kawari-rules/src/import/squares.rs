//! Sets of squares: lists such as `*8 a3` to the squares of a definition.

use std::collections::BTreeSet;

use crate::squares::Squares;

/// Squares by file, from 0 at the left, and rank, from 0 at the side of the first player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Region(BTreeSet<(u8, u8)>);

impl Region {
    /// Reads a list; squares outside the board do not count.
    pub(super) fn read(text: &str, (files, ranks): (u8, u8)) -> Result<Self, String> {
        let mut region = Self::default();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || format!("found \"{word}\", expected squares such as \"a1\" or \"*1\"");
            let (file, rank) = word.split_at_checked(1).ok_or_else(wrong)?;
            let file = match file.as_bytes()[0] {
                b'*' => None,
                letter if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
                _ => return Err(wrong()),
            };
            let rank = match rank {
                "*" if file.is_some() => None,
                digits => {
                    let rank: u8 = digits.parse().map_err(|_| wrong())?;
                    Some(rank.checked_sub(1).ok_or_else(wrong)?)
                }
            };
            let of = |value: Option<u8>, count: u8| match value {
                Some(value) => value..value.saturating_add(1).min(count),
                None => 0..count,
            };
            for file in of(file, files) {
                region.0.extend(of(rank, ranks).map(|rank| (file, rank)));
            }
        }
        Ok(region)
    }

    /// Returns the ranks from one on, for the first player.
    pub(super) fn far_ranks(from: u8, (files, ranks): (u8, u8)) -> Self {
        let far = (0..files).flat_map(|file| (from..ranks).map(move |rank| (file, rank)));
        Self(far.collect())
    }

    /// Returns the squares, rotated by 180 degrees.
    pub(super) fn rotated(&self, (files, ranks): (u8, u8)) -> Self {
        Self(self.0.iter().map(|&(file, rank)| (files - 1 - file, ranks - 1 - rank)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_board(&self, (files, ranks): (u8, u8)) -> bool {
        self.0.len() == usize::from(files) * usize::from(ranks)
    }

    pub(super) fn insert(&mut self, square: (u8, u8)) {
        self.0.insert(square);
    }

    /// Returns the squares that are in both sets.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self(self.0.intersection(&other.0).copied().collect())
    }

    /// Returns the squares as a definition has them: a number of farthest ranks, or a list.
    pub(super) fn squares(&self, size: (u8, u8)) -> Squares {
        let (files, ranks) = size;
        let count = (self.0.len() / usize::from(files.max(1))) as u8;
        if *self == Self::far_ranks(ranks - count.min(ranks), size) {
            return Squares::Ranks(count);
        }
        let name = |&(file, rank): &(u8, u8)| {
            format!("{}{}", files - file, char::from(b'a' + (ranks - 1 - rank)))
        };
        Squares::List(self.0.iter().map(name).collect())
    }

    /// Returns true if the set is a number of farthest ranks.
    pub(super) fn is_far_ranks(&self, size: (u8, u8)) -> bool {
        matches!(self.squares(size), Squares::Ranks(_))
    }
}
