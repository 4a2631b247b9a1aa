//! Error codes.

use serde::Serialize;

/// Error code of a rejected request. In the descriptions, names in braces are arguments of the
/// message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(serde::Deserialize, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The body is not valid JSON, or a field is missing, unknown or out of range.
    BadRequest,
    /// `Kawari-Token` is missing or wrong.
    Token,
    /// `Origin` or `Sec-Fetch-Site` is missing or wrong.
    Origin,
    /// There is no endpoint or file with this path.
    NotFound,
    /// The endpoint or file does not support the request's method.
    Method,
    /// The body was not received in time.
    Timeout,
    /// The body is larger than {limit} bytes.
    TooLarge,
    /// `Content-Type` is not `application/json`.
    ContentType,
    /// `Host` is not the address of the server.
    Host,
    /// There is no game called {name}.
    Game,
    /// The definition of a game has errors. The message, {line}, {column} and {key} are those of
    /// the first error; `/api/check` returns all errors.
    Definition,
    /// {limit} games from definitions are loaded, the maximum.
    TooManyGames,
    /// The SFEN has {found} fields instead of four. For every `sfen/` code, {sfen} is the SFEN.
    #[serde(rename = "sfen/field-count")]
    SfenFieldCount,
    /// The SFEN has {found} ranks; the board has {expected}.
    #[serde(rename = "sfen/rank-count")]
    SfenRankCount,
    /// Rank {rank}, written as `{text}`, does not have {files} squares.
    #[serde(rename = "sfen/rank-length")]
    SfenRankLength,
    /// The game has no piece {piece}, which is in rank {rank}, written as `{text}`.
    #[serde(rename = "sfen/piece")]
    SfenPiece,
    /// The counter-flip mark `!` is on {piece}; only {bearers} can have it.
    #[serde(rename = "sfen/mark")]
    SfenMark,
    /// The side to move is {text} instead of `b` or `w`.
    #[serde(rename = "sfen/side")]
    SfenSide,
    /// {text} is not a valid list of the pieces in hand.
    #[serde(rename = "sfen/hand")]
    SfenHand,
    /// {text} is not a valid move number.
    #[serde(rename = "sfen/move-number")]
    SfenMoveNumber,
    /// {color} has {count} royal pieces instead of one.
    #[serde(rename = "sfen/royals")]
    SfenRoyals,
    /// {color} is in check and is not the side to move.
    #[serde(rename = "sfen/opponent-in-check")]
    SfenOpponentInCheck,
    /// The game has no handicap called {name}.
    #[serde(rename = "sfen/handicap")]
    SfenHandicap,
    /// The piece {piece} on {square} could never move. Only `/api/sfen` checks this.
    #[serde(rename = "sfen/dead-piece")]
    SfenDeadPiece,
    /// {color} has two unpromoted Pawns on file {file}. Only `/api/sfen` checks this.
    #[serde(rename = "sfen/two-pawns")]
    SfenTwoPawns,
    /// There are {count} pieces {piece}; the set has {most}. In games with drops, both sides and
    /// the hands are counted together. Only `/api/sfen` checks this.
    #[serde(rename = "sfen/too-many")]
    SfenTooMany,
    /// {word} is not a move. For every `move/` code, {ply} is the position of the move in
    /// `moves`, from 1.
    #[serde(rename = "move/syntax")]
    MoveSyntax,
    /// The move {word} is not legal. {reason} is an `IllegalReason`, with its arguments. It is
    /// absent if the word does not identify a move.
    #[serde(rename = "move/illegal")]
    MoveIllegal,
    /// The move {word} fits more than one legal move.
    #[serde(rename = "move/ambiguous")]
    MoveAmbiguous,
    /// The move {word} follows the end of the game. {reason} and {winner} are those of the
    /// game's outcome.
    #[serde(rename = "move/game-over")]
    MoveGameOver,
    /// The text contains no readable game. {line} is the line of the first error.
    Text,
    /// {limit} searches are already running.
    Busy,
    /// An internal error of the program.
    Fault,
    /// There is not enough memory for the search.
    Memory,
    /// The system cannot start another thread.
    Threads,
    /// Too many connections are open.
    Connections,
}
