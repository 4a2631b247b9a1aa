//! What is said to an engine that keeps the game itself, as CECP has it: the client
//! tells it each move and what part it has, and the engine moves when it is its turn.

use std::time::Duration;

use super::command::QueuePriority;

/// A command about the game that the engine keeps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameCommand {
    /// The client asks what it may say.
    Introduce,
    /// A game by the client's name for it.
    Variant(String),
    /// A new game; the engine has the side that moves second.
    New,
    /// A position, as the client writes it.
    Set(String),
    /// A move of the other side, or of either where the engine has none.
    Move(String),
    /// So many moves are taken back.
    Undo(usize),
    /// The engine has neither side.
    Force,
    /// The engine has the side to move.
    Play,
    /// The engine has the side that is not to move.
    PlayOther,
    /// Every position is looked at, until [`GameCommand::Leave`].
    Analyse,
    /// No longer.
    Leave,
    /// How the analysis goes.
    Progress,
    /// The game has ended.
    End,
    /// What would be a good move?
    Hint,
    /// Answered when all before it is done, with the same words.
    Ping(String),
    /// The clock of a game.
    Level(CecpTimeControl),
    /// The time for each move instead of a clock.
    MoveTime(Duration),
    /// A bound on the depth of each search; 0 is none.
    Depth(u32),
    /// A bound on the nodes of each search; 0 is none.
    Nodes(u64),
    /// What is left on the engine's clock.
    OwnTime(Duration),
    /// What is left on the other one.
    OtherTime(Duration),
    /// Whether the engine thinks on the other side's time.
    Ponder(bool),
    /// Whether it tells what it thinks.
    Post(bool),
    /// The user has taken a piece from a square.
    Lift(String),
    /// The user has put it on a square.
    Put(String),
    /// The client wants to edit the board piece by piece.
    Edit,
}

/// The clock of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CecpTimeControl {
    /// Moves for each session of the time; 0 is the whole game.
    pub moves: u32,
    /// The time.
    pub time: Duration,
    /// Added for each move.
    pub increment: Duration,
}

impl Default for CecpTimeControl {
    /// What is played where nothing was agreed.
    fn default() -> Self {
        Self { moves: 40, time: Duration::from_secs(300), increment: Duration::ZERO }
    }
}

impl GameCommand {
    /// When its turn is.
    pub fn priority(&self) -> QueuePriority {
        match self {
            Self::Variant(_)
            | Self::New
            | Self::Set(_)
            | Self::Undo(_)
            | Self::Force
            | Self::PlayOther
            | Self::Analyse
            | Self::Leave
            | Self::End => QueuePriority::Abandon,
            Self::Move(_) | Self::Play => QueuePriority::Idle,
            Self::Hint | Self::Ping(_) => QueuePriority::Question,
            _ => QueuePriority::Immediate,
        }
    }
}
