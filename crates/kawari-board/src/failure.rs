//! What the page is told when something is refused: a code that it can translate, and a
//! sentence.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::limits;
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::PositionError;
use kawari_engine::engine::session::GoError;
use kawari_engine::games::variants::UnknownVariant;
use kawari_engine::notation::error::{MoveError, SfenError};
use kawari_engine::search::transposition_table::HashAllocationError;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    status: StatusCode,
    detail: ErrorDetail,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct ErrorDetail {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Map::is_empty")]
    args: Map<String, Value>,
}

impl Failure {
    /// A failure by its status, its code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let detail = ErrorDetail { code, message: message.into(), args: Map::new() };
        Self { status, detail }
    }

    /// A request that does not say what it should.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// A fault of the program.
    pub fn fault() -> Self {
        let message = "a fault of the program; it is on its standard error";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", message)
    }

    /// As many searches run as may.
    pub fn busy() -> Self {
        let limit = limits::SEARCHES;
        let message = format!(
            "{limit} searches are running already; close or stop one of them, and ask again"
        );
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message).with("limit", limit)
    }

    /// More bytes than a body may have.
    pub fn too_large(limit: usize) -> Self {
        let message = format!("the request has more than {limit} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message).with("limit", limit)
    }

    /// What is asked for makes no sense in the game.
    fn refused(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Text in which nothing can be read.
    pub fn text(line: usize, message: &str) -> Self {
        Self::refused("text", message).with("line", line)
    }

    /// A move that cannot be played at a place among the moves, from 1.
    pub fn of_move(ply: usize, error: &MoveError) -> Self {
        let (code, word) = match error {
            MoveError::Syntax(word) => ("move/syntax", word),
            MoveError::Illegal(word) => ("move/illegal", word),
            MoveError::Ambiguous(word) => ("move/ambiguous", word),
        };
        Self::refused(code, error.to_string()).with("word", word.as_str()).with("ply", ply)
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The code, which translations are found by.
    pub fn code(&self) -> &'static str {
        self.detail.code
    }

    /// Says a part of what is wrong on its own, for translations.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.detail.args.insert(name.to_owned(), value.into());
        self
    }
}

impl IntoResponse for Failure {
    /// Returns the failure as JSON. The response carries it as an extension, too.
    fn into_response(self) -> Response {
        let body = json!({ "error": self.detail }).to_string();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(self);
        response
    }
}

impl From<UnknownVariant> for Failure {
    fn from(error: UnknownVariant) -> Self {
        Self::refused("game", error.to_string()).with("name", error.0)
    }
}

impl From<HashAllocationError> for Failure {
    fn from(error: HashAllocationError) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "memory", error.to_string())
    }
}

impl From<GoError> for Failure {
    fn from(error: GoError) -> Self {
        match error {
            GoError::SearchMove(error) => Self::of_move(0, &error),
            GoError::Thread(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "threads", error.to_string())
            }
            GoError::NoAnswer => {
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", error.to_string())
            }
            GoError::MateMemory(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "memory", error.to_string())
            }
        }
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        let message = error.to_string();
        match error {
            PositionError::Sfen { sfen, source } => {
                let mut failure = Self::from(source).with("sfen", sfen);
                failure.detail.message = message;
                failure
            }
            PositionError::Handicap { name, .. } => {
                Self::refused("sfen/handicap", message).with("name", name)
            }
            PositionError::Move { ply, source } => {
                let mut failure = Self::of_move(ply, &source);
                failure.detail.message = message;
                failure
            }
            PositionError::GameOver { ply, word, outcome } => {
                let winner = outcome.winner().map(color_name);
                Self::refused("move/game-over", message)
                    .with("ply", ply)
                    .with("word", word)
                    .with("reason", reason_name(outcome.reason()))
                    .with("winner", winner)
            }
        }
    }
}

impl From<SfenError> for Failure {
    fn from(error: SfenError) -> Self {
        let detail = |code| Self::refused(code, error.to_string());
        match &error {
            SfenError::FieldCount(found) => detail("sfen/field-count").with("found", *found),
            SfenError::RankCount { expected, found } => {
                detail("sfen/rank-count").with("expected", *expected).with("found", *found)
            }
            SfenError::RankLength { rank, text, files } => detail("sfen/rank-length")
                .with("rank", rank.to_string())
                .with("text", text.as_str())
                .with("files", *files),
            SfenError::Piece { piece, rank, text } => detail("sfen/piece")
                .with("piece", piece.as_str())
                .with("rank", rank.to_string())
                .with("text", text.as_str()),
            SfenError::Mark { piece, bearers } => {
                detail("sfen/mark").with("piece", piece.as_str()).with("bearers", bearers.as_str())
            }
            SfenError::Side(text) => detail("sfen/side").with("text", text.as_str()),
            SfenError::Hand(text) => detail("sfen/hand").with("text", text.as_str()),
            SfenError::MoveNumber(text) => detail("sfen/move-number").with("text", text.as_str()),
            SfenError::Royals { color, count } => {
                detail("sfen/royals").with("color", color_name(*color)).with("count", *count)
            }
            SfenError::OpponentInCheck(color) => {
                detail("sfen/opponent-in-check").with("color", color_name(*color))
            }
            SfenError::DeadPiece { piece, square } => detail("sfen/dead-piece")
                .with("piece", piece.as_str())
                .with("square", square.as_str()),
            SfenError::TwoPawns { color, file } => {
                detail("sfen/two-pawns").with("color", color_name(*color)).with("file", *file)
            }
            SfenError::TooMany { piece, count, most } => detail("sfen/too-many")
                .with("piece", piece.as_str())
                .with("count", *count)
                .with("most", *most),
        }
    }
}

/// A side as JSON names it.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A reason as JSON names it.
pub fn reason_name(reason: kawari_engine::core::outcome::Reason) -> String {
    reason.to_string().replace(' ', "-")
}
