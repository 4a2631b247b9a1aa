//! Sets of squares: a number of farthest ranks, or a list.

use serde::{Deserialize, Serialize};

/// A set of squares from Black's side; White's set is rotated by 180 degrees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Returns a message if a square is not on the board.
    pub(crate) fn defect(&self, files: u8, ranks: u8) -> Option<String> {
        match self {
            Self::Ranks(count) => {
                (*count > ranks).then(|| format!("{count} ranks, but the board has {ranks} ranks"))
            }
            Self::List(names) => names.iter().find_map(|name| {
                let on_board = parse_square(name)
                    .is_some_and(|(file, rank)| (1..=files).contains(&file) && rank < ranks);
                (!on_board).then(|| format!("no square \"{name}\" on a {files}x{ranks} board"))
            }),
        }
    }
}

fn parse_square(name: &str) -> Option<(u8, u8)> {
    let letter = name.bytes().last().filter(u8::is_ascii_lowercase)?;
    let digits = &name[..name.len() - 1];
    (!digits.starts_with(['+', '0'])).then_some(())?;
    Some((digits.parse().ok()?, letter - b'a'))
}
