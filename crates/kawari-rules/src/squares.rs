//! Sets of squares: a number of farthest ranks, or a list.

use serde::{Deserialize, Serialize};

/// A set of squares from Black's side; White's set is rotated by 180 degrees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected a number of farthest ranks or a list of squares such as [\"5a\", \"4a\"]"
)]
pub enum Squares {
    /// The farthest ranks, by number; 0 is the empty set.
    Ranks(u8),
    /// Squares by name, such as `5a`.
    List(Vec<String>),
}

impl Default for Squares {
    fn default() -> Self {
        Self::Ranks(0)
    }
}

impl Squares {
    /// Returns true if Black's set contains a square: its file from 1 at Black's right, and
    /// its rank from 0 at the farthest rank.
    pub fn contains(&self, file: u8, rank: u8) -> bool {
        match self {
            Self::Ranks(count) => rank < *count,
            Self::List(names) => names.iter().any(|name| parse_square(name) == Some((file, rank))),
        }
    }

    /// Returns true if the set has no square.
    pub const fn is_empty(&self) -> bool {
        match self {
            Self::Ranks(count) => *count == 0,
            Self::List(names) => names.is_empty(),
        }
    }

    /// Returns a message if a square is not on the board or appears twice.
    pub(crate) fn defect(&self, files: u8, ranks: u8) -> Option<String> {
        let names = match self {
            Self::Ranks(count) => {
                return (*count > ranks)
                    .then(|| format!("found {count} ranks, expected 0 to {ranks}"));
            }
            Self::List(names) => names,
        };
        let on_board = |name: &String| {
            parse_square(name)
                .is_some_and(|(file, rank)| (1..=files).contains(&file) && rank < ranks)
        };
        let squares = usize::from(files) * usize::from(ranks);
        if names.len() > squares {
            return Some(format!("found {} squares, expected at most {squares}", names.len()));
        }
        let last = char::from(b'a' + ranks.saturating_sub(1));
        names.iter().enumerate().find_map(|(index, name)| {
            if !on_board(name) {
                Some(format!("found \"{name}\", expected a square from 1a to {files}{last}"))
            } else if names[..index].contains(name) {
                Some(format!("\"{name}\" appears twice"))
            } else {
                None
            }
        })
    }
}

/// Parses a name such as `5a` to its file, from 1, and its rank, from 0.
fn parse_square(name: &str) -> Option<(u8, u8)> {
    let letter = name.bytes().last().filter(u8::is_ascii_lowercase)?;
    let digits = &name[..name.len() - 1];
    (!digits.starts_with(['+', '0'])).then_some(())?;
    Some((digits.parse().ok()?, letter - b'a'))
}
