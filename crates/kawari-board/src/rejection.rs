//! HTTP responses of errors.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;

/// A rejected request.
#[derive(Debug)]
pub struct Rejection(pub Failure);

impl From<Failure> for Rejection {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl IntoResponse for Rejection {
    /// Returns the error as a JSON response. The response also carries it as an extension.
    fn into_response(self) -> Response {
        let Self(failure) = self;
        let mut response = Response::new(Body::from(failure.body()));
        *response.status_mut() = status(failure.code());
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(failure);
        response
    }
}

/// Returns the HTTP status of responses with a code.
pub fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        ErrorCode::Token => StatusCode::UNAUTHORIZED,
        ErrorCode::Origin => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Method => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::Timeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::Host => StatusCode::MISDIRECTED_REQUEST,
        ErrorCode::TooManyGames => StatusCode::CONFLICT,
        ErrorCode::Busy => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Fault => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::Memory | ErrorCode::Threads | ErrorCode::Connections => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        ErrorCode::Game
        | ErrorCode::Definition
        | ErrorCode::SfenFieldCount
        | ErrorCode::SfenRankCount
        | ErrorCode::SfenRankLength
        | ErrorCode::SfenPiece
        | ErrorCode::SfenMark
        | ErrorCode::SfenSide
        | ErrorCode::SfenHand
        | ErrorCode::SfenMoveNumber
        | ErrorCode::SfenRoyals
        | ErrorCode::SfenOpponentInCheck
        | ErrorCode::SfenHandicap
        | ErrorCode::SfenDeadPiece
        | ErrorCode::SfenTwoPawns
        | ErrorCode::SfenTooMany
        | ErrorCode::MoveSyntax
        | ErrorCode::MoveIllegal
        | ErrorCode::MoveAmbiguous
        | ErrorCode::MoveGameOver
        | ErrorCode::Text => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
