//! Games and scores as JSON, as the logs of matches and self-play contain them.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::score::LoggedScore;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::GameState;

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// No result: the game was not played to its end.
    Void,
}

impl GameResult {
    /// Returns the result of a game won by `side`.
    pub const fn won_by(side: Color) -> Self {
        match side {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns the name in records and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Draw => "draw",
            Self::Void => "void",
        }
    }

    /// Returns the result with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Black, Self::White, Self::Draw, Self::Void].into_iter().find(|it| it.name() == name)
    }

    /// Returns the half points of `side`: 2, 1 or 0. Returns `None` for a void game.
    pub fn half_points(self, side: Color) -> Option<usize> {
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

/// A logged game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Number of the game, from 0.
    pub game: u64,
    /// Name of the variant.
    pub variant: String,
    /// Name of the player of Black.
    pub black: String,
    /// Name of the player of White.
    pub white: String,
    /// SFEN of the start position.
    pub start: String,
    /// Number of opening moves, which the players did not choose.
    pub opening: usize,
    /// All moves in USI notation, those of the opening included.
    pub moves: Vec<String>,
    /// Result.
    pub result: GameResult,
    /// Reason of the result, in words.
    pub reason: String,
    /// Fault of a player that ended the game.
    pub fault: Option<LoggedFault>,
    /// Rule difference between the players that affected the game. The game does not count.
    pub difference: Option<LoggedDifference>,
    /// Score of each move, from the mover's view.
    pub scores: Vec<Option<LoggedScore>>,
    /// Search depth of each move, in plies.
    pub depths: Vec<Option<u32>>,
    /// Nodes searched for each move.
    pub nodes: Vec<Option<u64>>,
    /// Thinking time of each move in milliseconds, if it is logged.
    pub times: Option<Vec<Option<u64>>>,
}

impl GameEntry {
    /// Creates an entry with moves and result only, without scores, depths, nodes and times.
    pub fn of_moves(
        game_state: &dyn GameState,
        [black, white]: [String; 2],
        result: GameResult,
        reason: String,
    ) -> Self {
        let moves = game_state.moves_in_usi();
        Self {
            game: 0,
            variant: game_state.info().name.to_owned(),
            black,
            white,
            start: game_state.start_sfen(),
            opening: 0,
            result,
            reason,
            fault: None,
            difference: None,
            scores: vec![None; moves.len()],
            depths: vec![None; moves.len()],
            nodes: vec![None; moves.len()],
            times: None,
            moves,
        }
    }
}

/// A fault that ended a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedFault {
    /// Name of the player at fault.
    pub player: String,
    /// Kind of the fault.
    pub kind: FaultKind,
    /// Description for people.
    pub detail: String,
}

/// A rule difference that affected a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedDifference {
    /// Name of the player whose rules differ.
    pub player: String,
    /// Description for people.
    pub detail: String,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FaultKind {
    /// An illegal move, or a win claimed without grounds.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// The engine process exited.
    #[serde(rename = "crash")]
    Crash,
    /// No reply, not even after `stop`.
    #[serde(rename = "hang")]
    Hang,
    /// A reply after the time on the clock plus the margin.
    #[serde(rename = "time loss")]
    TimeLoss,
    /// A reply that breaks the protocol: two best moves, no move, unreadable text.
    #[serde(rename = "protocol violation")]
    ProtocolViolation,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::TimeLoss => "time loss",
            Self::ProtocolViolation => "protocol violation",
        })
    }
}
