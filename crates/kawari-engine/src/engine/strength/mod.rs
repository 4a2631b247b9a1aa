//! Levels for people: how well the engine plays, from 1 to 8.
//!
//! A weakened search looks at a fixed number of positions and compares the root moves
//! by scores that are off by some noise: the fewer positions and the more noise, the
//! weaker it plays. Nothing else is random or depends on a machine: the choice is a
//! function of the game so far, the [`Strength`] and a seed. It neither uses nor
//! leaves anything in the tables of other searches, runs on one thread, and knows no
//! clock: the few thousand positions are searched in an instant.
//!
//! ```
//! use kawari_engine::engine::session::{self, Settings};
//! use kawari_engine::engine::strength::{Level, Strength};
//! use kawari_engine::games::variants::Variant;
//!
//! let level = Level::new(3).expect("a level from 1 to 8");
//! let settings = Settings { strength: Strength::Level(level), seed: 7, ..Settings::default() };
//! let session = session::open(Variant::Yari, settings)?;
//! assert_eq!(session.settings().strength, Strength::Level(level));
//! # Ok::<(), kawari_engine::search::transposition_table::HashAllocationError>(())
//! ```
//!
//! What a level is in each game stands in a [table](strength_reduction), made by matches;
//! `docs/levels.md` tells of them.

mod levels;
mod move_selection;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub use self::levels::strength_reduction;
pub(super) use self::move_selection::{MIN_NODES_PER_MOVE, NoisyMoves};
use crate::core::score::Score;
use crate::games::GameInfo;

/// A level for people, from 1, which plays only a little better than at random, to 8,
/// which is all that the engine can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The lowest.
    pub const LOWEST: Self = Self(1);
    /// The highest: plain play, nothing held back.
    pub const FULL: Self = Self(8);
    /// The level a new player starts at: a beginner can beat it, but not at once.
    pub const BEGINNER: Self = Self(3);

    /// The level with a number; `None` if there is none.
    pub const fn new(number: u8) -> Option<Self> {
        if Self::LOWEST.0 <= number && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// Every level, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::FULL.0).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Not the number of a level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a level: they go from {low} to {high}", low = Level::LOWEST, high = Level::FULL)]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// How well a session plays.
///
/// A search without an end of its own ([`SearchRequest::infinite`]) is not held back: it looks
/// into a position and makes no move.
///
/// [`SearchRequest::infinite`]: super::session::SearchRequest::infinite
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// As the table of the game has it.
    Level(Level),
    /// By numbers of one's own.
    Weakened(StrengthReduction),
}

impl Default for Strength {
    fn default() -> Self {
        Self::Level(Level::FULL)
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl Strength {
    /// What holds the engine back in a game; `None` if nothing does.
    pub fn strength_reduction(self, game: &GameInfo) -> Option<StrengthReduction> {
        match self {
            Self::Level(level) => strength_reduction(game, level),
            Self::Weakened(strength_reduction) => Some(strength_reduction),
        }
    }
}

/// What makes a search weaker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrengthReduction {
    /// Positions searched for a move, but two for each legal move at least.
    pub nodes: u64,
    /// Standard deviation of what the score of a root move is off, in hundredths of a
    /// pawn or man: that of the position in the middle.
    pub noise: Score,
    /// By how much it differs from position to position: the standard deviation of its
    /// binary logarithm, in tenths. The larger, the rarer and the graver the mistakes.
    pub position_spread: u32,
    /// The same from game to game, or rather from seed to seed: how much better or worse
    /// it plays on some days. With the seed 0 it is a day like most.
    pub seed_spread: u32,
    /// What it never overlooks.
    pub blunder_guard: BlunderGuard,
}

/// What a weakened search never overlooks, whatever the noise says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlunderGuard {
    /// It may overlook anything.
    Careless,
    /// A win at once is not missed.
    SeesWins,
    /// Nor is one left to the opponent, where it can be helped, and a side that is losing
    /// doesn't throw its men away.
    Careful,
}
