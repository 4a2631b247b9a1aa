//! Games, positions, moves, searches and errors as JSON.
//!
//! The server of the board and the WebAssembly modules answer these requests. The API reference
//! and the page's TypeScript types are generated from the types. Names without the suffix `Json`
//! and doc comments are part of the reference. The crate needs no network, files or threads, so
//! that it runs in WebAssembly too.
//!
//! - [`games`], [`game`]: games and their pieces; [`definition`]: definitions and rules of games.
//! - [`requests`]: requests about positions and moves; [`move_sequence`]: games in requests;
//!   [`request_limits`]: limits on requests.
//! - [`position`]: positions, moves and results.
//! - [`picture`]: pictures of positions and pieces.
//! - [`search_request`]: requests for searches; [`limits`]: their limits, clocks and levels;
//!   [`search`]: their progress and answers.
//! - [`analysis`]: analysis of a game; [`draw_offer`]: the engine's answer to a draw offer;
//!   [`mate`]: mate searches.
//! - [`records`]: import and export of games.
//! - [`failure`], [`error_code`]: errors.

pub mod analysis;
pub mod definition;
pub mod draw_offer;
pub mod error_code;
pub mod failure;
pub mod game;
pub mod games;
pub mod illegal_reason;
pub mod limits;
pub mod mate;
pub mod move_sequence;
pub mod picture;
pub mod position;
pub mod records;
pub mod request_limits;
pub mod requests;
pub mod search;
pub mod search_request;
