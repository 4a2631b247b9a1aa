//! Games, positions, moves, searches and errors as JSON.
//!
//! The server of the board sends these types. The API reference and the page's TypeScript types
//! are generated from them. Names without the suffix `Json` and doc comments are part of the
//! reference. The crate needs no network, files or threads, so that it runs in WebAssembly too.
//!
//! - [`game`]: games and their pieces; [`definition`]: definitions and rules of games.
//! - [`position`]: positions, moves and results; [`score`]: scores.
//! - [`picture`]: pictures of positions and pieces.
//! - [`limits`]: limits, clocks and levels of searches; [`search`]: their progress and answers.
//! - [`draw_offer`]: the engine's answer to a draw offer.
//! - [`failure`], [`error_code`]: errors.

pub mod definition;
pub mod draw_offer;
pub mod error_code;
pub mod failure;
pub mod game;
pub mod limits;
pub mod picture;
pub mod position;
pub mod score;
pub mod search;
