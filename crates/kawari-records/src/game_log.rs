//! Games and scores as JSON: what matches and games of the engine with itself
//! write down.

use std::fmt;

use serde::{Deserialize, Serialize};

use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::GameState;

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

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameEntry {
    /// Its number, from 0.
    pub game: u64,
    /// Name of the game that was played.
    pub variant: String,
    /// Name of the player who had Black.
    pub black: String,
    /// Name of the player who had White.
    pub white: String,
    /// Where it started, as SFEN.
    pub start: String,
    /// Number of moves that the opening gave.
    pub opening: usize,
    /// All moves in USI notation.
    pub moves: Vec<String>,
    /// Who has won.
    pub result: GameResult,
    /// Why it ended.
    pub reason: String,
    /// What went wrong, if something did.
    pub fault: Option<LoggedFault>,
    /// What happened that one player's rules do not know: the game does not count.
    pub difference: Option<LoggedDifference>,
    /// What each move's player saw, from its own view.
    pub scores: Vec<Option<LoggedScore>>,
    /// How deep it has looked, in plies.
    pub depths: Vec<Option<u32>>,
    /// Positions that it has searched.
    pub nodes: Vec<Option<u64>>,
    /// Milliseconds of each move, if they are logged.
    pub times: Option<Vec<Option<u64>>>,
}

impl GameEntry {
    /// A game of which nobody knows more than the moves and how it ended.
    pub fn of_moves(
        game_state: &dyn GameState,
        [black, white]: [String; 2],
        result: GameResult,
        reason: String,
    ) -> Self {
        let moves = game_state.moves();
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

/// A fault in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedFault {
    /// Whose it was.
    pub player: String,
    /// What it is called.
    pub kind: FaultKind,
    /// What happened.
    pub detail: String,
}

/// A difference of rules that has touched a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedDifference {
    /// Whose rules are others.
    pub player: String,
    /// What happened.
    pub detail: String,
}

/// What a fault is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FaultKind {
    /// A move that the rules do not know here, or a win that no rule gives.
    #[serde(rename = "illegal move")]
    IllegalMove,
    /// The process has ended.
    #[serde(rename = "crash")]
    Crash,
    /// No answer, not even after `stop`.
    #[serde(rename = "hang")]
    Hang,
    /// An answer, but later than the clock and the margin allow.
    #[serde(rename = "time loss")]
    TimeLoss,
    /// An answer that is none: two best moves, no move, something unreadable.
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
