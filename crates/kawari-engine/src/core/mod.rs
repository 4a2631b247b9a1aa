//! Squares, bitboards, scores, Zobrist keys, and the traits between games and search.
//!
//! A game implements these traits, and the search uses them:
//!
//! - [`position`]: the rules.
//! - [`tactics`]: estimates for the search, such as static exchange evaluation.
//! - [`forcing`]: threats and defences for the mate solver.
//! - [`endgame`]: moves and unmoves for tablebases.
//! - [`evaluation`]: the static evaluation.

pub mod bitboard;
pub mod board_shape;
pub mod color;
pub mod counts;
pub mod endgame;
pub mod evaluation;
pub mod fingerprint;
pub mod forcing;
pub mod geometry;
pub mod history;
pub mod key;
pub mod movelist;
pub mod outcome;
pub mod perft;
pub mod platform;
pub(crate) mod popcount;
pub mod position;
pub(crate) mod rays;
pub mod regular_file;
pub mod score;
pub mod square;
pub mod tactics;
pub(crate) mod wide;
