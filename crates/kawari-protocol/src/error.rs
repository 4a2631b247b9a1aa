//! Errors in a client's input. Messages name the wrong word and its place; words are
//! counted from 1, the command included.

use std::io;

use thiserror::Error;

#[cfg(feature = "dialects")]
use super::chess::FenError;
use super::input::MAX_LINE;
use kawari_engine::engine::eval_source::EvalSourceError;
use kawari_engine::engine::game_state::PositionError;
use kawari_engine::engine::opening_book::BookError;
use kawari_engine::engine::session::GoError;
use kawari_engine::engine::tablebase_source::TablebaseError;
use kawari_engine::games::variants::UnknownVariant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::transposition_table::HashAllocationError;

/// Error of a command that cannot be run.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// The line cannot be parsed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The option cannot be set.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The position or one of its moves is invalid.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// The FEN is invalid.
    #[cfg(feature = "dialects")]
    #[error("position: bad FEN `{fen}`: {source}")]
    Fen {
        /// The FEN as given.
        fen: String,
        /// The error in it.
        source: FenError,
    },
    /// A game that xboard cannot show.
    #[error("xboard cannot show {game}: {reason}")]
    NotShown {
        /// The game's name.
        game: String,
        /// The rule that xboard does not have.
        reason: &'static str,
    },
    /// No game has this name.
    #[error(transparent)]
    UnknownGame(UnknownVariant),
    /// The move is not legal, or not a move.
    #[error(transparent)]
    Move(MoveError),
    /// `undo` or `remove` before enough moves were played.
    #[error("no move to take back")]
    NothingToTakeBack,
    /// `edit` is not supported.
    #[error("`edit` is not supported: use `setboard` to set a position")]
    NoEditing,
    /// `go` after a `position` that was rejected.
    #[error("go: the last position was rejected")]
    PositionRejected,
    /// The search cannot start.
    #[error("go: {0}")]
    Go(#[from] GoError),
    /// There is no memory for the transposition table.
    #[error(transparent)]
    HashAllocation(#[from] HashAllocationError),
    /// A panic.
    #[error("`{line}`: internal error: {fault}")]
    Fault {
        /// The line whose command panicked.
        line: String,
        /// The panic message.
        fault: String,
    },
    /// The thread of a `perft` or `bench` cannot be spawned.
    #[error("cannot spawn a thread: {0}")]
    Thread(io::Error),
    /// The evaluation file cannot be used.
    #[error("option EvalFile: {0}")]
    EvalFile(#[from] EvalSourceError),
    /// The folder of tablebases cannot be used.
    #[error("option TablesPath: {0}")]
    Tables(#[from] TablebaseError),
    /// The opening book cannot be used.
    #[error("option BookFile: {0}")]
    Book(#[from] BookError),
    /// The debug log cannot be written.
    #[error("option DebugLog: cannot write `{path}`: {source}")]
    DebugLog {
        /// The file's path.
        path: String,
        /// The I/O error.
        source: io::Error,
    },
}

/// Error of a line that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The first word is not a command.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// The line is longer than [`MAX_LINE`].
    #[error("line longer than {MAX_LINE} bytes")]
    TooLong,
    /// There is no room for the line in the command queue.
    #[error("command queue full, line ignored")]
    QueueFull,
    /// A word is missing at the end of the line.
    #[error("{command}: the line ends where {expected} is expected")]
    Missing {
        /// The command.
        command: &'static str,
        /// The expected word.
        expected: &'static str,
    },
    /// A word is not the expected one.
    #[error("{command}: word {place} is `{word}` where {expected} is expected")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The word as given.
        word: String,
        /// Its place in the line.
        place: usize,
        /// The expected word.
        expected: &'static str,
    },
    /// A word is not the number that an argument needs.
    #[error("{command}: word {place} is `{value}` where the number of `{word}` is expected")]
    Number {
        /// The command.
        command: &'static str,
        /// The argument that needs a number.
        word: String,
        /// The word as given.
        value: String,
        /// Its place in the line.
        place: usize,
    },
}

impl CommandError {
    /// Creates a [`CommandError::Unexpected`].
    pub(crate) fn unexpected(
        command: &'static str,
        word: &str,
        place: usize,
        expected: &'static str,
    ) -> Self {
        Self::Unexpected { command, word: word.to_owned(), place, expected }
    }
}

/// Error of an option that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option `{0}`")]
    Unknown(String),
    /// The value is invalid.
    #[error("option {name}: `{value}` is not {expected}")]
    Value {
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
        /// The valid values.
        expected: String,
    },
}
