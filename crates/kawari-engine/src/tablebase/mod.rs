//! Tables of endgames: the value of every position of few men, found by retrograde
//! analysis.
//!
//! They stand beside [`search`](crate::search) and [`mate`](crate::mate), and know no game
//! but through [`EndgameRules`](crate::core::endgame::EndgameRules): all that is compiled for each
//! game are the moves of a few men.
//!
//! - [`index`]: the positions of a class, so many men against so many, by number.
//! - [`value`]: what distances are counted to.
//! - [`solve`]: retrograde analysis of a class.
//! - [`verify`]: every value against those that the moves lead to.
//! - [`statistics`]: what a class consists of, and its longest win.
//! - [`file`](mod@file): a class on disk, in blocks that are read when they are asked for.
//! - [`partial_solve`]: a class in the middle of the work on it, on disk.
//! - [`exceptions`]: the few positions of a class that are not drawn, for what is built
//!   in.
//! - [`probe`]: what all of them together know of a position.

mod class_values;
pub mod exceptions;
pub mod file;
pub mod index;
pub mod partial_solve;
pub mod probe;
pub mod solve;
pub mod statistics;
pub mod value;
pub mod verify;
