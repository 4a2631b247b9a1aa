//! Scores.

use serde::{Deserialize, Serialize};

use kawari_engine::core::score::{self, Score};

/// A score: an evaluation or the distance to mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Score"))]
#[serde(rename_all = "lowercase")]
pub enum LoggedScore {
    /// Centipawns, or hundredths of a man.
    Cp(Score),
    /// Plies to mate; negative for a loss.
    Mate(i32),
}

impl From<Score> for LoggedScore {
    fn from(score: Score) -> Self {
        score::mate_distance(score).map_or(Self::Cp(score), Self::Mate)
    }
}
