//! Games and scores as JSON: what matches and games of the engine with itself
//! write down.

use serde::{Deserialize, Serialize};

use crate::core::color::Color;
use crate::core::outcome::Outcome;
use crate::core::score::{self, Score};
use crate::tools::statistics::pentanomial::HalfPoints;

/// A score as the protocol gives it, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoggedScore {
    /// Hundredths of a pawn or man.
    Cp(Score),
    /// Plies to the end of the game, negative when the side to move loses.
    Mate(i32),
}

impl From<Score> for LoggedScore {
    fn from(score: Score) -> Self {
        score::mate_distance(score).map_or(Self::Cp(score), Self::Mate)
    }
}

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
    /// It cannot be said: the game could not be played to its end.
    Void,
}

impl GameResult {
    /// A side has won.
    pub const fn won_by(side: Color) -> Self {
        match side {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// What a side gets, in half points; `None` if nobody gets any.
    pub fn half_points(self, side: Color) -> Option<HalfPoints> {
        let winner = match self {
            Self::Black => Color::Black,
            Self::White => Color::White,
            Self::Draw => return Some(1),
            Self::Void => return None,
        };
        Some(if side == winner { 2 } else { 0 })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::won_by)
    }
}
