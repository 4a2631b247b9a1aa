//! Squares, sets of squares, scores, keys, and the traits that join the rules to
//! the search. Knows no game.

pub mod bitboard;
pub mod color;
pub mod geometry;
pub mod history;
pub mod key;
pub mod movelist;
pub mod outcome;
pub mod perft;
pub mod position;
pub mod rays;
pub mod score;
pub mod square;
