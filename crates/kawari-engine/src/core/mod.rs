//! Squares, sets of squares, scores, keys, and the traits on which search and games
//! stand without knowing each other: [`position`], what the rules say; [`tactics`],
//! what the search may guess; [`forcing`], what a proof asks; [`endgame`],
//! what tables ask; [`evaluation`], what judges. Knows no game.

pub mod bitboard;
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
pub mod popcount;
pub mod position;
pub mod rays;
pub mod regular_file;
pub mod score;
pub mod square;
pub mod tactics;
