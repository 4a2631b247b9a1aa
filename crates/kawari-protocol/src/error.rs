//! What can be wrong with a line from the client. Each message names the word
//! that is wrong and its place; words are counted from 1, the command included.

use std::io;

use thiserror::Error;

use super::chess::FenError;
use super::input::MAX_LINE;
use kawari_engine::engine::eval_source::EvalSourceError;
use kawari_engine::engine::game_state::PositionError;
use kawari_engine::engine::session::GoError;
use kawari_engine::engine::tablebase_source::TablebaseError;
use kawari_engine::games::variants::UnknownVariant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::transposition_table::HashAllocationError;

/// Why a line could not be obeyed.
#[derive(Debug, Error)]
pub enum ProtocolError {
    /// The line is not a command.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// An option that cannot be set so.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A position that the game refuses.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// A FEN that the game refuses.
    #[error("position: bad FEN `{fen}`: {source}")]
    Fen {
        /// The FEN as given.
        fen: String,
        /// What is wrong with it.
        source: FenError,
    },
    /// A game that the client cannot show.
    #[error("xboard cannot show {game}: it does not take captured men off the board")]
    NotShown {
        /// The game's name.
        game: String,
    },
    /// A name that no game has.
    #[error(transparent)]
    UnknownGame(UnknownVariant),
    /// A move that is not one, or not legal.
    #[error(transparent)]
    Move(MoveError),
    /// Fewer moves were made than are to be taken back.
    #[error("there is no such move to take back")]
    NothingToTakeBack,
    /// What the board is to be edited with instead.
    #[error("the board is not edited piece by piece: `setboard` sets a position")]
    NoEditing,
    /// A search of a position that is not there: the one before it is another.
    #[error("go: the last position was refused")]
    PositionRefused,
    /// A search that cannot begin.
    #[error("go: {0}")]
    Go(#[from] GoError),
    /// A transposition table that does not fit.
    #[error(transparent)]
    OutOfMemory(#[from] HashAllocationError),
    /// A fault of the program: a panic.
    #[error("`{line}`: a fault of the engine: {fault}")]
    Fault {
        /// The line that was obeyed.
        line: String,
        /// What the panic says.
        fault: String,
    },
    /// A counting for which the system has no thread.
    #[error("cannot begin: {0}")]
    Thread(io::Error),
    /// An evaluation file that cannot be used.
    #[error("option EvalFile: {0}")]
    EvalFile(#[from] EvalSourceError),
    /// A folder of tables that cannot be used.
    #[error("option TablesPath: {0}")]
    Tables(#[from] TablebaseError),
    /// A debug log that cannot be written.
    #[error("option DebugLog: cannot write `{path}`: {source}")]
    DebugLog {
        /// The file's path.
        path: String,
        /// What the system says.
        source: io::Error,
    },
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// A first word that is no command.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// A line that is longer than any command needs to be.
    #[error("a line of more than {MAX_LINE} bytes")]
    TooLong,
    /// A line behind too many others that wait.
    #[error("too much is waiting: this line is refused")]
    QueueFull,
    /// The line ends too early.
    #[error("{command}: the line ends where {expected} is expected")]
    Missing {
        /// The command.
        command: &'static str,
        /// What should have come.
        expected: &'static str,
    },
    /// Something else stands where a certain word is expected.
    #[error("{command}: word {place} is `{word}` where {expected} is expected")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The word as given.
        word: String,
        /// Its place in the line.
        place: usize,
        /// What should have stood there.
        expected: &'static str,
    },
    /// A word that is followed by something else than its number.
    #[error("{command}: word {place} is `{value}` where the number of `{word}` is expected")]
    Number {
        /// The command.
        command: &'static str,
        /// The word that needs a number.
        word: String,
        /// What stands in the number's place.
        value: String,
        /// The number's place in the line.
        place: usize,
    },
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option is called `{0}`")]
    Unknown(String),
    /// A value that the option does not take.
    #[error("option {name}: `{value}` is not {expected}")]
    Value {
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
        /// What it takes.
        expected: String,
    },
}
