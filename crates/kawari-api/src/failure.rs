//! Error responses: a code for translations, an English message, and arguments.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use super::error_code::ErrorCode;
use super::illegal_reason::IllegalReasonJson;
use super::position::{ReasonJson, Side};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::PositionError;
use kawari_engine::engine::session::GoError;
use kawari_engine::games::variants::UnknownVariant;
use kawari_engine::notation::error::{MoveError, SfenError};
use kawari_engine::search::transposition_table::HashAllocationError;
use kawari_rules::ReadError;

/// The body of an error response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// The error.
    error: ErrorDetail,
}

/// Code, message and arguments of an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ErrorDetail {
    /// Code for translations.
    code: ErrorCode,
    /// English message.
    message: String,
    /// Arguments of the message, by the names in the table of error codes.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    args: BTreeMap<&'static str, ErrorArgument>,
}

/// Argument of an error message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ErrorArgument {
    /// A count, a limit, or the number of a line, ply or file.
    Number(usize),
    /// Text from the request.
    Text(String),
    /// A side, or `null` for the winner of a drawn game.
    Color(Option<Side>),
    /// Reason for the end of the game.
    Reason(ReasonJson),
    /// Reason why a move is not legal.
    IllegalReason(IllegalReasonJson),
}

impl From<IllegalReasonJson> for ErrorArgument {
    fn from(reason: IllegalReasonJson) -> Self {
        Self::IllegalReason(reason)
    }
}

impl From<usize> for ErrorArgument {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for ErrorArgument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ErrorArgument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl Failure {
    /// Creates an error response without arguments.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { error: ErrorDetail { code, message: message.into(), args: BTreeMap::new() } }
    }

    /// Creates the error for a request that is malformed or out of range.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BadRequest, message)
    }

    /// Creates the error for a field that is out of range.
    pub fn out_of_range(
        field: &str,
        value: impl Display,
        min: impl Display,
        max: impl Display,
    ) -> Self {
        Self::bad_request(format!("`{field}` is {value}; expected {min} to {max}"))
    }

    /// Creates the error for a bug in the program.
    pub fn fault() -> Self {
        Self::new(ErrorCode::Fault, "internal error; see the program's standard error")
    }

    /// Creates the error for a search beyond `limit` searches at the same time.
    pub fn busy(limit: usize) -> Self {
        let message = format!("{limit} searches are already running; stop one of them and retry");
        Self::new(ErrorCode::Busy, message).with("limit", limit)
    }

    /// Creates the error for a body of more than `limit` bytes.
    pub fn too_large(limit: usize) -> Self {
        let message = format!("request body is larger than {limit} bytes");
        Self::new(ErrorCode::TooLarge, message).with("limit", limit)
    }

    /// Creates the error for a text without a readable game.
    pub fn text(line: usize, message: &str) -> Self {
        Self::new(ErrorCode::Text, message).with("line", line)
    }

    /// Creates the error for a definition, from its first error.
    pub fn of_definition(error: &ReadError) -> Self {
        Self::new(ErrorCode::Definition, error.message.as_str())
            .with("line", error.line)
            .with("column", error.column)
            .with("key", error.key.as_str())
    }

    /// Creates the error for an invalid move. `ply` is its position among the moves, from 1.
    pub fn of_move(ply: usize, error: &MoveError) -> Self {
        let (code, word, reason) = match error {
            MoveError::Syntax(word) => (ErrorCode::MoveSyntax, word, None),
            MoveError::Illegal { word, reason } => (ErrorCode::MoveIllegal, word, *reason),
            MoveError::Ambiguous(word) => (ErrorCode::MoveAmbiguous, word, None),
        };
        let failure =
            Self::new(code, error.to_string()).with("word", word.as_str()).with("ply", ply);
        match reason {
            Some(reason) => failure.with_illegal_reason(reason),
            None => failure,
        }
    }

    /// Returns the error code.
    pub fn code(&self) -> ErrorCode {
        self.error.code
    }

    /// Returns the body of the response, a JSON object.
    pub fn body(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Adds an argument of the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<ErrorArgument>) -> Self {
        self.error.args.insert(name, value.into());
        self
    }

    fn with_color(self, color: Color) -> Self {
        self.with("color", ErrorArgument::Color(Some(color.into())))
    }
}

impl From<UnknownVariant> for Failure {
    fn from(error: UnknownVariant) -> Self {
        Self::new(ErrorCode::Game, error.to_string()).with("name", error.0)
    }
}

impl From<HashAllocationError> for Failure {
    fn from(error: HashAllocationError) -> Self {
        Self::new(ErrorCode::Memory, error.to_string())
    }
}

impl From<GoError> for Failure {
    fn from(error: GoError) -> Self {
        let code = match error {
            GoError::SearchMove(error) => return Self::of_move(0, &error),
            GoError::Thread(_) => ErrorCode::Threads,
            GoError::NoAnswer => ErrorCode::Fault,
            GoError::MateMemory(_) => ErrorCode::Memory,
        };
        Self::new(code, error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        let message = error.to_string();
        match error {
            PositionError::Sfen { sfen, source } => {
                let mut failure = Self::from(source).with("sfen", sfen);
                failure.error.message = message;
                failure
            }
            PositionError::Handicap { name, .. } => {
                Self::new(ErrorCode::SfenHandicap, message).with("name", name)
            }
            PositionError::Move { ply, source } => {
                let mut failure = Self::of_move(ply, &source);
                failure.error.message = message;
                failure
            }
            PositionError::GameOver { ply, word, outcome } => {
                let winner = outcome.winner().map(Into::into);
                Self::new(ErrorCode::MoveGameOver, message)
                    .with("ply", ply)
                    .with("word", word)
                    .with("reason", ErrorArgument::Reason(outcome.reason().into()))
                    .with("winner", ErrorArgument::Color(winner))
            }
        }
    }
}

impl From<SfenError> for Failure {
    fn from(error: SfenError) -> Self {
        let failure = |code| Self::new(code, error.to_string());
        match &error {
            SfenError::FieldCount(found) => {
                failure(ErrorCode::SfenFieldCount).with("found", *found)
            }
            SfenError::RankCount { expected, found } => {
                failure(ErrorCode::SfenRankCount).with("expected", *expected).with("found", *found)
            }
            SfenError::RankLength { rank, text, files } => failure(ErrorCode::SfenRankLength)
                .with("rank", rank.to_string())
                .with("text", text.as_str())
                .with("files", *files),
            SfenError::Piece { piece, rank, text } => failure(ErrorCode::SfenPiece)
                .with("piece", piece.as_str())
                .with("rank", rank.to_string())
                .with("text", text.as_str()),
            SfenError::Mark { piece, bearers } => failure(ErrorCode::SfenMark)
                .with("piece", piece.as_str())
                .with("bearers", bearers.as_str()),
            SfenError::Side(text) => failure(ErrorCode::SfenSide).with("text", text.as_str()),
            SfenError::Hand(text) => failure(ErrorCode::SfenHand).with("text", text.as_str()),
            SfenError::MoveNumber(text) => {
                failure(ErrorCode::SfenMoveNumber).with("text", text.as_str())
            }
            SfenError::Royals { color, count } => {
                failure(ErrorCode::SfenRoyals).with_color(*color).with("count", *count as usize)
            }
            SfenError::OpponentInCheck(color) => {
                failure(ErrorCode::SfenOpponentInCheck).with_color(*color)
            }
            SfenError::DeadPiece { piece, square } => failure(ErrorCode::SfenDeadPiece)
                .with("piece", piece.as_str())
                .with("square", square.as_str()),
            SfenError::TwoPawns { color, file } => {
                failure(ErrorCode::SfenTwoPawns).with_color(*color).with("file", *file)
            }
            SfenError::TooMany { piece, count, most } => failure(ErrorCode::SfenTooMany)
                .with("piece", piece.as_str())
                .with("count", *count as usize)
                .with("most", *most as usize),
        }
    }
}
