//! Commands of CECP, in which the engine keeps the game: the client sends moves and the
//! engine's side, and the engine moves when it is its turn.

use std::time::Duration;

/// A CECP command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameCommand {
    /// `protover`: lists the features.
    Introduce,
    /// `variant`: sets the game by its xboard name.
    Variant(String),
    /// `new`: starts a new game. The engine plays the side that moves second.
    New,
    /// `setboard`: sets a FEN.
    Set(String),
    /// `usermove`, or a move alone: plays a move.
    Move(String),
    /// `undo` and `remove`: takes back this number of moves.
    Undo(usize),
    /// `force`: the engine plays neither side.
    Force,
    /// `go`: the engine plays the side to move.
    Play,
    /// `playother`: the engine plays the side that is not to move.
    PlayOther,
    /// `analyze`: the engine analyses every position until [`GameCommand::Leave`].
    Analyse,
    /// `exit`: ends the analysis.
    Leave,
    /// `.`: reports the progress of the analysis.
    Progress,
    /// `result`: the game has ended.
    End,
    /// `hint`: suggests a move.
    Hint,
    /// `ping`: answered by `pong` with the same argument after all earlier commands.
    Ping(String),
    /// `level`: sets the time control.
    Level(CecpTimeControl),
    /// `st`: sets a fixed time for each move.
    MoveTime(Duration),
    /// `sd`: limits the depth of each search; 0 removes the limit.
    Depth(u32),
    /// `sn`: limits the nodes of each search; 0 removes the limit.
    Nodes(u64),
    /// `time`: sets the engine's remaining time.
    OwnTime(Duration),
    /// `otim`: sets the opponent's remaining time.
    OtherTime(Duration),
    /// `hard` and `easy`: turns pondering on or off.
    Ponder(bool),
    /// `post` and `nopost`: turns progress reports on or off.
    Post(bool),
    /// `lift`: the user has picked up the piece on a square.
    Lift(String),
    /// `put`: the user has put the piece on a square.
    Put(String),
    /// `edit`: not supported.
    Edit,
}

/// A time control of CECP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CecpTimeControl {
    /// Moves in each period; 0 if the time is for the whole game.
    pub moves: u32,
    /// Time of a period.
    pub time: Duration,
    /// Increment for each move.
    pub increment: Duration,
}

impl Default for CecpTimeControl {
    /// Returns the time control without a `level` command: 40 moves in 5 minutes.
    fn default() -> Self {
        Self { moves: 40, time: Duration::from_secs(300), increment: Duration::ZERO }
    }
}
