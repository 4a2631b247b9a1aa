//! Levels of playing strength, from 1 to 8.
//!
//! The search has no strength setting. A level below 8 requests a MultiPV search with a small
//! node limit, adds noise to the scores of its lines, and plays the line with the highest sum.
//! Fewer nodes and more noise make a level weaker.
//!
//! The choice is a function of the game so far, the [`Strength`] and a seed. The search uses one
//! thread, an empty transposition table and no clock, so the result is the same on every
//! machine.
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
//! [`strength_reduction`] returns the parameters of a level in each game. They were fitted by
//! matches: see `docs/explanation/levels.md`.

mod blunder_guard;
mod lead_noise;
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
pub use crate::games::BlunderGuard;
use crate::games::GameInfo;

/// A playing level, from 1 (slightly better than random moves) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// The highest level: full strength.
    pub const FULL: Self = Self(8);
    /// The default level for people: a newcomer can beat it after some games.
    pub const DEFAULT_OPPONENT: Self = Self(3);

    /// Names of the levels, the lowest first.
    const NAMES: [&str; Self::FULL.0 as usize] =
        ["beginner", "novice", "learner", "intermediate", "advanced", "strong", "expert", "master"];

    /// Returns the level with this number; `None` if there is none.
    pub const fn new(number: u8) -> Option<Self> {
        if Self::LOWEST.0 <= number && number <= Self::FULL.0 { Some(Self(number)) } else { None }
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::FULL.0).map(Self)
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the English name of the level.
    ///
    /// ```
    /// use kawari_engine::engine::strength::Level;
    ///
    /// assert_eq!(Level::LOWEST.name(), "beginner");
    /// assert_eq!(Level::FULL.name(), "master");
    /// ```
    pub const fn name(self) -> &'static str {
        Self::NAMES[self.0 as usize - 1]
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

/// The error of a text that is not a level number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a level: they go from {low} to {high}", low = Level::LOWEST, high = Level::FULL)]
pub struct UnknownLevel(pub String);

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// The playing strength of a session.
///
/// An analysis with [`SearchRequest::infinite`] always runs at full strength.
///
/// [`SearchRequest::infinite`]: super::session::SearchRequest::infinite
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    /// A level of the game.
    Level(Level),
    /// Custom parameters.
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
    /// Returns the strength reduction in a game; `None` for full strength.
    pub fn strength_reduction(self, game: &GameInfo) -> Option<StrengthReduction> {
        match self {
            Self::Level(level) => strength_reduction(game, level),
            Self::Weakened(strength_reduction) => Some(strength_reduction),
        }
    }
}

/// The parameters of reduced strength.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrengthReduction {
    /// Node limit per move. At least two nodes per candidate move are searched.
    pub nodes: u64,
    /// Standard deviation of the noise of a root move, in centipawns: the median over all
    /// positions.
    pub noise: Score,
    /// Variation of the noise between positions: the standard deviation of its binary
    /// logarithm, in tenths. A larger value makes mistakes rarer and bigger.
    pub position_spread: u32,
    /// Variation of the noise between seeds, in the same unit. Seed 0 has none.
    pub seed_spread: u32,
    /// Mistakes that are never made.
    pub blunder_guard: BlunderGuard,
    /// Whether the side with less material gets more noise, and the other side less, in
    /// proportion to the lead and to the half-moves without a capture. Decides games that would
    /// otherwise be drawn.
    pub lead_noise: bool,
}
